#!/bin/sh
# mawk 1.3.4-20200120, Debian's awk: print writes whole numbers in full only below 2^31, larger ones with six digits, and printf %d stops at
# 2147483647. A sum of nanoseconds from 2.2 s on loses its digits: 3000000001 is printed as 3e+09, and by %d as 2147483647. gawk 5.2.1
# prints 3000000001 both times. "%.0f" is right in both.
# Guess: whole numbers are exact up to 2^53, as awk computes with doubles.
# Seen: mawk "3e+09 2147483647 3000000001", gawk "3000000001 3000000001 3000000001"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download mawk=1.3.4.20200120-3.1 gawk=1:5.2.1-2 2>/dev/null
for d in *.deb; do dpkg -x "$d" x; done
sum() { printf '1500000000\n1500000001\n' | "x/usr/bin/$1" '{ s += $1 } END { print s; printf "%d\n%.0f\n", s, s }' | tr '\n' ' '; }
said="mawk $(sum mawk)gawk $(sum gawk)"
echo "$said"
[ "$said" = 'mawk 3e+09 2147483647 3000000001 gawk 3000000001 3000000001 3000000001 ' ]
