/*
 * Prints the current result, to the byte as lmbench's programs and their
 * users' scripts expect it.  Nothing is printed where no time was measured.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

static const double KILO = 1000, MEGA = 1000000;

FILE *ftiming;

void timing(FILE *out)
{
	ftiming = out;
}

/* Programs write to ftiming themselves, and test whether it is set; but stderr need not be
 * a constant, so it gets there before main, or with the first report. */
#if defined __GNUC__ || defined __TINYC__
__attribute__((constructor))
#endif
static void begin(void)
{
	if (!ftiming)
		ftiming = stderr;
}

static FILE *out(void)
{
	begin();
	return ftiming;
}

/* Microseconds of one of n; 0 if there is nothing to report. */
static double each_us(uint64 n)
{
	return n == 0 ? 0 : (double)gettime() / (double)n;
}

static double seconds(void)
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
		fprintf(out(), "%.2f MB/sec\n", (double)count / MEGA / seconds());
}

void kb(uint64 count)
{
	if (gettime() > 0)
		fprintf(out(), "%.0f KB/sec\n", (double)count / KILO / seconds());
}

void micromb(uint64 size, uint64 n)
{
	double us = each_us(n);

	if (us > 0)
		fprintf(out(), us >= 10 ? "%.6f %.0f\n" : "%.6f %.3f\n", (double)size / MEGA, us);
}

/* A number of the short form of bandwidth: digits where it is small. */
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
			(int)((double)size / KILO), seconds());
	else
		fprintf(out(), "%.1fKB in ", (double)size / KILO);
	fprintf(out(), ms > 100 ? "%.0f millisec%s, " : "%.4f millisec%s, ", ms,
		xfers > 1 ? "/xfer" : "s");
	fprintf(out(), "%.2f MB/sec\n", (double)xfers * (double)size / MEGA / seconds());
}

void context(uint64 xfers)
{
	if (each_us(xfers) > 0)
		fprintf(out(), "%d context switches in %.2f secs, %.0f microsec/switch\n", (int)xfers,
			seconds(), each_us(xfers));
}

void ptime(uint64 n)
{
	if (each_us(n) > 0)
		fprintf(out(), "%d in %.2f secs, %.0f microseconds each\n", (int)n, seconds(), each_us(n));
}

#ifdef HAVE_GETRUSAGE

static double seconds_of(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

void rusage(void)
{
	struct rusage use;

	if (gettime() == 0 || getrusage(RUSAGE_SELF, &use) != 0)
		return;
	fprintf(out(), "real=%.2f user=%.2f sys=%.2f minflt=%ld majflt=%ld nswap=%ld inblock=%ld "
		"oublock=%ld nvcsw=%ld nivcsw=%ld\n", seconds(), seconds_of(&use.ru_utime),
		seconds_of(&use.ru_stime), use.ru_minflt, use.ru_majflt, use.ru_nswap, use.ru_inblock,
		use.ru_oublock, use.ru_nvcsw, use.ru_nivcsw);
}

#else

void rusage(void)
{
	if (gettime() > 0)
		fprintf(out(), "real=%.2f\n", seconds());
}

#endif
