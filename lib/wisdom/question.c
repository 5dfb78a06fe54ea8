/*
 * Identifies a question: the candidates' names, key, version and margin.
 *
 * Two questions are the same if key, processor, version and margin are equal, the candidates have
 * the same names in any order, and the values, the confidence and what is cold are the same.  One
 * number stands for the names: the sum of their mixed 64-bit FNV-1a hashes, so that order does
 * not matter but repetition does.  What else differs from the defaults is added to it, mixed
 * likewise.
 * A missing name is the index in digits, as reports show it.
 *
 * Wrong when two different sets of equally many names have the same number: once in 2^64.
 *
 * Source: Fowler, Noll and Vo, "FNV hash", 64-bit FNV-1a; Steele, Lea and Flood 2014 for
 * mixing.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "base/detail.h"
#include "base/random.h"
#include "compare/choice.h"
#include "wisdom/names.h"
#include "wisdom/question.h"
#include "wisdom/wisdom.h"

static const double MARGIN = 0.005, CONFIDENCE = 0.99;  /* bench_pick_options', if they are 0 */

enum { IN_COLD = 1, OF_CONFIDENCE, AT_VALUE };

static uint64_t hash(const char *text)
{
	uint64_t value = 0xcbf29ce484222325u;

	for (; *text; text++)
		value = (value ^ (unsigned char)*text) * 0x100000001b3u;
	return benchi_random(&value);
}

static uint64_t mix(uint64_t a, uint64_t b)
{
	uint64_t state = a;

	state = benchi_random(&state) ^ b;
	return benchi_random(&state);
}

/* What else the answer depends on: the values and their shares, in any order, the confidence, and
 * whether memory is cold.  0 with the defaults. */
static uint64_t circumstances(const bench_question *question)
{
	const bench_pick_options *o = question->options;
	uint64_t set = question->n > 0 && question->candidates[0].cold
		? mix(IN_COLD, question->candidates[0].cold) : 0;
	double sum = 0;

	if (o && o->confidence > 0 && o->confidence < 1 && o->confidence != CONFIDENCE)
		set += mix(OF_CONFIDENCE, (uint64_t)(o->confidence * 1e9 + 0.5));
	for (size_t i = 0; o && o->values && i < o->value_count; i++)
		sum += o->values[i].weight;
	for (size_t i = 0; o && o->values && i < o->value_count; i++) {
		double share = o->values[i].weight / sum;

		set += mix(mix(AT_VALUE, o->values[i].value),
			share >= 0 && share <= 1 ? (uint64_t)(share * 1e9 + 0.5) : 0);
	}
	return set;
}

/* Copies what fits. */
static void copy(char *to, const char *from, size_t capacity)
{
	*to = '\0';
	strncat(to, from, capacity - 1);
}

/* Copies the index and name of a candidate. */
static bench_status choose(const bench_question *question, size_t index,
                           struct benchi_wisdom_entry *entry)
{
	char digits[BENCHI_DIGITS];
	const char *name;

	if (index >= question->n)
		return benchi_fail(BENCH_ERR_ARGUMENT, "there is no candidate %lu of %lu",
		                   (unsigned long)index, (unsigned long)question->n);
	name = benchi_candidate_name(question->candidates, index, digits);
	if (strlen(name) >= BENCHI_WISDOM_WORD)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the name '%.40s...' has over 127 bytes", name);
	if (benchi_candidate_find(question->candidates, question->n, name) != index)
		return benchi_fail(BENCH_ERR_ARGUMENT, "two candidates are called '%s'", name);
	benchi_wisdom_put_choice(question, index, BENCH_NONE, entry->chosen, sizeof entry->chosen);
	return BENCH_OK;
}

bench_status benchi_wisdom_ask(const bench_question *question, size_t index, const char *processor,
                               struct benchi_wisdom_entry *entry)
{
	double margin = question && question->options ? question->options->margin : 0;
	char digits[BENCHI_DIGITS];

	memset(entry, 0, sizeof *entry);
	if (!question || !question->key || (!question->candidates && question->n > 0))
		return benchi_fail(BENCH_ERR_ARGUMENT, "a question without key or candidates");
	if (!*question->key || strlen(question->key) >= sizeof entry->key)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the key is '%.40s', expected 1 to 127 bytes",
		                   question->key);
	if (!(margin >= 0 && margin < 1))
		return benchi_fail(BENCH_ERR_ARGUMENT, "margin is %g, expected 0 to below 1", margin);
	copy(entry->key, question->key, sizeof entry->key);
	copy(entry->processor, processor, sizeof entry->processor);
	strcpy(entry->version, BENCHI_WISDOM_METHOD);
	if (question->version) {
		if (strlen(question->version) >= sizeof entry->version - sizeof BENCHI_WISDOM_METHOD)
			return benchi_fail(BENCH_ERR_ARGUMENT, "the version is '%.40s...', expected at most"
			                   " 61 bytes", question->version);
		strcat(strcat(entry->version, "/"), question->version);
	}
	entry->end = BENCH_PICK_END_SURE;
	entry->margin_ppb = (uint64_t)((margin > 0 ? margin : MARGIN) * 1e9 + 0.5);
	entry->n = question->n;
	entry->set = circumstances(question);
	for (size_t i = 0; i < question->n; i++)
		entry->set += hash(benchi_candidate_name(question->candidates, i, digits));
	return index == BENCH_NONE ? BENCH_OK : choose(question, index, entry);
}
