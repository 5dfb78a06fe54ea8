/*
 * A question, a choice without a race, a choice as text, and the environment variable that
 * overrides a pick.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"

bench_choice benchi_choice_none(bench_status status)
{
	const bench_choice none = { .index = BENCH_NONE, .runner_up = BENCH_NONE, .lead = NAN,
		.lead_low = NAN, .lead_high = NAN, .ns = NAN, .cycles = NAN, .elapsed_ns = NAN,
		.processor_ns = NAN, .setup_ns = NAN,
		.first_wrong = BENCH_NONE, .first_crashed = BENCH_NONE,
		.first_untried = BENCH_NONE, .status = status };

	return none;
}

struct benchi_candidates benchi_candidates_of(const bench_case *c, size_t n,
                                              const bench_pick_options *options)
{
	static bench_pick_options defaults;     /* not const, so that it takes no space in the file */
	struct benchi_candidates question = { .c = c, .n = n, .options = options ? options : &defaults,
		.prefer = BENCH_NONE };
	const bench_value *values = question.options->values;

	/* Setup functions receive the largest value. */
	for (size_t i = 0; values && question.options->value_count <= BENCH_VALUES_MOST
	     && i < question.options->value_count; i++)
		if (values[i].value > question.parameter)
			question.parameter = values[i].value;
	return question;
}

int benchi_candidate_passes(const bench_case *c, uint64_t parameter,
                            const struct benchi_parameters *set)
{
	struct benchi_worker_context before = benchi_thread_self()->worker_context,
		start = { .parameter = parameter, .parameters = set };
	struct benchi_colds colds = benchi_thread_self()->colds;    /* what the caller named */
	int right = 1, runs;

	benchi_case_enter(&start);
	runs = benchi_case_set_up(c);
	if (runs) {
		right = (!c->verify || c->verify(c->arg)) && !benchi_case_skipped();
		if (c->teardown)
			c->teardown(c->arg);
	}
	benchi_case_enter(&before);
	benchi_thread_self()->colds = colds;
	return runs && right;
}

/*
 * A choice as one line of text.
 */

/* Writes ", crashed: b and 2 more". */
static void put_out(struct benchi_sink *sink, const bench_case *c, const char *word, size_t n,
                    size_t first)
{
	char digits[BENCHI_DIGITS];

	if (n == 0 || first == BENCH_NONE)
		return;
	benchi_sink_put(sink, ", %s: %s", word, benchi_candidate_name(c, first, digits));
	if (n > 1)
		benchi_sink_put(sink, " and %lu more", (unsigned long)n - 1);
}

/* Appends a number with so many decimals, in every locale with a point. */
static void put_number(struct benchi_sink *sink, double x, int decimals)
{
	const int scale = decimals == 2 ? 100 : decimals == 1 ? 10 : 1;
	const long long n = (long long)(fmin(fabs(x), 1e15) * scale + 0.5);

	benchi_sink_put(sink, decimals > 0 ? "%s%lld.%0*d" : "%s%lld", x < 0 && n > 0 ? "-" : "",
		n / scale, decimals, (int)(n % scale));
}

/* Appends a share in percent: "3.20 %", "32.0 %". */
static void put_percent(struct benchi_sink *sink, double share)
{
	if (BENCHI_SMALL)       /* has no printf */
		return;
	if (isinf(share)) {
		benchi_sink_put(sink, share > 0 ? "infinite" : "-infinite");
		return;
	}
	put_number(sink, 100 * share, fabs(share) < 0.1 ? 2 : 1);
	benchi_sink_put(sink, " %%");
}

size_t bench_choice_text(const bench_choice *choice, const bench_case *c, size_t n, char *text,
                         size_t capacity)
{
	static const char *const ends[] = { [BENCH_PICK_END_SURE] = "sure",
		[BENCH_PICK_END_BUDGET] = "not sure", [BENCH_PICK_END_ONLY_ONE] = "the only one left",
		[BENCH_PICK_END_FORCED] = "set by the environment" };
	static const char *const units[] = { "ns", "us", "ms", "s" };
	struct benchi_sink sink = { text, capacity, 0 };
	char digits[BENCHI_DIGITS];
	const char *end = NULL;
	size_t how;

	if (!choice || !c || choice->index >= n) {
		benchi_sink_put(&sink, "no choice: %s", choice && choice->status != BENCH_OK
			? bench_status_text(choice->status) : "none was made");
		return sink.used;
	}
	benchi_sink_put(&sink, "%s of %lu", benchi_candidate_name(c, choice->index, digits),
		(unsigned long)n);
	if (choice->runner_up < n && !isnan(choice->lead)) {
		/* ", 3.20 % faster than b (2.90 % to 3.50 %)" */
		const char *next = benchi_candidate_name(c, choice->runner_up, digits);
		double lead = choice->lead - 1;

		benchi_sink_put(&sink, ", ");
		if (choice->kept)
			benchi_sink_put(&sink, "kept, ");
		put_percent(&sink, fabs(lead));
		benchi_sink_put(&sink, " %s than %s", lead < 0 ? "slower" : "faster", next);
		if (isfinite(choice->lead_low) && isfinite(choice->lead_high)) {
			benchi_sink_put(&sink, " (");
			put_percent(&sink, choice->lead_low - 1);
			benchi_sink_put(&sink, " to ");
			put_percent(&sink, choice->lead_high - 1);
			benchi_sink_put(&sink, ")");
		}
	}
	if (choice->tie)
		benchi_sink_put(&sink, ", tied with others");
	if (choice->end == BENCH_PICK_END_REMEMBERED)
		benchi_sink_put(&sink, ", remembered");
	how = (size_t)(choice->end == BENCH_PICK_END_REMEMBERED ? choice->chosen : choice->end);
	if (how < sizeof ends / sizeof *ends)
		end = ends[how];
	benchi_sink_put(&sink, ", %s%s", end ? end : "unknown", choice->unstable ? ", unstable" : "");
	put_out(&sink, c, "wrong", choice->wrong, choice->first_wrong);
	put_out(&sink, c, "crashed", choice->crashed, choice->first_crashed);
	put_out(&sink, c, "untried", choice->untried, choice->first_untried);
	if (choice->slow > 0)
		benchi_sink_put(&sink, ", too slow: %lu", (unsigned long)choice->slow);
	if (choice->warnings & BENCH_WARN_UNPAIRED)
		benchi_sink_put(&sink, ", START and STOP are not paired");
	if (choice->warnings & BENCH_WARN_RARE)
		benchi_sink_put(&sink, ", rare work");
	if (!BENCHI_SMALL && choice->elapsed_ns > 0) {
		/* ", 1.31 ms": three digits */
		double time = choice->elapsed_ns;
		size_t unit = 0;

		for (; time >= 999.5 && unit < 3; unit++)
			time /= 1e3;
		benchi_sink_put(&sink, ", ");
		put_number(&sink, time, time < 9.995 ? 2 : time < 99.95);
		benchi_sink_put(&sink, " %s", units[unit]);
	}
	return sink.used;
}

/*
 * The override: what the user of the program wants chosen.
 *
 * The program states the name of an environment variable. Its value is a list of words separated
 * by commas: "first", "remembered", "again" or a candidate's name, and "log". A candidate's name
 * takes precedence over these words. A name may contain commas: the longest match wins.
 */

enum { LINE = 512, SHOWN = 40 };

static const struct { const char *word; enum benchi_order order; } orders[] = {
	{ "first", BENCHI_ORDER_FIRST }, { "remembered", BENCHI_ORDER_REMEMBERED },
	{ "again", BENCHI_ORDER_AGAIN } };

/* Finds what the first `length` bytes of the text request. Returns nonzero if that is a known
 * word. */
static int read_word(const struct benchi_candidates *q, const char *text, size_t length,
                     struct benchi_override *override)
{
	char digits[BENCHI_DIGITS];

	for (size_t i = 0; i < q->n; i++) {
		const char *name = benchi_candidate_name(q->c, i, digits);

		if (strlen(name) == length && memcmp(name, text, length) == 0) {
			override->order = BENCHI_ORDER_NAMED;
			override->index = i;
			return 1;
		}
	}
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
		if (strlen(orders[i].word) == length && memcmp(orders[i].word, text, length) == 0) {
			override->order = orders[i].order;
			return 1;
		}
	if (length != 3 || memcmp(text, "log", 3) != 0)
		return 0;
	override->log = 1;
	return 1;
}

bench_status benchi_override_read(const struct benchi_candidates *q,
                                  struct benchi_override *override)
{
	const char *variable = q->options->variable;
	const char *text = variable ? benchi_environment_text(variable) : NULL;

	override->order = BENCHI_ORDER_NONE;
	override->index = BENCH_NONE;
	override->log = !variable;
	while (text && *text) {
		size_t length = strlen(text);   /* length of the longest known word */

		while (!read_word(q, text, length, override)) {
			while (length > 0 && text[length - 1] != ',')
				length--;
			if (length == 0)
				return benchi_fail(BENCH_ERR_ENVIRONMENT, "%.60s has '%.*s', expected a "
					"candidate's name, first, remembered, again, or log", variable, SHOWN, text);
			length--;
		}
		text += length + (text[length] == ',');
	}
	return BENCH_OK;
}

bench_status benchi_override_choose(const struct benchi_candidates *q,
                                    const struct benchi_override *override, bench_choice *choice)
{
	int named = override->order == BENCHI_ORDER_NAMED;
	size_t i = named ? override->index : 0, end = named ? i + 1 : q->n;

	*choice = benchi_choice_none(BENCH_OK);
	for (; i < end; i++)
		if (benchi_candidate_passes(&q->c[i], q->parameter, NULL)) {
			choice->index = i;
			choice->finalists = q->n;
			choice->end = BENCH_PICK_END_FORCED;
			choice->elapsed_ns = 0;
			return BENCH_OK;
		}
	return choice->status = benchi_fail(BENCH_ERR_NO_SAMPLES, "%.60s: %s", q->options->variable,
		named ? "the named candidate does not work on this machine"
		: "no candidate works on this machine");
}

void benchi_override_log(const struct benchi_candidates *q, const struct benchi_override *override,
                         const char *key, const bench_choice *choice)
{
	char line[LINE];
	size_t used = 0;

	if (!q->options->log || !override->log)
		return;
	if (key) {
		for (; key[used] && used < LINE / 2; used++)
			line[used] = key[used];
		line[used++] = ':';
		line[used++] = ' ';
	}
	bench_choice_text(choice, q->c, q->n, line + used, LINE - used);
	q->options->log(line, q->options->log_arg);
}
