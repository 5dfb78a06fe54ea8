/*
 * Readers with arbitrary bytes as input.
 *
 * They must not crash and must keep these promises: what was read is finite and not empty; what
 * was refused has a reason; a number is read as by strtod. See fuzz.h on how to run this.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/read/read.h"
#include "wisdom/wisdom.h"

#include "fuzz.h"

enum reader { ANY, PLAIN, MINISTAT, CSV, JSON, GO };

static void check_rows(const benchi_rows *rows, bench_status status, int finite)
{
	promise(status == BENCH_OK || status == BENCH_ERR_INPUT, "no other status");
	promise(status == BENCH_OK || *bench_detail(), "a refusal has a reason");
	for (size_t i = 0; i < rows->sets; i++) {
		const benchi_set *set = &rows->set[i];

		promise(set->n <= set->capacity, "no more values than capacity");
		for (size_t k = 0; k < set->n; k++) {
			promise(!finite || isfinite(set->x[k]), "values are finite");
			promise(!set->run || set->run[k] < rows->runs.n || rows->runs.n == 0,
				"runs have names");
		}
	}
}

static bench_status read_as(enum reader reader, benchi_input *in, benchi_rows *rows)
{
	benchi_plain plain = { reader == MINISTAT ? ",e " : NULL, reader == MINISTAT ? 2 : 1,
		reader == MINISTAT };

	if (reader == CSV)
		return benchi_read_csv(in, rows);
	if (reader == JSON)
		return benchi_read_json(in, rows);
	if (reader == GO)
		return benchi_read_go(in, rows);
	if (benchi_rows_set(rows, benchi_word_of(""), benchi_word_of(""), benchi_word_of("")))
		return BENCH_ERR_MEMORY;
	in->piece = reader == MINISTAT ? 50 : 0;
	return benchi_read_plain(in, &plain, &rows->set[0]);
}

static void read_file(enum reader reader, const uint8_t *data, size_t size)
{
	FILE *file = file_of(data, size);
	benchi_rows rows;
	benchi_input in;
	bench_status status;

	memset(&rows, 0, sizeof rows);
	if (reader == ANY)
		status = benchi_read(file, "f", NULL, &rows);
	else {
		promise(benchi_input_open(&in, file, "f") == BENCH_OK, "an input");
		status = read_as(reader, &in, &rows);
		benchi_input_close(&in);
	}
	check_rows(&rows, status, reader != MINISTAT);
	if (reader == ANY && status == BENCH_OK)
		promise(rows.sets && rows.set[0].n, "what was read is not empty");
	benchi_rows_free(&rows);
	fclose(file);
}

/* The number and the rest must be those of strtod. */
static void read_number(const uint8_t *data, size_t size)
{
	char *text = text_of(data, size), *rest, back[BENCHI_NUMBER_TEXT];
	double theirs, ours = 0;
	const char *after;

	theirs = strtod(text, &rest);
	after = benchi_read_number_c(text, &ours);
	promise((after ? after : text) == rest, "the same rest as strtod");
	if (after)
		promise((isnan(ours) && isnan(theirs)) || !memcmp(&ours, &theirs, sizeof ours),
		        "the same number as strtod");
	if (after && isfinite(ours)) {
		benchi_number_text(ours, back);
		promise(benchi_read_number(back, &theirs) && theirs == ours, "text reads back");
	}
	free(text);
}

/* What was read must be the same after it is written and read again. */
static void read_wisdom(const uint8_t *data, size_t size)
{
	bench_wisdom *first, *second;
	char *text, *again;
	bench_status status;
	size_t n;

	promise(!bench_wisdom_load("", &first) && !bench_wisdom_load("", &second), "memory");
	status = bench_wisdom_import(first, (const char *)data, size);
	promise(status == BENCH_OK || status == BENCH_ERR_INPUT, "no other status");
	promise(status == BENCH_OK || *bench_detail(), "a refusal has a reason");
	n = bench_wisdom_export(first, NULL, 0);
	text = malloc(n + 1);
	again = malloc(n + 1);
	promise(text && again, "memory");
	promise(bench_wisdom_export(first, text, n + 1) == n, "a length");
	promise(bench_wisdom_import(second, text, n) == BENCH_OK, "what was written is not damaged");
	promise(bench_wisdom_export(second, again, n + 1) == n && !strcmp(text, again),
	        "what was written reads back");
	free(text);
	free(again);
	bench_wisdom_free(first);
	bench_wisdom_free(second);
}

#define READS(name, which) \
	static void name(const uint8_t *data, size_t size) \
	{ \
		read_file(which, data, size); \
	}

READS(read_any, ANY)
READS(read_plain, PLAIN)
READS(read_ministat, MINISTAT)
READS(read_csv, CSV)
READS(read_json, JSON)
READS(read_go, GO)

const fuzz_target targets[] = { { "any", read_any }, { "plain", read_plain },
	{ "ministat", read_ministat }, { "csv", read_csv }, { "json", read_json }, { "go", read_go },
	{ "number", read_number }, { "wisdom", read_wisdom }, { NULL, NULL } };
