#!/bin/sh
# klibc 2.0.12, the small C library of Debian's initramfs: printf() knows no floating point. "%.3f" prints the letter f and "%g" prints g,
# without a warning when compiled or an error when run, so a time of 12.5 ms is "f ms".
# Guess: the number, or a program that does not link.
# Seen: "f ms, g s, 7 runs"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
dpkg -s libklibc-dev >/dev/null 2>&1 || apt-get install -q -y --no-install-recommends gcc libklibc-dev=2.0.12-1 >/dev/null
cat >print.c <<'END'
#include <stdio.h>

int main(void)
{
	printf("%.3f ms, %g s, %d runs\n", 12.5, 0.0125, 7);
	return 0;
}
END
klcc -Wall -O1 print.c -o print 2>errors
[ ! -s errors ]
said=$(./print)
echo "$said"
[ "$said" = 'f ms, g s, 7 runs' ]
