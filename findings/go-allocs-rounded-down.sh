#!/bin/sh
# Go 1.26: allocs/op and B/op of go test -benchmem are whole numbers, rounded down. A function that allocates in 9 of 10 calls
# has "0 allocs/op", next to B/op that are not 0. testing.AllocsPerRun, made
# for tests of "does not allocate", returns a float64 and rounds down too (documented there).
# Guess: 0.9, as ns/op has fractions and the function returns a float64.
# Seen: "921 B/op 0 allocs/op", "AllocsPerRun 0"
# SPDX-License-Identifier: MIT
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
cat >go.mod <<'END_GO'
module example.org/x
go 1.20
END_GO
cat >x_test.go <<'END_GO'
package x
import "testing"
var sink []byte
var calls int
func call() {
	if calls++; calls%10 != 0 {
		sink = make([]byte, 1024)
	}
}
func BenchmarkCall(b *testing.B) {
	for i := 0; i < b.N; i++ { call() }
}
func TestAllocs(t *testing.T) { t.Log("AllocsPerRun", testing.AllocsPerRun(1000, call)) }
END_GO
go test -v -bench . -benchmem -benchtime 1000x | tee said
grep -q '9[0-9][0-9] B/op.*	 *0 allocs/op' said
grep -q 'AllocsPerRun 0$' said
