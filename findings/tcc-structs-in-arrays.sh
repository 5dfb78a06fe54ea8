#!/bin/sh
# tcc 0.9.27 (20200814): an array without a size does not compile if some of its elements are structs in braces and others are calls or
# variables of that struct: "index too large", at the end of the list. With the size stated it compiles and is right.
# Guess: as C99 says, an expression of the struct's type initialises one element, sized or not.
# Seen: "unsized: a.c:5: error: index too large; sized: 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v tcc >/dev/null || apt-get install -q -y --no-install-recommends tcc >/dev/null
cat >a.c <<'END'
struct pair { double a, b; };
static struct pair make(double v) { return (struct pair){ v, v }; }
int main(void)
{
	const struct pair of[] = { { 1, 2 }, make(3), make(4) };

	return !(of[1].a == 3 && of[2].b == 4);
}
END
sed 's/of\[\]/of[3]/' a.c >b.c
gcc -std=c99 -pedantic-errors a.c -o a && ./a
tcc -v
said="unsized: $(tcc a.c -o u 2>&1 || :); sized: $(tcc b.c -o b && ./b; echo $?)"
echo "$said"
[ "$said" = 'unsized: a.c:5: error: index too large; sized: 0' ]
