#!/bin/sh
# Files, functions and lines are small: at most 900 lines in a file, 100 in a function, 100 columns in C and 120 in
# shell scripts, where quoted text does not count.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
cd "$top_srcdir" || exit 99

long_files() {
	! find include lib bench tools tests -name '*.[ch]' -exec awk \
		'END { if (NR > 900) print FILENAME ": " NR " lines" }' {} \; | grep .
}

long_functions() {
	! find lib bench tools -name '*.c' -exec awk '
		/^\{/ { start = FNR }
		/^\}/ { if (start && FNR - start > 100) print FILENAME ":" start ": " FNR - start " lines"; start = 0 }' {} \; | grep .
}

# A tab goes on to the next fourth column; of a character in UTF-8 the first byte counts.
wide_lines() {
	! find include lib bench tools tests -name '*.[ch]' -exec env LC_ALL=C awk '
		{ gsub(/[\200-\277]/, "")
		  while ((i = index($0, "\t")) > 0)
			$0 = substr($0, 1, i - 1) substr("    ", (i - 1) % 4 + 1) substr($0, i + 1) }
		length($0) > 100 { print FILENAME ":" FNR ": " length($0) " columns" }' {} + | grep .
}

wide_scripts() {
	! find tests doc package m4 -name '*.sh' -exec env LC_ALL=C awk '
		{ gsub(/\t/, "    ")
		  gsub(/\047[^\047]*\047/, "")
		  gsub(/"[^"]*"/, "") }
		length($0) > 120 { print FILENAME ":" FNR ": " length($0) " columns" }' {} + | grep .
}

unfinished() {
	! find include lib bench tools -name '*.[ch]' -exec grep -nE 'TODO|FIXME|XXX|not (yet )?implemented' /dev/null {} +
}

# A licence line in the head of every source and script.
unlicensed() {
	! find include lib bench tools tests doc m4 package \( -name '*.[ch]' -o -name '*.cc' -o -name '*.hpp' -o -name '*.sh' \) \
		-exec grep -L 'SPDX-License-Identifier: MIT' {} + | grep .
}

tap "no file is over 900 lines" long_files
tap "no function is over 100 lines" long_functions
tap "no line is over 100 columns" wide_lines
tap "no line of a script is over 120 columns" wide_scripts
tap "nothing is marked as unfinished" unfinished
tap "every source and script states its licence" unlicensed
tap_end
