#!/bin/sh
# Does BENCH_KEEP keep every type in every form, with each compiler that is here?  tests/keep.c says how
# the assembly shows it.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

# keep COMPILER...: it compiles without a warning, and each row's functions are called
keep()
{
	for level in O0 O2; do
		"$@" -$level -Wall -Wextra -Werror -I"$top_srcdir/include" -S -o "$work/keep.s" "$work/keep.$suffix" || return 1
	done
	wanted "$@" >"$work/wanted" || return 1
	[ "$(wc -l <"$work/wanted")" -ge 300 ] || { wc -l "$work/wanted"; return 1; }
	! called "$work/keep.s" | comm -13 - "$work/wanted" | grep .
}
# the functions that the source calls, and those that the assembly does
words='\(variable\|element\|called\|value\|rvalue\|comma\|member\|constant\|array\|pointed\)_of_[a-z][a-z0-9]*'
wanted()
{
	"$@" -w -I"$top_srcdir/include" -E -P "$work/keep.$suffix" | tr -c 'a-z0-9_' '\n' | grep -x "$words" | sort -u
}
called() { tr -c 'a-z0-9_' '\n' <"$1" | sed 's/^_//' | grep -x "$words" | sort -u; }
# Without BENCH_KEEP most of them are not.
dropped()
{
	"$@" -O2 -w -DDROP -I"$top_srcdir/include" -S -o "$work/keep.s" "$work/keep.$suffix" &&
		wanted "$@" >"$work/wanted" && [ "$(called "$work/keep.s" | wc -l)" -lt 40 ]
}

# row SUFFIX COMPILER...: all of it
row()
{
	suffix=$1
	shift
	cp "$top_srcdir/tests/keep.c" "$work/keep.$suffix"
	if "$@" -E -I"$top_srcdir/include" "$work/keep.$suffix" >/dev/null 2>&1
	then tap "$*" keep "$@"
	else tap_skip "$*" "no $1 for it"; fi
}

suffix=c
cp "$top_srcdir/tests/keep.c" "$work/keep.c"
tap "what is not kept is dropped" dropped gcc -std=gnu99

for machine in '' i686-linux-gnu- arm-linux-gnueabihf- arm-linux-gnueabi- aarch64-linux-gnu- s390x-linux-gnu- \
	riscv64-linux-gnu- powerpc64le-linux-gnu- x86_64-w64-mingw32-; do
	row c ${machine}gcc -std=gnu99
	row cc ${machine}g++ -std=gnu++17
done
half="-m32 -idirafter /usr/include/$(gcc -print-multiarch 2>/dev/null)"
# shellcheck disable=SC2086 # options have words
row c gcc $half -std=gnu99
# shellcheck disable=SC2086
row cc g++ $half -std=gnu++17
row cc g++ -std=gnu++11
for version in '' -19; do
	row c clang$version -std=gnu99
	row cc clang++$version -std=gnu++17
done
# Other machines need no C library for a header alone.
for machine in i386-linux-gnu armv7-linux-gnueabihf armv5-linux-gnueabi aarch64-linux-gnu s390x-linux-gnu \
	riscv64-linux-gnu riscv32-linux-gnu powerpc64le-linux-gnu powerpc-linux-gnu x86_64-w64-mingw32 mips-linux-gnu \
	sparc-linux-gnu wasm32-wasi loongarch64-linux-gnu; do
	row c clang --target=$machine -ffreestanding -std=gnu99
	row cc clang --target=$machine -ffreestanding -std=gnu++17
done
tap_end
