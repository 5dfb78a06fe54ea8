#!/bin/sh
# SPDX-License-Identifier: MIT
# mitata 1.0.34: a benchmark's `group` in the JSON is neither a name nor the number of the group.  It is a place in
# `layout`, where each stretch of benchmarks outside of groups has an entry without a name: two groups are 1 and 3, and a
# bench() added in front or between changes the numbers.
# Seen (node 20): "0 first:1 3 second:3"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
npm install --silent --no-audit --no-fund mitata@1.0.34 >/dev/null
cat >t.mjs <<'END'
import { bench, group, run } from 'mitata'
bench('alone', () => Math.sqrt(2))
group('first', () => { bench('same', () => Math.sqrt(3)) })
group('second', () => { bench('same', () => Math.sin(3)) })
const r = await run({ format: 'quiet' })
const [alone, first, second] = r.benchmarks.map(b => b.group)
console.log(`${alone} ${r.layout[first].name}:${first} ${second} ${r.layout[second].name}:${second}`)
END
seen=$(node t.mjs)
echo "$seen"
[ "$seen" = "0 first:1 3 second:3" ]
