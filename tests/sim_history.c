/*
 * How often a change is found in a history without one, and how soon real changes are found.
 *
 * By hand: make tests/sim_history && tests/sim_history tests/golden/history/noise.csv 200 prints
 * tables of 200 histories of each kind. With a third argument, "unchanged" or "step", it prints
 * the histories instead, as input for other programs: kind, scatter and step, place of the change,
 * values.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/history/history.h"

enum { CASES = 6, VALUES = 400, LINE = 4000, MOST = 1000, PROCESSES = 8, LATE = 30 };
enum kind {
	NORMAL, OUTLIERS, SPELLS, EQUAL_SPELLS, TWO_STATES, STICKY, LONG_STICKY, CORRELATED, LONGER,
	RECORDED, SHUFFLED, KINDS
};

static const char *const names[KINDS] = { "normal", "outliers", "spells", "equal spells",
	"two states", "states of 12", "states of 50", "AR(1) 0.8", "AR(1) 0.95",
	"recorded", "shuffled" };
static const double scatters[] = { .002, .005, .02 }, steps[] = { .02, .05, .1, 1 };
static const size_t lengths[] = { 10, 30, 100, 300 };

static double recorded[CASES][VALUES], x[MOST], error[MOST];
static size_t values, at[MOST], found;
static uint64_t seed = 1;

static double uniform(void)
{
	return (double)(benchi_random(&seed) >> 11) / 9007199254740992.;
}

static double normal(void)
{
	return sqrt(-2 * log(1 - uniform())) * cos(6.283185307179586 * uniform());
}

/* Reads comma-separated columns; skips the header line. */
static void load(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[LINE];

	while (file && fgets(line, sizeof line, file) && values < VALUES) {
		char *text = line, *end;
		size_t k = 0;

		for (; k < CASES; k++, text = end + (*end == ',')) {
			recorded[k][values] = strtod(text, &end);
			if (end == text)
				break;
		}
		values += k == CASES;
	}
	if (file)
		fclose(file);
}

static int by_size(const void *a, const void *b)
{
	double p = *(const double *)a, q = *(const double *)b;

	return (p > q) - (p < q);
}

/* One commit: the median of its processes, which scatter twice as much as commits do. */
static double measured(double centre, double sd, double *standard_error)
{
	double value[PROCESSES], middle;

	for (int i = 0; i < PROCESSES; i++)
		value[i] = centre * (1 + 2 * sd * normal());
	qsort(value, PROCESSES, sizeof *value, by_size);
	middle = (value[PROCESSES / 2 - 1] + value[PROCESSES / 2]) / 2;
	for (int i = 0; i < PROCESSES; i++)
		value[i] = fabs(value[i] - middle);
	qsort(value, PROCESSES, sizeof *value, by_size);
	*standard_error = 1.4826 * 1.2533 * (value[PROCESSES / 2 - 1] + value[PROCESSES / 2]) / 2
		/ sqrt(PROCESSES);
	return middle;
}

/* Simulates n commits with scatter sd. From place on the level is higher by the share step and
 * grows by creep per commit. */
static void make(enum kind kind, size_t n, double sd, size_t place, double step, double creep)
{
	const double *from = recorded[benchi_random_below(&seed, CASES)];
	size_t next = benchi_random_below(&seed, values), left = 0;
	double shift = 0, wander = 0;
	bool slow = false, other = false;

	for (size_t i = 0; i < n; i++) {
		double level = (i < place ? 1 : 1 + step) * (1 + creep * (double)i), far = 0;

		if (kind >= RECORDED) {
			next = kind == SHUFFLED ? benchi_random_below(&seed, values) : (next + 1) % values;
			x[i] = from[next] * level;
			error[i] = (double)NAN;
			continue;
		}
		slow = uniform() < (slow ? .6 : .08);
		if (!left && uniform() < .01) {
			left = 1 + (size_t)(-4 * log(1 - uniform()));
			shift = .05 + .3 * uniform();
		}
		left -= left > 0;
		if (kind == OUTLIERS && uniform() < .05)
			far = 10 * sd * normal();
		else if (kind == SPELLS && slow)
			far = .2 + uniform();
		else if (kind == EQUAL_SPELLS && left)
			far = shift;
		else if (kind == TWO_STATES && uniform() < .3)
			far = 5 * sd;
		else if (kind == STICKY || kind == LONG_STICKY) {
			other ^= uniform() < (kind == STICKY ? 1 / 12. : 1 / 50.);
			far = other * 5 * sd;
		} else if (kind == CORRELATED || kind == LONGER) {
			double r = kind == LONGER ? .95 : .8;

			far = wander = r * wander + sqrt(1 - r * r) * 2 * sd * normal();
		}
		x[i] = measured(100 * level * exp(sd * normal() + far), sd, &error[i]);
	}
}

/* Counts the found changes within one commit of place; place == n counts all. */
static size_t changes(size_t n, size_t place)
{
	const history_numbers of = { x, error, n, false };
	history_remark remark;
	size_t near = 0;

	if (history_changes(&of, &(history_rule){ .002, 20000 }, at, &found, &remark) != BENCH_OK)
		exit(2);
	for (size_t i = 0; i < found; i++)
		near += place == n || (at[i] + 1 >= place && at[i] <= place + 1);
	return near;
}

/* Number of commits after a change until it is found; LATE: not found. */
static double wait_for(size_t place)
{
	size_t k = 1;

	while (k < LATE && !changes(place + k, place))
		k++;
	return (double)k;
}

static void print(const char *kind, const char *what, size_t n, size_t place)
{
	printf("%s\t%s\t%zu", kind, what, place);
	for (size_t i = 0; i < n; i++)
		printf("\t%.9g", x[i]);
	putchar('\n');
}

/* For each kind and length: how many histories have a change, and how many changes there are. */
static void unchanged(size_t histories, bool show)
{
	static const size_t length[] = { 30, 100, 300, MOST };

	for (int kind = 0; kind < KINDS; kind++) {
		if (!show)
			printf("%-14s", names[kind]);
		for (size_t j = 0; j < sizeof length / sizeof *length; j++) {
			size_t n = length[j], wrong = 0, all = 0;

			for (size_t h = 0; h < histories; h++) {
				make((enum kind)kind, n, .005, n, 0, 0);
				if (show)
					print(names[kind], "unchanged", n, n);
				else
					all += changes(n, n);
				wrong += !show && found > 0;
			}
			if (!show)
				printf("%6zu (%zu)", wrong, all);
		}
		if (!show)
			putchar('\n');
	}
}

/* One cell of the table: the median and the 90th percentile of the number of commits until a
 * step in the middle of n is found. */
static void changed(size_t histories, double sd, double step, size_t n, bool show, double *wait)
{
	char what[64];

	snprintf(what, sizeof what, "%g%%+%g%%", 100 * sd, 100 * step);
	for (size_t h = 0; h < histories; h++) {
		make(NORMAL, n / 2 + LATE, sd, n / 2, step, 0);
		if (show)
			print("step", what, n / 2 + LATE, n / 2);
		else
			wait[h] = wait_for(n / 2);
	}
	if (!show) {
		qsort(wait, histories, sizeof *wait, by_size);
		printf("%8.0f%3.0f", wait[histories / 2], wait[histories * 9 / 10]);
	}
}

/* From the hundredth commit on each commit is slower than the one before. */
static void creep(size_t histories, double share, double *wait)
{
	for (size_t h = 0; h < histories; h++) {
		make(NORMAL, 400, .005, 400, 0, 0);
		for (size_t i = 100; i < 400; i++)
			x[i] *= 1 + share * (double)(i - 99);
		wait[h] = 300;
		for (size_t n = 102; n < 400 && wait[h] > 299; n += 2)
			if (changes(n, n))
				wait[h] = (double)n - 100;
	}
	qsort(wait, histories, sizeof *wait, by_size);
	printf("creep of %g %% per commit: %.0f commits, %.0f\n", 100 * share, wait[histories / 2],
		wait[histories * 9 / 10]);
}

int main(int argc, char **argv)
{
	size_t histories = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	double *wait = malloc((histories + 1) * sizeof *wait);
	bool show = argc > 3;

	if (argc > 2)
		load(argv[1]);
	if (!wait || !values || !histories)
		return 2;
	if (!show)
		printf("Of %zu unchanged histories of 30, 100, 300 and %d commits have a change (all "
			"changes):\n", histories, MOST);
	if (!show || !strcmp(argv[3], "unchanged"))
		unchanged(histories, show);
	if (!show)
		puts("Commits after a step until it is found, median and 90 %, of 10, 30, 100 and 300:");
	for (size_t i = 0; i < 12 && (!show || !strcmp(argv[3], "step")); i++) {
		if (!show)
			printf("scatter %3.1f %%, step %3.0f %%:", 100 * scatters[i / 4], 100 * steps[i % 4]);
		for (size_t j = 0; j < 4; j++)
			changed(histories, scatters[i / 4], steps[i % 4], lengths[j], show, wait);
		if (!show)
			putchar('\n');
	}
	for (size_t i = 0; i < 3 && !show; i++)
		creep(histories, (double[]){ .0005, .001, .003 }[i], wait);
	free(wait);
	return 0;
}
