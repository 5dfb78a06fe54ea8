#!/bin/sh
# Google Benchmark 1.7.1: the coefficient of variation in CSV is not the one in JSON. A row "_cv" is printed as if it were a time: multiplied by the
# unit's factor (1e9 for ns) and divided by the number of repetitions. A scatter of 3 % of three repetitions in ns reads 10,000,000.
# Mean, median and deviation in the same table are right.
# Guess: the same fraction in both files of one run, as aggregate_unit "percentage" in JSON says.
# Seen: "JSON times 1e6 / 3 is CSV"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
[ -f /usr/include/benchmark/benchmark.h ] ||
	apt-get install -q -y --no-install-recommends libbenchmark-dev=1.7.1-1 libbenchmark1debian=1.7.1-1 >/dev/null
cat >a.cc <<'END_C'
#include <benchmark/benchmark.h>
static void empty(benchmark::State &state)
{
	for (auto _ : state)
		benchmark::DoNotOptimize(state.iterations());
}
BENCHMARK(empty)->Repetitions(3)->Unit(benchmark::kMicrosecond)->Iterations(1000);
BENCHMARK_MAIN();
END_C
g++ -O1 a.cc -o a -lbenchmark -lpthread
./a --benchmark_out=a.csv --benchmark_out_format=csv --benchmark_format=json >a.json 2>/dev/null
json=$(awk '/"name": .*_cv"/ { on = 1 } on && /"real_time"/ { sub(/,$/, "", $2); print $2; exit }' a.json)
csv=$(awk -F, '/_cv"/ { print $3 }' a.csv)
echo "JSON $json, CSV $csv"
awk -v json="$json" -v csv="$csv" 'BEGIN { r = json * 1e6 / 3 / csv; exit !(r > 0.99999 && r < 1.00001) }'
echo "JSON times 1e6 / 3 is CSV"
