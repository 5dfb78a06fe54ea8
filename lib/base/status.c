/*
 * Details of statuses, and version.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

#include <stdarg.h>

/*
 * Detail of each thread's last failing call: option, variable or text. A fixed buffer, so that it
 * works when memory runs out.
 */

static BENCHI_THREAD_LOCAL char detail[256];

#ifndef BENCHI_NO_DETAILS
bench_status benchi_fail(bench_status status, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	if (vsnprintf(detail, sizeof detail, format, list) < 0)
		detail[0] = '\0';
	va_end(list);
	return status;
}
#endif

const char *bench_detail(void)
{
	return detail;
}

/*
 * Version as text, from the numbers in bench/version.h.
 */

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *bench_version(void)
{
	return TEXT(BENCH_VERSION_MAJOR) "." TEXT(BENCH_VERSION_MINOR) "." TEXT(BENCH_VERSION_PATCH);
}
