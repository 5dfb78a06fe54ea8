#!/bin/sh
# SPDX-License-Identifier: MIT
# asv 0.6.6: in a result file a combination of parameters that was skipped is NaN, which is not JSON, one that failed
# is null; if all combinations of a benchmark failed, null is in the place of their whole list.
# Seen (Python 3.11): [[NaN, null, number]] and [null]
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
python3 -m venv v && v/bin/pip -q install asv==0.6.6 && mkdir benchmarks && touch benchmarks/__init__.py
git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first
cat >asv.conf.json <<'END'
{"version": 1, "project": "p", "repo": ".", "branches": ["HEAD"], "environment_type": "existing"}
END
cat >benchmarks/b.py <<'END'
class Some:
    params = [1, 2, 3]
    repeat, number = 2, 1
    def setup(self, n):
        if n == 1:
            raise NotImplementedError
    def time_it(self, n):
        if n == 2:
            raise ValueError
class All:
    params = [1, 2]
    repeat, number = 2, 1
    def time_it(self, n):
        raise ValueError
END
PATH=$PWD/v/bin:$PATH
asv machine --yes >/dev/null 2>&1
asv run --python=same --set-commit-hash "$(git rev-parse HEAD)" >said 2>&1 || true
python3 - <<'END'
import glob, json
text = [open(f).read() for f in glob.glob('results/*/*.json') if not f.endswith('machine.json')][0]
assert 'NaN' in text
r = json.loads(text)['results']
x = r['b.Some.time_it'][0]
assert x[0] != x[0] and x[1] is None and x[2] > 0, x
assert r['b.All.time_it'][0] is None, r['b.All.time_it']
END
