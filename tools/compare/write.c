/*
 * Comparisons for programs: one flat object, or one row, a comparison; numbers in
 * full precision, null (JSON) or nothing (CSV) where there is none.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/detail.h"
#include "base/number.h"
#include "data/escape.h"
#include "stats/prepared.h"
#include "tools/keys.h"
#include "tools/parallel.h"

static void json_object(const keys *k)
{
	char number[BENCHI_NUMBER_TEXT];

	for (size_t i = 0; i < k->n; i++) {
		printf("%s\n    \"%s\": ", i ? "," : "", k->key[i].name);
		if (k->key[i].text)
			benchi_json_text(stdout, k->key[i].text);
		else
			fputs(benchi_number_text(k->key[i].number, number), stdout);
	}
}

static void csv_row(const keys *k)
{
	char number[BENCHI_NUMBER_TEXT];

	for (size_t i = 0; i < k->n; i++) {
		if (i)
			putchar(',');
		if (k->key[i].text)
			benchi_csv_text(stdout, k->key[i].text);
		else if (k->key[i].number == k->key[i].number)
			fputs(benchi_number_text(k->key[i].number, number), stdout);
	}
	putchar('\n');
}

/* Comparisons that are filled in at the same time, half of them by each of two threads. */
enum { BATCH = 64 };

typedef struct part {
	const job *job;
	size_t first, n;
	keys *keys;      /* of each */
	bool no_memory;
} part;

static void fill(void *arg)
{
	part *p = arg;

	for (size_t i = 0; i < p->n; i++)
		if (keys_fill(p->job, &p->job->comparison[p->first + i], &p->keys[i]) != BENCH_OK)
			p->no_memory = true;
}

/* Sorts what threads share: two comparisons may have one set. */
static bool sort(const job *j, size_t first, size_t n)
{
	bench_status status = BENCH_OK;

	for (size_t i = first; i < first + n && status == BENCH_OK; i++) {
		status = benchi_prepared_sort(&j->comparison[i].base->values);
		if (status == BENCH_OK)
			status = benchi_prepared_sort(&j->comparison[i].test->values);
	}
	return status == BENCH_OK;
}

/* The keys of n comparisons.  A whole batch is as much work as sorting PARALLEL_MIN numbers. */
static bool fill_batch(const job *j, size_t first, size_t n, keys *k)
{
	part a = { j, first, n / 2, k, false }, b = { j, first + n / 2, n - n / 2, k + n / 2, false };

	parallel_two(n == BATCH && sort(j, first, n) ? PARALLEL_MIN : 0, fill, &a, &b);
	return !a.no_memory && !b.no_memory;
}

/* The keys of a batch, or NULL after benchi_fail. */
static keys *new_keys(void)
{
	keys *k = malloc(BATCH * sizeof *k);

	if (!k)
		benchi_fail(BENCH_ERR_MEMORY, "out of memory for the output");
	for (size_t i = 0; k && i < BATCH; i++)
		k[i].df = (double)NAN;
	return k;
}

/* Calls print for each comparison, in order, and frees k.  0, or -1 after benchi_fail. */
static int print_each(const job *j, keys *k, void (*print)(const keys *k, size_t i))
{
	size_t n = BATCH;
	bool whole = true;

	for (size_t first = 0; first < j->comparisons; first += n) {
		if (n > j->comparisons - first)
			n = j->comparisons - first;
		whole = fill_batch(j, first, n, k) && whole;
		for (size_t i = 0; i < n; i++)
			print(&k[i], first + i);
	}
	free(k);
	if (!whole)
		benchi_fail(BENCH_ERR_MEMORY, "out of memory for the tests");
	return whole ? 0 : -1;
}

static void print_object(const keys *k, size_t i)
{
	fputs(i ? ", {" : "{", stdout);
	json_object(k);
	fputs("\n  }", stdout);
}

int compare_print_json(const job *j)
{
	keys *k = new_keys();
	int status;

	if (!k)
		return -1;
	printf("{\n  \"libbench\": 1,\n  \"correction\": \"%s\",\n  \"comparisons\": [",
	       j->comparisons < 2 ? "none" : j->settings.question.anytime ? "bonferroni" : "holm");
	status = print_each(j, k, print_object);
	puts("]\n}");
	return status;
}

static void print_row(const keys *k, size_t i)
{
	for (size_t n = 0; n < k->n && !i; n++)
		printf("%s%s", n ? "," : "", k->key[n].name);
	if (!i)
		putchar('\n');
	csv_row(k);
}

int compare_print_csv(const job *j)
{
	keys *k = new_keys();

	return k ? print_each(j, k, print_row) : -1;
}
