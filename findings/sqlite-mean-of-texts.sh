#!/bin/sh
# SQLite 3.40 (Debian 12): sum() and avg() of texts take the number that a text begins with and say nothing: '1.2k' is 1.2, '3,400' is 3,
# '5e3ms' is 5000, and 'n/a' is 0 and counts. max() of the same column compares texts. A table of timings that was imported without
# types has a mean.
# Guess: NULL, an error, or texts left out.
# Seen: "5004.2|1251.05|n/a"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v sqlite3 >/dev/null || apt-get install -q -y --no-install-recommends sqlite3 >/dev/null
printf '1.2k\n"3,400"\n5e3ms\nn/a\n' >x.csv
said=$(sqlite3 :memory: 'create table t(x)' '.mode csv' '.import x.csv t' '.mode list' 'select sum(x), avg(x), max(x) from t')
echo "$said"
[ "$said" = '5004.2|1251.05|n/a' ]
