/*
 * A benchmark program with arbitrary words on its command line, in its table of cases and in
 * messages from its processes; and mhz with arbitrary recordings.
 *
 * Promises: what was read is within its bounds, and what was refused has a reason. See fuzz.h on
 * how to run this.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

#include <unistd.h>

#include "../../bench/mhz.h"
#include "fuzz.h"

enum { WORDS = 32, WHY = 300, ROWS = 3, LONGEST = 4096 };

/* Splits lines into words; returns their number. */
static int words_of(char *text, char **word, int most)
{
	int n = 0;

	for (char *next; text && n < most; text = next) {
		next = strchr(text, '\n');
		if (next)
			*next++ = '\0';
		word[n++] = text;
	}
	word[n] = NULL;
	return n;
}

/* "64..64k x2" */
static void read_range(const uint8_t *data, size_t size)
{
	char *text = text_of(data, size);
	static uint64_t values[BENCHI_RANGE_MOST];
	size_t n = 0;
	bench_status status = benchi_range_read(text, values, &n);

	promise(status == BENCH_OK || status == BENCH_ERR_ARGUMENT, "no other status");
	promise(status == BENCH_OK || *bench_detail(), "a refusal has a reason");
	promise(status != BENCH_OK || (n >= 1 && n <= BENCHI_RANGE_MOST), "a bound");
	free(text);
}

/* "bytes/s<120e6", compared with a result that has every metric. */
static void read_limit(const uint8_t *data, size_t size)
{
	char *text = text_of(data, size), name[] = "copy/4096";
	static benchi_settings settings = { .limit.n = 1 };
	const benchi_bound *limit = settings.limits;
	benchi_result result;
	benchi_report report = { .result = &result, .n = 1 };

	memset(&result, 0, sizeof result);
	result.row.name = name;
	result.row.benchmark = "copy";
	result.row.bytes = 8;
	result.row.items = 1;
	result.answer.summary.ns = 12.5;
	result.answer.summary.cycles = 46;
	result.answer.summary.cycles_high = 46;
	if (benchi_bound_read(text, benchi_limit_metrics, settings.limits) == BENCH_OK) {
		size_t impossible = benchi_finish_judge(&settings, 0, &report);

		promise(impossible <= 1 && !impossible == !result.impossible, "a judgement has words");
		promise(limit->low <= limit->high, "a limit has its ends in order");
		free(result.impossible);
	} else {
		promise(*bench_detail() != '\0', "a refusal has a reason");
	}
	free(text);
}

/* A pattern, and a name on the next line. */
static void match(const uint8_t *data, size_t size)
{
	char *text = text_of(data, size), *word[3];
	int n = words_of(text, word, 2), found;

	if (n == 2) {
		found = benchi_glob(word[0], word[1]);
		if (!strpbrk(word[0], "*?[\\"))
			promise(!found == (strcmp(word[0], word[1]) != 0), "plain text matches itself alone");
		promise(benchi_glob("*", word[1]), "* matches everything");
	}
	free(text);
}

/* A command line with one word per line. */
static void read_settings(const uint8_t *data, size_t size)
{
	char *text = text_of(data, size), *word[WORDS + 2], program[] = "program";
	benchi_settings settings;
	int n = words_of(text, word + 1, WORDS) + 1;

	word[0] = program;
	memset(&settings, 0, sizeof settings);
	if (benchi_settings_read(n, word, &settings) == 0) {
		promise(settings.threads <= BENCHI_THREAD_COUNTS, "so many counts of threads");
		for (size_t i = 0; i < settings.threads; i++)
			promise(settings.thread[i] > 0, "a thread at least");
		promise(settings.limit.n <= BENCHI_LIMITS_MOST, "so many limits");
		promise(settings.time_ns >= 0 && isfinite(settings.time_ns), "a time");
	}
	free(text);
}

/* Messages from a process to its parent. */
static void read_frames(const uint8_t *data, size_t size)
{
	FILE *file = file_of(data, size);
	benchi_result result[ROWS];
	benchi_report report = { .result = result, .n = ROWS };
	benchi_row_reader reader;
	benchi_outcome outcome;
	size_t row;

	memset(result, 0, sizeof result);
	if (benchi_row_reader_open(&reader, file, "fuzz") == BENCH_OK)
		while (benchi_row_read(&reader, &report, &row, &outcome) > 0) {
			promise(row < ROWS, "a row that exists");
			promise(outcome <= BENCHI_WRONG, "an outcome that exists");
		}
	benchi_row_reader_close(&reader);
	for (size_t i = 0; i < ROWS; i++)
		benchi_result_free(&result[i]);
	fclose(file);
}

/* A number from the environment: the whole text must be a number, and the value about strtod's. */
static void read_environment(const uint8_t *data, size_t size)
{
	/* setenv would keep every copy */
	static char variable[] = "BENCH_ENOUGH=", set[sizeof variable + LONGEST];
	char *text = set + sizeof variable - 1, *rest;
	struct benchi_environment found;
	double theirs;

	size = size < LONGEST ? size : LONGEST;
	memcpy(set, variable, sizeof variable - 1);
	memcpy(text, data, size);
	text[size] = '\0';
	putenv(set);
	theirs = strtod(text, &rest) * 1e3;
	if (benchi_environment_read(&found) == BENCH_OK && *text) {
		promise(!*rest, "a number through and through");
		promise(found.enough_ns >= 0 && found.enough_ns <= 1e12, "microseconds from 0 to 1e9");
		promise(fabs(found.enough_ns - theirs) <= 1e-9 * theirs + 1e-300,
			"about the number that the text is");
	}
}

int mhz_bad(const char *format, ...)
{
	return *format ? MHZ_BAD : MHZ_OK;
}

/* mhz --replay and its estimate. */
static void replay(const uint8_t *data, size_t size)
{
	static char path[] = "/tmp/fuzz-mhz-XXXXXX";
	static int file = -1;
	bench_recording *recording = bench_recording_new();
	bench_cpu cpu;

	if (file < 0)
		file = mkstemp(path);
	promise(recording && file >= 0 && !ftruncate(file, 0)
	        && pwrite(file, data, size, 0) == (ssize_t)size, "a temporary file");
	if (mhz_replay(recording, path) == MHZ_OK) {
		promise(bench_recording_windows(recording) > 0, "what was read is not empty");
		if (bench_recording_estimate(recording, &cpu) == BENCH_OK)
			promise(cpu.mhz > 0 && isfinite(cpu.mhz), "an estimate is a number");
		else
			promise(isnan(cpu.mhz), "no estimate is no number");
	}
	bench_recording_free(recording);
#ifndef FUZZ_TARGET
	unlink(path);
	close(file);
	file = -1;
	memcpy(strrchr(path, '-') + 1, "XXXXXX", 6);
#endif
}

const fuzz_target targets[] = { { "range", read_range }, { "limit", read_limit },
	{ "glob", match }, { "settings", read_settings }, { "frames", read_frames },
	{ "environment", read_environment }, { "replay", replay }, { NULL, NULL } };
