/*
 * Shared by the fuzzers: a table of targets, and a way to run one.
 *
 * With clang, tests/fuzz/run.sh TARGET SECONDS builds and runs a fuzzer of one target
 * (-DFUZZ_TARGET="name"). In `make check` the same program replays tests/fuzz/corpus/TARGET/.
 *
 * A file that includes this defines `targets`, which ends with a target without a name. A target
 * must not crash or break a promise.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fuzz_target {
	const char *name;
	void (*run)(const uint8_t *data, size_t size);
} fuzz_target;

extern const fuzz_target targets[];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts if a promise was not kept. */
static void promise(int kept, const char *what)
{
	if (!kept) {
		fprintf(stderr, "broken: %s\n", what);
		abort();
	}
}

/* Returns a file with these bytes, open for reading from its start. */
static inline FILE *file_of(const uint8_t *data, size_t size)
{
	FILE *file = tmpfile();

	promise(file && fwrite(data, 1, size, file) == size, "a temporary file");
	rewind(file);
	return file;
}

/* Returns a copy of the bytes, with a NUL at the end. */
static inline char *text_of(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	promise(text != NULL, "memory");
	memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

static inline const fuzz_target *target_of(const char *name)
{
	const fuzz_target *target = targets;

	while (target->name && strcmp(target->name, name))
		target++;
	return target->name ? target : NULL;
}

#ifdef FUZZ_TARGET
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const fuzz_target *target;

	if (!target)
		target = target_of(FUZZ_TARGET);
	promise(target != NULL, "a target of that name");
	target->run(data, size);
	return 0;
}
#else
/* PROGRAM TARGET FILE...: replays files, and each prefix of small ones. Without files: exits
 * with 0 if there is such a target. */
int main(int argc, char **argv)
{
	static uint8_t data[1 << 16];
	const fuzz_target *target = argc > 1 ? target_of(argv[1]) : NULL;

	if (!target)
		return 2;
	for (int i = 2; i < argc; i++) {
		FILE *file = fopen(argv[i], "rb");
		size_t size;

		promise(file != NULL, argv[i]);
		size = fread(data, 1, sizeof data, file);
		fclose(file);
		target->run(data, size);
		for (size_t n = 0; n < size && size <= 200; n++)
			target->run(data, n);
	}
	return 0;
}
#endif

#endif
