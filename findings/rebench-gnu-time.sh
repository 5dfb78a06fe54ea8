#!/bin/sh
# ReBench 1.4.0 with its adapter Time and GNU time installed: the data file has "total" in ms with six decimals, but the number
# comes from GNU time's %e, which cuts off after hundredths of a second. Commands of 12 and of 19 ms are both "10.000000 ms", one of
# 9 ms is 0; a change of 50 % may be invisible, and one of 5 % look like 100 %.
# Guess: six decimals of a millisecond are measured.
# Seen: "every total a multiple of 10.000000 ms: yes; sleeps of 12 and 17 ms differ: no"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v /usr/bin/time >/dev/null || { apt-get -qq update; apt-get -qq install time=1.9-0.2; } >log 2>&1
python3 -m venv v
v/bin/pip install -q rebench==1.4.0
printf '#!/bin/sh\nexec sleep "$1"\n' >nap.sh && chmod +x nap.sh
cat >conf <<END
default_experiment: all
default_data_file: out.data
benchmark_suites:
  S: {gauge_adapter: Time, command: "%(benchmark)s", invocations: 8, benchmarks: ["0.012", "0.017"]}
executors:
  X: {path: $work, executable: nap.sh}
experiments:
  E: {executions: [{X: {suites: [S]}}]}
END
v/bin/rebench conf >screen 2>&1 || { cat screen; exit 1; }
python3 - <<'END'
import csv, statistics
rows = csv.DictReader([l for l in open('out.data') if l[0] != '#'], delimiter='\t')
totals = {}
for r in rows:
    if r['criterion'] == 'total':
        assert r['unit'] == 'ms' and len(r['value'].split('.')[1]) == 6, r
        totals.setdefault(r['benchmark'], []).append(float(r['value']))
coarse = all(v % 10 == 0 for t in totals.values() for v in t)
differ = statistics.median(totals['0.012']) != statistics.median(totals['0.017'])
print(totals)
print('every total a multiple of 10.000000 ms: %s; sleeps of 12 and 17 ms differ: %s' % (
    'yes' if coarse else 'no', 'yes' if differ else 'no'))
assert coarse and not differ
END
