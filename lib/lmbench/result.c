/*
 * The current result, and the results from which it was chosen.
 *
 * There is one current value, microseconds and operations, which the reports divide, and a list
 * sorted by their quotient, the largest first. Both are global: programs of this kind have one
 * thread and several files.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "lmbench/lmbench.h"

#include "stats/stats.h"

static const double U_EXACT = 1e6, N_EXACT = 1e5;

static const value_t no_value = { 0, 1 };
static value_t current = { 0, 1 };
static result_t own;
static result_t *results = &own;

value_t benchi_lm_value(double iteration_ns, double iterations)
{
	double scale = 1;

	iterations = iterations >= 1 ? floor(iterations) : 1;
	if (!(iteration_ns > 0))
		return no_value;
	while (iteration_ns * iterations * scale / 1e3 < U_EXACT && iterations * scale < N_EXACT)
		scale *= 10;
	return (value_t){ (uint64)(iteration_ns * iterations * scale / 1e3 + 0.5),
		(uint64)(iterations * scale) };
}

void benchi_lm_set_results(const double *sorted_ns, size_t n, int count, double iterations)
{
	insertinit(&own);
	results = &own;
	if (count > TRIES)
		count = TRIES;
	for (int i = 0; i < count && n > 0; i++) {
		double place = count == 1 ? 0.5 : (i + 0.5) / count;
		value_t value = benchi_lm_value(benchi_quantile(sorted_ns, n, place), iterations);

		insertsort(value.u, value.n, &own);
	}
	save_median();
}

uint64 gettime(void)
{
	return current.u;
}

uint64 usecs_spent(void)
{
	return current.u;
}

void settime(uint64 microseconds)
{
	current.u = microseconds;
}

uint64 get_n(void)
{
	return current.n;
}

void save_n(uint64 n)
{
	current.n = n;
}

void set_n(uint64 n)
{
	current.n = n;
}

int sizeof_result(int repetitions)
{
	int more = repetitions > TRIES ? repetitions - TRIES : 0;

	return (int)(sizeof(result_t) + (size_t)more * sizeof(value_t));
}

void insertinit(result_t *result)
{
	result->N = 0;
	memset(result->v, 0, sizeof result->v);
}

static double each(value_t value)
{
	return (double)value.u / (double)value.n;
}

void insertsort(uint64 u, uint64 n, result_t *result)
{
	value_t *v = result->v, value = { u, n };
	int i = result->N;

	if (n == 0)
		return;         /* cannot be sorted without a quotient */
	for (; i > 0 && each(v[i - 1]) < each(value); i--)
		v[i] = v[i - 1];
	v[i] = value;
	result->N++;
}

result_t *get_results(void)
{
	return results;
}

void set_results(result_t *result)
{
	results = result ? result : &own;
	save_median();
}

void save_median(void)
{
	const value_t *v = results->v, *middle = v + results->N / 2;

	if (results->N < 1)
		current = no_value;
	else if (results->N % 2 == 1)
		current = *middle;
	else
		current = benchi_lm_value((each(middle[-1]) + each(*middle)) / 2 * 1e3,
			(double)(middle->n > middle[-1].n ? middle->n : middle[-1].n));
}

void save_minimum(void)
{
	current = results->N < 1 ? no_value : results->v[results->N - 1];
}

/*
 * Prints the current result exactly as lmbench's programs and their users' scripts expect it.
 * Prints nothing if no time was measured.
 */

static const double KILO = 1000, MEGA = 1000000;

FILE *ftiming;

void timing(FILE *out)
{
	ftiming = out;
}

/* Where reports go. Programs write to ftiming themselves and test whether it is set. But stderr
 * need not be a constant, so ftiming is set before main or by the first report. */
#if defined __GNUC__ || defined __TINYC__
__attribute__((constructor))
#endif
static FILE *out(void)
{
	if (!ftiming)
		ftiming = stderr;
	return ftiming;
}

/* Returns the microseconds per operation; 0 if there is nothing to report. */
static double each_us(uint64 n)
{
	return n == 0 ? 0 : (double)gettime() / (double)n;
}

static double timing_seconds(void)
{
	return (double)gettime() / 1e6;
}

void nano(char *text, uint64 n)
{
	if (each_us(n) > 0)
		fprintf(out(), "%s: %.2f nanoseconds\n", text, each_us(n) * 1e3);
}

void micro(char *text, uint64 n)
{
	if (each_us(n) > 0)
		fprintf(out(), "%s: %.4f microseconds\n", text, each_us(n));
}

void milli(char *text, uint64 n)
{
	if (each_us(n) > 0)
		fprintf(out(), "%s: %d milliseconds\n", text, (int)(gettime() / 1000 / n));
}

void mb(uint64 count)
{
	if (gettime() > 0)
		fprintf(out(), "%.2f MB/sec\n", (double)count / MEGA / timing_seconds());
}

void kb(uint64 count)
{
	if (gettime() > 0)
		fprintf(out(), "%.0f KB/sec\n", (double)count / KILO / timing_seconds());
}

void micromb(uint64 size, uint64 n)
{
	double us = each_us(n);

	if (us > 0)
		fprintf(out(), us >= 10 ? "%.6f %.0f\n" : "%.6f %.3f\n", (double)size / MEGA, us);
}

/* Prints a number of the short form of bandwidth, with more digits if it is small. */
static void small_or_large(double number, const char *end)
{
	fprintf(out(), number < 1 ? "%.6f%s" : "%.2f%s", number, end);
}

void bandwidth(uint64 count, uint64 times, int verbose)
{
	double size = (double)count / MEGA, each = each_us(times) / 1e6;

	if (!(each > 0))
		return;
	if (verbose) {
		fprintf(out(), "%.4f MB in %.4f secs, %.4f MB/sec\n", size, each, size / each);
	} else {
		small_or_large(size, " ");
		small_or_large(size / each, "\n");
	}
}

void latency(uint64 xfers, uint64 size)
{
	double ms = each_us(xfers) / 1e3;

	if (!(ms > 0))
		return;
	if (xfers > 1)
		fprintf(out(), "%d %dKB xfers in %.2f secs, ", (int)xfers,
			(int)((double)size / KILO), timing_seconds());
	else
		fprintf(out(), "%.1fKB in ", (double)size / KILO);
	fprintf(out(), ms > 100 ? "%.0f millisec%s, " : "%.4f millisec%s, ", ms,
		xfers > 1 ? "/xfer" : "s");
	fprintf(out(), "%.2f MB/sec\n", (double)xfers * (double)size / MEGA / timing_seconds());
}

void context(uint64 xfers)
{
	if (each_us(xfers) > 0)
		fprintf(out(), "%d context switches in %.2f secs, %.0f microsec/switch\n", (int)xfers,
			timing_seconds(), each_us(xfers));
}

void ptime(uint64 n)
{
	if (each_us(n) > 0)
		fprintf(out(), "%d in %.2f secs, %.0f microseconds each\n", (int)n, timing_seconds(),
			each_us(n));
}

void rusage(void)
{
	if (gettime() == 0)
		return;
#ifdef HAVE_GETRUSAGE
	struct rusage use;

	if (getrusage(RUSAGE_SELF, &use) != 0)
		return;
	fprintf(out(), "real=%.2f user=%.2f sys=%.2f minflt=%ld majflt=%ld nswap=%ld inblock=%ld "
		"oublock=%ld nvcsw=%ld nivcsw=%ld\n", timing_seconds(),
		(double)use.ru_utime.tv_sec + (double)use.ru_utime.tv_usec / 1e6,
		(double)use.ru_stime.tv_sec + (double)use.ru_stime.tv_usec / 1e6,
		use.ru_minflt, use.ru_majflt, use.ru_nswap, use.ru_inblock, use.ru_oublock, use.ru_nvcsw,
		use.ru_nivcsw);
#else
	fprintf(out(), "real=%.2f\n", timing_seconds());
#endif
}
