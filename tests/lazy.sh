#!/bin/sh
# Is a thread of 16 KB enough for a first measurement in a program whose symbols are bound lazily?
# On processors with AVX-512 the first call of a function takes up to 2.7 KB of stack.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
archive=$top_builddir/libbench.a
[ -f "$archive" ] && [ "$(uname -s)" = Linux ] || { echo "1..0 # SKIP no archive, or no ELF"; exit 0; }
case $(uname -m) in x86_64) ;; *) echo "1..0 # SKIP the smallest stack is another"; exit 0 ;; esac
[ "$tap_sanitize" ] && { echo "1..0 # SKIP a sanitizer needs more stack"; exit 0; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

cat >"$work/small.c" <<'END_OF_C'
#include <bench.h>
#include <pthread.h>
#include <stdlib.h>

static void body(uint64_t n, void *arg)
{
	(void)arg;
	for (uint64_t i = 0; i < n; i++)
		BENCH_KEEP(i);
}

static void first(void) { body(100, 0); }
static void second(void) { body(300, 0); }

static void sample(bench_function *f, uint64_t size, void *arg)
{
	(void)arg;
	f();
}

static int call;

static void *run(void *failed)
{
	static const bench_case c[2] = { { .name = "a", .body = body }, { .name = "b", .body = body } };
	static const bench_alternative f[2] = { { "first", first, 0 }, { "second", second, 0 } };
	static bench_summary summary;
	static bench_difference difference;
	static bench_choice choice;
	uint64_t x = 3;
	bench_status status = BENCH_OK;
	/* A caller's own variables, and those of BENCH: 2 KB in all. */
	volatile char own[512] = "";

	if (call == 0)
		status = bench_measure(body, 0, 0, &summary);
	else if (call == 1)
		status = bench_compare(c, 0, &difference);
	else if (call == 2)
		status = bench_pick(c, 2, 0, &choice);
	else if (call == 3)
		return bench_fastest("small/f 1", f, 2, sample, 0, 0, 0, 0, 0) ? 0 : failed;
	else
		BENCH(x = x * 5; BENCH_KEEP(x), 0);
	return own[0] == 0 && (status == BENCH_OK || status == BENCH_ERR_NO_SAMPLES) ? 0 : failed;
}

int main(int argc, char **argv)
{
	pthread_attr_t about;
	pthread_t thread;
	void *failed;

	call = argc > 1 ? atoi(argv[1]) : 0;
	return pthread_attr_init(&about) || pthread_attr_setstacksize(&about, call == 3 ? 20480 : 16384)
	       || pthread_create(&thread, &about, run, &about) || pthread_join(thread, &failed) || failed;
}
END_OF_C
if ! ${CC:-cc} -std=gnu99 -O2 -fPIE -pie -I"$top_srcdir/include" -I"$top_builddir/include" "$work/small.c" "$archive" -lm -lpthread \
	-Wl,-z,lazy -o "$work/small" 2>"$work/log"; then
	echo "1..0 # SKIP not linked lazily: $(head -n 1 "$work/log")"
	exit 0
fi
i=0
for what in "16 KB: bench_measure" "16 KB: bench_compare" "16 KB: bench_pick" "20 KB: bench_fastest" "16 KB: BENCH"; do
	tap "a thread of $what" env -u LD_BIND_NOW XDG_CACHE_HOME="$work/cache" "$work/small" $i
	i=$((i + 1))
done
tap_end
