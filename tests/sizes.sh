#!/bin/sh
# What a program, bench run and bench sample write is read by every verb, and by --compare, at the
# sizes that users have and whatever their cases are called.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
bench=$(cd "$top_builddir" && pwd)/tools/bench
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
LC_ALL=C; export LC_ALL; unset LC_CTYPE LANG COLUMNS LINES

# a program of $ROWS cases with names that begin with $WORD, for bench run if $STATED
cat >"$work/rows.c" <<'EOF'
#include <bench.h>
#include <stdio.h>
#include <stdlib.h>
static void body(uint64_t n, void *arg)
{
	static uint64_t x = 1;

	for (; n > 0; n--)
		x = x * 6364136223846793005u + 1;
	BENCH_KEEP(x);
	(void)arg;
}
int main(int argc, char **argv)
{
	size_t n = (size_t)atoi(getenv("ROWS"));
	bench_case *c = calloc(n, sizeof *c);
	char (*name)[80] = calloc(n, sizeof *name);

	for (size_t i = 0; i < n; i++) {
		snprintf(name[i], sizeof name[i], i ? "%s %d/[a] b" : "%s", getenv("WORD"), (int)i);
		c[i].name = name[i];
		c[i].body = body;
	}
	for (size_t i = 0; i < n && getenv("STATED"); i++) {
		bench_options options = { .rounds = 3 };
		bench_summary result;

		bench_at(name[i]);
		if (bench_measure(body, NULL, &options, &result) || i + 1 == n)
			return i + 1 < n;
	}
	return bench_main(argc, argv, c, n);
}
EOF
# shellcheck disable=SC2086 # words
${CC:-cc} ${CFLAGS-} -I"$top_srcdir/include" -I"$top_builddir/include" "$work/rows.c" -o "$work/rows" \
	"$top_builddir/libbench-program.a" "$top_builddir/libbench.a" $LIBS || exit 99
cd "$work" || exit 99

made() { # ROWS WORD FORMAT FILE: the file of a run
	case $3 in
	run-*) ROWS=$1 WORD=$2 STATED=1 "$bench" run --processes 2 --format "${3#run-}" -o "$4" -- ./rows >err 2>&1 ;;
	sample-*) "$bench" sample -r 3 --format "${3#sample-}" -n "$2" true -n other true >"$4" 2>err ;;
	*) ROWS=$1 WORD=$2 ./rows --rounds 3 --processes 1 --format "$3" >"$4" 2>err ;;
	esac || [ $? -eq 1 ] || { cat err; return 1; }
}
read_by() { # ROWS FILE VERB...: it finds numbers
	case $1$3 in 10000describe | 10000plot) return 0 ;; esac # more than a chart or a screen has
	shift
	file=$1
	shift
	"$bench" "$@" >out 2>&1 || [ $? -eq 1 ] || { echo "$* of $file"; head -3 out; return 1; }
}
every_verb() { # ROWS WORD FORMAT
	file=$1-$3
	made "$1" "$2" "$3" "$file" && rm -f history &&
		read_by "$1" "$file" describe "$file" && read_by "$1" "$file" compare "$file" "$file" &&
		read_by "$1" "$file" compare --table "$file" "$file" &&
		{ [ "$1" -gt 2 ] || read_by "$1" "$file" power "$file"; } &&
		read_by "$1" "$file" plot "$file" && read_by "$1" "$file" history add --commit a -F history "$file" &&
		read_by "$1" "$file" history -F history --format csv && [ "$(wc -l <out)" -gt "$1" ] || return 1
	[ "$3" = json ] || return 0
	ROWS=$1 WORD=$2 ./rows --rounds 3 --processes 1 --compare "$file" --force >out 2>&1 || [ $? -eq 1 ] ||
		{ cat out; return 1; } # 1: a busy machine's result
	! grep 'in common' out
}
tap "58 rows as json" every_verb 58 results json
tap_rest
for rows in 1 57 58 1000; do
	for format in json csv google run-json; do
		[ $rows$format != 58json ] || continue
		tap "$rows rows as $format" every_verb $rows results $format
	done
done
words() {
	for word in lastUpdate env_name machine_info sampling_mode point_estimate jmhVersion results name 'a/b c' '[x]'; do
		every_verb 2 "$word" "$1" || { echo "named $word"; return 1; }
	done
}
for format in json csv google go run-json run-go sample-csv sample-json sample-jsonl; do
	tap "whatever cases are called, as $format" words $format
done
tap_all "10,000 rows" || tap_end
tap "10,000 rows" every_verb 10000 results json
tap_end
