#!/bin/sh
# Does every file of the library look down only?  lib/LAYERS lists the layers.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
cd "$top_srcdir" || exit 99

layers=$(sed '/^#/d; /^\[/d' lib/LAYERS)

# looks_up LAYER: includes of headers that are in a higher layer, or in none
looks_up() {
	allowed=
	for layer in $layers; do
		allowed="$allowed$layer "
		[ "$layer" = "$1" ] && break
	done
	! grep -n '#include "' "lib/$1"/*.[ch] 2>/dev/null |
		awk -v allowed=" $allowed" '{
			line = $0; sub(/.*#include "/, "", line); split(line, part, "/")
			if (!index(allowed, " " part[1] " ")) { print; bad = 1 } }
			END { exit !bad }'
}

for layer in $layers; do tap "lib/$layer includes nothing from above" looks_up "$layer"; done

# The amalgamation pastes a header where it is first included, so that no condition may stand there.
conditional()
{
	! awk 'FNR == 1 { depth = 0 }
		/^#[ \t]*if/ { depth++ }
		/^#[ \t]*endif/ { depth-- }
		/^#[ \t]*include "/ && depth > (FILENAME ~ /\.h$/) { print FILENAME ":" FNR ": " $0 }' lib/*/*.[ch] | grep .
}
tap "no header of the library is included conditionally" conditional

# every folder of the library is a layer
listed() {
	for dir in lib/*/; do dir=${dir#lib/}; echo "$layers" | grep -qx "${dir%/}" || { echo "$dir"; return 1; }; done
}
tap "every folder of lib/ is in lib/LAYERS" listed

# the programs in bench/ use the public headers, and their own, only; mhz some of the library's,
# which one header names
public_only() {
	! grep -n '#include "' bench/*.[ch] 2>/dev/null | grep -v '"[a-z_]*\.h"$' |
		grep -v '^bench/mhz_library\.h:' &&
	! grep -l 'mhz_library\.h' bench/*.[ch] | grep -v '^bench/mhz\.h$'
}
tap "bench/ includes public headers only" public_only

# text becomes a number in lib/base only, which knows no locale; the examples use C's functions
numbers() {
	! grep -nE "(strto(d|f|ld|u?ll?)|ato(i|ll?|f)|s?f?scanf)\(|- '0'" \
		$(git ls-files 'lib/*.[ch]' 'tools/*.[ch]' 'bench/mhz*.[ch]' 2>/dev/null ||
			find lib tools bench/mhz* -name '*.[ch]') | grep -vE '^lib/base/(number|whole)\.c:'
}
tap "text becomes a number in lib/base only" numbers

# no product of a build is tracked
products_untracked() {
	! git ls-files bench tests tools lib | while read -r file; do [ ! -x "$file" ] ||
		head -c 4 "$file" | grep -q '^#!/' || echo "$file"; done | grep .
}
# what make makes is ignored: no untracked program, generated file or object
products_ignored() {
	! git ls-files --others --exclude-standard | while read -r file; do
		case $file in
		*.sh | *.awk | *.py) ;;
		*.pc | *.o | *.exports | *.log | *.trs) echo "$file" ;;
		*) [ ! -x "$file" ] || head -c 4 "$file" | grep -q '^#!/' || echo "$file" ;;
		esac
	done | grep .
}
if [ -e .git ] && command -v git >/dev/null; then
	tap "products of a build are ignored by git" products_ignored
	tap "products of a build are not tracked" products_untracked
else tap_skip "products of a build are ignored by git" "no git checkout"; fi
tap_end
