#!/bin/sh
# durations 0.3.3 (Python) reads "4ms" and "1h30". to_seconds() rounds to hundredths, so 4 ms are 0 s and 5 ms are 0.01 s, and a number
# without unit behind another is dropped: 1h30 is 3600 s, "90" is 0 s. There is no error.
# Guess: 0.004; 5400; an error for a number without unit.
# Seen: "4ms 0.0, 5ms 0.01, 1h30 3600.0, 90 0.0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q durations==0.3.3
v/bin/python - <<'END'
from durations import Duration
said = ', '.join('%s %s' % (text, Duration(text).to_seconds()) for text in ('4ms', '5ms', '1h30', '90'))
print(said)
assert said == '4ms 0.0, 5ms 0.01, 1h30 3600.0, 90 0.0', said
END
