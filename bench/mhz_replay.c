/*
 * Reads the windows of a recording.
 *
 *	# mhz-data 1
 *	p = *p<TAB>15300<TAB>15072.4
 *
 * One line per window: expression, operations, nanoseconds. Lines that begin with # are comments.
 * The first other line must come after "# mhz-data 1", so that files of other kinds are rejected
 * at their beginning. Lines end in LF or CR LF. Reading stops at the first error: FILE:LINE: found
 * ..., expected ...
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "mhz.h"

enum { LINE_LIMIT = 1000, SHOWN = 40 };

struct reader {
	FILE *stream;
	const char *file;
	unsigned long line;
	char text[LINE_LIMIT + 1];
	int headed;             /* the format line has been seen */
};

/* Reports an error. found: what is there; only a short printable piece of a text is shown. */
static int fault(const struct reader *reader, const char *found, const char *expected)
{
	char shown[SHOWN + 4];
	size_t n = 0;

	/* cppcheck-suppress arrayIndexOutOfBoundsCond; the NUL of a short one ends it */
	for (; n < SHOWN && found[n]; n++)
		shown[n] = (unsigned char)found[n] < 32 || found[n] == 127 ? '?' : found[n];
	strcpy(shown + n, found[n] ? "..." : "");
	return mhz_bad("%s:%lu: found %s, expected %s", reader->file, reader->line, shown, expected);
}

enum { LINE_READ, LINE_END, LINE_BAD };

/* Reads the next line, without its end. Returns LINE_READ, LINE_END, or LINE_BAD after a
 * message. */
static int next_line(struct reader *reader)
{
	size_t n = 0;
	int c;

	reader->line++;
	errno = 0;
	while ((c = getc(reader->stream)) != EOF && c != '\n') {
		if (c == '\0')
			return fault(reader, "a NUL byte", "text"), LINE_BAD;
		if (n == LINE_LIMIT)
			return fault(reader, "a line of over 1000 bytes", "a shorter one"), LINE_BAD;
		reader->text[n++] = (char)c;
	}
	if (ferror(reader->stream)) {
		mhz_bad("%s: %s", reader->file, errno ? strerror(errno) : "cannot be read");
		return LINE_BAD;
	}
	if (c == EOF && n == 0)
		return LINE_END;
	if (n > 0 && reader->text[n - 1] == '\r')
		n--;
	reader->text[n] = '\0';
	return LINE_READ;
}

/* Handles a comment. If it names a format, that must be the right one. Returns MHZ_OK, or an exit
 * code after a message. */
static int comment(struct reader *reader)
{
	static const char word[] = "# mhz-data";

	if (strncmp(reader->text, word, sizeof word - 1) != 0 || reader->headed)
		return MHZ_OK;
	if (strcmp(reader->text, "# mhz-data 1") != 0)
		return fault(reader, reader->text, "# mhz-data 1");
	reader->headed = 1;
	return MHZ_OK;
}

static int window(struct reader *reader, bench_recording *recording)
{
	char *operations = strchr(reader->text, '\t'), *ns;
	double count, time;
	bench_status status;

	if (!reader->headed)
		return fault(reader, *reader->text ? reader->text : "an empty line", "# mhz-data 1");
	ns = operations ? strchr(operations + 1, '\t') : NULL;
	if (!ns)
		return fault(reader, *reader->text ? reader->text : "an empty line",
		             "expression<TAB>operations<TAB>nanoseconds");
	*operations++ = *ns++ = '\0';
	if (strchr(ns, '\t'))
		return fault(reader, strchr(ns, '\t') + 1, "three columns");
	if (!benchi_number(operations, &count) || !(count > 0))
		return fault(reader, *operations ? operations : "nothing",
		             "a number of operations above 0");
	if (!benchi_number(ns, &time) || !(time >= 0))
		return fault(reader, *ns ? ns : "nothing", "a number of nanoseconds, at least 0");
	status = bench_recording_add(recording, reader->text, count, time);
	if (status == BENCH_ERR_ARGUMENT)
		return fault(reader, *reader->text ? reader->text : "nothing",
		             "an expression of 1 to 255 bytes, no control characters");
	if (status != BENCH_OK)
		return mhz_bad("%s:%lu: %s", reader->file, reader->line, bench_status_text(status));
	return MHZ_OK;
}

static int read_all(struct reader *reader, bench_recording *recording)
{
	int line, code = MHZ_OK;

	while (code == MHZ_OK && (line = next_line(reader)) != LINE_END) {
		if (line == LINE_BAD)
			return MHZ_BAD;
		code = reader->text[0] == '#' ? comment(reader) : window(reader, recording);
	}
	if (code == MHZ_OK && !reader->headed)
		return fault(reader, "the end", "# mhz-data 1");
	if (code == MHZ_OK && bench_recording_windows(recording) == 0)
		return fault(reader, "the end", "expression<TAB>operations<TAB>nanoseconds");
	return code;
}

int mhz_replay(bench_recording *recording, const char *file)
{
	struct reader reader;
	int code;

	memset(&reader, 0, sizeof reader);
	reader.file = file;
	reader.stream = strcmp(file, "-") == 0 ? stdin : fopen(file, "rb");
	if (!reader.stream)
		return mhz_bad("%s: %s", file, strerror(errno));
	code = read_all(&reader, recording);
	if (reader.stream != stdin)
		fclose(reader.stream);
	return code;
}
