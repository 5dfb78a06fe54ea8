#!/bin/sh
# Node.js 22.12.0: min, max and mean of perf_hooks.createHistogram are those of buckets, three digits wide by default. Three
# recordings of 1,000,001 have a min below and a max above everything recorded, and a standard deviation of 0.
# Seen: 999936 1000447 1000192 0
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund node@22.12.0 >/dev/null
said=$(node_modules/.bin/node -e "
const h = require('perf_hooks').createHistogram()
for (let i = 0; i < 3; i++) h.record(1000001)
console.log(h.min, h.max, h.mean, h.stddev)")
echo "$said"
[ "$said" = "999936 1000447 1000192 0" ]
