#!/bin/sh
# GNU numfmt (coreutils 9.1) rounds away from zero: 1001 is 1.1K and 1000001 is 1.1M, 10 % more. Its manual says "--round=from-zero
# (default)"; ls -h and du -h do the same. A table of rates that went through it favours whoever is just above a power.
# Guess: 1.0K, the nearest.
# Seen: "1.1K 1.1M 101K, nearest 1.0K"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
said="$(numfmt --to=si 1001 1000001 100100 | tr '\n' ' ')"
said="${said% }, nearest $(numfmt --to=si --round=nearest 1001)"
numfmt --version | head -1
echo "$said"
[ "$said" = '1.1K 1.1M 101K, nearest 1.0K' ]
