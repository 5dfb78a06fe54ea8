#!/bin/sh
# Prints the lines of code (without comments and blank lines) and the files of each layer, each verb and
# of the tests in C.  For information: it never fails.
# SPDX-License-Identifier: MIT
cd "${top_srcdir:-.}" || exit 0

# NAME FILE...: a "/*" in a string counts as a comment, which is rare
count() {
	name=$1; shift
	awk -v name="$name" '
		FNR == 1 { files++ }
		{ text = ""
		  for (rest = $0; rest != "";)
			if (comment) {
				if (!(i = index(rest, "*/"))) break
				rest = substr(rest, i + 2); comment = 0
			} else {
				if (!(i = index(rest, "/*"))) i = length(rest) + 1; else comment = 1
				text = text substr(rest, 1, i - 1); rest = substr(rest, i + 2)
			}
		  code += text ~ /[^ \t]/ }
		END { printf "%-16s %6d lines %4d files\n", name, code, files }' "$@"
}

for folder in $(sed -n 's,^[a-z].*,lib/&,p' lib/LAYERS) lib tools/*/ tools tests; do
	folder=${folder%/}
	count "$folder" $(find "$folder" -name '*.[ch]' -not -path 'tests/stage/*')
done

# Internal functions that files share, by how many other files use them.
awk '
	{ for (rest = $0; match(rest, /benchi_[a-z0-9_]+/); rest = substr(rest, RSTART + RLENGTH))
		if (!seen[word = substr(rest, RSTART, RLENGTH), FILENAME]++) files[word]++ }
	/^[a-z].*[ *]benchi_[a-z0-9_]+\(/ && !/^static/ && !/;$/ {
		match($0, /benchi_[a-z0-9_]+\(/); defined[substr($0, RSTART, RLENGTH - 1)] }
	END {
		for (name in defined) { all++; one += files[name] == 2; none += files[name] == 1 }
		printf "shared internals %6d functions: %d used in one other file, %d in none (tests)\n",
			all, one, none }' lib/*/*.c tools/*.c tools/*/*.c bench/*.c
