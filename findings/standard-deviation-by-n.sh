#!/bin/sh
# The standard deviation of 1, 2, 3, 4 is 1.29 in R, datamash (sstdev) and mathjs 13.2, and 1.12 in gnuplot 5.4 ("Std Dev", and its "Mean Err."
# with it), simple-statistics 7.8 (standardDeviation), stats-lite 2.2 (stdev) and Statistics::Basic 1.66 (stddev). The latter divide by n,
# which is right if four runs are all there will ever be: their error bars of three runs are a fifth too short.
# Guess: a package for samples estimates the deviation of what they are a sample of, and has another name for the other.
# Seen: "gnuplot 1.12, simple-statistics 1.12, stats-lite 1.12, mathjs 1.29, Statistics::Basic 1.12, datamash 1.29"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v npm >/dev/null || apt-get install -q -y --no-install-recommends npm >/dev/null
command -v gnuplot >/dev/null || apt-get install -q -y --no-install-recommends gnuplot-nox=5.4.4+dfsg1-2+b2 >/dev/null
perl -MStatistics::Basic -e 1 2>/dev/null || apt-get install -q -y --no-install-recommends libstatistics-basic-perl=1.6611-3 >/dev/null
apt-get -qq download datamash=1.7-2 2>/dev/null
dpkg -x datamash*.deb x
npm install --silent --no-audit --no-fund simple-statistics@7.8.7 stats-lite@2.2.0 mathjs@13.2.3 >/dev/null 2>&1
seq 4 >n
said="gnuplot $(gnuplot -e 'stats "n" nooutput; print sprintf("%.2f", STATS_stddev)' 2>&1)"
said="$said, $(node -e 'const x = [1, 2, 3, 4], show = (name, f) => `${name} ${require(name)[f](x).toFixed(2)}`
console.log([show("simple-statistics", "standardDeviation"), show("stats-lite", "stdev"), show("mathjs", "std")].join(", "))')"
said="$said, Statistics::Basic $(perl -MStatistics::Basic=:all -e 'print stddev(1, 2, 3, 4)'), datamash $(x/usr/bin/datamash -R 2 sstdev 1 <n)"
echo "$said"
[ "$said" = 'gnuplot 1.12, simple-statistics 1.12, stats-lite 1.12, mathjs 1.29, Statistics::Basic 1.12, datamash 1.29' ]
