#!/bin/sh
# PAPI 7.0.0: PAPI_get_virt_cyc() counts no cycles. It is the processor time in whole microseconds times the "cpu MHz" that the kernel
# states, so it steps by thousands, and on a core that runs faster or slower than stated it is wrong by that ratio.
# Guess: cycles of this process; PAPI_get_virt_usec() is there for time.
# Seen: "1000 of 1000 readings are multiples of the stated MHz"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
dpkg -s libpapi-dev >/dev/null 2>&1 || apt-get install -q -y --no-install-recommends libpapi-dev=7.0.0-2 >/dev/null
cat >cycles.c <<'END'
#include <papi.h>
#include <stdio.h>

int main(void)
{
	int multiples = 0;

	if (PAPI_library_init(PAPI_VER_CURRENT) != PAPI_VER_CURRENT)
		return 2;
	for (int i = 0; i < 1000; i++)
		multiples += PAPI_get_virt_cyc() % PAPI_get_hardware_info()->cpu_max_mhz == 0;
	printf("%d of 1000 readings are multiples of the stated MHz\n", multiples);
	return multiples != 1000;
}
END
cc cycles.c -o cycles -lpapi
./cycles
