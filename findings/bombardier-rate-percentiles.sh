#!/bin/sh
# bombardier 1.2.6: "rps" counts requests in slices of 10 ms. A server that answers 10 requests per second, each after 100 ms, has a median
# rate of 0, and a maximum of more than 40: most slices hold no request, some one or more. The numbers describe the slices, not the server,
# below some thousand requests per second; what was achieved, n over the time, is in no field.
# Guess: a median close to 10.
# Seen: "30 requests in 3.1 s; rps 50 %: 0, max 147"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null; chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
GOBIN=$work GOPATH=$work/go GOFLAGS=-modcacherw go install github.com/codesenberg/bombardier@v1.2.6 2>/dev/null
python3 - >port <<'END' &
import http.server
import time
class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    def do_GET(self):
        time.sleep(.1)
        self.wfile.write(b'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    def log_message(self, *ignored):
        pass
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Answer)
print(server.server_port, flush=True)
server.serve_forever()
END
server=$!
while [ ! -s port ]; do sleep .1; done
./bombardier -n 30 -c 1 -o json -p r "http://127.0.0.1:$(cat port)/" >said
python3 - <<'END'
import json
r = json.load(open('said'))['result']
rate = r['rps']
print(r['req2xx'], 'requests in %.1f s; rps 50 %%: %g, max %.0f' % (r['timeTakenSeconds'], rate['percentiles']['50'], rate['max']))
assert r['req2xx'] == 30 and r['timeTakenSeconds'] > 3 and rate['percentiles']['50'] == 0 and rate['max'] > 40
END
