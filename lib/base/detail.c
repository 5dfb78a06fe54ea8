/*
 * Which option, which variable, which text was it?  The last failing call of each
 * thread leaves a line here.  A fixed buffer: it works when memory is out.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>

#include "base/detail.h"

static BENCHI_THREAD_LOCAL char detail[256];

bench_status benchi_fail(bench_status status, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	if (vsnprintf(detail, sizeof detail, format, list) < 0)
		detail[0] = '\0';
	va_end(list);
	return status;
}

const char *bench_detail(void)
{
	return detail;
}
