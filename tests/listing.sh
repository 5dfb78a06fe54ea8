#!/bin/sh
# Instructions of x86-64 as benchi_decode understands them, next to listings of objdump: of this library,
# compiled with -march=x86-64-v4 by each compiler that is here, and of every form of bench/instructions.
#
#	tests/listing.sh FILE...	only these programs or object files, from the folder of the build
# SPDX-License-Identifier: MIT
: "${top_srcdir:=.}"
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
flags="-I. -I$top_srcdir/lib -I$top_srcdir/include"

# agrees AT_LEAST FILE...: nothing is wrong in at least that number of encodings with a memory operand
agrees()
{
	least=$1
	shift
	objdump -d -M intel --wide "$@" >"$work/dump" && "$work/listing" <"$work/dump" >"$work/found" || {
		tail -n 20 "$work/found"; return 1; }
	echo "# $(tail -n 1 "$work/found")" >>"$work/counts"
	[ "$(sed -n '$s/.*, \([0-9]*\) of them.*/\1/p' "$work/found")" -ge "$least" ]
}

# compiled COMPILER OPTION...: the whole library, in new objects
compiled()
{
	rm -f "$work"/*.o
	for source in "$top_srcdir"/lib/*/*.c; do
		"$@" -march=x86-64-v4 -w $flags -c "$source" -o "$work/$(basename "$source").o" || return 1
	done
	agrees 1500 "$work"/*.o
}

finish()
{
	[ ! -f "$work/counts" ] || cat "$work/counts"
	tap_end
}

if ! command -v objdump >/dev/null || [ "$(uname -m)" != x86_64 ]; then
	tap_skip "listings of objdump" "no objdump for x86-64 here"
	tap_end
fi
${CC:-cc} $flags -o "$work/listing" "$top_srcdir/tests/listing.c" "$top_srcdir/lib/program/x86.c" || exit 99
if [ $# -gt 0 ]; then
	for file in "$@"; do tap "$file" agrees 1 "$file"; done
	finish
fi
forms() { "$top_srcdir/bench/instructions.build" "$work/forms.o" ${CC:-cc} && agrees 500 "$work/forms.o"; }
tap "every form of bench/instructions" forms
if tap_all "the library with -march=x86-64-v4"; then
	for compiler in gcc clang; do
		compiler="$compiler -O3 -mprefer-vector-width=512"
		if command -v "${compiler%% *}" >/dev/null; then
			tap "$compiler -march=x86-64-v4" compiled $compiler
		else
			tap_skip "$compiler -march=x86-64-v4" "no ${compiler%% *}"
		fi
	done
fi
finish
