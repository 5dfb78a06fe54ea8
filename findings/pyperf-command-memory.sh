#!/bin/sh
# pyperf 2.9.0 on Linux: command_max_rss of `pyperf command` is at least the memory of the Python process that starts the
# command. The kernel counts the peak of the memory image that exec replaces, which with fork or vfork is the starter's.
# Seen (Python 3.11): 12,754,944 bytes for /bin/true, which takes 1.1 MB by GNU time 1.9, a small program itself.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q pyperf==2.9.0
v/bin/python -m pyperf command --processes 2 --values 1 --warmups 0 --loops 1 -o true.json /bin/true >/dev/null 2>&1
apt-get -qq download time=1.9-0.2 2>/dev/null
dpkg -x time_*.deb time
time/usr/bin/time -f %M -o alone /bin/true
v/bin/python - "$(cat alone)" <<'END'
import json, sys
runs = json.load(open('true.json'))['benchmarks'][0]['runs']
said = min(r['metadata']['command_max_rss'] for r in runs if 'command_max_rss' in r['metadata'])
alone = 1024 * int(sys.argv[1])
print(said, 'instead of', alone)
assert said > 4 * alone
END
