#!/bin/sh
# Does every example of the manual and of the README compile, and run where it is a
# program?  An example is a .Bd -literal block of a page, or a ```c block of the README and the cookbook:
# a complete program if it begins with #include, declarations if a brace stands in
# column one, otherwise statements, which are wrapped in a function.
# And is the work that an example names in its machine code (gcc and clang, -O2)?
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

# (what does not run is parsed alone, but with CHECK_ALL)
compiles() {
	set -- "$1" -O1 -c -o "$1.o"
	[ -n "${CHECK_ALL-}" ] || grep -q '^int main(' "$1" || set -- "$1" -fsyntax-only
	text=$1
	shift
	${CC:-cc} $strict -I"$top_srcdir/include" "$@" "$text.c"
}

# runs FILE: links it with the library, and either it prints or it says what went wrong
runs() {
	${CC:-cc} ${CFLAGS:-} -o "$1.run" "$1.o" "$top_builddir/libbench-program.a" "$top_builddir/libbench.a" $LIBS || return 1
	XDG_CACHE_HOME=$work "$1.run" >"$1.out" 2>"$1.err"
	code=$?
	cat "$1.out" "$1.err"
	[ $code -eq 0 ] && [ -s "$1.out" ] && [ ! -s "$1.err" ] || { [ $code -eq 1 ] && [ -s "$1.err" ]; }
}

for page in "$top_srcdir"/doc/*.[0-9]; do extract "$page" '^\.Bd -literal' '^\.Ed' 1; done
for page in README.md doc/cookbook.md; do extract "$top_srcdir/$page" '^```c$' '^```$'; done
extract "$top_srcdir/doc/cookbook.md" '^```cpp$' '^```$'

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

# named TEXT: the one example, of doc/examples or extracted, that has this text
named() {
	grep -lF -- "$1" "$top_srcdir"/doc/examples/*.c "$work"/*.txt.c >"$work/having"
	[ "$(wc -l <"$work/having")" -eq 1 ] && cat "$work/having"
}

# works COMPILER TEXT FUNCTION PATTERN: an instruction of that function has the extended expression;
# after a !, none has
works() {
	source=$(named "$2") || { echo "not one example has: $2"; return 1; }
	code=$work/$(basename "$source").$1.s
	[ -f "$code" ] || "$1" -O2 -I"$top_srcdir/include" -S "$source" -o "$code" || return 1
	awk -v label="$3:" '$1 == label { on = 1; next } on && $1 == ".size" { exit } on' "$code" >"$work/code"
	case $4 in
		!*) [ -s "$work/code" ] && ! grep -E -- "${4#!}" "$work/code" ;;
		*) grep -qE -- "$4" "$work/code" || { cat "$work/code"; return 1; } ;;
	esac
}

# A text of the example, the function, what its code for x86-64 must have: after tabs.
sed 's/  *| */	/g' >"$work/list" <<'EOF'
"crc", .call = crc | crc | movz[a-z]*[[:space:]]+[^,$]*\(
words[d.answer], d.ratio, d.ratio_low, d.ratio_high); | multiply | mul
division against multiplication | multiply | !\$-?([1-689][0-9]{9,}|7[1-9][0-9]{8,}),
division against multiplication | divide | div[a-z]*[[:space:]]
int a[] = { 3, 1, 2 }, b[3]; | example | mov[ld][[:space:]]+[0-9]*\(%rsp\), %[ex]
n comes from .range | sum | mov[a-z]*[[:space:]]+[^,$]*\((%r[^i]|,)
BENCH_CASE(division) | bench_case_body_division | div[a-z]*[[:space:]]
.name = "division", .body = division } }; | division | div[a-z]*[[:space:]]
.name = "xorshift" | xorshift | shr[a-z]*[[:space:]]+[$]7,
found += from[i] == 'x'; | count | (movd|movq|movdq.)[[:space:]]+[^,$]*\(|cmpb[[:space:]]+[$]120, \(
found += from[i] == 'x'; | copy | memcpy
byte by byte | by_byte | mov[a-z]*[[:space:]]+[^,$]*\(
what to evict; without it | copy | memcpy|movs|movups|movdq
a text of thirty-two | by_loop | cmpb
a text of thirty-two | by_strlen | strlen
then 1000 keys | insert | movl[[:space:]]+%[a-z0-9]+,[[:space:]]*[^%]*\(%
static int data[1000] | sort | qsort
static int data[1000] | order | sub
{ "memchr", (bench_function *) | by_byte | padd|cmpb|pcmpeq
byte by byte | by_library | memcpy|rep
BENCH_KEEP(strlen(text)) | length | strlen
volatile double start | example | sqrtsd
BENCH_KEEP(sqrt(x)); | example | sqrtsd
memset(memory, 0, 4096); | example | memset|rep
EOF
for compiler in gcc clang; do
	[ $compiler = gcc ] || tap_all "$compiler keeps the named work" || continue
	case $(command -v $compiler >/dev/null && $compiler -dumpmachine) in
		x86_64-*linux*) ;;
		*) tap_skip "$compiler keeps the named work" "no $compiler for x86-64"; continue ;;
	esac
	while IFS='	' read -r text function pattern; do
		tap "$compiler keeps the work of $function ($text)" works $compiler "$text" "$function" "$pattern"
	done <"$work/list"
done
tap_end
