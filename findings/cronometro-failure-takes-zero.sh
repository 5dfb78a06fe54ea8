#!/bin/sh
# cronometro 4.0.3 (npm): a test that throws stays in the results with size 0, and with 0 as min, mean and max, as if it were the fastest; the
# callback's error is null. "success" is false, but its "error" is {} in a JSON file, so that neither the reason nor a missing number shows.
# Guess: no numbers, or the callback's error set.
# Seen: "error null; throws: success false, mean 0, error {}"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund cronometro@4.0.3 >/dev/null
cat >a.mjs <<'END'
import { cronometro } from 'cronometro'
cronometro({ throws() { throw new Error('broken') }, ok() { return 1 } }, { iterations: 200, print: false }, (error, results) => {
	const r = JSON.parse(JSON.stringify(results)).throws
	console.log('error ' + error + '; throws: success ' + r.success + ', mean ' + r.mean + ', error ' + JSON.stringify(r.error))
})
END
said=$(node a.mjs)
echo "$said"
[ "$said" = 'error null; throws: success false, mean 0, error {}' ]
