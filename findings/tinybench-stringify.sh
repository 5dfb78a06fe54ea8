#!/bin/sh
# SPDX-License-Identifier: MIT
# tinybench 6.2.5: JSON.stringify of a bench has its settings and no result, of bench.tasks an empty object for each
# task, although task.name and task.result are there: they are getters of the class, which JSON does not see.
# Seen (node 20): [{},{}] and keys without "tasks" or "results"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
npm install --silent --no-audit --no-fund tinybench@6.2.5 >/dev/null
cat >t.mjs <<'END'
import { Bench } from 'tinybench'
const bench = new Bench({ time: 10, name: 'x' })
bench.add('a', () => { [2, 1].sort() }).add('b', () => { [1, 2].sort() })
await bench.run()
console.log(JSON.stringify(bench.tasks), bench.tasks[0].name, bench.tasks[0].result.latency.p50 > 0)
console.log(Object.keys(JSON.parse(JSON.stringify(bench))).filter(k => /task|result|latency/.test(k)).length)
END
[ "$(node t.mjs)" = '[{},{}] a true
0' ]
