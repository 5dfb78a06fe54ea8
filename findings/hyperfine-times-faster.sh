#!/bin/sh
# hyperfine 1.15.0: the "±" behind "times faster" is made of the standard deviations of the runs, not of the uncertainty of the
# means, so that more runs do not make it smaller: after 160 runs it is as wide as after 10, although the ratio is known four
# times better. "1.02 ± 0.11 times faster" may be a difference that is certain, and is no confidence interval.
# Guess: an interval of the ratio, which 16 times as many runs make four times narrower.
# Seen: ± 0.28 after 10 runs and 0.49 after 160: ratio * sqrt((sd1 / mean1)^2 + (sd2 / mean2)^2) of the exported times
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download hyperfine=1.15.0-2 2>/dev/null
dpkg -x hyperfine_*.deb x
for runs in 10 160; do
	x/usr/bin/hyperfine --style basic -N --runs $runs --export-json $runs.json 'sleep 0.005' 'sleep 0.009' >$runs.said 2>log
	grep '±.*times' $runs.said
done
python3 - <<'END_PYTHON'
import json, re, statistics as s
for runs in 10, 160:
    times = [x['times'] for x in json.load(open('%d.json' % runs))['results']]
    mean, sd = [s.mean(x) for x in times], [s.stdev(x) for x in times]
    spread = mean[1] / mean[0] * ((sd[0] / mean[0]) ** 2 + (sd[1] / mean[1]) ** 2) ** .5
    said = float(re.search('± *([\\d.]+) times', open('%d.said' % runs).read())[1])
    print('%d runs: ± %s; of the deviations %.2f, of the means %.3f' % (runs, said, spread, spread / runs ** .5))
    assert abs(said - spread) < .011
END_PYTHON
