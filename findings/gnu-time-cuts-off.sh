#!/bin/sh
# GNU time 1.9 and bash 5.2's time with TIMEFORMAT=%2R: hundredths of a second are cut off, not rounded. sleep 0.017 takes 0.01 in
# both, and a command of 9 ms takes 0.00. The mean of many runs is 5 ms short, so that switching to a tool with more digits
# "slows" everything by 5 ms; with bash's %3R the same command takes 0.018, since milliseconds are rounded first.
# Guess: rounded, as printf %.2f would.
# Seen: "GNU 0.01, bash %2R 0.01, bash %3R 0.018" for most of 20 runs
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download time=1.9-0.2 2>/dev/null
dpkg -x time_*.deb x
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	x/usr/bin/time -f %e sleep 0.017 2>>gnu
	bash -c 'TIMEFORMAT=%2R; time sleep 0.017' 2>>bash2
	bash -c 'TIMEFORMAT=%3R; time sleep 0.017' 2>>bash3
done
paste gnu bash2 bash3
# rounded, none could be 0.01
[ "$(grep -cx 0.01 gnu)" -gt 5 ] && [ "$(grep -cx 0.01 bash2)" -gt 5 ] && ! grep '^0.01[0-6]' bash3
