#!/bin/sh
# likwid-bench 5.2.2: "Cycles", "Cycles per update" and "Cycles per cacheline" are ticks of the time stamp counter, not cycles of the core. They are
# exactly time multiplied by the counter's frequency, which it calls "CPU Clock". On a processor of 2.1 GHz that runs at 2.8 to 4 GHz a load that
# takes one cycle is printed as 0.5 to 0.75, below what the core can do.
# Guess: cycles of the core, as everywhere else in likwid, or a warning that the counters are not accessible.
# Seen: "cycles per second are the CPU Clock"
# SPDX-License-Identifier: MIT
set -eu
[ "$(uname -m)" = x86_64 ] || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v likwid-bench >/dev/null || apt-get install -q -y --no-install-recommends likwid=5.2.2+dfsg1-1 >/dev/null
likwid-bench -t load -w S0:20kB:1 >said 2>&1
grep -E '^(Cycles|CPU Clock|Time):' said
awk '/^Cycles:/ { c = $2 } /^CPU Clock:/ { f = $3 } /^Time:/ { t = $2 } END { r = c / f / t; exit !(r > 0.999 && r < 1.001) }' said
echo "cycles per second are the CPU Clock"
