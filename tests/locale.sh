#!/bin/sh
# Is everything written the same where numbers have a comma?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
top_builddir=$(cd "$top_builddir" && pwd)
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT

if ! command -v localedef >/dev/null || ! localedef -i de_DE -f UTF-8 "$folder/de_DE.UTF-8" >/dev/null 2>&1; then
	echo "1..0 # SKIP no localedef, or nothing to make a locale from"
	exit 0
fi
LOCPATH=$folder LC_ALL=de_DE.UTF-8
export LOCPATH LC_ALL

comma() { [ "$(locale decimal_point)" = , ]; }
# without a failure among its tests
passes() { [ -x "$top_builddir/tests/$1" ] && ! "$top_builddir/tests/$1" | grep '^not ok'; }

tap "the made locale has a comma" comma
for test in test_number test_scale test_write test_write_back; do tap "$test in it" passes $test; done
tap_end
