#!/bin/sh
# Whichever call fails, memory or system: is it said, without a crash, a hang, or half an answer?
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}exitcode=99"
bench=$top_builddir/tests/faulty_bench mhz=$top_builddir/tests/faulty_mhz
golden=$top_srcdir/tests/golden
[ -x "$bench" ] || { echo "1..0 # SKIP the linker has no --wrap"; exit 0; }
most=${BENCH_FAULTS:-150}     # calls that are tried; all of them: BENCH_FAULTS=100000

printf '5.1\n5.2\n5.0\n5.3\n5.15\n5.22\n' >"$work/a"
printf '5.4\n5.6\n5.5\n5.3\n5.45\n5.52\n' >"$work/b"
{ echo name,round,time; for i in 1 2 3 4 5 6; do echo "x,$i,5.$i"; echo "y,$i,6.$i"; done; } >"$work/c.csv"
printf '{"libbench": 1, "results": [{"name": "copy", "metric": "time", "unit": "ns", "process": "1", "values": [12.5, 12.6, 12.4]}, {"name": "move", "metric": "time", "values": [12.9, 12.8, 12.7]}]}\n' >"$work/d.json"

# judge STATUS: after a run with a fault; the output was as without it, or the failure is said
judge() {
	if [ "$1" -ge 124 ] || [ "$1" -eq 99 ]; then echo "call $n: status $1"; tail -3 "$work/err"; return 1; fi
	cmp -s "$work/out" "$work/good" && [ "$1" -eq "$good_status" ] && return 0
	[ "$1" -ne 0 ] && [ -s "$work/err" ] && return 0
	echo "call $n: status $1, output differs, nothing is said"
	return 1
}

# memory PROGRAM...: with the n-th allocation failing, for n = 1, 2, ...
memory() {
	"$@" >"$work/good" 2>"$work/err"
	good_status=$?
	bad=0 n=0
	while [ $n -lt "$most" ]; do
		n=$((n + 1))
		BENCH_FAULT=$n timeout 20 "$@" >"$work/out" 2>"$work/err" 9>"$work/hit"
		status=$?
		[ -s "$work/hit" ] || break
		judge $status || bad=1
	done
	[ $n -gt 1 ] || { echo "no call of malloc was seen"; return 1; }
	return $bad
}

tap "compare, plain numbers, without memory" memory "$bench" compare "$work/a" "$work/b"
tap "compare, a table, without memory" memory "$bench" compare "$work/c.csv"
tap "compare, JSON to JSON, without memory" memory "$bench" compare --json "$work/d.json"
tap "ministat without memory" memory "$bench" ministat "$work/a" "$work/b"
tap "mhz --replay without memory" memory "$mhz" --replay "$top_srcdir/tests/data/haswell.mhz"
tap_end
