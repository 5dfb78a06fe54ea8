/* Every report, for a known time.  SPDX-License-Identifier: MIT */
#include "bench.h"

main()
{
	uint64 t;

	for (t = 0; t <= 2500000; t += 1250000) {
		settime(t);
		save_n(1000);
		timing(stdout);
		nano("nano", get_n());
		micro("micro", get_n());
		milli("milli", 3);
		mb((uint64)123456789);
		kb((uint64)123456789);
		micromb((uint64)65536, 1000000);
		micromb((uint64)65536, 1000);
		bandwidth((uint64)5000000, 10, 1);
		bandwidth((uint64)5000000, 10, 0);
		bandwidth((uint64)5000, (uint64)10, 0);
		latency((uint64)1000, (uint64)8000);
		latency((uint64)1, (uint64)8000);
		context((uint64)1000);
		ptime((uint64)1000);
	}
	settime(50);
	latency((uint64)1, (uint64)1500);
	return 0;
}
