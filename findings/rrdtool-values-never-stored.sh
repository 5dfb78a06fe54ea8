#!/bin/sh
# rrdtool 1.7.2 returns values that were never stored. One slot a minute and one value a minute, 30 s after the slot's edge: after 100, 100, 200, 200 the
# archive has 100, 183.33, 200, because a value counts for the time since the last one and slots are cut at whole minutes. A
# step in a benchmark's history becomes a slope, and its height depends on the second at which the job ran.
# Guess: a GAUGE, "a value as it is", is kept as it is.
# Seen: "100 183.333 200"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v rrdtool >/dev/null || apt-get install -q -y --no-install-recommends rrdtool=1.7.2-4+b8 >/dev/null
rrdtool create t.rrd --start 1000000000 --step 60 DS:ns:GAUGE:120:U:U RRA:AVERAGE:0.5:1:10
rrdtool update t.rrd 1000000030:100 1000000090:100 1000000150:200 1000000210:200
rrdtool fetch t.rrd AVERAGE --start 1000000000 --end 1000000200 |
	awk '$2 ~ /^[0-9]/ { printf "%s%.6g", n++ ? " " : "", $2 } END { print "" }' | tee said
[ "$(cat said)" = '100 183.333 200' ]
