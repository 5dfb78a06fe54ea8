#!/bin/sh
# Do programs written for lmbench compile as they are, and report in its words?  Each of
# tests/lmbench is C as it was written in 1996.  No time is asserted.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
top_srcdir=$(cd "$top_srcdir" && pwd) || exit 99
top_builddir=$(cd "$top_builddir" && pwd) || exit 99
ENOUGH=100
export ENOUGH
seconds=20

ln -s "$top_srcdir/tests" "$top_builddir/tests/stage" "$work" # words without blanks
grep -q '^#define HAVE_FORK 1' "$top_builddir/config.h" || { echo "1..0 # SKIP no fork here"; exit 0; }

# sources PROGRAM: its files
sources() {
	echo "$work/tests/lmbench/$1.c"
	[ "$1" = parts ] && echo "$work/tests/lmbench/part.c"
}
programs=$(cd "$top_srcdir/tests/lmbench" && ls *.c | sed '/^part\.c$/d; s/\.c$//')

# compile COMPILER FLAGS... PROGRAM: no error, and no warning of the header's own
compile() {
	for program; do :; done
	for source in $(sources "$program"); do
		options=$(echo " $* " | sed "s/ $program \$//")
		$options -std=gnu89 -I"$top_srcdir/include/lmbench" -c "$source" -o "$work/$(basename "$source" .c).o" \
			2>"$work/err" &&
			! grep -E 'lmbench/(bench|names)\.h:[0-9:]*.*(warning|error)' "$work/err" || { cat "$work/err"; return 1; }
	done
}

# link PROGRAM: with the build tree's library alone
link() {
	objects=$(for source in $(sources "$1"); do echo "$work/$(basename "$source" .c).o"; done)
	${CC:-cc} ${CFLAGS:-} -o "$work/$1" $objects "$top_builddir/libbench-lmbench.a" "$top_builddir/libbench.a" $LIBS
}

build() { compile ${CC:-cc} ${CFLAGS:-} -O0 -Wall -Wextra "$1" && link "$1"; }

# prints PATTERNS COMMAND...: exit 0, and the lines match the patterns, one by one
prints() {
	printf '%s\n' "$1" >"$work/patterns"
	shift
	(cd "$work" && ulimit -t $seconds && "$@") >"$work/out" 2>&1 || { echo "exit $?"; cat "$work/out"; return 1; }
	[ "$(wc -l <"$work/out")" -eq "$(wc -l <"$work/patterns")" ] || { echo "lines:"; cat "$work/out"; return 1; }
	line=0
	while read -r pattern; do
		line=$((line + 1))
		sed -n "${line}p" "$work/out" | grep -qE "^$pattern\$" ||
			{ echo "line $line is no '$pattern':"; cat "$work/out"; return 1; }
	done <"$work/patterns"
}

# ends STATUS PATTERN COMMAND...: with that status, and one line on stderr
ends() {
	want=$1 pattern=$2
	shift 2
	(cd "$work" && ulimit -t $seconds && "$@") >"$work/out" 2>"$work/err"
	status=$?
	cat "$work/err"
	[ $status -eq "$want" ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -qE "$pattern" "$work/err"
}

for program in $programs; do tap "$program compiles and links" build $program; done

f='[0-9]+\.[0-9][0-9]' f3='[0-9]+\.[0-9]{3}' f4='[0-9]+\.[0-9]{4}' f5='[0-9]+\.[0-9]{5}' f6='[0-9]+\.[0-9]{6}'
tap "ops" prints "integer xor and add: $f nanoseconds
integer div: $f nanoseconds
integer mul: $f nanoseconds
double add: $f nanoseconds
double mul: $f nanoseconds" ./ops
tap "syscall" prints "Simple syscall: $f4 microseconds" ./syscall null
tap "syscall by three at once" prints "Simple write: $f4 microseconds" ./syscall -P 3 -W 1000 -N 3 write
tap "syscall, wrong" ends 255 '^Usage: ./syscall \[-P <parallelism>\] .* null\|write$' ./syscall -P 0 null
tap "pipe" prints "Pipe latency: $f4 microseconds" ./pipe
tap "signal" prints "Signal handler installation: $f4 microseconds
Signal handler overhead: $f4 microseconds" ./signal
tap "memory" prints "\"stride=64
0.00391 $f3
0.01562 $f3

\"stride=256
0.00391 $f3
0.01562 $f3
" ./memory 16k
tap "copy" prints "0.262144 $f
$f MB/sec" ./copy 1 256k
tap "copy by three at once" prints "0.065536 $f
$f MB/sec" ./copy 3 64k
tap "reread" prints "0.131072 $f
0.1311 MB in 0\.[0-9]{4} secs, $f4 MB/sec
0.131072 ([0-9]{2,}|[0-9]\.[0-9]{3})
[0-9]+ 131KB xfers in $f secs, $f4 millisec/xfer, $f MB/sec" ./reread 128k file
tap "inner" prints "step by step: $f nanoseconds
all at once: $f nanoseconds
few calls, many turns" ./inner
tap "stats" prints "4 4 -1 10 21.50 2.074
2 1 1T
-1 0 4 7 10
y = 0.98 \+ 2.00 x
spread
11 results, sorted: yes
1095000 of 100000, median
100 of 10, least" ./stats
tap "overheads" prints "enough 1
timing 1, loop 1
pinned -1
slept 1" ./overheads
# Children fill all processors; where they starve the parent, the system ends them after five seconds.
if chrt -f 1 prlimit --rttime=5000000 true 2>/dev/null; then
	tap "two at once that no process interrupts" prints "Simple write: $f4 microseconds" \
		chrt -f 1 prlimit --rttime=5000000:5000000 ./syscall -P 2 -W 1000 -N 3 write
	tap "five at once that no process interrupts" prints "Simple write: $f4 microseconds" \
		chrt -f 1 prlimit --rttime=5000000:5000000 ./syscall -P 5 -W 1000 -N 3 write
else
	tap_skip "children that no process interrupts" "no chrt, or not allowed"
fi
tap "options" prints "a -
b -
c 3
-x" ./options -a -bc 3 -- -x
tap "options, wrong" ends 255 '^Usage: ./options \[-ab\] \[-c number\] \[file ...\]$' ./options -z
tap "parts" prints "part of it: 1000.0000 microseconds
7000 7 5 1 2
times" ./parts
tap "types" prints "all types: 1500.00 nanoseconds" ./types
exact() { (cd "$work" && ./report) | diff - "$top_srcdir/tests/lmbench/report.txt"; }
tap "report" exact
tap "ENOUGH that is no number" ends 1 "^libbench: .*ENOUGH.*'soon'" env ENOUGH=soon ./inner
unplaced() {
	(cd "$work" && LMBENCH_SCHED=best ./syscall null) 2>"$work/err"
	status=$?
	cat "$work/err"
	[ $status -eq 1 ] && grep -q "^libbench: LMBENCH_SCHED is 'best', expected DEFAULT, " "$work/err"
}
tap "LMBENCH_SCHED that is no schedule" unplaced

# The headers of helpers that a program brings.
brought() {
	mkdir -p "$work/own"
	for each in mem tcp udp unix; do
		printf '#include "bench.h"\nstruct %s_state { iter_t n; };\n' $each >"$work/own/lib_$each.h"
	done
	printf '#include "bench.h"\nmain() { struct mem_state m; struct tcp_state t; struct udp_state u; struct unix_state x;\n%s }\n' \
		'm.n = t.n = u.n = x.n = 0; return m.n;' >"$work/own.c"
	${CC:-cc} -w -std=gnu89 -I"$work/own" -I"$top_srcdir/include/lmbench" -c "$work/own.c" -o "$work/own.o"
}
if printf '#ifndef __has_include\n#error\n#endif\n' | ${CC:-cc} -E - >"$work/out" 2>&1; then
	tap "headers of a program's own helpers" brought
else tap_skip "headers of a program's own helpers" "no __has_include"; fi

# runs_with LINK COMPILER FLAGS...
runs_with() {
	link=$1
	shift
	compile "$@" -w parts && $link parts && prints "part of it: 1000.0000 microseconds
7000 7 5 1 2
times" ./parts && compile "$@" -w inner && $link inner && prints "step by step: $f nanoseconds
all at once: $f nanoseconds
few calls, many turns" ./inner
}
tap_slow "without asm labels" runs_with link ${CC:-cc} -O1 -DBENCH_NO_ASM

# As it is installed, found by pkg-config.
stage=$work/stage
staged() {
	tap_stage || return 1
	pc=$(find "$stage/" -name libbench-lmbench.pc)
	PKG_CONFIG_PATH=$(dirname "$pc") PKG_CONFIG_SYSROOT_DIR=$stage
	export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
	for each in $programs; do
		${CC:-cc} $tap_sanitize -w -std=gnu89 $(pkg-config --cflags libbench-lmbench) $(sources $each) -o "$work/$each.staged" \
			$(pkg-config --libs --static libbench-lmbench) -lm || return 1
	done
	libraries=$(dirname "$(dirname "$pc")")
	prints "part of it: 1000.0000 microseconds
7000 7 5 1 2
times" env LD_LIBRARY_PATH="$libraries" DYLD_LIBRARY_PATH="$libraries" ./parts.staged
}
if command -v pkg-config >/dev/null; then tap_slow "installed, by pkg-config" staged
else tap_skip "installed, by pkg-config" "no pkg-config"; fi

tap_all "other compilers, other flags" || tap_end
# Other compilers, other flags: all programs compile, and one that needs most of the names runs.
# with NAME COMMAND...
with() {
	name=$1
	shift
	printf '#include <errno.h>\nint main(void) { return 0; }\n' >"$work/try.c"
	if ! "$@" -std=gnu89 "$work/try.c" -o "$work/try" 2>"$work/err"; then
		tap_skip "$name" "not here"
		return
	fi
	tap "$name compiles all" compile_all "$@"
}
compile_all() { (cd "$work" && "$@" -std=gnu89 -w -I"$top_srcdir/include/lmbench" -c "$top_srcdir"/tests/lmbench/*.c); }
with "gcc -O0 -Wall" gcc -O0 -Wall
with "gcc -m32" gcc -m32
with "clang" clang
with "tcc" tcc
with "musl-gcc" musl-gcc

if command -v clang >/dev/null; then tap "clang at -O3" runs_with link clang -O3
else tap_skip "clang at -O3" "no clang"; fi
tcc_link() {
	objects=$(for source in $(sources "$1"); do echo "$work/$(basename "$source" .c).o"; done)
	tcc -L"$top_builddir" -o "$work/$1" $objects "$top_builddir/libbench.so" "$top_builddir/libbench-lmbench.so" -lm \
		-Wl,-rpath="$top_builddir"
}
if tap_foreign tcc; then tap_skip "tcc" "it has no sanitizer"
elif command -v tcc >/dev/null && [ -f "$top_builddir/libbench.so" ]; then tap "tcc" runs_with tcc_link tcc
else tap_skip "tcc" "no tcc, or no shared library"; fi
tap_end
