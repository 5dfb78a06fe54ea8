/*
 * How often does a history without a change have one, and where are changes found?  By hand:
 *	make tests/sim_history && tests/sim_history tests/golden/history/noise.csv 200 300 0.03
 * Histories of 300 of a file's recorded values, from a random place on, once at random and once in
 * the recorded order, with a change of 3 % at a random place of the middle three fifths.
 * A last argument "series" prints them instead, a line each, the change's place first.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/history/history.h"

enum { CASES = 100, VALUES = 10000, LINE = 4000 };

static double recorded[CASES][VALUES];
static size_t cases, values;

/* Columns of numbers with commas, below a line of names. */
static void load(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[LINE];

	while (file && fgets(line, sizeof line, file)) {
		char *at = line, *end;
		size_t k = 0;

		while (k < CASES && values < VALUES) {
			recorded[k][values] = strtod(at, &end);
			if (end == at)
				break;
			k++;
			at = end + (*end == ',');
		}
		cases = k ? k : cases;
		values += k > 0;
	}
	if (file)
		fclose(file);
}

/* Fills x in; returns the change's place. */
static size_t make(double *x, size_t n, double change, bool shuffled, uint64_t *random)
{
	const double *from = recorded[benchi_random_below(random, cases)];
	size_t place = n / 5 + benchi_random_below(random, n * 3 / 5);
	size_t at = benchi_random_below(random, values);

	for (size_t i = 0; i < n; i++, at++) {
		if (shuffled)
			at = benchi_random_below(random, values);
		x[i] = from[at % values] * (i < place ? 1 : 1 + change);
	}
	return place;
}

int main(int argc, char **argv)
{
	size_t histories = argc > 4 ? strtoul(argv[2], NULL, 10) : 0;
	size_t n = argc > 4 ? strtoul(argv[3], NULL, 10) : 0;
	double change = argc > 4 ? strtod(argv[4], NULL) : 0;
	double *x = malloc((n + 1) * sizeof *x);
	size_t *at = malloc((n + 1) * sizeof *at), found;
	uint64_t random = 1;

	if (argc > 4)
		load(argv[1]);
	if (!x || !at || !cases || n < 5)
		return 2;
	for (int shuffled = 1; shuffled >= 0; shuffled--) {
		size_t right = 0, wrong = 0;

		for (size_t h = 0; h < histories; h++) {
			size_t place = make(x, n, change, shuffled, &random), near = 0;

			printf(argc > 5 ? "%zu" : "", place);
			for (size_t i = 0; i < n && argc > 5; i++)
				printf(" %.9g%s", x[i], i + 1 < n ? "" : "\n");
			if (history_changes(&(history_numbers){ x, NULL, n, false },
			                    &(history_rule){ .002, 20000 }, at, &found, NULL) != BENCH_OK)
				return 2;
			for (size_t i = 0; i < found && (change < 0 || change > 0); i++)
				near += at[i] + 1 >= place && at[i] <= place + 1;
			right += near > 0;
			wrong += found > near;
		}
		printf("%s: %zu of %zu histories have the change within one commit, %zu another one\n",
			shuffled ? "at random" : "as recorded", right, histories, wrong);
	}
	free(x);
	free(at);
	return 0;
}
