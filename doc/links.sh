#!/bin/sh
# Under which other names is a page of section 3 to be found?
#	doc/links.sh FOLDER     a line each: NAME PAGE
# A page of the manual describes several functions and types; each that its NAME section has and
# that begins with bench_ gets a page at installation that leads to it.  (Macros do not: on some
# systems BENCH_START.3 is bench_start.3.)
awk '/^\.Sh /{ on = $2 == "NAME"; next }
	on && $1 == ".Nm" && $2 ~ /^bench_/ { page = FILENAME; sub(/.*\//, "", page); if ($2 ".3" != page) print $2, page }' "$1"/*.3
