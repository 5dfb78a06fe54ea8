#!/bin/sh
# CMake 3.31.6: ctest --repeat until-pass:N --output-junit FILE writes the last run of each test only. A test that failed twice and passed
# then is "run", with failures="0", and its time is that of the third run; the terminal shows all three. Who reads the file to find
# flaky tests, or to add up what tests take, finds neither.
# Guess: a record per run, or the failed ones as rerunFailure, or the time of all runs.
# Seen: 'tests="2" failures="0"', "run 3" alone in system-out
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q cmake==3.31.6
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.21)
project(x NONE)
enable_testing()
add_test(NAME flaky COMMAND sh -c "n=$(cat n 2>/dev/null || echo 0); n=$((n + 1)); echo $n >n; echo run $n; [ $n -ge 3 ]")
add_test(NAME good COMMAND true)
END
v/bin/cmake -S . -B b >/dev/null
(cd b && ../v/bin/ctest --repeat until-pass:5 --output-junit ../j.xml) >screen
python3 - <<'END'
import xml.etree.ElementTree as tree
suite = tree.parse('j.xml').getroot()
text = [case.findtext('system-out').strip() for case in suite.iter('testcase')]
print('tests', suite.get('tests'), 'failures', suite.get('failures'), text)
assert (suite.get('tests'), suite.get('failures'), text) == ('2', '0', ['run 3', ''])
assert open('screen').read().count('***Failed') == 2
END
