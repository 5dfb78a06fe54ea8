#!/bin/sh
# Node.js 22.12.0: perf_hooks.monitorEventLoopDelay of a loop that has nothing to do has a median of 10 ms. It records how long
# its own timer took, of resolution (default 10) ms, not how late the timer was. With resolution 20 the same loop has 20 ms.
# Guess: a small fraction of a millisecond, as the delay of a timer that is on time.
# Seen: "10 ms: 10.1, 20 ms: 20.1, 50 ms: 50.2"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund node@22.12.0 >/dev/null
cat >t.mjs <<'END_JS'
import { monitorEventLoopDelay } from 'node:perf_hooks'
const seen = {}
for (const resolution of [10, 20, 50]) {
	const h = monitorEventLoopDelay({ resolution })
	h.enable()
	await new Promise(done => setTimeout(done, 1000))
	h.disable()
	seen[resolution] = h.percentile(50) / 1e6
}
console.log(Object.entries(seen).map(([r, ms]) => `${r} ms: ${ms.toFixed(1)}`).join(', '))
process.exit(Object.entries(seen).every(([r, ms]) => ms > 0.95 * r) ? 0 : 1)
END_JS
node_modules/.bin/node t.mjs
