#!/bin/sh
# gcc 12.2: -falign-functions=64 does nothing at -Os, and nothing for a function with the attribute cold at any level, although it was asked for;
# there is no warning. clang 14 aligns all of them. An experiment that aligns functions to take the luck out of their places takes it out
# of some only.
# Guess: an alignment that is given on the command line holds.
# Seen (hot and cold functions aligned?): "gcc -O1: yes no, -O2: yes no, -Os: no no; clang -O2: yes yes, -Os: yes yes"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in gcc-12 clang-14 binutils; do
	dpkg -s "$package" >/dev/null 2>&1 || apt-get install -q -y --no-install-recommends "$package" >/dev/null
done
# Three functions of each kind: the first of a section is at 0 in any case.
for kind in hot cold; do
	for i in 1 2 3; do echo "__attribute__(($kind, noinline)) int $kind$i(int n) { for (int i = 0; i < n; i++) n ^= i * $i; return n; }"; done
done >place.c
aligned() { # COMPILER LEVEL: of hot and cold functions, whether all three are at multiples of 64
	$1 "$2" -falign-functions=64 -c place.c -o place.o
	for kind in hot cold; do
		nm place.o | awk -v kind=$kind 'index($3, kind) == 1 && $1 !~ /[048c]0$/ { n++ } END { printf " %s", n ? "no" : "yes" }'
	done
}
said="gcc -O1:$(aligned gcc-12 -O1), -O2:$(aligned gcc-12 -O2), -Os:$(aligned gcc-12 -Os); clang -O2:$(aligned clang-14 -O2), -Os:$(aligned clang-14 -Os)"
echo "$said"
[ "$said" = 'gcc -O1: yes no, -O2: yes no, -Os: no no; clang -O2: yes yes, -Os: yes yes' ]
