/*
 * Which of several routines is the fastest?  Unless the user of the program says it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "compare/compare.h"

/*
 * What does the user of the program want chosen?
 *
 * The program names an environment variable of its own.  Its value is words with a comma between:
 * "first", "remembered", "again" or a candidate's name, and "log".  A candidate whose name is one
 * of those words wins over the word.  A name may hold commas: the longest one that fits wins.
 */

enum { LINE = 512, SHOWN = 40 };

static const struct { const char *word; enum benchi_order order; } orders[] = {
	{ "first", BENCHI_ORDER_FIRST }, { "remembered", BENCHI_ORDER_REMEMBERED },
	{ "again", BENCHI_ORDER_AGAIN } };

static bench_status read_word(const struct benchi_candidates *q, const char *word, size_t length,
                              struct benchi_override *override)
{
	char digits[BENCHI_DIGITS];

	for (size_t i = 0; i < q->n; i++) {
		const char *name = benchi_candidate_name(q->c, i, digits);

		if (strlen(name) == length && memcmp(name, word, length) == 0) {
			override->order = BENCHI_ORDER_NAMED;
			override->index = i;
			return BENCH_OK;
		}
	}
	if (length == 3 && memcmp(word, "log", 3) == 0) {
		override->log = 1;
		return BENCH_OK;
	}
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
		if (strlen(orders[i].word) == length && memcmp(orders[i].word, word, length) == 0) {
			override->order = orders[i].order;
			return BENCH_OK;
		}
	return BENCH_ERR_ENVIRONMENT;
}

/* The word at text; the longest that means something. */
static bench_status take_word(const struct benchi_candidates *q, const char **text,
                              struct benchi_override *override)
{
	size_t length = strlen(*text);

	for (;;) {
		if (read_word(q, *text, length, override) == BENCH_OK) {
			*text += length + ((*text)[length] == ',');
			return BENCH_OK;
		}
		while (length > 0 && (*text)[length - 1] != ',')
			length--;
		if (length == 0)
			return BENCH_ERR_ENVIRONMENT;
		length--;
	}
}

bench_status benchi_override_read(const struct benchi_candidates *q,
                                  struct benchi_override *override)
{
	const char *variable = q->options ? q->options->variable : NULL;
	const char *text = variable ? benchi_environment_text(variable) : NULL;

	override->order = BENCHI_ORDER_NONE;
	override->index = BENCH_NONE;
	override->log = !variable;
	while (text && *text)
		if (take_word(q, &text, override) != BENCH_OK)
			return benchi_fail(BENCH_ERR_ENVIRONMENT, "%.60s has '%.*s', expected a candidate's "
				"name, first, remembered, again, or log", variable, SHOWN, text);
	return BENCH_OK;
}

bench_status benchi_override_choose(const struct benchi_candidates *q,
                                    const struct benchi_override *override, bench_choice *choice)
{
	int named = override->order == BENCHI_ORDER_NAMED;
	size_t i = named ? override->index : 0, end = named ? i + 1 : q->n;

	*choice = benchi_choice_none(BENCH_OK);
	for (; i < end; i++)
		if (benchi_candidate_passes(&q->c[i], q->parameter ? q->parameter
			: benchi_largest_value(q->options))) {
			choice->index = i;
			choice->finalists = q->n;
			choice->end = BENCH_PICK_END_FORCED;
			choice->elapsed_ns = 0;
			return BENCH_OK;
		}
	return choice->status = benchi_fail(BENCH_ERR_NO_SAMPLES, "%.60s asks for %s, which %s here",
		q->options->variable, named ? "one candidate" : "the first that works",
		named ? "does not work" : "is none");
}

void benchi_override_log(const struct benchi_candidates *q, const struct benchi_override *override,
                         const char *key, const bench_choice *choice)
{
	char line[LINE];
	size_t used = 0;

	if (!q->options || !q->options->log || !override->log)
		return;
	if (key)
		for (; key[used] && used < LINE / 2; used++)
			line[used] = key[used];
	if (key) {
		line[used++] = ':';
		line[used++] = ' ';
	}
	bench_choice_text(choice, q->c, q->n, line + used, LINE - used);
	q->options->log(line, q->options->log_arg);
}

bench_status benchi_candidates_choose(const struct benchi_candidates *question,
                                      bench_choice *choice)
{
	struct benchi_override override;
	bench_status status = benchi_candidates_check(question);

	*choice = benchi_choice_none(status);
	if (status == BENCH_OK)
		status = choice->status = benchi_override_read(question, &override);
	if (status != BENCH_OK)
		return status;
	status = override.order > BENCHI_ORDER_AGAIN
		? benchi_override_choose(question, &override, choice)
		: benchi_candidates_pick(question, choice);
	benchi_override_log(question, &override, NULL, choice);
	return status;
}

bench_status bench_pick(const bench_case *c, size_t n, const bench_pick_options *options,
                        bench_choice *choice)
{
	const struct benchi_candidates question = { .c = c, .n = n, .options = options,
		.prefer = BENCH_NONE };

	if (!choice)
		return benchi_fail(BENCH_ERR_ARGUMENT, "choice is NULL");
	return benchi_candidates_choose(&question, choice);
}
