#!/bin/sh
# Does a benchmark program take its options, tell its errors, keep its files whole and end
# as it says?  tests/program_cases is the program; what it prints, to the byte, tests/test_program_golden.c asks.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
top_builddir=$(cd "$top_builddir" && pwd) || exit 99
program=$top_builddir/tests/program_cases
cd "$work" || exit 99
unset COLUMNS BENCH_TASK

# run STATUS ARGUMENTS...: runs it; the status must be that one.  REAL=1 for several threads, and where the time
# must pass (tests/program_cases.c)
run() {
	wanted=$1
	shift
	"$program" "$@" >out 2>err
	status=$?
	[ $status -eq "$wanted" ] || { echo "status $status, expected $wanted"; cat out err; return 1; }
}

# refuses WORDS ARGUMENTS...: exit 2, nothing on standard output, one line with these words
refuses() {
	words=$1
	shift
	run 2 "$@" && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -qF -- "program_cases: $words" err ||
		{ cat err; return 1; }
}

lists() {
	run 0 --list && [ ! -s err ] && [ "$(head -4 out | tr '\n' ' ')" = "quick grows/64 grows/256 grows/1024 " ] &&
		[ "$(tail -1 out)" = 11 ] && [ "$(wc -l <out)" -eq 15 ]
}
named() {
	CASES=inputs run 0 --list &&
		[ "$(head -3 out | tr '\n' ' ')" = "counts/n=64/alg=a counts/n=64/alg=b counts/n=128/alg=a " ] &&
		[ "$(wc -l <out)" -eq 12 ] && CASES=inputs run 0 -l -f '*/alg=b' && [ "$(wc -l <out)" -eq 4 ]
}
# elided TEXT OPTIONS...: the text and status 1
elided() {
	text=$1
	shift
	run 1 --rounds 60 "$@" && tr -s ' \n#' ' ' <out | grep -qF -- "$text" || { cat out err; return 1; }
}
misused() {
	for case in ignores empty; do
		CASES=inputs elided '"warnings": ["ELIDED"]' -f $case -q --format json || return 1
	done
	CASES=inputs elided 'or the body is empty or ignores n' -f ignores
}
# counted: exactly what the body says, whatever the time
counted() {
	for form in csv json go google markdown text; do
		CASES=inputs run 0 -f 'counts/n=64/alg=b' --rounds 4 --processes 2 --format $form && grep -q 'probes/op' out &&
			grep -q 384 out &&
			grep -q hits/s out && grep -q 0.25 out || { cat out; return 1; }
	done
	REAL=1 CASES=inputs run 0 -f 'counts/n=64/alg=a' --rounds 40 --threads 2 --format csv && grep -q ',192,' out ||
		no_processor
}
# threads that the machine gave no processor have no result, which is said
no_processor() { grep -q 'skipped.*no window ended in' out; }
# columned: the names of parameters are keys, here and for benchstat
columned() {
	for form in go csv; do
		metric=$([ $form = csv ] && echo ns || echo ns/op)
		CASES=inputs run 0 -f counts --rounds 8 --processes 3 --format $form && cp out named.txt &&
			"$top_builddir/tools/bench" compare --col /alg --row '.name /n@num' --metric $metric named.txt >out 2>&1 &&
			grep -q '^base a, test b' out && grep -qi '^counts/n=64 .* [nu]s ' out && grep -qi '^counts/n=256 .* [nu]s ' out ||
			{ cat out; return 1; }
		[ $form = csv ] || ! command -v benchstat >/dev/null || benchstat -col /alg named.txt 2>&1 |
			grep -q '^Counts/n=64 .* vs base\|│ *a *│ *b *│' || return 1
	done
}
growth_of_words() {
	CASES=inputs run 0 -f counts --rounds 12 && growth counts/alg=a && growth counts/alg=b || { cat out; return 1; }
}
# each row against the one with the same n and alg=a
baseline_word() {
	CASES=inputs run 0 -f 'counts/n=64*' -f 'counts/n=128*' --rounds 4 --processes 6 --baseline counts/alg=a &&
		grep -q '^counts/n=64/alg=b is .* slower than counts/n=64/alg=a' out &&
			grep -q '^counts/n=128/alg=b is .* slower than counts/n=128/alg=a' out ||
		{ cat out; return 1; }
}
prepared() { CASES=inputs run 0 --dry-run -f needs && CASES=inputs run 0 -f needs --rounds 4 --count; }
cold() {
	CASES=inputs run 0 -f cold --rounds 20 --format json && grep -q '"method": "cold"' out &&
		CASES=inputs run 0 -f cold --processes 2 --format json && grep -q '"method": "cold"' out &&
		CASES=inputs run 0 -f cold --threads 2 && grep -q 'one thread' out || { cat out; return 1; }
}
filters() {
	run 0 --list --filter '*/1*' && [ "$(cat out)" = grows/1024 ] && run 0 -l -f grows && [ "$(wc -l <out)" -eq 4 ]
}
several_filters() {
	run 0 -l -f 'grows/*' -f quick && [ "$(wc -l <out)" -eq 5 ] &&
		run 0 -l -f 'grows/*' -f '!*/64' && ! grep -q 'grows/64' out && [ "$(wc -l <out)" -eq 3 ] &&
		run 0 -l -f '!grows' && ! grep -q grows out && [ "$(wc -l <out)" -eq 11 ] &&
		run 0 -l -f 're:^grows/.*[12]' && [ "$(wc -l <out)" -eq 2 ] &&
		refuses "--filter: found 're:(', expected a regular expression" -l -f 're:('
}
dry() {
	run 0 --dry-run -f quick -f 'grows/64' && [ "$(tr '\n' ' ' <out)" = "quick: ran grows/64: ran " ] &&
		refuses "--dry-run and --rounds exclude each other" --dry-run --rounds 3
}
seeded() { run 0 --seed 5 -f quick --rounds 5 --format json && grep -q '"seed": "5"' out; }
pinned() { run 0 --cpu 0 -f quick --rounds 3 -q || grep -q 'cannot run on processor 0' err; }
filters_threads() {
	run 0 --list --threads 1,2 --filter 'grows/64' &&
		[ "$(tr '\n' ' ' <out)" = "grows/64/threads:1 grows/64/threads:2 " ] &&
		run 0 --list --threads 1,2 --filter '*:2' && [ "$(sed -n 2p out)" = grows/64/threads:2 ]
}
helps() { run 0 --help && ! grep -qE '.{81}' out && grep -q '^usage: ' out && grep -q '^  -f, --filter GLOB  *run ' out; }
tap "--list names every row" lists
tap "--filter chooses by name or by case" filters
tap "--filter needs not name the threads" filters_threads
tap "--filter repeats, excludes, and takes regular expressions" several_filters
tap "--dry-run runs every body once" dry
tap "--seed is in the results" seeded
tap "--cpu keeps to a processor" pinned
tap "--help has 80 columns" helps

tap "an unknown option" refuses "option '--fast' is unknown" --fast
escape=$(printf '\033[31m')
raw() { refuses "no case matches" -f "x$escape" && ! grep -q "$escape" err; }
tap "escapes in names do not reach the terminal" raw
tap "an option without its argument" refuses "option '--time' needs an argument" --time
tap "a word" refuses "unexpected argument 'quick'" quick
tap "a time of 0" refuses "--time: found '0', expected a time such as 1s" --time 0
tap "a time that is none" refuses "--time: found '1x'" --time 1x
tap "no processes" refuses "--processes: found '0', expected a count from 1" --processes 0
tap "rounds and time" refuses "--rounds and --time exclude each other" --rounds 3 --time 1
tap "no threads" refuses "--threads: found '0', expected counts from 1" --threads 0
foreign_refused() { # a program reads its own JSON; bench compare reads the rest
	printf 'name,ns\nquick,1\n' >table.csv && printf '{"benchmarks": []}\n' >google.json && : >empty.json &&
		refuses "--compare: table.csv:1: found 'name,ns', expected what this program writes with -o FILE.json (bench compare" \
			--compare table.csv && refuses "--compare: google.json:1: found '{\"benchmarks\": []}', expected what this" \
			--compare google.json && refuses "--compare: empty.json:1: found 'the end" --compare empty.json
}
tap "a form that is none" refuses "--format: found 'xml', expected text, csv" --format xml
tap "a limit that is none" refuses "--limit: limit 'ns=5': found" --limit ns=5
tap "no such case" refuses "no case matches 'nothing'" --filter nothing
tap "nothing to compare with" refuses "--compare: none: " --compare none
tap "a table to compare with" foreign_refused
bad_range() {
	export CASES=r
	refuses "case 'bad': range '1..8 *2': found '*2', expected" --list
	s=$?
	unset CASES
	return $s
}
no_body() { export CASES=b; refuses "case 'empty': the case has neither a body nor a call"; s=$?; unset CASES; return $s; }
twins() { export CASES=t; refuses "two cases are called 'twin'" --list; s=$?; unset CASES; return $s; }
# owned ARGUMENTS...: the table of cases with their own settings
owned() { CASES=own run 0 "$@"; }
own_time() {
	owned -f stated --processes 3 --format json && grep -q '"ns": 125,' out && grep -q '"method": "stated"' out &&
		grep -q '"cycles": null' out && grep -q '"unit": "frames"' out && ! grep -q NO_TICK out &&
		owned -f stated --processes 3 -q && grep -q '^stated *125 ns .* 8[.0]*M frames/s' out
}
own_label() {
	owned -f warmed --processes 2 -q && grep -q 'warmed: warmed up' out && owned -f cold --processes 1 --format google &&
		grep -q '"label": "not warmed up"' out
}
own_threads() {
	owned --list && [ "$(grep pooled out | tr '\n' ' ')" = 'pooled/threads:1 pooled/threads:2 ' ] &&
		owned --list --threads 3 && [ "$(grep pooled out)" = pooled/threads:3 ]
}
own_rounds() { owned -f limited --processes 2 --format csv && [ "$(grep -c '^limited,' out)" -eq 6 ]; }
# of slow, which takes 30 ms, single calls are long enough; of quick they are not
shown() {
	owned -f slow --processes 2 --show max,p99 && grep -q "p99_ns: missing in 1 of 1 rows, first in 'slow': too few calls fit" err &&
		owned -f slow -f warmed --processes 2 --show p99 && grep -q "p99_ns: missing in 1 of 2 rows, first in 'slow': too few calls fit" err &&
		grep -q "p99_ns: missing in 1 of 2 rows, first in 'warmed': its calls are too short" err &&
	owned -f stated -f slow -f cold --processes 2 --show mean,max,min --format json &&
		[ "$(grep '"metric": "mean_ns"' out | grep -c '"stated".*\[125\]')" -eq 2 ] &&
		[ "$(grep -c '"slow", "metric": "m[ai][xn]_ns"' out)" -eq 4 ] && ! grep -q '"cold", "metric": "max_ns"' out &&
		grep -q "max_ns, min_ns: missing in [12] of 3 rows, first in '[a-z]*': its calls are too short for the clock, which needs " err &&
		[ "$(grep '"metric": "first_ns"' out | grep -c '"stated".*\[125\]')" -eq 2 ] && owned -f stated --processes 2 --show mean &&
		grep -q '^benchmark  *first_ns  *mean_ns$' out && grep -q '^stated  *125 ns  *125 ns$' out
}
tap "a body may state its time" own_time
tap "a case has a label, and is warmed up" own_label
tap "a case may have its own threads" own_threads
tap "a case may have its own rounds" own_rounds
tap "--show: mean, percentiles of single calls, a program's own figure" shown
tap "a figure that is none" refuses "--show: found 'mean,p100', expected mean, min, max or percentiles such as p99.9, at most 8, instead of 'p100'" --show mean,p100
tap "a percentile without its point" refuses "--show: found 'min,p999', expected p99.9 instead of p999" --show min,p999
tap "a range that is none" bad_range
tap "two cases of one name" twins
tap "a case without a body" no_body

# what happens to cases
calls() { rm -f calls; CALLS=$PWD/calls run "$@"; [ "$(cat calls)" = "$sequence" ] || { cat calls; return 1; }; }
cared() { sequence=svt; calls 0 -f cared --rounds 3; }
skipped() { sequence=k; calls 0 -f skips --processes 1 && grep -q 'not "here"' out; }
wrong() { sequence=svt; calls 1 -f wrong --processes 1 && grep -q 'its result is wrong' out; }
limited() {
	run 1 -f quick --rounds 9 --limit 'bytes/s<1' && grep -q 'the limit bytes/s<1' out && run 0 -f quick --rounds 9 --limit 'grows:ns<1e-3'
}
tap "setup, verify, teardown: each once, in this order" cared
tap "a case that skips is not torn down, and its reason is said" skipped
tap "a wrong result is not timed, and is status 1" wrong
tap "a body that was optimised away is impossible: status 1" elided 'the compiler removed the work' -f elided -q
expected() {
	run 0 -f quick --rounds 20 --processes 1 --expect 'ns=1e-9..1e9' --expect 'q*:ns>1e9' --expect 'grows:ns<1' &&
		grep -q '^as expected: quick, ns=1e-9..1e9: ' out && grep -q '^less than expected: quick, q\*:ns>1e9: ' out &&
		grep -q '^--expect grows:ns<1: no row has this metric$' out &&
		refuses "--expect: limit 'ns=3': found '3', expected a range" --expect ns=3
}
tap "predictions are judged, and do not decide the exit status" expected
tap "a result over a limit is status 1; limits are about the cases that they name" limited

# forms
# which order it is, tests/test_scaling.c asks
growth() { grep -qE "(^|, )$1(:|,| grows like)" out; }
grown() { run 0 -f grows -q && growth grows; }
# one process is marked, and has one repetition
scope() {
	run 0 -f quick --processes 1 && grep -q 'scope: process' out && run 0 -f quick --processes 1 --format csv &&
		grep -q '^# scope: process$' out &&
		run 0 -f quick --processes 1 --format json && grep -q '"scope": "process"' out &&
		run 0 -f quick --processes 1 --format google && grep -q '"scope": "process"' out &&
			[ "$(grep -c run_type out)" -eq 1 ] &&
		run 0 -f quick --processes 1 --format go && grep -q '^# scope: process$' out &&
			[ "$(grep -c ^Bench out)" -eq 1 ]
}
machine() {
	for form in csv json google go markdown; do
		run 0 -f quick --rounds 5 --format $form && [ -s out ] && ! grep -q 'grows like' out || return 1
	done
}
families() { # a case is a family, its rows are instances
	run 0 -f quick -f grows --rounds 5 --format google && [ "$(tr -d '\n' <out | grep -o '"family_index": [0-9]*, "per_[a-z_]*": [0-9]*' |
		tr -dc '0-9\n ' | tr -s ' \n' ' ')" = " 0 0 1 0 1 1 1 2 1 3 " ]
}
markdown() {
	run 0 -f quick --rounds 5 -o table.md && [ "$(sed -n 1p table.md)" = '```text' ] &&
		grep -q '^| benchmark | time |' table.md && grep -q '^| quick | [0-9.]* ns |' table.md &&
		run 0 -f quick --rounds 5 -o - && [ "$(head -c 1 out)" = '{' ] && [ ! -e - ] &&
		run 0 -f quick --rounds 5 -o /dev/stdout --format csv && [ "$(sed -n 1p out)" = '# libbench 1' ] && grep -q '^quick,' out
}
rounds() { run 0 -f quick --rounds 7 --format csv && [ "$(grep -c '^quick,' out)" -eq 7 ]; }
reads() { "$top_builddir/tools/bench" compare "$1" "$2" >out 2>&1 || { cat out; return 1; }; }
saved() {
	run 0 -f quick --processes 7 --rounds 9 -o a.json &&
		run 0 -f quick --processes 7 --rounds 9 -o b.json --progress && grep -q '^\[1/7\] quick: ' err &&
		reads a.json b.json && [ "$(ls | grep -c part)" -eq 0 ]
}
compared() {
	run 0 -f '[qg]*' --processes 7 --rounds 9 --compare a.json && tr '\n' ' ' <out | grep -q 'saved quick' &&
		grep -q '4 of 5 results are not in' out
}
compared_none() { # a renamed case or another baseline must not pass as "not slower"
	run 4 -f 'g*' --processes 7 --rounds 9 --compare a.json && grep -qx 'not comparable: no result of this run is in a.json' out
}
compared_table() {
	run 0 -q -f '[qg]*' --processes 7 --rounds 9 --compare a.json --expect 'quick:ns>0' --format markdown &&
		! grep -q '```' out && grep -q '^| case | answer |$' out && grep -q '^| quick | .*saved quick' out &&
		grep -q '^| quick | as expected' out && ! grep -v '^|' out | grep -v '^\* NOT optimised' | grep -q .
}
compared_one() {
	run 0 -f quick --rounds 9 --compare a.json --fail-on slower &&
		grep -q '^inconclusive: quick: only one process' out
}
related() {
	run 0 -f '[qcg][uar]*[kd4]' --processes 7 --rounds 9 --baseline quick && grep -q 'relative' out &&
		tr '\n' ' ' <out | grep -q 'cared.*quick' && tr '\n' ' ' <out | grep -qE 'grows/64 (is .* slower than|takes .* times as long as) quick'
}
tap "how the time grows is said below the table" grown
columns() {
	REAL=1 run 0 -f quick --processes 1 --threads 1,2 && [ "$(awk '/^quick/ { print NF }' out | head -1)" -ge 7 ] &&
		grep -q 'wall  *cpu' out && run 0 -f quick && ! grep -q wall out
}
tap "one of several threads has wall and processor time as well" columns
slow_threads() {
	REAL=1 run 0 -f slow --threads 1,2 --time 0.02 -q && ! grep -q skipped out &&
		[ "$(grep -cE '^slow/threads:[12] .* m?s ' out)" -eq 2 ]
}
tap "--processes 1 is marked in every format, and is one repetition" scope
tap "every machine form is written, and nothing else with it" machine
tap "Google's format numbers cases and their rows" families
tap "a file that ends in .md is Markdown" markdown
tap "--rounds says how many readings there are at most" rounds
tap "--output writes what bench compare reads" saved
tap "--compare says it against a saved run" compared
tap "--compare without a common case: status 4" compared_none
tap "a comparison in Markdown is a table" compared_table
tap "--compare of a single process is inconclusive" compared_one
tap "--baseline compares the other cases with one" related
tap "--baseline of a case that is not there" refuses "--baseline: no row of case 'none'" --baseline none -f quick
tap "--fail-on without a comparison" refuses "--fail-on: needs --compare or --baseline" --fail-on slower
many() {
	CASES=200 run 0 --time 0.4 --format csv && [ "$(grep -c '^case199,' out)" -ge 6 ]
}
tap "200 cases within a time: the last one has readings enough for an interval" many

# the head
built() {
	run 0 -f quick --rounds 3 && grep -qE '^build    (gcc|clang) [0-9].*, libbench [0-9.]+ by ' out &&
		run 0 -f quick --rounds 3 --format csv && grep -qE '^# flags: (NOT )?optimised' out
}
sure() {
	run 0 -f quick --processes 7 --rounds 9 --format csv && grep -q '^# mhz: 3704' out && grep -q '^# mhz_low: ' out &&
		grep -q '^# mhz_high: ' out
}
tap "the head says what the program was compiled by" built
tap "and how sure the clock of the core is, be it of one result" sure

# bodies that end the program, or fork and return twice
ends() { # with what was measured, and no half-made file
	CASES=ends run 1 -f quick -f 'exits*' --processes 1 --rounds 9 -o ends.csv && grep -q "case 'exits' ended the program: a case must return" err &&
		grep -q '^quick' out && grep -q '^# interrupted' ends.csv && grep -q '^quick,' ends.csv && ! ls ends.csv.* 2>/dev/null &&
		CASES=ends run 1 -f quick -f exits --dry-run && [ "$(cat out)" = "quick: ran" ]
}
doubles() {
	for processes in 1 2; do
		CASES=ends run 0 -f forks --rounds 9 --processes $processes --format json && [ "$(grep -c '"libbench"' out)" -eq 1 ] || return 1
		# the forked process may write this after the program has ended
		for wait in 0 1 2 4; do
			sleep $wait
			! grep -q "case 'forks' has returned in a forked process" err || continue 2
		done
		return 1
	done
	CASES=ends run 0 -f quick -f 'forks*' --dry-run && [ "$(tr '\n' ' ' <out)" = "quick: ran forks: ran forks and exits: ran " ]
}
tap "a case that ends the program: status 1, and the others' results" ends
quick_ends() { CASES=ends run 1 -f quick -f leaves --processes 1 --rounds 9 && grep -q "case 'leaves' ended the program: a case must return" err && grep -q '^quick' out; }
if CASES=ends "$program" --list | grep -q leaves; then tap "so does one that calls quick_exit" quick_ends
else tap_skip "so does one that calls quick_exit" "no at_quick_exit here"; fi
tap "a case that forks and returns twice has one result" doubles
# what is written as descriptor 2 is no part of a file that got this number
closed() {
	"$program" -f quick -f crashes --processes 2 --rounds 9 -o closed.csv 2>&- >out
	[ $? -eq 1 ] && ! grep -q 'of 2 was ended by' closed.csv && "$top_builddir/tools/bench" run -p 1 -o closed.json -- false 2>&-
	[ $? -eq 2 ] && [ ! -s closed.json ]
}
tap "closed standard error: no message goes into a file of results" closed

# processes
several() {
	run 0 -f quick --processes 3 --rounds 4 --format csv && grep -qx '# processes: 3' out &&
		[ "$(grep -c '^quick,,1,[012],[0-3],' out)" -eq "$(grep -c '^quick,' out)" ] && [ "$(grep -c '^quick,' out)" -eq 12 ]
}
of_all() {
	run 1 -f '[qg]*' --processes 2 --rounds 9 --limit 'quick:bytes/s<1' && growth grows &&
		grep -q 'the limit quick:bytes' out
}
of_threads() {
	run 0 -f grows/64 --processes 2 --threads 1 --format json && grep -q '"method": "threads".*"items": 64' out
}
quiet_parts() {
	run 0 -f talks --processes 2 --rounds 3 --format csv && ! grep -q 'what a body' out && grep -q 'what a body' err
}
crashed() { run 1 -f '[cq]*' --processes 2 && grep -q 'process 1 of 2 was ended by signal 6' err; }
# third HOW STATUS: something happens to 'seldom' in the third of eight processes
third() { rm -f once; ONCE=$PWD/once HOW=$1 run $2 -f '[qs]*[km]' --processes 8 --rounds 9; }
crash_named() { third abort 1 && grep -q "process 3 of 8 was ended by signal 6 in 'seldom'; its" err; }
kept() { grep -qE '^quick .* [num]s' out && grep -qE '^seldom .* [num]s' out; }
exits() { third exit 1 && grep -q "process 3 of 8 ended with status 0 in 'seldom'" err && kept; }
sends() { third term 1 && grep -q "process 3 of 8 was sent signal 15 in 'seldom'" err && kept; }
closes() { third close 1 && grep -q "process 3 of 8 could not send results (closed by a case?) in 'seldom'" err && kept; }
skips_once() { third skip 0 && grep -q 'seldom: without a result in 1 of 8 processes: not this time' err && kept; }
wrong_once() {
	third wrong 1 && grep -q 'seldom: without a result in 1 of 8 processes: its result is wrong' err && kept
}
lost_once() {
	third none 0 && kept && grep -qxF "program_cases: seldom: without a result in 1 of 8 processes: no sample kept: every window was interrupted or left by break" err
}
lost_all() { # in the only process
	printf .. >once
	ONCE=$PWD/once HOW=none run 1 -f seldom --processes 1 --rounds 9 && grep -q '^  -  seldom: no sample kept: every window' out
}
far_off() { third late 0 && kept && ! grep -E '^seldom  *(<=|≤)' out; }
if grep -q 'define HAVE_POSIX_SPAWNP' "$top_builddir/config.h"; then
	too_many() {
		REAL=1 run 0 -f quick --processes 10000 --time 0.2 -q &&
			grep -qE '^program_cases: [1-9][0-9]* of 10000 processes: time budget exhausted' err &&
			grep -q '^quick .* [num]s' out
	}
	tap "no more processes are started than the time does for" too_many
	tap "a crash in one process is reported, with its row" crash_named
	tap "and what the others measured is kept" kept
	tap "a body that exits is reported" exits
	tap "a signal is laid to the case that it came to" sends
	tap "a case that closes all files is named" closes
	tap "a row that is skipped in one process has the others' result" skips_once
	tap "one that is wrong in one process as well, and status 1" wrong_once
	tap "one that kept no window in one process counts as disturbed" lost_once
	tap "and in the only process it has no result, and status 1" lost_all
	tap "an outlying process makes no result 'at most'" far_off
	by_default() {
		run 0 -f quick --format csv && n=$(grep "^quick," out | cut -d, -f4 | sort -u | wc -l) && [ $n -gt 1 ] &&
			grep -q "^# processes: $n$" out && grep -q "^# scope: processes$" out
	}
	tap "by default as many processes as the head says" by_default
	tap "--processes: samples of each" several
	tap "processes tell how threads were measured" of_threads
	tap "growth and limits are of all processes" of_all
	tap "what a body prints in a process stays out of the results" quiet_parts
	tap "a process that crashes is reported, and is status 1" crashed
else
	tap_skip "processes" "this system cannot start them"
fi

# output that cannot be written
full() { "$program" -f quick --rounds 3 >/dev/full 2>err; [ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'write failed: No space' err; }
full_file() { run 2 -f quick --rounds 3 -o /dev/full && grep -q -- '--output: ' err; }
pipe_closed() {
	rm -f code
	{ "$program" -f quick --rounds 3 2>err; echo $? >code; } | :
	tap_until [ -s code ]
	[ "$(cat code)" -ne 139 ] && [ "$(cat code)" -ne 141 ]
}
stdout_closed() { "$program" -f quick --rounds 3 >&- 2>err; [ $? -eq 2 ] && [ -s err ]; }
nowhere() { refuses "--output: $PWD/none/x" -f quick -o "$PWD/none/x"; }
read_only() { mkdir -p ro && chmod 500 ro && run 2 -f quick -o ro/x; s=$?; chmod 700 ro; [ $s -eq 0 ] && [ ! -s out ]; }
linked() {
	echo old >keep
	ln -sf keep link
	chmod 640 keep
	run 0 -f quick --rounds 3 -o link --format csv && grep -q '^quick,' keep && [ -L link ] && ls -l keep |
		grep -q '^-rw-r-----'
}
untouched() { echo old >keep; run 2 -f quick -o keep --limit x; [ "$(cat keep)" = old ]; }
if [ -c /dev/full ]; then
	tap "a full disk is said: status 2" full
	tap "a full disk under --output is said: status 2" full_file
fi
tap "a closed pipe is no death by signal" pipe_closed
tap "a closed standard output is said" stdout_closed
tap "a folder that is not there" nowhere
if [ "$(id -u)" -ne 0 ]; then tap "a folder that may not be written" read_only
else tap_skip "a folder that may not be written" "the superuser may"; fi
tap "a link is followed, permissions stay" linked
tap "a refused command line touches no file" untouched

# half_made FILE: waits for the temporary file, before which interrupts are caught
half_made() { tap_until sh -c "ls '$1'.part*"; }
# heard: the program has no signal pending, as far as the system tells
heard() { [ ! -r /proc/$pid/status ] || tap_until grep '^ShdPnd:.*[^0-9a-f]0*$' /proc/$pid/status; }
# interrupts: after the case that runs, with what there is
interrupted() {
	rm -f x.csv
	REAL=1 "$program" -f '[qsg]*' --time 60 -o x.csv "$@" >out 2>err &
	pid=$!
	half_made x.csv
	kill -TERM $pid
	wait $pid
	status=$?
	cat err
	[ $status -eq 143 ] && grep -q 'interrupted by signal 15' err && grep -q '^# interrupted' x.csv &&
		! ls x.csv.part* 2>/dev/null
}
no_row() { # a table without rows has no head
	rm -f child
	CHILD=$PWD/child "$program" -f hangs --processes 1 --format markdown >out 2>err &
	pid=$!
	for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s child ] || sleep 0.2; done
	kill -TERM $pid
	wait $pid
	cat out
	grep -q "^\* interrupted: results are incomplete" out && ! grep -q "^|" out
}
again() {
	rm -f y.csv
	"$program" -f hangs --processes 1 -o y.csv >out 2>err &
	pid=$!
	half_made y.csv
	kill -TERM $pid
	heard
	sleep 0.15
	ls y.csv.part* || return 1
	kill -TERM $pid
	wait $pid 2>/dev/null
	status=$?
	[ $status -eq 143 ] && [ ! -s out ] && ! ls y.csv* 2>/dev/null
}
tap "an interrupt ends it with what there is, files whole: status 128 + signal" interrupted
tap "an interrupt before the first row" no_row
tap "a second one ends it, and leaves no half-made file" again
# of timeout(1), which signals its command, and then the group that it is in
timed_out() {
	REAL=1 timeout 1 "$program" -f '[qsg]*' --time 60 -o x.csv "$@" >out 2>err
	[ $? -eq 124 ] && grep -q 'interrupted by signal 15' err && grep -q '^# interrupted' x.csv
}
if command -v timeout >/dev/null; then tap_slow "timeout ends it once, with what there is" timed_out
else tap_skip "timeout ends it once, with what there is" "no timeout"; fi
grep -q 'define HAVE_POSIX_SPAWNP' "$top_builddir/config.h" && tap "the same with processes" interrupted --processes 3

tap "a body that ignores n, or is empty: one warning" misused
tap "parameters with names make rows" named
tap "what a body counts is in every format" counted
in_valgrind() {
	REAL=1 valgrind -q "$program" -f quick -q --time 50ms >out 2>err
	grep -q 'valgrind checks this process only' err && grep -q '^quick' out && ! grep -q between out || { cat out err; return 1; }
}
if command -v valgrind >/dev/null && [ -z "$tap_sanitize" ]; then tap_slow "valgrind checks the cases" in_valgrind
else tap_skip "valgrind checks the cases" "no valgrind"; fi
tap "parameters are keys for --col, and for benchstat" columned
looped() { # a body alone: no table, an end after the time or an interrupt
	run 0 --loop 5ms -f quick && [ ! -s err ] && grep -qE '^quick: [1-9][0-9]* iterations$' out && [ "$(wc -l <out)" -eq 1 ] &&
		run 0 --loop 1ms -f skips && grep -q 'skips: skipped' out && run 1 --loop 1ms -f wrong &&
		refuses '--loop and --ramp exclude each other' --loop 1s --ramp 1
}
tap "--loop runs bodies alone" looped
tap "growth is that of each word" growth_of_words
tap "a word as the baseline" baseline_word
tap "each run of a body is prepared for" prepared
tap "cold cases" cold
tap "turns longer than the time, on threads, have a result" slow_threads
unread_pipe() { # a signal ends the wait for a reader
	rm -f unread; mkfifo unread
	timeout -k 20 2 "$program" -q -f quick --rounds 3 -o unread >out 2>err; [ $? -eq 124 ] || return 1
	{ cat unread >got & } && "$program" -q -f quick --rounds 3 -o unread >out 2>err && wait && grep -q '"libbench"' got
}
tap_slow "a pipe that nobody reads does not hang" unread_pipe
lengths() { # work that recurs keeps step with the windows of one process at most
	run 0 --processes 5 --seed 1 -f quick -q --format json &&
		[ "$(grep -o '"iterations": \[[0-9]*' out | sort -u | wc -l)" -ge 4 ]
}
tap "windows of different lengths in each process" lengths
one_processor() { REAL=1 taskset -c 0 "$program" -f quick --rounds 3 --threads 1,2 >out 2>err || { cat out err; return 1; }; }
if command -v taskset >/dev/null && taskset -c 0 true 2>/dev/null; then tap "two threads on one processor" one_processor
else tap_skip "two threads on one processor" "no taskset"; fi
nowhere_to_look() {
	unshare -rm sh -c "mount -t tmpfs none /proc && exec '$program' -f quick --rounds 3 --processes 2" >out 2>err ||
		{ cat out err; return 1; }
}
case ${CFLAGS-} in
*-fsanitize*) tap_skip "without /proc" "a sanitizer needs it"; tap_end; exit;;
esac
if unshare -rm sh -c 'mount -t tmpfs none /proc' 2>/dev/null; then tap "without /proc" nowhere_to_look
else tap_skip "without /proc" "it cannot be hidden here"; fi
tap_end
