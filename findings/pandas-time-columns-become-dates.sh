#!/bin/sh
# pandas 2.2.3: read_json turns numbers into dates if their column's name ends with "_time" or "_at" and all are above 31,536,000. Google
# Benchmark's real_time and cpu_time, in nanoseconds, are numbers as long as one benchmark takes less than 32 ms, and dates of 1971
# as soon as all take longer: the same script prints a mean of 35200000 one day and "1971-02-12 09:46:40" the next.
# Guess: numbers stay numbers; a date would be a text.
# Seen: "real_time 352.5 35200000.0; 1971-02-12 09:46:40 1971-04-26 17:46:40"; convert_dates=False keeps them
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q pandas==2.2.3 numpy==2.2.6
cat >a.py <<'END'
import io, pandas
read = lambda *times: pandas.read_json(io.StringIO(str([{'name': 'a', 'real_time': t} for t in times]).replace("'", '"')))['real_time']
print('real_time', *read(352.5, 35200000.0), end='; ')
print(*read(35200000.0, 41536000.0), sep=' ')
END
said=$(v/bin/python a.py)
echo "$said"
[ "$said" = 'real_time 352.5 35200000.0; 1971-02-12 09:46:40 1971-04-26 17:46:40' ]
