#!/bin/sh
# QuantiPhy 2.23 (Python) reads a number with its unit. Any first letter of an unknown unit that is a scale factor of SI is taken as one:
# 1 min is a thousandth of "in", 5 cycles are 0.05 "ycles", 10 requests/s are 1e-26, 8 tests are 8. Printed again as text, most look as
# they came in, so that a table does not show what a sum or a ratio does.
# Guess: a scale factor is one only before a unit that is known, as in "ms".
# Seen: "1 min 0.001 in, 5 cycles 0.05 ycles, 10 requests/s 1e-26 equests/s, 8 tests 8.0 tests; printed: 1 min"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q quantiphy==2.23
v/bin/python - <<'END'
from quantiphy import Quantity
def read(text):
    quantity = Quantity(text)
    return '%s %s %s' % (text, float(quantity), quantity.units)
said = ', '.join(map(read, ['1 min', '5 cycles', '10 requests/s', '8 tests'])) + '; printed: %s' % Quantity('1 min')
print(said)
assert said == '1 min 0.001 in, 5 cycles 0.05 ycles, 10 requests/s 1e-26 equests/s, 8 tests 8.0 tests; printed: 1 min', said
END
