/*
 * Ramps against servers: a byte to an echo server and back, a page from a web server, a PING to
 * Redis.  Each worker has its own connection, which stays open.  PORT is the server's, on this
 * machine, if it is not 7000, 8080 or 6379.
 *
 *	10-tcp --filter http --ramp 1..8 --load 80% --latency-limit 1ms@p99
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L
#include <bench.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct server {
	const char *port, *request;
};

static int connection[64];

static void setup(void *arg)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	const struct server *server = arg;
	const char *port = getenv("PORT");
	struct addrinfo *to;

	if (bench_workers() > 64 || getaddrinfo("127.0.0.1", port ? port : server->port, &hints, &to)) {
		bench_skip("more than 64 workers, or no such port");
		return;
	}
	for (size_t i = 0; i < bench_workers(); i++) {
		connection[i] = socket(to->ai_family, SOCK_STREAM, 0);
		if (connect(connection[i], to->ai_addr, to->ai_addrlen))
			bench_skip("no server at 127.0.0.1; PORT is its port");
	}
	freeaddrinfo(to);
}

static void teardown(void *arg)
{
	(void)arg;
	for (size_t i = 0; i < bench_workers() && i < 64; i++)
		close(connection[i]);
}

/* Bytes of an answer that are still to come; SIZE_MAX: that is not known yet. */
static size_t missing(const char *request, const char *answer, size_t n)
{
	const char *end = strstr(answer, "\r\n"), *length = strstr(answer, "Content-Length:");

	if (strncmp(request, "GET", 3))         /* a byte, or a line */
		return strlen(request) == 1 ? 0 : end ? 0 : SIZE_MAX;
	if (!(end = strstr(answer, "\r\n\r\n")))
		return SIZE_MAX;
	return length ? strtoul(length + 15, NULL, 10) + (size_t)(end + 4 - answer) - n : 0;
}

static void request(uint64_t n, void *arg)
{
	const struct server *server = arg;
	size_t length = strlen(server->request);
	int to = connection[bench_worker()];
	char answer[4096], rest[4096];

	for (; n > 0; n--) {
		size_t got = 0, left = SIZE_MAX;

		if (write(to, server->request, length) != (ssize_t)length)
			abort();                        /* the server has closed the connection */
		while (left) {
			bool known = left < SIZE_MAX;
			ssize_t more = known ? read(to, rest, left < sizeof rest ? left : sizeof rest)
			                     : read(to, answer + got, sizeof answer - 1 - got);

			if (more <= 0)
				abort();
			answer[got += known ? 0 : (size_t)more] = '\0';
			left = known ? left - (size_t)more : missing(server->request, answer, got);
		}
	}
}

int main(int argc, char **argv)
{
	static struct server echo = { "7000", "x" }, redis = { "6379", "PING\r\n" };
	static struct server http = { "8080", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" };
	static const bench_case cases[] = {
		{ .name = "echo", .setup = setup, .body = request, .teardown = teardown, .arg = &echo },
		{ .name = "http", .setup = setup, .body = request, .teardown = teardown, .arg = &http },
		{ .name = "redis", .setup = setup, .body = request, .teardown = teardown, .arg = &redis } };

	return bench_main(argc, argv, cases, 3);
}
