#!/bin/sh
# SPDX-License-Identifier: MIT
# vitest 4.1.12: a benchmark that throws at once does not fail the run.  In --outputJson it is a record with rank 1 (the
# fastest of its group) and without mean, median or hz, and vitest bench exits with 0: only the screen names the error.
# Seen (node 20): "exit 0, rank 1, numbers 0"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
echo '{"type": "module"}' >package.json
npm install --silent --no-audit --no-fund vitest@4.1.12 >/dev/null
cat >x.bench.js <<'END'
import { bench } from 'vitest'
bench('throws', () => { throw new Error('broken') }, { time: 20, warmupTime: 5 })
END
status=0
npx vitest bench --run --outputJson out.json >screen 2>&1 || status=$?
seen=$(node -p 'const b = JSON.parse(require("fs").readFileSync("out.json")).files[0].groups[0].benchmarks[0];
	`rank ${b.rank}, numbers ${["mean", "median", "hz"].filter(k => k in b).length}`')
echo "exit $status, $seen"
[ "exit $status, $seen" = "exit 0, rank 1, numbers 0" ]
