#!/bin/sh
# Perl 5.36's Benchmark: rates of cmpthese and timethese are per second of the processor, not of the clock. Code that
# waits (a query, a request, sleep) has "rate 20000000000000000/s": 20 calls that take 10 ms each, and 20 that take 5 ms,
# are equally fast. The only hint is "too few iterations for a reliable count", and more iterations do not help.
# Guess: calls per second as a user waits for them; the manual speaks of "CPU seconds" only where COUNT is negative.
# Seen: "half  20000000000000000/s" and "sleep 20000000000000000/s", 0% apart
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
perl -MBenchmark=:all -e 'cmpthese(20, { sleep => sub { select undef, undef, undef, .01 },
	half => sub { select undef, undef, undef, .005 } })' 2>&1 | tee seen
perl -e 'exit($] < 5.036)'
grep -qE '^half +20000000000000000/s ' seen && grep -qE '^sleep +20000000000000000/s ' seen
