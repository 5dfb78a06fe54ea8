#!/bin/sh
# sort -h (coreutils 9.1) orders by the letter first and by the number among equal letters: 2000K comes before 1M. du -h never prints such
# sizes, so nobody notices; block sizes of a benchmark (900K, 1M, 2000K) come out in another order than their values.
# Guess: "human numeric" reads the suffix as a factor, as numfmt does.
# Seen: "900K 2000K 1M", by value "900K 1M 2000K"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
sort --version | sed 1q
printf '%s\n' 2000K 1M 900K >n
said="$(sort -h n | xargs), by value $(numfmt --from=iec <n | paste - n | sort -n | cut -f 2 | xargs)"
echo "$said"
[ "$said" = '900K 2000K 1M, by value 900K 1M 2000K' ]
