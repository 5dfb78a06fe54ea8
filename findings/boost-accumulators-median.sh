#!/bin/sh
# Boost.Accumulators 1.74: tag::median is an estimate by five markers (P square), also for a handful of values, and it depends on their
# order. Six times 5 and three times 100 have the median 21.1 or 66.8, as the hundreds come last or first; 5 is right. 1..4 has 3 one
# way and 2 the other. tag::variance beside it divides by n, not n - 1.
# Guess: the median of nine numbers is the fifth.
# Seen: "21.1265 66.75; 3 2; variance of 1..4 1.25"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libboost1.74-dev=1.74.0+ds1-21 2>/dev/null
dpkg -x libboost1.74-dev_*.deb x
cat >a.cc <<'END'
#include <boost/accumulators/accumulators.hpp>
#include <boost/accumulators/statistics.hpp>
#include <cstdio>
#include <vector>
using namespace boost::accumulators;
typedef accumulator_set<double, stats<tag::median, tag::variance> > set;
static set of(const std::vector<double> &values)
{
	set result;
	for (double v : values) result(v);
	return result;
}
int main()
{
	printf("%g %g; %g %g; variance of 1..4 %g\n", median(of({5, 5, 5, 5, 5, 5, 100, 100, 100})),
		median(of({100, 100, 100, 5, 5, 5, 5, 5, 5})), median(of({1, 2, 3, 4})), median(of({4, 3, 2, 1})), variance(of({1, 2, 3, 4})));
}
END
g++ -w -O1 -isystem x/usr/include a.cc -o a
said=$(./a)
echo "$said"
[ "$said" = '21.1265 66.75; 3 2; variance of 1..4 1.25' ]
