#!/bin/sh
# bonnie++ 2.00a: what took less than half a second is "+++++" (and its share of a processor "+++") in the CSV, whose purpose is to be read by
# programs. The faster a disk, the fewer numbers: a column of rates has words in it, and means of several machines leave out the best.
# Guess: a number, or an empty field.
# Seen: more than ten fields "+++++" in a line of a small run
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download bonnie++=2.00a+nmu1 2>/dev/null
dpkg -x bonnie++_*.deb x
mkdir files
x/usr/sbin/bonnie++ -d files -s 4M -r 2M -n 1 -u "$(id -un)" -q 2>/dev/null | tail -1 >out
cat out
[ "$(tr ',' '\n' <out | grep -c -x '+++++')" -gt 5 ]
