#!/bin/sh
# pretty-ms 9.2.0 (npm) prints a time given in milliseconds. Whatever is above 0 and below 1 is "1ms", also 100 ns, and 59,999.9 ms are cut
# to 59.9s where 999.6 are rounded up to 1000ms. formatSubMilliseconds prints 400µs; an option for more decimals alone does not.
# Guess: 0ms, 0.0001ms or 100ns.
# Seen: "1ms 1ms 0ms 1000ms 59.9s 400µs"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund pretty-ms@9.2.0 >/dev/null
cat >t.mjs <<'END'
import print from 'pretty-ms'
console.log(print(0.0001), print(0.4), print(0), print(999.6), print(59999.9), print(0.4, { formatSubMilliseconds: true }))
END
said=$(node t.mjs)
echo "$said"
[ "$said" = '1ms 1ms 0ms 1000ms 59.9s 400µs' ]
