#!/bin/sh
# num-utils 0.5 (numsum, numaverage, numbound): a number ends at its exponent. "1e3" counts as 1 and "2.5e-06" as 2.5, without a message:
# the sum of 1.5 and 1e3 is 2.5, and the largest of 2.5e-06 and 1 is 2.5. Most tools write times below a millisecond in seconds that way.
# Guess: 1001.5, or an error.
# Seen: "sum 2.5, largest 2.5"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download num-utils=0.5-15 2>/dev/null
dpkg -x num-utils_*.deb x
said="sum $(printf '1.5\n1e3\n' | x/usr/bin/numsum), largest $(printf '2.5e-06\n1\n' | x/usr/bin/numbound)"
echo "$said"
[ "$said" = 'sum 2.5, largest 2.5' ]
