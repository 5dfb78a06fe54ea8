/*
 * Texts of the statuses.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

/* In the order of bench_status, separated by NULs. */
static const char texts[] = {
	"no error\0" "invalid argument\0" "out of memory\0" "invalid environment variable\0"
	"no supported clock\0" "clock does not advance\0" "clock runs backwards\0"
	"clock too coarse or too unsteady\0" "core clock not found\0" "system too busy\0"
	"no sample kept\0" "not supported on this system\0" "malformed input\0" "write failed"
};

const char *bench_status_text(bench_status status)
{
	const char *text = texts;

	for (size_t i = (size_t)status; i > 0; i--) {
		text += strlen(text) + 1;
		if (text == texts + sizeof texts)
			return "unknown status";
	}
	return text;
}
