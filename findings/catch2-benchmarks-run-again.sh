#!/bin/sh
# Catch2 2.13.10: a test case runs once for each of its sections, and so does a BENCHMARK that stands before them: with two sections it is
# measured twice, and the XML has two results of one name. Which of both a reader of the file keeps is left to the reader; with GENERATE in
# place of sections it is one result for each value, all of one name, without the value.
# Guess: one result.
# Seen: "outer, in a, outer, in b"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download catch2=2.13.10-1 2>/dev/null
dpkg -x catch2_*.deb x
cat >a.cc <<'END'
#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_ENABLE_BENCHMARKING
#include <catch2/catch.hpp>
TEST_CASE("case")
{
	BENCHMARK("outer") { return 1; };
	SECTION("a") { BENCHMARK("in a") { return 2; }; }
	SECTION("b") { BENCHMARK("in b") { return 3; }; }
}
END
g++ -std=c++17 -Ix/usr/include a.cc -o a
said=$(./a --benchmark-samples 5 --benchmark-warmup-time 10 -r xml | sed -n 's/.*BenchmarkResults name="\([^"]*\)".*/\1/p' | paste -s -d, | sed 's/,/, /g')
echo "$said"
[ "$said" = 'outer, in a, outer, in b' ]
