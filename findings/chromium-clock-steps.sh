#!/bin/sh
# Chromium 156.0.8078.108 (Debian 12): in a cross-origin isolated page performance.now() shows multiples of 5 us, but the
# moment at which it steps is displaced at random by up to a step, differently in each.  Between two steps the clock is
# read 5 to 50 times, so counting readings up to the next step, the usual way to resolve less than a step, gives noise
# of 2 us, and two steps may follow each other at once.  Without isolation steps are 100 us.
# Seen: least and most readings within a step differ by a factor of 5 and more; with a regular clock by some percent.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v chromium >/dev/null || apt-get install -q -y --no-install-recommends chromium=156.0.8078.108-1~deb12u1
cat >a.py <<'END'
import http.server, json, subprocess, sys
page = b'''<script>
const now = () => performance.now(), counts = [];
for (let warm = now() + 500; now() < warm;);
let at = now();
while (now() === at);
at = now();
while (counts.length < 400) {
	let n = 0, next;
	do { next = now(); n++; } while (next === at);
	if (next - at < 0.0075) counts.push(n);
	at = next;
}
counts.sort((a, b) => a - b);
fetch('/', { method: 'POST', body: JSON.stringify([crossOriginIsolated, counts[20], counts[200], counts[380]]) });
</script>'''
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header('Content-Type', 'text/html')
        self.send_header('Cross-Origin-Opener-Policy', 'same-origin')
        self.send_header('Cross-Origin-Embedder-Policy', 'require-corp')
        self.end_headers()
        self.wfile.write(page)
    def do_POST(self):
        self.server.found = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
        self.send_response(204)
        self.end_headers()
    def log_message(self, *arguments):
        pass
server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
server.found, server.timeout = None, 60
browser = subprocess.Popen(['chromium', '--headless', '--no-sandbox', '--disable-gpu', '--user-data-dir=' + sys.argv[1],
                            'http://127.0.0.1:%d/' % server.server_port], stderr=subprocess.DEVNULL)
while not server.found:
    server.handle_request()
browser.terminate()
browser.wait()
isolated, least, middle, most = server.found
print('isolated %s; readings within a step: 5 %% below %d, median %d, 95 %% below %d' % (isolated, least, middle, most))
sys.exit(0 if isolated and most > 3 * least and most > 1.3 * middle else 1)
END
python3 a.py "$work/profile"
