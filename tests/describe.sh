#!/bin/sh
# Does `bench describe` state what R and the reader's eye find in a set?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
bench=$(cd "$top_builddir" && pwd)/tools/bench
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
LC_ALL=C; export LC_ALL; unset COLUMNS

transcript() {
	sh "$top_srcdir/tests/golden/run.sh" describe "$bench" describe >"$work/got" &&
		diff "$top_srcdir/tests/golden/describe/expected.txt" "$work/got"
}
tap "every recorded command prints the same and exits the same" transcript

# The mini-course's first set: R gives 1478.2533, sd 3.7216, t interval 1469.0083 to 1487.4984.
printf '1476.48\n1475.75\n1482.53\n' >"$work/course"
key() { sed -n "s/^ *\"$1\": \(.*[^,]\),*\$/\1/p" "$work/out"; }
near() {
	awk -v a="$(key "$1")" -v b="$2" \
		'BEGIN { d = a - b; if (d < 0) d = -d; exit !(a != "" && d <= 1e-6 * (b < 0 ? -b : b)) }' ||
		{ echo "$1: $(key "$1"), expected $2"; return 1; }
}
course() {
	"$bench" describe --format json "$work/course" >"$work/out" && near n 3 && near mean 1478.2533333 && near sd 3.7216439 &&
	near mean_low 1469.0082764 && near mean_high 1487.4983903 && near median 1476.48
}
tap "the figures are R's" course
json() {
	! command -v python3 >/dev/null || "$bench" describe --format json "$work/course" "$work/course" |
		python3 -m json.tool >/dev/null
}
tap "JSON is JSON" json

# 90 values, every third in a slow mode that has more faults; every tenth run late
awk 'BEGIN { print "benchmark,run,time,faults,noise"
	for (i = 0; i < 90; i++) { s = (s * 1103515245 + 12345) % 2147483648; u = s / 2147483648; slow = i % 3 == 0
		printf "x,%d,%.6f,%d,%d\n", i / 30, 10 + slow * 5 + u, 4 + 12 * slow + i % 2, i * 7919 % 13 } }' >"$work/modes.csv"
modes() {
	"$bench" describe --metric time "$work/modes.csv" >"$work/out" && tr -s ' \n' ' ' <"$work/out" >"$work/line" &&
	grep -q ': 2 modes' "$work/line" &&
		grep -q 'the highest mode has 3.*times the faults (16.* against 4.*, p = ' "$work/line" &&
	grep -q 'a cycle of 3 values' "$work/line" && grep -q 'runs 3, ' "$work/line" || { cat "$work/out"; return 1; }
}
tap "modes are explained, the cycle is found, runs are listed" modes
charts() { grep -q '^histogram: how many' "$work/out" && grep -q 'whiskers: 90 %' "$work/out"; }
tap "strip and histogram are drawn" charts
narrow() { ! awk 'length > 80' "$work/out" | grep .; }
tap "no line is over 80 columns" narrow

awk 'BEGIN { print "benchmark,time,switches"
	for (i = 0; i < 60; i++) { far = i % 14 == 5; printf "x,%g,%d\n", 10 + i * 37 % 60 / 100 + far * 9, 1 + i % 2 + far * 20 } }' >"$work/far.csv"
outliers() {
	"$bench" describe --metric time "$work/far.csv" | tr -s ' \n' ' ' |
		grep -q 'the outliers have [0-9.]* times the switches'
}
tap "outliers are explained" outliers
independent() {
	awk 'BEGIN { srand(7); for (i = 0; i < 300; i++) print rand() + rand() + rand() }' >"$work/any"
	! "$bench" describe "$work/any" | grep -E 'cycle|explanation'
}
tap "independent values have no cycle" independent
trend() {
	awk 'BEGIN { for (i = 0; i < 100; i++) print 10 + i / 10 + i * 7919 % 13 / 20 }' >"$work/up"
	"$bench" describe "$work/up" >"$work/out"
	grep -q 'later values are higher' "$work/out" && ! grep cycle "$work/out"
}
tap "a drift is no cycle" trend

skewed() { # no interval of a deviation that is not normal, none of times below 0
	awk 'BEGIN { for (i = 1; i <= 12; i++) print exp(i * i / 18) " ms" }' >"$work/skewed.txt"
	"$bench" describe "$work/skewed.txt" >"$work/out" && grep -q 'not normal' "$work/out" &&
		grep 'std dev' "$work/out" | grep -qv CI && grep -q 'mean .* (95 % CI 0 ' "$work/out"
}
tap "intervals that would be false are left out" skewed
skip() {
	[ "$("$bench" describe --format json --skip 2 --metric time "$work/modes.csv" | sed -n 's/ *"n": \([0-9]*\),/\1/p')" = 84 ]
}
tap "the first values of each run are left out" skip
number() { # of a value in the file, where runs have left out some
	printf 'run,t\n1,90\n1,10.1\n1,10.2\n1,10.3\n2,90\n2,30\n2,10.2\n2,10.1\n' >"$work/late.csv"
	sed '1d; s/.*,//' "$work/late.csv" >"$work/late"
	"$bench" describe --skip 1 "$work/late" | grep -q 'Grubbs), value 5: 90' &&
		"$bench" describe --skip 5 "$work/late" | grep -q '^ *warning .* (value 6)' &&
		"$bench" compare --skip 5 "$work/late" "$work/late" | grep -q 'base: .* (value 6)'
}
tap "an outlier's number counts the values of the file" number
pooled_number() { # of merged files: counts the values that are left
	pool=
	for k in 0 1 2 3 4 5 6 7 8 9 10 11; do
		printf '50\n%d\n' $((k < 11 ? 100 + k : 900)) >"$work/part$k" && pool="$pool a=$work/part$k b=$work/part$k"
	done
	# shellcheck disable=SC2086 # several files
	"$bench" compare --pool --skip 1 $pool | grep -q '(value 12)'
}
tap "an outlier's number in merged files" pooled_number
none() {
	"$bench" describe --skip 3 "$work/course" >"$work/out" 2>"$work/err"
	[ $? -eq 2 ] && grep -q 'has more than .* value' "$work/err"
}
tap "but not all of them" none
pool() {
	"$bench" describe --pool --format json "$work/course" "$work/course" "$work/course" >"$work/out" &&
		[ "$(grep -c '"set"' "$work/out")" -eq 1 ] &&
	near n 9 && near runs 3
}
tap "files are runs of one set" pool
chosen() { # one of two benchmarks, by each option; a row as CSV
	printf 'name,t,u\nx/n=1,1,5\nx/n=1,3,6\ny/n=2,7,8\ny/n=2,9,8\n' >"$work/two.csv"
	"$bench" describe --format csv --filter "*/n=2" --metric t "$work/two.csv" >"$work/out" &&
		awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "mean") m = i } NR == 2 { mean = $m } END { exit NR != 2 || mean != 8 }' "$work/out" &&
		"$bench" describe --format csv --filter '!x*' --metric t "$work/two.csv" | cmp - "$work/out" &&
		"$bench" plot --strip --filter "*/n=2" --metric t "$work/two.csv" | grep -q y/n=2 &&
		! "$bench" plot --strip --filter "*/n=2" --metric t "$work/two.csv" | grep -q x/n=1 &&
		[ "$("$bench" power --format csv -f 'x*' --metric t "$work/two.csv" | wc -l)" -eq 2 ] &&
		! "$bench" power -f z "$work/two.csv" 2>"$work/err" && grep -q 'the options exclude every benchmark' "$work/err"
}
tap "benchmarks are chosen as in compare" chosen
headers() { cat "$work/far.csv" "$work/far.csv" | "$bench" describe --format json --metric time - >"$work/out" && near n 120; }
tap "tables may follow one another, each with its header" headers
input() {
	"$bench" describe --format json "$work/course" >"$work/want" && "$bench" describe --format json <"$work/course" >"$work/out" &&
		sed 's/"course"/"<stdin>"/' "$work/want" | diff - "$work/out"
}
tap "without a file, standard input is read" input
refuses() {
	"$bench" describe "$@" >"$work/out" 2>"$work/err"
	[ $? -eq 2 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ]
}
tap "a confidence that is none is refused" refuses -c 20% "$work/course"
tap "a missing file is refused" refuses "$work/nowhere"
limits() {
	printf '1.2\n1.3\n1.25\n1.22\n1.28\n' >"$work/five"
	"$bench" describe --limit 'value<1' --expect 'value=1..2' "$work/five" >"$work/out"
	[ $? -eq 1 ] && grep -q '^impossible: value<1: median 1.25' "$work/out" && grep -q '^as expected: value=1..2' "$work/out" &&
		"$bench" describe --limit 'value<1.3' "$work/five" >"$work/out" && ! grep -q impossible "$work/out" || return 1
	"$bench" describe --limit 'time<1' "$work/five" >/dev/null 2>"$work/err"
	[ $? -eq 2 ] && grep -q "time<1': no values of metric 'time'" "$work/err"
}
tap "--limit and --expect judge a set" limits
one() { echo 5 >"$work/one"; "$bench" describe "$work/one" "$work/one" | grep -q '1 value'; }
tap "one value is described" one
many() { # more sets than a picture shows
	awk 'BEGIN { print "name,time"; for (i = 0; i < 4002; i++) print "s" int(i / 2) "," i }' >"$work/many"
	"$bench" describe --format csv "$work/many" >"$work/out" && [ "$(wc -l <"$work/out")" -eq 2002 ] &&
		! "$bench" describe "$work/many" >/dev/null 2>"$work/said" && grep -q 'at most 2000 to draw: .*-f GLOB' "$work/said"
}
tap "sets in any number are written as records" many
tap_end
