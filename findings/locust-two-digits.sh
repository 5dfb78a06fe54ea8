#!/bin/sh
# locust 2.43.0 keeps response times with two significant digits, to save memory: 1010 to 1049 ms count as 1000. Percentiles,
# on the screen and in --csv, are of the rounded times; mean, least and largest are not, so that the 100th percentile is
# below the least time in the same row. A server that becomes 4 % slower may have the same percentiles. The screen says
# "approximated", the file nothing.
# Guess: percentiles to the millisecond, as they are printed.
# Seen: least 1010.0, 50 % 1000, 95 % 1000, 100 % 1000, largest 1049.0
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q locust==2.43.0
cat >locustfile.py <<'END_PYTHON'
import itertools
from locust import User, task, constant
times = itertools.cycle([1010.0, 1020.0, 1049.0])
class Some(User):
    wait_time = constant(0.01)
    @task
    def call(self):
        self.environment.events.request.fire(request_type='x', name='a', response_time=next(times), response_length=0,
                                             exception=None, context={})
END_PYTHON
v/bin/locust --headless -u 1 -r 1 -t 2s --csv o >/dev/null 2>log
python3 - <<'END_PYTHON'
import csv
r = next(csv.DictReader(open('o_stats.csv')))
seen = 'least %s, 50 %% %s, 95 %% %s, 100 %% %s, largest %s' % tuple(r[k] for k in (
    'Min Response Time', '50%', '95%', '100%', 'Max Response Time'))
print(seen)
assert seen == 'least 1010.0, 50 % 1000, 95 % 1000, 100 % 1000, largest 1049.0'
END_PYTHON
