#!/bin/sh
# ping of iputils 20221126: "mdev" in its last line is no mean deviation but the standard deviation by n, cut, not rounded, to microseconds.
# BSD's and macOS's ping call the same figure stddev.
# Guess: the mean of the distances from the mean, which is a fifth smaller for normal times and much smaller with outliers.
# Seen (100 pings of this host): mdev is the standard deviation to 2 us, and the mean deviation is smaller
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download iputils-ping=3:20221126-1+deb12u1 2>/dev/null
dpkg -x iputils-ping_*.deb x
"$(find x -name ping -type f)" -c 100 -i 0.01 127.0.0.1 >pings
tail -1 pings
sed -n 's/.*time=\([0-9.]*\) ms/\1/p' pings | awk -v said="$(sed -n 's,^rtt.*/\([0-9.]*\) ms,\1,p' pings)" '
	{ time[NR] = $1; sum += $1 }
	END {
		mean = sum / NR
		for (i = 1; i <= NR; i++) {
			d = time[i] - mean
			squares += d * d
			distances += d < 0 ? -d : d
		}
		deviation = sqrt(squares / NR)
		printf "%d times, standard deviation %.4f, mean deviation %.4f, mdev %s\n", NR, deviation, distances / NR, said
		exit !(NR == 100 && said - deviation < 0.002 && deviation - said < 0.002 && distances / NR < deviation)
	}'
