#!/bin/sh
# bc 1.07.1 (Debian 12) knows no exponents, and a capital E is a digit: "1E-6", as printf %E writes a microsecond, is 19 - 6 = 13, and
# "2.5E3" is 2.593. A digit that is too large for the base becomes 9, silently, in a number of more than one digit. With a small e it
# says "syntax error", and ends with status 0. Sums of times by bc are wrong without a word as soon as one of them is small.
# Guess: 0.000001 or an error.
# Seen: "13 2.593"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download bc=1.07.1-3+b1
dpkg -x bc*.deb x
said=$(echo '1E-6; 2.5E3' | x/usr/bin/bc | xargs)
echo "$said"
[ "$said" = '13 2.593' ]
