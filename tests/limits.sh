#!/bin/sh
# Files, functions and lines are small: at most 900 lines a file, 60 a function; 100 columns in C, 120 in
# shell scripts, where a text in quotes does not count; and functions have names of their own.
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
		/^\}/ { if (start && FNR - start > 60) print FILENAME ":" start ": " FNR - start " lines"; start = 0 }' {} \; | grep .
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

# A function that a file keeps to itself has the subject in its name, so that a backtrace and a profile read.
same_names() {
	! find lib tools -name '*.c' -exec awk '
		/^static / && match($0, /[a-z_0-9]+\(/) && !/[=;]/ {
			name = substr($0, RSTART, RLENGTH - 1)
			if (name in file && file[name] != FILENAME) print name ": " file[name] ", " FILENAME
			file[name] = FILENAME }' {} + | grep .
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
tap "no function is over 60 lines" long_functions
tap "no line is over 100 columns" wide_lines
tap "no line of a script is over 120 columns" wide_scripts
tap "no function of one file has the name of another's" same_names
tap "nothing is marked as unfinished" unfinished
tap "every source and script states its licence" unlicensed
tap_end
