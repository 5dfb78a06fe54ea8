#!/bin/sh
# Does BENCH_KEEP keep every type in every form?  tests/keep.c says how the assembly shows it.  Alone it
# asks gcc and g++ at -O2; with CHECK_ALL clang and one of each kind of other machine; KEEP=all, as in
# tests/matrix, asks every compiler and machine, C++ on each of them, and -O0.  With TABLE=FILE each line
# of that file is a compiler's row: how many of its types' forms are kept, at each level.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

# keep COMPILER...: it compiles without a warning, and each row's functions are called
keep()
{
	for level in $levels; do
		"$@" -$level -Wall -Wextra -Werror -I"$top_srcdir/include" -S -o "$work/keep.s" "$work/keep.$suffix" || return 1
		called "$work/keep.s" >"$work/called.$level"
	done
	wanted "$@" >"$work/wanted" || return 1
	[ "$(wc -l <"$work/wanted")" -ge 300 ] || { wc -l "$work/wanted"; return 1; }
	[ -z "${TABLE-}" ] || row_of_table "$@" >>"$TABLE"
	! comm -13 "$work/called.$level" "$work/wanted" | grep .
}
row_of_table()
{
	echo "$*" | sed 's|-idirafter [^ ]* ||; s/ -std=\(.*\)/ | \1 |/; s/^/| /' | tr '\n' ' '
	for level in $levels; do
		echo "$(comm -12 "$work/called.$level" "$work/wanted" | wc -l) of $(wc -l <"$work/wanted") |"
	done | tr '\n' ' '
	echo
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

# An engine that compiles WebAssembly removes what is not stored: a store for each, in C and in C++. A variable is read
# back under a condition: two loads.
stored()
{
	cat >"$work/stored.$1" <<'END'
#include <bench.h>
extern "C" void kept(uint64_t n, double d);
void kept(uint64_t n, double d)
{
	uint64_t x = 3;

	for (; n > 0; n--) {
		x *= 5;
		BENCH_KEEP(x);
		d *= 3;
		BENCH_KEEP(d + 1);
	}
}
END
	[ "$1" = cc ] || sed -i.old 's/extern "C"//' "$work/stored.$1"
	"$2" --target=wasm32 -ffreestanding -O2 -w -I"$top_srcdir/include" -S -o "$work/stored.s" "$work/stored.$1" || return 1
	multiplied=$(grep -c '[if]64.mul' "$work/stored.s")
	[ "$multiplied" -gt 1 ] && [ "$(grep -c '[if]64.store' "$work/stored.s")" -eq "$multiplied" ] &&
		[ "$(grep -c 'i64.load' "$work/stored.s")" -eq "$((2 * $(grep -c 'i64.mul' "$work/stored.s")))" ]
}
for kind in 'c clang' 'cc clang++'; do
	if echo 'int x;' | "${kind#* }" --target=wasm32 -S -xc - -o "$work/probe.s" 2>/dev/null; then
		tap "${kind#* } for WebAssembly stores each" stored $kind
	else tap_skip "${kind#* } for WebAssembly stores each" "no such compiler"; fi
done

levels=O2
if [ -z "${KEEP-}${CHECK_ALL-}" ]; then
	row c gcc -std=gnu99
	row cc g++ -std=gnu++17
	tap_all
fi
levels='O0 O2'
row c gcc -std=gnu99
row c clang -std=gnu99
[ "${KEEP-}" = all ] || levels=O2
row cc g++ -std=gnu++17
row cc clang++ -std=gnu++17
half="-m32 -idirafter /usr/include/$(gcc -print-multiarch 2>/dev/null)"
freestanding='-ffreestanding -std=gnu99'
# shellcheck disable=SC2086 # options have words
if [ "${KEEP-}" != all ]; then
	row c gcc $half -std=gnu99
	tap_rest
	for machine in armv5-linux-gnueabi aarch64-linux-gnu s390x-linux-gnu; do
		row c clang --target=$machine $freestanding
	done
	row c x86_64-w64-mingw32-gcc -std=gnu99
	tap_end
fi
for machine in i686-linux-gnu arm-linux-gnueabihf arm-linux-gnueabi aarch64-linux-gnu s390x-linux-gnu \
	riscv64-linux-gnu powerpc64le-linux-gnu x86_64-w64-mingw32; do
	row c $machine-gcc -std=gnu99
	row cc $machine-g++ -std=gnu++17
done
# shellcheck disable=SC2086
row c gcc $half -std=gnu99
# shellcheck disable=SC2086
row cc g++ $half -std=gnu++17
row cc g++ -std=gnu++11
row c clang-19 -std=gnu99
row cc clang++-19 -std=gnu++17
# Other machines need no C library for a header alone.
for machine in i386-linux-gnu armv7-linux-gnueabihf armv5-linux-gnueabi aarch64-linux-gnu s390x-linux-gnu \
	riscv64-linux-gnu riscv32-linux-gnu powerpc64le-linux-gnu powerpc-linux-gnu x86_64-w64-mingw32 mips-linux-gnu \
	sparc-linux-gnu wasm32-wasi loongarch64-linux-gnu; do
	# shellcheck disable=SC2086
	row c clang --target=$machine $freestanding
	row cc clang --target=$machine -ffreestanding -std=gnu++17
done
tap_end
