#!/bin/sh
# gcc 12.2 -O2: of two global functions with equal bodies the second becomes a jump to the first (-fipa-icf). A benchmark that checks
# itself by timing a copy of a function under another name times the same code twice, and the copy pays for a jump more; a profile shows
# the first name only. With -fno-ipa-icf, at -O1, and by clang 14 there are two functions. Small bodies are copied back and look untouched.
# Guess: a function that is defined has code of its own, unless the linker is told to fold.
# Seen: "gcc -O2: jmp; gcc -O2 -fno-ipa-icf: no jmp; gcc -O1: no jmp; clang: no jmp"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in gcc-12 clang-14 binutils; do
	dpkg -s "$package" >/dev/null 2>&1 || apt-get install -q -y --no-install-recommends "$package" >/dev/null
done
cat >body.h <<'END'
unsigned NAME(const unsigned char *p, unsigned n)
{
	unsigned a = 1, b = 0;

	for (unsigned i = 0; i < n; i++) {
		a += p[i];
		b += a;
		if (a > 65521)
			a -= 65521;
		b %= 196563;
	}
	for (unsigned i = 0; i < n; i += 2) {
		a = a * 33 + p[i];
		if (a & 4)
			b = (b << 1) ^ a;
	}
	return b << 16 | a;
}
END
printf '#define NAME old_sum\n#include "body.h"\n#undef NAME\n#define NAME new_sum\n#include "body.h"\n' >two.c
second() { # COMPILER OPTION...: whether the second function is only a jump
	"$@" -c two.c -o two.o
	if objdump -d two.o | grep -A1 '<new_sum>:' | grep -q 'jmp .*old_sum'; then echo jmp; else echo no jmp; fi
}
said="gcc -O2: $(second gcc-12 -O2); gcc -O2 -fno-ipa-icf: $(second gcc-12 -O2 -fno-ipa-icf); gcc -O1: $(second gcc-12 -O1); clang: $(second clang-14 -O2)"
echo "$said"
[ "$said" = 'gcc -O2: jmp; gcc -O2 -fno-ipa-icf: no jmp; gcc -O1: no jmp; clang: no jmp' ]
