#!/bin/sh
# ioping 1.3: -J writes an array whose records are not of one kind. Each request is {"io": {...}}; the last element has
# "stat" and "load" in its place, sums over the others. The first request, a warm-up that the text marks and leaves out of its
# statistics, is a record as all others but for "ignored": true. jq '.[].io.time' therefore gives one value too many and a
# null at the end, and the mean of -c 4 is that of another sample than the "avg" that ioping prints.
# Guess: an array of requests, with the summary outside of it.
# Seen: "5 elements: io True, io False, io False, io False, stat; avg is the mean without the first: True"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download ioping=1.3-1 2>/dev/null
dpkg -x ioping_*.deb x
dd if=/dev/zero of=data bs=64k count=1 status=none
x/usr/bin/ioping -J -c 4 -i 0.05 -C data >json
cat >a.py <<'END_PY'
import json
r = json.load(open('json'))
kind = ['io %s' % x['io']['ignored'] if 'io' in x else 'stat' for x in r]
times = [x['io']['time'] for x in r if 'io' in x and not x['io']['ignored']]
print('%d elements: %s; avg is the mean without the first: %s'
      % (len(r), ', '.join(kind), abs(sum(times) / 3 - r[-1]['stat']['avg']) <= 1))
END_PY
python3 a.py | tee seen
grep -qx '5 elements: io True, io False, io False, io False, stat; avg is the mean without the first: True' seen
