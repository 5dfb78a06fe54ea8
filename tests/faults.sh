#!/bin/sh
# Whichever call fails that reads, computes or draws, is it said, without a crash, a hang, or half an answer?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
. "$top_srcdir/tests/fault.sh"

printf '5.1\n5.2\n5.0\n5.3\n5.15\n5.22\n' >"$work/a"
printf '5.4\n5.6\n5.5\n5.3\n5.45\n5.52\n' >"$work/b"
{ echo name,round,time; for i in 1 2 3 4 5 6; do echo "x,$i,5.$i"; echo "y,$i,6.$i"; done; } >"$work/c.csv"
{ echo name,run,time; for i in 1 2 3 4 5; do for run in 1 2 3; do echo "x,$run,5.$i$run"; echo \
	"y,$run,6.$i$run"; done; done; } >"$work/r.csv"
printf '{"libbench": 1, "results": [{"name": "copy", "metric": "time", "unit": "ns", "process": "1", "values": [12.5, 12.6, 12.4]}, {"name": "move", "metric": "time", "values": [12.9, 12.8, 12.7]}]}\n' >"$work/d.json"
printf 'goos: linux\nBenchmarkX-8 \t 100 \t 12.5 ns/op\nBenchmarkX-8 \t 100 \t 12.7 ns/op\n' >"$work/g.txt"

# verb NAME OPTIONS...: without memory, without descriptors, with failing reads
verb() {
	name=$1
	shift
	tap "$name, without memory" fault memory same "$bench" "$@"
	tap "$name, nothing can be opened" fault open same "$bench" "$@"
	tap "$name, output fails" fault write same "$bench" "$@"
}

# whole_answer STATUS: the output is as without the fault
whole_answer() { [ "$1" -eq 0 ] && cmp -s "$work/out" "$work/good"; }
verb "compare, plain numbers" compare "$work/a" "$work/b"
verb "compare, a box" compare --box "$work/a" "$work/b"
verb "compare, pairs" compare --paired --format csv "$work/a" "$work/b"
verb "compare, a table" compare "$work/c.csv"
awk 'BEGIN { for (i = 0; i < 60000; i++) print i * 7919 % 60013 }' >"$work/large"
tap "compare, large sets without a second thread" fault start whole_answer "$bench" compare --format csv "$work/large" \
	"$work/large"
verb "compare, runs" compare "$work/r.csv"
verb "compare, JSON to JSON" compare --format json "$work/d.json"
verb "compare, Go" compare "$work/g.txt" "$work/g.txt"
verb "compare, at any time" compare --anytime "$work/c.csv"
verb "plot, terminal" plot --strip --ecdf --width 80 "$work/c.csv"
verb "plot, vega" plot --vega "$work/c.csv"
verb "power" power --margin 20% --format json "$work/a"
verb "ministat" ministat "$work/a" "$work/b"
tap "mhz --replay, without memory" fault memory same "$mhz" --replay "$top_srcdir/tests/data/haswell.mhz"
tap "mhz --replay, nothing can be opened" fault open same "$mhz" --replay "$top_srcdir/tests/data/haswell.mhz"

# A full disk.
full() {
	"$@" >/dev/full 2>"$work/err" </dev/null
	[ $? -eq 2 ] && grep -q 'write failed\|No space' "$work/err" || { cat "$work/err"; return 1; }
}
if [ -w /dev/full ]; then
	for options in "compare $work/c.csv" "compare --format json $work/c.csv" "plot $work/c.csv" "plot --vega $work/c.csv" \
		"plot --svg /dev/full $work/c.csv" "plot --html /dev/full $work/c.csv" "power $work/a" "ministat $work/a $work/b" \
		"ramp --max 1 --step-time 5ms -- true" "ramp --max 1 --step-time 5ms --svg /dev/full -- true"; do
		tap "a full disk is said: ${options%% /*}" full "$bench" $options
	done
	CASES=1; export CASES
	tap "a full disk is said: a benchmark program" full "$program" --rounds 1
	tap "a full disk is said: its --output" full "$program" --rounds 1 -o /dev/full --format csv
	tap "a full disk is said: mhz" full "$mhz" --replay "$top_srcdir/tests/data/haswell.mhz"
fi

# whole STATUS: the same of a file that is written, which is the old one, or the new one, whole
whole() {
	if cmp -s "$work/file" "$work/wanted"; then [ "$1" -eq 0 ] || [ -s "$work/err" ]
	else
		echo old | cmp -s - "$work/file" || { echo "the file is torn"; return 1; }
		[ "$1" -ne 0 ] && [ -s "$work/err" ] || { echo "the old file is there, and nothing is said"; return 1; }
	fi
	[ "$(find "$work" -name 'file*' | wc -l)" -eq 1 ] || { ls "$work"; return 1; }
}
# keeps OPTION: the file that it names
keeps() {
	"$bench" plot "--$1" "$work/file" "$work/c.csv" && mv "$work/file" "$work/wanted" || return 1
	before_each=old_file
	for kind in memory open write sync; do fault $kind whole "$bench" plot "--$1" "$work/file" "$work/c.csv" ||
		return 1; done
}
old_file() { rm -f "$work"/file*; echo old >"$work/file"; }
tap "plot --svg keeps the old file or writes a whole one" keeps svg
tap "plot --html keeps the old file or writes a whole one" keeps html
tap_end
