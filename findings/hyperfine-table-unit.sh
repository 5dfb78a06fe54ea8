#!/bin/sh
# hyperfine 1.15.0 (Debian 12): the first command sets the unit of --export-markdown's whole table, and every number has three or one
# decimals. After a command of a second, one of 4 ms is "0.004 ± 0.000", its range "0.003 | 0.005"; in the other order it has a decimal
# of a millisecond. The order of the arguments decides how much of a result is left.
# Guess: a unit for each row, as on the screen, or the smaller one.
# Seen: "Mean [s] ... 0.004 ± 0.000"; the other way round "Mean [ms] ... 4.0 ± 0.1"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download hyperfine=1.15.0-2
dpkg -x hyperfine*.deb x
x/usr/bin/hyperfine --version
row() { # COMMAND...: head of the table, and the row of the short command
	x/usr/bin/hyperfine -N -r 3 --export-markdown table "$@" >screen 2>&1
	sed -n '1s/.*\(Mean \[[a-z]*\]\).*/\1/p; s/^| `sleep 0.003` | *\([0-9.]*\) ± .*/\1/p' table | xargs
}
long=$(row 'sleep 1' 'sleep 0.003')
short=$(row 'sleep 0.003' 'sleep 1')
echo "$long; $short"
case $long in 'Mean [s] 0.0'[0-9][0-9]) ;; *) exit 1 ;; esac
case $short in 'Mean [ms] '*.[0-9]) ;; *) exit 1 ;; esac
