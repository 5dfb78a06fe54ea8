#!/bin/sh
# Does `bench ramp` load a command, tell what it found to people and programs, and end in
# every case: what fails, what hangs, what does not exist, what is interrupted?  No figure
# is asserted.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
bench=$(cd "$top_builddir" && pwd)/tools/bench
reads=$(cd "$top_builddir" && pwd)/bench/rand_read
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
TMPDIR=$work; export TMPDIR

# ramp STATUS OPTIONS...: the exit status is so
ramp() {
	wanted=$1
	shift
	"$bench" ramp "$@" >"$work/out" 2>"$work/err"
	got=$?
	[ $got -eq "$wanted" ] || { echo "exit $got"; cat "$work/out" "$work/err"; return 1; }
}
# says TEXT...: each stands on standard error, which is of one line
says() {
	for text; do grep -qF -- "$text" "$work/err" || { cat "$work/err"; return 1; }; done
	[ "$(wc -l <"$work/err")" -eq 1 ]
}
misuse() { text=$1; shift; ramp 2 "$@" && says "bench ramp: " "$text" && [ ! -s "$work/out" ]; }
fails() { status=$1 text=$2; shift 2; ramp "$status" "$@" && says "bench ramp: " "$text"; }

tap "a command is missing" misuse "expected a command after --" --max 2
tap "a command is missing after --" misuse "expected a command after --" --max 2 --
tap "a word before --" misuse "found 'true', expected a command after --" true -- true
tap "a limit of no metric" misuse "found 'ns<1', expected a metric (operations/s" --limit 'ns<1' -- true
tap "no prediction" misuse "found '2..1', expected a range such as 3..4" --expect 'p50_ns=2..1' -- true
tap "no bytes" misuse "'0'" --bytes 0 -- true
tap "a seed of 2^64" misuse "'18446744073709551616'" --seed 18446744073709551616 -- true
tap "one of 9e15" misuse "'0'" --seed 9000000000000000 --bytes 0 -- true
tap "a load of three times what it can" misuse "'300%'" --load 300% -- true
tap "a load and a rate" misuse "exclude" --load 50% --rate 5 -- true
# traces: CSV with heads; queued requests of blkparse; calls of strace with times, without, of two processes
printf 'time,bytes\n0.02,20\n0,10\n# x\n0.03,30\n' >"$work/t.csv"
printf '  8,0 3 1 0.000000000 697 Q W 2 + 8 [k]\n  8,0 3 1 0.000000100 697 G W 2 + 8 [k]\n  8,0 3 2 0.020000000 697 Q R 2 + 16 [k]\n' \
	>"$work/t.blk"
cat >"$work/t.strace" <<'END'
12 1795593872.500000 read(3, "a(b) = 7", 4096) = 10 <0.000020>
12 1795593872.510000 openat(AT_FDCWD, "x", O_RDONLY) = 3 <0.000009>
13 1795593872.520000 write(4, "a"..., 20) = 20 <0.000008>
13 1795593872.525000 read(4, 0x1, 20) = -1 EAGAIN (Resource temporarily unavailable) <0.000008>
13 1795593872.530000 read(4,  <unfinished ...>
13 1795593872.530000 <... read resumed>"a", 20) = 9 <0.1>
13 1795593872.540000 --- SIGCHLD {si_signo=SIGCHLD} ---
13 1795593872.550000 pread64(4, ""..., 30, 0) = 30 <0.000008>
13 1795593872.560000 +++ exited with 0 +++
END
sed 's/^1[23] [0-9.]* //' "$work/t.strace" >"$work/t.bare"
replays() { # SIZES FILE: in this order, and again
	ramp 0 --max 1 --step-time 500ms --replay "$work/$2" --show-output -- echo '<{size}>' && sizes=$(grep '^<' "$work/err" | tr -d '\n') &&
		case $sizes in "$1"*) ;; *) echo "$sizes"; false ;; esac
}
tap "a CSV's operations in the order of their times" replays '<10><20><30>' t.csv
tap_slow "blkparse's queued requests" replays '<4096><8192>' t.blk
tap_slow "strace's calls that move bytes" replays '<10><20><30>' t.strace
tap_slow "strace's calls without times" replays '<10><20><30>' t.bare
mixed() { # ORDER OPTIONS...: of the first runs; each four in a row have three of a and one of b
	order=$1; shift
	ramp 0 --max 1 --step-time 500ms --mix "3:echo '<a>'" --mix '1:echo "<b>"|cat' --show-output "$@" &&
		got=$(grep '^<' "$work/err" | tr -d '\n') && case $got in "$order"*) ;; *) echo "$got"; false ;; esac &&
		a=$(grep -c '^<a>' "$work/err") b=$(grep -c '^<b>' "$work/err") && [ $((a - 3 * b)) -ge -2 ] && [ $((a - 3 * b)) -le 3 ] &&
		awk -v a=$a -v b=$b '$1 == 3 && /<a>.$/ && $2 == a || $1 == 1 && /cat$/ && $2 == b { n++ } END { exit n != 2 }' "$work/out"
}
tap "a mix of commands: order and numbers" mixed '<a><a><b><a><a><a><b><a>'
tap_slow "a mix at a trace's times" mixed '<a><a><b>' --replay "$work/t.csv"
sizes() { # {size} in one of the commands
	ramp 0 --max 1 --step-time 500ms --replay "$work/t.csv" --mix '1:echo "<{size}>"' --mix '1:echo "<->"' --format csv --show-output &&
		case $(grep '^<' "$work/err" | tr -d '\n') in '<10><-><20><-><30>'*) ;; *) false ;; esac && grep -q '^"1:echo ""<{size}>"" + 1:echo' "$work/out"
}
tap_slow "{size} in one command of a mix" sizes
for mix in true 0:true 1001:true 1: '1: ' -1:true 1.5:true; do tap "no command with a weight: '$mix'" misuse "'$mix'" --mix "$mix"; done
tap "a mix and a command" misuse "found 'true', but --mix already names the commands" --mix 1:false -- true
tap "a mix and a word" misuse "found 'true', but" --mix 1:false true
tap "a command of a mix that fails is named" fails 1 "'exit 3' ended with exit status 3" --max 1 --mix 2:true --mix '1:exit 3'
offered() { # HZ FILE OPTIONS...
	hz=$1 file=$2; shift 2
	ramp 0 --max 1 --replay "$work/$file" --format json "$@" -- true && grep -q '"starts": "trace"' "$work/out" &&
		grep -q "\"rate_hz\": $hz[.0-9]*," "$work/out" && grep -q '"bytes_hz": [0-9]' "$work/out" || { cat "$work/out"; return 1; }
}
tap "a trace's own rate" offered 66.66 t.csv --step-time 60ms
tap "another rate" offered 500 t.csv --rate 500 --step-time 300ms
printf '0,1\nx,2\n' >"$work/bad"; printf '1,1\n1,1\n' >"$work/still"; : >"$work/nothing"
cat >"$work/like.blk" <<'END'
8,0 1 42 0.000000 697 Q R 1000 + 8 [dd]
8,0 1 43 0.001000 697 Q R 1008 + 8 [dd]
8,0 1 44 0.002000 697 Q W 5000 + 16 [dd]
8,0 1 45 0.012000 697 Q R 1016 + 8 [dd]
END
like() { # what a trace is like, what the command makes of it, and how the benchmark's own trace compares
	row() { tr -s ' ' <"$work/out" | grep -qFx -- "$1" || { echo "no '$1'"; cat "$work/out"; return 1; }; }
	ramp 0 --max 1 --step-time 20ms --replay "$work/like.blk" -- true && row 'per second 250' && row 'gap p50 1 ms' && row 'gap max 10 ms' &&
		row 'size p90 8.00 KiB' && row 'writes 25 %' && row 'in sequence 33 %' && grep -q 'does not use the sizes' "$work/out" &&
		printf '0,4096\n.01,4096\n.02,4096\n' >"$work/own.csv" &&
		ramp 0 -q --max 1 --step-time 20ms --replay "$work/like.blk" --like "$work/own.csv" -- true && row 'the trace own.csv ratio' &&
		row 'per second 250 100 0.4' && row 'size max 8.00 KiB 4.00 KiB 0.5' && row 'writes 25 % -'
}
tap "a trace's rate, gaps, sizes, kinds and sequence, also next to another trace's" like
tap "a trace to compare with, without one" misuse "like" --like "$work/like.blk" -- true
if [ -r /proc/self/io ]; then
	endless() { # a command that never ends: each read or write call is an operation
		ramp 0 --max 2 --step-time 200ms --endless --format csv -- sh -c 'while :; do cat /dev/null; done' &&
			awk -F, 'NR == 2 { for (i = 1; i <= NF; i++) if ($i == "throughput_hz") k = i } NR > 2 { n++; bad = bad || !($k > 0) } END { exit bad || n != 2 }' \
				"$work/out" || { cat "$work/out"; return 1; }
	}
	tap "a command that never ends" endless
	tap "an endless command that ends" fails 1 "ended on its own: leave --endless out" --max 1 --endless -- true
	tap "an endless command that reads nothing" fails 1 "no read or write call within 0.1 s" --max 1 --endless --timeout 0.1s -- sleep 60
else tap_skip "a command that never ends" "no /proc/self/io"; fi
tap "a command that does not end names the option" fails 1 "--endless if it never does" --max 1 --timeout 0.1s -- sleep 60
tap "a line of no trace" misuse "bad:2: found 'x,2', expected strace -T" --replay "$work/bad" -- true
tap "a trace of one time" misuse "found 2 operations in 0 s" --replay "$work/still" -- true
tap "a trace of nothing" misuse "found 0 operations" --replay "$work/nothing" -- true
tap "no trace" misuse "No such file" --replay "$work/none" -- true
loaded() { # the most, and then an open loop of that share of it
	ramp 0 --max 1 --step-time 500ms --load 50% --format json -- true && [ "$(grep -c '"libbench_ramp"' "$work/out")" -eq 2 ] &&
		[ "$(head -c 1 "$work/out")" = '[' ] && [ "$(tail -n 1 "$work/out")" = ']' ] &&
		grep -c '"offered_hz": [1-9]' "$work/out" | grep -qx 1 &&
		ramp 0 --max 1 --step-time 500ms --load 50% -- true && grep -q '^Offered 50 % of that, .* per second at random' "$work/out"
}
tap_slow "--load: a share of what was found" loaded
loaded_case() { # the same of a program's case, in an array of two
	"$top_builddir/tests/program_cases" -q -f slow --ramp 1 --step-time 3s --load 50% >"$work/out" &&
		grep -q '^Offered 50 % of that, .* per second at random' "$work/out" || { cat "$work/out"; return 1; }
	"$top_builddir/tests/program_cases" -q -f slow --ramp 1 --step-time 3s --load 50% --format json >"$work/out" &&
		grep -c '"offered_hz": [1-9]' "$work/out" | grep -qx 1 && [ "$(head -c 1 "$work/out")" = '[' ] &&
		[ "$(tail -n 1 "$work/out")" = ']' ] || { cat "$work/out"; return 1; }
}
loaded_batch() {
	"$top_builddir/tests/program_cases" -q -f quick --ramp 1 --step-time 20ms --load 50% >"$work/out" 2>"$work/err"
	[ $? -eq 1 ] && grep -q 'quick: --load: operations are too short' "$work/err"
}
tap "--load of a program" loaded_case
tap "--load of what is too short to be offered" loaded_batch
# shellcheck disable=SC2046 # several words
so_many() { misuse "$2" $(seq $1 | sed 's/.*/--limit p50_ns<&/') --bytes 0 -- true; }
tap "sixteen limits" so_many 16 "'0'"
tap "a seventeenth limit" so_many 17 "--limit: at most 16"
tap "an unknown option is named" misuse "'--fnord'" --fnord -- true
tap "workers that are none" misuse "'0'" --max 0 -- true
tap "too many workers" misuse "'1025'" --max 1025 -- true
tap "--min above --max" misuse "above" --min 3 --max 2 -- true
for time in 0 -1 x 1d ''; do tap "no time: '$time'" misuse "'$time'" --step-time "$time" -- true; done
for limit in 10 10ms@ 10ms@99 10ms@p0 10ms@p101 ms @p99; do
	tap "no limit: '$limit'" misuse "'$limit'" --latency-limit "$limit" -- true
done
for rate in 0 -5 1e7 nan x; do tap "no rate: '$rate'" misuse "'$rate'" --rate "$rate" -- true; done
tap "--even alone" misuse "--rate" --even -- true
tap "the help has 80 columns" sh -c \
	"'$bench' ramp --help | awk 'length > 80 { bad = 1 } END { exit bad || NR < 10 }'"

if ! "$bench" ramp --max 1 --step-time 10ms -- true >"$work/out" 2>"$work/err"; then
	if grep -q "cannot be run here" "$work/err"; then
		tap_skip "commands are loads" "no processes here"
		tap_end
	fi
fi

quick='--max 2 --step-time 40ms'
tap "two steps of a command" ramp 0 $quick -- true
tap "the answer comes first" sh -c \
	"sed -n 2p '$work/out' | grep -qE '^([12] workers? (does|do) the most|More than 1 worker gains nothing): [0-9. ]+ per second'"
tap "a row for each step" sh -c "grep -cE '^ +[12] +[0-9].*s( +[*])?$' '$work/out' | grep -qx 2"
narrow() { LC_ALL=C "$bench" ramp $quick -- true >"$work/ascii" && ! awk 'length > 80' "$work/ascii" | grep .; }
tap "80 columns are enough" narrow
tap "nothing on standard error" test ! -s "$work/err"

csv() {
	ramp 0 $quick --format csv -- true && [ "$(sed 1q "$work/out")" = "# libbench_ramp 1" ] && sed 1d "$work/out" |
		awk -F, 'NR == 1 { n = NF } NF != n || n != 23 { bad = 1 } END { exit bad || NR != 3 }'
}
bounds() {
	ramp 1 $quick --bytes 1e6 --limit 'bytes/s<1' --limit 'p50_ns<1e15' --expect 'mean_ns<1' \
		--expect 'p99_ns=1..1e15' -- true &&
		[ "$(grep -c '^impossible: bytes/s is .*, the limit bytes/s<1$' "$work/out")" -eq 2 ] &&
		grep -q '^more than expected: mean_ns is .*; expected mean_ns<1$' "$work/out" &&
		grep -q '^as expected: p99_ns is ' "$work/out" && sed -n 2,4p "$work/out" | tr '\n' ' ' | grep -q ' per second.*B/s'
}
tap "limits and expectations are judged" bounds
tap "--format csv: its version, a row a step, as many columns as names" csv
json() { ramp 0 $quick --format json --latency-limit 1min@p50 -- true &&
	grep -q '"libbench_ramp": 1' "$work/out" && grep -q '"limit_ns": 60000000000, "limit_share": 0.5,' "$work/out" &&
	grep -q '"starts": "closed"' "$work/out" && grep -c '{"workers"' "$work/out" | grep -qx 2; }
tap "--format json: the limit, the steps" json
if command -v python3 >/dev/null; then
	tap "--format json is JSON" sh -c "python3 -m json.tool <'$work/out' >/dev/null"
else tap_skip "--format json is JSON" "no python3"; fi
gone='echo $$ >gone'
observe() ( # the second observer ends at once, and the command waits for that
	cd "$work" && echo 1 2 >snap &&
	ramp 0 --max 1 --step-time 20ms --observe 'echo seen; exec sleep 63' --observe "$gone" \
		--snapshot snap -- sh -c 'until [ -s bench-ramp.observe1 ] && [ -s gone ] &&
			grep -q " Z " /proc/$(cat gone)/stat; do :; done
			echo 1 5 >snap' && grep -qx seen bench-ramp.observe1 && grep -qxF '+0 +3' bench-ramp.change && grep -qx '1 2' bench-ramp.before &&
		grep -qx '1 5' bench-ramp.after && says "bench ramp: --observe: '$gone' ended before the benchmark"
)
if [ -r /proc/self/stat ]; then tap "observers and snapshots of all of it" observe
else tap_skip "observers and snapshots of all of it" "no /proc"; fi
tap "a snapshot of nothing: no run" misuse "--snapshot: no file 'nosuch'" --observe 'sleep 1000' --snapshot nosuch -- touch "$work/began"
quoted() {
	ramp 0 --max 1 --step-time 20ms --format json -- sh -c ': "a\b	c"' &&
		grep -qF '"name": "sh -c : \"a\\b\u0009c\""' "$work/out"
}
tap "names are quoted" quoted
tap "--rate: an open loop" ramp 0 --max 1 --step-time 100ms --rate 50 --even --format json -- true
tap "--rate: what was offered" grep -q '"offered_hz": 50,.*"operations": [456],' "$work/out"
late() {
	ramp 1 --latency-limit 1ns --step-time 20ms -- true &&
		grep -q '^No number of workers stays within 1 ns at p99' "$work/out"
}
tap "a limit that nothing keeps to: exit 1" late
tap "two late steps are the end" sh -c \
	"grep -q 'The latency limit was passed' '$work/out' && ! grep -qE '^ +3 +[0-9]' '$work/out'"

tap "a command that does not exist" fails 2 "$work/nowhere" --max 1 -- "$work/nowhere"
tap "a command that fails" fails 1 "exit status 3" --max 4 -- sh -c 'exit 3'
# runs that fail are neither done nor timed
failing() {
	ramp 1 --max 1 --step-time 500ms --ignore-failure -- sh -c 'exit 3' && grep -q '^ *1  *0 ' "$work/out" &&
		grep -q '^\([1-9][0-9]*\) of \1 runs failed: throughput' "$work/out" &&
		ramp 0 --max 1 --step-time 1s --ignore-failure -- sh -c 'exit $(($$ % 2))' &&
		grep -q '^[1-9][0-9]* of [1-9][0-9]* runs failed' "$work/out" && ramp 0 --max 1 --step-time 1s \
		--ignore-failure --format json -- sh -c 'exit $(($$ % 2))' && grep -q '"failed": [1-9]' "$work/out"
}
tap_slow "failures may be ignored, and count as nothing" failing
tap "a command that dies" fails 1 "signal 9" --max 1 -- sh -c 'kill -9 $$'
tap "a command that hangs" fails 1 "did not end within 0.2 s" --timeout 200ms --max 1 -- sleep 100
# vanished SECONDS: no process sleeps for this time.  What was ended may be listed a little longer, and another
# run of this test has other numbers.
vanished() { ! ps -ef 2>/dev/null | grep -q "[s]leep $1"; }
gone() { ramp 1 --timeout 200ms --max 1 -- sh -c "sleep 98$$ & wait" && tap_until vanished 98$$; }
tap "its children are ended as well" gone
dies_later() {
	rm -f "$work/once"
	ramp 1 --max 1 --step-time 1s -- sh -c "[ ! -f '$work/once' ] || exit 7; : >'$work/once'"
}
tap "a command that fails the second time" dies_later

# interrupted OPTIONS...: after a while SIGTERM comes (a shell's children in the background
# ignore SIGINT); the exit status is kept
interrupted() {
	"$bench" ramp "$@" >"$work/out" 2>"$work/err" &
	started=$!
	sleep 0.4
	kill -TERM $started
	wait $started
}
ends() {
	interrupted --step-time 150ms --all --max 20 -- sleep 0.01
	[ $? -eq 1 ] && grep -q '^Interrupted' "$work/out" && grep -qE '^ +1 +[0-9]' "$work/out"
}
tap "an interrupt ends it, with a report" ends

hour() {
	interrupted --step-time 1h --max 1 -- sleep 0.01
	[ $? -eq 1 ] && grep -q 'interrupted' "$work/err"
}
tap "SIGTERM ends a step of an hour" hour
asleep() {
	interrupted --step-time 1h --max 2 -- sleep 97$$
	[ $? -eq 1 ] && tap_until vanished 97$$
}
tap_slow "and the commands that run" asleep
# bash does not hand down an ignored SIGCHLD; env of GNU does
printf '#!/bin/sh\nexec env --ignore-signal=CHLD "%s" "$@"\n' "$bench" >"$work/unheard"; chmod +x "$work/unheard"
unheard() (bench=$work/unheard; ramp 0 --max 1 --step-time 20ms -- true)
if env --ignore-signal=CHLD true 2>/dev/null; then tap "SIGCHLD is ignored by the caller" unheard
else tap_skip "SIGCHLD is ignored by the caller" "env has no --ignore-signal"; fi

svg() {
	ramp 0 $quick --svg "$work/a.svg" -- true && grep -q '^<svg\|^<?xml' "$work/a.svg" &&
		grep -q '</svg>' "$work/a.svg" && [ "$(ls "$work" | grep -c svg)" -eq 1 ]
}
tap "--svg: a picture" svg
tap "--svg: a folder that is not there" fails 2 "--svg" $quick --svg "$work/none/a.svg" -- touch "$work/began"
tap "is reported before the command runs" test ! -e "$work/began"
if [ -c /dev/full ]; then
	full() {
		for form in "" --format=json --format=csv; do "$bench" ramp --max 1 --step-time 20ms $form -- true >/dev/full \
			2>"$work/err"; [ $? -eq 2 ] && says "write failed" || return 1; done
	}
	tap "a full disk is reported" full
else tap_skip "a full disk is reported" "no /dev/full"; fi
if command -v taskset >/dev/null && taskset -c 0 true 2>/dev/null; then
	tap "one processor" taskset -c 0 "$bench" ramp --max 3 --step-time 30ms -- true
else tap_skip "one processor" "no taskset"; fi

if [ -x "$reads" ]; then
	reading() { (cd "$work" && "$reads" --size 64K "$@") >"$work/out" 2>"$work/err"; }
	tap "rand_read: reads are ramped" reading --ramp 1..2 --step-time 20ms --format csv
	tap "rand_read: two steps" sh -c "[ \$(grep -vc '^#' '$work/out') -eq 3 ]"
	nothing_left() { ! find "$work" -name 'rand_read*' | grep .; }
	tap "rand_read: no file is left" nothing_left
	refused() { text=$1; shift; reading "$@"; [ $? -eq 2 ] && grep -qF -- "$text" "$work/err"; }
	tap "rand_read: a file that is not there" refused nowhere --file "$work/nowhere"
	tap "rand_read: a size that is none" refused 12x --size 12x
	tap "bench_main: workers that are none" refused "'1..0'" --ramp 1..0
	tap "bench_main: what belongs to --ramp" refused "--ramp" --rate 5
	tap "bench_main: what does not go with --ramp" refused "--ramp" --ramp 1..2 --threads 2
	tap "bench_main: --time and --step-time" refused "--time" --ramp 1..2 --time 1 --step-time 1s
	timed() {
		reading --ramp 1..3 --all --time 0.06 --format csv && grep -v '^#' "$work/out" |
			awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "counted_ns") c = i; next } { n++; if ($c < 19e6 || $c > 20e6) bad = 1 } END { exit bad || n != 3 }'
	}
	tap "bench_main: --time is of all steps together" timed
	tap "bench_main: a form that a ramp has not" refused "text, csv or json" --ramp 2 --format go
	output() {
		reading --ramp 2..2 --step-time 20ms --output "$work/reads.json" && grep -q '"workers": 2' "$work/reads.json" &&
			grep -q 'do the most\|does the most' "$work/out"
	}
	tap "bench_main: --output and the table" output
	cases=$(cd "$top_builddir" && pwd)/tests/program_cases
	several() { "$cases" -f "$1" --ramp 1..1 --step-time 10ms --format "$2" $3 >"$work/out" 2>"$work/err"; }
	one_table() {
		several 'grows/[62]*' csv && [ "$(grep -vc '^#' "$work/out")" -eq 3 ] &&
			grep -q '^# processors: [1-9]' "$work/out" && [ "$(grep -c ^name, "$work/out")" -eq 1 ]
	}
	tap "several cases in CSV: one table" one_table
	headed() {
		several grows/64 text && grep -q '^run  *program_cases' "$work/out" && several grows/64 text --quiet &&
			! grep -q '^run ' "$work/out"
	}
	tap "bench_main: the machine is said, but not with --quiet" headed
	if command -v python3 >/dev/null; then
		array() {
			several 'grows/[62]*' json &&
				python3 -c "import json, sys; a = json.load(open(sys.argv[1])); assert [r['name'] for r in a] == ['grows/64', 'grows/256'] and a[0]['context']['program'] == 'program_cases'" "$work/out"
		}
		tap "several cases in JSON: an array" array
	else tap_skip "several cases in JSON: an array" "no python3"; fi
	goes_on() { several '[w1]*' csv; [ $? -eq 1 ] && grep -q '^"11"' "$work/out" && grep -q 'wrong: ' "$work/err"; }
	tap "a case that fails does not end the others" goes_on
fi
tap_end
