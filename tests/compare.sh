#!/bin/sh
# Does `bench compare` say what it should, to people and to programs?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
golden=$top_srcdir/tests/golden
bench=$(cd "$top_builddir" && pwd)/tools/bench
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

transcript() {
	sh "$golden/run.sh" compare "$bench" compare >"$work/got" && diff "$golden/compare/expected.txt" "$work/got"
}
tap "every recorded comparison is the same" transcript
narrow() { ! awk '!/^\$/ && length > 80' "$work/got" | grep .; }
tap "no line is longer than 80 columns" narrow

# names from outside reach a terminal as text: escapes, a changed direction, tabs, line ends
printf 'benchmark,wall_time\033[2J\na\033]0;t\007,1\na\033]0;t\007,2\n"b\t\302\233\342\200\256\n\377",3\n"b\t\302\233\342\200\256\n\377",4\n' >"$work/evil.csv"
clean() { # COMMAND...: neither output has a control character
	"$@" >"$work/out" 2>"$work/err"
	cat "$work/out" "$work/err" >"$work/both"
	[ -s "$work/both" ] && ! LC_ALL=C tr -d '\n' <"$work/both" | LC_ALL=C grep -q "[[:cntrl:]]" &&
		! grep -q "$(printf '\302\233\|\342\200\256')" "$work/both" || { cat -v "$work/both"; return 1; }
}
evil() {
	clean "$bench" compare "$work"/evil*.csv && clean "$bench" compare --box "$work"/evil*.csv &&
		clean "$bench" power "$work"/evil*.csv &&
	clean "$bench" plot --strip --histogram "$work"/evil*.csv && clean "$bench" compare "$work"/evil*.csv "$work"/evil*.csv &&
		clean "$bench" compare "$work/$(printf 'no\033[1mne')" &&
	cat "$work"/evil*.csv | clean "$bench" compare --live
}
tap "names from outside are text for a terminal" evil

# a time, and a rate that is made of it, are one question
functions() {
	"$bench" compare "$golden/readers/google.json" "$golden/readers/google.json" >"$work/out"
	read -r comparisons word apart rest <"$work/out"
	[ "$comparisons" = "$1" ] && [ "$apart" = "($2" ] || { cat "$work/out"; return 1; }
}
tap "metrics that are functions of one another are corrected for once" functions 6 4

# a noisy neighbour may have taken what a difference claims
wide() { # SCALE WIDTH...: eight processes of 100 cycles each, times SCALE
	scale=$1; shift
	for i in 0 1 2 3 4 5 6 7; do
		for k in 1 2 3; do
			echo "a,$i,$k,$(awk "BEGIN { print $scale * (100 + $i / 10 + $k / 100) }"),$1"
		done
	done
}
beside() {
	printf '# libbench 1\nbenchmark,process,round,cycles\n' >"$work/idle.csv"
	wide 1 | sed 's/,$//' >>"$work/idle.csv"
	for scale in 1.9 3; do
		printf '# libbench 1\nbenchmark,process,round,cycles,core_width\n' >"$work/by$scale.csv"
		wide $scale 0.5 >>"$work/by$scale.csv"
		sed 's/,[0-9.]*$//' "$work/by$scale.csv" | sed 's/,core_width//' >"$work/unknown$scale.csv"
	done
	say() { "$bench" compare "$@" | tr '\n' ' '; }
	say "$work/idle.csv" "$work/unknown1.9.csv" | grep -q 'is 90.*% slower' &&
		say "$work/idle.csv" "$work/by1.9.csv" | grep -q ' inconclusive: ' &&
		say "$work/by1.9.csv" "$work/idle.csv" | grep -q ' inconclusive: ' &&
		say "$work/idle.csv" "$work/by1.9.csv" | grep -q 'neighbour left 50 % of the core' &&
		say "$work/idle.csv" "$work/by3.csv" | grep -q 'is 200 % slower.*CI 6'
}
tap "a difference that a neighbour may explain is inconclusive" beside

# invalid sentences
sense() {
	printf '3\n9\n' >"$work/few"; cp "$work/few" "$work/two"; "$bench" compare "$work/few" "$work/two" | tr '\n' ' ' |
		grep -q 'two against few at most +[0-9]* % ' || return 1
	# ends beyond a tenth and ten times the base mean nothing
	printf '1\n50\n3\n' >"$work/few"; printf '2\n1000\n1\n' >"$work/two"
	"$bench" compare "$work/few" "$work/two" | grep -q ' scatter too widely' &&
		"$bench" compare --table "$work/few" "$work/two" >"$work/out" && grep -q ' unknown  inconclusive$' "$work/out" &&
		grep -qx 'inconclusive: --details says what would decide' "$work/out" || return 1
	printf '10\n50\n20\n45\n33\n12\n' >"$work/wide"; printf '.1\n.2\n.1\n.3\n.2\n.1\n' >"$work/low"; "$bench" compare \
		"$work/wide" "$work/low" | tr '\n' ' ' |
		grep -q '^low is [0-9.]* times as fast as wide (95 % CI at least [0-9.]* times)' || return 1
	n=$(printf '%03000d' 0); printf 'benchmark,wall_time\n%sa,10\n%sa,20\n%sb,30\n%sb,40\n' $n $n $n $n >"$work/long"
	"$bench" compare "$work/long" | tr '\n' ' ' |
		grep -q '^wall_time inconclusive: 0*\.\.0*b against 0*\.\.0*a .* (95 % CI)'
}
tap "zeros, halves below 0 and endless names make sense" sense

# zeros and constants
zeros() {
	printf '0\n0\n0\n0\n' >"$work/zeros"; cp "$work/zeros" "$work/noughts"; printf '7\n7\n' >"$work/seven"; cp \
		"$work/seven" "$work/sept"
	for pair in "zeros noughts" "seven sept"; do set -- $pair; "$bench" compare --fail-on undecided --format json "$work/$1" "$work/$2" \
		>"$work/json" && key "$work/json" answer same || return 1; done
	printf 'Benchmark%s-2 9 5 ns/op 0 allocs/op\n' A A A A >"$work/go.txt"; "$bench" compare --fail-on undecided --format json --metric \
		allocs/op "$work/go.txt" "$work/go.txt" >"$work/json" && key "$work/json" answer same
}
empty_keys() { # an empty value takes a key away, as in Go's format: these are two values of A, one nameless
	printf 'BenchmarkA-8 0 5 ns/op 3 B/op\nh:\nBenchmarkA-8 0 5 ns/op 3 B/op\nh:\nBenchmark 0 5 ns/op\n' >"$work/keyless"
	for verb in describe 'compare --base A-8' power plot; do
		"$bench" $verb "$work/keyless" >"$work/out" || return 1
	done
	"$bench" describe "$work/keyless" | grep -q '^A-8, ns/op: 2 values' || return 1
	# names that hold what is a key elsewhere stay two sets
	printf 'k: 1\nBenchmarkA 0 5 ns/op\nk: 2\nBenchmarkA 0 6 ns/op\nk:\nBenchmarkA/k=1 0 7 ns/op\n' >"$work/alike"
	"$bench" describe --format csv "$work/alike" >"$work/out" && [ "$(grep -c '^"A/k=1",' "$work/out")" -eq 2 ] &&
		"$bench" compare --format csv "$work/alike" "$work/alike" >"$work/out" && [ "$(wc -l <"$work/out")" -eq 4 ]
}
tap "keys without a value, and names that look like keys" empty_keys
rounded() { # 1 in 100 sets may have an outlier; of three rounded values every other had
	awk 'BEGIN { srand(3); printf "{\"libbench\": 1, \"results\": ["
		for (s = 0; s < 200; s++) { printf "%s{\"name\": \"s%d\", \"values\": [", s ? "," : "", s
			for (i = 0; i < 3; i++) printf "%s%d", i ? "," : "", 115.8 + sqrt(-2 * log(1 - rand())) * cos(6.2832 * rand()) / 2
			printf "]}" } print "]}" }' >"$work/rounded"
	[ "$("$bench" describe "$work/rounded" | grep -c 'is an outlier')" -le 4 ]
}
tap "rounded values are no outliers" rounded
many_metrics() { # the time is for work that grows with the square
	awk 'BEGIN { for (k = 0; k < 4; k++) { printf "Benchmark%s 1", substr("AABB", k + 1, 1)
		for (i = 0; i < 20000; i++) printf " %d m%d", i + k, i; print "" } }' >"$work/metrics"
	timeout 300 "$bench" compare --base A "$work/metrics" >"$work/out" && grep -q '^m19999 ' "$work/out"
}
tap_slow "20,000 metrics" many_metrics
strangers() { # 40,000 names in each file, none in both
	awk 'BEGIN { print "name,ms"; for (i = 0; i < 120000; i++) print "a" int(i / 3) "," i % 3 }' >"$work/ours"
	sed 's/^a/b/' "$work/ours" >"$work/theirs"
	timeout 300 "$bench" compare "$work/ours" "$work/theirs" 2>"$work/err"
	[ $? -eq 2 ] && grep -q 'have no case in common' "$work/err"
}
tap_slow "many names and none in common" strangers
mostly_zero() {
	for i in 1 2 3 4 5 6 7; do printf '0\n0\n0\n.01\n'; done >"$work/ticks"
	for i in 1 2 3 4 5 6 7; do printf '.01\n.02\n.01\n.01\n'; done >"$work/more"
	"$bench" compare --fail-on undecided --format json "$work/ticks" "$work/ticks" >"$work/json" && key "$work/json" answer same &&
		"$bench" compare --format json "$work/ticks" "$work/more" >"$work/json" && key "$work/json" answer higher &&
		key "$work/json" percent null
}

# which test; files as runs; columns as files
lawless=$top_srcdir/tests/oracle/g05_jvm_s10u5_s10u6
both() {
	"$bench" compare "$lawless/a.txt" "$lawless/b.txt" >"$work/out" &&
		grep -q 'means and ranks disagree: p = 0.073 by means, 0.022 by ranks' "$work/out" && grep -q '^inconclusive' "$work/out" &&
		"$bench" compare --test ranks "$lawless/a.txt" "$lawless/b.txt" >"$work/out" &&
		grep -q '^b.txt is 1.6 % faster' "$work/out" && grep -q 'by ranks.*p = 0.022' "$work/out" &&
		"$bench" compare --test signs --format json "$lawless/a.txt" "$lawless/a.txt" | grep -q '"method": "signs"'
}
tap "the requested test; both p-values where they differ" both
printf '# a b\n1 5\n2 6\n1.5 5.5\n' >"$work/fields"
fields() { # the k-th -C is of the k-th file, and more are of the last one
	"$bench" compare -C 1 -C 2 "$work/fields" >"$work/out" && grep -q '^fields:2 is .* slower than fields:1 ' "$work/out" &&
		"$bench" compare -C 2 "$work/fields" -C 2 "$work/fields" | grep -q 'fields:2 against'
}
tap "two columns of one file" fields
printf '1\n3\n' >"$work/boot1"; printf '9\n4\n6\n' >"$work/boot2"
pooled() {
	(cd "$work" && "$bench" compare --pool --format json old=boot1 old=boot2 new=boot2 new=boot1 old=boot1) >"$work/out" &&
		grep -q '"a.runs": 3,' "$work/out" && grep -q '"b.n": 5,' "$work/out" &&
		"$bench" compare --skip 1 --format json "$work/boot1" "$work/boot2" | grep -q '"b.mean": 5,' || return 1
	printf 'benchmark,t,round,run\n' >"$work/runs"
	for name in a b; do
		printf "$name,%d,%d,%d\n" 1 1 7 2 2 7 3 1 8 4 2 8 5 3 8 >>"$work/runs"
	done
	"$bench" compare --metric t --skip 1 --format json "$work/runs" >"$work/json" &&
		[ "$(grep -cE '"a.(n": 3|runs": 2|min": 2|max": 5),' "$work/json")" -eq 4 ]
}
tap "files of one label are runs of one set; values are skipped" pooled
unlabelled() { ! "$bench" compare --pool "$work/boot1" "$work/boot2" 2>"$work/err" && grep -qF '(try labels: --pool old=' "$work/err"; }
tap "pooled files without labels are one set" unlabelled
hint() { # WORDS TEXT: what is said of such a file
	printf "$2" >"$work/other"
	"$bench" compare "$work/other" "$work/boot1" 2>"$work/err"
	[ $? -eq 2 ] && grep -qe "$1" "$work/err" || { cat "$work/err"; return 1; }
}
hints() {
	hint '; give a number per line' 'total 4\n' && hint '; .*--export-json' 'Benchmark 1: true\n  Time (mean \302\261 s): 1 ms\n' &&
		hint 'perf stat -x,' ' Performance counter stats for x:\n' && hint '-rf json' 'Benchmark  Mode  Cnt  Score\nx avgt 5 1\n' &&
		hint 'web pages are not supported' '<html>\n1\n' && hint "found 'x', expected a number\$" '1\nx\n'
}
tap "of another file the nearest that is read is named" hints

# means, differences, limits
printf '1476.48\n1475.75\n1482.53\n' >"$work/current"; printf '1472.52\n1469.86\n1480.43\n' >"$work/buf_work"
printf 'benchmark,wall_time,user_time\na,1,2\na,1.1,2.1\na,.9,2\na,1,1.9\nb,3,2\nb,3.1,2\nb,2.9,2.1\nb,3,2\n' \
	>"$work/ab.csv"
differences() {
	"$bench" compare --paired "$work/current" "$work/buf_work" >"$work/out" && grep -q '^    1 .* 1476.48 .* 1472.52 .* -3.96$' "$work/out" &&
		grep -q '^    3 .* -2.10$' "$work/out" && grep -q '^    mean .* -3.98$' "$work/out" &&
		grep -q '^    std dev .* 1.90$' "$work/out" && "$bench" compare "$work/current" "$work/buf_work" >"$work/out" &&
		! grep -q 'difference$' "$work/out"
}
tap "pairs are listed with their differences" differences
listed() { seq $1 >"$work/a"; seq 2 $(($1 + 1)) >"$work/b"; "$bench" compare --paired "$work/a" "$work/b" | grep '^    run .*difference$'; }
few_pairs() { listed 20 && ! listed 21; }
tap "up to twenty of them" few_pairs
means() {
	"$bench" compare --means --significance=99.9% "$work/ab.csv" >"$work/out" &&
		grep -q '^ *a  *b  *difference (99.9 % CI)$' "$work/out" &&
		grep -q '^wall_time  *1.00[0-9]* .* 0.08[0-9]* s  *3.00[0-9]* .* 0.08[0-9]* s  *+[0-9.]* to +[0-9.]* %$' "$work/out" &&
		grep -q '^user_time ' "$work/out" && grep -q '^samples  *4  *4$' "$work/out"
}
tap "means and standard deviations, as cbdr analyze prints them" means
bounds() {
	"$bench" compare "$work/ab.csv" --limit 'b:wall_time<3' --limit 'wall_time>0.1' --expect 'a:wall_time=0.5..1.5' \
		--expect 'b:user_time<1' >"$work/out"
	[ $? -eq 0 ] && grep -q '^as expected: a, a:wall_time=0.5..1.5: median ' "$work/out" &&
		grep -q '^more than expected: b, b:user_time<1: median ' "$work/out" && ! grep -q '^impossible' "$work/out" || return 1
	"$bench" compare "$work/ab.csv" --limit 'wall_time=1..2' >"$work/out"
	[ $? -eq 1 ] && [ "$(grep -c '^impossible: b, wall_time=1..2: median ' "$work/out")" -eq 1 ] || return 1
	"$bench" compare "$work/ab.csv" --limit 'fnord<1' >"$work/out" 2>"$work/err"
	[ $? -eq 2 ] && grep -q -- "--limit 'fnord<1': no values of metric 'fnord'" "$work/err"
}
tap "limits and predictions of saved values" bounds

# units
units() {
	own() {
		printf '{"libbench": 1, "results": [{"name": "x", "metric": "time", "unit": "%s", "values": [%s]}]}\n' "$1" "$2"
	}
	own ms 1,2,3 >"$work/ms"; own us 1000,2000,3000 >"$work/us"; own kB 1,2,3 >"$work/kb"
	"$bench" compare --format json "$work/ms" "$work/us" >"$work/json" && key "$work/json" b.mean 2 &&
		key "$work/json" difference 0 && key "$work/json" unit ms || return 1
	"$bench" compare "$work/ms" "$work/kb" 2>"$work/said"; [ $? -eq 2 ] &&
		grep -q "found values in 'ms' and in 'kB', expected units of one kind" "$work/said" || return 1
	printf '{"libbench": 1, "results": [{"name": "x", "metric": "time", "unit": "ms", "values": [1, 2]}, {"name": "x", "metric": "time", "unit": "us", "values": [3000]}]}\n' >"$work/mixed"
	"$bench" compare --format json "$work/mixed" "$work/ms" >"$work/json" && key "$work/json" a.mean 2 &&
		key "$work/json" a.n 3 || return 1
	sed 's/"us"/"B"/' "$work/mixed" >"$work/wrong"; "$bench" compare "$work/wrong" "$work/ms" 2>"$work/said"; [ $? -eq \
		2 ] && grep -q "x, time: found the unit 'B'" "$work/said" || return 1
	own '' 1,2,3 >"$work/none"
	"$bench" compare --pool old="$work/ms" old="$work/none" new="$work/us" 2>"$work/said"
	[ $? -eq 2 ] && grep -q "found values in 'no unit', expected 'ms' as in the first file" "$work/said" || return 1
	# the unit of a strip chart's ends may be part of the metric's name
	printf 'BenchmarkA 1 %d B/op\n' 5 6 7 8 >"$work/op"
	"$bench" compare "$work/op" "$work/op" | grep -q '^  *5.00 B  *8.00 B$'
}
plain_units() {
	printf '12 ms\n 13ms\n  1 s\n' >"$work/a"; printf '12000 us\n13000 us\n1000000 us\n' >"$work/b"
	"$bench" compare --format json "$work/a" "$work/b" >"$work/json" && key "$work/json" a.max 1000 &&
		key "$work/json" difference 0 && key "$work/json" unit ms || return 1
	printf '12 ms\n13\n' >"$work/b"; "$bench" compare "$work/a" "$work/b" 2>"$work/said"; [ $? -eq 2 ] &&
		grep -q "b:2: found '13', expected a unit that converts to 'ms', as in earlier values" "$work/said"
}

# the exit status: wall_time decides, or what was requested
table() {
	echo benchmark,sys_time,user_time,wall_time
	for i in 1 2 3 4 5 6 7 8; do echo "a,$i.1,1.$i,5.$i"; echo "b,$1$i.1,1.$i,$2.$i"; done
}
headline() {
	table 9 5 >"$work/t.csv"
	"$bench" compare --fail-on undecided "$work/t.csv" >/dev/null
	[ $? -eq 3 ] || return 1
	table '' 9 >"$work/t.csv"
	"$bench" compare --fail-on undecided "$work/t.csv" >/dev/null
	[ $? -eq 1 ] || return 1
	table 9 5 >"$work/t.csv"
	"$bench" compare --fail-on undecided --metric wall_time --metric sys_time "$work/t.csv" >"$work/out"
	[ $? -eq 1 ] && [ "$(grep -c '_time$' "$work/out")" -eq 2 ]
}

lines() { # rows of JSON whatever their blanks and the order of keys
	for i in 1 2 3; do printf '{"round":%s,\n "wall_time" : 1.%s,"benchmark":"a"}\n{"wall_time":2.%s,"benchmark"\t:"b","round":%s}\n' $i $i $i $i; done >"$work/lines"
	json "$work/lines" && key "$work/json" b.mean 2.2 || return 1
	{ echo '{ "context": {"benchmark": "no", "results": 3},"libbench":1}'; cat "$work/lines"; } >"$work/more"; json \
		"$work/more" && key "$work/json" a.mean 1.2
}

# key FILE KEY VALUE...: the values of a key begin so
key() {
	file=$1 name=$2
	shift 2
	sed -n "s/^    \"$name\": \"*\([^\",]*\).*/\1/p" "$file" >"$work/values"
	for value; do echo "$value"; done >"$work/wanted"
	paste "$work/values" "$work/wanted" | awk 'index($1, $2) != 1 { print; bad = 1 } END { exit bad || !NR }'
}
json() { "$bench" compare --format json "$@" >"$work/json"; }
tap "constants and zeros are the same as themselves" zeros
tap "a median of 0 is compared by difference" mostly_zero
tap "units of one kind are converted, others refused" units
tap "plain numbers have units too" plain_units
tap "the headline metric decides the exit status, --metric repeats" headline
tap "JSON lines are recognised by their keys" lines

# two sessions: in the second all takes FACTOR times as long, an empty program STARTUP times
sessions() { # FACTOR STARTUP
	for f in 1 2; do
		awk -v f=$f -v k="$1" -v u="$2" 'BEGIN { print "benchmark,wall_time,round,exit_status,startup"
			for (i = 0; i < 40; i++)
				printf "x,%.17g,%d,0,%.17g\n", (2 + i * 7 % 10 / 50) * (f > 1 ? k : 1), i,
					(1 + i * 3 % 10 / 100) * (f > 1 ? u : 1) }' >"$work/s$f.csv"
	done
	json "$work/s1.csv" "$work/s2.csv"
}
follows() {
	sessions 1.4 1.4 && key "$work/json" answer inconclusive &&
		awk '/startup.percent/ { exit !($2 > 39.9 && $2 < 40.1) }' "$work/json" &&
		"$bench" compare "$work/s1.csv" "$work/s2.csv" | tr '\n' ' ' |
		grep -q 'note *two sessions: starting a program took +40.0 % in the test'
}
stays() {
	sessions 1.4 1 && key "$work/json" answer higher && sessions 1 1.4 && key "$work/json" answer inconclusive &&
		sessions 1.4 .9 && key "$work/json" answer higher
}
alone() {
	sed '1!s/^x/y/' "$work/s2.csv" | sed 1d | cat "$work/s1.csv" - >"$work/both.csv" && sessions 1.4 1.4 &&
		json "$work/both.csv" && key "$work/json" startup.percent null
}
tap "a difference between sessions that the start-up shares is none" follows
tap "one that it does not share counts, and one that only it has counts against" stays
tap "benchmarks of one session share its start-up" alone

# figures that two articles print
json "$golden/ministat/openssl_97_98.x" "$golden/ministat/openssl_97_98.b"
tap "openssl: Shapiro-Wilk W = 0.8351" key "$work/json" a.shapiro.W 0.8351
tap "openssl: p = 0.01076" key "$work/json" a.shapiro.p 0.01076
tap "openssl: Grubbs G = 1.2892" key "$work/json" a.grubbs.G 1.2892
tap "openssl: U = 0.8728 (0.872799...)" key "$work/json" a.grubbs.U 0.872799
tap "openssl: the answer" key "$work/json" answer lower
json "$golden/compare/jvm.x" "$golden/compare/jvm.b"
tap "jvm98: n = 13.87397 (13.873957... when solved to the end)" key "$work/json" power.n.tight 13.873957
tap "jvm98: the answer" key "$work/json" answer inconclusive
json "$golden/ministat/phk_real.x" "$golden/ministat/phk_real.b"
tap "buildworld: mean 1478.2533" key "$work/json" a.mean 1478.2533
tap "buildworld: deviation 5.4980087" key "$work/json" b.sd 5.4980087
tap "buildworld: pairs" key "$work/json" paired.diff -3.98333

# several in one file, and what is null
json "$golden/readers/cbdr.csv"
tap "three metrics are compared" key "$work/json" metric sys_time user_time wall_time
tap "and corrected" grep -q '"correction": "holm"' "$work/json"
json "$golden/ministat/n2.x" "$golden/ministat/n2.b"
tap "what does not exist is null" key "$work/json" a.shapiro.W null

columns() {
	"$bench" compare --format csv "$golden/ministat/s1" "$golden/ministat/n2.x" "$golden/ministat/const_same.x" \
		"$golden/ministat/lognormal.b" |
		awk -F, 'NR == 1 { n = NF } NF != n || n < 100 { bad = 1 } END { exit bad || NR != 4 }'
}
tap "every row of --format csv has every column" columns
same_keys() {
	"$bench" compare --format csv "$golden/ministat/s1" "$golden/ministat/s3" | head -1 | tr , '\n' >"$work/csv"
	"$bench" compare --format json "$golden/ministat/s1" "$golden/ministat/s3" | sed -n 's/^    "\([^"]*\)":.*/\1/p' |
		cmp - "$work/csv"
}
tap "--format csv and --format json have the same keys" same_keys
standard() { "$bench" compare - "$golden/ministat/s3" <"$golden/ministat/s1" | grep -q '<stdin>'; }
tap "'-' is standard input" standard
twice() { ! "$bench" compare - - <"$golden/ministat/s1" 2>"$work/err" && grep -q "found '-' twice" "$work/err"; }
tap "which is read once" twice
# of cbdr analyze 0.2.4 on the same file
cbdr() {
	awk 'BEGIN { print "benchmark,t"; for (i = 0; i < 30; i++) { print "a," 1 + i * 7 % 30 / 99
		print "b," 1.2 + i * 11 % 30 / 90; print "c," 1.21 + i * 13 % 30 / 70 } }' >"$work/cbdr.csv"
	"$bench" analyze -c 99.9% "$work/cbdr.csv" >"$work/out" && "$bench" analyze <"$work/cbdr.csv" | diff "$work/out" - &&
		[ "$(grep -c '99.9 % CI' "$work/out")" -eq 2 ] || return 1
	[ "$(grep -cE '^t +[0-9]+\.[0-9]{3} .. ?[0-9.]{5} ' "$work/out")" -eq 2 ] &&
	[ "$(sed -n 's/^t .* \([+-][0-9.]*\) to \([+-][0-9.]*\) %$/\1 \2/p' "$work/out" | tr '\n' ' ')" = "$cbdr_says" ] &&
		json "$work/cbdr.csv" && key "$work/json" cbdr.pct99.9.lo 11.42 15.05 && key "$work/json" cbdr.pct99.9.hi 26.02 32.16
}
cbdr_says="+11.4 +26.0 -3.3 +11.5 "
tap "analyze compares neighbours as cbdr does" cbdr
fraction() { json -c 0.99 "$golden/ministat/s1" "$golden/ministat/s3" && key "$work/json" confidence 99; }
tap "a confidence may be a fraction" fraction

# many comparisons are a table; names as Go writes them
go() {
	for k in 1 2 3 4 5 6 7 8; do for b in A B C D E F G H I J K; do echo \
		"BenchmarkEncode$b/alg=$1/n=10-8 100 $2$k ns/op $((3 + ${k}))$2 B/op"; done; done
}
table() {
	{ echo pkg: example.org/long; go x 10; } >"$work/old"; { echo pkg: example.org/long; go x 12; } >"$work/new"
	"$bench" compare "$work/old" "$work/new" >"$work/out"; [ "$(wc -l <"$work/out")" -le 31 ] &&
		! awk 'length > 80' "$work/out" | grep . &&
		grep -q '^long.EncodeK  *10[0-9.]* ns  *12[0-9.]* ns  *+1[89][0-9.]* %  *.* to .* %  *slower$' \
		"$work/out" && grep -q '^geometric mean  *+19\.1 %' "$work/out" && grep -q '^geometric mean  *+0\.3 %' "$work/out" &&
		grep -qF 'names are example.org/*/alg=x/n=10-8' "$work/out" || { cat "$work/out"; return 1; }
	"$bench" compare --format markdown --metric ns/op "$work/old" "$work/new" |
		grep -q '^| example.org/long.EncodeA/alg=x/n=10-8 | 10[0-9.]* ns | ' &&
		"$bench" compare --details "$work/old" "$work/new" | grep -c 'std dev' | grep -qx 22
}
tap "many comparisons are a table" table
large_figures() { # whole up to 1e7, then of three digits
	for x in 60 61 62 63; do printf '%s,%s00001\n' a $x b 1$x; done | sed '1i name,n' >"$work/large.csv"
	"$bench" compare --table "$work/large.csv" | grep -q '^b  *6150001  *1.62e+07 '
}
tap "large figures are short" large_figures
intervals() { # R: t.test(1:20)$conf.int[1]
	seq 20 >"$work/a" && "$bench" compare --format json "$work/a" "$work/a" | grep -q '"a.mean.ci95.lo": 7.731189'
}
tap "the interval of a mean has 95 %" intervals
name_columns() { # of names that differ in the middle alone: whole in a pipe
	"$bench" compare --table "$work/ab.csv" | grep -q '^time  *base' || "$bench" compare --table "$work/ab.csv" | grep -q '^wall_time  *base' || return 1
	awk 'BEGIN { for (i = 0; i < 200; i++) { a = a "a"; b = b "b" } print "name,time"
		for (k = 1; k < 4; k++) for (v = 1; v < 5; v++) print a k b "," v + k }' >"$work/wide.csv"
	"$bench" compare --table "$work/wide.csv" | grep -q '^a\{200\}2b\{200\} '
}
tap "names are whole in a pipe" name_columns
columns_of() {
	{ go x 10; go y 12; } >"$work/both"
	json --col /alg --metric ns/op "$work/both" &&
		key "$work/json" benchmark EncodeA/n=10-8 EncodeB EncodeC EncodeD EncodeE EncodeF EncodeG EncodeH EncodeI \
		EncodeJ EncodeK && key "$work/json" test y y y y y y y y y y y &&
		json --col /alg --row '.name /n' --metric ns/op --filter '!*Encode[A-J]*' "$work/both" &&
		key "$work/json" benchmark EncodeK/n=10
}
tap "--col, --row and --filter take names apart" columns_of
# Keys of files, as `key: value` lines give them, and files with names of one's own.
keyed() { # keyed COMPILER NANOSECONDS...
	echo goos: plan9; echo pkg: example.org/h; echo compiler: "$1"
	shift; for x; do printf 'BenchmarkPut/size=%s-4 10 %s ns/op\n' 2k "${x}1" 512 "${x}2" 1M "${x}3"; done
}
file_keys() {
	{ keyed "cc 9" 40 41 42 43 44 45; keyed "cc 10" 60 61 62 63 64 65; } >"$work/keys"
	json --col compiler "$work/keys" && key "$work/json" base "cc 9" "cc 9" "cc 9" && key "$work/json" test "cc 10" "cc 10" "cc 10" &&
		key "$work/json" benchmark example.org/h.Put/size=2k-4 example.org/h.Put/size=512-4 example.org/h.Put/size=1M-4 &&
		json --col 'compiler@(cc\ 10)' "$work/keys"; [ $? -ne 0 ] || return 1
	json --row '/size@num' --col compiler "$work/keys" && key "$work/json" benchmark /size=512 /size=2k /size=1M &&
		json --filter '*/size=512*' -f 're:=1M' --row /size --col compiler "$work/keys" &&
		key "$work/json" benchmark /size=512 /size=1M || return 1
	json --filter '*1M*' --ignore compiler before="$work/keys" after="$work/keys" && key "$work/json" base before &&
		key "$work/json" a.n 12 && "$bench" compare --row .name --col compiler "$work/keys" >"$work/out" &&
		grep -q 'note: .*Put: values of several benchmarks are joined' "$work/out"
}
tap "keys of files select and arrange, in the requested order" file_keys
key_order() {
	json --col '/size@(1M 2k)' --row .name "$work/keys" && key "$work/json" base 1M && key "$work/json" test 2k
}
tap "an order of values is kept, and others are left out" key_order
filters() {
	"$bench" compare --filter 're:[' "$work/keys" 2>"$work/said"; [ $? -eq 2 ] || return 1
	grep -q "compare: --filter: found 're:\[', expected a regular expression" "$work/said" || return 1
	! "$bench" compare --row /size@up "$work/keys" 2>"$work/said" && grep -q "found '/size@up'" "$work/said"
}
tap "a wrong filter and a wrong key are refused" filters
unlike_orders() { # of files; what is left is found in both
	printf 'name,t\na,1\na,2\nb,7\nb,8\nb,9\nc,20\nc,21\n' >"$work/f1" && { echo name,t; sed 1d "$work/f1" | tac; } >"$work/f2" &&
		json --filter b --filter '[c]' "$work/f1" "$work/f2" && key "$work/json" benchmark b c && key "$work/json" b.n 3 2 &&
		json --filter '!b' old="$work/f2" "$work/f1" && key "$work/json" benchmark c a &&
		json --pool --filter b x="$work/f1" x="$work/f2" y="$work/f2" y="$work/f1" && key "$work/json" a.n 6
}
tap "files of different order, and some of their benchmarks" unlike_orders
directions() {
	for x in 1 2 3 4 5 6; do echo "BenchmarkX 1 ${1}0$x widgets"; done
}
better() {
	{ echo "Unit widgets better=higher"; directions 1; } >"$work/few"; { echo "Unit widgets better=higher"; directions 2; } >"$work/many"
	json "$work/few" "$work/many" && key "$work/json" better test &&
		sed -i s/higher/lower/ "$work/few" "$work/many" && json "$work/few" "$work/many" && key "$work/json" better base
}
tap "Go's Unit lines say which direction is better" better
brief() {
	"$bench" compare crc="$work/long" "$work/long" >"$work/out" || return 1
	grep -qF 'names are example.org/sums.Sum/kind=*/bytes=*/align=0-16' "$work/out" &&
		grep -q '^castagnoli/65536 ' "$work/out" && [ "$(cut -d' ' -f1 "$work/out" | grep -c '/[0-9]*$')" -eq 6 ] || return 1
	for x in one.Long-8 two.Long-8 two.Long//n=0-8 two.Long//n=1-8; do echo "BenchmarkPackage/of/$x 1 5 ns/op"; done >"$work/mixed"
	"$bench" compare --table "$work/mixed" "$work/mixed" >"$work/out" && grep -qF 'names are Package/of/*-8' "$work/out" &&
		grep -q '^one.Long  ' "$work/out" && grep -q '^two.Long//n=1  ' "$work/out"
}
for kind in ieee castagnoli; do for bytes in 16 4096 65536; do for x in 1 2 3 4 5 6; do
	echo "BenchmarkSum/kind=$kind/bytes=$bytes/align=0-16 1 $x$bytes ns/op"; done; done; done |
	sed '1i pkg: example.org/sums' >"$work/long"
tap "long names show what is particular to them" brief
apart() {
	printf 'name,wall_time\n' >"$work/far.csv"
	for x in 51 52 50 51 52 50 53 50 52 51 52 51 50 52 99 51 52; do echo "a,.0$x"; done >>"$work/far.csv"
	sed 1d "$work/far.csv" | sed 's/^a/b/' >>"$work/far.csv"
	"$bench" compare "$work/far.csv" >"$work/out" && grep -q 'warning base: 99 ms (value 15) is an outlier' "$work/out" &&
		"$bench" describe "$work/far.csv" | grep -q 'warning  *99 ms (value 15)'
}
tap "an outlier is reported with its unit" apart
mostly_zero() {
	for x in 0 0 0 0 0 3 0 4 0 5; do echo "a,.00$x"; done | sed '1i name,sys_time' >"$work/zeros.csv"
	sed -n '2,$s/^a/b/p' "$work/zeros.csv" >>"$work/zeros.csv"
	"$bench" compare "$work/zeros.csv" >"$work/out" && grep -q '^    (ms) .*median' "$work/out" && ! grep -q ' ns' "$work/out" &&
		"$bench" compare --table "$work/zeros.csv" | grep -q '^b  *0 s  *0 s'
}
tap "a median of 0 is in the unit of the other values" mostly_zero
scaled() { # a rate in the unit that suits it, a difference from 0 too
	for x in 1.59e9 1.6e9 1.58e9 1.61e9; do echo "BenchmarkA 1 $x B/s"; done >"$work/rate"
	"$bench" compare "$work/rate" "$work/rate" >"$work/out" && grep -q '^ *1\.580* GB/s .*1\.610* GB/s$' "$work/out" &&
		! grep -q 'e+' "$work/out" || { cat "$work/out"; return 1; }
	for x in 1 2 3 4 5; do echo "a,0"; echo "b,0.0012$x"; done | sed '1i name,wall_time' >"$work/zeros.csv"
	for x in -.3 .1 -.2 .4 .1; do echo "a,$x"; done | sed '1i name,wall_time' >"$work/around.csv"
	for x in 1 1.1 .9 1.05 .95; do echo "b,$x"; done >>"$work/around.csv"
	"$bench" compare "$work/around.csv" >"$work/out" && grep -q '^b is 980 ms slower than a (95 % CI ' "$work/out" || { cat "$work/out"; return 1; }
	"$bench" compare "$work/zeros.csv" >"$work/out" && grep -q '^b is 1\.23 ms slower than a (95 % CI 1\.21 ms to 1\.25 ms)$' "$work/out" &&
		"$bench" compare --table "$work/zeros.csv" >"$work/out" &&
		grep -q '^b  *0 s  *1\.230* ms  *+1\.23 ms  *+1\.21 ms to +1\.25 ms  *slower' "$work/out" || { cat "$work/out"; return 1; }
}
tap "rates and differences from 0 are scaled" scaled
headless() { # the first row is no header; files of two metrics
	printf 'a,1\na,2\nb,3\nb,4\n' >"$work/no.csv"
	printf 'name,time_ms\na,1\na,2\n' >"$work/ms.csv" && sed 's/_ms/_us/' "$work/ms.csv" >"$work/us.csv"
	! "$bench" compare "$work/no.csv" 2>"$work/err" && grep -q "no.csv:1: found '1', expected a header first" "$work/err" &&
		! "$bench" compare "$work/ms.csv" "$work/us.csv" 2>"$work/err" &&
		grep -q "no metric in common: .*ms.csv has 'time_ms', .*us.csv has 'time_us'" "$work/err" &&
		sed 's/^a/b/; s/^name,time_ms/name,time_us/' "$work/ms.csv" >"$work/us.csv" &&
		! "$bench" compare "$work/ms.csv" "$work/us.csv" 2>"$work/err" &&
		grep -q 'ms.csv and .*us.csv have no case in common' "$work/err" &&
		printf 'lat \r\n1\r\n2\r\n' >"$work/title" && "$bench" describe "$work/title" | grep -q '^title, lat: 2 values'
}
tap "a table without a header, two without a metric in common, and a title with a blank behind it" headless
one_value() { # says little about fifty
	echo 5 >"$work/five" && yes 7 | head -5 >"$work/sevens" && yes 7 | head -50 >"$work/fifty" &&
		json "$work/five" "$work/sevens" && key "$work/json" answer inconclusive &&
		json "$work/five" "$work/fifty" && key "$work/json" answer higher && key "$work/json" p 0.03921568627
}
tap "a value against equal ones" one_value
chosen() {
	json --filter '*A/*' --filter '*B/*' --metric ns/op "$work/old" "$work/new" &&
		key "$work/json" benchmark example.org/long.EncodeA example.org/long.EncodeB &&
		{ "$bench" compare --filter nothing "$work/old" "$work/new" 2>"$work/said"; [ $? -eq 2 ]; }
}
tap "--filter chooses" chosen
texts() {
	for c in a1 b2; do for i in 1 2 3; do printf 'sort\t%s\thost1\t%s.%s\n' $c $i 5; done; done |
		sed '1i name\tcommit\thost\ttime' >"$work/t.tsv"
	json --col /commit "$work/t.tsv" && key "$work/json" benchmark sort/host=host1 && key "$work/json" test b2 &&
		tr '\t' ';' <"$work/t.tsv" >"$work/semi" && json "$work/semi" && key "$work/json" test sort/commit=b2/host=host1
}
tap "columns of text are parts of names; tabs and semicolons separate" texts
summaries() {
	printf 'command,mean,stddev,median,user,system,min,max\na,1.1,.1,1,.5,.5,.9,2\nb,1.3,.1,1.2,.5,.5,1,2\n' \
		>"$work/h.csv"
	json "$work/h.csv" && key "$work/json" unit s && key "$work/json" b.median 1.2 &&
		"$bench" compare "$work/h.csv" >"$work/out" && grep -q 'change  *+20.0 % (one value each' "$work/out" &&
		tr -s '\n ' ' ' <"$work/out" | grep -q 'holds the median of each command' &&
		for n in 100 103; do echo "{\"name\":\"a\",\"instructions\":$n}" >"$work/$n"; done &&
		"$bench" compare --details "$work/100" "$work/103" >"$work/out" && grep -q ': worse' "$work/out" && ! grep 'one* value' "$work/out"
}
tap "hyperfine's CSV; the raw difference of single values, but for exact counts" summaries
significance() {
	json --significance 99 "$golden/ministat/s1" "$golden/ministat/s3" && key "$work/json" confidence 99 &&
		json --significance .01 "$golden/ministat/s1" "$golden/ministat/s3" && key "$work/json" confidence 99
}
tap "cbdr's --significance" significance

# lines of time(1) as the BSDs print them, by -p, of bash, zsh and GNU; what the command prints is between
printed_times() {
	printf '  1.48 real  0.63 user  0.28 sys\n  1.52 real  0.61 user  0.29 sys\n' >"$work/bsd"
	printf 'hello 3\nreal 1.48\nuser 0.63\nsys 0.28\nhello 4\nreal 1.52\nuser 0.61\nsys 0.29\n' >"$work/posix"
	sed 1d "$work/posix" >"$work/p"
	for s in 1.480 1.520; do printf '\nreal\t0m%ss\nuser\t0m0.630s\nsys\t0m0.280s\n' $s; done >"$work/bash"
	for s in 1.480 1.520; do echo "make -j 2 all  0.63s user 0.28s system 61% cpu $s total"; done >"$work/zsh"
	for s in 01.48 01.52; do
		echo "0.63user 0.28system 0:${s}elapsed 61%CPU (0avgtext+0avgdata 1648maxresident)k"
		echo '0inputs+0outputs (0major+97minor)pagefaults 0swaps'
	done >"$work/gnu"
	echo '0.10user 0.02system 1:02:03.50elapsed 4%CPU (0avgtext+0avgdata 1648maxresident)k' >"$work/hours"
	"$bench" describe --format csv "$work/hours" | grep -q ',"real","s",1,0.95,3723.5,' || return 1
	for form in p bash zsh gnu; do
		"$bench" compare "$work/bsd" "$work/$form" >"$work/out" &&
			[ "$(grep -c '^real$\|^user$\|^sys$' "$work/out")" -eq 3 ] &&
			grep -q '    base   *2  *1.48[0-9]*  *1.4' "$work/out" || { cat "$work/out"; return 1; }
	done
}
tap "what time(1) prints is three metrics" printed_times
labels() { # of the values that are left
	for i in 1 2 3 4 5 6; do echo "900 100.$i 101.$i" | tr ' ' '\n'; done >"$work/three"
	"$bench" compare --blocks 3 --skip 1 "$work/three" "$work/three" >"$work/out" &&
		grep -q '^ *value 2  *of each run' "$work/out" &&
		grep -q '^ *value 3  *of each run' "$work/out" && ! grep 'value 1 ' "$work/out"
}
tap "after --skip values keep their numbers" labels
far_run() { # the fifth of the runs, the ninth and tenth of the values
	for i in 100 101 99 103 130 98 102; do echo "$i.1 $i.2" | tr ' ' '\n'; done >"$work/far"
	"$bench" compare --blocks 2 "$work/far" "$work/far" >"$work/out" && grep "base's runs: 130.15 (value 5) is an outlier" "$work/out" &&
		"$bench" compare "$work/far" "$work/far" | grep -q 'base: .* (value 10)' || { cat "$work/out"; return 1; }
}
tap "an outlier among runs is a run" far_run

# Where a folder can be opened, it cannot be read: the file is named, and the system's reason.
folder() {
	"$bench" compare "$work" "$work" 2>"$work/said"
	[ $? -eq 2 ] && grep -qi "^bench compare: $work: .*directory$" "$work/said"
}
tap "a folder is no file" folder
huge_runs() { # the numbers of runs are names
	{ echo name,run,time; for i in 1 2 3; do echo "a,1,5.$i"; echo "a,4294967295,5.3$i"; echo "b,1,6.$i"; echo \
		"b,4294967295,6.3$i"; done; } >"$work/huge.csv"
	"$bench" compare "$work/huge.csv" >"$work/out" 2>&1 && grep -q 'of each run' "$work/out" || { cat "$work/out"; return 1; }
}
tap "runs with huge numbers" huge_runs
same_few() { # RUNS VALUES LINES: LINES lines of values of each run
	for s in 5 6; do awk -v r=$1 -v n=$2 -v s=$s 'BEGIN { print "name,run,time"
		for (i = 1; i <= r; i++) for (k = 1; k <= n; k++) print "a," i "," s + i % 7 / 10 + k / 100 }' >"$work/r$s.csv"; done
	[ "$("$bench" compare "$work/r5.csv" "$work/r6.csv" | grep -c 'of each run')" -eq $3 ]
}
few() { same_few 6 20 20 && same_few 6 21 0 && same_few 5000 2 2 && same_few 5001 2 0; }
tap "up to 20 values of each run are compared, of up to 10,000 runs" few
agree() { # what a table shows is what was compared; a tenfold change is none to be unsure of
	for s in 100 1150; do { echo benchmark,ns; for b in 1 2 3 4 5 6 7 8; do for k in 0 1 2 3 9; do
		echo "b$b,$((s + k * k * s / 1000 + b % 3))"; done; done; } >"$work/t$s.csv"; done
	"$bench" compare "$work/t100.csv" "$work/t1150.csv" >"$work/out"
	grep -q '; means$' "$work/out" && ! grep inconclusive "$work/out" &&
		awk '$1 ~ /^b[1-8]$/ { n++; d = 100 * ($3 / $2 - 1) - $4; if (d > 1 || d < -1) exit 1 } END { exit n != 8 }' "$work/out"
}
tap "the columns of a table are what was compared" agree
rivals() { # the benchmarks of a program are not each other's rivals
	"$bench" compare "$golden/readers/go.txt" >"$work/out" 2>"$work/err"
	[ $? -eq 2 ] && grep -q 'one file, expected two' "$work/err" && [ ! -s "$work/out" ] &&
		"$bench" compare --base example.org/sample.Join-2 "$golden/readers/go.txt" | grep -q '^inconclusive' &&
		for name in accel/8 fast/8 accel/256 fast/256; do for k in 1 2 3 4; do echo "$name,${#name}$k"; done; done |
		sed '1i name,ns' >"$work/grid.csv" && { "$bench" compare "$work/grid.csv" 2>"$work/err"; [ $? -eq 2 ]; } &&
		grep -q 'one file, expected two or --base CASE' "$work/err" &&
		{ "$bench" compare --base fast/8 "$work/grid.csv" "$work/grid.csv" 2>"$work/err"; [ $? -eq 2 ]; } &&
		grep -q 'of several, the first is the base: leave out --base$' "$work/err" &&
		grep -v accel "$work/grid.csv" | "$bench" compare - | grep -q 'fast/256'
}
tap "rows of a program's file are compared on request" rivals
large() { # VALUES NULLS: members without a value, of the shift and of the dip; the answer stays
	for s in 0 1; do
		awk -v n=$1 -v s=$s 'BEGIN { x = 271828 * (1 + s) # each awk has its own rand()
			for (i = 0; i < n; i++) {
				t = 2 * s
				for (k = 0; k < 12; k++) { x = x * 16807 % 2147483647; t += x / 2147483647 }
				print 94 + t
			} }' >"$work/l$s"
	done
	"$bench" compare --format json "$work/l0" "$work/l1" >"$work/large.json" &&
		grep -q '"answer": "higher"' "$work/large.json" && grep -q '"method": "welch"' "$work/large.json" &&
		grep -q '"wilcox.p": [0-9]' "$work/large.json" &&
		[ "$(grep -c -e '"hl": null' -e '"[ab].dip.D": null' "$work/large.json")" -eq $2 ]
}
margin() { # ARGUMENT TEXT: the answer names the margin
	for k in 0 1 2 3 4 5 6 7; do echo "100.$k"; done >"$work/flat"
	"$bench" compare -m "$1" "$work/flat" "$work/flat" | grep -q "within $2 %"
}
margins() { margin 2% 2 && margin 2 2 && margin 0.02 2 && margin 0.5% 0.5; }
tap "a margin without % is a share below 1, else percent" margins
ranked() { # the answer's shift and its interval, and nothing else of the ranks
	"$bench" compare --format json --test ranks "$work/l0" "$work/l1" >"$work/ranked.json" &&
		grep -q '"hl": [12]' "$work/ranked.json" && grep -q '"wilcox.ci95.lo": [12]' "$work/ranked.json" &&
		[ "$(grep -c -e '"wilcox.ci90.[lh][oi]": null' -e '"signedrank.[Vp]": null' "$work/ranked.json")" -eq 4 ]
}
sizes() { large 100000 0 && large 100001 3 && ranked; }
tap_slow "JSON of over 100,000 values leaves out what takes long and decides nothing" sizes
skipped() { # the first value of each block of three
	for i in 1 2 3 4; do printf '100\n1%d\n1%d\n' $i $i; done >"$work/a"
	for i in 1 2 3 4; do printf '100\n2%d\n2%d\n' $i $i; done >"$work/b"
	grep -v 100 "$work/a" >"$work/c" && grep -v 100 "$work/b" >"$work/d" && cd "$work" &&
		"$bench" compare --skip 1 --blocks 3 a b >out 2>&1 && "$bench" compare --blocks 2 c d | sed 's/\<d\>/b/g; s/\<c\>/a/g' >plain &&
		grep -q '^b is ' out &&
		grep -v 'of each run' out >rest && grep -v 'of each run' plain | diff rest - &&
		! "$bench" compare --skip 3 --blocks 3 a b >out 2>&1 && grep -q 'has more than 3 values' out
}
tap "--skip leaves out the first of each block" skipped
early() { # a live answer says what it lacks
	(echo name,t; for i in 1 2 3 4 5; do echo "a,1.0$i"; echo "b,3.0$i"; done) | "$bench" analyze --live >"$work/out" 2>&1
	tr -s ' \n' ' ' <"$work/out" | grep -q 'inconclusive: 5 values of a and of b are too few to decide at 99.9 %' &&
		grep -q '^t .* +1[0-9.]* to +[0-9.]* % \*$' "$work/out" && grep -q '^\* holds only for a number of samples fixed' "$work/out" || { cat "$work/out"; return 1; }
}
tap "an early live answer names the number of values" early
piped_columns() { # standard input is read once, for all of its columns
	printf '1 10\n2 11\n3 12\n1 10\n' | "$bench" compare -C 1 -C 2 - >"$work/out" 2>&1 &&
		grep -q '^<stdin>:2 is 514 % slower than <stdin>:1' "$work/out" || { cat "$work/out"; return 1; }
}
tap "several columns of standard input" piped_columns
total() { # NAME MEDIAN TOTAL: a saved run of five processes with rare work in the total time
	{
		printf '{"libbench": 2, "form": "results", "context": {}, "summaries": [{"name": "x", "ns": %s, ' $2
		printf '"mean_ns": %s, "mean_ns_low": %s, "mean_ns_high": %s, ' $3.2 $3.1 $3.3
		printf '"warnings": ["RARE"]}], "results": ['
		for p in 0 1 2 3 4; do
			printf '%s{"name": "x", "metric": "ns", "unit": "ns", "process": %d, ' "$([ $p -eq 0 ] || echo ', ')" $p
			printf '"rounds": [0, 1], "iterations": [9, 9], "values": [%s.1, %s.%d]}' $2 $2 $p
		done
		echo ']}'
	} >"$work/$1"
}
rare() { # medians are 47 % lower, total times the same, or 25 % higher
	total steady.json 100 100 && total rare.json 53 100 && total rarer.json 53 125 &&
		"$bench" compare "$work/steady.json" "$work/rare.json" >"$work/out" &&
		grep -q 'is the same as' "$work/out" && grep -q 'method  total times' "$work/out" &&
		"$bench" compare --fail-on undecided "$work/steady.json" "$work/rarer.json" >"$work/out"
	[ $? -eq 1 ] && tr -s ' \n' ' ' <"$work/out" | grep -q 'rarer.json is 2[45].* slower than .*, by total times' || { cat "$work/out"; return 1; }
}
tap "with rare work total times decide" rare
unusable() { # a saved run whose table says "do not use": compare says so, and only then
	for ends in '1 30' '9.9 10.1'; do
		printf '{"libbench": 2, "form": "results", "summaries": [\n{"name": "a", "ns": 10, "ns_low": %s, "ns_high": %s, "confidence": 0.95, "warnings": []}],\n"results": [\n{"name": "a", "metric": "ns", "unit": "ns", "process": 0, "values": [10, 10, 10, 11]}]}\n' \
			$ends >"$work/saved${ends%% *}.json"
	done
	"$bench" compare "$work/saved9.9.json" "$work/saved1.json" | grep -q '^note: do not use: a of .*saved1.json$' &&
		! "$bench" compare "$work/saved9.9.json" "$work/saved9.9.json" | grep 'do not use' || return 1
	for verb in describe power; do
		"$bench" $verb "$work/saved1.json" | grep -q '^note: do not use: a of .*saved1.json$' &&
			! "$bench" $verb "$work/saved9.9.json" | grep 'do not use' || { echo "bench $verb"; return 1; }
	done
	for saved in 9.9 1; do # the latest commit's
		"$bench" history add -F "$work/use.jsonl" --commit "c$saved" "$work/saved$saved.json" &&
			"$bench" history -F "$work/use.jsonl" >"$work/out$saved" || return 1
	done
	! grep 'do not use' "$work/out9.9" && grep -q '^note: do not use: a of c1$' "$work/out1" || { cat "$work/out1"; return 1; }
}
tap "a saved row that should not be used is named" unusable
levels() { # intervals of one method lie within each other around the difference; cbdr's are percent of the base's mean
	printf '10\n12\n11\n13\n10.5\n' >"$work/five.a" && printf '12\n13\n12.5\n14\n11\n' >"$work/five.b" &&
		"$bench" compare --json "$work/five.a" "$work/five.b" | tr -d ' ",' >"$work/out" && awk -F: '
			{ value[$1] = $2 }
			/^(student|welch|wilcox)[.]ci[0-9.]*[.](lo|hi):/ {
				sign = $1 ~ /hi$/ ? 1 : -1
				sub(/[.]ci.*/, "", $1)
				if (sign * ($2 - 1.2) < 0 || ($1 == method[sign] && sign * ($2 - end[sign]) < 0)) bad++
				method[sign] = $1; end[sign] = $2; n++
			}
			END {
				split("lo hi", ends, " ")
				for (i = 1; i <= 2; i++) {
					off = value["cbdr.pct95." ends[i]] - 100 * value["welch.ci95." ends[i]] / 11.3
					if (off * off > 1e-12) bad++
				}
				exit bad || n < 22 }' "$work/out" || { cat "$work/out"; return 1; }
}
tap "wider levels hold narrower ones" levels
direction() { # of a metric that may be a time or a rate is stated for --fail-on
	printf 'benchmark,foo\na,1\na,2\na,3\na,4\nb,11\nb,12\nb,13\nb,14\n' >"$work/foo.csv"
	for stated in '2' '1 --lower-is-better' '0 --higher-is-better'; do
		"$bench" compare --fail-on slower ${stated#?} "$work/foo.csv" >"$work/out" 2>&1
		[ $? -eq "${stated%% *}" ] || { cat "$work/out"; return 1; }
	done
}
tap "which direction is slower is known or stated" direction
two_comparisons() { # share one error, which is said; --skip comes before --blocks, also of two
	printf 'benchmark,ns\na,1\na,2\na,3\nb,1\nb,2\nb,3\nc,4\nc,5\nc,6\n' >"$work/abc.csv" && "$bench" compare "$work/abc.csv" | grep -q '^2 comparisons' &&
		printf '9\n1\n9\n2\n9\n3\n' >"$work/pairs" && "$bench" compare --blocks 2 --skip 1 --json "$work/pairs" "$work/pairs" | grep -q '"a.n": 3,'
}
tap "two comparisons, and blocks of two" two_comparisons
progress() { # of large files, on a terminal
	awk 'BEGIN { for (i = 0; i < 400000; i++) printf "%d\n", 1000000000 + i % 7 }' >"$work/many"
	script -qfc "'$bench' compare '$work/many' '$work/many'" "$work/screen" >/dev/null 2>&1
	grep -q 'reading.*comparing' "$work/screen" || { head -c 500 "$work/screen" | cat -v; return 1; }
	script -qfc "'$bench' compare '$work/saved1.json' '$work/saved1.json'" "$work/screen" >/dev/null 2>&1
	! grep reading "$work/screen" && ! "$bench" compare "$work/many" "$work/many" 2>&1 | grep reading
}
if script -qfc true /dev/null >/dev/null 2>&1; then tap_slow "a terminal shows that large files are read" progress
else tap_skip "a terminal shows that large files are read" "no script -f"; fi
tap_end
