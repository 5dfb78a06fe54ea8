#!/bin/sh
# An abbreviated commit of digits and one e is a number in YAML 1.2: yaml 2.8.1 and js-yaml 4.1.0 (npm) and ruamel.yaml 0.18.15 (Python)
# read the commit 12e4567 as infinity and 0123456 as 123456, so a history of results that keeps commits as plain YAML loses some of them:
# of commits of seven letters one in eighteen is digits, or digits around one e.
# Guess: the text; no double holds the number, and JSON has no infinity.
# Seen: "yaml Infinity 123456, ruamel.yaml inf 123456, js-yaml Infinity 123456"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund yaml@2.8.1 js-yaml@4.1.0 >/dev/null
python3 -m venv v
v/bin/pip install -q ruamel.yaml==0.18.15
read_by() { # PACKAGE FUNCTION
	node -e "const c = require('$1').$2('a: 12e4567\nb: 0123456'); console.log(String(c.a), String(c.b))"
}
said="yaml $(read_by yaml parse), ruamel.yaml $(v/bin/python -c "
from ruamel.yaml import YAML
commits = YAML(typ='safe').load('a: 12e4567\nb: 0123456')
print(commits['a'], commits['b'])"), js-yaml $(read_by js-yaml load)"
echo "$said"
[ "$said" = 'yaml Infinity 123456, ruamel.yaml inf 123456, js-yaml Infinity 123456' ]
