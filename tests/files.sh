#!/bin/sh
# Do names of files and functions lead to each other?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
build=$(cd "$top_builddir" && pwd)
cd "$top_srcdir" || exit 99
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

# Definitions begin in column one and are not static; a prototype ends in a semicolon.
definitions() {
	awk '
		/^[a-z].*benchi_[a-z0-9_]*[(]/ && !/^(static|typedef|extern)/ {
			name = $0; sub(/[(].*/, "", name); sub(/.*[^a-z0-9_]/, "", name)
			if (name ~ /^benchi_/ && !/;$/) pending = name }
		/;$/ { pending = "" }
		/^\{/ { if (pending) print pending, FILENAME; pending = "" }
		/^(const )?[a-z].* \**benchi_[a-z0-9_]+(\[.*)? = / && !/^(static|typedef|extern)/ {
			name = $0; sub(/(\[.*)? = .*/, "", name); sub(/.*[^a-z0-9_]/, "", name); print name, FILENAME }' \
		lib/*/*.c | sort -u
}
# Every benchi_ word of a header, without comments.
words() {
	awk '{
		line = $0
		while (1) {
			if (comment) { if (!(i = index(line, "*/"))) next
				line = substr(line, i + 2); comment = 0 }
			if (!(i = index(line, "/*"))) break
			j = index(substr(line, i), "*/")
			if (j) line = substr(line, 1, i - 1) " " substr(line, i + j + 1)
			else { rest = substr(line, 1, i - 1); line = rest; comment = 1; break }
		}
		while (match(line, /benchi_[a-z0-9_]+/)) {
			print substr(line, RSTART, RLENGTH), FILENAME
			line = substr(line, RSTART + RLENGTH) } }' "$@" | sort -u
}

# A name is declared in a header of its layer.
declared() {
	definitions >"$work/defined"
	words lib/*/*.h >"$work/declared"
	[ "$(wc -l <"$work/defined")" -gt 300 ] || { echo "definitions are not found"; return 1; }
	! awk '
		FNR == NR { header[$1] = header[$1] " " $2; next }
		{
			folder = $2; sub(/[^\/]*$/, "", folder)
			if ($1 in header && !index(header[$1], " " folder)) print $1 " of " $2 " is in" header[$1]
		}' "$work/declared" "$work/defined" | grep .
}

# One library: no two files of the same name.
basenames() {
	! awk '/^\[/ { library = $0; next } /^[a-z]/ { print library, $0 }' lib/LAYERS | while read -r library layer; do
		for file in lib/"$layer"/*.[ch]; do echo "$library ${file##*/}"; done
	done | sort | uniq -d | grep .
}

# No file needs a file that needs it, by the symbols of the objects.
circles() {
	for file in lib/*/*.c; do
		for object in "$build/${file%/*}"/libbench*_a-"$(basename "$file" .c).o"; do echo "$object"; done
	done >"$work/objects"
	tr '\n' '\0' <"$work/objects" | xargs -0 nm -A -g 2>/dev/null | sed 's|^.*/lib/\([a-z_]*\)/[a-z_]*_a-\([a-z0-9_]*\)\.o:|\1/\2 |' >"$work/symbols"
	awk '$(NF - 1) ~ /^[TDBRC]$/ { at[$NF] = $1 } $(NF - 1) == "U" { user[++n] = $1; name[n] = $NF }
		END { for (i = 1; i <= n; i++) if (name[i] in at && at[name[i]] != user[i]) print user[i], at[name[i]] }' \
		"$work/symbols" | sort -u >"$work/needs"
	[ "$(wc -l <"$work/needs")" -gt 300 ] || { echo "symbols are not found"; return 1; }
	tsort "$work/needs" >"$work/order" 2>"$work/loops"
	[ ! -s "$work/loops" ] || { cat "$work/loops"; return 1; }
}

# HACKING.md: the functions of the walk are in the files it names; its layers are those of LAYERS
walk() {
	grep -oE '`[a-z_]+`[^`]{0,4}\(`[a-z]+/[a-z_]+\.[ch]`\)' HACKING.md | sed "s/[^a-z_/.\`]//g" | tr '`' ' ' >"$work/walk"
	[ "$(wc -l <"$work/walk")" -ge 8 ] || { cat "$work/walk"; return 1; }
	! while read -r name file; do
		file=${file#s }
		[ -f "$file" ] || file=lib/$file        # a command's, or a layer's
		grep -qE "^[a-z].*[^a-z_]$name\(" "$file" || echo "$name is not in $file"
	done <"$work/walk" | grep .
}
layers() {
	sed -n '/^## Structure/,/^## Names/s/^| `\([a-z]*\)` .*/\1/p' HACKING.md >"$work/told"
	sed -n '/^[a-z]/p' lib/LAYERS | grep -v '^lmbench$' | cmp - "$work/told"
}
tap "the walk of one BENCH in HACKING.md leads to its functions" walk
tap "the layers in HACKING.md are those of lib/LAYERS" layers
tap "a name is declared in a header of the layer that defines it" declared
# The files in the folder of the README; a test that is killed may leave a folder, which does not count.
top() {
	[ -d .git ] || [ -f .git ] || return 0
	git ls-files >/dev/null 2>&1 || return 0
	git ls-files | sed 's,/.*,,' | LC_ALL=C sort -u | tr '\n' ' ' >"$work/top"
	echo .ci .clang-tidy .gitignore CMakeLists.txt CONTRIBUTING.md HACKING.md LICENSE Makefile.am NEWS README.md bench \
		bootstrap configure.ac debian doc findings include lib m4 meson.build package tests tools | tr '\n' ' ' | cmp - "$work/top"
}
tap "only known files are in the folder of the README" top
# All libraries are one file in the amalgamation.
types() {
	! grep -oE '^(typedef )?(struct|enum|union) benchi_[a-z0-9_]* \{' lib/*/*.[ch] | sort -u |
		sed 's/.* \(benchi_[a-z0-9_]*\) {/\1/' | sort | uniq -d | grep .
}
tap "no two types have one name" types
tap "no two files of a library have one name" basenames
if command -v nm >/dev/null && command -v tsort >/dev/null; then
	tap "no files need each other" circles
else tap_skip "no files need each other" "no nm or tsort"; fi
tap_end
