#!/bin/sh
# SPDX-License-Identifier: MIT
# tinybench 6.2.5: bench.results, the obvious array to write to a file, has no names: each element is a task's result, and
# the name is the task's.  A task that threw keeps its place.  So a file of it cannot tell which result is whose.
# Seen (node 20): "named 0 of 2, states errored completed"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
npm install --silent --no-audit --no-fund tinybench@6.2.5 >/dev/null
cat >t.mjs <<'END'
import { Bench } from 'tinybench'
const b = new Bench({ time: 5, warmupTime: 1 })
b.add('throws', () => { throw new Error('broken') }).add('works', () => {})
await b.run()
const r = JSON.parse(JSON.stringify(b.results))
console.log(`named ${r.filter(x => 'name' in x).length} of ${r.length}, states ${r.map(x => x.state).join(' ')}`)
END
seen=$(node t.mjs)
echo "$seen"
[ "$seen" = "named 0 of 2, states errored completed" ]
