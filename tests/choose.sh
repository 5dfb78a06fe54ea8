#!/bin/sh
# Does bench choose write what the starts of a program agree on, and nothing else?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
bench=$(cd "$top_builddir/tools" && pwd)/bench
include=$(cd "$top_srcdir" && pwd)/include
archive=$(cd "$top_builddir" && pwd)/libbench.a
[ -f "$archive" ] || { echo "1..0 # SKIP no archive"; exit 0; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
unset XDG_CACHE_HOME BENCH_SYSTEM_WISDOM BENCH_CHOOSE BENCH_FORGET
HOME=$work/home
export HOME

# One that is chosen for sure: the other one works a thousand times as long.
cat >program.c <<'END'
#include <bench.h>
#include <stdio.h>
#include <stdlib.h>

static void quick(void) { }
static void slow(void)
{
	for (volatile int i = 0; i < 20000; i++)
		;
}
static void sample(bench_function *f, uint64_t size, void *arg)
{
	(void)size;
	(void)arg;
	f();
}
int main(int argc, char **argv)
{
	static const bench_alternative of[] = { { "slow", slow, NULL }, { "quick", quick, NULL } };
	bench_function *f = bench_fastest("test/choose 1", of, 2, sample, NULL, NULL, NULL, 0, 0);

	puts(f == quick ? "quick" : "slow");
	return argc > 1 ? atoi(argv[1]) : 0;
}
END
# shellcheck disable=SC2086 # flags are words
build() { ${CC:-cc} ${CFLAGS-} -I"$include" program.c "$archive" -lm ${LIBS-} -o program; }
# with a few tries, since a machine with much else to do makes starts disagree
choose() { for _ in 1 2 3 4 5 6; do "$bench" choose -o etc/wisdom -- ./program >out 2>err && return 0; done; return 1; }
chooses() { umask 022 && choose && [ "$(cut -d' ' -f1,2 out)" = "test/choose: quick" ] && [ "$(grep -c quick err)" -eq 3 ]; }
readable() { [ "$(ls -ld etc etc/wisdom | cut -c1-10 | tr '\n' ' ')" = "drwxr-xr-x -rw-r--r-- " ]; }
kept() { # other choices stay; nothing of the user's is read or written
	[ "$(grep -c 'test/choose' etc/wisdom)" -eq 1 ] && sed 's/^test\/choose/other/' etc/wisdom >more && mv more etc/wisdom &&
		choose && [ "$(grep -c 'quick' etc/wisdom)" -eq 2 ] &&
		[ ! -e home/.cache/libbench ]
}
used() { # the choice of the file, not of the clock: it says that the slow one is the best
	sed 's/	quick[^	]*	/	slow	/' etc/wisdom >wrong && [ "$(BENCH_SYSTEM_WISDOM=wrong ./program)" = slow ]
}
user() { [ "$(BENCH_CHOOSE='test/choose=slow' ./program)" = slow ]; }
fails() {
	"$bench" choose -o none -- ./program 3 2>err
	[ $? -eq 2 ] && grep -q '^bench choose: ./program ended with status 3$' err && [ ! -e none ] || return 1
	"$bench" choose -o none -- true 2>err
	[ $? -eq 1 ] && grep -q 'true made no choice' err && [ ! -e none ] || return 1
	"$bench" choose -n 2 -- true 2>err
	[ $? -eq 2 ] || return 1
	"$bench" choose -o /proc/none/wisdom -- ./program >/dev/null 2>err
	[ $? -eq 2 ]
}
tap "a program builds" build
tap "starts that agree are written, and said" chooses
tap "every user may read them" readable
tap "other choices stay" kept
tap "the program uses the system's choice" used
tap "the user's word comes first" user
tap "what fails is said, and nothing is written" fails
tap_end
