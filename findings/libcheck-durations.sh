#!/bin/sh
# libcheck 0.15.2: in the XML log a test that fails, by an assertion as by a crash, has the duration -1; only tests that pass have one. The sum over
# the file is below the time of the run, and a chart of durations has negative bars. The suite's own duration beside it is right.
# Guess: the time until it failed, which the runner knows, or no element.
# Seen: "success 0.02, failure -1.00, error -1.00"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download check=0.15.2-2+b1 2>/dev/null
dpkg -x check_*.deb x
cat >a.c <<'END'
#define _DEFAULT_SOURCE
#include <check.h>
#include <stdlib.h>
#include <unistd.h>
START_TEST(passes) { usleep(20000); }
END_TEST
START_TEST(fails) { usleep(20000); ck_abort_msg("no"); }
END_TEST
START_TEST(exits) { usleep(20000); exit(1); }
END_TEST
int main(void)
{
	Suite *suite = suite_create("s");
	TCase *cases = tcase_create("c");
	SRunner *runner;

	tcase_add_test(cases, passes);
	tcase_add_test(cases, fails);
	tcase_add_test(cases, exits);
	suite_add_tcase(suite, cases);
	runner = srunner_create(suite);
	srunner_set_xml(runner, "out.xml");
	srunner_run_all(runner, CK_SILENT);
	srunner_free(runner);
	return 0;
}
END
gcc -w -Ix/usr/include a.c -o a "$(find x -name libcheck.a)" -lsubunit -lrt -lm -lpthread 2>/dev/null ||
	gcc -w -Ix/usr/include a.c -o a "$(find x -name libcheck.a)" -lrt -lm -lpthread 2>/dev/null || gcc -w a.c -o a -lcheck
./a
said=$(awk -F'[<>"]' '/<test result/ { r = $3 } /<duration>/ && r { printf "%s%s %.2f", n++ ? ", " : "", r, $3; r = "" }' out.xml)
echo "$said"
case $said in 'success 0.0'?', failure -1.00, error -1.00') ;; *) exit 1 ;; esac
