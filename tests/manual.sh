#!/bin/sh
# Is every public name in the manual, and is the manual in order?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
cd "$top_srcdir" || exit 99
links=$(mktemp) || exit 99
trap 'rm -rf "$links" "$links".*' EXIT

pages=$(echo doc/*.[0-9])

# headers without comments
code() { cat include/bench/*.h | awk '{ while (1) {
	if (inside) { i = index($0, "*/"); if (!i) { $0 = ""; break } $0 = substr($0, i + 2); inside = 0 }
	i = index($0, "/*"); if (!i) break
	j = index(substr($0, i + 2), "*/")
	if (j) $0 = substr($0, 1, i - 1) " " substr($0, i + 2 + j + 1)
	else { printf "%s", substr($0, 1, i - 1); $0 = ""; inside = 1; break } } print }'; }

functions() { code | sed -n 's/^BENCH_API.*[ *]\(bench_[a-z0-9_]*\)(.*/\1/p'; }
types() { code | sed -n 's/.*typedef [a-z_ ]*[ *]\(bench_[a-z_]*\)[ (;{].*/\1/p; s/^} \(bench_[a-z_]*\);/\1/p'; }
constants() {
	code | sed -n 's/^[[:space:]]*\(BENCH_[A-Z_]*\) = [0-9].*/\1/p; s/^#define \(BENCH_WARN_[A-Z_]*\) .*/\1/p'
}

# those for users: not the guards, not those that end with an underscore
macros() {
	code | sed -n 's/^#define \([A-Z][A-Z_]*\).*/\1/p' |
		grep -vE '_$|_H$|^BENCH_API$|^BENCH_MUST_CHECK$|^BENCH_WARN_'
	echo BENCH_NO_SHORT
	echo BENCH_NO_ASM
}

# the members of the plain structs
members() {
	code | awk '/^typedef struct/ && /\{/ { inside = 1; next } /^}/ { inside = 0 }
		inside { sub(/;.*/, ""); sub(/\(\*/, ""); sub(/\)\(.*/, ""); gsub(/\[[0-9]*\]/, "")
			n = split($0, word, /[ \t,*]+/)
			for (i = 2; i <= n; i++) if (word[i] != "") print word[i] }' |
		grep -vxE 'char|uint64_t|const|struct|double|int|size_t|unsigned|bench_[a-z]*|opaque_|unused_|stepped_'
}

# "STRUCT MEMBER" of each member, in the struct's order
in_order() {
	code | awk '/^typedef struct [a-z_]* \{/ { inside = $3; next } /^}/ { inside = "" }
		inside { sub(/;.*/, ""); sub(/\(\*/, ""); sub(/\)\(.*/, ""); gsub(/\[[A-Z_0-9]*\]/, "")
			n = split($0, word, /[ \t,*]+/)
			for (i = 2; i <= n; i++) if (word[i] != "") print inside, word[i] }'
}
# A list of members (.It Va NAME , NAME) has them in the order of the struct that has most of them.
ordered() {
	in_order >"$links.order"
	[ "$(wc -l <"$links.order")" -gt 100 ] || { echo "members are not found"; return 1; }
	! awk 'FNR == NR { place[$1, $2] = FNR; struct[$1]; next }
		/^\.Bl/ { depth++; n[depth] = 0 }
		/^\.It Va/ && depth { for (i = 3; i <= NF; i++) if ($i ~ /^[a-z_0-9]+$/) name[depth, ++n[depth]] = $i }
		/^\.El/ { most = 2; wrong = ""
			for (s in struct) {
				have = last = 0; bad = ""
				for (i = 1; i <= n[depth]; i++) if ((s, name[depth, i]) in place) {
					have++
					if (place[s, name[depth, i]] < last) bad = name[depth, i] " is out of the order of " s
					last = place[s, name[depth, i]]
				}
				if (have > most && 2 * have > n[depth]) { most = have; wrong = bad }
				else if (have == most && !bad) wrong = ""
			}
			if (wrong) print FILENAME ":" FNR ": " wrong
			depth-- }' "$links.order" $pages | grep .
}

# section PAGE NAME: the lines of one section
section() { awk -v name="$2" '/^\.Sh /{ on = $2 == name; next } on' "$1"; }

# each LIST WHERE: every name of the list stands as a word on a macro line that WHERE prints
each() {
	"$1" | sort -u >"$links.names"
	[ -s "$links.names" ] || { echo "no names: the headers were not understood"; return 1; }
	! "$2" | grep '^\.' | tr -c 'A-Za-z0-9_\n' '\n' | sort -u | comm -23 "$links.names" - | sed 's/$/ is missing/' | grep .
}

# of the lmbench drop-in: its macros; its functions and variables, int_ speaking for all types
lmbench() {
	sed -n '/^#define BENCH_LMBENCH/d; s/^#define \(BENCH[1A-Z_]*\)(.*/\1/p; /^#/d; /^[a-z_]* lmbench_[a-z_]*_(/d
		s/.*BENCH_LMBENCH_(\([A-Za-z0-9_]*\)).*/\1/p' include/lmbench/bench.h | grep -vE '^(uint64|double)_'
}

anywhere() { cat $pages; }
lmbench_page() { cat doc/libbench-lmbench.7; }
names() { for page in $pages; do section "$page" NAME; done | grep '^\.Nm'; }
synopses() { for page in $pages; do section "$page" SYNOPSIS; done; }

# the words of statuses and warnings are the library's
flat() { tr '\n' ' ' <doc/bench.3 | tr -s ' ' | tr A-Z a-z; }
same_words() {
	page=$(flat)
	{
		sed -n '/texts\[\]/,/^};/p' lib/base/status_text.c | grep -o '"[^"]*"' | sed 's/\\0"$//' | tr -d '"'
		sed -n '/^} table\[/,/^};/p' lib/base/warnings.c | tr '\n\t' '  ' | sed 's/" *"//g' |
			grep -o '{ "[A-Z_]*", *"[^"]*"' | sed 's/.*, *"//; s/"$//'
	} >"$links.words"
	[ "$(wc -l <"$links.words")" -gt 25 ] || { echo "the library's words are not found"; return 1; }
	tr A-Z a-z <"$links.words" | while read -r words; do
		case $page in *"$words"*) ;; *) echo "bench(3) lacks: $words"; exit 1 ;; esac
	done
}

# the letters and the formats of results are in their pages
letters() {
	page=$(sed -n '/a letter for each warning/,/in colour\|There is colour/p' doc/bench-results.5)
	for letter in $(sed -n 's/.*marks\[.*= "\(.*\)";/\1/p' lib/write/write_text.c | sed 's/./& /g'); do
		case $page in *".Ql $letter"*) ;; *) echo "bench-results(5) lacks the letter $letter"; return 1 ;; esac
		grep -q "^| .$letter. |" doc/warnings.md || { echo "doc/warnings.md lacks the letter $letter"; return 1; }
	done
	[ -n "${letter-}" ]
}
formats() {
	for format in $(sed -n 's/.*\[BENCHI_FORMAT_.*{ "\([a-z]*\)".*/\1/p' lib/write/write_data.c); do
		grep -q "^\.Ss $format" doc/bench-results.5 &&
			sed -n '/-format Ar/,/^\.It/p' doc/bench-program.1 | grep -qw "$format" || { echo "$format is missing"; return 1; }
	done
	[ -n "${format-}" ]
}
# statuses DIRECTORY PAGE: what its sources end with is under EXIT STATUS
statuses() {
	section "$2" EXIT | tr '\n' ' ' >"$links.exit"
	for status in '1:EXIT_WORSE\|EXIT_WRONG' 3:EXIT_UNDECIDED '4:EXIT_NOT_COMPARABLE\|compare_guard('; do
		cat "$1"/*.c | grep -q "${status#*:}" || continue
		grep -qw "${status%%:*}" "$links.exit" || { echo "$2 lacks the exit status ${status%%:*}"; return 1; }
	done
}

# no line stands twice in a row, and no section begins in the middle of a sentence
whole() {
	! awk 'FNR == 1 { last = "" } /^\.Bd/ { code = 1 } /^\.Ed/ { code = 0 }
		!code && (($0 == last && $0 != "") || (/^[a-z]/ && last ~ /^\.S[sh] /)) { print FILENAME ":" FNR ": " $0 }
		{ last = $0 }' $pages | grep .
}

linted() { ! mandoc -Tlint -W warning $pages 2>&1 | grep .; }
groffed() { ! groff -mandoc -Tutf8 -ww -z $pages 2>&1 | grep .; }
by_name() { # each function and type is the name of a page, or is led to one, and to one only
	{ sh doc/links.sh doc; for page in doc/*.3; do echo "$(basename "$page" .3) itself"; done; } |
		sed 's/ .*//' | sort >"$links"
	! uniq -d "$links" | grep . || return 1
	{ functions; types; } | sort -u | comm -23 - "$links" | grep . && return 1
	return 0
}
# files that the documents name in backquotes are there; capitals stand for any name
told() {
	grep -oh '`[A-Za-z0-9_./-]*/[A-Za-z0-9_./-]*`' README.md HACKING.md CONTRIBUTING.md doc/*.md doc/internals/*.md | tr -d '`' |
		grep -vE '(NAME|MODULE)|^/|^amalgam' |
		sort -u | while read -r file; do
		[ -e "$file" ] || [ -e "$file.c" ] || [ -e "lib/$file" ] || [ -e "include/$file" ] || echo "$file"
	done
}
documents() { ! told | grep .; }
# bench(1) leads to every command, format and subject
listed() {
	for page in "$top_srcdir"/doc/*.[157]; do
		page=${page##*/}
		[ "$page" = bench.1 ] || grep -q "^.Xr ${page%.*} ${page##*.}" "$top_srcdir/doc/bench.1" || { echo "$page"; return 1; }
	done
}
tap "bench(1) leads to all pages" listed

# links of Markdown lead to files
links_of() {
	for page in README.md HACKING.md CONTRIBUTING.md doc/*.md doc/internals/*.md; do
		grep -o ']([^)#]*' "$page" | sed 's/^](//' | grep -v '^[a-z]*:' | while read -r to; do
			[ -e "$(dirname "$page")/$to" ] || echo "$page: $to"
		done
	done
}
linked() { [ -n "$(grep -o '](doc/' README.md)" ] && ! links_of | grep .; }
# README is read in a minute; its tables are read in cells
short() {
	[ "$(wc -l <README.md)" -le 100 ] && ! awk -F'|' '/^\|/ { for (i = 2; i < NF; i++)
		if (split($i, word, " ") > 12) print FILENAME ":" FNR ":" $i }' README.md doc/limits.md doc/warnings.md doc/ci.md \
		doc/coming-from.md doc/tutorial.md | grep .
}
# and the distribution has every document
distributed() {
	for page in doc/*.md doc/internals/*.md; do grep -q "$page\( \|$\)" doc/Makefile.inc || { echo "$page is not distributed"; return 1; }; done
}
installed() {
	for page in doc/*.[0-9]; do grep -q "$page\( \|$\)" doc/Makefile.inc ||
		{ echo "$page is not installed"; return 1; }; done
}
references() {
	sed -n 's/^\.\(Xr\|It Xr\) \(bench[a-z_]*\) 3.*/\2/p' $pages | sort -u | while read -r name; do
		[ -f "doc/$name.3" ] || grep -qx "$name" "$links" || { echo "$name(3) does not exist"; exit 1; }
	done
}

# doc/site: each page is there, and each link of a page leads to a file of the site.
site() {
	sh doc/site "$links.site" >/dev/null && (
		cd "$links.site" && find . -name '*.html' | while read -r page; do
			grep -oE '(href|src)="[^"#:]+["#]' "$page" | sed 's/.*="//; s/["#]$//' | sort -u | while read -r to; do
				[ -f "$(dirname "$page")/$to" ] || echo "$page leads to $to, which is not there"
			done
		done >"$links.dead"
		cat "$links.dead"
		[ ! -s "$links.dead" ] && [ "$(find . -name '*.html' | wc -l)" -gt 60 ]
	)
}

for list in functions types macros; do tap "all $list are under a NAME" each $list names; done
tap "all functions are in a SYNOPSIS" each functions synopses
tap "all constants are described" each constants anywhere
tap "all members are described" each members anywhere
tap "members stand in the order of their struct" ordered
tap "all names for lmbench are described" each lmbench lmbench_page
tap "statuses and warnings have the library's words" same_words
tap "the letters of warnings are bench-results(5)'s" letters
tap "the formats of results are in their pages" formats
for verb in tools/*/*.c; do
	verb=$(basename "${verb%/*}")
	page=$(grep -lE "^\.(Nm|Cm) bench-$verb( |$)" doc/*.1 | head -n 1)
	[ ! "$page" ] || echo "tools/$verb $page"
done | sort -u >"$links.verbs"
echo "lib/program doc/bench-program.1" >>"$links.verbs"
while read -r directory page; do tap "exit statuses of $page" statuses "$directory" "$page"; done <"$links.verbs"
tap "links of Markdown lead to files" linked
tap "README and new pages are short" short
tap "every document is distributed" distributed
tap "each function and type is found by its name" by_name
tap "references lead to pages" references
tap "sentences are whole" whole
tap "every page is installed" installed
if [ -e .git ]; then tap "files that the documents name are there" documents
else tap_skip "files that the documents name are there" "a release lacks some"; fi
if command -v mandoc >/dev/null; then tap "mandoc finds nothing to warn of" linted
else tap_skip "mandoc finds nothing to warn of" "no mandoc"; fi
if ! tap_all "links of the web pages lead to files"; then :
elif command -v mandoc >/dev/null && command -v cmark-gfm >/dev/null; then tap "links of the web pages lead to files" site
else tap_skip "links of the web pages lead to files" "no mandoc or no cmark-gfm"; fi
if echo | groff -mandoc -Tutf8 -z 2>/dev/null; then tap "groff finds nothing to warn of" groffed
else tap_skip "groff finds nothing to warn of" "no groff"; fi
tap_end
