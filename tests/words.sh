#!/bin/sh
# Does text that users read keep to the field's terms?  Scans the texts in the sources (statuses,
# warnings, help, messages), the pages, and the documents for words that were retired, and names
# file and line.  tests/retired-words has the words and what to write instead.
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
# pages FILE...: the same of pages and documents, without comments and names of functions
pages() { grep -Hn '' "$@" | grep -v ':\.\\"' | grep -v ':\.\(Xr\|In\|Fn\|Ft\|Fa\|Nm\|Sy\|Dt\)'; }

# retired FILE: lines of it in which a retired word stands, with what to write
retired() {
	awk -v list="$list" '
		BEGIN { while ((getline line < list) > 0)
			if (line !~ /^#/ && split(line, part, "\t") >= 2) { n++; pattern[n] = part[1]; instead[n] = part[2] } }
		{ where = $0; sub(/^[^:]*:[0-9]*:/, "", where); text = " " tolower(where) " "
		  for (i = 1; i <= n; i++)
			if (match(text, "[^a-z0-9_-](" pattern[i] ")[^a-z0-9_(-]")) {
				split($0, at, ":")
				print at[1] ":" at[2] ": " substr(text, RSTART + 1, RLENGTH - 2) " (write: " instead[i] ")" } }' "$1"
}
clean() { retired "$1" >"$work/found"; [ ! -s "$work/found" ] || { cat "$work/found"; return 1; }; }

texts $(find lib bench tools include -name '*.[ch]' -o -name '*.hpp' | grep -v '^lib/lmbench/' | sort) >"$work/texts"
pages doc/*.[0-9] >"$work/pages"
pages README.md HACKING.md CONTRIBUTING.md NEWS >"$work/documents"
pages doc/*.md >"$work/methods"

printf 'x:1: the ruler says\nx:2: per cent\n' >"$work/seeded"
finds_seeded() { [ "$(retired "$work/seeded" | wc -l)" -eq 2 ]; }
tap "a retired word is found, with its line" finds_seeded
tap "texts of the programs" clean "$work/texts"
tap "pages" clean "$work/pages"
tap "README and its like" clean "$work/documents"
tap "documents of methods" clean "$work/methods"
tap_end
