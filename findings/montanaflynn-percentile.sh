#!/bin/sh
# montanaflynn/stats 0.7.1 (Go): Percentile(x, 50) is not Median(x), for any number of values: it lies half a rank lower. Of 1, 2, 3 it is
# 1.5, below the middle value; of ten values the 99th percentile is 9.5 of 10, and the first is an error (NaN). A program that prints
# "p50" by one and "median" by the other prints two numbers.
# Guess: 2 and 2, one of the nine usual definitions; all nine have the 50th percentile equal to the median.
# Seen: "1..3: p50 1.5, median 2; 1..10: p50 5, median 5.5; p1 Input is outside of range."
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir m && cd m
printf 'module m\ngo 1.21\n' >go.mod
cat >main.go <<'END'
package main

import (
	"fmt"
	"github.com/montanaflynn/stats"
)

func main() {
	three, ten := []float64{1, 2, 3}, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	p3, _ := stats.Percentile(three, 50)
	m3, _ := stats.Median(three)
	p10, _ := stats.Percentile(ten, 50)
	m10, _ := stats.Median(ten)
	_, err := stats.Percentile(ten, 1)
	fmt.Printf("1..3: p50 %g, median %g; 1..10: p50 %g, median %g; p1 %v\n", p3, m3, p10, m10, err)
}
END
go get github.com/montanaflynn/stats@v0.7.1 2>/dev/null
said=$(go run .)
echo "$said"
[ "$said" = '1..3: p50 1.5, median 2; 1..10: p50 5, median 5.5; p1 Input is outside of range.' ]
