#!/bin/sh
# Are files and functions small?  At most 400 lines a file, 60 a function.
. "$top_srcdir/tests/tap.sh"
cd "$top_srcdir" || exit 99

long_files() {
	! find include lib bench tools tests -name '*.[ch]' -exec awk 'END { if (NR > 400) print FILENAME ": " NR " lines" }' {} \; | grep .
}

long_functions() {
	! find lib bench tools -name '*.c' -exec awk '
		/^\{/ { start = FNR }
		/^\}/ { if (start && FNR - start > 60) print FILENAME ":" start ": " FNR - start " lines"; start = 0 }' {} \; | grep .
}

unfinished() {
	! find include lib bench tools -name '*.[ch]' -exec grep -nE 'TODO|FIXME|XXX|not (yet )?implemented' /dev/null {} +
}

tap "no file is over 400 lines" long_files
tap "no function is over 60 lines" long_functions
tap "nothing is marked as unfinished" unfinished
tap_end
