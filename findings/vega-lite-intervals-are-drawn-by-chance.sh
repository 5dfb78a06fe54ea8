#!/bin/sh
# Vega-Lite 5.21 (vl-convert-python 1.9.0.post1): the interval of an error bar or band with "extent": "ci" is a bootstrap with random
# numbers that no field of the specification seeds. The same file drawn again has other intervals, and another picture: of 1, 2, 3, 4, 10,
# 12, 15, 30 the upper end moves between some 16.1 and 17.1. A picture under version control changes at every build.
# Guess: the same picture for the same file.
# Seen: at least 3 of 8 upper ends differ, such as 16.63, 16.75 and 16.88; the mean is 9.625 in all
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q vl-convert-python==1.9.0.post1
v/bin/python - <<'END'
import re
import vl_convert
picture = {
    'data': {'values': [{'x': 'a', 't': value} for value in (1, 2, 3, 4, 10, 12, 15, 30)]},
    'mark': {'type': 'errorbar', 'extent': 'ci'},
    'encoding': {'y': {'field': 't', 'type': 'quantitative'}, 'x': {'field': 'x'}},
}
ends = set()
for again in range(8):
    label = re.findall(r'Ci1 of t: ([0-9.]+); Ci0 of t: [0-9.]+; Mean of t: 9\.625', vl_convert.vegalite_to_svg(picture, vl_version='5.21'))
    ends.add(float(label[0]))
print(sorted(ends))
assert len(ends) >= 3 and min(ends) > 14.5 and max(ends) < 19
END
