/*
 * A complete benchmark program on a simulated core and default clock. For each of several command
 * lines, tests/golden/program/runs has its standard output and standard error, without the
 * context, which depends on the machine.
 *
 * The test runs itself as the program's child (BENCH_TASK).
 *
 * SPDX-License-Identifier: MIT
 */

#include "depth.h"
#include "golden.h"
#include "made_machine.h"
#include "program/program.h"

MADE_CORE_CLOCK

#ifdef HAVE_POSIX_SPAWNP

#include <ctype.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static unsigned process;        /* number of this process */
static double slower = 1;       /* factor on the time of every body */

static void spend(uint64_t n, double ticks)
{
	made_core_spend((double)n * ticks * slower);
}

static bool dry;                /* bodies print that they run */

static void fast(uint64_t n, void *arg)
{
	if (dry)
		printf("(%d) ", (int)n);
	spend(n, 40);
}

/* Varies by up to 2 % from process to process. */
static void laid_out(uint64_t n, void *arg)
{
	spend(n, 40 * (.98 + .04 * (process * 7 % 5) / 4));
}

static void grows(uint64_t n, void *arg)
{
	spend(n, 100 + 2 * (double)bench_parameter());
}

static void jumps(uint64_t n, void *arg)
{
	static const double ticks[] = { 1000, 20, 700, 90 };

	spend(n, ticks[bench_parameter() / 2 % 4]);
}

/* Two kinds of parameters, and counters. */
static void chooses(uint64_t n, void *arg)
{
	double ticks = (double)bench_parameter_named("n");

	ticks *= *bench_parameter_text("alg") == 'b' ? 2.5 : 5;
	bench_count("probes", 3 * (double)n);
	bench_count_value("load", ticks);
	spend(n, ticks);
}

static void contains_fast(uint64_t n, void *arg)
{
	spend(n, 100);
}

static void elided(uint64_t n, void *arg)
{
}

static void skips(void *arg)
{
	bench_skip("not \"here\"");
}

/* interrupted: a case does so once; child: this process is not the parent */
static bool interrupted, child;

static int is_wrong(void *arg)
{
	if (arg && child)
		_exit(7);
	return 0;
}

/* Keeps no window, as if the clock went back in its regions: in all processes, or with arg only
 * in process 2. */
static void lost(uint64_t n, void *arg)
{
	spend(n, 30);
	if (arg && process != 2)
		return;
	BENCH_START;
	BENCH_STOP;
	benchi_thread_self()->regions.ns = (double)NAN;
}

/* Interrupts the parent, and waits until the parent passes the signal on. */
static void stops(uint64_t n, void *arg)
{
	const struct timespec nap = { 0, 1000000 };

	if (interrupted)
		kill(child ? getppid() : getpid(), SIGTERM);
	for (int i = 0; i < 20000 && interrupted && !benchi_interrupt_came(); i++)
		nanosleep(&nap, NULL);
	interrupted = false;
	fast(n, arg);
}

/* All windows but each *arg-th wait for a processor. */
static void waits(uint64_t n, void *arg)
{
	static uint64_t windows;

	if (++windows % *(const uint64_t *)arg)
		made_machine.waited_ns += 5 * (double)n;
	fast(n, arg);
}

/* No window counts before *arg iterations. */
static void found(uint64_t n, void *arg)
{
	static uint64_t done;

	done += n;
	if (done < *(const uint64_t *)arg)
		lost(n, NULL);
	else
		fast(n, arg);
}

/* Each *arg-th window waits for a processor. Without arg, each third takes three times as long. */
static void one_in_some(uint64_t n, void *arg)
{
	static uint64_t windows;
	bool one = ++windows % (arg ? *(const uint64_t *)arg : 3) == 0;

	if (one && arg)
		made_machine.waited_ns += 5 * (double)n;
	fast(one && !arg ? 3 * n : n, arg);
}

/* Three times slower for the first 100,000 iterations, as while a cache fills. */
static void unripe(uint64_t n, void *arg)
{
	static uint64_t done;
	uint64_t cold = done < 100000 ? (n < 100000 - done ? n : 100000 - done) : 0;

	done += n;
	spend(cold, 120);
	spend(n - cold, 40);
}

/* Fills a buffer of 150,000 records; writing it takes as long as filling it. */
static void buffer(uint64_t n, void *arg)
{
	static uint64_t held;

	fast(n, arg);
	held += n;
	for (; held >= 150000; held -= 150000)
		fast(150000, arg);
}

static uint64_t eight = 8, twelve = 12, few = 850000, many = 1280000, two = 3, all = UINT64_MAX;

static const bench_case cases[] = {
	{ .name = "fast", .body = fast, .bytes = 64, .items = 2 },
	{ .name = "layout", .body = laid_out, .items = 1 },
	{ .name = "grows", .body = grows, .range = "64..1k x2", .bytes = 8 },
	{ .name = "jumps", .body = jumps, .range = "2,4,6,32" },
	{ .name = "chooses", .body = chooses, .range = "n=2,16;alg=a,b" },
	{ .name = "less", .body = contains_fast, .overhead = "fast", .parts = 2 },
	{ .name = "elided", .body = elided },
	{ .name = "skips", .body = fast, .setup = skips },
	{ .name = "wrong", .body = fast, .verify = is_wrong },
	{ .name = "lost", .body = lost },
	{ .name = "seldom", .body = lost, .arg = &process },
	{ .body = fast },
	{ .name = "interrupted", .body = stops },
	{ .name = "third", .body = found, .arg = &few },
	{ .name = "fourth", .body = found, .arg = &many },
	{ .name = "long", .body = grows, .range = "7M,11M" },
	{ .name = "quits", .body = fast, .verify = is_wrong, .arg = &child },
	{ .name = "eighth", .body = one_in_some, .arg = &eight },
	{ .name = "twelfth", .body = one_in_some, .arg = &twelve },
	{ .name = "uneven", .body = one_in_some },
	{ .name = "run_queue", .body = waits, .arg = &two },
	{ .name = "preempted", .body = waits, .arg = &all },
	{ .name = "unripe", .body = unripe },
	{ .name = "buffer", .body = buffer },
};

static const char *const lines[] = {
	"--list", "-l -f g* -f re:^ch -f !*/256", "-l -f !*o*",
	"-l --threads 1,3 -f fast -f 11/threads:3", "--dry-run", "-f fast",
	"-f fast -f layout -f grows -f jumps", "-f chooses*", "-f [fles]*[tsd]",
	"-f fast -f wrong --processes 3 --progress", "-f lost --processes 6",
	"-q -f fast --progress", "-q -f fast --progress --baseline fast",
	"-q -f fast -f less -f skips --processes 3 --progress", "-f fast --time 3ms",
	"-f unripe", "-q -f buffer", "-q -f fast -f unripe -f buffer --time 500ms",
	"-f fast --rounds 3", "-q -f grows* --processes 1 --time 20ms",
	"-q -f fast -f less --processes 1 --rounds 9", "-f seldom --processes 1",
	"-q -f *a* --processes 6 --rounds 5", "-q -f *a* --processes 6 --rounds 5 --baseline fast",
	"-q -f fast -f layout --processes 12 --baseline layout",
	"-q -f fast -f 11 --processes 6 --rounds 5 --baseline fast",
	"-q -f chooses* --processes 3 --rounds 5 --baseline chooses/alg=a",
	"-q -f fast -f 11 --processes 2 --rounds 5 --baseline 11",
	"-q -f fast -f seldom --processes 6 --rounds 5", "-q -f lost --processes 2 --rounds 5",
	"-q -f fast -f less --processes 5 --rounds 5",
	"-f fast --processes 2 --rounds 5 --format markdown",
	"-q -f grows* --processes 3 --rounds 5 --limit grows*:bytes/s<1e9",
	"-q -f fast --limit ns<1 --limit cycles>41",
	"-q -f fast --expect ns=10..11 --expect cycles=41..42",
	"-q -f fast -f grows/64 --processes 8 --rounds 5 -o test_program_golden.json",
	"-q -f fast -f grows/64 -f layout --processes 8 --rounds 5 --compare "
		"test_program_golden.json",
	"SLOWER -q -f fast -f grows/64 --processes 8 --rounds 5 --compare "
		"test_program_golden.json --fail-on slower",
	"SLOWER -q -f fast --processes 1 --rounds 5 --compare test_program_golden.json", "-f none",
	"-f none -f neither", "--baseline none -f fast", "--rounds 0", "--seed",
	"-f fast -f grows/6* --threads 1", "-f fast -f less -f skips --threads 1 --processes 3",
	"-f pre* -f run* -f fast --threads 1 --processes 3", "-q -f pre* --threads 1 --processes 1",
	"-q -f lost --threads 1 --processes 1 --rounds 9", "-q -f eighth --threads 1 --processes 1",
	"-q -f twelfth --threads 1 --processes 1", "-q -f uneven --threads 1 --processes 1",
	"-q -f fast --threads 1 --processes 1 --rounds 5",
	"-q -f fast --threads 1 --processes 1 --rounds 6", "-q -f long --processes 1", "-f quits",
	"-f * --dry-run", "-f skips --dry-run --threads 2", "-q -f third --processes 1 --rounds 9",
	"-q -f fourth --processes 1 --rounds 9", "-q -f fast -f int* -f layout --processes 1",
	"-q -f fast -f int* --processes 6 --rounds 9",
	"-q -f int* --processes 1 --format csv -o test_program_golden.json",
	"-f fast -f skips -f wrong --ramp 1 --step-time 20ms", "-q -f skips --ramp 1 --format json",
	"-q -f fast --ramp 1 --format json --limit ns<1",
	"-q -f fast -f layout --ramp 1 --step-time 20ms --format json",
	"-q -f fast -f layout --ramp 1 --time 40ms --limit l*:operations/s<1 --expect f*:p50_ns<1",
	"-q -f skips -f wrong --ramp 1 --format csv", "-q -f fast -f int* -f layout --ramp 1",
	"-q -f fast --ramp 1 -o none/test_program_golden.json", "-f wrong --ramp 1",
	"CLOSED --list", "CLOSED --help", "CLOSED -q -f fast --rounds 3", "MISSING -f fast",
	"EMPTY -q", "MISSING EMPTY", "--time 1x", "extra", "--limit ns", "--format none", "-f re:(",
	"--nonsense", "--help",
};

static const bench_case *table = cases;
static size_t rows = sizeof cases / sizeof *cases;

static int act(int argc, char **argv)
{
	return bench_program(argc, argv, table, rows);
}

static char *self;      /* this program's path */

/* Makes standard output a pipe without a reader. */
static void close_output(void)
{
	int end[2];

	if (!pipe(end)) {
		close(end[0]);
		dup2(end[1], STDOUT_FILENO);
		close(end[1]);
	}
}

/* Whether a word of a command line is meant for this test. */
static bool is_ours(const char *word)
{
	if (!strcmp(word, "SLOWER")) {
		slower = 1.05;
		setenv("SLOWER", "1", 1);
	} else if (!strcmp(word, "CLOSED")) {
		close_output();
	} else if (!strcmp(word, "MISSING")) {
		table = NULL;
	} else if (!strcmp(word, "EMPTY")) {
		rows = 0;
	} else {
		return false;
	}
	return true;
}

/* Replaces this process by the program with these arguments, separated by blanks. */
static void run(const char *line)
{
	static char text[300], seed[] = "--seed", one[] = "1";
	char *argv[30] = { self, seed, one };
	int argc = 3;

	signal(SIGPIPE, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	strcpy(text, line);
	dry = strstr(text, "--dry-run");
	interrupted = strstr(text, "-f int");
	if (interrupted)
		setenv("INTERRUPTED", "1", 1);
	/* the share shows how many processors there are */
	made_machine.share = strstr(text, "--ramp") ? 0 : 1;
	for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
		if (!is_ours(word))
			argv[argc++] = word;
	exit(act(argc, argv));
}

/* Removes the lines of the context, in text or Markdown. */
static const char *without_context(const char *text)
{
	const char *end = strstr(text, "\n\n");

	return end && (!strncmp(text, "run  ", 5) || !strncmp(text, "```", 3)) ? end + 2 : text;
}

static void put(FILE *to, const char *mark, FILE *from)
{
	char *text = golden_contents(from);

	fprintf(to, "%s%s", mark, without_context(text));
	free(text);
}

/* Returns the words of a text, separated by one blank: where lines break depends on the numbers. An
 * interval or a share in percent, which depends on the order in which a scripted clock is read, is
 * written as '#'. To be freed. */
static char *without_percentages(const char *text)
{
	char *words = malloc(strlen(text) + 2), *to = words;

	ck_assert_ptr_nonnull(words);
	while (*(text += strspn(text, " \n")) != '\0') {
		size_t length = strcspn(text, " \n");
		const char *next = text + length + strspn(text + length, " \n");
		const char *digit = text + strspn(text, "(+-");

		if (strchr("0123456789", *digit) && (*next == '%' || !strncmp(text, "+-", 2)))
			*to++ = '#';
		else {
			memcpy(to, text, length);
			to += length;
		}
		*to++ = ' ';
		text += length;
	}
	*to = '\0';
	return words;
}

TEST(every_command_line_prints_this)
{
	FILE *printed = check_file();

	if (check_in_valgrind())
		return;         /* where long double is double */
	unsetenv("NO_COLOR");
	setenv("LC_ALL", "C", 1);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		FILE *out = tmpfile(), *err = tmpfile();
		int status;
		pid_t pid;

		ck_assert(out && err);
		fflush(NULL);
		if ((pid = fork()) == 0) {
			dup2(fileno(out), STDOUT_FILENO);
			dup2(fileno(err), STDERR_FILENO);
			run(lines[i]);
		}
		ck_assert_msg(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status), "%s",
			lines[i]);
		fprintf(printed, "%s$ %s: %d\n", i ? "\n" : "", lines[i], WEXITSTATUS(status));
		put(printed, "", out);
		put(printed, "---\n", err);
	}
	remove("test_program_golden.json");

	char *text = golden_contents(printed), *golden, *found, *expected;
	char *at, *of;

	if (getenv("GOLDEN"))
		golden_write(getenv("GOLDEN"), "runs", text);
	golden = golden_contents(check_source("tests/golden/program/runs"));
	found = without_percentages(text);
	expected = without_percentages(golden);
	/* The third digit depends on the number of clock readings. */
	for (at = found, of = expected; *at;) {
		bool numbers = isdigit((unsigned char)*at) && isdigit((unsigned char)*of);
		double ratio = numbers ? strtod(at, &at) / strtod(of, &of) : 1;

		if (fabs(ratio - 1) > 0.005 || (!numbers && *at++ != *of++))
			break;
	}
	ck_assert_msg(!*at && !*of, "expected '%.60s', found '%.60s'", of, at);
	free(text);
	free(golden);
	free(found);
	free(expected);
}

/* Programs in an emulator cannot start themselves. */
static bool starts_itself(char **argv)
{
	int status = -1;
	pid_t pid = fork();

	if (pid == 0) {
		setenv("TRIED", "1", 1);
		execv(argv[0], argv);
		_exit(127);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

int main(int argc, char **argv)
{
	const char *task = getenv("BENCH_TASK");
	const char *part = task && !strncmp(task, "rows ", 5) ? task + 5 : NULL;
	SRunner *runner;
	int failed;

	if (getenv("TRIED"))
		return 0;
	if (!part && !starts_itself(argv)) {
		puts("1..0 # SKIP a program cannot start itself here");
		return 0;
	}
	made_core_begin();
	made_core.noise = .004;
	self = argv[0];
	slower = getenv("SLOWER") ? 1.05 : 1;
	depth_check();
	if (!part && check_rounds_later())
		return EXIT_SUCCESS;
	if (part) {
		child = true;
		interrupted = getenv("INTERRUPTED") != NULL;
		process = (unsigned)strtoul(part, NULL, 10);
		made_core.clock.random = process + 1;
		return act(argc, argv);
	}
	runner = srunner_create(check_suite_between("program_golden", NULL, NULL));
	srunner_set_tap(runner, "-");
	srunner_run_all(runner, CK_SILENT);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#else

int main(void)
{
	puts("1..0 # SKIP no processes here");
	return 0;
}

#endif
