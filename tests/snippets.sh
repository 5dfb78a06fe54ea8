#!/bin/sh
# Does every example of the manual and of the README compile, and run where it is a
# program?  An example is a .Bd -literal block of a page, or a ```c block of the README:
# a complete program if it begins with #include, declarations if a brace stands in
# column one, otherwise statements, which are wrapped in a function.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
top_srcdir=$(cd "$top_srcdir" && pwd) || exit 99
top_builddir=$(cd "$top_builddir" && pwd) || exit 99
strict='-std=c99 -pedantic-errors -Wall -Wextra -Werror'
includes='#include <bench.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>'

# extract FILE BEGIN END: each example into $work/NAME-LINE.txt
extract() {
	awk -v begin="$2" -v end="$3" -v stem="$work/$(basename "$1")" '
		$0 ~ end && out { close(out); out = ""; next }
		out { if (man) { gsub(/\\e/, "\\"); gsub(/\\-/, "-"); gsub(/\\&/, "") } print > out }
		$0 ~ begin && !out { out = stem "-" FNR ".txt"; printf "" > out }' man="${4:-}" "$1"
}

# wrap FILE: a translation unit of it, in FILE.c; warns at the lines of the page
wrap() {
	if head -n 1 "$1" | grep -q '^#include'; then cat "$1"
	elif grep -q '^{' "$1"; then printf '%s\n' "$includes"; cat "$1"
	else printf '%s\nvoid example(void);\nvoid example(void)\n{\n' "$includes"; cat "$1"; echo '}'
	fi >"$1.c"
}

compiles() { ${CC:-cc} $strict -O1 -I"$top_srcdir/include" -c "$1.c" -o "$1.o"; }

# runs FILE: links it with the library, and either it prints or it says what went wrong
runs() {
	"$top_builddir/libtool" --quiet --tag=CC --mode=link ${CC:-cc} ${CFLAGS:-} -no-install -o "$1.run" \
		"$1.o" "$top_builddir/libbench-program.la" "$top_builddir/libbench.la" -lm || return 1
	"$1.run" >"$1.out" 2>"$1.err"
	code=$?
	cat "$1.out" "$1.err"
	[ $code -eq 0 ] && [ -s "$1.out" ] && [ ! -s "$1.err" ] || { [ $code -eq 1 ] && [ -s "$1.err" ]; }
}

for page in "$top_srcdir"/doc/*.[0-9]; do extract "$page" '^\.Bd -literal' '^\.Ed' 1; done
extract "$top_srcdir/README.md" '^```c$' '^```$'

for text in "$work"/*.txt; do
	[ -f "$text" ] || continue
	name=$(basename "$text" .txt)
	if grep -q '<bench\.hpp>' "$text"; then # C++: its own page's, in C++17
		cp "$text" "$text.cc"
		if command -v "${CXX:-c++}" >/dev/null; then
			tap "$name compiles in C++17" "${CXX:-c++}" -std=c++17 -Wall -Wextra -Werror -I"$top_srcdir/include" -c \
				"$text.cc" -o "$text.o"
		else tap_skip "$name compiles in C++17" "no C++ compiler"; fi
		continue
	fi
	wrap "$text"
	tap "$name compiles" compiles "$text"
	if grep -q '^int main(' "$text"; then tap "$name runs" runs "$text"; fi
done

# a page that promises examples has some that were found
has_examples() { grep -q '^\.Sh EXAMPLES' "$1" || return 0; ls "$work/$(basename "$1")"-*.txt; }
for page in "$top_srcdir"/doc/*.3; do tap "the examples of $(basename "$page") are found" has_examples "$page"; done
tap_end
