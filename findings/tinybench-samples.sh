#!/bin/sh
# SPDX-License-Identifier: MIT
# tinybench 6.2.5: a task keeps no samples unless the bench is made with retainSamples: true, and the samples it keeps
# are sorted: they are not in the order in which they were taken, so drift and correlation cannot be seen in them.
# Seen (node 20): "default false retained true sorted true"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
npm install --silent --no-audit --no-fund tinybench@6.2.5 >/dev/null
cat >t.mjs <<'END'
import { Bench } from 'tinybench'
let x = 0
const run = async o => {
  const b = new Bench({ time: 20, warmup: false, ...o })
  b.add('a', () => { for (let i = 0; i < 1e4; i++) x += i })
  await b.run()
  return b.tasks[0].result.latency.samples
}
const plain = await run({}), kept = await run({ retainSamples: true })
const sorted = kept.every((v, i) => !i || v >= kept[i - 1])
console.log('default', plain !== undefined && plain.length > 0, 'retained', kept.length > 20, 'sorted', sorted)
END
[ "$(node t.mjs)" = "default false retained true sorted true" ]
