# Makes one C file of many, that compiles alone.
#
#	awk -f amalgam.awk pass=1 FILE... pass=2 FILE... >libbench.c
#
# Headers of the tree are pasted where they are first asked for; <config.h>, <bench.h> and _GNU_SOURCE
# are the caller's to put in front.  What a file keeps to itself (statics, macros, enumerators,
# tags and types of a .c file, members of its structures apart) gets the file's name behind it wherever another file
# knows the same word, since all of them now share one scope.
#
# Supposes the tree's style: what is at file level begins in column one, and a member of a
# structure is told from a variable by the . or -> before it.  The compiler tells where that is
# wrong; nothing is lost silently.

function floor_of(path) { sub(/^.*\/lib\//, "", path); sub(/^lib\//, "", path); return path }

function suffix_of(path,   s)
{
	s = floor_of(path)
	sub(/\.c$/, "", s)
	gsub(/[^A-Za-z0-9]/, "_", s)
	return s
}

# note(name): this file keeps it to itself
function note(name) { if (name ~ /^[A-Za-z_]/ && name !~ /^(benchi?_|struct$|union$|enum$)/) own[file, name] = 1 }

# the names that a declaration at file level brings, without its initialisers
function note_declaration(text,   head, n, i, part)
{
	if (match(text, /\(\*(volatile |const )*[A-Za-z_0-9]+/)) {
		head = substr(text, RSTART + 2, RLENGTH - 2)
		sub(/.* /, "", head)
		note(head)
		return
	}
	head = text
	if (match(head, /[A-Za-z_][A-Za-z_0-9]*\(/) && index(substr(head, 1, RSTART), "=") == 0) {
		note(substr(head, RSTART, RLENGTH - 1))
		return
	}
	while (gsub(/\{[^{}]*\}/, "", head) || gsub(/\([^()]*\)/, "", head))
		;
	n = split(head, part, ",")
	for (i = 1; i <= n; i++) {
		sub(/[=\[;].*/, "", part[i])
		if (match(part[i], /[A-Za-z_][A-Za-z_0-9]*[ \t]*$/))
			note(trimmed(substr(part[i], RSTART, RLENGTH)))
	}
}

function trimmed(s) { sub(/^[ \t]+/, "", s); sub(/[ \t]+$/, "", s); return s }

# enumerators between braces
function note_enumerators(text,   n, i, part)
{
	sub(/^[^{]*\{/, "", text)
	sub(/\}.*/, "", text)
	n = split(text, part, ",")
	for (i = 1; i <= n; i++) {
		sub(/=.*/, "", part[i])
		note(trimmed(part[i]))
	}
}

# a whole statement at file level
function note_statement(text)
{
	gsub(/\/\*[^*]*\*\//, " ", text)
	if (text ~ /^(typedef )?enum/ && index(text, "{"))
		note_enumerators(text)
	if (match(text, /^(typedef )?(struct|enum|union) [a-z_0-9]+ \{/)) {
		sub(/^typedef /, "", text)
		split(text, words, " ")
		note(words[2])
	}
	if (text ~ /^typedef/ && match(text, /[A-Za-z_0-9]+(\[[^\]]*\])?;$/)) {
		sub(/(\[[^\]]*\])?;$/, "", text)
		match(text, /[A-Za-z_0-9]+$/)
		note(substr(text, RSTART))
	} else if (text ~ /^static/) {
		while (gsub(/\{[^{}]*\}/, " ", text))
			;
		sub(/;$/, "", text)
		note_declaration(text)
	}
}

# every word of a line, so that it is known which files know it
function note_words(line)
{
	while (match(line, /[A-Za-z_][A-Za-z_0-9]*/)) {
		word = substr(line, RSTART, RLENGTH)
		if (!((file, word) in seen)) {
			seen[file, word] = 1
			files_with[word]++
		}
		line = substr(line, RSTART + RLENGTH)
	}
}

# renamed(line): with this file's own names made unmistakable; strings and comments stay
function renamed(line,   out, c, word, before)
{
	out = ""
	before = ""
	if (line ~ /^(static |typedef |const )*(struct|union)( [a-z_0-9]+)? \{$/) in_struct = 1
	else if (line ~ /^\}/) in_struct = 0
	while (line != "") {
		c = substr(line, 1, 1)
		if (in_comment) {
			i = index(line, "*/")
			if (!i) return out line
			out = out substr(line, 1, i + 1)
			line = substr(line, i + 2)
			in_comment = 0
		} else if (substr(line, 1, 2) == "/*") {
			in_comment = 1
			out = out "/*"
			line = substr(line, 3)
		} else if (c == "\"" || c == "'") {
			if (c == "\"") match(line, /^"([^"\\]|\\.)*"/)
			else match(line, /^'([^'\\]|\\.)*'/)
			if (RLENGTH < 1) RLENGTH = 1
			out = out substr(line, 1, RLENGTH)
			line = substr(line, RLENGTH + 1)
			before = "x"
		} else if (match(line, /^[A-Za-z_][A-Za-z_0-9]*/)) {
			word = substr(line, 1, RLENGTH)
			line = substr(line, RLENGTH + 1)
			member = in_struct && (line ~ /^ *(;|,|:|\[)/ || before ~ /\(\*$/) && before !~ /\[$/
			if (((file, word) in own) && files_with[word] > 1 && before !~ /(\.|->)$/ && !member)
				word = word "_" suffix_of(file)
			out = out word
			before = "x"
		} else if (match(line, /^[0-9][A-Za-z_0-9.]*/)) {
			out = out substr(line, 1, RLENGTH)
			line = substr(line, RLENGTH + 1)
			before = "x"
		} else {
			out = out c
			if (c !~ /[ \t]/) before = before c
			line = substr(line, 2)
		}
	}
	return out
}

# paste(path): a file, with headers of the tree in the place of their first inclusion
function paste(path,   line, name, outer, outer_comment)
{
	outer = file
	outer_comment = in_comment
	file = path
	in_comment = 0
	printf "\n/* ---- %s ---- */\n", floor_of(path)
	while ((getline line < path) > 0) {
		if (line ~ /^#include "/) {
			name = line
			sub(/^#include "/, "", name)
			sub(/".*/, "", name)
			if (!(name in pasted)) {
				pasted[name] = 1
				paste(root "/lib/" name)
				printf "\n/* ---- %s, on ---- */\n", floor_of(path)
			}
		} else if (line !~ /^#include <(bench|config)\.h>|^#define _GNU_SOURCE / && line !~ /SPDX-License-Identifier/) {
			print renamed(line)
		}
	}
	close(path)
	if (path ~ /\.c$/)
		for (name in macro)
			if (macro[name] == path) print "#undef " (files_with[name] > 1 ? name "_" suffix_of(path) : name)
	file = outer
	in_comment = outer_comment
}

FNR == 1 { file = FILENAME; statement = ""; depth = 0; inside = 0
	if (pass == 2 && file ~ /\.c$/) paste(file) }
pass == 2 { nextfile }

{ note_words($0) }
file !~ /\.c$/ { next }
/^[ \t]*#[ \t]*define[ \t]/ {
	name = $0
	sub(/^[ \t]*#[ \t]*define[ \t]+/, "", name)
	match(name, /^[A-Za-z_0-9]+/)
	name = substr(name, 1, RLENGTH)
	if (name !~ /^_/ && name !~ /^BENCHI?_/) { note(name); macro[name] = file }
	next
}
/^#/ || /^[ \t]*\*/ || /^\/\*/ || /^ \*/ { next }
# statements at file level: from column one to the ; or the body
statement == "" && /^[a-z]/ && !/\)$/ || /^static/ { statement = " " }
statement != "" {
	text = statement == " " ? $0 : statement " " $0
	open = gsub(/\{/, "{", text)
	shut = gsub(/\}/, "}", text)
	if (text ~ /;[ \t]*(\/\*.*\*\/)?$/ && open == shut || (text ~ /\)$/ && open == shut)) {
		sub(/[ \t]*\/\*.*\*\/$/, "", text)
		note_statement(text)
		statement = ""
	} else
		statement = text
	next
}
