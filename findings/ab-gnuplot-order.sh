#!/bin/sh
# ab 2.3 of apache2-utils 2.4: -g, "gnuplot", writes requests sorted by their total time, not as they were sent. Plotted by
# row as its name invites, any server looks as if it became slower and slower; the starts jump back and forth.
# Seen: 200 rows in the order of ttime; starttime, to the second, does not help to restore the order of a shorter run
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download apache2-utils=2.4.71-1~deb12u1 libapr1 libaprutil1 2>/dev/null
for f in *.deb; do dpkg -x "$f" x; done
LD_LIBRARY_PATH=$(echo "$work"/x/usr/lib/*-linux-*)
export LD_LIBRARY_PATH
# every tenth answer takes 0.1 s
python3 - >port 2>log <<'END' &
import http.server, time
class Server(http.server.BaseHTTPRequestHandler):
    n = 0
    def do_GET(self):
        Server.n += 1
        if Server.n % 10 == 0:
            time.sleep(0.1)
        self.send_response(200)
        self.end_headers()
s = http.server.HTTPServer(('127.0.0.1', 0), Server)
print(s.server_port, flush=True)
s.serve_forever()
END
server=$!
while [ ! -s port ]; do sleep .1; done
x/usr/bin/ab -q -n 200 -c 1 -g rows "http://127.0.0.1:$(cat port)/" >/dev/null
python3 - <<'END'
rows = [line.split('\t') for line in open('rows')][1:]
ttime = [int(r[4]) for r in rows]
second = [int(r[1]) for r in rows]
print(len(ttime), ttime == sorted(ttime), second == sorted(second))
assert len(ttime) == 200 and ttime == sorted(ttime) and second != sorted(second)
assert min(ttime[-18:]) >= 90        # the slow ones, in one block
END
