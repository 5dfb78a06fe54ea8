#!/bin/sh
# hey 0.1.5: -n 10 -c 3 sends nine requests. Each of the three workers sends 10/3, rounded down; neither the summary nor the
# CSV mentions the tenth, so requests per second of two runs with other -c are not of the same work.
# Seen: "[200] 9 responses", nine lines of CSV
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null; chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
GOBIN=$work GOPATH=$work/go GOFLAGS=-modcacherw go install github.com/rakyll/hey@v0.1.5 2>/dev/null
python3 - >port 2>log <<'END' &
import http.server, sys
s = http.server.ThreadingHTTPServer(('127.0.0.1', 0), http.server.SimpleHTTPRequestHandler)
print(s.server_port, flush=True)
s.serve_forever()
END
server=$!
while [ ! -s port ]; do sleep .1; done
url=http://127.0.0.1:$(cat port)/port
./hey -n 10 -c 3 "$url" | tee said
grep -q '\[200\].9 responses' said
[ "$(grep -c GET log)" -eq 9 ]
[ "$(./hey -n 10 -c 3 -o csv "$url" | sed 1d | wc -l)" -eq 9 ]
[ "$(./hey -n 9 -c 3 -o csv "$url" | sed 1d | wc -l)" -eq 9 ]
