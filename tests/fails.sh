#!/bin/sh
# A case that fails, wherever it notices, has no time, and the program ends with status 1; one that is
# skipped, failed or gone is named where results are compared.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
LC_ALL=C; WHERE=; export LC_ALL WHERE
cat >"$work/fails.c" <<'EOF'
#include <bench.h>
#include <stdlib.h>
#include <string.h>
static const char *where;   /* this case fails there */
static int is(void *arg, const char *at)
{
	return where && arg && !strcmp(where, at);
}
static void body(uint64_t n, void *arg)
{
	static uint64_t x = 1, calls;

	if (is(arg, "body") || (is(arg, "late") && ++calls > 2)
	    || (is(arg, "worker") && bench_worker() == 1))
		bench_fail("lost connection");
	if (is(arg, "body"))
		return;
	for (; n > 0; n--)
		x = x * 6364136223846793005u + 1;
	BENCH_KEEP(x);
}
static void setup(void *arg)
{
	if (is(arg, "setup"))
		bench_fail("lost connection");
	if (is(arg, "skip"))
		bench_skip("no device");
}
static int verify(void *arg)
{
	if (is(arg, "verify"))
		bench_fail("lost connection");
	return 1;
}
static void prepare(uint64_t n, void *arg)
{
	if (is(arg, "prepare") && n > 1)
		bench_fail("lost connection");
}
static void teardown(void *arg)
{
	if (is(arg, "teardown"))
		bench_fail("lost connection");
}
int main(int argc, char **argv)
{
	static char this;
	static bench_case cases[] = {
		{ .name = "this one", .body = body, .setup = setup, .teardown = teardown, .arg = &this },
		{ .name = "other", .body = body } };

	where = getenv("WHERE");
	cases[0].verify = verify;
	cases[0].prepare = where && !strcmp(where, "prepare") ? prepare : NULL;
	return bench_main(argc, argv, cases + (where && !strcmp(where, "gone")), 2 - (where && !strcmp(where, "gone")));
}
EOF
# shellcheck disable=SC2086 # words
${CC:-cc} ${CFLAGS-} -I"$top_srcdir/include" -I"$top_builddir/include" "$work/fails.c" -o "$work/fails" \
	"$top_builddir/libbench-program.a" "$top_builddir/libbench.a" $LIBS || exit 99
cd "$work" || exit 99
run() { # STATUS OPTION...
	wanted=$1
	shift
	./fails "$@" >out 2>err
	status=$?
	[ $status -eq "$wanted" ] || { echo "status $status, not $wanted: $*"; cat out err; return 1; }
}
failed() { # WHERE OPTION...
	WHERE=$1
	export WHERE
	shift
	run 1 -q --rounds 8 "$@" && grep -q '^this one.* failed *$' out && grep -q 'this one.*: lost connection' out &&
		run 1 -q --rounds 8 --format json "$@" && ! grep '"name": "this one.*"values"' out &&
		grep -q '"skipped": "lost connection"' out && run 1 -q --rounds 8 --format csv "$@" &&
		grep -q '^# failed: this one.*: lost connection' out || { cat out err; return 1; }
}
dry() { # WHERE
	WHERE=$1 run 1 --dry-run && grep -q '^this one: failed: lost connection$' out && grep -q '^other: ran' out || { cat out; return 1; }
}
tap "fails in body, in processes" failed body --processes 3
tap_rest
for where in setup verify body late prepare teardown; do
	tap "fails in $where" failed $where --processes 1
	[ $where = body ] || tap "fails in $where, in processes" failed $where --processes 3
done
tap "fails in a worker" failed worker --threads 2
for where in setup verify body teardown; do tap "a dry run that fails in $where" dry $where; done
ramps() { WHERE=$1 run 1 -f 'this*' --ramp 1..2 --step-time 1ms && grep -q 'lost connection' err; }
for where in setup body worker; do tap "a ramp that fails in $where" ramps $where; done
skips() { WHERE=skip run 0 -q --rounds 8 && grep -q '^this one.* skipped' out && WHERE=skip run 0 --dry-run; }
tap "what is skipped has not failed" skips

compared() { # WHERE WORDS STATUS
	WHERE=; run 0 --rounds 8 -o old.json && WHERE=$1 && run "$3" --rounds 8 --compare old.json --force -q &&
		grep -q "^this one: $2" out || { cat out err; return 1; }
}
tap "skipped against a saved run" compared skip 'skipped in this run (no device): not compared' 0
tap "failed against a saved run" compared body 'failed in this run (lost connection): not compared' 1
tap "gone against a saved run" compared gone 'missing in this run' 0
filtered() { WHERE=gone run 0 --rounds 8 --compare old.json --force -q -f 'oth*' && ! grep -q missing out; }
tap "what a filter leaves out is not missing" filtered
tap_end
