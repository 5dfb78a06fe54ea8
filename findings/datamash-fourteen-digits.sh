#!/bin/sh
# GNU datamash 1.7 prints 14 digits of every result, of the minimum of integers as well, though it computes with long double. A time
# stamp in nanoseconds has 19: the minimum of a column is not one of its values, and the span of two stamps that are 10 ns apart is
# right while their minimum and maximum print the same text. --format %.0f prints all.
# Guess: an integer comes out as it went in.
# Seen: "min 1.7000000001235e+18, max 1.7000000001235e+18, range 10; with a format min 1700000000123456789"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download datamash=1.7-2 2>/dev/null
dpkg -x datamash*.deb x
printf '%s\n' 1700000000123456789 1700000000123456799 >n
get() { x/usr/bin/datamash "$@" <n; }
said="min $(get min 1), max $(get max 1), range $(get range 1); with a format min $(get --format %.0f min 1)"
echo "$said"
[ "$said" = 'min 1.7000000001235e+18, max 1.7000000001235e+18, range 10; with a format min 1700000000123456789' ]
