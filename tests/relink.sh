#!/bin/sh
# Does bench relink make variants that differ in their layout alone?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
bench=$(cd "$top_builddir" && pwd)/tools/bench
cc=${CC:-cc}
cd "$work" || exit 99
printf 'int b(void);\n#include <stdio.h>\nint main(void)\n{\n\tprintf("%%d\\n", b());\n\treturn 0;\n}\n' >a.c
printf 'int b(void);\nint b(void)\n{\n\treturn 7;\n}\n' >b.c
$cc -c a.c b.c || exit 99

makes() {
	# shellcheck disable=SC2086 # a command of several words
	"$bench" relink -n 4 -o out -- $cc a.o b.o -o p && [ "$(ls -A out | wc -l)" -eq 4 ] || return 1
	"$bench" relink -n 100 -o many -- $cc a.o b.o -o p 2>err && [ ! -s err ] ||
		{ cat err; return 1; } # no padding at times
	for each in out/p.*; do [ "$("$each")" = 7 ] || return 1; done
}
tap "four variants work" makes
differ() { [ "$(for each in out/p.*; do cksum <"$each"; done | sort -u | wc -l)" -eq 4 ]; }
tap "they differ" differ
addresses() {
	[ "$(for each in out/p.*; do nm "$each" | awk '$3 == "b" || $3 == "_b" { print $1 }'; done | sort -u | wc -l)" -ge \
		3 ]
}
if command -v nm >/dev/null; then tap "functions lie elsewhere" addresses
else tap_skip "functions lie elsewhere" "no nm"; fi
printf 'int b(void);\n#include <stdio.h>\nint more(int n)\n{\n\treturn n > 2 ? more(n / 2) + more(n / 3) : n;\n}\nint main(void)\n{\n\tprintf("%%d\\n", b());\n\treturn 0;\n}\n' >longer.c
$cc -w -c longer.c || exit 99
within_page() { nm "$1" | awk '$3 == "b" || $3 == "_b" { print substr($1, length($1) - 2) }'; }
alike() {
	# shellcheck disable=SC2086
	"$bench" relink -n 6 -o changed -- $cc longer.o b.o -o p || return 1
	"$bench" relink -n 6 -o unchanged -- $cc a.o b.o -o p || return 1
	for i in 1 2 3 4 5 6; do [ "$(within_page changed/p.$i)" = "$(within_page unchanged/p.$i)" ] || return 1; done
}
if command -v nm >/dev/null; then tap "other objects' sizes move no object within its page" alike
else tap_skip "other objects' sizes move no object within its page" "no nm"; fi
again() {
	# shellcheck disable=SC2086
	"$bench" relink -n 4 -o again -- $cc a.o b.o -o p && cmp out/p.3 again/p.3
}
tap "the same seed gives the same variants" again
default() {
	# shellcheck disable=SC2086
	"$bench" relink -n 1 --seed 9 -- $cc a.c b.c -o p && [ "$(p.variants/p.1)" = 7 ]
}
tap "sources, and the default folder" default
misuse() { # misuse STATUS WORDS...
	"$bench" relink "$@" 2>err
	[ $? -eq 2 ] && grep -q 'bench relink: ' err
}
wrong() {
	# shellcheck disable=SC2086
	misuse && misuse -- $cc a.o b.o && misuse -- $cc -o p && misuse -- $cc -c a.c -o p &&
		misuse -n 0 -- $cc a.o b.o -o p &&
		misuse -- $cc a.o -o p 2>/dev/null
}
tap "misuse" wrong
tap_end
