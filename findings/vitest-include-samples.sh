#!/bin/sh
# SPDX-License-Identifier: MIT
# vitest 4.1.12: `vitest bench --outputJson FILE` writes "samples": [] for every benchmark, also with
# benchmark.includeSamples, which is said to keep samples "in the results". The option fills the results that a
# reporter of one's own gets; the JSON report empties them again.
# Seen (node 20): "report 0" and "reporter many"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
npm install --silent --no-audit --no-fund vitest@4.1.12 >/dev/null
cat >a.bench.js <<'END'
import { bench, describe } from 'vitest'
describe('group', () => { bench('sort', () => { [3, 1, 2].sort() }, { time: 20 }) })
END
cat >mine.mjs <<'END'
export default class {
	onTestRunEnd(modules) {
		for (const m of modules) for (const t of m.task.tasks[0].tasks)
			console.log('reporter', t.result.benchmark.samples.length > 10 ? 'many' : 'none')
	}
}
END
cat >vitest.config.mjs <<'END'
export default { test: { benchmark: { includeSamples: true, reporters: ['default', './mine.mjs'] } } }
END
npx vitest bench --run --outputJson=out.json >said 2>&1
node -e 'const b = JSON.parse(require("fs").readFileSync("out.json")).files[0].groups[0].benchmarks[0]
	console.log("report", b.samples.length, b.sampleCount > 10)' >seen
[ "$(cat seen)" = "report 0 true" ]
grep -q '^reporter many$' said
