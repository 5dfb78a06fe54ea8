#!/bin/sh
# GoogleTest 1.12.1 (Debian 12): --gtest_repeat=N --gtest_output=json:FILE writes the file anew after each repetition, so that it has the
# last one. A test that fails in the second of three leaves "failures": 0 behind, next to an exit status of 1; xml is the same. Repeating
# is done to find what fails now and then, and to see how much times vary: neither is in the report.
# Guess: N suites in the file, or FILE, FILE_1 and FILE_2, as two programs in one folder have.
# Seen: "status 1, failures 0, tests 1"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libgtest-dev=1.12.1-0.2
dpkg -x libgtest-dev*.deb x
cat >a.cc <<'END'
#include <gtest/gtest.h>
static int calls;
TEST(suite, second_call_fails) { EXPECT_NE(++calls, 2); }
END
g++ -std=c++17 -Ix/usr/include a.cc x/usr/lib/*/libgtest_main.a x/usr/lib/*/libgtest.a -pthread -o a
status=0
./a --gtest_repeat=3 --gtest_output=json:a.json >screen || status=$?
[ "$(grep -c 'Repeating all tests' screen)" = 3 ]
said="status $status, $(python3 -c "import json; r = json.load(open('a.json')); print('failures %d, tests %d' % (r['failures'], r['tests']))")"
echo "$said"
[ "$said" = 'status 1, failures 0, tests 1' ]
