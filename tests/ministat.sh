#!/bin/sh
# Does `bench ministat` print what ministat prints, to the byte?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
golden=$top_srcdir/tests/golden/ministat
bench=$(cd "$top_builddir" && pwd)/tools/bench
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

transcript() {
	sh "$golden/../run.sh" ministat "$bench" ministat >"$work/got" && diff "$golden/expected.txt" "$work/got"
}
tap "every recorded command prints the same and exits the same" transcript

# where ministat crashes: a message, status 2, no output
refuses() {
	"$bench" ministat "$@" >"$work/out" 2>"$work/err"
	[ $? -eq 2 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ]
}
tap "NaN in a plot is refused" refuses "$golden/nan"
tap "infinity in a plot is refused" refuses "$golden/inf"
tiny() { printf '1\n2\n3\n-1e-400\n' >"$work/tiny" && refuses "$work/tiny" && grep -q 'Invalid data on line 4' "$work/err"; }
tap "a number too small to be held is refused, not drawn as 0" tiny
tap "a width of 1 is refused" refuses -w 1 "$golden/s1" "$golden/s3"

escapes() { # in names of files: neither in messages nor above the plot
	evil=$work/$(printf 'a\033[31mb')
	! "$bench" ministat "$evil" >"$work/got" 2>&1 && echo x >"$evil" && ! "$bench" ministat "$evil" >>"$work/got" 2>&1 &&
		printf '1\n2\n' >"$evil" && ! "$bench" ministat "$evil" >>"$work/got" 2>&1 &&
		printf '1\n2\n3\n' >"$evil" && "$bench" ministat "$evil" >>"$work/got" 2>&1 &&
		[ "$(grep -c 'a?\[31mb' "$work/got")" -eq 4 ] && ! LC_ALL=C grep -q "$(printf '\033')" "$work/got"
}
tap "escapes in names of files are shown harmless" escapes

# lines over 8191 bytes are read in pieces, each as a line
long_line() {
	{ echo 1; awk 'BEGIN { for (i = 0; i < 8190; i++) printf " "; print "23" }'; echo 4; } >"$work/long"
	"$bench" ministat -n "$work/long" | grep -q '^x   4             1             4 ' # 1, 2, 3, 4
}
tap "a line over 8191 bytes is read in pieces" long_line
wide() {
	"$bench" ministat -w 100000 "$golden/s1" >"$work/wide" && ! "$bench" ministat -w 100001 "$golden/s1" 2>"$work/err" &&
		grep -q 'more than 100000' "$work/err"
}
tap "a plot has 100000 columns at most" wide
tap "standard input is a file" sh -c "'$bench' ministat -n <'$golden/s1' | grep -q '<stdin>'"

# random SEED: three files of numbers of all sizes, with comments, blanks and columns
random() {
	awk -v seed="$1" -v work="$work" 'BEGIN {
		srand(seed)
		for (f = 0; f < 3; f++) {
			n = 3 + int(rand() * rand() * 200); mean = 10 ^ int(rand() * 24 - 10); sd = mean * rand() * (rand() < .5)
			if (rand() < .2) mean = -mean
			digits = int(rand() * 9)
			for (i = 0; i < n; i++) {
				x = sprintf("%." digits "g", mean + sd * (rand() + rand() + rand() + rand() - 2))
				r = rand()
				print (r < .05 ? "# " : r < .1 ? "  " : "") x " " int(100 * rand()) \
					(rand() < .1 ? " \r" : "") (rand() < .1 ? "\n" : "") >(work "/f" f)
			}
		}
		split("-A;-n;-s;-w 33;-c 80;-c 99.5 -w 120;-C 2;-s -c 98", option, ";")
		print option[1 + int(rand() * 8)], (rand() < .2 ? "f0" : rand() < .5 ? "f0 f1" : "f0 f1 f2")
	}'
}
both() { # the real one and ours on `random SEED`
	rm -f "$work"/f?
	arguments=$(random "$1")
	(cd "$work" && { ministat $arguments; echo "[exit $?]"; }) >"$work/theirs" 2>&1
	(cd "$work" && { "$bench" ministat $arguments; echo "[exit $?]"; }) >"$work/ours" 2>&1
	cmp "$work/theirs" "$work/ours" || { echo "seed $1: $arguments"; return 1; }
}
all_random() { for seed in $(seq 1 200); do both "$seed" || return 1; done; }
if command -v ministat >/dev/null; then tap "200 random cases are the same as ministat's" all_random
else tap_skip "200 random cases are the same as ministat's" "no ministat"; fi
tap_end
