#!/bin/sh
# SPDX-License-Identifier: MIT
# mitata 1.0.34: stats.samples of a run are sorted, and two samples are cut off at each end, so that the least and the
# largest value that were measured are not in them: stats.max is beyond the last sample.
# Seen (node 20): "sorted true"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
npm install --silent --no-audit --no-fund mitata@1.0.34 >/dev/null
grep -q 'samples.slice(2, -2)\|samples.slice(2,-2)' node_modules/mitata/src/lib.mjs
cat >t.mjs <<'END'
import { measure } from 'mitata'
let x = 0
const s = await measure(() => { for (let i = 0; i < 1e4; i++) x += i })
console.log('sorted', s.samples.length > 10 && s.samples.every((v, i) => !i || v >= s.samples[i - 1]))
END
[ "$(node t.mjs)" = "sorted true" ]
