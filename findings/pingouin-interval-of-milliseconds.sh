#!/bin/sh
# pingouin 0.7.0 (Python): ttest() rounds the confidence interval to two decimals, whatever the unit. Times of 1 and 2 ms, in seconds,
# differ by [-0.0, -0.0], with t = -20; in milliseconds by [-1.12, -0.88]. The numbers of the table are rounded, not their display: no
# option of the call brings digits back, only pingouin.options['round.column.CI95'].
# Guess: [-0.00112, -0.00088].
# Seen: "s [-0.0, -0.0], ms [-1.12, -0.88]"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q pingouin==0.7.0
v/bin/python - 2>/dev/null <<'END'
import pingouin
old, new = [1.0, 1.1, 1.2, 1.05, 1.15], [2.0, 2.1, 2.2, 2.05, 2.15]
def interval(scale):
    table = pingouin.ttest([v * scale for v in old], [v * scale for v in new])
    assert round(float(table['T'].iloc[0]), 6) == -20, table
    column = [name for name in table.columns if name.startswith('CI95')][0]
    return [float(end) for end in table[column].iloc[0]]
said = 's %s, ms %s' % (interval(1e-3), interval(1))
print(said)
assert said == 's [-0.0, -0.0], ms [-1.12, -0.88]', said
END
