#!/bin/sh
# SPDX-License-Identifier: MIT
# musl 1.2.3 (Debian 12): functions in .preinit_array are never called, in dynamic and in static programs.
#
# The System V ABI has the loader call the functions of DT_PREINIT_ARRAY before all constructors.  glibc does.  With musl
# the same source links, the dynamic section has the array, and nothing calls it; .init_array works.
# Seen: "1 1" with glibc, "0 1" with musl, PREINIT_ARRAY of 8 bytes in both.
# A guess would be that the order of constructors is the only thing that may differ.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v musl-gcc >/dev/null || apt-get install -q -y --no-install-recommends musl-tools=1.2.3-1 >/dev/null
cat >p.c <<'END'
#include <stdio.h>
static int first_calls, calls;
static void first(void) { first_calls++; }
static void next(void) { calls++; }
__attribute__((section(".preinit_array"), used)) static void (*const before)(void) = first;
__attribute__((section(".init_array"), used)) static void (*const then)(void) = next;
int main(void) { printf("%d %d\n", first_calls, calls); return 0; }
END
gcc -o glibc p.c
musl-gcc -o musl p.c
musl-gcc -static -o static p.c
readelf -d musl | grep 'PREINIT_ARRAYSZ.* 8 (bytes)'
echo "glibc: $(./glibc); musl: $(./musl), static $(./static)"
[ "$(./glibc)" = '1 1' ] && [ "$(./musl)" = '0 1' ] && [ "$(./static)" = '0 1' ]
