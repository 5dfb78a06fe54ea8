#!/bin/sh
# GNU ld 2.40: a section of strings that is merged into another one stays in the map (-Map) with its old size, at an address that the next
# section owns. The pieces of .rodata overlap, and their sizes add up to more than the section. A tool that asks the map whose byte an
# address is gets two answers, one of them an object that has nothing there; one that adds up sizes finds too much.
# Guess: size 0, or "(size before relaxing)" as the map has it in other cases.
# Seen: "0x2011 0xd b.o" and then "*fill* 0x2011 0xf"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >a.c <<'END'
const char *a(void) { return "twelve chars"; }
int main(void) { return *a(); }
END
cat >b.c <<'END'
const char *b(void) { return "twelve chars"; }
const char table[16] = { 1, 2, 3 };
END
gcc -O1 -c a.c b.c
gcc -fuse-ld=bfd a.o b.o -Wl,-Map=map -o p
ld.bfd --version | head -1
awk '/^\.rodata/ { on = 1; next } on && /^\.[a-z]/ { exit } on' map | tee pieces
# the address of b.o's merged string is also that of what follows
at=$(awk '$1 == ".rodata.str1.1" { getline; if ($3 == "b.o") print $1 }' pieces)
[ "$(grep -c -E "(^| )$at +0x" pieces)" -ge 2 ]
