#!/bin/sh
# Is the release the same when it is made again, and does it build and pass without the autotools,
# and without the tools that only widen the tests?
#
#	package/check-dist.sh [same] [whole] [bare]         (make check-dist does all; needs git)
#
# same: two clones of the latest commit, in folders of other names, at other times and under other
# umasks, give tarballs of the same bytes.  whole: every file of the commit is in it, but for debian/
# and what begins with a dot.  bare: that tarball's make and make check pass with none
# of the tools of `without` in PATH.
# SPDX-License-Identifier: MIT
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset SOURCE_DATE_EPOCH
[ $# -gt 0 ] || set -- same whole bare
without='autoconf autoheader automake aclocal autoreconf autom4te m4 git
	clang clang++ g++ c++ tcc musl-gcc mandoc groff man cmake meson ministat zsh valgrind jq python3 rsvg-convert
	arm-none-eabi-gcc qemu-system-arm'

# release FOLDER: the tarball that a clone in that folder makes
release() {
	git clone -q "file://$root" "$work/$1"
	(cd "$work/$1" && ./bootstrap && ./configure && make dist) >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; exit 1; }
	echo "$work/$1"/libbench-*.tar.*
}

same() {
	first=$(umask 022; release a)
	sleep 2
	second=$(umask 002; release another/place)
	cmp "$first" "$second" || { echo "two releases of one commit differ" >&2; exit 1; }
	echo "the same bytes: $(sha256sum <"$first" | cut -c1-64) $(basename "$first")"
}

whole() {
	tarball=${first-$(release a)}
	first=$tarball
	tar tf "$tarball" | sed 's|^[^/]*/||' | sort >"$work/shipped"
	git -C "$root" ls-files | grep -vE '^(debian/|\.)' | sort | comm -23 - "$work/shipped" >"$work/left"
	! grep . "$work/left" || { echo "these files are not in the release" >&2; exit 1; }
	echo "every file is in it"
}

# everything in PATH but what is named in $without
bare_path() {
	mkdir "$work/bin"
	for folder in $(echo "$PATH" | tr : ' '); do
		for file in "$folder"/*; do
			[ ! -x "$file" ] || [ -e "$work/bin/${file##*/}" ] || ln -s "$file" "$work/bin/"
		done
	done
	for tool in $without; do rm -f "$work/bin/$tool" "$work/bin/$tool"-[0-9]*; done
}

bare() {
	tarball=${first-$(release a)}
	bare_path
	mkdir "$work/unpacked"
	tar xf "$tarball" -C "$work/unpacked"
	cd "$work/unpacked"/libbench-*
	(PATH=$work/bin; export PATH; ./configure && make && make check) >"$work/log" 2>&1 ||
		{ tail -n 40 "$work/log" >&2; exit 1; }
	grep -E '^# (TOTAL|PASS|SKIP|FAIL):' "$work/log"
	echo "the release builds and passes without the autotools"
}

for what in "$@"; do
	case $what in
	same | whole | bare) $what ;;
	*) echo "check-dist.sh: '$what' is none of same, whole, bare" >&2; exit 2 ;;
	esac
done
