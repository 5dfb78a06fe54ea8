#!/bin/sh
# Does the example crc32sum build as an outsider would build it, and remember its choice?
# How long anything takes is not judged.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
make=${MAKE:-make}
source=$work/source tree=$work/tree # words of make and pkg-config: no blanks
ln -s "$(cd "$top_srcdir" && pwd)" "$source"
ln -s "$(cd "$top_builddir" && pwd)" "$tree"

# build FOLDER VARIABLES...: a copy of the example, built there
build() {
	cp -r "$source/doc/examples/crc32" "$work/$1" && chmod -R u+w "$work/$1" && cd "$work/$1" && shift &&
		MAKEFLAGS='' "$make" -s CC="${CC:-cc} $tap_sanitize" CFLAGS='-O2 -std=gnu99 -Wall -Wextra -Wshadow -Werror -DCHOOSING_NS=600e9' "$@"
}

# sums FOLDER: known values, on the way past every routine's block
sums() {
	cd "$work/$1" || return 1
	[ "$(printf 123456789 | ./crc32sum -w wisdom)" = 'cbf43926  -' ] &&
		[ "$(./crc32sum -w wisdom /dev/null)" = '00000000  /dev/null' ] &&
		[ "$(head -c 100000 /dev/zero | ./crc32sum -w wisdom -)" = 'd411957d  -' ]
}

# says WORDS ARGUMENTS...: the start is reported in these words
says() {
	words=$1
	shift
	printf 123456789 | "$work/built/crc32sum" -v "$@" >"$work/out" 2>"$work/err"
	cat "$work/out" "$work/err"
	grep -q "$words" "$work/err" && grep -qx 'cbf43926  -' "$work/out"
}

right() { ! grep wrong "$work/err"; }
known() { [ "$(grep -c "^crc32sum/crc32	[a-z]" "$1")" -eq 1 ]; }
damaged() {
	echo nonsense >>"$work/wisdom" && says ', remembered' -w "$work/wisdom" && grep -qx nonsense "$work/wisdom"
}
theirs() { echo theirs >"$work/theirs" && says ', picked' -w "$work/theirs" && [ "$(cat "$work/theirs")" = theirs ]; }
default() { XDG_CACHE_HOME=$work/cache says ', picked' && known "$work/cache/libbench/wisdom"; }
refuses() { "$work/built/crc32sum" --nonsense 2>"$work/err"; [ $? -eq 2 ] && grep -q -e --nonsense "$work/err"; }
lacks() {
	"$work/built/crc32sum" -w "$work/wisdom" "$work/none" 2>"$work/err"
	[ $? -eq 1 ] && grep -q "$work/none: " "$work/err"
}
full() {
	"$work/built/crc32sum" -w "$work/wisdom" /dev/null >/dev/full 2>"$work/err"
	[ $? -eq 1 ] && grep -q 'standard output' "$work/err"
}

LD_LIBRARY_PATH=$tree
export LD_LIBRARY_PATH
tap "builds against the build tree" build built BENCH_CFLAGS="-I$source/include" BENCH_LIBS="-L$tree -lbench -lm"
tap "its sums are right" sums built
tap "the first start picks" says ', picked' -w "$work/wisdom"
tap "all routines are right" right
tap "and writes down what" known "$work/wisdom"
tap "the second start remembers" says ', remembered' -w "$work/wisdom"
tap "also with a damaged line" damaged
tap "a file of somebody else is left alone" theirs
tap "without -w the file is in the user's cache" default
tap "an unknown option is refused" refuses
tap "a missing file is reported" lacks
if [ -c /dev/full ]; then tap "a full disk is reported" full
else tap_skip "a full disk is reported" "no /dev/full"; fi

by_pkg_config() {
	pc=$(find "$tree/tests/stage" -name libbench.pc)
	LD_LIBRARY_PATH=${pc%/*/*}
	PKG_CONFIG_PATH=${pc%/*} PKG_CONFIG_SYSROOT_DIR=$tree/tests/stage build installed && sums installed
}
if command -v pkg-config >/dev/null; then
	tap "installs what an outsider needs" tap_stage
	tap "builds against an installed copy, by pkg-config" by_pkg_config
else tap_skip "builds against an installed copy, by pkg-config" "no pkg-config"; fi
tap_end
