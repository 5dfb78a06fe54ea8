#!/bin/sh
# jq 1.6: nan is less than every number, itself included, so the minimum of a list with one failed measurement is nan, which prints as null;
# the maximum is a number. "nan < nan" is true.
# Guess: nan is skipped by both, or spoils both.
# Seen: [null,3,true]
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v jq >/dev/null || apt-get install -q -y --no-install-recommends jq >/dev/null
said=$(jq -nc '[3, nan, 1] | [min, max, (nan < nan)]')
echo "$said"
[ "$said" = '[null,3,true]' ]
