/*
 * In which form are the results to be written, and how should the table look?
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <string.h>

#include "base/detail.h"
#include "base/look.h"
#include "host/terminal.h"
#include "report/write.h"

static const char *const names[BENCHI_FORMS] = { "text", "csv", "json", "google", "go",
	"lmbench" };

const char *benchi_form_name(benchi_form form)
{
	return (unsigned)form < BENCHI_FORMS ? names[form] : NULL;
}

bool benchi_form_find(const char *name, benchi_form *form)
{
	for (int i = 0; i < BENCHI_FORMS; i++)
		if (!strcmp(name, names[i])) {
			*form = (benchi_form)i;
			return true;
		}
	return false;
}

benchi_look benchi_look_for(FILE *out)
{
	benchi_look look = { 0, false, benchi_look_utf8(), false };

	look.columns = benchi_terminal_columns(out);
	look.colour = benchi_terminal_is(out) && benchi_look_colour();
	return look;
}

bench_status benchi_write(benchi_form form, FILE *out, const benchi_report *report,
                          const benchi_context *context, const benchi_look *look)
{
	errno = 0;
	switch (form) {
	case BENCHI_FORM_TEXT:
		return benchi_write_text(out, report, context, look);
	case BENCHI_FORM_CSV:
		return benchi_write_csv(out, report, context);
	case BENCHI_FORM_JSON:
		return benchi_write_json(out, report, context);
	case BENCHI_FORM_GOOGLE:
		return benchi_write_google(out, report, context);
	case BENCHI_FORM_GO:
		return benchi_write_go(out, report, context);
	case BENCHI_FORM_LMBENCH:
		return benchi_write_lmbench(out, report, context);
	}
	return benchi_fail(BENCH_ERR_ARGUMENT, "%d is not the number of a form", (int)form);
}
