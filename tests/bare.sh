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
crc() { board run >"$work/out" && grep -q '^fastest of 4: bytes, sure' "$work/out" || { cat "$work/out"; return 1; }; }
# Text and RAM in bytes, as in doc/bare-metal.md, with a little to spare
small() {
	arm-none-eabi-size "$work/bare/crc.elf" | awk 'NR == 2 { print; exit $1 > 52000 || $2 + $3 > 13000 }'
}
hosted() { # the same runs by the library that was built
	cat >"$work/host.c" <<'END'
#include "board.h"
#include <stdio.h>

void print(const char *text) { fputs(text, stdout); }
void print_number(uint64_t n) { printf("%llu", (unsigned long long)n); }
END
	# shellcheck disable=SC2086 # flags are words
	${CC:-cc} ${CFLAGS-} -DRUNS=20 -I"$top_srcdir/include" -I"$work/bare" "$work/bare/replay.c" "$work/host.c" \
		"$top_builddir/libbench.a" $LIBS -o "$work/hosted" &&
		"$work/hosted" >"$work/decided"
}
replay() { board replay RUNS=20 >"$work/out" && [ "$(wc -l <"$work/out")" -eq 40 ] && diff "$work/decided" "$work/out"; }

tap "make amalgam BARE=1" amalgam
tap "it compiles without a warning" compiles
if command -v nm >/dev/null; then tap "it needs no heap, file, thread, environment or output" needs
else tap_skip "it needs no heap, file, thread, environment or output" "no nm"; fi
tap "the library decides recorded runs" hosted
if ! tap_all "on a Cortex-M3"; then :
elif command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null; then
	tap "a Cortex-M3 compares two routines and picks one of four" crc
	tap "it is as small as its page states" small
	tap "it decides recorded runs as the library does" replay
else tap_skip "on a Cortex-M3" "no arm-none-eabi-gcc or no qemu-system-arm"; fi
tap_end
