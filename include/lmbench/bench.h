/*
 * Runs programs written for lmbench 2 and 3 on libbench.  They include "bench.h",
 * find this one, and compile as they are:
 *
 *	cc -std=gnu89 $(pkg-config --cflags libbench-lmbench) prog.c \
 *	   $(pkg-config --libs libbench-lmbench)
 *
 * Written from the documented interface alone; no line of lmbench's is in it.
 * libbench-lmbench(7) describes each name, and what differs.
 *
 * The names are lmbench's: bytes, start, last, now.  Functions in libbench, they are
 * exported as bench_lmbench_bytes and so on, lest a program that has nothing to do with
 * this meets them, and lest a program's own function takes the place of ours inside the
 * library.  The source keeps the plain name, by an asm label, which is part of a
 * declaration and no assembly.  The alternatives: macros (#define rusage ...) would also
 * rename struct rusage, and members of the system's structures called start or last;
 * static functions would give each file of a program its own current result; a second
 * library with the plain names would lend them to everything that is linked with it.
 * A compiler that does not know asm labels (or BENCH_NO_ASM) gets the macros after all:
 * names.h, with rusage taking brackets.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_LMBENCH_H
#define BENCH_LMBENCH_H

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <unistd.h>
#if !defined _WIN32 && !defined __wasi__
#include <strings.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#endif

/* What programs of lmbench know from the headers of remote procedure calls. */
#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif

/* Types.  HAVE_uint64 and similar: the program has its own. */
#ifndef HAVE_uint64
typedef unsigned long long uint64;
#endif
#ifndef HAVE_int64
typedef long long int64;
#endif
#ifndef HAVE_ulong
typedef unsigned long ulong;
#endif
typedef unsigned long iter_t;
typedef void (*benchmp_f)(iter_t iterations, void *cookie);

/* Constants; times in microseconds. */
#define TRIES 11
#define REAL_SHORT 50000
#define SHORT 1000000
#define MEDIUM 2000000
#define LONGER 7500000
#define ENOUGH REAL_SHORT
#define SMALLEST_LINE 32
#define XFERSIZE 65536
#define SOCKBUF 1048576
#define TIME_OPEN2CLOSE

/* What programs pass to their own socket helpers (such as lib_tcp.c): flags,
 * paths of UNIX sockets, and ports. A negative port is not the number of an RPC program. The
 * values are our own. */
#ifndef SOCKOPT_NONE
#define SOCKOPT_NONE 0
#define SOCKOPT_READ 1
#define SOCKOPT_WRITE 2
#define SOCKOPT_RDWR 3
#define SOCKOPT_PID 4
#define SOCKOPT_REUSE 8
#endif
#ifndef UNIX_CONTROL
#define UNIX_CONTROL "/tmp/libbench.control"
#define UNIX_DATA "/tmp/libbench.data"
#define UNIX_LAT "/tmp/libbench.latency"
#endif
#ifndef TCP_XACT
#define TCP_XACT (-31401)
#define TCP_CONTROL (-31402)
#define TCP_DATA (-31403)
#define TCP_CONNECT (-31404)
#define TCP_SELECT (-31407)
#define UDP_XACT (-31405)
#define UDP_DATA (-31406)
#endif
#ifndef XACT_PROG
#define XACT_PROG ((unsigned long)0x20031407)
#define XACT_VERS 1ul
#define RPC_XACT 1ul
#define RPC_EXIT 2ul
#endif
#ifndef VERS
#define VERS 1ul
#endif

#define streq(a, b) (!strcmp((a), (b)))
#undef ABS
#define ABS(x) ((x) < 0 ? -(x) : (x))
#define GO_AWAY (signal(SIGALRM, SIG_DFL), alarm(3600))
#define debug(x)

typedef struct {
	uint64 u, n;         /* microseconds, operations */
} value_t;

typedef struct {
	int N;
	value_t v[TRIES];    /* sorted by u / n, largest first */
} result_t;

/* How a plain name is the library's. */
#if (defined __GNUC__ || defined __TINYC__) && !defined BENCH_NO_ASM
#define BENCH_LMBENCH_TEXT_(x) #x
#define BENCH_LMBENCH_SYMBOL_(prefix, name) BENCH_LMBENCH_TEXT_(prefix) "bench_lmbench_" #name
#ifdef __USER_LABEL_PREFIX__
#define BENCH_LMBENCH_(name) \
	__asm__(BENCH_LMBENCH_SYMBOL_(__USER_LABEL_PREFIX__, name)) BENCH_LMBENCH_SEEN_
#else
#define BENCH_LMBENCH_(name) __asm__("bench_lmbench_" #name) BENCH_LMBENCH_SEEN_
#endif
#ifdef _WIN32
#define BENCH_LMBENCH_SEEN_
#else
#define BENCH_LMBENCH_SEEN_ __attribute__((visibility("default")))
#endif
#else
#include "names.h"
#define BENCH_LMBENCH_(name)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Timing. */
void start(struct timeval *begin) BENCH_LMBENCH_(start);
uint64 stop(struct timeval *begin, struct timeval *end) BENCH_LMBENCH_(stop);
#if (defined __GNUC__ && !defined BENCH_NO_ASM) || defined __TINYC__
/* seek.c calls them without arguments, as C of 1989 may. */
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgnu-zero-variadic-macro-arguments"
#endif
#define BENCH_LMBENCH_2ND_(first, second, ...) second
#define BENCH_LMBENCH_3RD_(first, second, third, ...) third
#define start(...) start(BENCH_LMBENCH_2ND_(0, ##__VA_ARGS__, 0, 0))
#define stop(...) stop(BENCH_LMBENCH_2ND_(0, ##__VA_ARGS__, 0, 0), \
	BENCH_LMBENCH_3RD_(0, ##__VA_ARGS__, 0, 0))
#ifdef __clang__
#pragma clang diagnostic pop
#endif
#endif
uint64 gettime(void) BENCH_LMBENCH_(gettime);
uint64 usecs_spent(void) BENCH_LMBENCH_(usecs_spent);
void settime(uint64 microseconds) BENCH_LMBENCH_(settime);
uint64 get_n(void) BENCH_LMBENCH_(get_n);
void save_n(uint64 n) BENCH_LMBENCH_(save_n);
void set_n(uint64 n) BENCH_LMBENCH_(set_n);
int get_enough(int microseconds) BENCH_LMBENCH_(get_enough);
uint64 t_overhead(void) BENCH_LMBENCH_(t_overhead);
double l_overhead(void) BENCH_LMBENCH_(l_overhead);
int compute_enough(int tries) BENCH_LMBENCH_(compute_enough);
double timing_overhead(int enough) BENCH_LMBENCH_(timing_overhead);
double loop_overhead(int enough, double timing) BENCH_LMBENCH_(loop_overhead);
int sched_pin(int processor) BENCH_LMBENCH_(sched_pin);
uint64 now(void) BENCH_LMBENCH_(now);
double Now(void) BENCH_LMBENCH_(Now);
uint64 delta(void) BENCH_LMBENCH_(delta);
double Delta(void) BENCH_LMBENCH_(Delta);
double timespent(void) BENCH_LMBENCH_(timespent);
uint64 tvdelta(struct timeval *from, struct timeval *to) BENCH_LMBENCH_(tvdelta);
void tvsub(struct timeval *difference, struct timeval *t1,
           struct timeval *t0) BENCH_LMBENCH_(tvsub);

/* Many children at once. */
void benchmp(benchmp_f initialize, benchmp_f benchmark, benchmp_f cleanup, int enough, int parallel,
             int warmup, int repetitions, void *cookie) BENCH_LMBENCH_(benchmp);
void *benchmp_getstate(void) BENCH_LMBENCH_(benchmp_getstate);
iter_t benchmp_interval(void *state) BENCH_LMBENCH_(benchmp_interval);
int benchmp_childid(void) BENCH_LMBENCH_(benchmp_childid);
int handle_scheduler(int childno, int benchproc, int nbenchprocs) BENCH_LMBENCH_(handle_scheduler);
void sigchld_wait_handler(int signo) BENCH_LMBENCH_(sigchld_wait_handler);

/* Results. */
int sizeof_result(int repetitions) BENCH_LMBENCH_(sizeof_result);
void insertinit(result_t *result) BENCH_LMBENCH_(insertinit);
void insertsort(uint64 u, uint64 n, result_t *result) BENCH_LMBENCH_(insertsort);
result_t *get_results(void) BENCH_LMBENCH_(get_results);
void set_results(result_t *result) BENCH_LMBENCH_(set_results);
void save_median(void) BENCH_LMBENCH_(save_median);
void save_minimum(void) BENCH_LMBENCH_(save_minimum);

/* Reporting. */
extern FILE *ftiming BENCH_LMBENCH_(ftiming);
void timing(FILE *out) BENCH_LMBENCH_(timing);
void nano(char *text, uint64 n) BENCH_LMBENCH_(nano);
void micro(char *text, uint64 n) BENCH_LMBENCH_(micro);
void milli(char *text, uint64 n) BENCH_LMBENCH_(milli);
void mb(uint64 count) BENCH_LMBENCH_(mb);
void kb(uint64 count) BENCH_LMBENCH_(kb);
void micromb(uint64 size, uint64 n) BENCH_LMBENCH_(micromb);
void bandwidth(uint64 count, uint64 times, int verbose) BENCH_LMBENCH_(bandwidth);
void latency(uint64 xfers, uint64 size) BENCH_LMBENCH_(latency);
void context(uint64 xfers) BENCH_LMBENCH_(context);
void ptime(uint64 n) BENCH_LMBENCH_(ptime);
void rusage(void) BENCH_LMBENCH_(rusage);

/* The rest. */
void use_int(int result) BENCH_LMBENCH_(use_int);
void use_pointer(void *result) BENCH_LMBENCH_(use_pointer);
uint64 bytes(char *text) BENCH_LMBENCH_(bytes);
char last(char *text) BENCH_LMBENCH_(last);
void morefds(void) BENCH_LMBENCH_(morefds);
void touch(char *buffer, int size) BENCH_LMBENCH_(touch);
long bread(void *buffer, long size) BENCH_LMBENCH_(bread);
size_t *permutation(int max, int scale) BENCH_LMBENCH_(permutation);
int cp(char *from, char *to, mode_t mode) BENCH_LMBENCH_(cp);
char *p64(uint64 number) BENCH_LMBENCH_(p64);
char *p64sz(uint64 number) BENCH_LMBENCH_(p64sz);
void lmbench_usage(int argc, char **argv, char *usage) BENCH_LMBENCH_(lmbench_usage);

/* Its own getopt. */
int mygetopt(int argc, char **argv, char *letters) BENCH_LMBENCH_(mygetopt);
extern char *myoptarg BENCH_LMBENCH_(myoptarg);
extern int myoptind BENCH_LMBENCH_(myoptind);
extern int myopterr BENCH_LMBENCH_(myopterr);
extern int myoptopt BENCH_LMBENCH_(myoptopt);
#undef getopt
#define getopt mygetopt
#undef optarg
#define optarg myoptarg
#undef optind
#define optind myoptind
#undef opterr
#define opterr myopterr
#undef optopt
#define optopt myoptopt

/* Statistics. */
typedef int (*int_stat)(int *values, int size);
typedef uint64 (*uint64_stat)(uint64 *values, int size);
typedef double (*double_stat)(double *values, int size);

int int_compare(const void *a, const void *b) BENCH_LMBENCH_(int_compare);
int int_median(int *values, int size) BENCH_LMBENCH_(int_median);
int int_mean(int *values, int size) BENCH_LMBENCH_(int_mean);
int int_min(int *values, int size) BENCH_LMBENCH_(int_min);
int int_max(int *values, int size) BENCH_LMBENCH_(int_max);
double int_variance(int *values, int size) BENCH_LMBENCH_(int_variance);
double int_moment(int moment, int *values, int size) BENCH_LMBENCH_(int_moment);
double int_stderr(int *values, int size) BENCH_LMBENCH_(int_stderr);
double int_skew(int *values, int size) BENCH_LMBENCH_(int_skew);
double int_kurtosis(int *values, int size) BENCH_LMBENCH_(int_kurtosis);
double int_bootstrap_stderr(int *values, int size, int_stat f) BENCH_LMBENCH_(int_bootstrap_stderr);

int uint64_compare(const void *a, const void *b) BENCH_LMBENCH_(uint64_compare);
uint64 uint64_median(uint64 *values, int size) BENCH_LMBENCH_(uint64_median);
uint64 uint64_mean(uint64 *values, int size) BENCH_LMBENCH_(uint64_mean);
uint64 uint64_min(uint64 *values, int size) BENCH_LMBENCH_(uint64_min);
uint64 uint64_max(uint64 *values, int size) BENCH_LMBENCH_(uint64_max);
double uint64_variance(uint64 *values, int size) BENCH_LMBENCH_(uint64_variance);
double uint64_moment(int moment, uint64 *values, int size) BENCH_LMBENCH_(uint64_moment);
double uint64_stderr(uint64 *values, int size) BENCH_LMBENCH_(uint64_stderr);
double uint64_skew(uint64 *values, int size) BENCH_LMBENCH_(uint64_skew);
double uint64_kurtosis(uint64 *values, int size) BENCH_LMBENCH_(uint64_kurtosis);
double uint64_bootstrap_stderr(uint64 *values, int size, uint64_stat f)
	BENCH_LMBENCH_(uint64_bootstrap_stderr);

int double_compare(const void *a, const void *b) BENCH_LMBENCH_(double_compare);
double double_median(double *values, int size) BENCH_LMBENCH_(double_median);
double double_mean(double *values, int size) BENCH_LMBENCH_(double_mean);
double double_min(double *values, int size) BENCH_LMBENCH_(double_min);
double double_max(double *values, int size) BENCH_LMBENCH_(double_max);
double double_variance(double *values, int size) BENCH_LMBENCH_(double_variance);
double double_moment(int moment, double *values, int size) BENCH_LMBENCH_(double_moment);
double double_stderr(double *values, int size) BENCH_LMBENCH_(double_stderr);
double double_skew(double *values, int size) BENCH_LMBENCH_(double_skew);
double double_kurtosis(double *values, int size) BENCH_LMBENCH_(double_kurtosis);
double double_bootstrap_stderr(double *values, int size, double_stat f)
	BENCH_LMBENCH_(double_bootstrap_stderr);

void regression(double *x, double *y, double *sig, int n, double *a, double *b, double *sig_a,
                double *sig_b, double *chi2) BENCH_LMBENCH_(regression);

/* What the macros below are made of. */
struct bench_lmbench_run {
	int instances;           /* of the body in one iteration: 1, 2, 4, or 0 for the empty loop */
	iter_t iterations;            /* of the window that is open */
	uint64 opaque_[3584];
};
struct bench_lmbench_inner {
	uint64 opaque_[48];
};
void lmbench_begin_(struct bench_lmbench_run *run, double enough, int tries) BENCH_LMBENCH_(begin);
int lmbench_next_(struct bench_lmbench_run *run, iter_t left) BENCH_LMBENCH_(next);
void lmbench_note_overhead_(void) BENCH_LMBENCH_(note_overhead);
void lmbench_less_overhead_(void) BENCH_LMBENCH_(less_overhead);
void lmbench_begin_inner_(struct bench_lmbench_inner *run, double us) BENCH_LMBENCH_(begin_inner);
iter_t lmbench_next_inner_(struct bench_lmbench_inner *run, iter_t left) BENCH_LMBENCH_(next_inner);
void lmbench_nothing_(void) BENCH_LMBENCH_(nothing);

#ifdef __cplusplus
}
#endif

#if (defined __GNUC__ && !defined BENCH_NO_ASM) || defined __TINYC__
#define BENCH_LMBENCH_HOLD_ __asm__ volatile("" : : : "memory")
#else
#define BENCH_LMBENCH_HOLD_ lmbench_nothing_()
#endif

/* One of several instances: continue ends this one, break ends the loop. */
#define BENCH_LMBENCH_INSTANCE_(body) \
	{ \
		int bench_once_ = 1; \
		for (; bench_once_; bench_once_ = 0) { body; } \
		if (bench_once_) \
			break; \
	}

/* A block, as programs that leave out the semicolon behind it need. */
#define BENCH_LMBENCH_LOOPS_(body, enough, tries) { \
	struct bench_lmbench_run bench_run_; \
	iter_t __n = 0; \
	lmbench_begin_(&bench_run_, (double)(enough), (tries)); \
	while (lmbench_next_(&bench_run_, __n)) { \
		__n = bench_run_.iterations; \
		if (bench_run_.instances == 1) { \
			for (; __n > 0; __n--) { body; } \
		} else if (bench_run_.instances == 2) { \
			for (; __n > 0; __n--) { \
				BENCH_LMBENCH_INSTANCE_(body) \
				{ body; } \
			} \
		} else if (bench_run_.instances == 4) { \
			for (; __n > 0; __n--) { \
				BENCH_LMBENCH_INSTANCE_(body) \
				BENCH_LMBENCH_INSTANCE_(body) \
				BENCH_LMBENCH_INSTANCE_(body) \
				{ body; } \
			} \
		} else { \
			for (; __n > 0; __n--) \
				BENCH_LMBENCH_HOLD_; \
		} \
	} \
}

#define BENCH(body, enough) BENCH_LMBENCH_LOOPS_(body, enough, TRIES)
#define BENCH1(body, enough) BENCH_LMBENCH_LOOPS_(body, enough, 1)

#define BENCH_INNER(body, enough) { \
	struct bench_lmbench_inner bench_run_; \
	iter_t __n = 0; \
	lmbench_begin_inner_(&bench_run_, (double)(enough)); \
	while ((__n = lmbench_next_inner_(&bench_run_, __n)) > 0) { \
		for (; __n > 0; __n--) { body; } \
	} \
}

#define BENCHO(body, overhead_body, enough) { \
	BENCH(overhead_body, enough) \
	lmbench_note_overhead_(); \
	BENCH(body, enough) \
	lmbench_less_overhead_(); \
}

/* Helpers for memory and sockets are the program's own, and so are their headers; a program
 * that brings them, in a folder that -I names, need not include them itself. */
#ifdef __has_include
#if __has_include("lib_mem.h")
#include "lib_mem.h"
#endif
#if __has_include("lib_tcp.h")
#include "lib_tcp.h"
#endif
#if __has_include("lib_udp.h")
#include "lib_udp.h"
#endif
#if __has_include("lib_unix.h")
#include "lib_unix.h"
#endif
#endif

#endif
