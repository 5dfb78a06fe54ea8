#!/bin/sh
# cyclictest of rt-tests 2.4, --json: two keys end with a colon, "cmdline:" and "rt_test_version:", so that .cmdline is null; and with -h N a
# thread's histogram has no entry for latencies of N us or more, whose number is on the screen alone ("Histogram Overflows"): if all are,
# "cycles" is 200 and the histogram is {}. A percentile made of the histogram leaves the worst out.
# Guess: keys without a colon; the histogram adds up to cycles.
# Seen: "keys cmdline: rt_test_version:; cycles 200, in the histogram 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download rt-tests=2.4-1 2>/dev/null
dpkg -x rt-tests_*.deb x
x/usr/bin/cyclictest -l 200 -i 1000 -h 1 --json=out.json -q >/dev/null
said=$(python3 -c "
import json
d = json.load(open('out.json'))
t = d['thread']['0']
print('keys', *sorted(k for k in d if k[-1] == ':'), end='; ')
print('cycles %d, in the histogram %d' % (t['cycles'], sum(t['histogram'].values())))")
echo "$said"
[ "$said" = 'keys cmdline: rt_test_version:; cycles 200, in the histogram 0' ]
