/* Declares each name again, as programs do, with the type that they rely on; also the constants.
 * A different type does not compile. */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

#if TRIES != 11 || REAL_SHORT != 50000 || SHORT != 1000000 || MEDIUM != 2000000 || LONGER != 7500000
#error "times"
#endif
#if !TRUE || FALSE
#error "truth"
#endif
#if SMALLEST_LINE != 32 || XFERSIZE != 65536 || SOCKBUF != 1048576 || !defined TIME_OPEN2CLOSE
#error "sizes"
#endif
#if SOCKOPT_NONE != 0 || SOCKOPT_RDWR != (SOCKOPT_READ | SOCKOPT_WRITE) \
	|| SOCKOPT_PID == SOCKOPT_REUSE
#error "socket options"
#endif
#if TCP_XACT >= 0 || TCP_CONTROL >= 0 || TCP_DATA >= 0 || TCP_CONNECT >= 0 \
	|| TCP_SELECT >= 0 || TCP_SELECT == TCP_CONNECT || UDP_XACT >= 0 || UDP_DATA >= 0
#error "ports"
#endif

static char *places[] = { UNIX_CONTROL, UNIX_DATA, UNIX_LAT };
static unsigned long numbers[] = { XACT_PROG, XACT_VERS, RPC_XACT, RPC_EXIT, VERS };

extern FILE *ftiming;
extern char *optarg;
extern int optind, opterr, optopt;

void start(struct timeval *);
uint64 stop(struct timeval *, struct timeval *);
uint64 gettime(void), usecs_spent(void), get_n(void), t_overhead(void), now(void), delta(void);
void settime(uint64), save_n(uint64), set_n(uint64), timing(FILE *);
int get_enough(int);
double l_overhead(void), Now(void), Delta(void), timespent(void);
uint64 tvdelta(struct timeval *, struct timeval *);
void tvsub(struct timeval *, struct timeval *, struct timeval *);

void benchmp(benchmp_f, benchmp_f, benchmp_f, int, int, int, int, void *);
void *benchmp_getstate(void);
iter_t benchmp_interval(void *);
int benchmp_childid(void), handle_scheduler(int, int, int);
void sigchld_wait_handler(int);

int sizeof_result(int);
void insertinit(result_t *), insertsort(uint64, uint64, result_t *), set_results(result_t *);
result_t *get_results(void);
void save_median(void), save_minimum(void);

void nano(char *, uint64), micro(char *, uint64), milli(char *, uint64);
void mb(uint64), kb(uint64), context(uint64), ptime(uint64);
void micromb(uint64, uint64), latency(uint64, uint64), bandwidth(uint64, uint64, int);
void rusage(void);

void use_int(int), use_pointer(void *), morefds(void), touch(char *, int);
uint64 bytes(char *);
char last(char *);
long bread(void *, long);
size_t *permutation(int, int);
int cp(char *, char *, mode_t), getopt(int, char **, char *);
char *p64(uint64), *p64sz(uint64);
void lmbench_usage(int, char **, char *);

int int_compare(const void *, const void *), int_median(int *, int), int_mean(int *, int);
int int_min(int *, int), int_max(int *, int);
double int_variance(int *, int), int_moment(int, int *, int), int_stderr(int *, int);
double int_skew(int *, int), int_kurtosis(int *, int);
double int_bootstrap_stderr(int *, int, int (*)(int *, int));
int uint64_compare(const void *, const void *);
uint64 uint64_median(uint64 *, int), uint64_mean(uint64 *, int), uint64_min(uint64 *, int);
uint64 uint64_max(uint64 *, int);
double uint64_variance(uint64 *, int), uint64_moment(int, uint64 *, int);
double uint64_stderr(uint64 *, int);
double uint64_skew(uint64 *, int), uint64_kurtosis(uint64 *, int);
double uint64_bootstrap_stderr(uint64 *, int, uint64 (*)(uint64 *, int));
int double_compare(const void *, const void *);
double double_median(double *, int), double_mean(double *, int), double_min(double *, int);
double double_max(double *, int), double_variance(double *, int);
double double_moment(int, double *, int), double_stderr(double *, int), double_skew(double *, int);
double double_kurtosis(double *, int);
double double_bootstrap_stderr(double *, int, double (*)(double *, int));
void regression(double *, double *, double *, int, double *, double *, double *, double *,
                double *);

/* The types: a size below 0 does not compile. */
typedef char uint64_is[(uint64)0 - 1 > 0 && sizeof(uint64) == 8 ? 1 : -1];
typedef char int64_is[(int64)0 - 1 < 0 && sizeof(int64) == 8 ? 1 : -1];
typedef char iter_t_is[(iter_t)0 - 1 > 0 && sizeof(iter_t) == sizeof(unsigned long) ? 1 : -1];
typedef char ulong_is[(ulong)0 - 1 > 0 && sizeof(ulong) == sizeof(unsigned long) ? 1 : -1];

/* What the usual headers bring. */
static struct stat file;
static struct sockaddr_un address;
static struct rusage used;
static struct tm day;
static caddr_t place = (caddr_t)MAP_SHARED;
static va_list *list;
static int limit = MAXPATHLEN + O_RDONLY + SIGUSR1 + EINTR + WNOHANG + AF_UNIX + RUSAGE_SELF
	+ (RAND_MAX > 0);

static void
noted(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	if (!iterations)
		*(double *)cookie = Delta();
}

main(ac, av)
	char **av;
{
	benchmp_f f = noted;
	double seconds = -1;
	value_t value;
	result_t result;

	/* It is there before anything is reported, and stderr. */
	if (ftiming != stderr)
		return 2;
	value.u = 1500000, value.n = 1000000;
	insertinit(&result);
	insertsort(value.u, value.n, &result);
	set_results(&result);
	if (result.N != 1 || result.v[0].u != value.u || get_results() != &result)
		return 3;
	start(0);
	(*f)((iter_t)0, &seconds);
	if (seconds < 0 || ABS(-2) != 2 || !streq("a", "a") || streq("a", "b"))
		return 4;
	debug((stderr, "nothing"));
	GO_AWAY;
	alarm(0);
	bcopy("x", (char *)&limit, 1);
	bzero((char *)&limit, sizeof limit);
	assert(isdigit('1') && index("a", 'a') && optind == 1);
	timing(stdout);
	settime(value.u);
	nano("all types", value.n);
	return limit || sizeof file + sizeof address + sizeof used + sizeof day + sizeof list < 5
		|| !place;
}
