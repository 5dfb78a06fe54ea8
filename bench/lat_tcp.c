/*
 * Latency and bandwidth of TCP over loopback, and of a pipe.
 *
 * Method: a child process is at the other end. `byte` goes there and comes back; half of that is
 * the latency of one way. Rows with a size are the whole operation: an iteration writes that
 * number of bytes, the child reads them and answers with a byte, and the window ends when all
 * answers have come. `unread` is only part of that operation: the window ends when the system has
 * accepted the bytes, most of them still in its buffers. That is how a copy to a buffer is sold as
 * a network.
 *
 * What must agree: TCP is slower than the pipe, and both are slower than copying in bw_mem (at
 * least two copies per byte). `unread` is faster than the whole operation, especially for few
 * bytes. Bytes beyond the buffers take as long in both, because the writer must wait.
 *
 * Assumes two processors; on one, the two processes alternate. Says little about networks:
 * loopback has no wire, no interrupts and no loss.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <bench.h>

#if defined HAVE_FORK && defined HAVE_PIPE && defined HAVE_SYS_SOCKET_H

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIPE, TCP, LARGEST = 1 << 20 };

/* How the two ends are connected, and whether the answers are awaited. */
struct kind {
	int over;
	int unread;
};

static char bytes[LARGEST];
static int in = -1, out = -1;      /* descriptors of this process */
static int their_in, their_out;    /* descriptors of the child */
static pid_t child;
static uint64_t owed;              /* answers that have not been read yet */

static int whole(ssize_t (*move)(int, char *, size_t), int file, size_t size)
{
	for (size_t done = 0; done < size;) {
		ssize_t n = move(file, bytes + done, size - done);

		if (n <= 0)
			return -1;
		done += (size_t)n;
	}
	return 0;
}

static ssize_t take(int file, char *to, size_t size) { return read(file, to, size); }
static ssize_t give(int file, char *from, size_t size) { return write(file, from, size); }

/* The other end: answers with a byte for every `size` bytes. */
static void answer(size_t size)
{
	char byte = 1;

	signal(SIGINT, SIG_IGN);  /* it ends when the first process does */
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	close(in);
	close(out);
	while (whole(take, their_in, size) == 0 && write(their_out, &byte, 1) == 1)
		continue;
	_exit(0);
}

static int connect_pipes(void)
{
	int there[2], back[2];

	if (pipe(there) != 0)
		return -1;
	if (pipe(back) != 0) {
		close(there[0]);
		close(there[1]);
		return -1;
	}
	their_in = there[0];
	out = there[1];
	in = back[0];
	their_out = back[1];
	return 0;
}

static int connect_tcp(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t size = sizeof at;
	int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	in = out = socket(AF_INET, SOCK_STREAM, 0);
	their_in = their_out = -1;
	if (listener >= 0 && out >= 0 && bind(listener, (struct sockaddr *)&at, size) == 0
	    && getsockname(listener, (struct sockaddr *)&at, &size) == 0 && listen(listener, 1) == 0
	    && connect(out, (struct sockaddr *)&at, size) == 0)
		their_in = their_out = accept(listener, NULL, NULL);
	close(listener);
	if (their_in < 0)
		return -1;
	setsockopt(out, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	setsockopt(their_out, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	return 0;
}

static size_t size_now(void)
{
	return bench_parameter() ? (size_t)bench_parameter() : 1;
}

static void start(void *arg)
{
	const struct kind *kind = arg;
	char why[128];

	owed = 0;
	child = -1;
	if ((kind->over == TCP ? connect_tcp() : connect_pipes()) == 0 && (child = fork()) == 0)
		answer(size_now());
	if (child > 0) {
		close(their_in);
		if (their_out != their_in)
			close(their_out);
		return;
	}
	snprintf(why, sizeof why, "no connection: %s", strerror(errno));
	bench_skip(why);
}

static void end(void *arg)
{
	(void)arg;
	close(out);
	if (in != out)
		close(in);
	if (child > 0)
		waitpid(child, NULL, 0);
}

/* Reads the outstanding answers. */
static void collect(void)
{
	while (owed > 0) {
		ssize_t n = read(in, bytes, owed < sizeof bytes ? (size_t)owed : sizeof bytes);

		if (n <= 0)
			return;
		owed -= (uint64_t)n;
	}
}

static void begin_window(uint64_t n, void *arg)
{
	(void)n;
	(void)arg;
	collect();
}

static void send_all(uint64_t n, void *arg)
{
	const struct kind *kind = arg;
	size_t size = size_now();

	for (; n > 0; n--) {
		if (whole(give, out, size) != 0)
			return;
		owed++;
		if (!kind->unread && size == 1)
			collect();            /* there and back, one after the other */
	}
	if (!kind->unread)
		collect();
}

static int arrives(void *arg)
{
	send_all(1, arg);
	collect();
	return owed == 0;
}

static struct kind over_pipe = { PIPE, 0 }, over_tcp = { TCP, 0 }, unread = { TCP, 1 };

#define CASE(words, kind, ...) { .name = words, .body = send_all, .setup = start, \
	.teardown = end, .arg = &kind, .verify = arrives, .prepare = begin_window, __VA_ARGS__ }

#else

static void start(void *arg)
{
	(void)arg;
	bench_skip("this system has no fork and sockets");
}

static void send_all(uint64_t n, void *arg)
{
	(void)n;
	(void)arg;
}

#define CASE(words, kind, ...) { .name = words, .body = send_all, .setup = start, __VA_ARGS__ }

#endif

#define SIZES .range = "4k..1M x16", .bytes = 1

int main(int argc, char **argv)
{
	static const bench_case cases[] = {
		CASE("byte, pipe", over_pipe, .items = 1),
		CASE("byte, TCP", over_tcp, .items = 1),
		CASE("pipe", over_pipe, SIZES),
		CASE("TCP", over_tcp, SIZES),
		CASE("unread, TCP", unread, SIZES),
	};

	return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
