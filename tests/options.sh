#!/bin/sh
# Are the options of each program the same in its --help, which comes from the table that it reads
# them by, on its page and in the completions?  --help itself may be missing there.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
bench=$top_builddir/tools/bench

# same FILE FILE: what one says and the other does not
same() { [ -s "$1" ] && diff "$1" "$2"; }

# what --help says: long ones, and letters before a blank or a comma
helped() {
	"$@" --help | grep -oE -e '(^|[ ,(;])(--[a-z][a-z-]*|-[A-Za-z]([ ,]|$))' | tr -d ' ,(;' | grep -vxE -e '--help|-h' |
		sort -u >"$work/help"
}

# what a page says at the head of an item: .It Fl Fl long, .It Fl l , -long; or .BI \-\-long behind .TP;
# of a verb with a section BENCH VERB there, otherwise outside of such sections
paged() {
	page=$top_srcdir/doc/$1.1
	name=$(echo "${1#bench-}" | tr a-z A-Z)
	[ -f "$page" ] || page=$(grep -l "^\.Sh BENCH $name$" "$top_srcdir"/doc/*.1)
	grep -q "^\.Sh BENCH $name$" "$page" || name=
	awk -v name="$name" '/^\.Sh /{ of = $2 == "BENCH" ? $3 : "" } of == name' "$page" |
		sed -n 's/^\.It Fl/ Fl/p; /^\.TP/{n; s/^\.BI* \\-/ Fl /p;}' |
		sed 's/\\-/-/g; s/ , -/ Fl -/g; s/ Fl Fl / Fl -/g' |
		grep -oE ' Fl -?[A-Za-z][a-z-]*' | sed 's/ Fl /-/' | grep -vxE -e '--help|-h' | sort -u >"$work/page"
}

# what bash offers behind WORDS...
completed() {
	PATH="$top_builddir/tools:$top_builddir/bench:$PATH" bash -c '
		. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _bench; printf "%s\n" "${COMPREPLY[@]}"' \
		"$top_srcdir/package/completions/bench.bash" "$@" -- | grep -vx -e --help | sort -u >"$work/completed"
}
long() { grep '^--' "$work/help" >"$work/long" || echo none >"$work/long"; }

verbs=$("$bench" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
for verb in $verbs; do
	helped "$bench" "$verb"
	paged "bench-$verb"
	long
	tap "bench $verb: page and --help" same "$work/help" "$work/page"
	if ! command -v bash >/dev/null; then tap_skip "bench $verb: completion and --help" "no bash"
	elif grep -qx none "$work/long"; then tap_skip "bench $verb: completion and --help" "letters only"
	else
		completed bench "$verb"
		tap "bench $verb: completion and --help" same "$work/long" "$work/completed"
	fi
done

helped "$top_builddir/bench/mhz"
paged mhz
tap "mhz: page and --help" same "$work/help" "$work/page"
long
if command -v bash >/dev/null; then
	completed mhz
	tap "mhz: completion and --help" same "$work/long" "$work/completed"
else tap_skip "mhz: completion and --help" "no bash"; fi

helped "$top_builddir/bench/lat_ops"
paged bench-program
tap "a program with bench_main: page and --help" same "$work/help" "$work/page"
long
used() {
	! while read -r option; do
		grep -qwe "$option" "$top_srcdir"/tests/program.sh "$top_srcdir"/tests/ramp.sh "$top_srcdir"/tests/count.sh \
			"$top_srcdir"/tests/guard.sh || echo "$option"
	done <"$work/long" | grep .
}
tap "a program with bench_main: a test uses each option" used
tap_end
