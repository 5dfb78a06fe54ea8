#!/bin/sh
# Do the public headers compile alone, and their macros, in every language they promise?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
strict='-pedantic-errors -Wall -Wextra -Wshadow -Werror'

cat >"$work/alone.c" <<'END'
#include <bench.h>
double use(void);
double use(void)
{
	uint64_t x = 1;
	double ns;

	{ bench_run run; BENCH_LOOP(&run, 0) { int a = 1, b = 2; x += (uint64_t)(a + b); BENCH_KEEP(x); } }
	BENCH_BENCH(x++; BENCH_CLOBBER(), 0);
	BENCH_START;
	ns = BENCH_STOP;
#ifndef BENCH_NO_SHORT
	if (ns > 0) BENCH(BENCH_KEEP(&x); if (x == 7) break; else continue, 1.5);
	else START;
	ns += STOP;
#endif
	return ns + bench_last()->ns + (double)x;
}
END
cp "$work/alone.c" "$work/alone.cc"
for macros in '' -DBENCH_NO_SHORT -DBENCH_NO_ASM; do
	for compiler in gcc clang; do
		for std in c99 c11; do
			name="$compiler -std=$std $macros"
			if command -v $compiler >/dev/null; then
				tap "$name" $compiler -std=$std $macros $strict -I"$top_srcdir/include" -c "$work/alone.c" -o "$work/o"
			else tap_skip "$name" "no $compiler"; fi
		done
	done
	for compiler in g++ clang++; do
		for std in c++11 c++20; do
			name="$compiler -std=$std $macros"
			if command -v $compiler >/dev/null; then
				tap "$name" $compiler -std=$std $macros $strict -I"$top_srcdir/include" -c "$work/alone.cc" -o "$work/o"
			else tap_skip "$name" "no $compiler"; fi
		done
	done
done

# What people switch on: nothing of it comes from the headers or their macros.
cat >"$work/clean.cc" <<'END'
#include <bench.h>
double use();
double use()
{
	uint64_t x = 1;
	{ bench_run run; BENCH_LOOP(&run, 0) { x += 3; BENCH_KEEP(x); } }
	BENCH(x++; BENCH_CLOBBER(), 0);
	START;
	return STOP + bench_last()->ns + BENCH_STOP;
}
END
for compiler in 'g++ -Wold-style-cast -Wuseless-cast -Wconversion' \
	'clang++ -Weverything -Wno-c++98-compat -Wno-c++98-compat-pedantic'; do
	if command -v ${compiler%% *} >/dev/null; then
		tap "$compiler" $compiler -std=c++11 $strict -I"$top_srcdir/include" -c "$work/clean.cc" -o "$work/o"
	else tap_skip "$compiler" "no ${compiler%% *}"; fi
done

# The shortest window may be left out, and may be any expression.
cat >"$work/short.c" <<'END'
#include <bench.h>
int main(int argc, char **argv)
{
	bench_run run;

	(void)argv;
	BENCH(argc++);
	BENCH(argc++, argc > 0 ? 2 : 1);
	BENCH_LOOP(&run) { argc--; BENCH_KEEP(argc); }
	return 0;
}
END
cp "$work/short.c" "$work/short.cc"
for compiler in 'gcc -std=c99' 'clang -std=c11' 'g++ -std=c++20' 'clang++ -std=c++11'; do
	if command -v ${compiler%% *} >/dev/null; then
		case $compiler in *++*) file=short.cc ;; *) file=short.c ;; esac
		tap "$compiler, window left out" $compiler -Wall -Wextra -Werror -I"$top_srcdir/include" -c "$work/$file" -o "$work/o"
	else tap_skip "$compiler, window left out" "no ${compiler%% *}"; fi
done

# The loops of a 32-bit program, and the chains that look for a neighbour, add without a carry.
half="gcc -m32 -idirafter /usr/include/$(gcc -print-multiarch 2>/dev/null)
	-I$top_srcdir/include -I$top_srcdir/lib -I$top_builddir"
adds_without_carry() { $half -O2 -w -S -o "$work/s" "$1" && ! grep -E 'adcl?[[:space:]]' "$work/s"; }
for file in "$work/short.c" "$top_srcdir/lib/cycle/shared.c"; do
	if $half -E "$file" >/dev/null 2>&1; then tap "gcc -m32 ${file##*/}, no carry" adds_without_carry "$file"
	else tap_skip "gcc -m32 ${file##*/}, no carry" 'no headers for it'; fi
done

# A chain whose variable a compiler keeps in memory is too long by what a store and a load take.
loops_in_registers() { # between the first multiplication and the jump back there is no memory
	clang -O0 -I"$top_srcdir/include" -I"$top_srcdir/lib" -I"$top_builddir" -w -S -o "$work/s" "$top_srcdir/lib/cycle/chains.c" &&
		sed -n '/^float_multiply:/,/ret/p' "$work/s" | sed -n '/mulsd/,/[[:space:]]j/p' >"$work/loop" && grep -q mulsd "$work/loop" &&
		! grep '(%rbp)' "$work/loop"
}
if command -v clang >/dev/null && [ "$(uname -m)" = x86_64 ]; then tap "clang -O0 chains.c, in registers" loops_in_registers
else tap_skip "clang -O0 chains.c, in registers" 'no clang for x86-64'; fi

# too_old FILE COMPILER...: one #error that names the standards, before anything else
too_old() {
	file=$1
	shift
	! "$@" -I"$top_srcdir/include" -c "$work/$file" -o "$work/o" 2>"$work/err" &&
		[ "$(sed -n '/error/{p;q;}' "$work/err" | grep -c 'bench.h needs C99 or C++11')" -eq 1 ]
}
for old in 'alone.c gcc -std=gnu90' 'alone.c clang -std=c90' 'alone.cc g++ -std=c++98' 'alone.cc clang++ -std=gnu++98'; do
	words=${old#* }
	# shellcheck disable=SC2086 # a compiler and its option
	if command -v "${words%% *}" >/dev/null; then tap "$words is refused" too_old $old
	else tap_skip "$words is refused" "no ${words%% *}"; fi
done

part_refuses() {
	printf '#include <bench/%s>\n' "$1" >"$work/part.c"
	! ${CC:-cc} -I"$top_srcdir/include" -c "$work/part.c" -o "$work/o"
}
for part in "$top_srcdir"/include/bench/*.h; do tap "${part##*/} refuses to be included alone" part_refuses \
	"${part##*/}"; done
tap_end
