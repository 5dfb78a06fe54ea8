#!/bin/sh
# iperf 2.1.8: -y C writes a line per interval (-i) without a header, and at the end the whole run as a line of the same form.
# Nothing but "0.0-2.0" in the seventh field tells it from a measurement; with -P 2 there is one such line per stream, and
# sums with the stream -1 besides. A mean over the file counts everything twice, and a sample of two values has three.
# Guess: intervals, or the sum, not both in one column.
# Seen: "0.0-1.0 1.0-2.0 0.0-2.0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill $server; rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download iperf=2.1.8+dfsg-1 2>/dev/null
dpkg -x iperf_*.deb x
x/usr/bin/iperf -s -p 15501 >/dev/null 2>&1 &
server=$!
sleep 1
x/usr/bin/iperf -c 127.0.0.1 -p 15501 -b 1M -t 2 -i 1 -y C >csv
cat csv
cut -d , -f 7 csv | tr '\n' ' ' | tee seen
grep -qx '0.0-1.0 1.0-2.0 0.0-2.0 ' seen
