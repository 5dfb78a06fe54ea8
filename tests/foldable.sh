#!/bin/sh
# Does each pasted instance of a body stay what it is?  The instructions are counted in the
# assembly: BENCH has seven instances (1 + 2 + 4), BENCH_LOOP one.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

case $(uname -m) in x86_64) ;; *) echo "not x86-64"; exit 77;; esac

# count COMPILER LEVEL TYPE EXPRESSION PATTERN LEAST: at least LEAST instructions
count()
{
	cat >"$work/body.c" <<END
#include <bench.h>
$3 pasted($3 x);
$3 pasted($3 x) { BENCH(x = $4, 0); return x; }
$3 looped($3 x);
$3 looped($3 x) { bench_run run; BENCH_LOOP(&run, 0) x = $4; return x; }
END
	case $1 in *++*) language=c++;; *) language=c;; esac
	"$1" -x $language "-$2" -I"$top_srcdir/include" -S "$work/body.c" -o "$work/body.s" || return 1
	found=$(grep -cE "$5" "$work/body.s")
	[ "$found" -ge "$6" ] || { echo "# $found of $6"; return 1; }
}

for compiler in gcc g++ clang clang++ clang-19 clang++-19 clang-14 clang++-14; do
	if ! command -v $compiler >/dev/null; then
		tap_skip "$compiler" "no $compiler"
		continue
	fi
	for level in O1 O2 O3; do
		tap "$compiler -$level: multiplication" \
			count $compiler $level uint64_t 'x * 2654435761u' 'imul' 8
		tap "$compiler -$level: multiplication and addition" \
			count $compiler $level uint64_t 'x * 6364136223846793005u + 1442695040888963407u' 'imul' 8
		tap "$compiler -$level: division" count $compiler $level uint32_t 'x / 3' 'imul' 8
		tap "$compiler -$level: shift and exclusive or" \
			count $compiler $level uint32_t 'x ^ x << 3' 'xorl.*%e.*%e' 8
		tap "$compiler -$level: rotation" count $compiler $level uint32_t 'x << 5 | x >> 27' 'ro[lr]' 8
		tap "$compiler -$level: complement" count $compiler $level uint64_t '~x' 'not[lq]' 8
		tap "$compiler -$level: real" count $compiler $level double 'x * 0.5' 'mulsd' 8
	done
done

cat >"$work/kept.c" <<'END'
#include <bench.h>
uint64_t twice(uint64_t x);
uint64_t twice(uint64_t x)
{
	x = x * 2654435761u; BENCH_KEEP(x);
	x = x * 2654435761u; BENCH_KEEP(x);
	return x;
}
END
kept()
{
	"$1" "-$2" -I"$top_srcdir/include" -S "$work/kept.c" -o "$work/kept.s" \
		&& [ "$(grep -c imul "$work/kept.s")" = 2 ] && ! grep -q '(%rsp)' "$work/kept.s"
}
for compiler in gcc g++ clang clang++ clang-19 clang++-19 clang-14 clang++-14; do
	for level in O1 O2 O3; do
		if ! command -v $compiler >/dev/null; then
			tap_skip "$compiler -$level: BENCH_KEEP" "no $compiler"
		else tap "$compiler -$level: BENCH_KEEP hides a value" kept $compiler $level; fi
	done
done

cat >"$work/kinds.c" <<'END'
#include <bench.h>
enum colour { RED, GREEN };
struct small { int a; };
struct big { double d[8]; };
struct bits { unsigned b : 3; unsigned c : 5; };
int next(int x);
int kinds(int n, struct bits *ps);
int kinds(int n, struct bits *ps)
{
	int x = n, many[4] = { 1, 2, 3, 4 };
	const int c = n;
	struct bits s = { 1, 2 };
	struct small sm = { 1 };
	struct big bg = { { 1 } };
	float fl = 1;
	double d = 2;
	long double ld = 3;
	int64_t ll = 4;
	char ch = 'a';
	unsigned short us = 3;
	volatile int v = 3;
	enum colour col = RED;
	const char *text = "abc";
	int (*function)(int) = next;

	BENCH_KEEP(x); BENCH_KEEP(c); BENCH_KEEP(s.b); BENCH_KEEP(ps->c); BENCH_KEEP(sm); BENCH_KEEP(bg);
	BENCH_KEEP(many); BENCH_KEEP(many[1]); BENCH_KEEP(fl); BENCH_KEEP(d); BENCH_KEEP(ld); BENCH_KEEP(ll);
	BENCH_KEEP(ch); BENCH_KEEP(us); BENCH_KEEP(v); BENCH_KEEP(col); BENCH_KEEP(text); BENCH_KEEP(function);
	BENCH_KEEP(RED); BENCH_KEEP(5); BENCH_KEEP(1.5); BENCH_KEEP("text"); BENCH_KEEP('a'); BENCH_KEEP(sizeof x);
	BENCH_KEEP(x + 1); BENCH_KEEP(next(x)); BENCH_KEEP(d * 2); BENCH_KEEP(x++); BENCH_KEEP(x = 3);
	BENCH_KEEP(next(x), d); BENCH_KEEP(&x); BENCH_KEEP(*&x); BENCH_KEEP((x)); BENCH_KEEP(sm.a); BENCH_KEEP(bg.d[1]);
	return x + c + ch + us;
}
END
for compiler in gcc g++ clang clang++ clang-19 clang++-19 clang-14 clang++-14; do
	case $compiler in *++*) set -- -std=c++11 -xc++;; *) set -- -std=c99;; esac
	if ! command -v $compiler >/dev/null; then
		tap_skip "$compiler: BENCH_KEEP of every kind" "no $compiler"
	else tap "$compiler: BENCH_KEEP of every kind" $compiler "$@" -pedantic-errors -Wall -Wextra \
		-Wshadow -Werror -I"$top_srcdir/include" -c "$work/kinds.c" -o "$work/o"; fi
done
tap_end
