#!/bin/sh
# libomp 14 (clang's OpenMP): after a parallel region its threads keep their processors busy for 200 ms, in case another region follows. A
# program that then sleeps 400 ms is charged with up to 200 ms of processor time for each thread but one, and a serial benchmark after a
# parallel one shares its cores with them. KMP_BLOCKTIME=0 stops it; gcc's libgomp waits some milliseconds.
# Guess: threads without work sleep.
# Seen (two threads; the most of five runs): "200 ms", on a busy machine less; with KMP_BLOCKTIME=0 "0 ms"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in clang-14 libomp-14-dev; do
	dpkg -s "$package" >/dev/null 2>&1 || apt-get install -q -y --no-install-recommends "$package" >/dev/null
done
[ "$(nproc)" -ge 2 ] || { echo "needs two processors"; exit 1; }
cat >spin.c <<'END'
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static double processor_ms(void)
{
	struct rusage use;

	getrusage(RUSAGE_SELF, &use);
	return (use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e3 + (use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e3;
}

int main(void)
{
	volatile int sum = 0;
	double before;

#pragma omp parallel num_threads(2)
	sum++;
	before = processor_ms();
	usleep(400000);
	printf("%.0f\n", processor_ms() - before);
	return 0;
}
END
clang-14 -fopenmp spin.c -o spin
most() { # [VARIABLE=VALUE]: the most milliseconds of five runs
	for i in 1 2 3 4 5; do env "$@" ./spin; done | sort -n | tail -1
}
spun=$(most KMP_BLOCKTIME=200)
default=$(most X=x)
none=$(most KMP_BLOCKTIME=0)
echo "by default $default ms, KMP_BLOCKTIME=200 $spun ms, KMP_BLOCKTIME=0 $none ms"
[ "$default" -gt 40 ] && [ "$none" -lt 20 ]
