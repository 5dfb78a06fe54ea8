/*
 * `bench ministat`: prints the output of ministat for these sets.
 *
 * A stand-in for Debian's ministat(1): the same options, the same bytes, the same exit
 * statuses, since scripts depend on them, with what it gets wrong (see
 * bench-ministat(1)).  Where ministat crashes, this prints an error.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

#include <errno.h>
#include <limits.h>

#include "tools/ministat/ministat.h"

#define MINISTAT_SETS 7

/* The marks of the sets; two sets in one place show the mark of both numbers or-ed. */
#define MINISTAT_MARKS " x+*%#@O"

/*
 * Orders values as ministat does.
 *
 * Where a NaN or a negative zero makes that depend on how it sorts: a merge sort of
 * halves, left before right, as C libraries' qsort commonly is.
 */

static void merge(double *x, double *scratch, size_t n)
{
	size_t left = n / 2, i = 0, j = left, out = 0;

	if (n < 2)
		return;
	merge(x, scratch, left);
	merge(x + left, scratch, n - left);
	while (i < left && j < n)
		scratch[out++] = x[i] > x[j] ? x[j++] : x[i++];
	memcpy(scratch + out, x + i, (left - i) * sizeof *x);
	memcpy(x, scratch, (out + left - i) * sizeof *x);
}

/* Sorts stably, with NaN held equal to everything, halves first.  -1: out of memory. */
static int ministat_merge_sort(double *x, size_t n)
{
	double *scratch = malloc(n * sizeof *scratch);

	if (!scratch)
		return -1;
	merge(x, scratch, n);
	free(scratch);
	return 0;
}

/*
 * Draws ministat's plot: all values on one scale.
 *
 * A column of the plot is a bin; the values of a set are stacked in it, the sets over
 * each other, and below stands a bar a set: mean +/- one deviation, median M, mean A.
 * Kept from ministat, since people compare its output: a set whose highest stack is
 * lower than that of an earlier one cuts the earlier one off, and a bin of several
 * sets shows the mark of their numbers or-ed.
 */

typedef struct plot {
	size_t sets, width, bars;
	double x0, dx;               /* a value's column is (value - x0) / dx, cut */
	size_t *count;               /* sets * width: how many stand in the bin */
	size_t highest[MINISTAT_SETS];
	char *bar;                   /* bars * width */
} plot;

/* The column of a value.  -1 (never drawn) where it lies outside. */
static long column(const plot *p, double value)
{
	double x = (value - p->x0) / p->dx;

	return x > -1 && x < (double)p->width ? (long)x : -1;
}

/* Widens the scale to a value; a NaN widens nothing. */
static void widen(double value, double *min, double *max)
{
	if (value < *min)
		*min = value;
	if (value > *max)
		*max = value;
}

static void fill_bins(plot *p, const ministat_set *set, size_t k)
{
	size_t *count = p->count + k * p->width, inside = 0;

	for (size_t i = 0; i < set->n; i++) {
		long x = column(p, set->x[i]);

		if (p->width && x >= 0)
			count[x]++;
		inside += !p->width;
	}
	p->highest[k] = inside;
	for (size_t x = 0; x < p->width; x++)
		if (count[x] > p->highest[k])
			p->highest[k] = count[x];
}

static void draw_bar(plot *p, const ministat_set *set, size_t k)
{
	char *bar = p->bar + (p->bars > 1 ? k : 0) * p->width;
	long first = column(p, set->mean - set->deviation);
	long last = column(p, set->mean + set->deviation);
	long median = column(p, set->median), mean = column(p, set->mean);

	if (first >= 0 && last >= 0) {
		bar[first] = '|';
		for (long x = first + 1; x < last; x++)
			if (bar[x] == ' ')
				bar[x] = '_';
		bar[last] = '|';
	}
	if (median >= 0)
		bar[median] = 'M';
	if (mean >= 0)
		bar[mean] = 'A';
}

/* Later sets cut earlier ones off: no set is seen above the lowest that follows it. */
static void cut_stacks(plot *p)
{
	size_t limit = SIZE_MAX;

	for (size_t k = p->sets; k-- > 0;) {
		limit = p->highest[k] < limit ? p->highest[k] : limit;
		for (size_t x = 0; x < p->width; x++)
			if (p->count[k * p->width + x] > limit)
				p->count[k * p->width + x] = limit;
	}
}

/* A frame's edge: +---+. */
static void print_edge(const plot *p)
{
	putchar('+');
	for (size_t x = 0; x < p->width; x++)
		putchar('-');
	puts("+");
}

/* A line of the frame: |...|. */
static void print_line(const plot *p, char *line)
{
	line[0] = line[p->width + 1] = '|';
	line[p->width + 2] = '\n';
	fwrite(line, 1, p->width + 3, stdout);
}

static int print_plot(const plot *p)
{
	char *line = malloc(p->width + 3);

	if (!line)
		return -1;
	print_edge(p);
	for (size_t row = p->highest[p->sets - 1]; row > 0; row--) {
		for (size_t x = 0; x < p->width; x++) {
			unsigned mark = 0;

			for (size_t k = 0; k < p->sets; k++)
				if (p->count[k * p->width + x] >= row)
					mark |= (unsigned)k + 1;
			line[x + 1] = MINISTAT_MARKS[mark];
		}
		print_line(p, line);
	}
	for (size_t i = 0; i < p->bars; i++) {
		memcpy(line + 1, p->bar + i * p->width, p->width);
		print_line(p, line);
	}
	print_edge(p);
	free(line);
	return 0;
}

static int draw(plot *p, const ministat_set *set)
{
	p->count = calloc(p->sets * p->width + 1, sizeof *p->count);
	p->bar = malloc(p->bars * p->width + 1);
	if (!p->count || !p->bar)
		return -1;
	memset(p->bar, ' ', p->bars * p->width + 1);
	for (size_t k = 0; k < p->sets; k++) {
		fill_bins(p, &set[k], k);
		if (p->width)
			draw_bar(p, &set[k], k);
	}
	cut_stacks(p);
	return print_plot(p);
}

/* The length of the scale that holds all sets; its lower end through *min. */
static double scale(const ministat_set *set, size_t sets, double *min)
{
	double max = -HUGE_VAL;

	*min = HUGE_VAL;
	for (size_t k = 0; k < sets; k++) {
		widen(set[k].min, min, &max);
		widen(set[k].max, min, &max);
		widen(set[k].mean - set[k].deviation, min, &max);
		widen(set[k].mean + set[k].deviation, min, &max);
	}
	return max - *min;
}

bool ministat_plottable(const ministat_set *set, size_t sets, int width)
{
	double min, span = scale(set, sets, &min);

	if (span == 0)
		return true;
	for (size_t k = 0; k < sets; k++)
		if (!isfinite(set[k].mean))
			return false;
	return isfinite(span) && width != 1;
}

int ministat_plot(const ministat_set *set, size_t sets, int width, bool separate)
{
	double min, span = scale(set, sets, &min);
	plot p;
	int status;

	if (span == 0) {
		puts("[no plot, span is zero width]");
		return 0;
	}
	memset(&p, 0, sizeof p);
	p.sets = sets;
	p.width = (size_t)width;
	p.bars = separate ? sets : 1;
	p.dx = span / (width - 1.0);
	p.x0 = min - .5 * p.dx;
	status = draw(&p, set);
	free(p.count);
	free(p.bar);
	return status;
}

/*
 * The quantiles of Student's t that ministat uses.
 *
 * Three decimals, in thousandths, from 4 degrees of freedom (two sets of three) to
 * 100; beyond that the normal distribution's.  The columns are the two-sided 80, 90,
 * 95, 98 and 99 %; the last, called 99.5 %, holds the two-sided 99.8 %.  They are the
 * distribution's own values rounded, but for six of the last column (7 to 12
 * degrees), which are cut or off by up to 0.003 as in the printed tables.
 */

#define FIRST 4
#define LAST 100

const double ministat_confidence[MINISTAT_LEVELS] = { 80, 90, 95, 98, 99, 99.5 };

static const unsigned short normal[MINISTAT_LEVELS] =
	{ 1282, 1645, 1960, 2326, 2576, 3090 };

static const unsigned short table[LAST - FIRST + 1][MINISTAT_LEVELS] = {
	{ 1533, 2132, 2776, 3747, 4604, 7173 }, { 1476, 2015, 2571, 3365, 4032, 5893 },
	{ 1440, 1943, 2447, 3143, 3707, 5208 }, { 1415, 1895, 2365, 2998, 3499, 4782 },
	{ 1397, 1860, 2306, 2896, 3355, 4499 }, { 1383, 1833, 2262, 2821, 3250, 4296 },
	{ 1372, 1812, 2228, 2764, 3169, 4143 }, { 1363, 1796, 2201, 2718, 3106, 4024 },
	{ 1356, 1782, 2179, 2681, 3055, 3929 }, { 1350, 1771, 2160, 2650, 3012, 3852 },
	{ 1345, 1761, 2145, 2624, 2977, 3787 }, { 1341, 1753, 2131, 2602, 2947, 3733 },
	{ 1337, 1746, 2120, 2583, 2921, 3686 }, { 1333, 1740, 2110, 2567, 2898, 3646 },
	{ 1330, 1734, 2101, 2552, 2878, 3610 }, { 1328, 1729, 2093, 2539, 2861, 3579 },
	{ 1325, 1725, 2086, 2528, 2845, 3552 }, { 1323, 1721, 2080, 2518, 2831, 3527 },
	{ 1321, 1717, 2074, 2508, 2819, 3505 }, { 1319, 1714, 2069, 2500, 2807, 3485 },
	{ 1318, 1711, 2064, 2492, 2797, 3467 }, { 1316, 1708, 2060, 2485, 2787, 3450 },
	{ 1315, 1706, 2056, 2479, 2779, 3435 }, { 1314, 1703, 2052, 2473, 2771, 3421 },
	{ 1313, 1701, 2048, 2467, 2763, 3408 }, { 1311, 1699, 2045, 2462, 2756, 3396 },
	{ 1310, 1697, 2042, 2457, 2750, 3385 }, { 1309, 1696, 2040, 2453, 2744, 3375 },
	{ 1309, 1694, 2037, 2449, 2738, 3365 }, { 1308, 1692, 2035, 2445, 2733, 3356 },
	{ 1307, 1691, 2032, 2441, 2728, 3348 }, { 1306, 1690, 2030, 2438, 2724, 3340 },
	{ 1306, 1688, 2028, 2434, 2719, 3333 }, { 1305, 1687, 2026, 2431, 2715, 3326 },
	{ 1304, 1686, 2024, 2429, 2712, 3319 }, { 1304, 1685, 2023, 2426, 2708, 3313 },
	{ 1303, 1684, 2021, 2423, 2704, 3307 }, { 1303, 1683, 2020, 2421, 2701, 3301 },
	{ 1302, 1682, 2018, 2418, 2698, 3296 }, { 1302, 1681, 2017, 2416, 2695, 3291 },
	{ 1301, 1680, 2015, 2414, 2692, 3286 }, { 1301, 1679, 2014, 2412, 2690, 3281 },
	{ 1300, 1679, 2013, 2410, 2687, 3277 }, { 1300, 1678, 2012, 2408, 2685, 3273 },
	{ 1299, 1677, 2011, 2407, 2682, 3269 }, { 1299, 1677, 2010, 2405, 2680, 3265 },
	{ 1299, 1676, 2009, 2403, 2678, 3261 }, { 1298, 1675, 2008, 2402, 2676, 3258 },
	{ 1298, 1675, 2007, 2400, 2674, 3255 }, { 1298, 1674, 2006, 2399, 2672, 3251 },
	{ 1297, 1674, 2005, 2397, 2670, 3248 }, { 1297, 1673, 2004, 2396, 2668, 3245 },
	{ 1297, 1673, 2003, 2395, 2667, 3242 }, { 1297, 1672, 2002, 2394, 2665, 3239 },
	{ 1296, 1672, 2002, 2392, 2663, 3237 }, { 1296, 1671, 2001, 2391, 2662, 3234 },
	{ 1296, 1671, 2000, 2390, 2660, 3232 }, { 1296, 1670, 2000, 2389, 2659, 3229 },
	{ 1295, 1670, 1999, 2388, 2657, 3227 }, { 1295, 1669, 1998, 2387, 2656, 3225 },
	{ 1295, 1669, 1998, 2386, 2655, 3223 }, { 1295, 1669, 1997, 2385, 2654, 3220 },
	{ 1295, 1668, 1997, 2384, 2652, 3218 }, { 1294, 1668, 1996, 2383, 2651, 3216 },
	{ 1294, 1668, 1995, 2382, 2650, 3214 }, { 1294, 1667, 1995, 2382, 2649, 3213 },
	{ 1294, 1667, 1994, 2381, 2648, 3211 }, { 1294, 1667, 1994, 2380, 2647, 3209 },
	{ 1293, 1666, 1993, 2379, 2646, 3207 }, { 1293, 1666, 1993, 2379, 2645, 3206 },
	{ 1293, 1666, 1993, 2378, 2644, 3204 }, { 1293, 1665, 1992, 2377, 2643, 3202 },
	{ 1293, 1665, 1992, 2376, 2642, 3201 }, { 1293, 1665, 1991, 2376, 2641, 3199 },
	{ 1292, 1665, 1991, 2375, 2640, 3198 }, { 1292, 1664, 1990, 2374, 2640, 3197 },
	{ 1292, 1664, 1990, 2374, 2639, 3195 }, { 1292, 1664, 1990, 2373, 2638, 3194 },
	{ 1292, 1664, 1989, 2373, 2637, 3193 }, { 1292, 1663, 1989, 2372, 2636, 3191 },
	{ 1292, 1663, 1989, 2372, 2636, 3190 }, { 1292, 1663, 1988, 2371, 2635, 3189 },
	{ 1291, 1663, 1988, 2370, 2634, 3188 }, { 1291, 1663, 1988, 2370, 2634, 3187 },
	{ 1291, 1662, 1987, 2369, 2633, 3185 }, { 1291, 1662, 1987, 2369, 2632, 3184 },
	{ 1291, 1662, 1987, 2368, 2632, 3183 }, { 1291, 1662, 1986, 2368, 2631, 3182 },
	{ 1291, 1662, 1986, 2368, 2630, 3181 }, { 1291, 1661, 1986, 2367, 2630, 3180 },
	{ 1291, 1661, 1986, 2367, 2629, 3179 }, { 1291, 1661, 1985, 2366, 2629, 3178 },
	{ 1290, 1661, 1985, 2366, 2628, 3177 }, { 1290, 1661, 1985, 2365, 2627, 3176 },
	{ 1290, 1661, 1984, 2365, 2627, 3175 }, { 1290, 1660, 1984, 2365, 2626, 3175 },
	{ 1290, 1660, 1984, 2364, 2626, 3174 },
};

/* The t quantile of that many degrees of freedom at ministat_confidence[level]. */
static double ministat_quantile(size_t freedom, size_t level)
{
	if (freedom > LAST)
		return normal[level] / 1000.0;
	return freedom < FIRST ? table[0][level] / 1000.0 : table[freedom - FIRST][level] / 1000.0;
}

#define DEFAULT_WIDTH 74
#define WIDTH_MOST 100000   /* its plot takes 8 bytes a column and set */
#define PIECE 8191 /* of a longer line, read as a line of its own */

typedef struct settings {
	benchi_plain plain;
	size_t level; /* of confidence */
	int width;
	bool no_test, no_plot, separate;
} settings;

static int usage(const char *why)
{
	fprintf(stderr, "%s\n", why);
	fputs("Usage: ministat [-C column] [-c confidence] [-d delimiter(s)] [-Ans] [-w width] "
	      "[file [file ...]]\n"
	      "\tconfidence = {80%, 90%, 95%, 98%, 99%, 99.5%}\n"
	      "\t-A : print statistics only. suppress the graph.\n"
	      "\t-C : column number to extract (starts and defaults to 1)\n"
	      "\t-d : delimiter(s) string, default to \" \\t\"\n"
	      "\t-n : print summary statistics only, no graph/test\n"
	      "\t-s : print avg/median/stddev bars on separate lines\n"
	      "\t-w : width of graph/test output (default 74 or terminal width)\n", stderr);
	return EXIT_MISUSE;
}

static int help(void)
{
	puts("bench ministat: the command line and the output of ministat(1)\n"
	     "\n"
	     "usage: bench ministat [OPTION...] [FILE...]\n"
	     "\n"
	     "  -A             no plot\n"
	     "  -n             no plot and no test\n"
	     "  -s             bars of mean and deviation on lines of their own\n"
	     "  -C COLUMN      read this field of each line (1)\n"
	     "  -d CHARS       characters between fields (blank and tab)\n"
	     "  -c LEVEL       80, 90, 95, 98, 99 or 99.5 (95)\n"
	     "  -w WIDTH       columns of the plot (74, or the terminal's)\n"
	     "\n"
	     "Up to seven files, '-' or none for standard input.  bench-ministat(1) lists its\n"
	     "errors, which 'bench compare' does not have.");
	return 0;
}

/* A whole number; below 0 as -1. */
static bool whole(const char *text, int *value)
{
	bool negative = *text == '-';
	uint64_t found;

	if (!benchi_whole(text + negative, INT_MAX, &found))
		return false;
	*value = negative ? -1 : (int)found;
	return true;
}

static int take_level(settings *s, const char *text)
{
	double level = 0;
	const char *end = benchi_read_number_c(text, &level);

	if (*(end ? end : text))
		return usage("Not a floating point number");
	for (s->level = 0; s->level < MINISTAT_LEVELS; s->level++)
		if (level == ministat_confidence[s->level])
			return 0;
	return usage("No support for confidence level");
}

static int take_column(settings *s, const char *text)
{
	int column;

	if (!whole(text, &column))
		return usage("Invalid column number.");
	if (column <= 0)
		return usage("Column number should be positive.");
	s->plain.column = (size_t)column;
	return 0;
}

static int take_width(settings *s, const char *text)
{
	if (!whole(text, &s->width))
		return usage("Invalid width, not a number.");
	if (s->width > WIDTH_MOST)
		return usage("Invalid width, more than 100000.");
	return s->width < 0 ? usage("Unable to move beyond left margin.") : 0;
}

static int take_option(settings *s, int letter, const char *value)
{
	switch (letter) {
	case 'A':
		s->no_plot = true;
		return 0;
	case 'n':
		s->no_plot = s->no_test = true;
		return 0;
	case 's':
		s->separate = true;
		return 0;
	case 'C':
		return take_column(s, value);
	case 'c':
		return take_level(s, value);
	case 'd':
		s->plain.delimiters = value;
		return *value ? 0 : usage("Can't use empty delimiter string");
	case 'w':
		return take_width(s, value);
	default:
		fprintf(stderr, letter == BENCHI_OPTION_BARE
		                ? "ministat: option requires an argument -- '%s'\n"
		                : "ministat: invalid option -- '%s'\n", value);
		return usage("Unknown option");
	}
}

/* Reads one file, or prints an error. */
static int read_set(const settings *s, const char *path, ministat_set *set)
{
	bool standard = !strcmp(path, "-");
	FILE *file = standard ? stdin : fopen(path, "r");
	int error = errno;
	benchi_set values = { .benchmark = "", .metric = "", .unit = "", .config = "" };
	bench_status status;
	benchi_input in;
	size_t line;

	set->name = benchi_utf8_clean(standard ? "<stdin>" : path, 1);
	if (!file) {
		fprintf(stderr, "ministat: Cannot open %s: %s\n", set->name ? set->name : "",
			strerror(error));
		return 1;
	}
	status = benchi_input_open(&in, file, path);
	in.piece = PIECE;
	if (!status)
		status = benchi_read_plain(&in, &s->plain, &values);
	line = in.line;
	benchi_input_close(&in);
	if (!standard)
		fclose(file);
	set->x = values.x;
	set->n = values.n;
	if (!set->name)
		return complain("ministat", "out of memory");
	if (status == BENCH_ERR_INPUT)
		fprintf(stderr, "ministat: Invalid data on line %zu in %s\n", line, set->name);
	else if (status)
		fprintf(stderr, "ministat: %s\n", bench_detail());
	else if (set->n < 3)
		fprintf(stderr, "Dataset %s must contain at least 3 data points\n", set->name);
	return status || set->n < 3 ? EXIT_MISUSE : 0;
}

int ministat_describe(ministat_set *set)
{
	double sum = 0, squares = 0, n = (double)set->n;
	bool plain_order = true;

	for (size_t i = 0; i < set->n; i++) {
		double x = set->x[i];

		sum += x;
		squares += x * x;
		plain_order = plain_order && (x < 0 || x > 0 || (x == 0 && !signbit(x)));
	}
	set->mean = sum / n;
	set->variance = (squares - sum * sum / n) / (n - 1.0);
	set->deviation = sqrt(set->variance);
	if (!plain_order && ministat_merge_sort(set->x, set->n))
		return -1;
	set->median = plain_order ? benchi_select(set->x, set->n, set->n / 2) : set->x[set->n / 2];
	set->min = set->max = set->x[0];
	for (size_t i = 0; plain_order && i < set->n; i++) {
		set->min = set->x[i] < set->min ? set->x[i] : set->min;
		set->max = set->x[i] > set->max ? set->x[i] : set->max;
	}
	if (!plain_order)
		set->max = set->x[set->n - 1];
	return 0;
}

/* The difference of a set from the first, and whether it is proven. */
static void print_test(const ministat_set *base, const ministat_set *set, size_t level)
{
	double n1 = (double)base->n, n2 = (double)set->n;
	double t = ministat_quantile(base->n + set->n - 2, level);
	double pooled = sqrt(((n1 - 1) * base->variance + (n2 - 1) * set->variance) / (n1 + n2 - 2));
	double difference = set->mean - base->mean;
	double width = t * (pooled * sqrt(1.0 / n1 + 1.0 / n2));

	if (!(fabs(difference) > width)) {
		printf("No difference proven at %.1f%% confidence\n", ministat_confidence[level]);
		return;
	}
	printf("Difference at %.1f%% confidence\n", ministat_confidence[level]);
	printf("\t%g +/- %g\n", difference, width);
	printf("\t%g%% +/- %g%%\n", difference * 100 / base->mean, width * 100 / base->mean);
	printf("\t(Student's t, pooled s = %g)\n", pooled);
}

static int print_all(const settings *s, ministat_set *set, size_t sets)
{
	for (size_t i = 0; i < sets; i++)
		if (ministat_describe(&set[i]))
			return complain("ministat", "out of memory");
	if (!s->no_plot && !ministat_plottable(set, sets, s->width))
		return complain("ministat", "%s cannot be plotted (try -A)",
		                s->width == 1 ? "a width of 1" : "what is not finite");
	for (size_t i = 0; i < sets; i++)
		printf("%c %s\n", MINISTAT_MARKS[i + 1], set[i].name);
	if (!s->no_plot && ministat_plot(set, sets, s->width, s->separate))
		return complain("ministat", "out of memory");
	puts("    N           Min           Max        Median           Avg        Stddev");
	for (size_t i = 0; i < sets; i++) {
		printf("%c %3d %13.8g %13.8g %13.8g %13.8g %13.8g\n", MINISTAT_MARKS[i + 1],
		       (int)set[i].n, set[i].min, set[i].max, set[i].median, set[i].mean,
		       set[i].deviation);
		if (i && !s->no_test)
			print_test(&set[0], &set[i], s->level);
	}
	return 0;
}

int verb_ministat(int argc, char **argv)
{
	static const benchi_option known[] = { { 'A', NULL, false }, { 'n', NULL, false },
		{ 's', NULL, false }, { 'C', NULL, true }, { 'c', NULL, true }, { 'd', NULL, true },
		{ 'w', NULL, true }, { 0, NULL, false } };
	settings s = { { NULL, 1, true }, 2, terminal_width(DEFAULT_WIDTH, 2), false, false, false };
	ministat_set set[MINISTAT_SETS];
	char dash[] = "-", *standard[] = { dash };
	int letter, status = 0;
	size_t sets;
	benchi_options o;

	if (argc == 2 && !strcmp(argv[1], "--help"))
		return help();
	benchi_options_start(&o, known, argc - 1, argv + 1);
	while (!status && (letter = benchi_options_next(&o)) != BENCHI_OPTION_END)
		status = take_option(&s, letter, o.value);
	if (!status && o.operands > MINISTAT_SETS)
		status = usage("Too many datasets.");
	if (status)
		return status;
	sets = o.operands ? (size_t)o.operands : 1;
	memset(set, 0, sizeof set);
	for (size_t i = 0; i < sets && !status; i++)
		status = read_set(&s, o.operands ? o.argv[i] : standard[0], &set[i]);
	if (!status)
		status = print_all(&s, set, sets);
	for (size_t i = 0; i < sets; i++) {
		free(set[i].x);
		free((char *)(uintptr_t)set[i].name);
	}
	return status;
}
