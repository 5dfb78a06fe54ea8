#!/bin/sh
# Does the library without a system (make amalgam BARE=1) compile alone, need nothing of a system, run on a
# microcontroller in qemu, and decide what the library decides?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
build=$(cd "$top_builddir" && pwd)
cp -R "$top_srcdir/doc/examples/bare" "$work/bare" && chmod -R u+w "$work" || exit 99

amalgam() { "${MAKE:-make}" -s -C "$build" amalgam BARE=1; }
compiles() { ${CC:-cc} -std=c99 ${CHECK_ALL:+-O1} -Wall -Wextra -Werror -c "$build/amalgam-bare/libbench.c" -o "$work/bare.o"; }
# but for compilers' own names: libm, the functions of <string.h>, qsort, and the clock of the caller
needs() {
	nm -u "$work/bare.o" | sed 's/^ *[Uw] //; s/@.*//; /^_/d' | sort -u >"$work/needed"
	grep -q '^bench_clock_default$' "$work/needed" || return 1
	libm='a?(cos|sin|tan)h?|atan2|cbrt|ceil|erfc?|exp2?|expm1|floor|fmax|fmin|fmod|hypot|ldexp|log|log10|log1p|log2'
	! grep -vE "^(bench_clock_default|qsort|bcmp|(mem|str)[a-z]*|$libm|l?[lt]gamma|nextafter|pow|round|sqrt|trunc)\$" \
		"$work/needed"
}
board() { MAKEFLAGS= "${MAKE:-make}" -s -C "$work/bare" BARE="$build/amalgam-bare" "$@" 2>&1; }
crc() { board run >"$work/out" && grep -q '^fastest of 4: nibbles, sure' "$work/out" || { cat "$work/out"; return 1; }; }
# Text and RAM in bytes, as in doc/internals/bare-metal.md, with a little to spare
small() {
	arm-none-eabi-size "$work/bare/crc.elf" | awk 'NR == 2 { print; exit $1 > 35400 || $2 + $3 > 10950 }'
}
cat >"$work/host.c" <<'END'
#include "board.h"
#include <stdio.h>

void print(const char *text) { fputs(text, stdout); }
void print_number(uint64_t n) { printf("%llu", (unsigned long long)n); }
END
cat >"$work/alone.c" <<'END'
#include "bench.h"

static double memory[1500];
static uint64_t stands(void *ctx) { return (uintptr_t)ctx; }
bench_clock bench_clock_default(void) { return (bench_clock){ "none", stands, 0 }; }
__attribute__((constructor)) static void give(void) { bench_bare_memory(memory, sizeof memory); }
END
cat >"$work/refused.c" <<'END'
#include "alone.c"

static uint64_t time_ns;
static uint64_t now_ns(void *ctx) { (void)ctx; return time_ns += 100; }
static void body(uint64_t n, void *arg) { (void)arg; time_ns += 200 * n; }

/* What takes memory and is not needed to decide; the memory is enough to measure. */
int main(void)
{
	const bench_value values[] = { { 1, 1 }, { 2, 1 } };
	const bench_clock clock = { "scripted", now_ns, 0 };
	bench_candidate report[2];
	const bench_pick_options refused[] = { { .clock = clock, .values = values, .value_count = 2 },
		{ .clock = clock, .incumbent = "a" }, { .clock = clock, .spread = 0.01 },
		{ .clock = clock, .flags = BENCH_PICK_ISOLATE }, { .clock = clock, .report = report } };
	bench_case c[] = { { .name = "a", .body = body }, { .name = "b", .body = body } };
	bench_choice choice;
	bench_difference difference;
	bench_summary summary;
	int wrong = 0;

	for (int i = 0; i < 5; i++)
		wrong |= (bench_pick(c, 2, &refused[i], &choice) != BENCH_ERR_UNSUPPORTED) << (i + 1);
	wrong |= (bench_challenge(c, &(bench_pick_options){ .clock = clock }, 0, &choice)
		!= BENCH_ERR_UNSUPPORTED) << 6;
	c[0].cold = c[1].cold = BENCH_COLD_DATA;
	wrong |= (bench_compare(c, &(bench_compare_options){ .clock = clock, .rounds = 8 }, &difference)
		!= BENCH_ERR_UNSUPPORTED) << 7;
	wrong |= bench_measure(body, NULL, &(bench_options){ .clock = clock }, &summary) != BENCH_OK;
	return wrong;
}
END
decides() { # RUNS PROGRAM SOURCE OR ARCHIVE...
	runs=$1 program=$2
	shift 2
	# shellcheck disable=SC2086 # flags are words
	${CC:-cc} ${CFLAGS-} -DRUNS="$runs" -I"$work/bare" "$work/bare/replay.c" "$work/host.c" "$@" $LIBS -o "$work/$program" &&
		"$work/$program" >"$work/$program.out" && [ "$(wc -l <"$work/$program.out")" -eq "$((2 * runs))" ]
}
hosted() { decides 500 hosted -I"$top_srcdir/include" "$top_builddir/libbench.a"; } # the library that was built
here() { decides 500 here -I"$build/amalgam-bare" "$work/alone.c" "$work/bare.o" && diff "$work/hosted.out" "$work/here.out"; }
refused() {
	# shellcheck disable=SC2086 # flags are words
	${CC:-cc} ${CFLAGS-} -I"$build/amalgam-bare" "$work/refused.c" "$work/bare.o" $LIBS -o "$work/refused" && "$work/refused"
}
replay() {
	decides 20 few -I"$top_srcdir/include" "$top_builddir/libbench.a" && board replay RUNS=20 >"$work/out" &&
		diff "$work/few.out" "$work/out"
}

tap "make amalgam BARE=1" amalgam
tap "it compiles without a warning" compiles
if command -v nm >/dev/null; then tap "it needs no heap, file, thread, environment or output" needs
else tap_skip "it needs no heap, file, thread, environment or output" "no nm"; fi
tap "the library decides 1,000 recorded runs" hosted
tap "the library without a system decides them in the same way" here
tap "12 KB are enough to measure, and what it leaves out is refused" refused
if ! tap_all "on a Cortex-M3"; then :
elif command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null; then
	tap "a Cortex-M3 compares two routines and picks one of four" crc
	tap "it is as small as its page states" small
	tap "it decides recorded runs as the library does" replay
else tap_skip "on a Cortex-M3" "no arm-none-eabi-gcc or no qemu-system-arm"; fi
tap_end
