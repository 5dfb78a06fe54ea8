#!/bin/sh
# mawk 1.3.4-20200120, Debian's awk: words that begin with "nan" or "inf" are numbers, and "0x10" is 16. A header
# "nanoseconds" makes the sum of its column nan, a line "info ..." makes it inf; no message, exit status 0. gawk 5.2.1 takes
# the same words as 0 and skips the header without harm, so the script works for its author and not on a server.
# Guess: a word is 0 in arithmetic, in every awk.
# Seen: "mawk: nan inf 16; gawk: 12 12 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download mawk=1.3.4.20200120-3.1 gawk=1:5.2.1-2 libsigsegv2=2.14-1 libmpfr6=4.2.0-1 libgmp10=2:6.2.1+dfsg1-1.1 libreadline8=8.2-1.3 2>/dev/null
for package in *.deb; do dpkg -x "$package" x; done
export LD_LIBRARY_PATH="$work/x/usr/lib/x86_64-linux-gnu:$work/x/lib/x86_64-linux-gnu"
sums() { # PROGRAM
	printf 'nanoseconds\n5\n7\n' | "$1" '{ s += $1 } END { printf "%s ", s }'
	printf 'info: done\n5\n7\n' | "$1" '{ s += $1 } END { printf "%s ", s }'
	echo 0x10 | "$1" '{ print $1 + 0 }'
}
{ printf 'mawk: '; sums x/usr/bin/mawk; printf 'gawk: '; sums x/usr/bin/gawk; } | tee seen
printf 'mawk: nan inf 16\ngawk: 12 12 0\n' | diff - seen
