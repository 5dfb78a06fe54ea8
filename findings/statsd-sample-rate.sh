#!/bin/sh
# statsd 0.9.0: of a timer that is sent with a sample rate, "count" is multiplied by the rate's inverse and "sum" is not. Ten times of
# 100 ms, sent with @0.1, are count 100 and sum 1000: sum / count, the mean that a dashboard makes over several periods, is 10 ms. And
# count_90 beside it is of the received values, 9.
# Guess: both are scaled, or neither.
# Seen: "count 100, count_90 9, sum 1000, mean 100"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund statsd@0.9.0 >/dev/null
cat >sum.js <<'END'
exports.init = (start, config, events) => {
	events.on('flush', (time, metrics) => {
		const t = metrics.timer_data.req
		if (t && t.count) console.log('count ' + t.count + ', count_90 ' + t.count_90 + ', sum ' + t.sum + ', mean ' + t.mean)
	})
	return true
}
END
cat >config.js <<'END'
{ port: 18125, mgmt_port: 18126, flushInterval: 1000, percentThreshold: [90], backends: [process.cwd() + '/sum.js'] }
END
node node_modules/statsd/stats.js config.js >out 2>&1 &
sleep 1.5
node -e "const s = require('dgram').createSocket('udp4')
for (let i = 0; i < 10; i++) s.send('req:100|ms|@0.1', 18125, '127.0.0.1')
setTimeout(() => s.close(), 300)"
sleep 2.5
kill $!
said=$(grep -m 1 '^count' out)
echo "$said"
[ "$said" = 'count 100, count_90 9, sum 1000, mean 100' ]
