#!/bin/sh
# durafmt (Go, github.com/hako/durafmt of 2021-06-08) prints a duration in words. What is below a microsecond is dropped, so 1,500 ns are
# "1 microsecond" and 999 ns the empty string; ParseShort cuts 1,999 ms to "1 second".
# Guess: nanoseconds, the unit of Go's durations, or rounding.
# Seen: "[1 microsecond] [] [1 second]"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >go.mod <<'END'
module print
go 1.21
require github.com/hako/durafmt v0.0.0-20210608085754-5c1018a4e16b
END
cat >main.go <<'END'
package main

import (
	"fmt"
	"time"

	"github.com/hako/durafmt"
)

func main() {
	fmt.Printf("[%v] [%v] [%v]\n", durafmt.Parse(1500), durafmt.Parse(999), durafmt.ParseShort(1999*time.Millisecond))
}
END
go mod tidy 2>/dev/null
said=$(go run .)
echo "$said"
[ "$said" = '[1 microsecond] [] [1 second]' ]
