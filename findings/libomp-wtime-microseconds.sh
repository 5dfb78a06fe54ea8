#!/bin/sh
# omp_get_wtime, the clock of OpenMP programs, on one machine: compiled with gcc 12 (libgomp) its steps are tens of nanoseconds and
# omp_get_wtick says 1e-9; the same file compiled with clang 14 (LLVM's libomp) has steps of a microsecond, and omp_get_wtick says 1e-6,
# since libomp reads the time of day. A loop of 300 ns takes 0 or 1 microsecond there.
# Guess: both read the clock of nanoseconds that Linux has.
# Seen: "gcc: tick 1e-09, steps below 500 ns; clang: tick 1e-06, steps of 1 us"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in gcc-12 clang-14 libomp-14-dev; do
	dpkg -s "$package" >/dev/null 2>&1 || apt-get install -q -y --no-install-recommends "$package" >/dev/null
done
cat >step.c <<'END'
#include <omp.h>
#include <stdio.h>

int main(void)
{
	double least = 1;

	for (int i = 0; i < 10000; i++) {
		const double before = omp_get_wtime();
		double now;

		do
			now = omp_get_wtime();
		while (now <= before);
		if (now - before < least)
			least = now - before;
	}
	/* the time of day in seconds has a last digit of 0.24 us in a double */
	printf("tick %g, steps %s", omp_get_wtick(), least < 500e-9 ? "below 500 ns"
		: least > 900e-9 && least < 1.2e-6 ? "of 1 us" : "of another size");
	return 0;
}
END
gcc-12 -O2 -fopenmp step.c -o gnu
clang-14 -O2 -fopenmp step.c -o llvm
said="gcc: $(./gnu); clang: $(./llvm)"
echo "$said"
[ "$said" = 'gcc: tick 1e-09, steps below 500 ns; clang: tick 1e-06, steps of 1 us' ]
