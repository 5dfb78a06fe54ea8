#!/bin/sh
# Whichever call fails while something is measured, is it said, and is what was finished kept?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
tap_all
. "$top_srcdir/tests/fault.sh"
unset COLUMNS BENCH_TASK
CASES=3; export CASES
fault_step=4

# said STATUS: it failed and said why, on either output
said() { [ "$1" -ne 0 ] && { [ -s "$work/err" ] || grep -qi -e memory -e cannot -e clock "$work/out"; }; }
# rows NAME...: all of these begin a line of the output
rows() { for name; do grep -q "^$name" "$work/out" || { echo "no row $name"; return 1; }; done; }

# A benchmark program: what was measured is shown, whatever fails before and after.
three() { if [ "$1" -eq 0 ]; then rows case0 case1 case2; else said "$1"; fi; }
measured() { fault "$1" three "$program" --rounds 2; }
for kind in memory open write; do tap "a benchmark program, $kind" measured $kind; done
REAL=1; export REAL # (tests/program_cases.c)
tap "a benchmark program, clock" measured clock
unset REAL
# Once the rows are there, they are shown: after the last of them was finished.
finished() {
	if [ "$1" -eq 0 ]; then rows case0 case1 case2
	elif grep -q '^\[3/3\]' "$work/err"; then
		! grep -q '^case0' "$work/out" && grep -q 'for the table\|for the output' "$work/err" || rows case0 case1 case2
	else said "$1"; fi
}
tap_progress() { fault memory finished "$program" --progress --rounds 2; }
tap "finished rows are shown" tap_progress
processes() { fault "$1" three "$program" --rounds 2 --processes 2; }
for kind in memory open read start; do tap "its processes, $kind" processes $kind; done
threads() { fault "$1" said_or_rows "$program" --processes 1 --time 1ms --threads 2; }
said_or_rows() { if [ "$1" -eq 0 ]; then rows case0; else said "$1"; fi; }
REAL=1; export REAL
for kind in memory start; do tap "its threads, $kind" threads $kind; done
unset REAL

# Files of it are the old or the new one.
old_file() { rm -f "$work"/file*; echo old >"$work/file"; }
whole_json() {
	if [ "$(cat "$work/file")" = old ]; then said "$1"; else "$bench" compare --format csv "$work/file" "$work/file" \
		>/dev/null; fi &&
		[ "$(find "$work" -name 'file*' | wc -l)" -eq 1 ] || { ls "$work"; head -c 300 "$work/file"; return 1; }
}
saved() { before_each=old_file; fault "$1" whole_json "$program" --rounds 2 -o "$work/file"; }
for kind in memory open write; do tap "--output, $kind" saved $kind; done
before_each=:

# bench ramp
ramped() { if [ "$1" -eq 0 ]; then [ "$(wc -l <"$work/out")" -eq 3 ]; else said "$1"; fi; }
ramps() { fault "$1" ramped "$bench" ramp --format csv --max 1 --step-time 5ms -- true; }
for kind in memory start; do tap "bench ramp, $kind" ramps $kind; done

# bench sample: every finished run has its row, every row is whole.  The script counts runs.
printf '#!/bin/sh\necho >>%s/runs; echo "{\\"v\\": $1}"\n' "$work" >"$work/script"
chmod +x "$work/script"
fresh() { rm -f "$work/rows" "$work/runs"; : >"$work/runs"; }
kept() {
	[ -s "$work/rows" ] && [ -n "$(tail -c 1 "$work/rows")" ] && { [ "$kind" = write ] || { echo torn; return 1; }; }
	rows=$(tail -n +2 "$work/rows" 2>/dev/null | grep -c '^[ab],')
	[ "$rows" -ge $(($(wc -l <"$work/runs") - 3)) ] || { echo "$rows rows of $(wc -l <"$work/runs") runs"; return 1; }
	if [ "$1" -eq 0 ]; then [ "$rows" -eq 6 ]; else said "$1"; fi
}
samples() {
	kind=$1
	before_each=fresh
	fault "$1" kept "$bench" sample --no-counters -q -r 3 -o "$work/rows" -b "$work/script" a:100 b:120
}
for kind in memory open read write start clock; do tap "bench sample, $kind" samples $kind; done
before_each=:

# The library: a status and its reason; the file of wisdom is sound, and knows what it knew.
knows() {
	"$library" "$work/wisdom" check || { cat "$work/wisdom"; return 1; }
	[ "$1" -eq 0 ] || [ "$1" -eq 3 ] && ! grep broken "$work/out"
}
wise() { rm -f "$work"/wisdom*; "$library" "$work/wisdom" >/dev/null && fault "$1" knows "$library" "$work/wisdom"; }
for kind in memory open read write start clock; do tap "the library, $kind" wise $kind; done
tap_end
