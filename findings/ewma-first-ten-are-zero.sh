#!/bin/sh
# VividCortex/ewma 1.2.0 (Go): a moving average is 0 until the eleventh value: NewMovingAverage(15) of nine times 100 is 0. With an age of
# 30, or none, it is 100 from the first value on, since that age has a type of its own. So 29 and 30 seconds differ in more than a second,
# and what compares a rate or latency with its average starts with a division by 0, or an alarm.
# Guess: 100 in both.
# Seen: "age 15: 0 after 9 values, 100 after 11; age 30: 100 after 9"
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

	"github.com/VividCortex/ewma"
)

func after(age float64, n int) float64 {
	average := ewma.NewMovingAverage(age)
	for i := 0; i < n; i++ {
		average.Add(100)
	}
	return average.Value()
}

func main() {
	fmt.Printf("age 15: %.0f after 9 values, %.0f after 11; age 30: %.0f after 9\n", after(15, 9), after(15, 11), after(30, 9))
}
END
go mod init x 2>/dev/null
go get github.com/VividCortex/ewma@v1.2.0 2>/dev/null
said=$(go run .)
echo "$said"
[ "$said" = 'age 15: 0 after 9 values, 100 after 11; age 30: 100 after 9' ]
