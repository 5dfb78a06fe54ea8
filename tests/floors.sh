#!/bin/sh
# Does every file of the library look down only?  lib/FLOORS lists the floors.
. "$top_srcdir/tests/tap.sh"
cd "$top_srcdir" || exit 99

floors=$(sed '/^#/d' lib/FLOORS)

# looks_up FLOOR: includes of headers that are on a higher floor, or on none
looks_up() {
	allowed=
	for floor in $floors; do
		allowed="$allowed$floor "
		[ "$floor" = "$1" ] && break
	done
	! grep -n '#include "' "lib/$1"/*.[ch] 2>/dev/null |
		awk -v allowed=" $allowed" '{
			line = $0; sub(/.*#include "/, "", line); split(line, part, "/")
			if (!index(allowed, " " part[1] " ")) { print; bad = 1 } }
			END { exit !bad }'
}

for floor in $floors; do tap "lib/$floor includes nothing from above" looks_up "$floor"; done

# every folder of the library is a floor
listed() { for dir in lib/*/; do dir=${dir#lib/}; echo "$floors" | grep -qx "${dir%/}" || { echo "$dir"; return 1; }; done; }
tap "every folder of lib/ is in lib/FLOORS" listed

# the programs in bench/ use the public headers, and their own, only
public_only() { ! grep -n '#include "' bench/*.[ch] 2>/dev/null | grep -v '"[a-z_]*\.h"$'; }
tap "bench/ includes public headers only" public_only
tap_end
