#!/bin/sh
# Every file in tests/golden/formats, written by the tool in its name, through every verb that reads files: names,
# metrics, units, counts and means as tests/golden/formats/expect.py computes them, directions as stated here.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"

build=$(cd "$top_builddir" && pwd) top=$(cd "$top_srcdir" && pwd)
bench=$build/tools/bench
golden=$(cd "$top_srcdir/tests/golden/formats" && pwd)
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
cd "$golden" || exit 1
tab=$(printf '\t')

# What is refused, and a word of the message.
refused='ab-2.4-e.csv ab -g FILE
ab-2.4.txt ab -g FILE
asv-0.6.6-machine.json describes a machine
autocannon-9.0.0.json output of autocannon
bench-node-0.15.0-points.csv LC_ALL=C
benchmark-ips-2.7.2.txt x.json! FILE
benchmark.js-2.1.4.txt output of benchmark.js
benchstat-2026.csv output of benchstat
benchstat-2026.txt output of benchstat: give its input
bombardier-1.2.6.json output of bombardier
catch2-3.7.1.json no benchmarks
catch2-3.7.1.xml Catch2
criterion-0.8.2-benchmark.json new/sample.json
criterion-0.8.2-screen.txt new/sample.json
criterion-0.8.2-tukey.json sample.json
ctest-3.25-junit.xml JUnit
cyclictest-2.4-histogram.txt output of cyclictest
cyclictest-2.4.json output of cyclictest
cyclictest-2.4.txt output of cyclictest: give its latencies: -v
deno-2.9.6.txt output of deno bench: give its JSON
divan-0.1.21.txt output of divan
fio-3.33-lat-log.txt -C N
fio-3.33-shortened.json output of fio
fio-3.33-terse.txt output of fio
fortio-1.63.0.json output of fortio
ghz-0.93.0-failed.json failed (rpc error
ghz-0.93.0-summary.txt give each call: -O json
gnu-time-1.9-v.txt bench sample COMMAND
google-benchmark-1.9.5-aggregates-only.json aggregates
hackbench-2.4.txt grep ^Time: FILE
hyperfine-2.0.0-screen.txt --export-json FILE
ioping-1.3-B.txt -C 6 reads their mean times
ioping-1.3-p.txt -C 6 reads their mean times
ioping-1.3.txt output of ioping: give its JSON: -J
iperf-2.1.8-P2.csv -d , -C 9 - reads the rates
iperf-2.1.8.txt output of iperf: give its rates: -y C
iperf3-3.12.json output of iperf3
jmeter-5.6.3.xml output of JMeter: give its CSV
jmh-1.37.txt -rf json
k6-1.8.1-shortened.csv --out json=FILE
k6-1.8.1-summary.json --out json=FILE
libtest-1.97nightly-junit.xml JUnit
llvm-mca-14.json llvm-mca
loadtest-8.2.1.txt output of loadtest
locust-2.43.0.json output of locust
mbw-1.2.2.txt output of mbw
multitime-1.4.txt output of multitime
nanobench-4.6.0.txt output of nanobench
ninja-1.11.1-log.txt output of ninja
openssl-3.0-speed-mr.txt expected a number
perf-6.1-bench-mem.txt -f NAME
perf-6.1-bench.txt perf bench --format=simple
perf-6.1-commas.csv LC_ALL=C perf stat -x,
perf-6.1-text.txt perf stat -x,
pgbench-15-aggregate.txt pgbench
pgbench-15.txt pgbench -l
postgresql-15-explain.json EXPLAIN
psql-15-timing.txt expected a number
pytest-8-durations.txt pytest-benchmark measures
pytest-benchmark-5.3.1-autosave-no-data.json --benchmark-save-data
pytest-benchmark-5.3.1-compare.csv --benchmark-json FILE
pytest-json-report-1.5.0.json pytest-benchmark measures
qperf-0.4.11.txt output of qperf
r-bench-1.1.2.csv rep(as.character(b$expression)
r-bench-1.1.2.txt output of R'\''s bench
sockperf-3.7.txt of sockperf
stress-ng-0.15.txt of stress-ng
sysbench-1.0.20.txt --report-interval=1
sysstat-12.6.1-mpstat.json of sysstat
timeit-3.11-v.txt python3 -m pyperf timeit
tinybench-6.2.5-results-shortened.json a name for each: bench.tasks.map
vegeta-12-report.json vegeta
wrk-4.1.0.txt of wrk'
is_refused() { echo "$refused" | grep -q "^$1 "; }

# read FILE: file, name, metric, unit, n and mean of each set, as expect.py writes them
sets_of() {
	"$bench" describe --format csv "$1" 2>/dev/null | awk -v file="$1" 'function cut(s) { gsub(/^"|"$/, "", s); return s }
		NR > 1 { n = 0; rest = $0
			while (rest != "" && n < 6) { n++
				if (match(rest, /^"([^"]|"")*"/)) f[n] = cut(substr(rest, 1, RLENGTH))
				else { match(rest, /^[^,]*/); f[n] = substr(rest, 1, RLENGTH) }
				rest = substr(rest, RLENGTH + 2) }
			gsub(/""/, "\"", f[1])
			printf "%s\t%s\t%s\t%s\t%s\t%.6g\n", file, f[1] == file ? "" : f[1], f[2], f[3], f[4], f[6] }'
}
as_expected() {
	for file in *; do
		case $file in expect*) continue ;; esac
		is_refused "$file" || sets_of "$file"
	done | sort >"$work/found"
	sort expected >"$work/expected"
	diff "$work/expected" "$work/found" >"$work/diff" ||
		{ head -20 "$work/diff"; return 1; }
}
tap "names, metrics, units, counts and means are as computed outside" as_expected
tap_rest

refusals() {
	echo "$refused" | while read -r file words; do
		"$bench" describe "$file" >/dev/null 2>"$work/said" </dev/null
		[ $? -eq 2 ] && tr '\n' ' ' <"$work/said" | grep -qF -e "$words" ||
			{ echo "$file:"; cat "$work/said"; exit 1; }
	done
}
tap "what cannot be read is refused, with a way out" refusals

verbs() { # whatever the verb and the file: an answer or a message, no crash
	for file in *; do
		case $file in expect*) continue ;; esac
		for verb in plot power 'compare --fail-on undecided' 'history add --commit x -F -'; do
			"$bench" $verb "$file" >/dev/null 2>"$work/said" </dev/null; status=$?
			[ $status -le 3 ] || { echo "$verb $file: $status"; return 1; }
			case $verb in history*) is_refused "$file" || [ $status -eq 0 ] || { cat "$work/said"; return 1; } ;; esac
			! is_refused "$file" || [ $status -eq 2 ] || { echo "$verb $file: $status"; return 1; }
		done
	done
}
tap "every file through every verb" verbs

# direction WAY FILE METRIC: higher, lower or unknown
direction() {
	"$bench" compare --fail-on undecided --table --metric "$3" "$2" "$2" >"$work/out" 2>"$work/said"; status=$?
	case $1 in
	unknown) [ $status -eq 2 ] && grep -q 'lower-is-better' "$work/said" ;;
	higher) [ $status -ne 2 ] && grep -q 'more is better' "$work/out" ;;
	lower) [ $status -ne 2 ] && ! grep -q 'more is better' "$work/out" ;;
	esac || { echo "$*: $status"; cat "$work/said"; return 1; }
}
directions() {
	direction higher redis-benchmark-7.0.15.csv rps && direction lower redis-benchmark-7.0.15.csv p99_latency_ms &&
		direction higher jmh-1.37-gc.json throughput && direction lower jmh-1.37-gc.json gc.alloc.rate.norm &&
		direction unknown jmh-1.37-gc.json gc.alloc.rate && direction lower jmh-1.37-modes.json time &&
		direction higher bench-node-0.15.0-jsonReport.json throughput &&
		direction lower hey-0.1.csv response-time &&
		direction lower hyperfine-2.0.0-parameters.json memory_peak_resident &&
		direction lower gungraun-0.20.0-summary.json Ir &&
		direction lower perf-6.1-x.csv page-faults &&
		direction higher google-benchmark-1.9.5-all.json bytes_per_second &&
		direction lower nanobench-4.6.0.json time && direction lower go-1.26-count6-new.txt ns/op &&
		direction higher go-1.26-test-json.json MB/s && direction lower pgbench-15-l.txt latency &&
		direction lower k6-1.8.1-shortened.json http_req_duration && direction lower h2load-1.52.txt latency &&
		direction higher benny-3.7.1.json throughput && direction lower vegeta-12-named.json latency
}
tap "directions" directions
gate() { # a rate that falls is worse
	fast=redis-benchmark-7.0.15-pipelined-6runs.csv slow=redis-benchmark-7.0.15-plain-6runs.csv
	"$bench" compare --fail-on undecided --metric rps $fast $slow >/dev/null
	[ $? -eq 1 ] && "$bench" compare --fail-on undecided --metric rps $slow $fast >/dev/null
}
tap "a rate that fell by 90 % does not pass" gate

skipped() { # as if it took no time: neither passes nor is a level of the history
	"$bench" compare --fail-on undecided --metric real_time google-benchmark-1.9.5-run.json \
		google-benchmark-1.9.5-skipped.json >"$work/out" 2>&1
	[ $? -ne 0 ] && grep -q 'BM_gpu failed (no device): left out' "$work/out" &&
		"$bench" history add --commit x -F - google-benchmark-1.9.5-skipped.json 2>/dev/null >"$work/out" &&
		! grep -q BM_gpu "$work/out"
}
tap "a benchmark that was skipped has no time" skipped
joined() { # of two sessions with two forks each are four runs
	"$bench" compare --metric throughput jmh-1.37-joined.json jmh-1.37-joined.json | grep -q '^    base  *4 '
}
tap "forks of files that were joined are runs of their own" joined
per_time() { # operations per second and per millisecond, in one file and in two
	sed 's/"ops\/s"/"ops\/ms"/' jmh-1.37-s.json >"$work/ms.json"
	"$bench" compare jmh-1.37-s.json "$work/ms.json" | grep -q '^    test .* 4.24e+09 '
}
tap "rates per second and per millisecond are of one kind" per_time

# The same files with sanitizers, and with blocks so small that every token of a file is cut somewhere.
cc="${CC:-cc} -std=gnu99 -O0 -g1 -w -fsanitize=address,undefined -fno-sanitize-recover=undefined"
sanitized() {
	mkdir "$work/objects" && for file in "$top"/lib/*/*.c "$top"/tools/*.c "$top"/tools/*/*.c; do
		echo "$file" -o "$work/objects/$(echo "${file#"$top"}" | tr / _).o"
	done | xargs -n 3 -P 2 $cc -DBENCHI_INPUT_BLOCK=16 -I"$build" -I"$top" -I"$top/lib" -I"$top/include" -c &&
		$cc "$work"/objects/*.o -lm -lpthread $LIBS -o "$work/bench" || return 1
	bench=$work/bench # a report ends the program with SIGABRT, which is a status above 3
	export ASAN_OPTIONS=abort_on_error=1 UBSAN_OPTIONS=abort_on_error=1
	as_expected && refusals && verbs
}
if ! tap_all "sanitizers report nothing"; then :
elif [ "$tap_sanitize" ]; then tap_skip "sanitizers report nothing" "built with them"
elif ! echo 'int main(void) { return 0; }' | $cc -x c - -o "$work/a.out" 2>/dev/null || ! "$work/a.out"; then
	tap_skip "sanitizers report nothing" "not on this system"
else tap "sanitizers report nothing" sanitized; fi

notes() { # what is left out is said by every verb
	for verb in describe power 'history add --commit x -F -'; do
		"$bench" $verb google-benchmark-1.9.5-all.json >/dev/null 2>"$work/said"
		[ "$(grep -c 'left out' "$work/said")" -ge 3 ] || { cat "$work/said"; return 1; }
	done
}
tap "what is left out is said by every verb" notes
failures() { # of Go, of a summary behind intervals, and a record that is no result where others are
	"$bench" describe go-1.26-failed.txt 2>&1 | grep -q 'BenchmarkFail failed: left out' &&
		"$bench" describe perf-6.1-summary.csv 2>&1 | grep -q 'sum of its intervals: left out' || return 1
	printf '{"a": {"latency": {"value": 1}}, "b": {"other": 2}}' >"$work/half"
	! "$bench" describe "$work/half" >/dev/null 2>"$work/said" && grep -q "found 'b', expected a value" "$work/said"
}
tap "failed, summed and foreign records are named" failures
remarks() { # only on what the file has
	"$bench" describe hyperfine-1.20.0-parameters.json 2>&1 | grep -q 'user and system are means' || return 1
	printf '{"results": [{"command": "x", "times": [1, 2], "exit_codes": [0, 0]}]}' >"$work/bare"
	! "$bench" describe "$work/bare" 2>&1 | grep 'user and system' || return 1
	echo '1000 lines, best of 5: 9.1 nsec' >"$work/words" # three words are no line of perf stat
	! "$bench" describe "$work/words" 2>"$work/said" && ! grep perf "$work/said"
}
tap "a remark on values that are not read stands where the file has them" remarks
joined_values() { # whole files one after the other; records in an array; a row or file that is there twice
	cat jmh-1.37-s.json jmh-1.37-gc.json >"$work/cat.json"
	"$bench" describe --format csv "$work/cat.json" | grep -q '^"org.x.B.alloc.*"throughput","ops/s",12,' || return 1
	awk '/"benchmarks": \[/ { on = 1; print "["; next } on' google-benchmark-1.9.5-run.json | sed '$d' >"$work/array.json"
	"$bench" describe --format csv "$work/array.json" 2>/dev/null | grep -q '^"BM_gpu","real_time","ns",6,' || return 1
	printf '# libbench 1\nbenchmark,process,round,ns\na,1,0,10\na,1,1,11\na,2,0,12\na,1,1,11\n' >"$work/twice.csv"
	"$bench" describe "$work/twice.csv" 2>&1 | grep -q '1 value has the process, round' || return 1
	sed 's/,11$/,11.5/; 4s/.*/a,1,1,11/' "$work/twice.csv" >"$work/once.csv"
	! "$bench" describe "$work/once.csv" 2>&1 | grep 'count again'
}
tap "joined files and arrays of records are read; a copied row is noted" joined_values
row_units() { # a column of a table holds the unit, before the number or after it
	printf 'name,cpu_time,iterations,time_unit\na,12,100,ns\na,1.5,100,us\n' >"$work/u1"
	printf 'unit,name,value\nms,a,12\nus,a,15\n' >"$work/u2"
	printf 'name,value,unit\na,12,ms\na,15,MB\n' >"$work/u3"
	printf ',cpu_time,name,real_time,iterations,run_type,time_unit\n0,3,BM_a,1,9,iteration,us\n' >"$work/u4"
	"$bench" describe --format csv "$work/u1" | grep -q '^"a","cpu_time","ns",2,0.95,756' &&
		"$bench" describe --format csv "$work/u2" | grep -q '^"a","value","ms",2,0.95,6.0075' &&
		! "$bench" describe "$work/u3" >/dev/null 2>"$work/said" && grep -q "u3:3: found 'MB'" "$work/said" &&
		"$bench" describe --format csv "$work/u4" | grep -q '^"BM_a","cpu_time","ns",1,0.95,3000'
}
tap "a column of units holds for the numbers of the row" row_units
refused_requests() { # answers of status 404 are failures, as is what reached no server
	sed '3,5s/,200,/,404,/' hey-0.1.csv >"$work/hey"
	"$bench" describe --format csv --metric response-time "$work/hey" 2>"$work/said" | grep -q ',"s",37,' &&
		grep -q 'failed or was skipped: left out' "$work/said" || return 1
	sed 's/"error":"[^"]*",//; s/"1212"/"1404"/' k6-1.8.1-refused.json >"$work/k6"
	! "$bench" describe --format csv "$work/k6" 2>/dev/null | grep '127.0.0.1:9/","http_req_duration"'
}
tap "requests that failed have no time" refused_requests
emptied() { # nothing was measured, or the samples were removed
	printf '{"context": {"library_build_type": "release"}, "benchmarks": []}' >"$work/none"
	! "$bench" describe "$work/none" 2>"$work/said" && grep -q 'no benchmark of Google Benchmark ran' "$work/said" &&
		printf '{"results": [{"command": "a", "mean": 2, "stddev": null, "median": 3}]}' >"$work/median" &&
		"$bench" describe --format csv "$work/median" 2>"$work/said" | grep -q '^"a","time","s",1,0.95,3,' &&
		grep -q 'hyperfine.* without times hold one median' "$work/said" || return 1
	printf '{"benchmarks": [{"fullname": "a", "stats": {"data": [1, 2]}}, {"fullname": "b", "stats": {"data": []}}]}' >"$work/half"
	"$bench" describe "$work/half" 2>&1 | grep -q ' b holds no values: left out' &&
		! "$bench" describe libtest-1.97nightly.json 2>&1 | grep 'holds no values'
}
tap "files without benchmarks or without samples are named" emptied
packed() { # what a compressed file is, and where its records' units come from
	gzip -c k6-1.8.1-shortened.json >"$work/gz" && ! "$bench" describe "$work/gz" 2>"$work/said" &&
		grep -q 'gzip -dc FILE' "$work/said" || return 1
	for what in '\375''7zXZ:xz -dc' '\050\265\057\375:zstd -dc' 'BZh91:bzip2 -dc' 'PK\003\004:unzip -p' '\377\376:iconv'; do
		printf "${what%%:*}1\n" >"$work/other" && ! "$bench" describe "$work/other" 2>"$work/said" &&
			grep -q "${what#*:}" "$work/said" || return 1
	done
	printf '"","expr","time"\n"1","f(x)",120\n"2","f(x)",130\n' >"$work/r.csv"
	"$bench" describe --format csv "$work/r.csv" | grep -q '^"f(x)","time","ns",2,0.95,125' || return 1
	printf '{"Title": "T", "Benchmarks": [{"FullName": "N.C.M(n: 1)", "Statistics": {"OriginalValues": [10, 12.5],
		"N": 2, "Mean": 11.25}}]}' >"$work/dotnet"
	"$bench" describe --format csv "$work/dotnet" | grep -q '^"N.C.M(n: 1)","time","ns",2,0.95,11.25'
}
tap "gzip is named; R's and .NET's nanoseconds are read" packed

unordered() { # no test of order of what a tool sorts; metrics of two units are two panels
	"$bench" describe mitata-1.0.34-shortened.json >"$work/out" 2>&1 && ! grep -q 'drift \|correlation' "$work/out" &&
		"$bench" describe hey-0.1.csv 2>&1 | grep -q 'correlation' &&
		! "$bench" describe ab-2.4-g.csv | grep -q 'drifts' && ! "$bench" plot ab-2.4-g.csv | grep -q 'drifts' || return 1
	printf '{"libbench": 1, "results": [{"name": "a", "unit": "points", "values": [1, 2, 3]},
		{"name": "b", "unit": "KiB", "values": [10, 20, 30]}]}' >"$work/units"
	"$bench" describe "$work/units" | grep -q 'median  *20 KiB'
}
tap "sorted samples have no order; units of two kinds are described" unordered

keys() { # commits, environments, machines and benchmarks are series
	cd "$work" && rm -f h && mkdir -p target/criterion/a/new target/criterion/b/new &&
		cp "$golden/criterion-0.8.2-linear-sample.json" target/criterion/a/new/sample.json &&
		cp "$golden/criterion-0.8.2-linear-sample.json" target/criterion/b/new/sample.json &&
		mkdir -p target/criterion/c/new && cp target/criterion/b/new/sample.json target/criterion/c/new/ &&
		cp "$golden/criterion-0.8.2-benchmark.json" target/criterion/c/new/benchmark.json &&
		sed 's/"env_name": "[^"]*"/"env_name": "other"/' "$golden/asv-0.6.6-env-fast.json" >asv.json &&
		"$bench" history add -F h --commit c "$golden/asv-0.6.6-env-fast.json" asv.json \
			"$golden/pytest-benchmark-5.3.1-commit1.json" target/criterion/*/new/sample.json 2>/dev/null &&
		cd "$golden" || return 1
	commit=$(sed -n 's/.*"id": "\([0-9a-f]\{40\}\)".*/\1/p' pytest-benchmark-5.3.1-commit1.json | head -1)
	[ "$(grep -c '"bm.time_plain".*"environment": ' "$work/h")" -eq 2 ] &&
		grep -q "$commit.*\"time\"" "$work/h" &&
		grep -q '"benchmark": "a", "commit": "c"' "$work/h" && grep -q '"benchmark": "b", "commit": "c"' "$work/h" &&
		grep -q '"benchmark": "grp/alg/a/10", "commit": "c"' "$work/h" # the name in benchmark.json
}
tap "commit, environment and path are keys" keys

# Two commits on two machines, of asv in two environments: a series for each benchmark, machine and environment
series() {
	cd "$work" && rm -rf h asv && mkdir -p asv/one asv/two || return 1
	for commit in 1 2; do for machine in one two; do
		id=$(printf %040d $commit)
		sed "s/\"commit_hash\": \"[^\"]*\"/\"commit_hash\": \"$id\"/; s/\"machine\": \"[^\"]*\"/\"machine\": \"$machine\"/
			s/\"date\": [0-9]*/\"date\": 176725800${commit}000/" "$golden/asv-0.6.6-env-fast.json" >asv/$machine/$commit-a.json
		sed 's/"env_name": "[^"]*"/"env_name": "other"/' asv/$machine/$commit-a.json >asv/$machine/$commit-b.json
		sed "s/\"id\": \"[0-9a-f]*\"/\"id\": \"$id\"/; s/\"node\": \"[^\"]*\"/\"node\": \"$machine\"/
			s/\"time\": \"20[^\"]*\"/\"time\": \"2026-01-0${commit}T00:00:00Z\"/" \
			"$golden/pytest-benchmark-5.3.1-commit1.json" >py.json
		"$bench" history add -F h py.json && "$bench" history add -F h --commit "$id" --machine $machine \
			"$golden/google-benchmark-1.9.5-run.json" "$golden/jmh-1.37-params.csv" \
			"$golden/hyperfine-2.0.0-parameters.json" || return 1
	done; done 2>said
	cp "$golden/asv-0.6.6-machine.json" asv/one/machine.json && echo '{}' >asv/benchmarks.json &&
		"$bench" history add -F h asv 2>said || { cat said; return 1; }
	"$bench" history -F h --format csv >out || return 1
	# benchmarks and metrics: 2 of pytest-benchmark, 2 of Google, 2 of JMH, 10 of hyperfine, 5 * 2 of asv
	awk -F, 'NR > 1 && /,2,/ { n++ } END { exit n != 2 * (2 + 2 + 2 + 10 + 10) }' out || { cat out; return 1; }
}
tap "a folder of asv; commits, machines and environments of five tools are series" series
tap_end
