#!/bin/sh
# Do two shared libraries of one process that link the archive each have their own library?  And
# do they leave nothing behind when they are closed?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
archive=$top_builddir/libbench.a
[ -f "$archive" ] && [ "$(uname -s)" = Linux ] || { echo "1..0 # SKIP no archive, or no ELF"; exit 0; }
grep -q 'ARCHIVE_CFLAGS = .*-DBENCH_HIDDEN' "$top_builddir/Makefile" ||
	{ echo "1..0 # SKIP the archive exports its names"; exit 0; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

# a library: two routines on a made-up clock cross at CROSSING; what it finds, and what a body asks
cat >"$work/library.c" <<'END'
#include <bench.h>

static uint64_t ns;

static uint64_t now(void *ctx)
{
	(void)ctx;
	return ns += 20;
}

static void grows(uint64_t n, void *arg)
{
	(void)arg;
	ns += n * (CROSSING / 10 + bench_parameter());
}

static void constant(uint64_t n, void *arg)
{
	(void)arg;
	ns += n * (CROSSING / 10 + CROSSING);
}

unsigned long SEARCH(void)
{
	static const bench_case c[2] = { { .name = "grows", .body = grows },
		{ .name = "constant", .body = constant } };
	const bench_clock clock = { "made up", now, 0 };
	const bench_pick_options options = { .clock = clock };
	bench_range range[8];
	bench_ranges ranges = { .low = 1, .high = 100000, .range = range, .capacity = 8 };

	if (bench_pick_ranges(c, 2, &options, &ranges) != BENCH_OK || ranges.n != 2
	    || range[0].index != 0 || ranges.end != BENCH_PICK_END_SURE)
		return 0;
	return (unsigned long)range[1].low;
}

/* measures once */
void *MEASURE(void *unused)
{
	const bench_options options = { .clock = { "made up", now, 0 }, .rounds = 11 };
	bench_summary summary;

	return bench_measure(constant, 0, &options, &summary) == BENCH_OK ? unused : (void *)&ns;
}

/* remembers 40 choices in the file, each with its own save */
void *SAVE(void *path)
{
	static const bench_case c[2] = { { .name = "a", .body = grows }, { .name = "b", .body = grows } };
	char key[] = NAME "00";
	bench_question question = { .key = key, .candidates = c, .n = 2 };

	for (int i = 0; i < 40; i++) {
		bench_wisdom *wisdom;
		bench_status status = bench_wisdom_load(path, &wisdom);

		key[sizeof key - 3] = (char)('0' + i / 10);
		key[sizeof key - 2] = (char)('0' + i % 10);
		if (status == BENCH_OK)
			status = bench_wisdom_remember(wisdom, &question, 0);
		if (status == BENCH_OK)
			status = bench_wisdom_save(wisdom);
		bench_wisdom_free(wisdom);
		if (status != BENCH_OK)
			return 0;
	}
	return path;
}
END
cat >"$work/host.c" <<'END'
#include <pthread.h>
#include <stdio.h>

unsigned long search_a(void), search_b(void);
void *save_a(void *path), *save_b(void *path);

int main(int argc, char **argv)
{
	pthread_t thread[2];
	void *done[2];

	if (argc > 1) {
		if (pthread_create(&thread[0], NULL, save_a, argv[1])
		    || pthread_create(&thread[1], NULL, save_b, argv[1]))
			return 1;
		for (int i = 0; i < 2; i++)
			if (pthread_join(thread[i], &done[i]) || !done[i])
				return 1;
		return 0;
	}
	printf("%lu ", search_a());
	printf("%lu ", search_b());
	printf("%lu\n", search_a());
	return 0;
}
END
cat >"$work/loader.c" <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

typedef void *work(void *);

static pthread_barrier_t barrier;
static work *measure;
static int failed;

/* A thread of the host: it measures, and lives on until the library is closed. */
static void *live_on(void *unused)
{
	failed |= measure(NULL) != NULL;
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	return unused;
}

static int key_is_left(void)
{
	pthread_key_t key;

	return pthread_key_create(&key, NULL) == 0 && pthread_key_delete(key) == 0;
}

int main(int argc, char **argv)
{
	enum { LEFT = 2 };
	pthread_key_t key[LEFT], other;
	pthread_t thread;

	for (int i = 0; i < LEFT; i++)
		if (pthread_key_create(&key[i], NULL))
			return 2;
	while (pthread_key_create(&other, NULL) == 0)
		;
	for (int i = 0; i < LEFT; i++)
		pthread_key_delete(key[i]);
	pthread_barrier_init(&barrier, NULL, 2);
	for (int i = 0; i < 2 * LEFT && argc > 1; i++) {
		void *library = dlopen(argv[1], RTLD_NOW);

		measure = library ? (work *)dlsym(library, "measure_a") : NULL;
		if (!measure || pthread_create(&thread, NULL, live_on, NULL))
			return 3;
		pthread_barrier_wait(&barrier);    /* both use one made-up clock */
		failed |= measure(NULL) != NULL;
		dlclose(library);
		pthread_barrier_wait(&barrier);
		pthread_join(thread, NULL);
		if (failed || !key_is_left())
			return 1;
	}
	return 0;
}
END

library() { # library NAME CROSSING
	${CC:-cc} $tap_sanitize -shared -fPIC -O1 -I"$top_srcdir/include" -DCROSSING="$2" -DSEARCH="search_$1" -DSAVE="save_$1" -DMEASURE="measure_$1" -DNAME="\"$1\"" \
		"$work/library.c" "$archive" -lm -lpthread -o "$work/lib$1.so"
}
tap "a shared library links the archive" library a 200
tap "and so does another" library b 5000
exports_none() { ! nm -D --defined-only "$work/lib$1.so" | grep -E ' benchi?_'; }
if command -v nm >/dev/null; then
	tap "it exports none of the library's names" exports_none a
	tap "nor does the other" exports_none b
else
	tap_skip "it exports none of the library's names" "no nm"
	tap_skip "nor does the other" "no nm"
fi
both() {
	${CC:-cc} $tap_sanitize "$work/host.c" -L"$work" -la -lb -lpthread -Wl,-rpath,"$work" -o "$work/host" &&
		"$work/host" >"$work/out" || return 1
	cat "$work/out"
	awk '{ exit !($1 > 190 && $1 < 210 && $2 > 4800 && $2 < 5200 && $3 > 190 && $3 < 210) }' "$work/out"
}
tap "each finds its own crossover, in one process" both
saves() { "$work/host" "$work/wisdom" && [ "$(grep -c '^[ab][0-9][0-9]	' "$work/wisdom")" -eq 80 ]; }
tap "both save into one file at once, and no entry is lost" saves
closed() {
	${CC:-cc} $tap_sanitize "$work/loader.c" -lpthread -ldl -o "$work/loader" &&
		"$work/loader" "$work/liba.so"
}
tap "closed, it leaves no key, and nothing to call when a thread ends" closed
tap_end
