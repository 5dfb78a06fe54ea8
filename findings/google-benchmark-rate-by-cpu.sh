#!/bin/sh
# Google Benchmark 1.9.5: items_per_second and bytes_per_second are per second of processor time unless UseRealTime is set. An
# iteration that waits 10 ms for something, and handles one item, has some ten thousand items per second in the same row as
# its real_time of 10 ms, 100 per second. A server's client, a disk or another thread is faster the longer it waits idle.
# Guess: items over the elapsed time that the row shows first.
# Seen (the Python package): "real_time 10.1 ms, items_per_second 9763"; with use_real_time 98.6
# SPDX-License-Identifier: MIT
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
python3 -m venv v && v/bin/pip install -q google-benchmark==1.9.5
cat >b.py <<'END_PYTHON'
import time, google_benchmark as benchmark
@benchmark.register
def wait(state):
    while state:
        time.sleep(0.01)
    state.items_processed = state.iterations
@benchmark.register
@benchmark.option.use_real_time()
def wait_real(state):
    while state:
        time.sleep(0.01)
    state.items_processed = state.iterations
benchmark.main()
END_PYTHON
v/bin/python b.py --benchmark_min_time=20x --benchmark_format=json >out 2>log
python3 - <<'END_PYTHON'
import json
a, b = json.load(open('out'))['benchmarks']
ms = a['real_time'] / {'ns': 1e6, 'us': 1e3, 'ms': 1}[a['time_unit']]
print('real_time %.1f ms, items_per_second %.0f; with use_real_time %.1f' % (ms, a['items_per_second'], b['items_per_second']))
assert ms >= 10 and a['items_per_second'] > 1000 and b['items_per_second'] <= 100
END_PYTHON
