#!/bin/sh
# A case that never returns: signals and --time end it, its name is printed, what others have is
# reported, and no process stays behind.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
bench=$(cd "$top_builddir" && pwd)/tools/bench
trap 'rm -rf "$work"' EXIT
LC_ALL=C; export LC_ALL
if ! grep -q 'define HAVE_POSIX_SPAWNP' "$top_builddir/config.h"; then
	tap_skip "cases that never return" "this system cannot start processes"
	tap_end
fi
cat >"$work/hang.c" <<'EOF'
#include <bench.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void good(uint64_t n, void *arg)
{
	static uint64_t x = 1;

	for (; n > 0; n--)
		x = x * 6364136223846793005u + 1;
	BENCH_KEEP(x);
	(void)arg;
}
static void stuck(uint64_t n, void *arg)
{
	FILE *file = fopen("stuck", "w");

	fprintf(file, "%ld\n", (long)getpid());
	fclose(file);
	while (getenv("SLEEPS"))
		pause();
	for (;;)
		BENCH_CLOBBER();
	(void)n;
	(void)arg;
}
static void states(uint64_t n, void *arg)
{
	for (; n > 0; n--)
		bench_time_ns(1e12);
	(void)arg;
}
#ifdef DIES
static void dies(uint64_t n, void *arg)
{
	raise(SIGKILL);
	(void)n;
	(void)arg;
}
#endif
#ifdef STILL
/* A clock that stands still, and notes each process that reads it. */
static uint64_t still(void *ctx)
{
	static FILE *readers;

	if (!readers && (readers = fopen("readers", "a")))
		fprintf(readers, "%ld\n", (long)getpid()), fflush(readers);
	(void)ctx;
	return 1577836800000000000u;
}
bench_clock bench_clock_default(void) { return (bench_clock){ "still", still, NULL }; }
#endif
int main(int argc, char **argv)
{
	static const bench_case cases[] = { { "good", good }, { "stuck in it", stuck },
		{ "states 1000 s", states },
#ifdef DIES
		{ "dies", dies },
#endif
	};

	return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
EOF
for name in hang still dies; do
	# shellcheck disable=SC2086 # words
	${CC:-cc} ${CFLAGS-} -D"$(echo $name | tr a-z A-Z)" -I"$top_srcdir/include" -I"$top_builddir/include" "$work/hang.c" \
		-o "$work/$name" "$top_builddir/libbench-program.a" "$top_builddir/libbench.a" $LIBS || exit 99
done
cd "$work" || exit 99

# begin OPTION...: in the background, until the case that never returns runs
begin() {
	rm -f stuck
	./hang "$@" >out 2>err &
	pid=$!
	tap_until test -s stuck
}
named() { grep -q "'stuck in it" err || { cat err; return 1; }; }
# signalled NUMBER OPTION...: one signal is enough
signalled() {
	number=$1
	shift
	begin "$@" && kill -"$number" $pid
	wait $pid
	status=$?
	[ $status -eq $((128 + number)) ] || { echo "status $status"; cat err; return 1; }
	named && tap_gone "$(cat stuck)"
}
# what the case before it has is kept, and the file is whole
reported() {
	signalled 15 --processes 1 -o x.json && grep -q '"name": "good", .*"status": "ok"' x.json && grep -q '^ "interrupted": true\|"interrupted": true,$' x.json
}
bounded() { # --time, and ten seconds more
	tap_until test -s "$1/status"
	cd "$1" || return 1
	status=$(cat status)
	[ "$status" -eq 1 ] && named && ! grep 'ended by signal' out && grep -q 'long after --time' err && tap_gone "$(cat stuck)"
	set -- $?
	cat err
	cd ..
	return "$1"
}
killed() { # the parent, and before it the process that would end its group
	begin "$@"
	for child in $(ps -o pid= --ppid $pid); do
		[ "$child" = "$(cat stuck)" ] || kill -9 "$child"
	done
	kill -9 $pid
	wait $pid
	tap_gone "$(cat stuck)"
}
slow() { # without any signal
	tap_until grep -q "'stuck in it' has been running for 10 s" slow/err
	said=$?
	kill -15 $slow
	return $said
}
# these three wait for ten seconds, so the others run meanwhile
if [ -z "${CHECK_USER-}" ]; then
	mkdir processes itself slow
	(cd processes && SLEEPS=1 ../hang -t 50ms >out 2>err; echo $? >status) &
	(cd itself && SLEEPS=1 ../hang -t 50ms --processes 1 >out 2>err; echo $? >status) &
	(cd slow && SLEEPS=1 exec ../hang >out 2>err) &
	slow=$!
fi
tap "SIGTERM ends a process" signalled 15
# where the shell ignores SIGHUP, as below nohup, programs that it starts do too
if sh -c 'kill -HUP $$; echo ignored' 2>/dev/null | grep -q ignored; then tap_skip "SIGHUP ends the program itself" "it is ignored"
else tap "SIGHUP ends the program itself" signalled 1 --processes 1; fi
tap_slow "several threads" signalled 15 --threads 2
tap_slow "a loop for profilers" signalled 15 -f 'stuck*' --loop 1s
tap_slow "a ramp" signalled 15 -f 'stuck*' --ramp 1..2
tap "earlier results are reported" reported
stated() { # takes milliseconds, not the time that it states (or it hangs)
	timeout 300 ./hang -q --processes 3 -f 'states*' >out 2>err &&
		grep -q '^states 1000 s .* 1000 s' out || { cat out err; return 1; }
}
died() { # each process ends there; the row says so, and what others have is kept
	./dies -q --processes 3 --rounds 3 -f good -f dies >out 2>err
	[ $? -eq 1 ] && grep -q '^good .*[0-9] ns' out && grep -q '^dies  *failed' out && grep -q 'dies: its process was ended by signal 9' out || { cat out err; return 1; }
}
tap "a case that ends its process has a row" died
compared() { # bench versus of a case that never returns names the case, also when interrupted
	rm -f stuck
	SLEEPS=1 "$bench" versus -f 'stuck*' ./hang ./hang2 >out 2>err &
	pid=$!
	tap_until test -s stuck && kill -INT $pid
	wait $pid
	named
}
compared_died() { # ... and of a killed program says what to do next
	"$bench" versus -f 'dies' ./dies ./dies2 >out 2>err
	[ $? -eq 2 ] && grep -q "dies2* was ended by signal 9" err && grep -q "dies2*' on its own names the case" err || { cat err; return 1; }
}
for name in hang dies; do { cat $name; echo; } >${name}2 && chmod +x ${name}2; done
if [ -x "$bench" ]; then
	tap_slow "bench versus names the case when interrupted" compared
	tap "bench versus says where a killed program shows its case" compared_died
fi
tap "a case that states 1000 s does not take them" stated
still() { # found once, not by each process and row
	./still -q -f good -f 'states*' >out 2>err
	status=$?
	[ $status -eq 1 ] && [ "$(wc -l <readers)" -le 2 ] && grep -q '^good  *failed' out && grep -q 'good: clock does not advance' out ||
		{ echo "status $status, readers: $(cat readers)"; cat out err; return 1; }
}
tap "a clock that stands still is found once" still
# A library that shows programs another date changes their monotonic clock's speed, too.
replaced() {
	for date in '+0 x2' '2020-01-01 00:00:00'; do
		faketime -f "$date" ./hang -q -f good -o fake.json >out 2>err && grep -q '"clock": "kernel"' fake.json ||
			{ cat fake.json out err; return 1; }
	done
}
if command -v faketime >/dev/null && [ "$(getconf LONG_BIT)" = 64 ] && [ -z "$tap_sanitize" ]; then
	tap "a clock that faketime replaces is read from the kernel" replaced
else tap_skip "a clock that faketime replaces is read from the kernel" "no faketime"; fi
if [ "$(uname)" = Linux ]; then tap "a process ends with its parent" killed
else tap_skip "a process ends with its parent" "not known here"; fi
tap_slow "a case that runs for ten seconds is named" slow
tap_slow "--time ends processes" bounded processes
tap_slow "--time ends the program itself" bounded itself
tap_end
