/*
 * The table of output formats, and how output looks by default.
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

const benchi_format_row benchi_formats[BENCHI_FORMATS] = {
	[BENCHI_FORMAT_TEXT] = { "text", "txt", benchi_write_text, true, true },
	[BENCHI_FORMAT_CSV] = { "csv", "csv", benchi_write_csv, true, false },
	[BENCHI_FORMAT_JSON] = { "json", "json", benchi_write_json, true, false },
	[BENCHI_FORMAT_GOOGLE] = { "google", NULL, benchi_write_google, false, false },
	[BENCHI_FORMAT_GO] = { "go", NULL, benchi_write_go, false, false },
	[BENCHI_FORMAT_LMBENCH] = { "lmbench", NULL, benchi_write_lmbench, false, false },
	[BENCHI_FORMAT_MARKDOWN] = { "markdown", "md", benchi_write_markdown, false, true },
};

bool benchi_format_find(const char *name, benchi_format *format)
{
	for (int i = 0; i < BENCHI_FORMATS; i++)
		if (!strcmp(name, benchi_formats[i].name)) {
			*format = (benchi_format)i;
			return true;
		}
	return false;
}

benchi_format benchi_format_of_file(const char *path)
{
	const char *dot = strrchr(path, '.');

	for (int i = 0; dot && i < BENCHI_FORMATS; i++)
		if (benchi_formats[i].ending && !strcmp(dot + 1, benchi_formats[i].ending))
			return (benchi_format)i;
	return BENCHI_FORMAT_JSON;
}

char *benchi_format_list(bool ramp, char *text, size_t size)
{
	size_t used = 0, last = 0;

	for (size_t i = 0; i < BENCHI_FORMATS; i++)
		last = benchi_formats[i].ramp || !ramp ? i : last;
	*text = '\0';
	for (size_t i = 0; i <= last; i++)
		if ((benchi_formats[i].ramp || !ramp) && used < size)
			used += (size_t)snprintf(text + used, size - used, "%s%s",
				!used ? "" : i == last ? " or " : ", ", benchi_formats[i].name);
	return text;
}

benchi_output_style benchi_look_for(FILE *out)
{
	benchi_output_style look = { 0, false, benchi_look_utf8(), false };

	look.columns = benchi_terminal_columns(out);
	look.colour = benchi_terminal_is(out) && benchi_output_colour();
	return look;
}

bench_status benchi_write(benchi_format format, FILE *out, const benchi_report *report,
                          const benchi_context *context, const benchi_output_style *style)
{
	errno = 0;
	if ((unsigned)format >= BENCHI_FORMATS)
		return benchi_fail(BENCH_ERR_ARGUMENT, "%d is not the number of a format", (int)format);
	return benchi_formats[format].write(out, report, context, style);
}
