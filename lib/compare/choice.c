/*
 * Candidates by name, and a choice that needs no race.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "compare/choice.h"
#include "measure/case.h"
#include "measure/thread.h"

bench_choice benchi_choice_none(bench_status status)
{
	const bench_choice none = { .index = BENCH_NONE, .runner_up = BENCH_NONE, .lead = NAN,
		.lead_low = NAN, .lead_high = NAN, .ns = NAN, .cycles = NAN, .elapsed_ns = NAN,
		.first_wrong = BENCH_NONE, .first_crashed = BENCH_NONE,
		.first_untried = BENCH_NONE, .status = status };

	return none;
}

const char *benchi_candidate_name(const bench_case *c, size_t i, char digits[BENCHI_DIGITS])
{
	char *to = digits + BENCHI_DIGITS - 1;

	if (c[i].name)
		return c[i].name;
	*to = '\0';
	do
		*--to = (char)('0' + i % 10);
	while (i /= 10);
	return to;
}

size_t benchi_candidate_find(const bench_case *c, size_t n, const char *name)
{
	size_t index = BENCH_NONE;
	char digits[BENCHI_DIGITS];

	for (size_t i = 0; i < n; i++)
		if (strcmp(benchi_candidate_name(c, i, digits), name) == 0) {
			if (index != BENCH_NONE)
				return BENCH_NONE;
			index = i;
		}
	return index;
}

uint64_t benchi_largest_value(const bench_pick_options *options)
{
	uint64_t largest = 0;

	for (size_t i = 0; options && options->values && i < options->value_count; i++)
		if (options->values[i].value > largest)
			largest = options->values[i].value;
	return largest;
}

int benchi_candidate_passes(const bench_case *c, uint64_t parameter)
{
	struct benchi_worker_context before = benchi_thread_self()->worker_context,
		start = { .parameter = parameter };
	int right = 1, runs;

	benchi_case_enter(&start);
	if (c->setup)
		c->setup(c->arg);
	runs = !benchi_case_skipped();
	if (runs) {
		right = (!c->verify || c->verify(c->arg)) && !benchi_case_skipped();
		if (c->teardown)
			c->teardown(c->arg);
	}
	benchi_case_enter(&before);
	return runs && right;
}
