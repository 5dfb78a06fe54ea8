#!/bin/sh
# Does bench.hpp work with this machine's C++ compiler, or, with CHECK_ALL, each compiler and standard here?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
strict="-pedantic-errors -Wall -Wextra -Wshadow -Werror"

build() { # build COMPILER STANDARD: optimised for one of them, since what a compiler folds is the same in each
	case $2 in c++20) level=-O2 ;; *) level=-O0 ;; esac
	# shellcheck disable=SC2086 # flags are words
	"$1" -std=$2 $level $strict -I"$top_srcdir/include" -c "$top_srcdir/tests/hpp.cc" -o "$work/hpp.o" &&
		"$1" $tap_sanitize "$work/hpp.o" "$top_builddir/libbench-program.a" "$top_builddir/libbench.a" $LIBS -o "$work/hpp"
}
runs() { build "$@" && "$work/hpp"; }
table() {
	"$work/hpp" --rounds 5 -q >"$work/out" # some throw
	[ $? -eq 1 ] && grep -q '^torn down' "$work/out" && grep -q 'unready: no device' "$work/out" &&
		! grep -q '^  -  fixture: ' "$work/out" && grep -q '^captures  *[^s ]' "$work/out" &&
		grep -q '^range/2' "$work/out" && grep -q '^throws .*failed' "$work/out" && grep -q 'not here' "$work/out" &&
		grep -q '^later .*failed' "$work/out" && grep -q 'later: too late' "$work/out" ||
		{ cat "$work/out"; return 1; }
}
if [ -n "${CHECK_ALL-}" ]; then compilers='g++ clang++' standards='c++17 c++20 c++23'
else compilers=${CXX:-c++} standards=c++17; fi
for compiler in $compilers; do
	for standard in $standards; do
		if ! command -v $compiler >/dev/null; then tap_skip "$compiler -std=$standard" "no $compiler"
		elif tap_foreign $compiler; then tap_skip "$compiler -std=$standard" "another compiler's sanitizer"
		elif ! echo 'int main() {}' |
			$compiler -std=$standard -x c++ -fsyntax-only - 2>/dev/null; then tap_skip "$compiler -std=$standard" \
			"no such standard"
		else tap "$compiler -std=$standard" runs $compiler $standard; fi
	done
	if ! command -v $compiler >/dev/null; then tap_skip "$compiler: a table of cases" "no $compiler"
	elif tap_foreign $compiler; then tap_skip "$compiler: a table of cases" "another compiler's sanitizer"
	else tap "$compiler: a table of cases" table; fi
done
tap_all "other compilers and standards"
tap_end
