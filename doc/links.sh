#!/bin/sh
# Under which other names is a page of section 3 to be found?
#	doc/links.sh FOLDER     a line each: NAME PAGE
# A page of the manual describes several functions, macros and types; each name in its NAME section
# that begins with bench_ or BENCH_, START and STOP get a page at installation that leads to it; not
# where the name in small letters is another, since some systems do not tell them apart.
# SPDX-License-Identifier: MIT
awk '/^\.Sh /{ on = $2 == "NAME"; next }
	on && $1 == ".Nm" && $2 ~ /^(bench_|BENCH_|START$|STOP$)/ {
		page = FILENAME; sub(/.*\//, "", page)
		name[++count] = $2; of[count] = page; small[page] = 1
		if ($2 ~ /^bench_/) small[$2 ".3"] = 1
	}
	END {
		for (i = 1; i <= count; i++)
			if (name[i] ".3" != of[i] && (name[i] ~ /^bench_/ || !(tolower(name[i]) ".3" in small)))
				print name[i], of[i]
	}' "$1"/*.3
