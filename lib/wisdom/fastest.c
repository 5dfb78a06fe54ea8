/*
 * The fastest of several functions, in one line: the remembered pick with what suits most.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"
#include "wisdom/wisdom.h"

/* Times of one function differ by so much from start to start (doc/internals/method-pick.md). */
static const double SPREAD = 0.02;

/* An alternative, as the argument of its case. */
struct fastest {
	const bench_alternative *self, *reference;
	bench_sample *sample;
	bench_same *same;
};

static void fastest_call(void *arg, uint64_t size)
{
	const struct fastest *f = arg;

	f->sample(f->self->function, size);
}

static int fastest_usable(void *arg)
{
	const struct fastest *f = arg;

	return !f->self->usable || f->self->usable();
}

static int fastest_same(void *arg)
{
	const struct fastest *f = arg;

	return f->same(f->self->function, f->reference->function, bench_parameter());
}

/* The first that is usable; of none, the first. */
static size_t fastest_default(const bench_alternative *alternative, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!alternative[i].usable || alternative[i].usable())
			return i;
	return 0;
}

/* The key and, after its last space, the version.  False: it is too long. */
static int fastest_split(const char *key, char *name, const char **version)
{
	const char *space = key ? strrchr(key, ' ') : NULL;
	size_t length = !key ? 0 : space ? (size_t)(space - key) : strlen(key);

	*version = space ? space + 1 : NULL;
	if (length >= BENCHI_WISDOM_WORD)
		return 0;
	memcpy(name, key ? key : "", length);
	name[length] = '\0';
	return 1;
}

/* The choice, remembered or made; the default's index where there is none. */
static size_t fastest_choose(const char *key, const bench_case *c, size_t n, size_t otherwise,
                             const bench_pick_options *options)
{
	char name[BENCHI_WISDOM_WORD];
	bench_question question = { .key = name, .candidates = c, .n = n, .options = options,
		.starts = BENCH_STARTS_AGREE };
	bench_wisdom *wisdom = NULL;
	bench_choice choice;
	bench_status status;

	if (!fastest_split(key, name, &question.version)) {
		benchi_fail(BENCH_ERR_ARGUMENT, "the key '%.40s...' is longer than 127 bytes", key);
		return otherwise;
	}
	if (bench_wisdom_load(NULL, &wisdom) == BENCH_ERR_MEMORY)
		return otherwise;
	status = bench_wisdom_pick(wisdom, &question, &choice);
	if (status == BENCH_OK && bench_wisdom_save(wisdom) != BENCH_OK) {
		/* it cannot be kept, as without a home: the choice is as good, and bench_detail says why */
	}
	bench_wisdom_free(wisdom);
	if (status != BENCH_OK || (choice.end == BENCH_PICK_END_BUDGET && choice.rounds == 0))
		return otherwise;
	return choice.index;
}

bench_function *bench_fastest(const char *key, const bench_alternative *alternative, size_t n,
                              bench_sample *sample, bench_same *same, const bench_value *size,
                              size_t size_count, double budget_ns)
{
	bench_pick_options options = { .time_ns = budget_ns, .values = size,
		.value_count = size_count, .spread = SPREAD };
	size_t chosen = 0;
	struct fastest *f;
	bench_case *c;

	if (!alternative || n == 0)
		return NULL;
	chosen = fastest_default(alternative, n);
	if (n == 1 || !sample)
		return alternative[chosen].function;
	f = calloc(n, sizeof *f);
	c = calloc(n, sizeof *c);
	for (size_t i = 0; f && c && i < n; i++) {
		f[i] = (struct fastest){ &alternative[i], &alternative[chosen], sample, same };
		c[i] = (bench_case){ .name = alternative[i].name, .call = fastest_call, .arg = &f[i],
			.usable = fastest_usable, .verify = same ? fastest_same : NULL };
	}
	if (f && c)
		chosen = fastest_choose(key, c, n, chosen, &options);
	else
		benchi_fail(BENCH_ERR_MEMORY, "for %.0f alternatives", (double)n);
	free(f);
	free(c);
	return alternative[chosen].function;
}
