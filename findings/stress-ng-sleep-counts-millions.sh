#!/bin/sh
# stress-ng 0.15.06 (Debian 12): stress-ng --sleep 1 --sleep-max 1, one thread that sleeps, reports tens of millions of bogo operations in two
# seconds. strace counts under a thousand calls that sleep. The number is above that of any stressor that works, and --sleep-ops N, which
# stops after N of them, ends at once.
# Guess: an operation of the stressor that sleeps is a sleep, or a few.
# Seen: "375110049 operations, 198 sleeps"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in stress-ng=0.15.06-2 strace; do
	command -v "${package%%=*}" >/dev/null || apt-get install -q -y --no-install-recommends "$package" >/dev/null
done
strace -f -c -o calls -e trace=nanosleep,clock_nanosleep stress-ng --sleep 1 --sleep-max 1 -t 2 --metrics >out 2>&1
operations=$(awk '$4 == "sleep" { print $5 }' out)
sleeps=$(awk '/nanosleep$/ { n += $4 } END { print n + 0 }' calls)
echo "$operations operations, $sleeps sleeps"
[ "$operations" -gt 1000000 ] && [ "$sleeps" -gt 0 ] && [ "$sleeps" -lt 1000 ]
