/*
 * crc32sum [-v] [-w WISDOM] [FILE...]: the CRC-32 of files, or of the standard input.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "crc32.h"

/* One file's line; 0 if it was read and written. */
static int sum(FILE *file, const char *name)
{
	static unsigned char block[65536];
	uint32_t crc = 0;
	size_t n;

	if (!file) {
		fprintf(stderr, "crc32sum: %s: %s\n", name, strerror(errno));
		return 1;
	}
	while ((n = fread(block, 1, sizeof block, file)) > 0)
		crc = crc32_best()(crc, block, n);
	if (ferror(file)) {
		fprintf(stderr, "crc32sum: %s: %s\n", name, strerror(errno));
		return 1;
	}
	return printf("%08lx  %s\n", (unsigned long)crc, name) < 0;
}

/* Which routine, and how it was found. */
static void tell(const bench_choice *choice, double ns)
{
	const char *how = choice->end == BENCH_PICK_END_REMEMBERED ? "remembered"
	                : choice->end == BENCH_PICK_END_FAILED ? "nothing was picked" : "picked";

	fprintf(stderr, "crc32sum: %s, %s; started in %.1f ms\n", crc32_name(), how, ns / 1e6);
	if (choice->wrong > 0)
		fprintf(stderr, "crc32sum: %lu routines are wrong\n", (unsigned long)choice->wrong);
	if (choice->status != BENCH_OK)
		fprintf(stderr, "crc32sum: %s: %s\n", bench_status_text(choice->status), bench_detail());
}

int main(int argc, char **argv)
{
	bench_clock clock = bench_clock_default();
	uint64_t begin = clock.now_ns ? clock.now_ns(clock.ctx) : 0;
	const char *wisdom = NULL;
	int verbose = 0, failed = 0, i = 1;
	bench_choice choice;

	for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++)
		if (strcmp(argv[i], "-v") == 0)
			verbose = 1;
		else if (strcmp(argv[i], "-w") == 0 && i + 1 < argc)
			wisdom = argv[++i];
		else {
			fprintf(stderr, "crc32sum: %s: expected [-v] [-w WISDOM] [FILE...]\n", argv[i]);
			return 2;
		}
	crc32_start(wisdom, &choice);
	if (verbose)
		tell(&choice, clock.now_ns ? (double)(clock.now_ns(clock.ctx) - begin) : 0);
	if (i == argc)
		failed |= sum(stdin, "-");
	for (; i < argc; i++) {
		FILE *file = strcmp(argv[i], "-") == 0 ? stdin : fopen(argv[i], "rb");

		failed |= sum(file, argv[i]);
		if (file && file != stdin)
			fclose(file);
	}
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "crc32sum: standard output: not all could be written\n");
		failed = 1;
	}
	return failed;
}
