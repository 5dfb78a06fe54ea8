#!/bin/sh
# Do the example benchmarks print tables, refuse nonsense and notice a full disk?  No
# figure is asserted; where the machine gives no answer (exit 1), that must be said.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
bench=$top_builddir/bench

# line_of PROGRAM: exactly one line on stderr, and it begins with the program's name
line_of() { cat "$work/err"; [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q "^$1: .*: ..*" "$work/err"; }

# table PROGRAM COLUMN ROWS ARGUMENTS...: a heading, ROWS rows or more, and in each
# numbers in this column are finite and above 0, and no strange number anywhere
table() {
	program=$1 column=$2 rows=$3
	shift 3
	"$bench/$program" "$@" >"$work/out" 2>"$work/err"
	code=$?
	cat "$work/out" "$work/err"
	if [ $code -eq 1 ]; then grep -q "^$program: ..*" "$work/err"; return; fi
	[ $code -eq 0 ] && [ ! -s "$work/err" ] && ! grep -iwE -- '-?(nan|inf)' "$work/out" || return 1
	awk -v column="$column" -v rows="$rows" 'NR > 1 { n++; if (!($column + 0 > 0)) bad = 1 }
		END { exit bad || n < rows }' "$work/out"
}

# refuses PROGRAM ARGUMENTS...: exit 2, nothing on stdout, one line that names the last one
refuses() {
	program=$1
	"$bench/$@" >"$work/out" 2>"$work/err"
	[ $? -eq 2 ] && [ ! -s "$work/out" ] && line_of "$program" && for last; do :; done &&
		grep -qF -- ": $last: " "$work/err"
}

# ranges LOW HIGH: pick_copy's rows go from LOW to HIGH without a gap, each with a routine
ranges() {
	"$bench/pick_copy" "$@" >"$work/out" 2>"$work/err"
	code=$?
	cat "$work/out" "$work/err"
	if [ $code -eq 1 ]; then grep -q "^pick_copy: ..*" "$work/err"; return; fi
	[ $code -eq 0 ] && [ ! -s "$work/err" ] || return 1
	awk -v low="$1" -v high="$2" 'NR == 1 { next } /^Some of this is uncertain/ { next }
		$1 != low || $2 < $1 || $3 !~ /^(memcpy|memmove|unrolled|word|byte|rep)$/ { bad = 1 }
		{ low = $2 + 1 } END { exit bad || low != high + 1 }' "$work/out"
}

helps() { "$bench/$1" --help >"$work/out" && grep -q "^Usage: $1" "$work/out"; }

# full and closed PROGRAM ARGUMENTS...: exit 2 and one line about the output
# (that the machine is too busy may be said before)
full() {
	"$bench/$@" >/dev/full 2>"$work/all"
	[ $? -eq 2 ] && { grep -v ': system too busy' "$work/all" >"$work/err"; line_of "$1"; } &&
		grep -q 'standard output' "$work/err"
}
closed() { "$bench/$@" >&- 2>"$work/err"; [ $? -eq 2 ] && line_of "$1" && grep -q 'standard output' "$work/err"; }

# speaks PROGRAM: a failure of the library is reported with its status and its detail, exit 1
speaks() {
	BENCH_ENOUGH=soon "$bench/$1" >"$work/out" 2>"$work/err"
	[ $? -eq 1 ] && line_of "$1" && grep -q "environment.*BENCH_ENOUGH.*soon" "$work/err"
}

# rows PROGRAM NUMBER ARGUMENTS...: NUMBER rows, each a case with a time or the reason for a missing one
rows() {
	program=$1 number=$2
	shift 2
	"$bench/$program" --quiet --rounds 3 "$@" >"$work/out" 2>"$work/err"
	code=$?
	cat "$work/out" "$work/err"
	if [ $code -eq 1 ]; then grep -qE '^ +[A-Z]  |[a-z] [a-z]' "$work/out" "$work/err" || return 1
	else [ $code -eq 0 ] && [ ! -s "$work/err" ] || return 1; fi
	awk -v number="$number" 'NR > 1 && !NF { exit }
		NR > 1 && (/ (ps|ns|us|ms|s) / || / [a-z]+ [a-z]+/ || / skipped/) { n++ } END { exit n != number }' "$work/out"
}

# curve SIZES ARGUMENTS...: SIZES sizes with two times, and what they show; 80 columns
curve() {
	sizes=$1
	shift
	"$bench/lat_mem" "$@" >"$work/out" 2>"$work/err"
	code=$?
	cat "$work/out" "$work/err"
	if [ $code -eq 1 ]; then grep -q "^lat_mem: ..*" "$work/err"; return; fi
	[ $code -eq 0 ] && [ ! -s "$work/err" ] && ! grep -qE '.{81}' "$work/out" || return 1
	awk -v sizes="$sizes" '/^$/ { on = 1; next } on { if (/^cache +holds +system +ns$|^no cache ends/) head = 1; next }
		NR > 1 && $3 > 0 && $4 > 0 { n++ } END { exit n != sizes || !head }' "$work/out"
}

tap "lat_rand prints a table" table lat_rand 2 1
tap "clock prints a table" table clock 2 10
exported() {
	"$bench/clock" --export >"$work/out" 2>"$work/err"
	code=$?
	if [ $code -eq 1 ]; then grep -q "^clock: ..*" "$work/err"; return; fi
	[ $code -eq 0 ] && (. "$work/out"; [ -n "$BENCH_ENOUGH" ] && [ -n "$BENCH_TIMING_O" ] &&
		[ -z "${BENCH_LOOP_O-}" ] && table clock 2 10)
}
tap "clock --export is for a shell, and the library reads it" exported
tap "pick_copy tells who is the fastest from the first length to the last" ranges 48 100
tap "pick_copy takes one length" ranges 7 7
tap "lat_mem prints a row for each size, and the caches" curve 8 32K
tap_slow "lat_mem takes sizes up to one between powers of two" curve 14 100K
tap "lat_ops times operations" rows lat_ops 20
tap "lat_call times ways of calling" rows lat_call 8
tap "inputs times fresh, rotated, warm and cold input" rows inputs 6
tap "lat_syscall times system calls, or says why not" rows lat_syscall 6
tap "lat_ctx times switches, or says why not" rows lat_ctx 4
tap "lat_tcp sends over pipe and TCP, or says why not" rows lat_tcp 5 --processes 1 --filter 'byte*' \
	--filter '*/4096'
tap_slow "bw_file reads and maps, or says why not" rows bw_file 6 --processes 1 --filter '*/65536'
tap "bw_mem reads, writes and copies" rows bw_mem 3 --filter '*/4096'
tap_slow "bw_mem does so in two threads" rows bw_mem 3 --threads 2 --filter '*/4096/*'
little() (ulimit -s 256 && ulimit -d 100000 && rows bw_mem 3 --threads 16 --filter '*/4096/*')
tap_slow "bw_mem's threads take no more memory than their row needs" little
of_bench() {
	"$top_builddir/tools/bench" example lat_ops --list >"$work/out" && "$bench/lat_ops" --list | diff "$work/out" - &&
		for name in $("$top_builddir/tools/bench" example | sed -n 's/^  \([a-z_]*\) .*/\1/p'); do
			[ -x "$bench/$name" ] || return 1; done
	"$top_builddir/tools/bench" example ../tools/bench 2>"$work/err"
	[ $? -eq 2 ] && grep -q "found '../tools/bench', expected an example" "$work/err"
}
tap "bench example runs them, and nothing else" of_bench
for program in lat_ops lat_call lat_syscall lat_ctx lat_tcp bw_file bw_mem; do
	tap "$program helps" "$bench/$program" --help
	for nonsense in --nonsense 9; do
		refuse() {
			"$bench/$program" $nonsense >"$work/out" 2>"$work/err"
			[ $? -eq 2 ] && [ ! -s "$work/out" ] && grep -q "^$program: .*'$nonsense'" "$work/err"
		}
		tap "$program refuses $nonsense" refuse
	done
done
for program in lat_rand lat_mem clock pick_copy; do
	tap "$program helps" helps $program
	tap "$program refuses an unknown option" refuses $program --nonsense
	tap "$program refuses too many arguments" refuses $program 9 9 9
	tap "$program tells why the library failed" speaks $program
	tap "$program notices a closed output" closed $program --help
	if [ -c /dev/full ]; then
		case $program in lat_mem) few=32K ;; pick_copy) few='7 7' ;; *) few= ;; esac # all sizes take seconds
		tap "$program notices a full disk" full $program $few
		tap "$program notices a full disk in its help" full $program --help
	else tap_skip "$program notices a full disk" "no /dev/full"; fi
done
for program in lat_ops lat_call lat_syscall lat_ctx bw_mem lat_rand lat_mem clock pick_copy rand_read; do
	wide() { "$bench/$program" --help >"$work/out" && ! awk 'length > 80' "$work/out" | grep .; }
	tap "$program's help has 80 columns" wide
done
for nonsense in 0 -1 8K 1.5 ' 1' 1KK 2000M 99999999999999999999999 x ''; do
	tap "lat_mem refuses '$nonsense' bytes" refuses lat_mem "$nonsense"
done
for nonsense in 0 -1 1.5 17M x; do tap "pick_copy refuses '$nonsense' bytes" refuses pick_copy 1 "$nonsense"; done
rowless() {
	"$bench/honest" 3 0 -- true >"$work/out" 2>"$work/err"
	[ $? -eq 2 ] && line_of honest && grep -q "no row in the output of 'true'" "$work/err"
}
tap "honest refuses a command without rows" rowless
tap "pick_copy refuses a range that is upside down" refuses pick_copy 9 8
tap_end
