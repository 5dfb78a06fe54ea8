#!/bin/sh
# iperf3 3.12, -J -O N: the N seconds of warm-up that are "omitted" are in "intervals" all the same, and time starts again after them: two
# intervals start at 0. "end" leaves them out. A chart of the intervals over their start runs back, and their mean is not that of the
# end; each carries "omitted": true, in its streams and in its sum.
# Guess: omitted means absent, or times go on.
# Seen: "starts 0 0 1, omitted 1 0 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download iperf3=3.12-1+deb12u2 libiperf0=3.12-1+deb12u2 libsctp1=1.0.19+dfsg-2 2>/dev/null
for d in *.deb; do dpkg -x "$d" x; done
LD_LIBRARY_PATH=$(echo x/usr/lib/*-linux-gnu)
export LD_LIBRARY_PATH
x/usr/bin/iperf3 -s -p 25299 -1 >/dev/null 2>&1 &
sleep 0.5
x/usr/bin/iperf3 -c 127.0.0.1 -p 25299 -t 2 -O 1 -J >out.json
said=$(python3 -c "
import json
sums = [i['sum'] for i in json.load(open('out.json'))['intervals']]
print('starts', *[int(s['start'] + .1) for s in sums], end=', omitted ')
print(*[int(s['omitted']) for s in sums])")
echo "$said"
[ "$said" = 'starts 0 0 1, omitted 1 0 0' ]
