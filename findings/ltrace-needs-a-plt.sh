#!/bin/sh
# ltrace 0.7.3 (Debian 12): a program compiled with -fno-plt calls no library functions, as far as ltrace can see: its table is empty, its status 0, and
# it prints no warning. It sets breakpoints in the procedure linkage table, which such a program does not have. Some distributions
# compile everything so.
# Guess: the same calls, or an error that says why there are none.
# Seen: "with a PLT 2 calls of puts, without 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v ltrace >/dev/null || apt-get install -q -y --no-install-recommends ltrace >/dev/null
ltrace --version | sed 1q
cat >a.c <<'END_C'
#include <stdio.h>
int main(void)
{
	puts("a");
	puts("b");
	return 0;
}
END_C
gcc -O1 a.c -o with
gcc -O1 -fno-plt a.c -o without
calls() { ltrace "$1" 2>&1 >/dev/null | grep -c '^puts(' || :; }
said="with a PLT $(calls ./with) calls of puts, without $(calls ./without)"
echo "$said"
[ "$said" = 'with a PLT 2 calls of puts, without 0' ]
