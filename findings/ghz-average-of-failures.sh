#!/bin/sh
# ghz 0.93.0: "average" in the JSON and on the screen includes calls that failed; fastest, slowest, the percentiles and the histogram
# do not. The average may therefore lie outside of fastest to slowest: where every call fails, the fastest and slowest are 0, the
# average is the time of the errors. Errors that come back at once make the average of a broken server better.
# Guess: all figures of the summary are of the same calls.
# Seen: "ok 0 of 20, fastest 0, slowest 0, average above 0, no percentiles"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null; chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
GOPATH=$work/go && GOBIN=$work && GOFLAGS=-modcacherw && export GOPATH GOBIN GOFLAGS
go install github.com/bojand/ghz/cmd/ghz@v0.93.0 2>log
mkdir s && cd s
cat >main.go <<'END'
package main
import ("fmt"; "net"; "google.golang.org/grpc"; "google.golang.org/grpc/health"
	pb "google.golang.org/grpc/health/grpc_health_v1"; "google.golang.org/grpc/reflection")
func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil { panic(err) }
	fmt.Println(l.Addr())
	s := grpc.NewServer()
	pb.RegisterHealthServer(s, health.NewServer())
	reflection.Register(s)
	panic(s.Serve(l))
}
END
go mod init x 2>log && go get google.golang.org/grpc@v1.70.0 2>log && go mod tidy 2>log && go build -o ../server . && cd ..
./server >address & server=$!
while [ ! -s address ]; do sleep .1; done
./ghz --insecure --call grpc.health.v1.Health.Check -n 20 -c 1 -d '{"service": "none"}' -O json -o out "$(cat address)"
python3 - <<'END'
import json
d = json.load(open('out'))
ok = sum(c['status'] == 'OK' for c in d['details'])
mean = sum(c['latency'] for c in d['details']) / len(d['details'])
print('ok %d of %d, fastest %d, slowest %d, average %d, percentiles %s' % (ok, d['count'], d['fastest'], d['slowest'],
                                                                         d['average'], d['latencyDistribution']))
assert ok == 0 and d['count'] == 20 and d['fastest'] == d['slowest'] == 0 and d['latencyDistribution'] is None
assert abs(d['average'] - mean) < 2
END
