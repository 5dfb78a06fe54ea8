#!/bin/sh
# SPDX-License-Identifier: MIT
# pytest-benchmark 5.3.1: the file of --benchmark-autosave has no measurements: stats has no key "data" unless
# --benchmark-save-data is given too; that of --benchmark-json always has it.
# Seen: "autosave False json True"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
python3 -m venv v && v/bin/pip install -q pytest-benchmark==5.3.1
echo 'def test_a(benchmark): benchmark(sum, range(10))' >test_a.py
v/bin/python -m pytest -q --benchmark-autosave --benchmark-json=j.json test_a.py >/dev/null 2>&1
v/bin/python - <<'END'
import glob, json
has = lambda f: 'data' in json.load(open(f))['benchmarks'][0]['stats']
seen = 'autosave %s json %s' % (has(glob.glob('.benchmarks/*/*.json')[0]), has('j.json'))
assert seen == 'autosave False json True', seen
END
