#!/bin/sh
# tinybench 6.2.5: throughput.mean is the mean of the rates of single calls, not the number of calls per second. With a call
# in ten that takes 100 ms, and nine of 1 ms, 100 calls take 1090 ms, and it says 901 per second: ten times too many.
# In tinybench 2.9.0 the rate, hz, is 1000 / mean. So the same measurement has another rate after an update, and a gate on
# throughput passes what makes few calls slow.
# Guess: throughput.mean = 1000 / latency.mean, 91.7. Both are printed as "avg" next to each other.
# Seen (node 20, with a clock that the script sets): "6.2.5: 10.9 ms, 901 per second; 2.9.0: 10.9 ms, 91.7"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund new@npm:tinybench@6.2.5 old@npm:tinybench@2.9.0 >/dev/null
cat >t.mjs <<'END_JS'
async function run(Bench) {
	let clock = 0, calls = 0
	const b = new Bench({ now: () => clock, time: 0, iterations: 100, warmup: false })
	b.add('a', () => { clock += ++calls % 10 ? 1 : 100 })
	await b.run()
	return b.tasks[0].result
}
const now = await run((await import('new')).Bench), then = await run((await import('old')).Bench)
console.log(`6.2.5: ${now.latency.mean} ms, ${Math.round(now.throughput.mean)} per second; 2.9.0: ${then.mean} ms, ${then.hz.toFixed(1)}`)
END_JS
node t.mjs | tee said
[ "$(cat said)" = '6.2.5: 10.9 ms, 901 per second; 2.9.0: 10.9 ms, 91.7' ]
