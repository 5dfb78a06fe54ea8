#!/bin/sh
# Does every file of the library look down only?  lib/LAYERS lists the layers.
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

# every folder of the library is a layer
listed() { for dir in lib/*/; do dir=${dir#lib/}; echo "$layers" | grep -qx "${dir%/}" || { echo "$dir"; return 1; }; done; }
tap "every folder of lib/ is in lib/LAYERS" listed

# the programs in bench/ use the public headers, and their own, only
public_only() { ! grep -n '#include "' bench/*.[ch] 2>/dev/null | grep -v '"[a-z_]*\.h"$'; }
tap "bench/ includes public headers only" public_only
tap_end
