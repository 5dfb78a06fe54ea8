#!/bin/sh
# pyperf 2.9.0: --fast replaces the number of processes that -p asks for, whichever comes first, without a word: "timeit --fast -p 3" and
# "-p 3 --fast" both run 10 processes of 2 values.
# Guess: the later option counts, or the explicit one.
# Seen: "--fast -p 3: 10 processes, -p 3 --fast: 10, -p 3: 3"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q pyperf==2.9.0
processes() {
	rm -f out.json
	v/bin/python -m pyperf timeit "$@" -o out.json pass >/dev/null 2>&1
	python3 -c "
import json
print(sum('values' in run for run in json.load(open('out.json'))['benchmarks'][0]['runs']))"
}
said="--fast -p 3: $(processes --fast -p 3) processes, -p 3 --fast: $(processes -p 3 --fast), -p 3: $(processes -p 3 -n 3 -l 1000)"
echo "$said"
[ "$said" = '--fast -p 3: 10 processes, -p 3 --fast: 10, -p 3: 3' ]
