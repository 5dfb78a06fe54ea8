#!/bin/sh
# CUnit 2.1-3: "Elapsed time" and CU_get_elapsed_time() are processor time, by clock(). A test that waits 0.3 s takes 0.000 seconds, and one
# with four busy threads four times as long as it lasted.
# Guess: elapsed time is what a clock on the wall shows.
# Seen: "Elapsed time =    0.000 seconds" after 0.3 s
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libcunit1=2.1-3-dfsg-2.6 libcunit1-dev=2.1-3-dfsg-2.6 2>/dev/null || apt-get -qq download libcunit1 libcunit1-dev 2>/dev/null
for d in *.deb; do dpkg -x "$d" x; done
cat >wait.c <<'END'
#include <CUnit/Basic.h>
#include <unistd.h>

static void wait_a_little(void)
{
	CU_ASSERT(usleep(300000) == 0);
}

int main(void)
{
	CU_initialize_registry();
	CU_add_test(CU_add_suite("suite", NULL, NULL), "wait", wait_a_little);
	CU_basic_run_tests();
	return CU_get_elapsed_time() > 0.1;
}
END
cc -D_GNU_SOURCE wait.c -o wait -Ix/usr/include "$(find x -name libcunit.a)"
./wait >out
grep 'Elapsed time' out
grep -q 'Elapsed time = *0\.0[0-9]* seconds' out
