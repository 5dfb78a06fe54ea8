/*
 * In which form are the results to be written, and how should the table look?
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <string.h>

#include "base/detail.h"
#include "base/output_style.h"
#include "host/terminal.h"
#include "write/write.h"

static const char *const names[BENCHI_FORMATS] = { "text", "csv", "json", "google", "go",
	"lmbench" };

const char *benchi_format_name(benchi_format form)
{
	return (unsigned)form < BENCHI_FORMATS ? names[form] : NULL;
}

bool benchi_format_find(const char *name, benchi_format *form)
{
	for (int i = 0; i < BENCHI_FORMATS; i++)
		if (!strcmp(name, names[i])) {
			*form = (benchi_format)i;
			return true;
		}
	return false;
}

benchi_output_style benchi_look_for(FILE *out)
{
	benchi_output_style look = { 0, false, benchi_look_utf8(), false };

	look.columns = benchi_terminal_columns(out);
	look.colour = benchi_terminal_is(out) && benchi_output_colour();
	return look;
}

bench_status benchi_write(benchi_format form, FILE *out, const benchi_report *report,
                          const benchi_context *context, const benchi_output_style *look)
{
	errno = 0;
	switch (form) {
	case BENCHI_FORMAT_TEXT:
		return benchi_write_text(out, report, context, look);
	case BENCHI_FORMAT_CSV:
		return benchi_write_csv(out, report, context);
	case BENCHI_FORMAT_JSON:
		return benchi_write_json(out, report, context);
	case BENCHI_FORMAT_GOOGLE:
		return benchi_write_google(out, report, context);
	case BENCHI_FORMAT_GO:
		return benchi_write_go(out, report, context);
	case BENCHI_FORMAT_LMBENCH:
		return benchi_write_lmbench(out, report, context);
	}
	return benchi_fail(BENCH_ERR_ARGUMENT, "%d is not the number of a form", (int)form);
}
