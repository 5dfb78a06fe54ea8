#!/bin/sh
# vegeta 12.12.0: the rate that it reports is n requests over the time from the first to the last of them, which holds n - 1
# intervals. Asked for 10 per second during 1 s, it keeps exactly that pace and reports 11.11 per second in 0.9 s. The error,
# 1 in n - 1, depends on the length of the run, so a short and a long run of the same load differ.
# Seen: "rate":11.111252347474283 for 10 per second; 10.53 for 2 s
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null; chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
GOBIN=$work GOPATH=$work/go GOFLAGS=-modcacherw go install github.com/tsenart/vegeta/v12@v12.12.0 2>/dev/null
python3 - >port 2>log <<'END' &
import http.server
s = http.server.ThreadingHTTPServer(('127.0.0.1', 0), http.server.SimpleHTTPRequestHandler)
print(s.server_port, flush=True)
s.serve_forever()
END
server=$!
while [ ! -s port ]; do sleep .1; done
for seconds in 1 2; do
	echo "GET http://127.0.0.1:$(cat port)/port" | ./vegeta attack -rate=10/1s -duration=${seconds}s | ./vegeta report -type=json >$seconds.json
done
python3 - <<'END'
import json
for seconds, rate in ((1, 10 / 0.9), (2, 20 / 1.9)):
    r = json.load(open('%d.json' % seconds))
    print(seconds, 's:', r['requests'], 'requests, rate', r['rate'])
    assert r['requests'] == 10 * seconds and abs(r['rate'] / rate - 1) < 0.04
END
