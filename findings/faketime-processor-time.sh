#!/bin/sh
# libfaketime 0.9.10 (Debian 12): "+0 x2" also doubles the processor time of CLOCK_THREAD_CPUTIME_ID, but not clock(),
# and CLOCK_MONOTONIC shows seconds since 1970 instead of since the start of the machine.  With
# FAKETIME_DONT_FAKE_MONOTONIC=1 the monotonic clock is right, and the processor time is still doubled.
# So elapsed time against processor time, the usual test for a lost processor, says that half is missing or twice is there.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -q libfaketime=0.9.10-2.1 >/dev/null
dpkg -x libfaketime_*.deb .
library=$(find "$PWD" -name libfaketime.so.1)
cat >a.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>
static double s(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
int main(void)
{
	double thread = s(CLOCK_THREAD_CPUTIME_ID), process = (double)clock() / CLOCKS_PER_SEC, ratio;

	for (volatile long i = 0; i < 200000000; i++)
		continue;
	thread = s(CLOCK_THREAD_CPUTIME_ID) - thread;
	process = (double)clock() / CLOCKS_PER_SEC - process;
	ratio = thread / process;
	printf("thread/clock() %s, monotonic %s\n", ratio > 1.8 && ratio < 2.2 ? "2" : ratio > 0.9 && ratio < 1.1 ? "1" : "?",
		s(CLOCK_MONOTONIC) > 1e9 ? "since 1970" : "since the start");
	return 0;
}
END
cc -O2 a.c -o a
said() { "$@" | tee /dev/stderr; }
[ "$(said ./a)" = "thread/clock() 1, monotonic since the start" ]
[ "$(LD_PRELOAD=$library FAKETIME='+0 x2' said ./a)" = "thread/clock() 2, monotonic since 1970" ]
[ "$(LD_PRELOAD=$library FAKETIME='+0 x2' FAKETIME_DONT_FAKE_MONOTONIC=1 said ./a)" = "thread/clock() 2, monotonic since the start" ]
