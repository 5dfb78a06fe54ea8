/*
 * Comparisons for programs: one flat object, or one row, a comparison; numbers in
 * full precision, null (JSON) or nothing (CSV) where there is none.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/detail.h"
#include "base/number.h"
#include "tools/keys.h"
#include "data/escape.h"

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

static keys *new_keys(void)
{
	keys *k = malloc(sizeof *k);

	if (!k)
		benchi_fail(BENCH_ERR_MEMORY, "out of memory for the output");
	return k;
}

int compare_print_json(const job *j)
{
	keys *k = new_keys();
	int status = 0;

	if (!k)
		return -1;
	printf("{\n  \"libbench\": 1,\n  \"correction\": \"%s\",\n  \"comparisons\": [",
	       j->comparisons < 2 ? "none" : j->settings.question.anytime ? "bonferroni" : "holm");
	for (size_t i = 0; i < j->comparisons; i++) {
		status |= keys_fill(j, &j->comparison[i], k) != BENCH_OK;
		fputs(i ? ", {" : "{", stdout);
		json_object(k);
		fputs("\n  }", stdout);
	}
	puts("]\n}");
	free(k);
	return -status;
}

int compare_print_csv(const job *j)
{
	keys *k = new_keys();
	int status = 0;

	if (!k)
		return -1;
	for (size_t i = 0; i < j->comparisons; i++) {
		status |= keys_fill(j, &j->comparison[i], k) != BENCH_OK;
		for (size_t n = 0; n < k->n && !i; n++)
			printf("%s%s", n ? "," : "", k->key[n].name);
		if (!i)
			putchar('\n');
		csv_row(k);
	}
	free(k);
	return -status;
}
