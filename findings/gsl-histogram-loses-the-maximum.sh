#!/bin/sh
# GSL 2.7.1: gsl-histogram 0 10 2 counts 0, 5 and 9.9 and loses 10: the upper end does not belong to the last bin, nothing is said, and the
# status is 0. Whoever passes the smallest and the largest value of the data, as one does, loses the slowest run. numpy's last bin includes its end.
# Guess: the value counts in the last bin, or a warning about values outside.
# Seen: "4 values, 3 counted"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v gsl-histogram >/dev/null || apt-get install -q -y --no-install-recommends gsl-bin=2.7.1+dfsg-5+deb12u1 >/dev/null
printf '%s\n' 0 5 9.9 10 | gsl-histogram 0 10 2 >bins 2>errors
cat bins errors
said="4 values, $(awk '{ n += $3 } END { print n }' bins) counted"
echo "$said"
[ "$said" = '4 values, 3 counted' ] && [ ! -s errors ]
