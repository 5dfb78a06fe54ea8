#!/bin/sh
# The sqlite3 shell 3.40 (Debian 12): .timer on prints user and system time with six decimals and the real time with three. A statement of 0.4 ms
# has "real 0.000 user 0.000400": more processor time than time, and whoever quotes "real", as one does for a database, compares 0 with 0.
# Guess: three columns of one unit have one precision.
# Seen: "3 decimals, 6 decimals, 6 decimals"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v sqlite3 >/dev/null || apt-get install -q -y --no-install-recommends sqlite3 >/dev/null
cat >script <<'END'
.timer on
with recursive c(x) as (select 1 union all select x + 1 from c where x < 1000) select sum(x) from c;
END
sqlite3 :memory: <script | tee out
said=$(awk '/^Run Time/ { split($4, r, "."); split($6, u, "."); split($8, s, ".")
	printf "%d decimals, %d decimals, %d decimals\n", length(r[2]), length(u[2]), length(s[2]) }' out)
echo "$said"
[ "$said" = '3 decimals, 6 decimals, 6 decimals' ]
