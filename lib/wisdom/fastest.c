/*
 * The fastest of several functions in one call: a remembered pick with defaults that suit most
 * programs.
 *
 * The user of the program has the last word. BENCH_CHOOSE is a list of key=name, separated by
 * semicolons. The key is without its version, or * for all keys; the name is that of an
 * alternative, or "first". BENCH_FORGET is a list of keys whose remembered choices are ignored.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"
#include "wisdom/wisdom.h"

static const struct fastest_policy {
	/* spread of one function's times between starts; see doc/internals/method-pick.md */
	double spread;
	double budget_ns;
	double clear;           /* without a complete round, a lead or a lag of the first that counts */
} policy = { 0.02, 20e6, 2 };

/* An alternative; also the argument of its case. */
struct fastest {
	const bench_alternative *self, *reference;
	const bench_task *task;
};

static void fastest_call(void *arg, uint64_t size)
{
	const struct fastest *f = arg;

	f->task->sample(f->self->function, size, f->task->arg);
}

static int fastest_usable(void *arg)
{
	const struct fastest *f = arg;

	return !f->self->usable || f->self->usable();
}

static int fastest_same(void *arg)
{
	const struct fastest *f = arg;

	return f->task->same(f->self->function, f->reference->function, bench_parameter(),
		f->task->arg);
}

/* Returns the text that a variable has after the key's '=', or "" at the end of the variable. NULL:
 * the variable does not list the key. *length: length of the text. */
static const char *asked_of(const char *variable, const char *key, size_t *length)
{
	const char *text = benchi_environment_text(variable);

	while (text && *text) {
		size_t all = strcspn(text, ";"), of = strcspn(text, ";=");

		if ((of == 1 && *text == '*') || (of == strlen(key) && memcmp(text, key, of) == 0)) {
			*length = of < all ? all - of - 1 : 0;
			return text + (of < all ? of + 1 : of);
		}
		text += all + (text[all] == ';');
	}
	return NULL;
}

/* Returns the alternative that BENCH_CHOOSE names for this key; BENCH_NONE if the variable does not
 * apply to the key. An unknown or unusable name gives the first alternative, and a detail. */
static size_t forced(const bench_task *task, const char *key, const bench_case *c, size_t first)
{
	size_t length, largest = 0;
	const char *name = asked_of("BENCH_CHOOSE", key, &length);

	if (!name)
		return BENCH_NONE;
	if (length == 5 && memcmp(name, "first", length) == 0)
		return first;
	for (size_t i = 0; i < task->size_count; i++)
		largest = task->size[i].value > task->size[largest].value ? i : largest;
	for (size_t i = 0; i < task->n; i++) {
		const char *own = task->alternative[i].name;

		if (!own || strlen(own) != length || memcmp(own, name, length) != 0)
			continue;
		if (benchi_candidate_passes(&c[i], task->size_count > 0 ? task->size[largest].value : 0,
				NULL))
			return i;
		benchi_fail(BENCH_ERR_ENVIRONMENT, "BENCH_CHOOSE: '%.60s' of '%.60s' cannot be used on "
			"this machine; the first is used", own, key);
		return first;
	}
	benchi_fail(BENCH_ERR_ENVIRONMENT, "BENCH_CHOOSE: expected an alternative of '%.60s' or first, "
		"got '%.*s'", key, length < 60 ? (int)length : 60, name);
	return first;
}

/* Chooses among a task's alternatives. BENCH_ERR_NO_SAMPLES: no alternative is usable. Other
 * failures only leave a detail: the first usable alternative is then the choice. */
static bench_status choose_one(bench_wisdom *wisdom, bench_task *task, double budget_ns)
{
	const size_t n = task->alternative ? task->n : 0;
	const char *asked = task->key ? task->key : "", *space = strrchr(asked, ' ');
	const size_t key_length = space ? (size_t)(space - asked) : strlen(asked);
	char key[BENCHI_WISDOM_WORD];
	size_t first = 0, chosen, length;
	struct fastest *f;
	bench_case *c;
	bench_candidate *report;

	task->chosen = NULL;
	while (first < n && task->alternative[first].usable && !task->alternative[first].usable())
		first++;
	if (first == n)
		return benchi_fail(BENCH_ERR_NO_SAMPLES, "'%.60s': none of %.0f alternatives is usable",
			asked, (double)n);
	task->chosen = task->alternative[first].function;
	if (n == 1 || !task->sample)
		return BENCH_OK;
	if (key_length >= sizeof key) {
		benchi_fail(BENCH_ERR_ARGUMENT, "the key '%.40s...' is longer than 127 bytes", asked);
		return BENCH_OK;
	}
	memcpy(key, asked, key_length);
	key[key_length] = '\0';
	f = calloc(n, sizeof *f);
	c = calloc(n, sizeof *c);
	report = calloc(n, sizeof *report);
	if (f && c && report) {
		const bench_pick_options options = { .time_ns = budget_ns, .values = task->size,
			.value_count = task->size_count, .spread = policy.spread, .report = report };
		const bench_question question = { .key = key, .candidates = c, .n = n,
			.options = &options, .version = space ? space + 1 : NULL,
			.starts = BENCH_STARTS_AGREE };
		bench_choice choice;

		for (size_t i = 0; i < n; i++) {
			f[i] = (struct fastest){ &task->alternative[i], &task->alternative[first], task };
			c[i] = (bench_case){ .name = task->alternative[i].name, .call = fastest_call,
				.arg = &f[i], .usable = fastest_usable,
				.verify = task->same ? fastest_same : NULL };
		}
		chosen = forced(task, key, c, first);
		if (chosen == BENCH_NONE && bench_wisdom_pick(asked_of("BENCH_FORGET", key, &length)
				? NULL : wisdom, &question, &choice) == BENCH_OK) {
			/* A choice that is no better than a guess is not used. */
			chosen = choice.end != BENCH_PICK_END_BUDGET || choice.rounds > 0
				|| choice.lead >= policy.clear || report[first].ratio >= policy.clear
				? choice.index : first;
			benchi_fail(BENCH_OK, "%s", "");    /* nothing remembered yet is not a failure */
		}
		if (chosen != BENCH_NONE)
			task->chosen = task->alternative[chosen].function;
	} else {
		benchi_fail(BENCH_ERR_MEMORY, "out of memory for %.0f alternatives", (double)n);
	}
	free(f);
	free(c);
	free(report);
	return BENCH_OK;
}

bench_status bench_fastest_all(bench_task *task, size_t n, double budget_ns)
{
	bench_wisdom *wisdom = NULL;
	bench_status status = BENCH_OK;
	double each_ns = (budget_ns > 0 ? budget_ns : policy.budget_ns) / (double)n;

	if (!task || n == 0)
		return benchi_fail(BENCH_ERR_ARGUMENT, "task is NULL, or n is 0");
	/* without a file, as without a home directory, choices are made again at each start */
	if (bench_wisdom_load(NULL, &wisdom) != BENCH_ERR_MEMORY
	    && bench_wisdom_load_under(wisdom, NULL) == BENCH_ERR_MEMORY) {
		bench_wisdom_free(wisdom);
		wisdom = NULL;
	}
	benchi_fail(BENCH_OK, "%s", "");
	for (size_t i = 0; i < n; i++)
		if (choose_one(wisdom, &task[i], each_ns) != BENCH_OK)
			status = BENCH_ERR_NO_SAMPLES;
	if (wisdom) {
		char kept[256];

		memcpy(kept, bench_detail(), sizeof kept);
		if (bench_wisdom_save(wisdom) != BENCH_OK)
			benchi_fail(status, "%s", kept);
		bench_wisdom_free(wisdom);
	}
	return status;
}

bench_function *bench_fastest(const char *key, const bench_alternative *alternative, size_t n,
                              bench_sample *sample, bench_same *same, void *arg,
                              const bench_value *size, size_t size_count, double budget_ns)
{
	bench_task task = { .key = key, .alternative = alternative, .n = n, .sample = sample,
		.same = same, .arg = arg, .size = size, .size_count = size_count };

	return bench_fastest_all(&task, 1, budget_ns) == BENCH_OK ? task.chosen : NULL;
}
