#!/bin/sh
# Do the public headers compile alone, in every language they promise?
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
strict='-pedantic-errors -Wall -Wextra -Wshadow -Werror'

printf '#include <bench.h>\n' >"$work/alone.c"
cp "$work/alone.c" "$work/alone.cc"
for macros in '' -DBENCH_NO_SHORT; do
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

room_refuses() { printf '#include <bench/%s>\n' "$1" >"$work/room.c"; ! ${CC:-cc} -I"$top_srcdir/include" -c "$work/room.c" -o "$work/o"; }
for room in "$top_srcdir"/include/bench/*.h; do tap "${room##*/} refuses to be included alone" room_refuses "${room##*/}"; done
tap_end
