#!/bin/sh
# PyYAML 6.0.3 (Python): JSON is said to be YAML, but a number with an exponent is one only if it has a point and its exponent a sign.
# 1.5e-06 is a float; 1e-06, as Python's own json writes it, 1.5e3 and 2E+3 are texts. A file of times in seconds, read by yaml.safe_load,
# has numbers and texts in one list, and max() fails, or compares letters. An elapsed time 1:30 is the number 90.
# Guess: the numbers that json.loads has.
# Seen: "[1.5e-06, '1e-06', '1.5e3', '2E+3'] 90"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q pyyaml==6.0.3
v/bin/python - <<'END'
import json
import yaml
text = '[%s, %s, 1.5e3, 2E+3]' % (json.dumps(1.5e-6), json.dumps(1e-6))
read = yaml.safe_load(text)
print(read, yaml.safe_load('1:30'))
assert json.loads(text) == [1.5e-6, 1e-6, 1500, 2000]
assert read == [1.5e-6, '1e-06', '1.5e3', '2E+3'] and yaml.safe_load('1:30') == 90
END
