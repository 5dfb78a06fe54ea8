#!/bin/sh
# SPDX-License-Identifier: MIT
# Google Benchmark 1.9.5: --benchmark_display_aggregates_only is documented as one of the display, yet with
# --benchmark_format=json the JSON on standard output is that display: the repetitions are in --benchmark_out alone.
# Seen (the Python package): "standard output 0, file 3 repetitions"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
python3 -m venv v && v/bin/pip install -q google-benchmark==1.9.5
cat >b.py <<'END'
import google_benchmark as b
@b.register
def f(state):
    while state:
        sum(range(100))
b.main()
END
v/bin/python b.py --benchmark_min_time=0.01s --benchmark_repetitions=3 --benchmark_display_aggregates_only=true \
	--benchmark_format=json --benchmark_out=file.json >out.json 2>/dev/null
count() { python3 -c 'import json, sys; print(sum(b["run_type"] == "iteration" for b in json.load(open(sys.argv[1]))["benchmarks"]))' "$1"; }
seen="standard output $(count out.json), file $(count file.json) repetitions"
echo "$seen"
[ "$seen" = "standard output 0, file 3 repetitions" ]
