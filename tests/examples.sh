#!/bin/sh
# Do the numbered examples build and run: in the tree, and against an installed copy with
# nothing but pkg-config's words?  What they measure is not looked at.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
top_srcdir=$(cd "$top_srcdir" && pwd) || exit 99
top_builddir=$(cd "$top_builddir" && pwd) || exit 99
strict='-std=c99 -pedantic-errors -Wall -Wextra -Werror'

# runs PROGRAM: it prints a number, or, where the machine is too busy, the reason on standard error
runs() {
	"$1" >"$work/out" 2>"$work/err"
	code=$?
	{ [ $code -eq 0 ] && grep -q '[0-9]' "$work/out"; } || { [ $code -eq 1 ] && [ -s "$work/err" ]; }
}

# in_tree SOURCE: compiled strictly, linked with the library just built
in_tree() {
	${CC:-cc} $strict ${CFLAGS:-} -I"$top_srcdir/include" -c "$1" -o "$work/a.o" &&
		${CC:-cc} ${CFLAGS:-} -o "$work/a" "$work/a.o" "$top_builddir/libbench-program.a" "$top_builddir/libbench.a" $LIBS &&
		runs "$work/a"
}

ln -s "$top_builddir/tests" "$work/tests" # pkg-config does not quote a blank
stage=$work/tests/stage

# as_user SOURCE: as a new user would compile it
as_user() {
	PKG_CONFIG_LIBDIR=${pc%/*} PKG_CONFIG_SYSROOT_DIR=$stage PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 \
		PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 pkg-config --cflags --libs libbench-program >"$work/flags" &&
		${CC:-cc} ${CFLAGS:-} -o "$work/b" "$1" $(cat "$work/flags") &&
		LD_LIBRARY_PATH=${pc%/*/*} DYLD_LIBRARY_PATH=${pc%/*/*} runs "$work/b"
}

for example in "$top_srcdir"/doc/examples/[0-9]*.c; do
	tap "$(basename "$example") builds and runs in the tree" in_tree "$example"
done
if ! tap_all "the examples against the installed copy"; then :
elif command -v pkg-config >/dev/null; then
	tap "the library installs" tap_stage
	pc=$(find "$stage" -name libbench.pc)
	for example in "$top_srcdir"/doc/examples/[0-9]*.c; do
		tap "$(basename "$example") builds and runs against the installed copy" as_user "$example"
	done
	installed() { LD_LIBRARY_PATH=$(dirname "$(find "$stage" -name 'libbench.so*' | head -n 1)") "$(find "$stage" -path '*/bin/bench' -type f)" example lat_ops --list | grep -q 'add 32'; }
	tap "bench example runs an installed one" installed
else
	tap_skip "the installed copy" "no pkg-config"
fi
first() { [ "$(wc -l <"$top_srcdir/doc/examples/01-first.c")" -lt 15 ]; }
tap "the first one is under fifteen lines" first
tap_end
