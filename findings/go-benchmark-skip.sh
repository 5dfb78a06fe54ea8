#!/bin/sh
# SPDX-License-Identifier: MIT
# Go 1.26: a benchmark that calls b.Skip leaves nothing in the output of go test -bench: no line, no "--- SKIP" (that is
# printed with -v alone), and the exit status is 0.  One that calls b.Fatal leaves "--- FAIL" and no line of numbers, and
# the benchmarks behind it still run.  A row that is missing from the newer of two files may be either.
# Seen: "exit 1, skipped named 0, failed named 1, next 1"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
cat >go.mod <<'END'
module example.org/x
go 1.20
END
cat >x_test.go <<'END'
package x
import "testing"
func BenchmarkSkips(b *testing.B) { b.Skip("no device") }
func BenchmarkFails(b *testing.B) { b.Fatal("broken") }
func BenchmarkNext(b *testing.B)  { for i := 0; i < b.N; i++ { } }
END
go test -bench Skips -run '^$' -benchtime 10x >skips
status=0
go test -bench . -run '^$' -benchtime 10x >out || status=$?
seen="exit $status, skipped named $(cat skips out | grep -c Skips || true)"
seen="$seen, failed named $(grep -c -e '--- FAIL: BenchmarkFails' out), next $(grep -c '^BenchmarkNext.* ns/op' out)"
echo "$seen"
[ "$seen" = "exit 1, skipped named 0, failed named 1, next 1" ]
