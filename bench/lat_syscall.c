/*
 * The cost of system calls.
 *
 * Method: the shortest call (getppid), and everyday calls with as little work as possible: one
 * byte from /dev/zero, one byte to /dev/null, the status of a file and of an open file, opening
 * and closing a file. Each call is made once before it is timed. A call that the system lacks or
 * forbids is reported.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <bench.h>

#ifdef HAVE_GETPPID

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int file = -1;

/* Make one system call each. Return a negative number if the call failed. */
static long ask_parent(void) { return (long)getppid(); }

static long read_byte(void)
{
	char byte;

	return (long)read(file, &byte, 1);
}

static long write_byte(void) { return (long)write(file, "", 1); }

static long look_at_open(void)
{
	struct stat facts;

	return fstat(file, &facts);
}

static long look_at(void)
{
	struct stat facts;

	return stat("/dev/null", &facts);
}

static long open_and_close(void)
{
	int other = open("/dev/null", O_RDONLY);

	return other < 0 ? -1 : close(other);
}

/* A call, and the file that it needs. */
struct call { long (*make)(void); const char *path; int how; };

static struct call parent = { ask_parent, NULL, 0 };
static struct call reading = { read_byte, "/dev/zero", O_RDONLY };
static struct call writing = { write_byte, "/dev/null", O_WRONLY };
static struct call facts_open = { look_at_open, "/dev/null", O_RDONLY };
static struct call facts = { look_at, NULL, 0 };
static struct call opening = { open_and_close, NULL, 0 };

static void skip(const char *what)
{
	char why[128];

	snprintf(why, sizeof why, "%s: %s", what, strerror(errno));
	bench_skip(why);
}

static void prepare(void *arg)
{
	const struct call *call = arg;

	file = call->path ? open(call->path, call->how) : -1;
	if (call->path && file < 0)
		skip(call->path);
	else if (call->make() < 0) {
		skip("the call failed");
		if (file >= 0)
			close(file);
	}
}

static void clean_up(void *arg)
{
	(void)arg;
	if (file >= 0)
		close(file);
	file = -1;
}

static void body(uint64_t n, void *arg)
{
	const struct call *call = arg;

	for (; n > 0; n--)
		BENCH_KEEP(call->make());
}

#define CALL(words, which) \
	{ .name = words, .body = body, .setup = prepare, .teardown = clean_up, .arg = &which }

static const bench_case cases[] = { CALL("getppid", parent), CALL("read /dev/zero", reading),
	CALL("write /dev/null", writing), CALL("fstat", facts_open), CALL("stat", facts),
	CALL("open and close", opening) };

#else

static void body(uint64_t n, void *arg)
{
	(void)n;
	(void)arg;
}

static void prepare(void *arg)
{
	(void)arg;
	bench_skip("this system has no POSIX calls");
}

static const bench_case cases[] = { { .name = "getppid", .body = body, .setup = prepare } };

#endif

int main(int argc, char **argv)
{
	return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
