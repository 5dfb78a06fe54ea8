#!/bin/sh
# dietlibc 0.34~cvs20160606 (Debian's dietlibc-dev): printf does not know %e. It prints nothing for it and does not take the argument,
# so that the next conversion prints that number: "%e %g" of 123456.789 and 1.5 is "" and "123456" (%g cuts off, too).
# %.0f of 0.5 is 1. strtod("5events") is 0 with nothing read, since an 'e' without digits undoes the number, and 95 of 10000
# doubles written with %.17g come back as others. gcc's -Wformat finds nothing wrong.
# Guess: less speed and fewer locales than glibc, but C's numbers.
# Seen: "%e and 1.5: '' '123456'; 5events: 0; %.0f of 0.5: 1; 95 of 10000 differ"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download dietlibc-dev=0.34~cvs20160606-14 2>/dev/null
dpkg -x dietlibc-dev_*.deb x
cat >a.c <<'END_C'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	unsigned seed = 1;
	int bad = 0;
	char text[64];

	for (int i = 0; i < 10000; i++) {
		seed = seed * 1664525u + 1013904223u;
		double x = (seed >> 1) / 1e6 + i * 1e-9;
		sprintf(text, "%.17g", x);
		bad += strtod(text, 0) != x;
	}
	printf("%%e and 1.5: '%e' '%g'; ", 123456.789, 1.5);
	printf("5events: %g; ", strtod("5events", 0));
	printf("%%.0f of 0.5: %.0f; ", 0.5);
	printf("%d of 10000 differ\n", bad);
	return 0;
}
END_C
diet=x/usr/lib/x86_64-linux-gnu/diet
gcc -isystem x/usr/include/x86_64-linux-gnu/diet -isystem x/usr/include/diet -isystem $diet/include -D__dietlibc__ -nostdlib -static -fno-pie -no-pie -fno-stack-protector \
	$diet/lib-x86_64/start.o a.c $diet/lib-x86_64/libc.a -lgcc -o diet 2>/dev/null
gcc a.c -o glibc
{ ./diet; ./glibc; } | tee seen
cat >expected <<'END'
%e and 1.5: '' '123456'; 5events: 0; %.0f of 0.5: 1; 95 of 10000 differ
%e and 1.5: '1.234568e+05' '1.5'; 5events: 5; %.0f of 0.5: 0; 0 of 10000 differ
END
diff expected seen
