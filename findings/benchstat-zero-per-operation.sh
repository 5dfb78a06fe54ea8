#!/bin/sh
# benchstat v0.0.0-20260908200009 (golang.org/x/perf): "0 ns/op" is not turned into sec/op as all other ns/op are, so a benchmark that took 0 before
# and 1 ns now is in a table "ns/op" and in one "sec/op", and is never compared. The two
# geometric means in the last row are of different benchmarks.
# Guess: one row, old 0, new 1 ns.
# Seen: two tables with a row "Zero", one with the first file alone, one with the second alone
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GOBIN="$work/bin"
go install golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da 2>/dev/null
for old in 0 1; do
	for i in 1 2 3 4 5 6; do printf 'BenchmarkCopy\t100\t10%s ns/op\nBenchmarkZero\t100\t%s ns/op\n' $i $old; done >file$old
done
bin/benchstat -format csv file0 file1 2>/dev/null | tee out | grep -E '^Zero|/op'
[ "$(grep '^Zero' out)" = "$(printf 'Zero,,,1e-09,0%%\nZero,0,0%%')" ]
