#!/bin/sh
# GNU datamash 1.7: one value "nan" (a benchmark that had no result) breaks the sort behind median, quartiles and mode, since nan is neither below nor
# above any number. The median of the same five lines is 2, 3, 5 or nan, depending on their order; status 0. Minimum and maximum leave nan out; mean
# and deviation are nan.
# Guess: nan, or the median of the others, in any order.
# Seen: "median of 1 2 3 nan 5: 3; of nan 5 3 2 1: 2; of 5 3 2 nan 1: 5; of 1 2 nan 3 5: nan"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download datamash=1.7-2
dpkg -x datamash*.deb x
median() { # VALUE ...
	echo "$*: $(printf '%s\n' "$@" | x/usr/bin/datamash median 1)"
}
said="median of $(median 1 2 3 nan 5); of $(median nan 5 3 2 1); of $(median 5 3 2 nan 1); of $(median 1 2 nan 3 5)"
echo "$said"
[ "$said" = 'median of 1 2 3 nan 5: 3; of nan 5 3 2 1: 2; of 5 3 2 nan 1: 5; of 1 2 nan 3 5: nan' ]
