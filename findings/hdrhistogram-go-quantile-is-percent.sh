#!/bin/sh
# HdrHistogram for Go 1.1.2: ValueAtQuantile takes a percentage. Of the latencies 1 to 100, ValueAtQuantile(0.99) is 1, the smallest, and
# ValueAtQuantile(99) is 99, as ValueAtPercentile(99) is. A quantile is a number from 0 to 1 everywhere else; whoever asks for the 0.99
# quantile gets a tail latency that looks excellent.
# Guess: 99.
# Seen: "ValueAtQuantile(0.99) 1, ValueAtQuantile(99) 99, ValueAtPercentile(99) 99"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
export GOPATH="$work/go" GOFLAGS=-modcacherw
cat >main.go <<'END'
package main

import (
	"fmt"

	hdr "github.com/HdrHistogram/hdrhistogram-go"
)

func main() {
	h := hdr.New(1, 3600000, 3)
	for i := int64(1); i <= 100; i++ {
		h.RecordValue(i)
	}
	fmt.Printf("ValueAtQuantile(0.99) %d, ValueAtQuantile(99) %d, ValueAtPercentile(99) %d\n",
		h.ValueAtQuantile(0.99), h.ValueAtQuantile(99), h.ValueAtPercentile(99))
}
END
go mod init x 2>/dev/null
go get github.com/HdrHistogram/hdrhistogram-go@v1.1.2 2>/dev/null
said=$(go run .)
echo "$said"
[ "$said" = 'ValueAtQuantile(0.99) 1, ValueAtQuantile(99) 99, ValueAtPercentile(99) 99' ]
