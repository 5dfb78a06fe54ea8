#!/bin/sh
# sort -R of coreutils 9.1 (Debian 12) shuffles keys, not lines: equal lines stay together. Of six lines a b a b a b it makes "a a a b b b" or
# "b b b a a a", always. A list of commands to be run three times each in random order comes out as three runs of one after the other,
# and drift of the machine looks like a difference of the commands. shuf is the program for it.
# Guess: any of the 20 orders, mostly mixed.
# Seen: 2 orders in 200 shuffles; shuf has all 20
# SPDX-License-Identifier: MIT
set -eu
orders() { # COMMAND...: the different results of 200 shuffles
	i=0
	while [ $i -lt 200 ]; do
		printf 'a\nb\na\nb\na\nb\n' | "$@" | tr -d '\n'
		echo
		i=$((i + 1))
	done | sort -u
}
sort --version | sed 1q
[ "$(orders sort -R | xargs)" = 'aaabbb bbbaaa' ]
[ "$(orders shuf | wc -l)" -gt 15 ]
