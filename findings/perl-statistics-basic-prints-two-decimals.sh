#!/bin/sh
# Perl's Statistics::Basic 1.6611: a mean prints with two decimals. The result is an object whose text is rounded, so 0.0012 and 0.0034 seconds have a mean
# of "0", in messages, files and joins; only arithmetic on it keeps the digits. $Statistics::Basic::IPRES, set before use, changes
# that. Its deviation divides by n.
# Guess: a number prints as Perl prints numbers.
# Seen: "text 0, number 0.0023"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
perl -MStatistics::Basic -e 1 2>/dev/null || apt-get install -q -y --no-install-recommends libstatistics-basic-perl=1.6611-3 >/dev/null
said=$(perl -MStatistics::Basic=:all -e '$m = mean(0.0012, 0.0034); printf "text %s, number %s", "$m", $m + 0')
echo "$said"
[ "$said" = 'text 0, number 0.0023' ]
