#!/bin/sh
# Does bench run gather what a program publishes, and only that?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
top_builddir=$(cd "$top_builddir" && pwd) || exit 99
source=$(cd "$top_srcdir" && pwd) || exit 99
bench=$top_builddir/tools/bench
TMPDIR=$work
export TMPDIR
cd "$work" || exit 99
if ! grep -q 'define HAVE_POSIX_SPAWNP' "$top_builddir/config.h"; then
	tap_skip "bench run" "this system cannot start processes"
	tap_end
	exit
fi

# A program that publishes given values, shifted by its process number.
cat >program <<'END'
#!/bin/sh
k=$(($(cat count 2>/dev/null || echo 0) + 1))
echo $k >count
echo "talks"
line() {
	printf 'bench-result-1\t%s\t%s\t1\t2000\t100\t7\t0\ttwo-loops\t%s\n' "$@" >>"$BENCH_RESULTS"
}
line "1$k" "10$k" "/some/folder/a.c:5 x = f(x)"
line "2$k" null "/some/folder/a.c:9 g()"
line "3$k" null "/some/folder/a.c:9 g()"
echo "not a line" >>"$BENCH_RESULTS"
[ "$k" != "$FAILS" ]
END
chmod +x program

# run STATUS ARGUMENTS...
run() {
	wanted=$1
	shift
	rm -f count
	"$bench" run "$@" >out 2>err
	status=$?
	[ $status -eq "$wanted" ] || { echo "status $status, expected $wanted"; cat out err; return 1; }
}
value() { sed -n "s/.*\"name\": \"$1\",.* \"$2\": \([^,]*\),.*/\1/p" out; }

gathers() {
	run 0 --processes 7 --format json -- ./program && [ "$(value 'a.c:5 x = f(x)' ns)" = 14 ] &&
		[ "$(value 'a.c:5 x = f(x)' cycles)" = 104 ] && [ "$(value 'a.c:5 x = f(x)' processes)" = 7 ] &&
		[ "$(value 'a.c:9 g()' ns)" = 24 ] && [ "$(value 'a.c:9 g() #2' ns)" = 34 ]
}
formats() {
	for format in text csv google go lmbench; do
		run 0 --processes 6 --format $format -- ./program && grep -qi 'a.c:9.g()' out || return 1
	done
}
silent() { run 0 --processes 2 -- ./program && ! grep -q talks out err; }
shows() { run 0 --processes 2 --show-output -- ./program && grep -q talks err; }
saved() { run 0 --processes 6 -o x.json -- ./program && "$bench" compare x.json x.json >/dev/null; }
one() { run 0 --processes 1 -- ./program && grep -q 'scope: process' out; }
failed() {
	FAILS=2 run 1 --processes 6 --format csv -- ./program &&
		grep -q 'process 2 of 6 ended with status 1' err
}
nothing() { run 2 -- true && grep -q 'has published no result' err; }
no_program() { run 2 -- ./none && [ ! -s out ] && grep -q "none" err; }
no_dashes() { run 2 ./program && grep -q 'expected a program behind --' err; }
clean() { ! ls "$work" | grep -q bench-run; }
whole() {
	program_cases=$top_builddir/tests/program_cases
	run 0 --processes 2 --format csv -- "$program_cases" -f quick --rounds 5 &&
		grep -q '^quick,,1,1,' out
}
unset FAILS
export FAILS
tap "each result is a row over the processes, repeated ones numbered" gathers
tap "every format" formats
tap "the program's output stays out" silent
tap "or goes to standard error" shows
tap "-o writes what bench compare reads" saved
tap "one process is marked" one
tap "a process that fails: status 1, the others count" failed
tap "a program that publishes nothing: status 2" nothing
tap "no such program" no_program
tap "a program without --" no_dashes
tap "a program of bench_main is one of its processes" whole
tap "no file is left" clean
# The instructions of a program that uses BENCH alone, the same at each run.
make_first() {
	${CC:-cc} ${CFLAGS:-} -I"$source/include" -c "$source/doc/examples/01-first.c" -o first.o &&
		"$top_builddir/libtool" --quiet --tag=CC --mode=link ${CC:-cc} ${CFLAGS:-} -no-install -o first first.o \
			"$top_builddir/libbench.la" -lm
}
counted() {
	run 0 -q --processes 1 --count "$@" -- ./first && sed -n '/^count/,$p' out >counted &&
		grep -q 'instructions$' counted && tail -1 counted | grep -q ' [1-9][0-9]*$'
}
counts() { counted && cp counted before && counted && diff before counted; }
limited() { ! counted --count-limit 5 && grep -q 'no exact count: over the limit' out; }
if ! make_first; then tap_skip "--count" "no program here"
elif "$bench" run --processes 1 --count -- ./first 2>&1 | grep -qE 'forbids tracing|known on x86'; then
	tap_skip "--count" "single steps are not possible here"
else
	tap "--count counts the same twice" counts
	tap "--count-limit bounds it" limited
fi
tap_end
