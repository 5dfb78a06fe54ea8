#!/bin/sh
# Which objects of libbench.a does a program contain that uses one thing alone?  No more than are
# listed here: an object more is an edge from what everybody uses to what few need.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
archive=$top_builddir/libbench.a
[ -f "$archive" ] || { echo "1..0 # SKIP no archive"; exit 0; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

cat >"$work/bench.c" <<'END'
#include <bench.h>

int main(void)
{
	unsigned x = 1;

	BENCH(x = x * 3 + 1; BENCH_KEEP(x), 0);
	return bench_last()->status;
}
END
cat >"$work/pick.c" <<'END'
#include <bench.h>

static void body(uint64_t n, void *arg)
{
	for (; n > 0; n--)
		BENCH_KEEP(arg);
}

int main(void)
{
	const bench_case c[] = { { .name = "a", .body = body }, { .name = "b", .body = body } };
	bench_choice choice;

	return bench_pick(c, 2, NULL, &choice);
}
END

cat >"$work/reader.c" <<'END'
#include <bench.h>

int main(void)
{
	static const bench_case c[] = { { .name = "a" }, { .name = "b" } };
	const bench_question question = { .key = "purpose", .candidates = c, .n = 2 };
	bench_wisdom *wisdom;
	size_t index;

	if (bench_wisdom_load(NULL, &wisdom) == BENCH_ERR_MEMORY)
		return 1;
	index = bench_wisdom_find(wisdom, &question);
	bench_wisdom_free(wisdom);
	return index == BENCH_NONE;
}
END

# of every program: status, environment, numbers, clocks and windows, the thread's state and summary
every='array calibrate calibration clock default environment number number_text order processor quick settings sink
	status summary thread tick time total whole window'
# a run: engine, core clock, result
bench="$every chains divisor engine estimate fill median modes processor_name publish record reduce reference regions
	result run storage width"
# a race: engine, context, bets, choice, a look for a neighbour; what cold cases need: how large
# the caches are
pick="$every blocks candidate case choice cold_window context engine evict bets caches paired_run
	pick qualify race selection shared special status_text total_ratio trial"

# a reader of choices: a file and its lines, and no measurement
reader='array candidate environment processor_name read_file status whole wisdom'

# pulls NAME LIST: the objects in the program's map are of the list
pulls() {
	$CC $CFLAGS -std=gnu99 -I"$top_srcdir/include" "$work/$1.c" "$archive" -lm -Wl,-Map,"$work/$1.map" \
		-o "$work/$1" >"$work/log" 2>&1 || { cat "$work/log"; return 1; }
	awk '/^[^ ].*libbench\.a\(/ { sub(/.*libbench\.a\(/, ""); sub(/\).*/, ""); sub(/^libbench_a-/, ""); sub(/\.o$/, ""); print }' "$work/$1.map" | sort -u >"$work/found"
	printf '%s\n' $2 | sort -u >"$work/listed"
	[ -s "$work/found" ] || { cat "$work/$1.map"; return 1; }
	comm -23 "$work/found" "$work/listed" >"$work/more"
	[ ! -s "$work/more" ] || { echo "also in it:"; grep -A1 -F -e "$(sed 's/.*/-&.o)/' "$work/more")" "$work/$1.map" |
		sed '/^$/q'; return 1; }
}
mapped() {
	echo 'int main(void) { return 0; }' >"$work/map.c"
	$CC "$work/map.c" -Wl,-Map,"$work/map" -o "$work/map.out" && grep -q '^Linker script and memory map' "$work/map"
}
mapped >/dev/null 2>&1 || { echo "1..0 # SKIP the linker writes no map"; exit 0; }
tap "a program of one BENCH" pulls bench "$bench"
tap "a program of one bench_pick" pulls pick "$pick"
tap "a reader of remembered choices" pulls reader "$reader"
tap_end
