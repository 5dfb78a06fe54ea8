#!/bin/sh
# Boost 1.74: boost::timer::cpu_timer gives wall, user and system time in nanoseconds, and the last two advance in steps of 10 ms, because it asks
# times(2), which counts the clock ticks of 1970. A body of 3 ms has a user time of 0 or of 10,000,000 ns, next to a wall time of 3,012,345.
# Guess: getrusage() or the processor-time clock, a microsecond at worst, in a type called nanosecond_type.
# Seen: "100 times, wall in other steps than 10 ms: 100, user: 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
[ -f /usr/include/boost/timer/timer.hpp ] || apt-get install -q -y --no-install-recommends libboost-timer1.74-dev >/dev/null
cat >a.cc <<'END_C'
#include <boost/timer/timer.hpp>
#include <cstdio>
int main()
{
	int wall = 0, user = 0;

	for (int k = 0; k < 100; k++) {
		boost::timer::cpu_timer timer;
		for (volatile int i = 0; i < 2000000; i = i + 1)
			;
		const boost::timer::cpu_times t = timer.elapsed();
		wall += t.wall % 10000000 != 0;
		user += t.user % 10000000 != 0;
	}
	std::printf("100 times, wall in other steps than 10 ms: %d, user: %d\n", wall, user);
}
END_C
g++ -O1 a.cc -o a -lboost_timer
./a | tee said
[ "$(cat said)" = '100 times, wall in other steps than 10 ms: 100, user: 0' ]
