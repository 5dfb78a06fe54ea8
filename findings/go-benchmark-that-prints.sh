#!/bin/sh
# SPDX-License-Identifier: MIT
# Go 1.26: go test -bench writes a benchmark's name before it runs, and count and time behind it after it ran: what the
# benchmark prints in between splits the line, so that name and numbers are on two lines.
# Seen: "whole 0 torn 2"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
cat >go.mod <<'END'
module example.org/x
go 1.20
END
cat >x_test.go <<'END'
package x
import ("fmt"; "testing")
func BenchmarkPrints(b *testing.B) { fmt.Println("text"); for i := 0; i < b.N; i++ { } }
END
go test -bench Prints -benchtime 10x -count 2 >out
whole=$(grep -c '^BenchmarkPrints.*[0-9] ns/op' out || true)
torn=$(grep -c '^ *[0-9][0-9]*[[:space:]].* ns/op' out || true)
[ "whole $whole torn $torn" = "whole 0 torn 2" ]
