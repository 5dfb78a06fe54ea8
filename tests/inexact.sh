#!/bin/sh
# Counts that are no property of the body are not given as exact, and none is negative; a body that uses
# the signal of single steps is not counted, and one that waits keeps the limit of time.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
LC_ALL=C; export LC_ALL
cat >"$work/counts.c" <<'EOF'
#include <bench.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static volatile int trapped;
static void handler(int number) { trapped += number > 0; }
static void work(int k)
{
	while (k-- > 0)
		BENCH_CLOBBER();
}
static void ends(uint64_t n, void *arg)   /* its first iterations build something */
{
	static int done;

	for (; n > 0; n--)
		work(++done < *(int *)arg ? 60 : 3);
}
static void pid(uint64_t n, void *arg)
{
	for (; n > 0; n--)
		work(getpid() % 2 ? 100 : 50);
	(void)arg;
}
static void setup(void *arg) { signal(SIGTRAP, handler); (void)arg; }
static void raises(uint64_t n, void *arg)
{
	for (; n > 0; n--) {
		int before = trapped;

		raise(SIGTRAP);
		if (trapped == before)
			work(5000);
	}
	(void)arg;
}
static void waits(uint64_t n, void *arg)
{
	for (; n > 0; n--) {
		FILE *file = fopen("waited", "a");

		fputs("waited\n", file);
		fclose(file);
		usleep(30000);
	}
	(void)arg;
}
static void plain(uint64_t n, void *arg)
{
	for (; n > 0; n--)
		work(10);
	(void)arg;
}
int main(int argc, char **argv)
{
	static int soon = 1004, sooner = 4, later = 1020;
	static const bench_case cases[] = { { .name = "soon", .body = ends, .arg = &soon },
		{ .name = "sooner", .body = ends, .arg = &sooner }, { .name = "later", .body = ends, .arg = &later },
		{ .name = "pid", .body = pid }, { .name = "raises", .body = raises, .setup = setup },
		{ .name = "waits", .body = waits }, { .name = "plain", .body = plain },
		{ .name = "parts", .body = plain, .parts = 4 } };

	return bench_main(argc, argv, cases, 8);
}
EOF
# shellcheck disable=SC2086 # words
${CC:-cc} ${CFLAGS-} -I"$top_srcdir/include" -I"$top_builddir/include" "$work/counts.c" -o "$work/counts" \
	"$top_builddir/libbench-program.a" "$top_builddir/libbench.a" $LIBS || exit 99
cd "$work" || exit 99
./counts --count-limit 20000 -q --rounds 6 --processes 1 -f '!waits' >out 2>&1
if ! grep -q '^plain  *[0-9]' out || grep -q '^plain: no exact count' out; then
	tap_skip "counts" "no single steps here"
	tap_end
fi
table() { sed -n '/^count/,$p' out; }
exact() { ! grep "^$1: no exact" out; }
tap "a plain body is exact" exact plain
never_negative() {
	table
	! table | grep '  *-[0-9]' && ! grep 'exact count: -' out &&
		./counts --count-limit 20000 -q --rounds 6 --processes 1 --format json -f '*oo*' -f later >json &&
		! grep '"instructions", .*"values": \[-' json
}
tap "no count is negative" never_negative
process() { table; grep -q '^pid: no exact count: .* in two processes' out; }
tap "a count that depends on the process" process
traps() { table; grep -q '^raises: no exact count: the body uses SIGTRAP' out; }
tap "a body that raises SIGTRAP" traps
parts() {
	whole=$(table | sed -n 's/^plain  *\([0-9]*\) .*/\1/p')
	part=$(table | sed -n 's/^parts  *\([0-9.]*\) .*/\1/p')
	awk -v a="$whole" -v b="$part" 'BEGIN { exit !(a > 0 && a == 4 * b) }' || { table; return 1; }
}
tap "a count is of a part, as the time is" parts
limited() { # where a warm-up would have 1000 iterations of 30 ms; a busy machine has fewer, not more
	rm -f waited
	./counts --count-limit 500ms -q --rounds 3 --processes 1 -f waits >out 2>&1
	[ -s waited ] && [ "$(wc -l <waited)" -lt 500 ] || { wc -l waited; cat out; return 1; }
}
tap "a limit of time holds for a body that waits" limited
tap_end
