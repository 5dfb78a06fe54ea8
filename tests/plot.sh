#!/bin/sh
# Does `bench plot` draw what is there, in every form, whatever names and numbers say?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
golden=$top_srcdir/tests/golden/plot
bench=$(cd "$top_builddir" && pwd)/tools/bench
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
LC_ALL=C; export LC_ALL; unset LC_CTYPE LANG COLUMNS LINES

# made SETS VALUES: that many benchmarks with as many values, one drifting, one with a far value
made() {
	awk -v sets="$1" -v values="$2" 'BEGIN {
		print "benchmark,wall_time"
		for (i = 0; i < values; i++) for (k = 0; k < sets; k++) {
			seed = (seed * 1103515245 + 12345 + k) % 2147483648
			x = .01 * (1 + k / 20) + seed / 2147483648 * .001 + (k == 1 ? i * .0001 : 0)
			printf "set %d,%.7f\n", k, k == 0 && i == 3 ? .5 : x
		} }'
}
made 3 60 >"$work/three.csv"
made 30 20 >"$work/thirty.csv"
made 2 3000 >"$work/large.csv"
echo 5 >"$work/one"
printf '5\n5\n5\n' >"$work/flat"
: >"$work/empty"
printf 'benchmark,"</title><script>alert(1)</script>"\n"</style>]]><b>\\",1\n"</style>]]><b>\\",2\n"a""b'"'"'&amp;\033[2J",3\n"a""b'"'"'&amp;\033[2J",4\n' >"$work/evil.csv"
awk 'BEGIN { for (i = 0; i < 20; i++) printf "\"a\"\"b'"'"'&amp;\033[2J\",%g\n", i == 9 ? 1e9 : 4 + i / 10 }' \
	>>"$work/evil.csv" # one outlier, so that the name appears in a note

valid() { # FILE: well-formed XML
	if command -v xmllint >/dev/null; then xmllint --noout "$1"
	elif command -v python3 >/dev/null; then python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$1"
	else [ -s "$1" ]; fi # no tool here that knows
}
html() { # FILE: every element closed in order (void ones, declaration and script aside)
	sed -e 's/<!DOCTYPE html>//' -e 's/<meta[^>]*>//g' -e 's/<script>.*<\/script>//' "$1" >"$work/page.xml" &&
		valid "$work/page.xml"
}
same() { "$bench" plot "$@" >"$work/got" && diff "$golden/$name" "$work/got"; }

name=three.txt; tap "strips, boxes, run order" same "$work/three.csv"
name=all.txt; tap "everything" same --all --title x "$work/three.csv"
name=log.txt; tap "a logarithmic scale" same --strip --log "$work/three.csv"

utf8() {
	LC_ALL=C.UTF-8 "$bench" plot --all "$work/three.csv" >"$work/got" && grep -q "$(printf '\342\224\202')" "$work/got"
}
tap "UTF-8 where the locale has it" utf8
ascii() { LC_ALL=C.UTF-8 "$bench" plot --all --ascii "$work/three.csv" | LC_ALL=C awk '/[^ -~]/ { exit 1 }'; }
tap "--ascii is ASCII" ascii
wide() { "$bench" plot --all "$work/thirty.csv" | awk 'length > 80 { print; bad = 1 } END { exit bad }'; }
tap "no line is over 80 columns" wide
piped() {
	"$bench" plot "$work/three.csv" | cat >"$work/got" && "$bench" plot --vega "$work/three.csv" | diff "$work/got" - &&
		"$bench" plot "$work/three.csv" >"$work/got" && "$bench" plot -w 80 "$work/three.csv" | diff "$work/got" -
}
tap "a pipe gets Vega-Lite, unless text is asked for" piped

narrow() {
	for w in 30 40 57; do "$bench" plot --all -w $w "$work/thirty.csv" "$work/three.csv" |
		awk -v w=$w 'length > (w < 40 ? 40 : w) { print; bad = 1 } END { exit bad }' || return 1; done
}
tap "nor over those asked for" narrow
zero() { # an axis without 0 says so, in every form; one with 0 does not
	printf '4\n5\n6\n' >"$work/above"; printf '0\n5\n6\n' >"$work/from"; printf -- '-4\n-5\n-6\n' >"$work/below"
	for file in above below; do "$bench" plot --svg "$work/0.svg" --html "$work/0.html" "$work/$file" &&
		"$bench" plot "$work/$file" >"$work/0.txt" && grep -q 'begin at -*[34].* not at 0' "$work/0.svg" &&
		grep -q 'not at 0' "$work/0.html" && grep -q 'not at 0' "$work/0.txt" || return 1; done
	! "$bench" plot -w 80 "$work/from" | grep 'not at 0' && ! "$bench" plot -w 80 --log "$work/above" | grep 'not at 0'
}
tap "an axis that does not begin at 0 says so" zero
flat() {
	"$bench" plot --svg "$work/0.svg" --html "$work/0.html" "$work/flat" && grep -q 'every value is 5<' "$work/0.svg" &&
		grep -q 'Every value is 5\.' "$work/0.html"
}
tap "one value everywhere is named" flat
long() { # two names that differ at the end only
	n=$(printf '%090d' 0); printf 'benchmark,wall_time\n%sa,1\n%sa,2\n%sb,3\n%sb,4\n' $n $n $n $n >"$work/long.csv"
	"$bench" plot --svg "$work/0.svg" "$work/long.csv" && "$bench" plot "$work/long.csv" >"$work/0.txt" &&
		grep -q '^0*\.\.0*a |' "$work/0.txt" && grep -q '^0*\.\.0*b |' "$work/0.txt" &&
		grep -q '\.\.0*b</text>' "$work/0.svg"
}
tap "a long name loses its middle" long
alike() { # names that would be alike at the usual width get as many columns as they need
	printf 'benchmark,wall_time\nbench 1/size=1k,1\nbench 1/size=1k,2\nbench 10/size=1k,3\nbench 10/size=1k,4\n' >"$work/left.csv"
	cp "$work/left.csv" "$work/right.csv"
	"$bench" plot -w 80 "$work/left.csv" "$work/right.csv" | grep -o '^[^ ][^|]* |' >"$work/0.txt"
	[ "$(sort -u "$work/0.txt" | wc -l)" -ge 4 ]
}
tap "shortened names stay distinct" alike
ramps() { # files of ramps, whose fields may be empty; elsewhere that is an error
	cp "$golden/../ramp/closed.csv" "$work/r1.csv" && cp "$work/r1.csv" "$work/r2.csv" &&
		"$bench" plot --scatter workers,throughput_hz "$work/r1.csv" "$work/r2.csv" >"$work/0.txt" &&
		grep -q 'a st"ore: r1.csv   b st"ore: r2.csv' "$work/0.txt" && grep -q workers "$work/0.txt" &&
		! { sed 1d "$work/r1.csv" | "$bench" plot --scatter workers,throughput_hz - >"$work/0.txt" 2>&1; } &&
		grep -q "expected a number in column 'offered_hz'" "$work/0.txt" &&
		! "$bench" compare "$work/r1.csv" "$work/r2.csv" 2>"$work/0.txt" && grep -q 'steps of a ramp' "$work/0.txt" &&
		for axes in workers,throughput_hz workers,offered_hz busy,p99_ns; do # JSON has the same values
			for kind in csv json; do
				"$bench" plot --scatter $axes --svg "$work/0.svg" "$golden/../ramp/open.$kind" >"$work/out" 2>&1
				grep '<circle' "$work/0.svg" >"$work/$kind"
			done
			[ -s "$work/csv" ] && cmp "$work/csv" "$work/json" || return 1
		done
}
tap "the tables of ramps, side by side" ramps

every() { # each form of each file
	for file in three.csv thirty.csv large.csv one flat evil.csv; do
		"$bench" plot --all "$work/$file" >"$work/out.txt" && [ -s "$work/out.txt" ] &&
		"$bench" plot --svg "$work/out.svg" --html "$work/out.html" "$work/$file" >"$work/none" &&
		[ ! -s "$work/none" ] && valid "$work/out.svg" && html "$work/out.html" &&
		"$bench" plot --vega "$work/$file" >"$work/out.json" || { echo "$file"; return 1; }
		if command -v python3 >/dev/null; then python3 -m json.tool "$work/out.json" >/dev/null || return 1; fi
		! grep -iE 'nan|inf[^o]' "$work/out.json" || return 1
		! grep -E '"-?(nan|inf)"' "$work/out.svg" "$work/out.html" || return 1
	done
}
tap "every form of every set is well-formed" every

names() {
	"$bench" plot --svg "$work/evil.svg" --html "$work/evil.html" "$work/evil.csv" &&
	"$bench" plot "$work/evil.csv" >"$work/evil.txt" &&
	[ "$(grep -c '<script' "$work/evil.html")" -eq 1 ] && ! grep -q '<script\|<b>' "$work/evil.svg" &&
	grep -q '&lt;/style&gt;]]&gt;&lt;b&gt;' "$work/evil.svg" &&
		! grep -q "$(printf '\033')" "$work/evil.txt" "$work/evil.svg" "$work/evil.html"
}
tap "names stay names" names

alone() {
	"$bench" plot --html "$work/page.html" "$work/three.csv" &&
		! grep -oE '(src|href|url\()=?[^ ]*|https?:[^ "]*' "$work/page.html"
}
tap "a page fetches nothing" alone
words() {
	grep -q 'set 2 is [0-9.]*&#160;% slower than set 0' "$work/page.html" &&
		grep -q '<h1>three.csv</h1>' "$work/page.html" && grep -q '<html lang="en">' "$work/page.html"
}
tap "a page has the answer in words and its headings" words
dark() { grep -q 'prefers-color-scheme:dark' "$work/page.html"; }
tap "a page has dark colours" dark
beyond() { "$bench" plot -w 80 "$work/three.csv" | grep -q '1 of 60 values of set 0 lies beyond the axis (up to 500 ms)'; }
tap "what lies beyond the axis is counted" beyond
two_far() { # neither of two in sixty makes the others a point
	awk 'BEGIN { print "name,t"; for (i = 0; i < 60; i++) print "a," (i == 17 ? 20 : i == 44 ? 35 : 1 + i % 7 / 100) }' |
		"$bench" plot -w 80 --order - | grep -q '2 of 60 values of a lie beyond the axis (up to 35)'
}
tap "two far values of sixty are beyond the axis" two_far
decades() { # small charts on a logarithmic axis
	awk 'BEGIN { print "name,t"; for (k = 0; k < 8; k++) for (i = 1; i < 9; i++) print "c" k "," 10 ^ (1 + k / 2) * (1 + i / 99) }' |
		"$bench" plot --html "$work/decades.html" - && [ "$(grep -c '>100</text>' "$work/decades.html")" -gt 8 ] &&
		grep -q '>t, logarithmic</text>' "$work/decades.html" && ! grep -qE '>(4000|, logarithmic)</text>' "$work/decades.html"
}
tap "small charts have powers of ten and the name of what they show" decades
drift() { "$bench" plot -w 80 "$work/three.csv" | grep -q 'set 1: drifts: later values are higher'; }
tap "drift is said" drift
small() {
	"$bench" plot --svg "$work/l.svg" --html "$work/l.html" --vega "$work/large.csv" >"$work/l.json" &&
		[ "$(cat "$work/l.svg" "$work/l.html" "$work/l.json" | wc -c)" -lt 250000 ] &&
		! grep -q '<circle class="mark"[^>]*cy="[^"]*" r="2.3"' "$work/l.svg"
}
tap "a large set is drawn from bins" small

# dots stand where their values are: 1, 2, 3 on a scale from .96 to 3.04 over 760 units from 18 on
places() {
	printf '1\n2\n3\n' | "$bench" plot --title "1 < 2" --svg "$work/p.svg" - &&
	for x in 32.62 398 763.38; do grep -q "<circle class=\"mark\" cx=\"$x\"" "$work/p.svg" ||
		{ echo "$x"; grep circle "$work/p.svg"; return 1; }; done &&
	grep -q '<title>1 &lt; 2</title>' "$work/p.svg"
}
tap "dots stand where their values are" places
heights() { # of four values two fall into one bar, which has the full height: 44 units
	printf '1\n2\n2\n3\n' | "$bench" plot --svg "$work/h.svg" - &&
		[ "$(grep -c '<rect class="bar".*height="44"' "$work/h.svg")" -eq 1 ] &&
		[ "$(grep -c '<rect class="bar".*height="22"' "$work/h.svg")" -eq 2 ]
}
tap "bars are as high as their counts" heights

refuses() { # PATTERN OPTION...: status 2, one line that matches, nothing on stdout
	pattern=$1
	shift
	"$bench" plot "$@" >"$work/out" 2>"$work/err"
	[ $? -eq 2 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q "$pattern" "$work/err" ||
		{ cat "$work/err"; return 1; }
}
tap "no file is refused" refuses 'a file is missing' --log </dev/null
tap "an empty file is refused" refuses 'empty' "$work/empty"
tap "a missing file is refused" refuses 'No such file' "$work/nowhere"
tap "a metric that is not there is refused" refuses "found no 'x'" --metric x "$work/three.csv"
tap "an unknown option is refused" refuses 'option' --pie "$work/three.csv"
tap "a narrow width is refused" refuses '30 to 500' -w 20 "$work/three.csv"
tap "log and linear are refused" refuses 'exclude' --log --linear "$work/three.csv"
tap "a folder that is not there is refused" refuses 'nowhere/x.svg: No such file' --svg "$work/nowhere/x.svg" \
	"$work/three.csv"
kept() {
	echo old >"$work/old.svg"
	(trap '' XFSZ; ulimit -f 0; ! "$bench" plot --svg "$work/old.svg" "$work/three.csv" 2>/dev/null) &&
		grep -q old "$work/old.svg" && [ "$(ls "$work" | grep -c '^old.svg')" -eq 1 ]
}
tap "an old picture is kept when a new one cannot be written" kept
pipe() {
	mkfifo "$work/pipe" && ln -s pipe "$work/link" && { cat "$work/pipe" >"$work/got" & } &&
		"$bench" plot --svg "$work/link" "$work/three.csv" && [ -L "$work/link" ] && [ -p "$work/pipe" ] && wait &&
		grep -q '</svg>' "$work/got"
}
tap "a pipe is written to, not replaced" pipe
pairs() { # before and after stand side by side, benchmark by benchmark, a colour a file
	for f in before after; do printf 'benchmark,t\nsort,1\nsort,2\nsort,3\nhash,4\nhash,5\nhash,6\n' \
		>"$work/$f.csv"; done
	"$bench" plot --svg "$work/0.svg" --html "$work/0.html" "$work/before.csv" "$work/after.csv" || return 1
	[ "$(grep -o '>[a-z]*: [a-z]*.csv</text>' "$work/0.svg" | head -4 | tr -d '\n')" = \
		'>sort: before.csv</text>>sort: after.csv</text>>hash: before.csv</text>>hash: after.csv</text>' ] &&
	grep -q '<strong>sort</strong>: ' "$work/0.html" && grep -q '<strong>hash</strong>: ' "$work/0.html" &&
		! grep -q 'class="s2"' "$work/0.svg" "$work/0.html"
}
tap "before and after stand side by side, a page names the benchmarks" pairs
multiples() {
	"$bench" plot --svg "$work/0.svg" --html "$work/0.html" "$work/thirty.csv" &&
		! grep -q 'class="s1"' "$work/0.svg" && grep -q Changes "$work/0.html"
}
tap "many sets have one colour and a small chart each" multiples
edge() {
	"$bench" plot --svg "$work/0.svg" "$work/evil.csv" "$work/three.csv" && grep -q 'beyond the scale' "$work/0.svg"
}
tap "a run order marks what lies beyond its scale" edge
vega() {
	"$bench" plot --vega --log "$work/three.csv" >"$work/0.json" &&
		grep -q '"title":"wall_time ([a-z]*), logarithmic","scale":{"type":"log","zero":false,"nice":false,"clamp":true,"domain":\[' "$work/0.json" &&
	"$bench" plot --vega "$work/three.csv" | grep -q '"calculate":"datum.value[*]1000"' &&
		grep -q '"#0072b2","#d55e00"' "$work/0.json" || { tail -9 "$work/0.json"; return 1; }
}
tap "Vega has the SVG's scale, unit and names" vega
clear() { # no dot of radius 2.3 within 3 of the base line of its set's name
	"$bench" plot --svg "$work/0.svg" "$work/thirty.csv" && awk '
		/^<g class="s/ { top = 1e9 } /r="2.3"/ { split($0, a, "\""); if (a[6] < top) top = a[6] }
		/^<text class="ink" x="34"/ { split($0, a, "\""); if (top < 1e9) { n++; bad += top - 2.3 < a[6] + 3 } }
		END { exit n != 30 || bad }' "$work/0.svg"
}
tap "dots do not touch the names of their sets" clear
many() { { echo name,t; seq 2001 | sed 's/.*/n&,1/'; } >"$work/many.csv"; refuses '2001 sets of t' "$work/many.csv"; }
tap "more sets than can be drawn are refused" many
scanned() { # medians 2 n over n, of two commands
	awk 'BEGIN {
		print "benchmark,wall_time,max_rss"
		for (n = 1; n <= 5; n++) for (i = 0; i < 9; i++) {
			printf "sort/n=%d,%g,%d\n", n, 2 * n + i / 100, 100 * i
			printf "hash/n=%d,%g,%d\n", n, n + i / 100, i
		} }' >"$work/scan.csv"
	"$bench" plot --over n "$work/scan.csv" >"$work/got" && grep -q wall_time "$work/got" &&
		grep -q 'a median with its 95 % interval' "$work/got" && grep -q 'a hash\|b hash' "$work/got" &&
		"$bench" plot --over /n --svg "$work/0.svg" "$work/scan.csv" && valid "$work/0.svg" &&
		grep -q '>sort<' "$work/0.svg" && grep -q '>wall_time over n<' "$work/0.svg" && grep -q '<circle' "$work/0.svg" &&
		printf 'name,t_ns\nc/n=64,9\nc/n=512,70\nc/n=4096,9000\n' | "$bench" plot --over n - >"$work/got" &&
		grep -q '^t_ns, logarithmic' "$work/got" && grep -q '^ *64  *512  *4096' "$work/got" && grep -q '^ *10 us' "$work/got" &&
		refuses "over: found no name with '/k='" --over k "$work/scan.csv"
}
tap "--over draws medians over a key of the names" scanned
elapsed() { # of rows with many metrics; the others on request
	"$bench" plot "$work/scan.csv" >"$work/got" && ! grep -q max_rss "$work/got" &&
		"$bench" plot -w 80 --metric max_rss "$work/scan.csv" | grep -q max_rss &&
		"$bench" plot --vega "$work/scan.csv" | grep -q max_rss
}
tap "rows of bench sample: the elapsed time alone" elapsed
scattered() {
	"$bench" plot --scatter wall_time,max_rss "$work/scan.csv" >"$work/got" &&
		grep -q max_rss "$work/got" &&
		"$bench" plot --scatter wall_time,max_rss --svg "$work/0.svg" "$work/scan.csv" &&
		valid "$work/0.svg" && grep -q '>sort/n=1<' "$work/0.svg" &&
		refuses "expected two metrics" --scatter wall_time "$work/scan.csv" &&
		refuses "found no benchmark with both" --scatter wall_time,x "$work/scan.csv" &&
		refuses "exclude each other" --scatter a,b --vega "$work/scan.csv"
}
tap "--scatter draws one metric over another" scattered
gaps() { # a row of the table, or a round of a run, that has both is a point
	printf '# libbench_ramp 1\nname,a,b\nr,,1\nr,2,2\nr,3,\nr,4,4\n' >"$work/gaps.csv"
	{
		printf '{"results": [{"name": "r", "metric": "a", "process": 0, "rounds": [0, 1, 2], "values": [5, 2, 7]}'
		printf ', {"name": "r", "metric": "b", "process": 1, "rounds": [1], "values": [6]}'
		printf ', {"name": "r", "metric": "b", "process": 0, "rounds": [3, 1], "values": [9, 2]}'
		printf ', {"name": "r", "metric": "a", "process": 1, "rounds": [1], "values": [4]}]}\n'
	} >"$work/gaps.json"
	for file in "gaps.csv 4 2" "gaps.json 6 3"; do
		# shellcheck disable=SC2086 # the file, y of its second point, and values alone
		set -- $file
		"$bench" plot --scatter a,b --svg "$work/0.svg" "$work/$1" 2>"$work/err" || return 1
		sed -n 's/.*<title>r: \(.*\)<.title>.*/\1/p' "$work/0.svg" >"$work/got"
		printf '2 at 2\n%d at 4\n' "$2" | diff - "$work/got" || return 1
		echo "note: left out $3 values of a or b in rows that lack the other" | diff - "$work/err" || return 1
	done
	printf '# libbench_ramp 1\nname,a,b\nr,,1\nr,2,\n' >"$work/gaps.csv"
	refuses "found no row with both 'a' and 'b'" --scatter a,b "$work/gaps.csv"
}
tap "--scatter pairs values of one row" gaps
crowded() { # many answers are a line each on the page, and numbers stay beside their signs
	awk 'BEGIN { print "name,wall_time"
		for (k = 0; k < 9; k++) for (i = 0; i < 8; i++) printf "c%d,%g\n", k, 1 + k / 10 + (i * 7 % 8) / 500 }' >"$work/nine.csv"
	"$bench" plot --html "$work/0.html" "$work/nine.csv" && html "$work/0.html" && grep -q '<ul class="answers many">' \
		"$work/0.html" && grep -q 'c1 is [0-9.]*&#160;% slower than c0' "$work/0.html" && ! grep -q 'answers.*<small>ranks' "$work/0.html"
}
tap "many answers are short on the page" crowded
full() {
	[ ! -c /dev/full ] || { "$bench" plot --svg - "$work/three.csv" >/dev/full 2>"$work/err"; [ $? -eq 2 ] &&
		grep -q 'write failed' "$work/err"; }
}
tap "a full disk is said" full

printf 'benchmark,wall_time\nfast,1\nfast,1.1\nfast,1\nfast,1\nfast,.9\nfast,1\nslow,4\nslow,4\nslow,4.2\nslow,3.8\nslow,4\nslow,4\n' \
	>"$work/bars.csv"
bars() {
	"$bench" plot --bars --ascii -w 60 "$work/bars.csv" >"$work/out" && sed -n 2p "$work/out" | grep -qE '^fast  \|##*\[#*-*\].* 1\.00 s \(' &&
		[ "$(sed -n 3p "$work/out" | tr -dc '#' | wc -c)" -gt $((3 * $(sed -n 2p "$work/out" | tr -dc '#' | wc -c))) ] &&
		! awk 'length > 60' "$work/out" | grep .
}
tap "bars begin at zero and end in intervals" bars
decades() { # medians that differ 100-fold are points on a logarithmic axis
	printf 'benchmark,t_ns\na,1\na,1.1\na,.9\nb,100\nb,90\nb,110\nc,20000\nc,20001\nc,19999\n' >"$work/far.csv"
	"$bench" plot --bars --ascii -w 70 "$work/far.csv" >"$work/out" && grep -q 'logarithmic' "$work/out" &&
		grep -q '^b  *|  *\[o' "$work/out" && ! grep -q '#' "$work/out" &&
		"$bench" plot --bars --linear --ascii "$work/far.csv" | grep -q '##'
}
tap "bars over decades are points on a logarithmic axis" decades
changes() { # each with its interval, one far outside the others at the end of the axis
	for k in 1 2; do
		echo benchmark,run,t_ns
		for i in 1 2 3 4 5 6; do for n in 1 2 3 4 5; do
			echo "case$n,$i,$(awk "BEGIN { print 100 + $i + ($k - 1) * ($n == 5 ? 9000 : $n) }")"
		done; done
	done >"$work/both" && sed '/^b/d' "$work/both" | sed -n '1,30p' | sed '1i benchmark,run,t_ns' >"$work/c1.csv" &&
		sed '/^b/d' "$work/both" | sed -n '31,60p' | sed '1i benchmark,run,t_ns' >"$work/c2.csv"
	"$bench" plot --changes --ascii -w 100 "$work/c1.csv" "$work/c2.csv" >"$work/out" &&
		grep -q '^case4 |.*:.*o.* +3.9 % (.* to .*) worse$' "$work/out" && grep -q '^case5 |  *:  *> +8695' "$work/out" &&
		"$bench" plot --changes --svg "$work/0.svg" "$work/c1.csv" "$work/c2.csv" && valid "$work/0.svg" &&
		"$bench" plot --html "$work/0.html" "$work/c1.csv" "$work/c2.csv" && html "$work/0.html" && grep -q Changes "$work/0.html" &&
		! "$bench" plot --changes "$work/one" 2>"$work/err" && grep -q 'nothing to compare' "$work/err" || { cat "$work/out"; return 1; }
}
tap "changes with their intervals" changes
steps() { # what the machine did meanwhile, and the law fitted to saved steps, but not to those of an open loop
	for n in 1 2 3 4 5 6; do
		echo "{\"workers\": $n, \"offered_hz\": null, \"throughput_hz\": $((n * 100 - n * n)), \"machine\": {\"idle\": 0.$((9 - n)), \"machine\": {}}}"
	done | paste -sd, | sed 's/^/{"libbench_ramp": 1, "name": "r", "steps": [/; s/$/]}/' >"$work/ramp.json"
	"$bench" plot --ascii --scatter workers,machine.idle "$work/ramp.json" >"$work/out" && grep -q '^machine.idle' "$work/out" &&
		"$bench" plot --ascii --scatter workers,throughput_hz "$work/ramp.json" >"$work/out" && grep -q 'r: law, off by 0' "$work/out" &&
		sed 's/null/5/g' "$work/ramp.json" >"$work/open.json" &&
		"$bench" plot --ascii --scatter workers,throughput_hz "$work/open.json" >"$work/out" && ! grep -q law "$work/out" ||
		{ cat "$work/out"; return 1; }
}
tap "steps of a saved ramp" steps
wide() { # changes of a tenth are on the axis beside three of a hundredth; an axis has two ticks at least
	for k in 1 2; do
		awk -v k=$k 'BEGIN {
			print "benchmark,run,t_ns"; split("0 1 -1 120 -200", by, " ")
			for (i = 1; i <= 8; i++)
				for (n = 1; n <= 5; n++)
					print "case" n "," i "," 1000 + 8 * (i * n % 7) + (k - 1) * by[n]
		}' >"$work/w$k.csv"
	done
	"$bench" plot --changes --ascii -w 60 "$work/w1.csv" "$work/w2.csv" >"$work/out" && ! grep -q '^case.*|.*[<>]' "$work/out" &&
		grep -q '^ *+-.*+.*+' "$work/out" || { cat "$work/out"; return 1; }
}
tap "changes of a tenth beside none" wide
bars_svg() {
	"$bench" plot --bars --svg "$work/bars.svg" "$work/bars.csv" && [ "$(grep -c 'class="bar"' "$work/bars.svg")" -eq 2 ] &&
		grep -q '</svg>' "$work/bars.svg" && ! "$bench" plot --bars --log "$work/bars.csv" 2>"$work/err" && grep -q "exclude each other" "$work/err"
}
tap "bars as a picture" bars_svg
shapes() { # OPTION... FILE: what is drawn, to the unit
	"$bench" plot --title x --svg - "$@" | sed '/^<style>/d' >"$work/got" && diff "$golden/$name" "$work/got"
}
name=bars.svg; tap "each bar, its name and its interval" shapes --bars "$work/bars.csv"
printf 'name,t\na,1\na,1.004\na,1.013\na,1.5\na,2\n' >"$work/dots.csv" # two in one of 120 piles, beside the third's
name=dots.svg; tap "piles of dots, a histogram and a run order" shapes "$work/dots.csv"
narrow_bars() { # a name of 30 columns has 24, and bars have ten at least
	sed 's/fast/f123456789012345678901234567st/' "$work/bars.csv" >"$work/named.csv"
	"$bench" plot --bars --ascii -w 30 "$work/named.csv" | diff "$golden/bars.txt" -
}
tap "names and bars of a narrow terminal" narrow_bars
two() { printf 'name,t\na,1\na,2\na,3\nb,%s\nb,%s\nb,%s\n' $(($1 - 1)) $1 $(($1 + 1)) | "$bench" plot --svg - - | grep -q logarithmic; }
far() { ! two 198 && two 202; }
tap "a scale is logarithmic where medians are over 100 times apart" far
keyed() { awk -v n=$1 'BEGIN { print "name,t"; for (k = 1; k <= n; k *= n) for (i = 1; i < 6; i++) print "a/n=" k "," k + i / 10 }' |
	"$bench" plot --over n --svg - - | grep -q logarithmic; }
keys_apart() { ! keyed 31 && keyed 32; }
tap "that of a key where the greatest is 32 times the least" keys_apart
answers() {
	awk -v n=$1 'BEGIN { print "name,t"; for (k = 0; k < n; k++) for (i = 0; i < 8; i++) print "c" k "," 1 + k / 10 + i / 500 }' >"$work/n.csv"
	"$bench" plot --html "$work/0.html" "$work/n.csv" && grep -q 'answers many' "$work/0.html"
}
six() { ! answers 7 && answers 8 && grep -q 'viewBox="0 0 400 ' "$work/0.html" && grep -q 'r="1.9"' "$work/0.html"; }
tap "six answers have their method, on pictures 400 wide" six
hovers() { made 1 $1 | "$bench" plot --svg - - | grep -c ', number '; }
bands() { made $1 3000 | "$bench" plot --svg - - | grep -c 'class="area"'; }
some() { # one value lies beyond the axis
	[ "$(hovers 600)" -eq 599 ] && [ "$(hovers 601)" -eq 0 ] && [ "$(bands 4)" -eq 4 ] && [ "$(bands 5)" -eq 0 ] &&
	[ "$("$bench" plot --vega "$work/large.csv" | grep -c '^{"benchmark":"set 0".*"count":')" -eq 100 ]; }
tap "600 values have a text each, four sets a band, large ones 100 bins" some
cells() { # four in a row, 132 below each other, with 24 letters of a name
	sed 's/^set /a set with more letters than there are /' "$work/thirty.csv" | "$bench" plot --svg "$work/0.svg" - &&
		sed -n 's/^<text class="ink" x="18" y="\(.*\)">a .*/\1/p' "$work/0.svg" | awk 'NR > 1 && $1 - y != 132 { exit 1 } { y = $1 } END { exit NR != 8 }' &&
		[ "$(grep -cE '^<text class="ink" x="215" y="[0-9]*">.{24}</text>$' "$work/0.svg")" -eq 8 ]
}
tap "small charts of many sets" cells
labels() {
	sed 's/^set /a set with more letters /' "$work/three.csv" | "$bench" plot --strip - | grep -c '^a.\{15\} |' | grep -qx 3
}
tap "names have sixteen columns" labels
once() {
	rm -f "$work/twice"
	! "$bench" plot --svg "$work/twice" --html "$work/twice" "$work/flat" 2>"$work/err" && grep -q 'expected two files' "$work/err" &&
		[ ! -e "$work/twice" ]
}
tap "a picture and a page in one file are refused" once
png() { # by the converter that is there; nothing is left without one
	mkdir -p "$work/bin" && cp "$work/flat" "$work/f.png" || return 1
	converter() { printf '#!/bin/sh\n%s\n' "$1" >"$work/bin/rsvg-convert" && chmod +x "$work/bin/rsvg-convert"; }
	draw() { PATH=$work/bin:$PATH "$bench" plot --svg "$work/f.png" "$work/flat" 2>"$work/err"; }
	converter 'printf PNG; cat' && draw && [ "$(head -c 7 "$work/f.png")" = 'PNG<svg' ] &&
		converter 'cat; exit 1' && ! draw && grep -q 'rsvg-convert failed' "$work/err" && grep -q '^PNG' "$work/f.png" &&
		rm "$work/bin/rsvg-convert" "$work/f.png" && ! PATH=$work/bin "$bench" plot --svg "$work/f.png" "$work/flat" 2>"$work/err" &&
		grep -q 'not found' "$work/err" && [ ! -e "$work/f.png" ] && converter 'printf PNG; cat' || return 1
	! PATH=$work/bin:$PATH "$bench" ramp --max 1 --step-time 100ms --svg "$work/f.png" -- true >"$work/out" 2>"$work/err" ||
		[ "$(head -c 7 "$work/f.png")" = 'PNG<svg' ]
}
tap "PNG" png
tap_end
