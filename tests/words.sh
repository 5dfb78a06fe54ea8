#!/bin/sh
# Text, comments and names keep to the field's terms.  Scans the texts in the sources (statuses,
# warnings, help, messages), their comments and names, the pages, and the documents for retired
# words, and names file and line.  tests/retired-words has the words and what to write instead.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
list=$(cd "$top_srcdir" && pwd)/tests/retired-words
cd "$top_srcdir" || exit 99

# texts FILE...: FILE:LINE:TEXT of each line that holds a text of C, without its code
texts() {
	awk '
		/^#include/ || /^[ \t]*\*/ || /^[ \t]*\/\*/ { next }
		{ line = $0; text = ""
		  while (match(line, /"([^"\\]|\\.)*"/)) {
			text = text " " substr(line, RSTART + 1, RLENGTH - 2)
			line = substr(line, RSTART + RLENGTH)
		  }
		  gsub(/\\[nt]/, " ", text)
		  if (text != "") print FILENAME ":" FNR ":" text }' "$@"
}
# code FILE...: FILE:LINE:TEXT of the comments of C (part=comments), or of the words of its names
# (part=names, a_name and A_NAME as "a name")
code() {
	awk -v part="$part" '
		FNR == 1 { inside = 0 }
		{ line = $0; comment = names = ""
		  if (!inside) gsub(/"([^"\\]|\\.)*"/, "", line)
		  while (line != "")
			if (inside) {
				end = index(line, "*/")
				comment = comment " " (end ? substr(line, 1, end - 1) : line)
				line = end ? substr(line, end + 2) : ""
				inside = !end
			} else {
				begin = index(line, "/*")
				names = names " " (begin ? substr(line, 1, begin - 1) : line)
				line = begin ? substr(line, begin + 2) : ""
				inside = begin > 0
			}
		  gsub(/[^A-Za-z0-9_]+/, " . ", names)
		  gsub(/_/, " ", names)
		  text = part == "names" ? names : comment
		  if (text ~ /[A-Za-z]/) print FILENAME ":" FNR ":" text }' "$@"
}
# scripts FILE...: the same of the comments of scripts
scripts() { awk 'FNR > 1 && match($0, /(^|[ \t])# .*/) { print FILENAME ":" FNR ":" substr($0, RSTART) }' "$@"; }
# pages FILE...: the same of pages and documents, without comments and names of functions
pages() { grep -Hn '' "$@" | grep -v ':\.\\"' | grep -v ':\.\(Xr\|In\|Fn\|Ft\|Fa\|Nm\|Sy\|Dt\)'; }

# retired FILE: lines of it with a retired word, and what to write
retired() {
	awk -v list="$list" -v names="${part-}" '
		BEGIN { while ((getline line < list) > 0)
			if (line !~ /^#/ && split(line, part, "\t") >= 2 && (part[3] != "text" || names == "")) {
				n++; pattern[n] = part[1]; instead[n] = part[2]; any = any (n > 1 ? "|" : "") part[1] }
			any = "[^a-z0-9_-](" any ")[^a-z0-9_(-]" }
		{ where = $0; sub(/^[^:]*:[0-9]*:/, "", where); text = " " tolower(where) " "
		  if (text !~ any) next
		  for (i = 1; i <= n; i++)
			if (match(text, "[^a-z0-9_-](" pattern[i] ")[^a-z0-9_(-]")) {
				split($0, at, ":")
				print at[1] ":" at[2] ": " substr(text, RSTART + 1, RLENGTH - 2) " (write: " instead[i] ")" } }' "$1"
}
clean() { retired "$1" >"$work/found"; [ ! -s "$work/found" ] || { cat "$work/found"; return 1; }; }

texts $(find lib bench tools include -name '*.[ch]' -o -name '*.hpp' | grep -v '^lib/lmbench/' | sort) >"$work/texts"
pages doc/*.[0-9] >"$work/pages"
pages README.md HACKING.md CONTRIBUTING.md NEWS >"$work/documents"
pages doc/*.md doc/internals/*.md >"$work/methods"

sources=$(find lib bench tools include tests -name '*.[ch]' -o -name '*.hpp' |
	grep -v '^lib/lmbench/\|^include/lmbench/\|^tests/lmbench/\|^tests/examples/' | sort)
part=comments; code $sources >"$work/comments"
part=names; code $sources >"$work/names"
scripts configure.ac Makefile.am $(find lib bench tools tests doc package m4 -name '*.sh' -o -name '*.inc' -o -name \
	'*.m4' |
	grep -v '^tests/words.sh$' | sort) >"$work/scripts"
printf '/* a ruler\n * of two */ int x; /* per cent */\nint lane_of; "crew"\n' >"$work/seeded.c"

printf 'x:1: the ruler says\nx:2: per cent\n' >"$work/seeded"
finds_seeded() { [ "$(retired "$work/seeded" | wc -l)" -eq 2 ]; }
finds_in_code() {
	part=comments; code "$work/seeded.c" >"$work/seeded"; [ "$(retired "$work/seeded" | wc -l)" -eq 2 ] || return 1
	part=names; code "$work/seeded.c" >"$work/seeded"; [ "$(retired "$work/seeded" | wc -l)" -eq 1 ]
}
part=
tap "a retired word is found, with its line" finds_seeded
tap "a retired word is found in comments and in names" finds_in_code
tap "texts of the programs" clean "$work/texts"
tap "pages" clean "$work/pages"
tap "README and its like" clean "$work/documents"
tap "documents of methods" clean "$work/methods"
part=comments
tap "comments of sources" clean "$work/comments"
tap "comments of scripts" clean "$work/scripts"
part=names
tap "names in sources" clean "$work/names"
tap_end
