/*
 * Status, warnings, numbers, environment.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_BASE_H
#define BENCHI_BASE_BASE_H

#include <config.h>

/* Missing numbers are NaN, which these options remove. No pragma brings NaN back: with gcc's
 * "optimize" on x86-64 some comparisons with NaN stay true, and with clang's float_control
 * functions stay marked as free of NaN (findings/gcc-optimize-isfinite.sh,
 * findings/clang-float-control-nan.sh). */
#if defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__ || defined _M_FP_FAST
#error "libbench needs NaN: compile it with -fno-fast-math after -Ofast, -ffast-math (/fp:precise)"
#endif

/* 1: leave out what costs memory and does not decide an answer: cold windows, weighted values,
 * warnings about modes and noise. Arrays with several entries elsewhere have one. */
#ifndef BENCHI_SMALL
#define BENCHI_SMALL 0
#endif

/* for nearly every file */
#include <bench.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* callbacks and stubs do not use all parameters */
#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

/* Keeps a function's variables out of its caller's stack frame, where space is scarce. */
#if defined __GNUC__
#define BENCHI_OUT_OF_LINE __attribute__((noinline))
#else
#define BENCHI_OUT_OF_LINE
#endif

/* A function that begins at a line of the cache: the position of a loop within a line changes how
 * fast a core fetches it. */
#if defined __GNUC__
#define BENCHI_AT_LINE __attribute__((aligned(64)))
#else
#define BENCHI_AT_LINE
#endif

/*
 * Numbers from text and to text, independent of the locale.
 */

/* Bytes that hold any benchi_number_text, including NUL. */
#define BENCHI_NUMBER_TEXT 32

/*
 * Reads the decimal number at s ("-1", "+.5", "3.", "1e-9"), correctly rounded. Overflow gives
 * infinity. A nonzero number that would round to 0 (1e-400) gives NaN, so that no value silently
 * becomes 0.
 *
 * s must end in a byte that cannot continue a number (NUL, newline, a delimiter). Accepts no
 * leading blanks and no hexadecimal. Returns the byte after the number, or NULL with *value
 * unchanged if no number begins at s.
 */
const char *benchi_read_number(const char *s, double *value);

/* Reads what C's strtod reads and returns the same value: also leading white space, hexadecimal
 * (0x1.8p3), inf, infinity, nan and nan(...) in any case; 1e-400 is 0. */
const char *benchi_read_number_c(const char *s, double *value);

/* Reads a text that consists of one finite number. Returns false for anything else, including
 * 1e400 and 1e-400. */
bool benchi_number(const char *text, double *value);

/*
 * Writes the shortest of 15, 16 or 17 digits that reads back as the same double; "null" if the
 * value is not finite.
 *
 * out: BENCHI_NUMBER_TEXT bytes. Returns out.
 */
char *benchi_number_text(double value, char *out);

/* Writes the value like printf's %.*g, with '.' as the decimal point in every locale. digits: 1
 * to 17. Returns out. */
char *benchi_number_digits(double value, int digits, char *out);

/* Writes the value like printf's %.*f, with at most 9 decimals; from 1e15 on like %.17g.
 * Returns out. */
char *benchi_number_fixed(double value, int decimals, char *out);

/*
 * Reads the decimal digits at s as a number up to `most`. No sign, no blanks.
 *
 * Returns the byte after the digits, or NULL with *value unchanged if there are no digits or the
 * number is larger.
 */
const char *benchi_read_whole(const char *s, uint64_t most, uint64_t *value);

/* Reads digits of base 10 or 16 (without 0x), from text that ends at `end` and needs no delimiter.
 * Returns as benchi_read_whole. */
const char *benchi_read_digits(const char *s, const char *end, unsigned base, uint64_t most,
                               uint64_t *value);

/* Reads a whole number up to 2^64 - 1, optionally followed by k, M or G (powers of 1024). Returns
 * as benchi_read_whole. */
const char *benchi_read_size(const char *s, uint64_t *value);

/* Reads a text that consists of one decimal number up to `most`. Returns false for anything
 * else. */
bool benchi_whole(const char *text, uint64_t most, uint64_t *value);

/* Returns the value of a hexadecimal digit; -1 if c is not one. */
int benchi_hex_digit(char c);

/* Returns the byte written as two hexadecimal digits at s; -1 if they are not digits. */
int benchi_hex_byte(const char *s);

/*
 * Units, for numbers that people read.
 */

/* Families of units. */
typedef enum benchi_units_of {
	BENCHI_UNITS_TIME = 0,  /* nanoseconds: "12.3 ns", "1.2 us", "99.9 ms", "12.0 s" */
	BENCHI_UNITS_COUNT = 1, /* "12.3", "1.2k", "99.9M" */
	BENCHI_UNITS_BYTES = 2, /* "12.3 B", "1.2 kB": thousands */
	BENCHI_UNITS_SIZE = 3,  /* "64 B", "1.25 MiB": times 1024 */
	BENCHI_UNITS_HZ = 4,    /* "2.50 GHz" */
	BENCHI_UNITS_RATE = 5   /* "1.20 GB/s" */
} benchi_units_of;

/* A unit, as a multiple of the family's first unit. */
typedef struct benchi_unit {
	double size;
	const char *name;
} benchi_unit;

/* Returns the units of a family in ascending order, up to one whose name is NULL. */
const benchi_unit *benchi_units_family(benchi_units_of units);

/* Returns the largest unit of a family that is not above |x|; the first unit if all are above. */
const benchi_unit *benchi_unit_suited(const benchi_unit *family, double x);

/*
 * Details of a failing call, in addition to its status (bench_detail), per thread.
 */

/* Marks a printf-like function: position of the format and of the first argument. MinGW has two
 * kinds of printf; its own macro names the one it links, C99's. */
#if defined __MINGW_PRINTF_FORMAT
#define BENCHI_PRINTF(format_at, first) \
	__attribute__((format(__MINGW_PRINTF_FORMAT, format_at, first)))
#elif defined __GNUC__
#define BENCHI_PRINTF(format_at, first) __attribute__((format(printf, format_at, first)))
#else
#define BENCHI_PRINTF(format_at, first)
#endif

/* Sets this thread's detail, printf-like, truncated to 255 characters. Returns status, so that
 * a failing function can end with: return benchi_fail(BENCH_ERR_..., "..."). */
BENCHI_PRINTF(2, 3)
bench_status benchi_fail(bench_status status, const char *format, ...);
#ifdef BENCHI_NO_DETAILS /* a small build has no texts for bench_detail */
static inline bench_status benchi_fail_silently(bench_status status)
{
	return status;
}
#define benchi_fail(status, ...) \
	((void)sizeof (benchi_fail)(status, __VA_ARGS__), benchi_fail_silently(status))
#endif

/*
 * Text built in a caller's buffer, together with the length it needs.
 */

/* used may exceed capacity: text that did not fit was left out. The text ends in a NUL whenever
 * capacity is not 0. */
struct benchi_sink {
	char *to;
	size_t capacity, used;
};

/* Appends, printf-like. Use no floating-point conversions: they follow the locale. */
BENCHI_PRINTF(2, 3)
void benchi_sink_put(struct benchi_sink *sink, const char *format, ...);

/* Copies length bytes of text and adds a NUL. Returns the copy, which the caller frees; NULL when
 * out of memory. */
char *benchi_copy(const char *text, size_t length);

/* Returns BENCH_ERR_MEMORY with the detail "out of memory for WHAT". */
bench_status benchi_no_memory(const char *what);

/*
 * Grows *array to hold `wanted` elements of `size` bytes: at least doubles the capacity, from 16.
 * The array may move; new elements are not initialised.
 *
 * Returns false if out of memory; nothing has changed then.
 */
bool benchi_reserve(void *array, size_t size, size_t wanted, size_t *capacity);

/* Grows the array for one more element after n. Returns false when out of memory. */
bool benchi_grow(void *array, size_t size, size_t n, size_t *capacity);

/*
 * Environment variables of the library. No other file reads the environment.
 */

/* Returns nonzero if the program runs with more rights than its user (set-user-ID). The library
 * then ignores the environment. */
int benchi_privileged(void);

/* Returns nonzero if the caller uses less than 1 MB of the process's own stack, which has space for
 * more. Returns 0 on the stacks of other threads and where this is unknown. */
int benchi_stack_is_large(void);

/* Returns the value of a variable; NULL if it is unset or the program runs set-user-ID. */
const char *benchi_environment_text(const char *name);

/*
 * BENCH_TASK: what a parent process wants from this one, a word and its arguments.
 *
 *	results FILE   append each result to FILE as a line of JSON
 *	count FILE     append each name to FILE, and mark windows for the tracer
 *	rows ...       run rows of bench_main once (lib/program/processes.c)
 *	steps          count the instructions of bench_main's rows
 */
#define BENCHI_TASK "BENCH_TASK"

/* Returns the arguments if the task begins with this word and a blank; otherwise NULL. */
const char *benchi_task(const char *word);

/* Nanoseconds; NaN if the variable is unset. */
struct benchi_environment {
	double enough_ns;  /* BENCH_ENOUGH or ENOUGH, in microseconds */
	double empty_ns;   /* BENCH_TIMING_O or TIMING_O, in microseconds */
	double loop_ns;    /* BENCH_LOOP_O or LOOP_O, in microseconds */
	double precision;  /* BENCH_PRECISION, a share; 0: use the whole time */
};

/* Reads all variables. BENCH_ERR_ENVIRONMENT: a value is not a number from 0 to 1e9;
 * bench_detail has the text. A set-user-ID program reads nothing. */
bench_status benchi_environment_read(struct benchi_environment *environment);

/*
 * A calibration as one line of text, which a program passes to its children.
 */

/* Bytes of the longest line, including NUL. */
#define BENCHI_CALIBRATION_TEXT 768

/* Content of the line. Unknown numbers are NaN, unknown names "". */
struct benchi_calibration {
	double step_ns, reading_ns, enough_ns, loop_ns, vernier;  /* as in bench_timing */
	double region_ns;           /* an empty region between START and STOP */
	double tick_ns;             /* NaN: no reference, and all members below are unset */
	double low_ticks, low_iterations;      /* low-IPC reference: ticks per iteration */
	double other_ticks, other_iterations;  /* a different chain that confirms it */
	double high_ticks, high_iterations;    /* high-IPC reference */
	double width_sure;          /* high_ticks are certainly undisturbed */
	char clock[32];
	char low[32], other[32], high[32];     /* the chains' expressions */
	char processor[192];
};

/* Writes the line without a newline. Returns its length; 0 if it does not fit. */
size_t benchi_calibration_write(const struct benchi_calibration *calibration, char *text,
                                size_t capacity);

/* Reads the line. Returns 0, with everything unset, unless every field occurs exactly once, in
 * order and in range, and the library's version matches. */
int benchi_calibration_read(const char *text, struct benchi_calibration *calibration);

/* Reads the line from the environment variable BENCH_CALIBRATION, as benchi_calibration_read does.
 * A set-user-ID program ignores the variable and returns 0. */
int benchi_calibration_given(struct benchi_calibration *calibration);

/*
 * Random numbers, the same on every machine: splitmix64 (Steele, Lea and Flood, OOPSLA 2014, "Fast
 * splittable pseudorandom number generators").
 */

/* Returns 64 random bits. Any state is a valid start. */
static inline uint64_t benchi_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* Returns a number from 0 to below 1. */
static inline double benchi_random_share(uint64_t *state)
{
	return (double)(benchi_random(state) >> 11) / 9007199254740992.0;
}

/* Returns a whole number from 0 to below - 1. below: at most 2^32. */
static inline uint64_t benchi_random_below(uint64_t *state, uint64_t below)
{
	return (benchi_random(state) >> 32) * below >> 32;
}

/* Shuffles n items (Durstenfeld, CACM 7, 1964, algorithm 235). */
static inline void benchi_random_shuffle(uint64_t *state, size_t *item, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t j = (size_t)benchi_random_below(state, i), keep = item[i - 1];

		item[i - 1] = item[j];
		item[j] = keep;
	}
}

/* Returns a hash with n bytes added to it: FNV-1a (Fowler, Noll and Vo). The first hash is
 * BENCHI_HASH, or any other number. */
#define BENCHI_HASH 0xcbf29ce484222325u
static inline uint64_t benchi_hash(uint64_t hash, const void *bytes, size_t n)
{
	const unsigned char *byte = bytes;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ byte[i]) * 0x100000001b3u;
	return hash;
}

/*
 * Rounds a number to double where registers hold more precision (x87, 68881).
 *
 * C lets a compiler keep excess precision until a cast or an assignment, and some keep it longer
 * (clang; and every compiler when a function of libm returned it). Then x == x may fail, once from
 * the register and once from memory. Free of charge without excess precision. Source: C99
 * 5.2.4.2.2 and 6.3.1.8; D. Monniaux, The pitfalls of verifying floating-point computations, ACM
 * TOPLAS 30, 2008, section 3.1.
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
