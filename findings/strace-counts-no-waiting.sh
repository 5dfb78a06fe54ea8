#!/bin/sh
# strace 6.1 (Debian 12): "seconds" and "usecs/call" of strace -c are processor time in the kernel, not the time that a call took. A
# clock_nanosleep of half a second has 0.000000 s, as a read that waits for a disk or a server has. -w measures the time between a call's
# beginning and end.
# Guess: the half second; strace -T and -r have it, in the same program.
# Seen: "-c 0.000000, -wc 0.500123"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download strace=6.1-0.1 libunwind8=1.6.2-3
for d in *.deb; do dpkg -x "$d" x; done
of() { # OPTION: seconds of the call that sleeps
	LD_LIBRARY_PATH=$(echo x/usr/lib/*-linux-gnu*) x/usr/bin/strace "$1" -o table sleep .5
	awk '$NF == "clock_nanosleep" { print $2 }' table
}
processor=$(of -c) wall=$(of -wc)
echo "-c $processor, -wc $wall"
awk "BEGIN { exit !($processor < 0.01 && $wall >= 0.5) }"
