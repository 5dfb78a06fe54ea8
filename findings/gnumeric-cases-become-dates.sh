#!/bin/sh
# gnumeric 1.12.55: ssconvert, CSV to CSV, changes the names of cases. "1/2" becomes 2026/01/02 (of this year), "MAR-1" a day in March and "3e5" 300000, so that
# two files converted in different years have no case in common, and the original text is gone. --import-type cannot say which column is text.
# Guess: a conversion from a format to itself keeps fields that nothing changed.
# Seen: "1/2 -> YEAR/01/02, MAR-1 -> YEAR/03/01, 3e5 -> 300000"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v ssconvert >/dev/null || apt-get install -q -y --no-install-recommends gnumeric=1.12.55-1 >/dev/null
printf '%s\n' case,ns 1/2,10 MAR-1,11 3e5,12 >a.csv
LC_ALL=C.UTF-8 ssconvert a.csv b.csv >/dev/null 2>&1
paste -d, a.csv b.csv | awk -F, -v year="$(date +%Y)" 'NR > 1 { sub(year, "YEAR", $3); printf "%s%s -> %s", (NR > 2 ? ", " : ""), $1, $3 } END { print "" }' | tee said
[ "$(cat said)" = '1/2 -> YEAR/01/02, MAR-1 -> YEAR/03/01, 3e5 -> 300000' ]
