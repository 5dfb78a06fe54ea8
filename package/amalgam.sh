#!/bin/sh
# One libbench.c and one bench.h, for those who keep a copy in their own tree.
#
#	package/amalgam.sh SOURCE-TREE OUTPUT-FOLDER CONFIG lib/base/status.c ...
#
# CONFIG, such as package/config-guess.h, stands for the config.h of configure.  The sources are named
# lowest layer first, as in the Makefile.  bench.h is the umbrella header with its parts inside;
# libbench.c needs nothing but it and a C99 compiler.
# SPDX-License-Identifier: MIT
set -eu
root=$1 out=$2 config=$3
shift 3

version=$(sh "$root/m4/version.sh" "$root/include/bench/version.h")
licence() { sed 's/^/ * /; s/ *$//' "$root/LICENSE"; }

door() {
	awk -v root="$root/include" '
		/^#include "bench\// { name = $2; gsub(/"/, "", name); path = root "/" name
			printf "\n/* ---- %s ---- */\n", name
			while ((getline line < path) > 0)
				if (line !~ /SPDX-License-Identifier/) print line
			close(path); next }
		{ print }' "$root/include/bench.h"
}

sources= public=
for file in "$@"; do
	case $file in
	package/*.h) public="$public $root/$file" ;;    # a part of bench.h
	lib/lmbench/*) ;;       # has an umbrella header of its own
	*.c | *.h) sources="$sources $root/$file" ;;
	esac
done

mkdir -p "$out"
{
	printf '/*\n * libbench %s, all of its public declarations in one file; made by "make amalgam".\n *\n' "$version"
	licence
	printf ' */\n'
	door
	# shellcheck disable=SC2086 # names without blanks
	[ -z "$public" ] || cat $public
} >"$out/bench.h.tmp"
{
	printf '/*\n * libbench %s, all of it in one file; made by "make amalgam".\n' "$version"
	printf ' *\n *\tcc -c -O2 libbench.c\n *\tcc program.c libbench.o -lm -lpthread\n *\n'
	printf ' * In a shared library: -fvisibility=hidden -DBENCH_HIDDEN keeps its names within that library.\n *\n'
	licence
	printf ' */\n'
	printf '#if defined __clang__\n#pragma clang diagnostic ignored "-Wunused-function"\n#endif\n'
	cat "$root/$config"
	printf '\n#include "bench.h"\n'
	# shellcheck disable=SC2086 # names without blanks: they come from the Makefile
	awk -v root="$root" -f "$root/package/amalgam.awk" pass=1 $sources pass=2 $sources
} >"$out/libbench.c.tmp"
mv "$out/bench.h.tmp" "$out/bench.h"
mv "$out/libbench.c.tmp" "$out/libbench.c"
