#!/bin/sh
# prometheus_client 0.23.1 (Python): a Summary has no quantiles. In the data model a summary is the metric that has them, in contrast to a
# histogram, and the clients of Go and Java compute them; this one exposes _count and _sum, and takes no argument for more. What is left
# is a mean over the whole life of the process.
# Guess: quantile="0.5", "0.9" and "0.99", or an argument for them.
# Seen: "time_count 3.0 time_sum 111.0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q prometheus_client==0.23.1
v/bin/python - <<'END'
import inspect
from prometheus_client import CollectorRegistry, Summary, generate_latest
registry = CollectorRegistry()
summary = Summary('time', 'of a call', registry=registry)
for value in 1, 10, 100:
    summary.observe(value)
lines = [line for line in generate_latest(registry).decode().splitlines() if line[0] != '#' and '_created' not in line]
print(*lines)
assert lines == ['time_count 3.0', 'time_sum 111.0'], lines
assert not [p for p in inspect.signature(Summary.__init__).parameters if 'quantile' in p or 'objective' in p]
END
