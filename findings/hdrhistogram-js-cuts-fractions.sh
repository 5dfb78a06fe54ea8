#!/bin/sh
# hdr-histogram-js 3.0.0: recordValue(0.9) counts a 0. Values are cut to whole numbers without a word, and performance.now(), where they come from in
# JavaScript, is in milliseconds with fractions: every latency below 1 ms becomes 0, and 1.7 counts as 1, while the maximum stays 1.7. The C, Java and Go
# libraries take integers, so that the caller notices.
# Guess: an error, or a unit to state, since every number of the language is a floating point number.
# Seen: "0.9 and 1.7: mean 0.5, largest 1.7"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v npm >/dev/null || apt-get install -q -y --no-install-recommends npm >/dev/null
npm install --silent --no-audit --no-fund hdr-histogram-js@3.0.0 >/dev/null 2>&1
said=$(node -e 'const h = require("hdr-histogram-js").build(); h.recordValue(0.9); h.recordValue(1.7); console.log(`0.9 and 1.7: mean ${h.mean}, largest ${h.maxValue}`)')
echo "$said"
[ "$said" = '0.9 and 1.7: mean 0.5, largest 1.7' ]
