/* What belongs to a case: what it needs, whether it can run here, whether it is right. */
/* SPDX-License-Identifier: MIT */
#include <bench.h>
#include <stdio.h>
#include <string.h>

static const char path[] = "/proc/self/stat";
static FILE *file;

static void open_file(void *arg)
{
	(void)arg;
	file = fopen(path, "r");
	if (!file)
		bench_skip("there is no /proc/self/stat");
}

static void close_file(void *arg)
{
	(void)arg;
	fclose(file);
}

/* One iteration: reads the first byte of the file again. */
static int first_byte(void)
{
	rewind(file);
	return getc(file);
}

static int is_a_digit(void *arg)
{
	int byte = first_byte();

	(void)arg;
	return byte >= '0' && byte <= '9';
}

static void read_byte(uint64_t n, void *arg)
{
	(void)arg;
	for (; n > 0; n--)
		BENCH_KEEP(first_byte());
}

int main(int argc, char **argv)
{
	static const bench_case cases[] = { { .name = "stat", .body = read_byte, .setup = open_file,
		.teardown = close_file, .verify = is_a_digit } };

	return bench_main(argc, argv, cases, 1);
}
