#!/bin/sh
# hyperfine 1.15.0: the standard deviation of a single run is null in JSON and 0 in CSV, written by the same command. A script that divides by it, or that
# calls two commands different when their means are more than two deviations apart, is sure of everything in one format.
# Guess: not available in both, or an empty field.
# Seen: "JSON null, CSV 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download hyperfine=1.15.0-2 2>/dev/null
dpkg -x hyperfine*.deb x
x/usr/bin/hyperfine -N -r 1 --export-json a.json --export-csv a.csv 'sleep 0.01' >/dev/null 2>&1
said="JSON $(sed -n 's/.*"stddev": \(.*\),/\1/p' a.json), CSV $(awk -F, 'NR == 2 { print $3 }' a.csv)"
echo "$said"
[ "$said" = 'JSON null, CSV 0' ]
