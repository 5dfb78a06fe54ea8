#!/bin/sh
# bash 5.2: printf reads and rounds long doubles of 64 bits. printf %.2f 1.065 is 1.07 in bash and 1.06 in dash, awk, Python
# and C; of the 100 numbers 1.005, 1.015, ... 1.995 the two shells print 48 differently. %.17g of 0.1 is "0.1" and not a
# double's 17 digits, so a value that passes through it comes back, but differs as a text. `sh` is bash on Fedora and dash on
# Debian: the same script that prints a table of ms gives other last digits.
# Guess: doubles, as in C; ksh and the manual say "floating point".
# Seen: "1.065: bash 1.07, dash 1.06; 48 of 100 differ; 0.1: bash 0.1, dash 0.10000000000000001"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download bash=5.2.15-2+b13 dash=0.5.12-2 2>/dev/null
for package in *.deb; do dpkg -x "$package" x; done
for shell in bash dash; do
	for i in 0 1 2 3 4 5 6 7 8 9; do
		for k in 0 1 2 3 4 5 6 7 8 9; do x/bin/$shell -c "printf '%.2f\n' 1.$i${k}5"; done
	done >$shell.out
	eval "$shell=\$(x/bin/$shell -c 'printf %.2f 1.065') ${shell}_tenth=\$(x/bin/$shell -c 'printf %.17g 0.1')"
done
echo "1.065: bash $bash, dash $dash; $(paste bash.out dash.out | awk '$1 != $2' | grep -c .) of 100 differ; 0.1: bash $bash_tenth, dash $dash_tenth" | tee seen
grep -qx '1.065: bash 1.07, dash 1.06; 48 of 100 differ; 0.1: bash 0.1, dash 0.10000000000000001' seen
