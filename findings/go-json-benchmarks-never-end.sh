#!/bin/sh
# Go 1.26: in the events of go test -json -bench a benchmark has "run" and no end: neither "pass" nor "bench", and no "Elapsed". Tests have both.
# A reader that waits for the end of each name reports every benchmark as unfinished; that it ended shows in the text of an "output" alone.
# Guess: an action "bench", which test2json documents ("the benchmark printed log output but did not fail"), or "pass".
# Seen: "benchmark: run output; test: run output pass"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
printf 'module a\ngo 1.21\n' >go.mod
cat >a_test.go <<'END'
package a

import "testing"

func TestB(t *testing.T) {}
func BenchmarkA(b *testing.B) {
	for i := 0; i < b.N; i++ {
	}
}
END
go test -json -bench . -benchtime 10x >out
actions() { grep "\"Test\":\"$1\"" out | sed 's/.*"Action":"\([a-z]*\)".*/\1/' | awk '!seen[$0]++' | paste -s -d' '; }
said="benchmark: $(actions BenchmarkA); test: $(actions TestB)"
echo "$said"
[ "$said" = 'benchmark: run output; test: run output pass' ]
