#!/bin/sh
# perf stat 6.1: numbers for programs have the decimal sign of the user's language. With LC_NUMERIC=de_DE.UTF-8, -x, writes
# 0,62 ms as "0,62,msec,task-clock": a field more in each row, but not in rows of whole numbers, and a reader that takes the
# last field before the unit sees 62 ms. -j writes "pcnt-running" : 100,00, which is not JSON. With -x ';' the file has
# "0,62;msec". Files of one command from two developers, or from a desktop and CI, differ by that.
# Guess: decimal points, as in every format that is meant for programs; the man page does not mention languages.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v perf >/dev/null || apt-get install -q -y --no-install-recommends linux-perf >/dev/null
apt-get -qq download locales=2.36-9+deb12u14 2>/dev/null
dpkg -x locales_*.deb x
I18NPATH=x/usr/share/i18n localedef -i de_DE -f UTF-8 ./de_DE.UTF-8
LOCPATH=$work LC_ALL=de_DE.UTF-8 perf stat -e task-clock,page-faults -x, -o csv true
LOCPATH=$work LC_ALL=de_DE.UTF-8 perf stat -e task-clock,page-faults -j -o json true
grep -v '^#' csv json
grep -qE '^[0-9]+,[0-9]+,msec,task-clock,' csv
grep -qE '^[0-9]+,,page-faults,' csv
! grep -v '^#' json | python3 -c 'import json, sys; [json.loads(l) for l in sys.stdin if l.strip()]' 2>log
grep -q JSONDecodeError log
