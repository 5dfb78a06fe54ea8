/*
 * Keeps the detail of each thread's last failing call: option, variable or text.
 * A fixed buffer, so that it works without memory.
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
