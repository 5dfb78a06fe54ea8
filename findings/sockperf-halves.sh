#!/bin/sh
# sockperf 3.7 ping-pong: a latency is half of a round trip, on the screen, in percentiles and in --full-log, whose four columns do not agree
# with themselves: rxTime - txTime is twice "latency(usec)". ping and netperf count the whole trip.
# Guess: latency = rxTime - txTime.
# Seen: "rx - tx 7.87 us, latency 3.935"; over all rows latency / (rx - tx) = 0.50
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download sockperf=3.7-1 2>/dev/null
dpkg -x sockperf_*.deb x
x/usr/bin/sockperf server -i 127.0.0.1 -p 21111 >/dev/null 2>&1 &
server=$!
sleep 0.5
x/usr/bin/sockperf ping-pong -i 127.0.0.1 -p 21111 -t 1 --full-log log >/dev/null 2>&1
kill $server
grep -m 2 -A 1 '^packet' log
ratio=$(awk -F', *' '/^packet/ { on = 1; next } on && NF == 4 { s += $4; t += ($3 - $2) * 1e6; n++ } END { if (n > 100) printf "%.2f", s / t }' log)
echo "latency / (rx - tx) = $ratio"
[ "$ratio" = 0.50 ]
