#!/bin/sh
# Google Benchmark 1.7.1: Time with threads is the wall time divided by the iterations of all threads. A body that sleeps 10 ms takes
# 2.5 ms with four threads, also by UseRealTime() and UseManualTime(), so a lock that makes four threads wait for each other looks as quick
# as one thread alone. Counters are summed: one that each thread sets to 5 reads 20.
# Guess: the time that one iteration lasted.
# Seen: "manual time of 10 ms: 10 ms by 1 thread, 2.5 ms by 4; a counter of 5: 5, 20"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libbenchmark-dev=1.7.1-1 libbenchmark1debian=1.7.1-1 2>/dev/null
for d in *.deb; do dpkg -x "$d" x; done
library=$(find "$PWD/x" -name 'libbenchmark.so.1.*' | head -1)
cat >t.cpp <<'END'
#include <benchmark/benchmark.h>

static void body(benchmark::State &state)
{
	for (auto _ : state)
		state.SetIterationTime(0.01);
	state.counters["counter"] = 5;
}
BENCHMARK(body)->UseManualTime()->Iterations(8)->Threads(1)->Threads(4);
BENCHMARK_MAIN();
END
g++ -O1 t.cpp -o t -Ix/usr/include "$library" -Wl,-rpath,"$(dirname "$library")" -lpthread
./t --benchmark_format=csv 2>/dev/null >csv
# name,iterations,real_time,cpu_time,time_unit,...,"counter"
said=$(awk -F, '/threads:/ { time[++n] = $3 / 1e6; counter[n] = $NF }
	END { printf "manual time of 10 ms: %g ms by 1 thread, %g ms by 4; a counter of 5: %g, %g", time[1], time[2], counter[1], counter[2] }' csv)
echo "$said"
[ "$said" = 'manual time of 10 ms: 10 ms by 1 thread, 2.5 ms by 4; a counter of 5: 5, 20' ]
