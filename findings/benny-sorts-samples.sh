#!/bin/sh
# SPDX-License-Identifier: MIT
# benny 3.7.1 runs benchmark.js 2.1.4 and hands on its samples, but sorted: benchmark.js's stats.sample is in the order of
# measurement (sorted by chance once in n!), benny's details.sampleResults ascends.  A drift is no longer visible.
# Seen (node 20): "benny sorted 4 of 4"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
npm install --silent --no-audit --no-fund benny@3.7.1 >/dev/null
cat >t.cjs <<'END'
const b = require('benny'), fs = require('fs'), quick = { minSamples: 8, maxTime: 0.05 }
const work = n => () => { let x = 0; for (let i = 0; i < n; i++) x += i; return x }
b.suite('s', ...[10, 100, 1000, 10000].map(n => b.add('n' + n, work(n), quick)), b.save({ file: 'o', folder: '.', details: true }))
	.then(() => {
		const r = JSON.parse(fs.readFileSync('o.json')).results.map(x => x.details.sampleResults)
		const up = r.filter(s => s.length > 5 && s.every((v, i) => !i || v >= s[i - 1])).length
		fs.writeFileSync('seen', `benny sorted ${up} of ${r.length}`)
	})
END
node t.cjs >/dev/null 2>&1
cat seen
[ "$(cat seen)" = "benny sorted 4 of 4" ]
