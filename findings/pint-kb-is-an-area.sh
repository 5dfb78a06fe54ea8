#!/bin/sh
# Pint 0.24.4 (Python): "b" is the barn, the area of nuclear physics, so a size of 64 kb is 6.4e-24 square metres. "kB" and "MB" are bytes.
# Guess: a kb is a kilobit or a kilobyte, or unknown.
# Seen: "64 kb is [length] ** 2, 64 kB is 64000 bytes"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q pint==0.24.4
v/bin/python - <<'END'
import pint
units = pint.UnitRegistry()
area, size = units('64 kb'), units('64 kB')
said = '64 kb is %s, 64 kB is %g bytes' % (area.dimensionality, size.to('bytes').magnitude)
print(said, area.to('m^2'))
assert said == '64 kb is [length] ** 2, 64 kB is 64000 bytes', said
END
