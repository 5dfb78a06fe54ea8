#!/bin/sh
# deno 2.9.6: BenchContext.start() and end(), which leave preparation out of the time, do nothing if calls in the warm-up took
# less than 10 us, preparation included: 10,000 calls are then timed at once. The JSON still has usedExplicitTimers: true
# (only the screen has a warning). A loop of 500 steps as preparation, without any work, has 3500 ns, one of 20,000 steps
# 44 ns: less preparation makes the benchmark slower. Since one stall in the 10 ms of warm-up decides, the same benchmark may
# have either result in different runs, a factor of 80.
# Guess: next to nothing in all of them, since start() is called behind the preparation and end() at once.
# Seen in four runs: 200 steps 36, 36, 1135 and 881 ns; 500 steps 3457, 3722, 2616 and 4230 ns; 20,000 steps 44 ns
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund deno@2.9.6 >/dev/null
cat >a_bench.ts <<'END_TS'
let sink = 0
const prepare = (n: number) => { for (let i = 0; i < n; i++) sink = (sink * 7 + i) % 1000 }
for (const steps of [100, 200, 300, 500, 20000])
	Deno.bench(String(steps), (b) => { prepare(steps); b.start(); b.end() })
END_TS
for run in 1 2 3 4; do
	NO_COLOR=1 node_modules/.bin/deno bench --no-check --json a_bench.ts >$run.json 2>log
done
python3 - <<'END_PYTHON'
import json
runs = [{b['name']: b['results'][0]['ok'] for b in json.load(open('%d.json' % k))['benches']} for k in range(1, 5)]
for name in runs[0]:
    print(name, 'steps:', *('%.0f ns,' % r[name]['min'] for r in runs), 'usedExplicitTimers', {r[name]['usedExplicitTimers'] for r in runs})
assert any(r[name]['min'] > 300 and r[name]['usedExplicitTimers'] for r in runs for name in ('100', '200', '300', '500'))
assert all(r['20000']['min'] < 200 for r in runs)
END_PYTHON
