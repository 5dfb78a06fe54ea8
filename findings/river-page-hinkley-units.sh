#!/bin/sh
# river 0.22.0: drift.PageHinkley, a detector of changes in a series, sums deviations in the data's own unit and compares the sum with a
# fixed 50. Times in seconds that become 20 % slower are found after 350 more values; the same times in milliseconds raise an alarm every
# 30 values from the beginning, long before anything changes.
# Guess: a threshold in standard deviations of the data.
# Seen: "s: 1 alarm, 350 values late; ms: 15 alarms before the change"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q river==0.22.0
v/bin/python - <<'END' | tee said
import random
from river import drift

def alarms(unit):
    random.seed(1)
    detector, found = drift.PageHinkley(), []
    for k in range(1000):
        detector.update(random.gauss(1.0 if k < 500 else 1.2, 0.01) * unit)
        if detector.drift_detected:
            found.append(k)
    return found

s, ms = alarms(1), alarms(1000)
print(f"s: {len(s)} alarm, {s[0] - 499} values late; ms: {sum(k < 500 for k in ms)} alarms before the change")
END
[ "$(cat said)" = 's: 1 alarm, 350 values late; ms: 15 alarms before the change' ]
