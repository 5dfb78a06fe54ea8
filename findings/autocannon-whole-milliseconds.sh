#!/bin/sh
# SPDX-License-Identifier: MIT
# autocannon 9.0.0 counts latencies in whole milliseconds, rounded down.  A local server that answers in 0.2 ms has a median,
# and every percentile up to the 90th, of 0, and the "min" of the same object is larger than its median: the minimum is that
# of the counts above 0.  Comparing p50 of two such servers compares 0 with 0.
# Seen (node 20): "p50 0, whole true, min above p50 true"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
npm install --silent --no-audit --no-fund autocannon@9.0.0 >/dev/null
cat >t.cjs <<'END'
const http = require('http'), autocannon = require('autocannon')
const server = http.createServer((q, r) => r.end('x')).listen(0, '127.0.0.1', async () => {
	const { latency } = await autocannon({ url: 'http://127.0.0.1:' + server.address().port, connections: 2, amount: 3000 })
	const p = Object.keys(latency).filter(k => /^p\d/.test(k)).map(k => latency[k])
	console.log(`p50 ${latency.p50}, whole ${p.every(Number.isInteger)}, min above p50 ${latency.min > latency.p50}`)
	server.close()
})
END
seen=$(node t.cjs)
echo "$seen"
[ "$seen" = "p50 0, whole true, min above p50 true" ]
