/*
 * A ramp against a TCP server: a byte to an echo server on port 7000 of this machine and back.
 * Each worker has its own connection.
 *
 *	10-tcp --ramp 1..8 --latency-limit 1ms@p99
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L
#include <bench.h>
#include <netdb.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int connection[64];

static void setup(void *arg)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *to;

	(void)arg;
	if (getaddrinfo("127.0.0.1", "7000", &hints, &to)) {
		bench_skip("unknown host");
		return;
	}
	for (size_t i = 0; i < bench_workers() && i < 64; i++) {
		connection[i] = socket(to->ai_family, SOCK_STREAM, 0);
		if (connect(connection[i], to->ai_addr, to->ai_addrlen))
			bench_skip("no connection");
	}
	freeaddrinfo(to);
}

static void request(uint64_t n, void *arg)
{
	int to = connection[bench_worker()];
	char byte = 'x';

	(void)arg;
	for (; n > 0; n--)
		if (write(to, &byte, 1) != 1 || read(to, &byte, 1) != 1)
			abort();        /* the server has closed the connection */
}

int main(int argc, char **argv)
{
	static const bench_case cases[] = {
		{ .name = "request", .setup = setup, .body = request } };

	return bench_main(argc, argv, cases, 1);
}
