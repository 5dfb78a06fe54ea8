#!/bin/sh
# siege 4.0.7: an answer 404 is neither a success nor a failure, and counts as a transaction. A wrong address has "availability 100.00",
# successful_transactions 0, failed_transactions 0, and a response time of 0.00, since no time is added either; with 500 in its place
# availability is 0.
# Guess: a failure, as 500 is; or a success, with its time.
# Seen: "transactions 10, availability 100.00, successful 0, failed 0; with 500: transactions 0, availability 0.00, successful 0, failed 10"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download siege=4.0.7-1+b1 2>/dev/null
dpkg -x siege_*.deb x
cat >server.py <<'END'
import http.server
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(int(self.path[1:]))
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
of() { HOME=$work x/usr/bin/siege -c 2 -r 5 -j "http://127.0.0.1:$(cat port)/$1" 2>/dev/null | tr -d '{\t ",' | awk -F: '{ v[$1] = $2 }
	END { printf "transactions %s, availability %s, successful %s, failed %s", v["transactions"], v["availability"],
		v["successful_transactions"], v["failed_transactions"] }'; }
of 200 >/dev/null # makes its configuration
said="$(of 404); with 500: $(of 500)"
kill $server
echo "$said"
[ "$said" = 'transactions 10, availability 100.00, successful 0, failed 0; with 500: transactions 0, availability 0.00, successful 0, failed 10' ]
