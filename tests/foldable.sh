#!/bin/sh
# Does each pasted instance of a body stay what it is?  The instructions are counted in the
# assembly: BENCH has seven instances (1 + 2 + 4), BENCH_LOOP one.  One file has all bodies, so that
# each compiler is started once a level: gcc at -O2, with CHECK_ALL each compiler here at -O1 to -O3.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

case $(uname -m) in x86_64) ;; *) echo "not x86-64"; exit 77;; esac

if [ -n "${CHECK_ALL-}" ]; then compilers='gcc g++ clang clang++ clang-19 clang++-19' levels='O1 O2 O3'
else compilers='gcc g++' levels=O2; fi
echo '#include <bench.h>' >"$work/body.c"
# body NAME TYPE EXPRESSION: functions NAME_pasted and NAME_looped
body()
{
	cat >>"$work/body.c" <<END
BODY $2 $1_pasted($2 x);
BODY $2 $1_pasted($2 x) { BENCH(x = $3, 0); return x; }
BODY $2 $1_looped($2 x);
BODY $2 $1_looped($2 x) { bench_run run; BENCH_LOOP(&run, 0) x = $3; return x; }
END
}
body product uint64_t 'x * 2654435761u'
body sum uint64_t 'x * 6364136223846793005u + 1442695040888963407u'
body quotient uint32_t 'x / 3'
body shift uint32_t 'x ^ x << 3'
body rotation uint32_t 'x << 5 | x >> 27'
body complement uint64_t '~x'
body real double 'x * 0.5'

# assemble COMPILER LEVEL: all of them, into $work/body.s; functions do not share instructions
assemble()
{
	case $1 in *++*) set -- "$@" c++ '-DBODY=extern "C"';; *) set -- "$@" c -DBODY=;; esac
	rm -f "$work/body.s"
	"$1" -x "$3" "$4" "-$2" -I"$top_srcdir/include" -S "$work/body.c" -o "$work/body.s" 2>"$work/err"
}

# count NAME PATTERN: at least eight such instructions in its two functions
count()
{
	[ -s "$work/body.s" ] || { cat "$work/err"; return 1; }
	awk -v name="$1" '/^[a-z_]+:/ { on = index($0, name "_") == 1 } on' "$work/body.s" >"$work/one.s"
	found=$(grep -cE "$2" "$work/one.s")
	[ "$found" -ge 8 ] || { echo "# $found of 8"; return 1; }
}

# apart: nothing runs between two instances, whose work may be less than a branch (x += 1). The loops of two and of
# four instances have four such places.
apart()
{
	awk '/^[a-z_]+:/ { on = /^product_pasted:/; last = "" }
		on && /^\t[a-z]/ { if (last == "imulq" && $1 == last) n++; last = $1 }
		END { if (n != 4) print "# " n + 0 " of 4"; exit n != 4 }' "$work/body.s"
}

for compiler in $compilers; do
	if ! command -v $compiler >/dev/null; then
		tap_skip "$compiler" "no $compiler"
		continue
	fi
	for level in $levels; do
		assemble $compiler $level
		tap "$compiler -$level: multiplication" count product 'imul'
		tap "$compiler -$level: multiplication and addition" count sum 'imul'
		tap "$compiler -$level: division" count quotient 'imul'
		tap "$compiler -$level: shift and exclusive or" count shift 'xorl.*%e.*%e'
		tap "$compiler -$level: rotation" count rotation 'ro[lr]'
		tap "$compiler -$level: complement" count complement 'not[lq]'
		tap "$compiler -$level: real" count real 'mulsd'
		case $($compiler --version) in
			*'clang version '[1-9].*|*'clang version 1'[0-6].*) ;;  # a test and a jump
			*) tap "$compiler -$level: nothing between instances" apart ;;
		esac
	done
done

# bench.hpp's own loop, of callables: one instance an iteration, which no other joins
cat >"$work/called.cc" <<'END'
#include <bench.hpp>
extern "C" uint64_t called(uint64_t x, bench::options &how);
extern "C" uint64_t called(uint64_t x, bench::options &how)
{
	bench::measure([&x] { x = x * 1597 + 1; }, how);
	bench::measure([&x] { return x = x * 1597 + 1; }, how);
	return x;
}
END
called()
{
	"$1" -std=c++17 "-$2" -I"$top_srcdir/include" -S "$work/called.cc" -o "$work/called.s" || return 1
	awk '/^_Z.*:/ { on = /arm_of.*called.*3run/ } on' "$work/called.s" | grep imul >"$work/one.s"
	[ "$(grep -c '\$1597,' "$work/one.s")" = 2 ] && [ "$(grep -c . "$work/one.s")" = 2 ] ||
		{ cat "$work/one.s"; return 1; }
}
for compiler in $(echo "$compilers" | grep -o "[^ ]*++[^ ]*"); do
	for level in $levels; do
		if ! command -v $compiler >/dev/null; then
			tap_skip "$compiler -$level: bench.hpp's loop" "no $compiler"
		else tap "$compiler -$level: bench.hpp's loop" called $compiler $level; fi
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
for compiler in $compilers; do
	for level in $levels; do
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
for compiler in $compilers; do
	case $compiler in *++*) set -- -std=c++11 -xc++;; *) set -- -std=c99;; esac
	if ! command -v $compiler >/dev/null; then
		tap_skip "$compiler: BENCH_KEEP of every kind" "no $compiler"
	else tap "$compiler: BENCH_KEEP of every kind" $compiler "$@" -pedantic-errors -Wall -Wextra \
		-Wshadow -Werror -I"$top_srcdir/include" -c "$work/kinds.c" -o "$work/o"; fi
done
tap_all "other compilers and levels"
tap_end
