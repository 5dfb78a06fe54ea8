/*
 * When are two questions the same?
 *
 * When key, processor, version and margin are, and the candidates have the
 * same names in whatever order.  The names are told by one number: each one's FNV-1a hash
 * of 64 bits, stirred, and all added up, so that order does not count but repetition does.
 * A name that is missing is the index in digits, as people see it.
 *
 * When it is wrong: two unlike sets of as many names have the same number once in 2^64.
 *
 * Source: Fowler, Noll and Vo, "FNV hash", 64-bit FNV-1a; Steele, Lea and Flood 2014 for
 * stirring.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "base/detail.h"
#include "base/random.h"
#include "wisdom/wisdom.h"

static const double MARGIN = 0.005;  /* bench_options.margin, if it is 0 */

/* Candidate i's name; digits holds one that is made up. */
static const char *name_of(const bench_question *question, size_t i, char digits[24])
{
	char *to = digits + 23;

	if (question->candidates[i].name)
		return question->candidates[i].name;
	*to = '\0';
	do
		*--to = (char)('0' + i % 10);
	while (i /= 10);
	return to;
}

static uint64_t hash(const char *text)
{
	uint64_t value = 0xcbf29ce484222325u;

	for (; *text; text++)
		value = (value ^ (unsigned char)*text) * 0x100000001b3u;
	return benchi_random(&value);
}

size_t benchi_wisdom_index(const bench_question *question, const char *name)
{
	size_t index = BENCH_NONE;
	char digits[24];

	for (size_t i = 0; i < question->n; i++)
		if (strcmp(name_of(question, i, digits), name) == 0) {
			if (index != BENCH_NONE)
				return BENCH_NONE;
			index = i;
		}
	return index;
}

/* Copies what fits. */
static void copy(char *to, const char *from, size_t capacity)
{
	*to = '\0';
	strncat(to, from, capacity - 1);
}

/* Takes over which candidate it is. */
static bench_status choose(const bench_question *question, size_t index,
                           struct benchi_wisdom_entry *entry)
{
	char digits[24];
	const char *name;

	if (index >= question->n)
		return benchi_fail(BENCH_ERR_ARGUMENT, "there is no candidate %lu of %lu",
		                   (unsigned long)index, (unsigned long)question->n);
	name = name_of(question, index, digits);
	if (strlen(name) >= sizeof entry->chosen)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the name '%.40s...' has over 127 bytes", name);
	if (benchi_wisdom_index(question, name) != index)
		return benchi_fail(BENCH_ERR_ARGUMENT, "two candidates are called '%s'", name);
	copy(entry->chosen, name, sizeof entry->chosen);
	return BENCH_OK;
}

bench_status benchi_wisdom_ask(const bench_question *question, size_t index, const char *processor,
                               struct benchi_wisdom_entry *entry)
{
	double margin = question && question->options ? question->options->margin : 0;
	char digits[24];

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
	for (size_t i = 0; i < question->n; i++)
		entry->set += hash(name_of(question, i, digits));
	return index == BENCH_NONE ? BENCH_OK : choose(question, index, entry);
}
