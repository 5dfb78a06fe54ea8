/*
 * Status, warnings, numbers, environment.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_BASE_H
#define BENCHI_BASE_BASE_H

#include <config.h>

/* A missing number is NaN, which these options remove.  No pragma brings NaN back: with gcc's
 * "optimize" isfinite(NaN) stays true, and with clang's float_control functions stay marked as
 * free of NaN. */
#if defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__ || defined _M_FP_FAST
#error "libbench needs NaN: compile it with -fno-fast-math after -Ofast, -ffast-math (/fp:precise)"
#endif

/* 1: without what takes memory and is not needed to decide: cold windows, weighted values,
 * warnings of modes and noise; and with one of what others have several of. */
#ifndef BENCHI_SMALL
#define BENCHI_SMALL 0
#endif

/* what nearly every file needs */
#include <bench.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* callbacks, and stubs of what a system lacks, take what they do not need */
#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

/*
 * Numbers from text and to text, independent of the locale.
 */

/* Bytes of benchi_number_text, with its NUL. */
#define BENCHI_NUMBER_TEXT 32

/*
 * The decimal number at s ("-1", "+.5", "3.", "1e-9"), rounded correctly.  What no double can
 * hold is not finite: past the largest it is infinite, and what would round to 0 without being 0
 * (1e-400) is NaN, so that no value becomes 0 unnoticed.  s must end in a byte that cannot
 * continue a number (NUL, newline, a delimiter).  Returns the byte after the number, or NULL,
 * with *value untouched, where no number begins.  No leading blanks, no hexadecimal.
 */
const char *benchi_read_number(const char *s, double *value);

/* What C's strtod returns, 0 for 1e-400 too, and everything else that it accepts: leading white
 * space, hexadecimal (0x1.8p3), inf, infinity, nan, nan(...), in any case of letters. */
const char *benchi_read_number_c(const char *s, double *value);

/* Reads a text that is one finite number.  False for anything else, 1e400 and 1e-400 too. */
bool benchi_number(const char *text, double *value);

/*
 * The shortest of 15, 16 or 17 digits that reads back as the same double; "null"
 * if it is not finite.  out: BENCHI_NUMBER_TEXT bytes.  Returns out.
 */
char *benchi_number_text(double value, char *out);

/* printf's %.*g of a finite or other number, with '.' as the decimal point whatever
 * the locale.  digits: 1 to 17.  Returns out. */
char *benchi_number_digits(double value, int digits, char *out);

/* printf's %.*f likewise, of decimals up to 9; from 1e15 on as %.17g.  Returns out. */
char *benchi_number_fixed(double value, int decimals, char *out);

/*
 * Reads the decimal digits at s as a number of at most `most`.  Returns the byte after them, or
 * NULL, with *value untouched, where there are none or the number is larger.  Neither sign nor
 * blanks.
 */
const char *benchi_read_whole(const char *s, uint64_t most, uint64_t *value);

/* The same in base 10 or 16 (without 0x), of the bytes before end, where s need not end. */
const char *benchi_read_digits(const char *s, const char *end, unsigned base, uint64_t most,
                               uint64_t *value);

/* A decimal number up to 2^64 - 1 with k, M or G (1024, its square and cube) after it or not. */
const char *benchi_read_size(const char *s, uint64_t *value);

/* Reads a text that is one decimal number of at most `most`.  False for anything else. */
bool benchi_whole(const char *text, uint64_t most, uint64_t *value);

/* The value of a hexadecimal digit, either case; -1 if c is none. */
int benchi_hex_digit(char c);

/* The byte of two hexadecimal digits at s; -1 if they are none. */
int benchi_hex_byte(const char *s);

/*
 * Units, for numbers that people read.
 */

/* Which units a number is shown in. */
typedef enum benchi_units_of {
	BENCHI_UNITS_TIME = 0,  /* of nanoseconds: "12.3 ns", "1.2 us", "99.9 ms", "12.0 s" */
	BENCHI_UNITS_COUNT = 1, /* "12.3", "1.2k", "99.9M" */
	BENCHI_UNITS_BYTES = 2, /* "12.3 B", "1.2 kB": thousands */
	BENCHI_UNITS_SIZE = 3,  /* "64 B", "1.25 MiB": times 1024 */
	BENCHI_UNITS_HZ = 4,    /* "2.50 GHz" */
	BENCHI_UNITS_RATE = 5   /* "1.20 GB/s" */
} benchi_units_of;

/* A unit, in those of the family's first. */
typedef struct benchi_unit {
	double size;
	const char *name;
} benchi_unit;

/* A family of units, ascending; behind the last one whose name is NULL. */
const benchi_unit *benchi_units_family(benchi_units_of units);

/* The largest unit of a family that |x| is not below; the first if it is below all. */
const benchi_unit *benchi_unit_suited(const benchi_unit *family, double x);

/*
 * Details of a failing call beside its status (bench_detail), per thread.
 */

/* A function like printf: which parameter is the format, and which the first that it is of.  MinGW
 * has two kinds; its own macro names the one that it links, of C99. */
#if defined __MINGW_PRINTF_FORMAT
#define BENCHI_PRINTF(format_at, first) \
	__attribute__((format(__MINGW_PRINTF_FORMAT, format_at, first)))
#elif defined __GNUC__
#define BENCHI_PRINTF(format_at, first) __attribute__((format(printf, format_at, first)))
#else
#define BENCHI_PRINTF(format_at, first)
#endif

/* Sets this thread's detail, printf-like, cut to 255 characters.  Returns status,
 * so that a failing function can end with: return benchi_fail(BENCH_ERR_..., "..."). */
BENCHI_PRINTF(2, 3)
bench_status benchi_fail(bench_status status, const char *format, ...);
#ifdef BENCHI_NO_DETAILS /* where sentences take too much memory */
static inline bench_status benchi_fail_silently(bench_status status)
{
	return status;
}
#define benchi_fail(status, ...) \
	((void)sizeof (benchi_fail)(status, __VA_ARGS__), benchi_fail_silently(status))
#endif

/*
 * Text into a caller's space, and how much it takes.
 */

/* used may exceed capacity: what did not fit was left out, and the text ends in a NUL
 * in any case if there is space for one. */
struct benchi_sink {
	char *to;
	size_t capacity, used;
};

/* Appends, printf-like.  No floating-point conversion: those follow the locale. */
BENCHI_PRINTF(2, 3)
void benchi_sink_put(struct benchi_sink *sink, const char *format, ...);

/* Appends a share as percent, "3.2 %". */
void benchi_sink_percent(struct benchi_sink *sink, double share);

/* Appends a time in its unit, "1.31 ms". */
void benchi_sink_time(struct benchi_sink *sink, double ns);

/* Returns a copy of length bytes of text with a NUL behind them, the caller's to free, or NULL. */
char *benchi_copy(const char *text, size_t length);

/* BENCH_ERR_MEMORY with the detail "out of memory for WHAT". */
bench_status benchi_no_memory(const char *what);

/*
 * Makes capacity for `wanted` elements of that size in *array: twice the capacity at least where
 * there is too little, 16 at first.  The array may move; new elements are not set.  False: out of
 * memory, and nothing has changed.
 */
bool benchi_reserve(void *array, size_t size, size_t wanted, size_t *capacity);

/* The same for one element more behind n. */
bool benchi_grow(void *array, size_t size, size_t n, size_t *capacity);

/*
 * The environment variables of the library: calibration values.  No other file
 * reads the environment.
 */

/* Does this program have more rights than its user (set-user-ID)?  Then the library ignores the
 * environment. */
int benchi_privileged(void);

/* The value of a variable; NULL if it is unset or the program is set-user-ID. */
const char *benchi_environment_text(const char *name);

/*
 * What the program that started this one wants of it: BENCH_TASK is a word and what belongs to it.
 *
 *	results FILE   append each result to FILE, a line of JSON each
 *	count FILE     append each name to FILE, and mark windows for the tracer
 *	rows ...       run the rows of bench_main once; the rest is lib/program/processes.c's
 *	steps          count what the rows of bench_main execute
 */
#define BENCHI_TASK "BENCH_TASK"

/* The text behind the word and a blank, if the task begins with that word; else NULL. */
const char *benchi_task(const char *word);

/* Nanoseconds; NaN where the variable is not set. */
struct benchi_environment {
	double enough_ns;  /* BENCH_ENOUGH or ENOUGH, in microseconds */
	double empty_ns;   /* BENCH_TIMING_O or TIMING_O, in microseconds */
	double loop_ns;    /* BENCH_LOOP_O or LOOP_O, in microseconds */
	double precision;  /* BENCH_PRECISION, a share; 0: the whole time is used */
};

/* Reads them all.  BENCH_ERR_ENVIRONMENT, with the text in bench_detail, for a value that
 * is not a number from 0 to 1e9.  A set-user-ID program ignores them. */
bench_status benchi_environment_read(struct benchi_environment *environment);

/*
 * A calibration as one line of text, which a program passes to its child processes.
 */

/* Bytes of the longest line, with its NUL. */
#define BENCHI_CALIBRATION_TEXT 768

/* The line's content; unknown numbers are NaN, unknown names "". */
struct benchi_calibration {
	double step_ns, reading_ns, enough_ns, loop_ns, vernier;  /* as in bench_timing */
	double region_ns;           /* an empty region, between START and STOP */
	double tick_ns;             /* NaN: no reference; all members below are unset */
	double low_ticks, low_iterations;      /* low-IPC reference: an iteration's ticks */
	double other_ticks, other_iterations;  /* a different chain, which confirms it */
	double high_ticks, high_iterations;    /* high-IPC reference */
	double fixed_ticks;         /* constant cost of a reference window */
	double width_sure;          /* high_ticks are certain to be undisturbed */
	char clock[32];
	char low[32], other[32], high[32];     /* the chains' expressions */
	char processor[192];
};

/* Writes the line, without a newline.  Returns its length, 0 if it does not fit into capacity. */
size_t benchi_calibration_write(const struct benchi_calibration *calibration, char *text,
                                size_t capacity);

/* Reads such a line; returns 0 and leaves everything unset unless every field occurs once, in
 * order and in range, and the line is from this version of the library. */
int benchi_calibration_read(const char *text, struct benchi_calibration *calibration);

/* Reads the line in the environment variable BENCH_CALIBRATION likewise; a set-user-ID program
 * ignores it. */
int benchi_calibration_given(struct benchi_calibration *calibration);

/*
 * The name of a file in the user's cache folder: below $XDG_CACHE_HOME if that is an
 * absolute path, else below $HOME/.cache, on Windows below %LOCALAPPDATA%.
 *
 * BENCH_ERR_UNSUPPORTED: none of these is set, the program is set-user-ID, or the name does
 * not fit into capacity; path is "".
 */
bench_status benchi_environment_cache(const char *below, char *path, size_t capacity);

/*
 * Random numbers that are the same everywhere: Steele, Lea and Flood's splitmix64
 * (OOPSLA 2014, "Fast splittable pseudorandom number generators").
 */

/* 64 random bits; state may start anywhere. */
static inline uint64_t benchi_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* A whole number from 0 to below, for below up to 2^32. */
static inline uint64_t benchi_random_below(uint64_t *state, uint64_t below)
{
	return (benchi_random(state) >> 32) * below >> 32;
}

/* Puts n items in random order (Durstenfeld, CACM 7, 1964, algorithm 235). */
static inline void benchi_random_shuffle(uint64_t *state, size_t *item, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t j = (size_t)benchi_random_below(state, i), keep = item[i - 1];

		item[i - 1] = item[j];
		item[j] = keep;
	}
}

/*
 * A number as a double holds it, where registers hold more (x87, 68881).
 *
 * C lets a compiler keep excess precision until a cast or an assignment, and some keep it
 * beyond (clang, and all where a function of libm returned it): then x == x may fail,
 * once from the register and once from memory.  Where nothing is in excess it costs
 * nothing.  Source: C99 5.2.4.2.2 and 6.3.1.8; D. Monniaux, The pitfalls of verifying
 * floating-point computations, ACM TOPLAS 30, 2008, section 3.1.
 */

#if defined FLT_EVAL_METHOD && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1
enum { BENCHI_EXCESS_PRECISION = 1 };
#else
enum { BENCHI_EXCESS_PRECISION = 0 };
#endif

static inline double benchi_stored(double x)
{
	volatile double stored;

	if (!BENCHI_EXCESS_PRECISION)
		return x;
	stored = x;
	return stored;
}

#endif
