#!/bin/sh
# SPDX-License-Identifier: MIT
# pyperf 2.11.0: --track-memory does not add memory to the times, it replaces them.  Each process measures its 3 values,
# says so in its metadata ("values": 3), and keeps a single one, its peak memory, as the benchmark's value in bytes.  The
# benchmark keeps its name, so that comparing such a file with one of times compares bytes with seconds.
# Seen: "byte, 1 value of 3 in 2 processes"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
python3 -m venv v && v/bin/pip install -q pyperf==2.11.0
v/bin/python -m pyperf timeit -q --track-memory -p 2 -n 3 -w 1 -l 10 -o m.json '[0] * 1000' >/dev/null 2>&1
seen=$(python3 - <<'END'
import json
d = json.load(open('m.json'))
runs = [r for r in d['benchmarks'][0]['runs'] if r.get('values')]
unit = dict(d['metadata'], **d['benchmarks'][0].get('metadata', {}))['unit']
print('%s, %d value of %d in %d processes' % (unit, len(runs[0]['values']), runs[0]['metadata'].get('values',
      d['metadata'].get('values', 0)), len(runs)))
END
)
echo "$seen"
[ "$seen" = "byte, 1 value of 3 in 2 processes" ]
