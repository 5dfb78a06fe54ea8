#!/bin/sh
# httperf 0.9.0: the reply rate is sampled every five seconds, and a run that ends before has "min 0.0 avg 0.0 max 0.0 stddev 0.0", although
# every request was answered. The last, incomplete five seconds of a longer run do not count either.
# Guess: replies / time, as the request rate two lines above.
# Seen: "replies 40, Reply rate [replies/s]: min 0.0 avg 0.0 max 0.0 stddev 0.0 (0 samples)"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download httperf=0.9.0-9+b2 libevent-2.1-7 2>/dev/null
for d in *.deb; do dpkg -x "$d" x; done
cat >server.py <<'END'
import http.server
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header('Content-Length', '2')
        self.end_headers()
        self.wfile.write(b'ok')
    def log_message(self, *rest): pass
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
END
python3 server.py >port &
server=$!
while [ ! -s port ]; do sleep 0.1; done
LD_LIBRARY_PATH=$(echo x/usr/lib/*-linux-gnu) x/usr/bin/httperf --server 127.0.0.1 --port "$(cat port)" --num-conns 40 --rate 40 >out 2>&1
kill $server
said="replies $(sed -n 's/.*replies \([0-9]*\) test.*/\1/p' out), $(grep '^Reply rate' out)"
echo "$said"
[ "$said" = 'replies 40, Reply rate [replies/s]: min 0.0 avg 0.0 max 0.0 stddev 0.0 (0 samples)' ]
