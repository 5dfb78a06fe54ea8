#!/bin/sh
# MinGW-w64 10 (Debian 12) with wine 8: clock(), which C defines as processor time, is the time since the program started on Windows. A
# program that sleeps for 0.3 s has used 0.3 s; the same source on Linux 0.0. Portable code that takes clock() for its share of the
# processor, or to leave waiting out, measures something else on each system.
# Guess: 0.0 in both.
# Seen: "Windows 0.3, Linux 0.0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v x86_64-w64-mingw32-gcc >/dev/null || apt-get install -q -y --no-install-recommends gcc-mingw-w64-x86-64-posix >/dev/null
command -v wine >/dev/null || apt-get install -q -y --no-install-recommends wine64 wine >/dev/null
cat >a.c <<'END_C'
#include <stdio.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
	clock_t begin = clock();

	usleep(300000);
	printf("%.1f\n", (double)(clock() - begin) / CLOCKS_PER_SEC);
	return 0;
}
END_C
x86_64-w64-mingw32-gcc -O2 a.c -o a.exe
cc -O2 a.c -o a
said="Windows $(WINEPREFIX=$work/prefix WINEDEBUG=-all timeout 120 wine ./a.exe 2>/dev/null | tr -d '\r'), Linux $(./a)"
echo "$said"
[ "$said" = 'Windows 0.3, Linux 0.0' ]
