/*
 * Is there an entry that answers a question?
 *
 * The newest one of the key and this processor, of the user's file, and failing that of the files
 * under it.  Where it answers another question, bench_detail says in what they differ.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "base/detail.h"
#include "wisdom/find.h"
#include "wisdom/names.h"
#include "wisdom/question.h"
#include "wisdom/store.h"

/* Why an entry does not answer what is asked: 0, or said in bench_detail. */
static int differs(const bench_question *question, const struct benchi_wisdom_entry *asked,
                   const struct benchi_wisdom_entry *known)
{
	if (strcmp(known->version, asked->version) != 0)
		benchi_fail(BENCH_OK, "'%.100s' was chosen by version %s, not %s", asked->key,
		            known->version, asked->version);
	else if (known->end != BENCH_PICK_END_SURE && !question->keep_likely)
		benchi_fail(BENCH_OK, "'%.100s' was chosen without being sure", asked->key);
	else if (known->margin_ppb != asked->margin_ppb)
		benchi_fail(BENCH_OK, "'%.100s' was chosen at the margin %g, not %g", asked->key,
		            (double)known->margin_ppb / 1e9, (double)asked->margin_ppb / 1e9);
	else if (known->n != asked->n || known->set != asked->set)
		benchi_fail(BENCH_OK, "'%.100s' was chosen among other candidates, or with other values, "
		            "confidence or cold memory", asked->key);
	else if (known->table != asked->table)
		benchi_fail(BENCH_OK, "'%.100s' is %s", asked->key, known->table ? "a table" : "no table");
	else
		return 0;
	return 1;
}

/* The newest of the key and processor, or NULL. */
static const struct benchi_wisdom_entry *latest(const struct benchi_wisdom_list *list,
                                                const struct benchi_wisdom_entry *asked,
                                                int *foreign)
{
	for (size_t i = list->n; i > 0; i--) {
		const struct benchi_wisdom_entry *known = &list->entry[i - 1];

		if (strcmp(known->key, asked->key) != 0)
			continue;
		if (strcmp(known->processor, asked->processor) == 0)
			return known;
		*foreign = 1;
	}
	return NULL;
}

/* From the user's list, or from the one under it.  0: there is none, or none that answers. */
static int look_up(const bench_wisdom *wisdom, const bench_question *question,
                   const struct benchi_wisdom_entry *asked, struct benchi_wisdom_entry *found,
                   struct benchi_wisdom_entry *stale)
{
	const struct benchi_wisdom_list *list[2] = { &wisdom->known, &wisdom->under };
	int foreign = 0, known = 0;

	for (int i = 0; i < 2; i++) {
		const struct benchi_wisdom_entry *entry = latest(list[i], asked, &foreign);

		if (!entry)
			continue;
		if (!differs(question, asked, entry)) {
			*found = *entry;
			return 1;
		}
		if (!known++)
			*stale = *entry;
	}
	if (!known)
		benchi_fail(BENCH_OK, "'%.100s' was never chosen%s", asked->key,
		            foreign ? " on this processor" : "");
	return 0;
}

/* The question as an entry; and what answers it. */
static int find(bench_wisdom *wisdom, const bench_question *question, int table,
                struct benchi_wisdom_entry *found, struct benchi_wisdom_entry *stale)
{
	struct benchi_wisdom_entry asked;
	int answered;

	*stale->key = '\0';
	if (!wisdom) {
		benchi_fail(BENCH_OK, "no wisdom was loaded");
		return 0;
	}
	if (benchi_wisdom_ask(question, BENCH_NONE, wisdom->processor, &asked) != BENCH_OK)
		return 0;
	asked.table = table;
	benchi_lock_take(&benchi_wisdom_lock);
	answered = look_up(wisdom, question, &asked, found, stale);
	benchi_lock_give(&benchi_wisdom_lock);
	return answered;
}

size_t benchi_wisdom_find(bench_wisdom *wisdom, const bench_question *question,
                          struct benchi_wisdom_known *known)
{
	struct benchi_wisdom_entry found, stale;
	size_t index = BENCH_NONE, next;

	known->runner_up = known->incumbent = BENCH_NONE;
	known->end = BENCH_PICK_END_FAILED;
	if (find(wisdom, question, 0, &found, &stale)) {
		known->end = found.end;
		index = benchi_wisdom_take_choice(question, found.chosen, &known->runner_up);
		if (index == BENCH_NONE)
			benchi_fail(BENCH_OK, "'%.80s' was chosen for '%.80s', which is no candidate's name",
			            found.chosen, found.key);
	} else if (*stale.key && !stale.table)
		known->incumbent = benchi_wisdom_take_choice(question, stale.chosen, &next);
	return index;
}

size_t bench_wisdom_find(bench_wisdom *wisdom, const bench_question *question)
{
	struct benchi_wisdom_known known;

	return benchi_wisdom_find(wisdom, question, &known);
}

bench_pick_end benchi_wisdom_find_ranges(bench_wisdom *wisdom, const bench_question *question,
                                         bench_ranges *ranges)
{
	struct benchi_wisdom_entry found, stale;

	if (!find(wisdom, question, 1, &found, &stale))
		return BENCH_PICK_END_FAILED;
	if (benchi_wisdom_take_ranges(question, found.chosen, ranges))
		return found.end;
	benchi_fail(BENCH_OK, "'%.80s' was chosen for other values", found.key);
	return BENCH_PICK_END_FAILED;
}
