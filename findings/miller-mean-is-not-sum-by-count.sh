#!/bin/sh
# Miller 6.6 (Debian 12): "stats1 -a sum,count,mean,max" of a field of which one value is a text ("12ms"): sum and mean leave the text out,
# count counts it, and max is the text, because texts are above numbers. mean is not sum / count. A number with a leading zero (010) is
# left out too.
# Guess: an error, or the value is left out of all.
# Seen: sum 12, count 3, mean 6, max "12ms"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v mlr >/dev/null || apt-get install -q -y --no-install-recommends miller >/dev/null
said=$(printf 'x=12ms\nx=5\nx=7\n' | mlr stats1 -a sum,count,mean,max -f x)
echo "$said"
[ "$said" = 'x_sum=12,x_count=3,x_mean=6,x_max=12ms' ]
