#!/bin/sh
# Does `bench plot` draw what is there, in every form, whatever names and numbers say?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
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
# text OPTION...: what the terminal gets
text() { "$bench" plot "$@" >"$work/got" || return 1; }
strips() { # of each set two lines, dots above a box, on one axis; figures and notes below
	text "$work/one_metric.csv" && awk '/^set [01] *[|].*[.:|#]/ { n++ } /^ *[|]  *[|]-*=+#=*-*[|]/ { n++ } END { exit n < 4 }' "$work/got" &&
		grep -q '^  set 1: 60 values, median 13\.' "$work/got" && grep -q 'whiskers: 90 %' "$work/got"
}
made 2 60 | sed 's/^set 0,.5.*/set 0,.0104/' >"$work/one_metric.csv"
tap "strips with their boxes" strips
first_label() { # space for names is that of the longest, wherever in the file it is
	printf 'benchmark,ns\n' >"$work/long.csv" && for i in 1 2 3; do printf 'a_long_name,%d\nb,%d\n' $i $i; done >>"$work/long.csv" &&
		text --strip "$work/long.csv" && grep -q '^a_long_name ' "$work/got" || { cat "$work/got"; return 1; }
}
tap "the longest name is whole" first_label
utf8() {
	LC_ALL=C.UTF-8 "$bench" plot --histogram "$work/three.csv" >"$work/got" && grep -q "$(printf '\342\224\202')" "$work/got"
}
tap "UTF-8 where the locale has it" utf8
ascii() { LC_ALL=C.UTF-8 "$bench" plot --strip --ecdf --histogram --ascii "$work/three.csv" | LC_ALL=C awk '/[^ -~]/ { exit 1 }'; }
tap "--ascii is ASCII" ascii
narrow() { # the longest line, of every chart at every width
	for w in 40 57 80; do for kind in --strip --histogram --ecdf --forest; do
		[ $w$kind != 40--forest ] && [ $w$kind != 57--forest ] || continue # its figures need more
		"$bench" plot $kind -w $w "$work/thirty.csv" | awk -v w=$w 'length > w { print; bad = 1 } END { exit bad }' || return 1
	done; done
}
tap "no line is wider than requested" narrow
piped() { "$bench" plot "$work/three.csv" | cat | grep -q '^set 0'; }
tap "a pipe gets text" piped
zero() { # an axis without 0 says so, in every form; one with 0 does not
	printf '4\n5\n6\n' >"$work/above"; printf '0\n5\n6\n' >"$work/from"; printf -- '-4\n-5\n-6\n' >"$work/below"
	for file in above below; do "$bench" plot --svg "$work/0.svg" --html "$work/0.html" "$work/$file" &&
		"$bench" plot "$work/$file" >"$work/0.txt" && grep -q '>values, not from 0<' "$work/0.svg" &&
		grep -q '>values, not from 0<' "$work/0.html" && grep -q '^values (axis not from 0)$' "$work/0.txt" || return 1; done
	! "$bench" plot -w 80 "$work/from" | grep 'not from 0' && ! "$bench" plot -w 80 --log "$work/above" | grep 'not from 0'
}
tap "an axis that does not begin at 0 says so" zero
quartiles() { # of five values; and a large set is drawn as 400 steps
	printf '5\n4\n3\n2\n1\n' >"$work/five" && "$bench" plot --html "$work/0.html" "$work/five" &&
		tr -d '\n' <"$work/0.html" | sed 's/<[^>]*>/ /g' | grep -q '5  *1  *1.2  *2  *3  *4  *4.8  *5 ' || return 1
	awk 'BEGIN { for (i = 0; i < 20000; i++) print int(i / 13) }' >"$work/steps" &&
		"$bench" plot --ecdf --svg "$work/0.svg" "$work/steps" && [ "$(grep 'class="curve" d="M[^"]*L.*L' "$work/0.svg" | tr L '\n' | wc -l)" -eq 799 ]
}
tap "quartiles of a small set, few steps of a large one" quartiles
beyond() { # one far value at either end is left out and counted; one in twenty is a part of the set
	awk 'BEGIN { for (i = 0; i < 1000; i++) print i == 7 ? 1e6 : i == 8 ? -1e6 : 100 + i % 10 }' >"$work/far" &&
		text "$work/far" && grep -q 'note: 2 of 1000 values of far lie beyond the axis: down to -1M, up to 1M' "$work/got" &&
		awk 'NR <= 50 { $0 = 500 } 1' "$work/far" >"$work/heap" && text "$work/heap" && ! grep -q beyond "$work/got" || { cat "$work/got"; return 1; }
	text --log "$work/above" && grep -q '(logarithmic scale)' "$work/got" && text --log "$work/from" && ! grep -q '(logarithmic scale)' "$work/got"
}
tap "far values are cut and counted, a heap is not; a log scale needs values above 0" beyond
flat() {
	"$bench" plot --svg "$work/0.svg" --html "$work/0.html" "$work/flat" && grep -q 'every value is 5<' "$work/0.svg" && ! "$bench" plot "$work/flat" | grep -q whiskers &&
		grep -q 'Every value is 5\.' "$work/0.html"
}
tap "one value everywhere is named" flat
wide_names() { # more lines than fit beside the chart have a legend above, and a long name does not widen it
	awk 'BEGIN { print "name,ns"; for (k = 0; k < 30; k++) for (n = 1; n < 2000; n *= 10) for (i = 0; i < 4; i++) printf "c%d/%d,%g\n", k, n, n * (k + 1 + i / 50) }' >"$work/lines.csv"
	"$bench" plot --svg "$work/0.svg" "$work/lines.csv" && [ "$(grep -c '>c[0-9]*</text>' "$work/0.svg")" -eq 30 ] || return 1
	awk -F, '/^c1?[0-9]\//' "$work/lines.csv" >"$work/few.csv" && sed -i '1i name,ns' "$work/few.csv" && "$bench" plot -f '!c1[89]*' --svg "$work/0.svg" "$work/few.csv" &&
		sed -n 's/.*y="\([0-9.]*\)">c[0-9]*<.*/\1/p' "$work/0.svg" | head -18 | awk -v most=390 '$1 > most { bad = 1 } END { exit bad || NR != 18 }' || return 1
	n=$(printf '%0190d' 0) && printf 'name,ns\nf%s/10,1\nf%s/10,2\nf%s/1000,3\nf%s/1000,4\n' $n $n $n $n >"$work/long.csv" && text -w 80 "$work/long.csv" &&
		awk 'length > 80 { exit 1 }' "$work/got" && "$bench" plot --svg "$work/0.svg" "$work/long.csv" &&
		! grep -v '<title>\|<desc>\|<style>\|aria' "$work/0.svg" | grep -q '>[^<]\{120\}'
}
tap "many names and long ones fit" wide_names
long() { # two names that differ at the end only
	n=$(printf '%090d' 0); printf 'benchmark,wall_time\n%sa,1\n%sa,2\n%sb,3\n%sb,4\n' $n $n $n $n >"$work/long.csv"
	"$bench" plot --svg "$work/0.svg" "$work/long.csv" && "$bench" plot "$work/long.csv" >"$work/0.txt" &&
		grep -q '^0*\.\.0*a |' "$work/0.txt" && grep -q '^0*\.\.0*b |' "$work/0.txt" &&
		grep -q '\.\.0*b</text>' "$work/0.svg"
}
tap "a long name loses its middle" long

# A number in the names is an axis: named or not, of bench_main, Go, Google Benchmark or bench sample.
sizes() { # sizes SEPARATOR [SUFFIX]: two series of five sizes, linear and quadratic
	awk -v part="$1" -v end="$2" 'BEGIN { print "name,ns"; for (n = 64; n <= 16384; n *= 4) for (i = 0; i < 5; i++)
		printf "copy/%s%d%s,%g\nsort/%s%d%s,%g\n", part, n, end, n * (1 + i / 100), part, n, end, n * n * (1 + i / 100) }'
}
over() {
	for part in '' n= size= threads:; do
		sizes "$part" >"$work/sizes.csv" && text "$work/sizes.csv" && grep -q 'a copy   b sort' "$work/got" &&
			grep -q '^ *64  *256  *1024  *4096  *16384' "$work/got" && grep -q '^time per call over' "$work/got" &&
			grep -q 'logarithmic' "$work/got" && ! grep -q '^copy' "$work/got" || { echo "$part"; cat "$work/got"; return 1; }
	done
	sizes n= -8 >"$work/sizes.csv" && text "$work/sizes.csv" && grep -q 'n, logarithmic' "$work/got" &&
		text --over n "$work/sizes.csv" && grep -q '^time per call over n$' "$work/got" &&
		{ "$bench" plot --over m "$work/sizes.csv" 2>"$work/err"; [ $? -eq 2 ]; } && grep -q 'over m: no case has' "$work/err"
}
tap "a file of several sizes is drawn over them" over
over_svg() { # names at the ends of lines, bands, time per item below; the height of a median is right
	sizes n= >"$work/sizes.csv" && "$bench" plot --svg "$work/0.svg" "$work/sizes.csv" && valid "$work/0.svg" &&
		[ "$(grep -c 'class="area"' "$work/0.svg")" -eq 4 ] && [ "$(grep -c '>copy</text>' "$work/0.svg")" -eq 2 ] &&
		grep -q '>time per item' "$work/0.svg" && grep -q 'copy: 65.28 ns at 64</title>' "$work/0.svg"
}
tap "as a picture, with time per item" over_svg
over_vega() {
	sizes n= >"$work/sizes.csv" && "$bench" plot --vega "$work/sizes.csv" >"$work/got" &&
		grep -q '"series":"sort", "x": 64, "median": 4177.92' "$work/got" || { grep sort "$work/got" | head -3; return 1; }
	! command -v python3 >/dev/null || python3 -m json.tool "$work/got" >/dev/null
}
tap "as Vega-Lite" over_vega
caches() { # marked where the axis has bytes, from the file's own facts
	sizes bytes= >"$work/s" && { printf '# libbench 1\n# cache1_bytes: 1024\n# cache2_bytes: 1e9\n'; cat "$work/s"; } >"$work/sizes.csv" &&
		text "$work/sizes.csv" && grep -q '1 at 1024: L1' "$work/got" && ! grep -q L2 "$work/got"
}
tap "sizes of caches are marked" caches
apart() { # two sizes are a curve, with the number of each; in a comparison, a row each
	{ printf '{"context": {"executable": "p"}, "benchmarks": [\n'
		printf '{"name": "%s", "run_type": "iteration", "real_time": %s, "time_unit": "ns"},\n' f/10 100 f/10 101 f/1k 1000
		printf '{"name": "f/1k", "run_type": "iteration", "real_time": 1001, "time_unit": "ns"}]}\n'
	} >"$work/apart.json" && text "$work/apart.json" &&
		grep -q '^f: 100 ns (94 to 107) at 10, 1\.000 us (0\.994 to 1\.007) at 1024$' "$work/got" &&
		"$bench" plot --svg "$work/0.svg" "$work/apart.json" && grep -q 'class="value"[^>]*>100 ns</text>' "$work/0.svg" && grep -q '>1 µs</text>' "$work/0.svg" ||
		{ cat "$work/got"; return 1; }
	"$bench" plot "$work/apart.json" "$work/apart.json" >"$work/got" && ! grep -q ' over ' "$work/got"
}
tap "two sizes are a curve, of one file" apart
stated() { # results that the file states, not medians of its values; and which of them not to use
	row() { printf '{"name": "f/%s", "ns": %s, "ns_low": %s, "ns_high": %s, "confidence": %s, "warnings": [%s]%s}' "$@"; }
	{ printf '{"libbench": 2, "form": "results", "summaries": [\n'
		row 10 40 2 78 0.88 '"NOISY"' ''; echo ,; row 100 400 390 410 0.95 '' ''; echo ,
		row 1000 4000 3900 4100 0.95 '' ', "impossible": "too fast"'; printf '],\n"results": [\n'
		for n in 10 100 1000; do printf '{"name": "f/%s", "metric": "ns", "unit": "ns", "process": 0, "values": [%s, %s, %s]}%s\n' \
			$n $((n * 5)) $((n * 5)) $((n * 5)) "$([ $n = 1000 ] || echo ,)"; done; echo ']}'
	} >"$work/stated.json"
	text --forest "$work/stated.json" && grep -q '40 ns (2 to 78) do not use$' "$work/got" && grep -q '400 ns (390 to 410)$' "$work/got" &&
		grep -q '4.00 us (3.90 to 4.10) do not use$' "$work/got" && grep -q '(95 %, of few values 88 %)' "$work/got" &&
		! grep -q ' times f/' "$work/got" &&
		text "$work/stated.json" && grep -q '^time per call of f over n$' "$work/got" && grep -q '^f: 40 ns (2 to 78) at 10, 400 ' "$work/got" &&
		grep -q '^note: do not use (?): f/10, f/1000$' "$work/got" && [ "$(grep -c '?.*?\|┤?' "$work/got")" -ge 1 ] &&
		"$bench" plot --svg "$work/0.svg" "$work/stated.json" && [ "$(grep -c 'class="hollow"' "$work/0.svg")" -eq 4 ] &&
		grep -q '>stated.json: time per call of f over n<' "$work/0.svg" && grep -q '>do not use (hollow): f/10, f/1000<' "$work/0.svg" &&
		text --strip "$work/stated.json" && grep -q '^  note: do not use: f/10, f/1000$' "$work/got" &&
		"$bench" plot --strip --svg "$work/0.svg" "$work/stated.json" && grep -q '>do not use: f/10, f/1000<' "$work/0.svg" || { cat "$work/got"; return 1; }
}
tap "results of a saved run are those of its table" stated
heads() { # PICTURE ARROWS BANDS: heads that point down, of arrows and named; and bands
	[ "$(sed -n 's/^<path class="thin" d="M\([0-9.]*\) \([0-9.]*\)L\([0-9.]*\) \([0-9.]*\)".*/\1 \2 \3 \4/p' "$1" |
		awk '$2 - $4 == 7 && ($3 - $1 == 5 || $1 - $3 == 5)' | wc -l)" -eq $((2 * $2)) ] && valid "$1" &&
		[ "$(grep -c 'an arrow: beyond the axis' "$1")" -eq $(($2 > 0)) ] && [ "$(grep -c 'class="area"' "$1")" -eq "$3" ]
}
to_0() { # whether a bar or, for more points, a part of a band
	sed 's/"ns_low": 2,/"ns_low": -1,/; s/"ns_low": 390,/"ns_low": 0,/' "$work/stated.json" >"$work/0.json"
	awk 'BEGIN { print "name,ns"; for (n = 1; n < 512; n *= 2) printf "f/n=%d,0\nf/n=%d,%d\nf/n=%d,%d\n", n, n, 40 * n, n, 41 * n }' >"$work/0.csv"
	while read -r file how arrows bands; do
		"$bench" plot $how --svg "$work/0.svg" "$work/$file" && heads "$work/0.svg" $arrows $bands || { echo "$file $how"; return 1; }
	done <<END
0.json --log 4 0
0.json --linear 0 0
stated.json --log 0 0
0.csv --log 18 2
0.csv --linear 0 1
END
}
tap "an interval to 0 ends in an arrow on a logarithmic axis" to_0
in_threads() {
	sed 's|"f/|"f/threads:|' "$work/stated.json" >"$work/threads.json" && text "$work/threads.json" &&
		grep -q '^time per call of f, in each thread, over threads$' "$work/got" || { cat "$work/got"; return 1; }
}
tap "threads share a processor or not: the time is of each" in_threads
# 41.5 ns +- 38
few_digits() {
	sed 's|"ns": 40,|"ns": 41.5,|; s|"ns": 400,|"ns": 402,|' "$work/stated.json" >"$work/wide.json" && "$bench" plot --svg "$work/0.svg" "$work/wide.json" &&
		grep -q 'class="value"[^>]*>40 ns<' "$work/0.svg" && grep -q 'class="value"[^>]*>400 ns<' "$work/0.svg" ||
		{ grep -o 'class="value"[^<]*' "$work/0.svg"; return 1; }
}
tap "a point's value has the digits of its interval" few_digits
bare() { # an interval without a confidence
	sed 's/"confidence": 0.88/"confidence": 0/' "$work/stated.json" >"$work/bare.json" && text --forest "$work/bare.json" &&
		grep -q '(95 %, of few values the range)' "$work/got"
}
tap "an interval without a confidence is called a range" bare
single() { # of several starts one was undisturbed: not for use; the range of a single start is
	for starts in 6 1; do
		sed "s/\"ns\": 400,/\"processes\": $starts, &/; s/: 0.95/: 0/" "$work/stated.json" >"$work/single$starts.json"
	done
	text "$work/single6.json" && grep -q '^note: do not use (?): f/10, f/100, f/1000$' "$work/got" &&
		text "$work/single1.json" && grep -q '^note: do not use (?): f/10, f/1000$' "$work/got" || { cat "$work/got"; return 1; }
}
tap "a result of one start of several is not for use" single
other_axes() { # the part with the most numbers is the axis; another can be requested
	awk 'BEGIN { print "name,ns"; for (n = 1; n < 5; n++) for (t = 1; t < 3; t++) for (i = 0; i < 4; i++)
		printf "f/n=%d/threads:%d,%g\n", n, t, n * t + i / 50 }' >"$work/two.csv"
	text "$work/two.csv" && grep -q 'over n$' "$work/got" && grep -q 'a f/threads:1   b f/threads:2' "$work/got" &&
		text --over threads "$work/two.csv" && grep -q 'over threads$' "$work/got" || return 1
	grep 'n=1/threads:1\|name' "$work/two.csv" >"$work/few.csv" && text "$work/few.csv" && ! grep -q ' over ' "$work/got"
}
tap "the axis that most numbers choose, or that was requested" other_axes
per_item() { # only a time, over a number of items
	for part in n= rows= bytes=; do sizes $part >"$work/sizes.csv" && text "$work/sizes.csv" && grep -q '^time per ' "$work/got" && grep -q '^time per \(item\|row\|byte\)' "$work/got" || return 1; done
	for part in threads= ms= level=; do sizes $part >"$work/sizes.csv" && text "$work/sizes.csv" && ! grep -q '^time per [^c]' "$work/got" || { cat "$work/got"; return 1; }; done
	sizes n= | sed 's/^name,ns/name,error/' >"$work/sizes.csv" && text "$work/sizes.csv" && grep -q '^error over n' "$work/got" && ! grep -q 'per ' "$work/got"
}
tap "a time per item is drawn where items are counted" per_item
ramps() { # saved ramps: throughput over workers
	ramp() { printf '{"libbench_ramp": 1, "name": "%s", "steps": [\n' $1; for w in 1 2 3 4; do
		printf '{"workers": %s, "throughput_hz": %s}%s\n' $w $((w * $2)) "$([ $w = 4 ] || echo ,)"; done; echo ']}'; }
	ramp a 1000 >"$work/a.json"; ramp b 500 >"$work/b.json"
	text "$work/a.json" && grep -q '1 at 4: highest' "$work/got" || { cat "$work/got"; return 1; }
	text "$work/a.json" "$work/b.json" && ! grep -q highest "$work/got" && grep -q '^operations per second over workers' "$work/got" &&
		grep -q 'a a   b b' "$work/got" && grep -q '^ *1  *2  *3  *4' "$work/got" || { cat "$work/got"; return 1; }
}
tap "saved ramps are drawn over their workers" ramps
gain() { # errors that overlap the highest's: no clear gain beyond
	printf '{"libbench_ramp": 1, "name": "a", "steps": [\n' >"$work/gain.json"
	for step in 1:500 2:980 3:1000 4:990; do printf '{"workers": %s, "throughput_hz": %s, "error_hz": 6}%s\n' ${step%:*} ${step#*:} "$([ $step = 4:990 ] || echo ,)"; done >>"$work/gain.json"
	echo ']}' >>"$work/gain.json"; text "$work/gain.json" && grep -q '1 at 2: no clear gain from here on' "$work/got" &&
		grep -q '^note: no clear gain beyond 2 workers: the highest, of 3 workers' "$work/got" && "$bench" plot --svg "$work/0.svg" "$work/gain.json" &&
		grep -q '>no clear gain from here on<' "$work/0.svg" && grep -q '>gain.json: operations per second of a over workers<' "$work/0.svg" || { cat "$work/got"; return 1; }
}
tap "a gain within the errors is not clear" gain
namesakes() { # one file name in two folders, more steps in the second: a line for each
	mkdir -p "$work/old" "$work/new"
	cp "$top_srcdir/tests/golden/ramp/closed.csv" "$work/old/r.csv" && cp "$top_srcdir/tests/golden/ramp/open.csv" "$work/new/r.csv" &&
		(cd "$work" && "$bench" plot old/r.csv new/r.csv >got && grep -q 'a old/r.csv.*b new/r.csv' got &&
			"$bench" plot --svg - new/r.csv old/r.csv | grep -q 'new/r.csv')
}
tap "ramps of one name in two folders are two lines" namesakes
latencies() { # below their throughput
	sed 's/"workers": \(.\)/&, "p50_ns": \1000, "p99_ns": \15000/' "$work/a.json" >"$work/l.json" && text "$work/l.json" &&
		grep -q '^latency of an operation over workers' "$work/got" && grep -q 'a a, p50   b a, p99' "$work/got" &&
		"$bench" plot --svg "$work/0.svg" "$work/l.json" && grep -q 'a, p99: 35 .*s at 3</title>' "$work/0.svg"
}
tap "with their latencies" latencies
commits() { # a history's levels and changes, also as pictures
	{ echo '{"libbench": 1, "context": {}}'; for i in 1 2 3 4 5 6 7 8 9 10; do
		printf '{"benchmark": "f", "commit": "c%s", "machine": "m", "date": "2026-01-%02dT00:00:00Z", "unit": "ns", "ns": [%s]}\n' $i $i $((100 + i % 2 + (i > 5) * 10))
	done; } >"$work/h.jsonl"
	text "$work/h.jsonl" && grep -q 'o commit: median, 95 % interval   - level' "$work/got" && grep -q '1 at 6: c5..c6: +8' "$work/got" &&
		"$bench" plot "$work/h.jsonl" --svg "$work/0.svg" --html "$work/0.html" && valid "$work/0.svg" && html "$work/0.html" &&
		grep -q '>f: ns, not from 0</text>' "$work/0.svg" && grep -q '>c5..c6: +8' "$work/0.svg" && grep -q '>c5..c6: +8' "$work/0.html"
}
tap "a history is its levels and changes" commits
alone() { # series of one commit: the message has the file's name once, and the reason whole
	sed -n '1p; 2p; 3s/"f"/"g"/p' "$work/h.jsonl" >"$work/one.jsonl"
	"$bench" plot "$work/one.jsonl" --svg "$work/one.svg" 2>"$work/err"
	[ $? -eq 2 ] && [ "$(cat "$work/err")" = "bench plot: $work/one.svg: found no series of two commits to draw" ] &&
		[ ! -e "$work/one.svg" ] || { cat "$work/err"; return 1; }
}
tap "what cannot be drawn is said" alone
ramp_errors() { # two standard errors on either side
	sed 's/"throughput_hz"/"error_hz": 100, "throughput_hz"/' "$work/a.json" >"$work/e.json" && grep -q error_hz "$work/e.json" &&
		"$bench" plot --vega "$work/e.json" | grep -q '"median": 1000, "low": 800, "high": 1200'
}
tap "with their standard errors" ramp_errors

# Two sides.
pair() { awk -v by="$1" 'BEGIN { srand(7); print "name,ns"; for (k = 0; k < '"$2"'; k++) for (i = 0; i < 40; i++)
	printf "case%c,%.4f\n", 97 + k, (100 + k + rand()) * (1 + by * (k - 3)) }'; }
overlay() {
	pair 0 2 >"$work/old.csv" && pair -.02 2 >"$work/new.csv" && "$bench" plot --svg "$work/0.svg" "$work/old.csv" "$work/new.csv" &&
		valid "$work/0.svg" && [ "$(grep -c 'class="area"' "$work/0.svg")" -eq 4 ] && [ "$(grep -c '>slower</text>' "$work/0.svg")" -eq 2 ] &&
		grep -q '>+6.00 %</text>' "$work/0.svg" && grep -q '>casea</text>' "$work/0.svg" && text "$work/old.csv" "$work/new.csv" &&
		[ "$(grep -o '>old.csv<\|>new.csv<' "$work/0.svg" | head -2 | tr -d '\n')" = '>old.csv<>new.csv<' ] && # the legend
		tr -s ' \n' ' ' <"$work/got" | grep -q 'casea: new.csv is 6.00 % slower than old.csv'
}
tap "two files are an overlay, with the change of each case" overlay
own_axes() { # a row's own axis ends in an arrow with the value beyond, also if another row's axis has it; "not from 0" is said too
	awk 'BEGIN { print "name,ns"; for (i = 0; i < 40; i++) printf "a,%d\nb,%d\n", 1000 + i % 4, 5000 + i % 7 }' >"$work/old.csv"
	sed '2s/.*/a,4900/' "$work/old.csv" >"$work/new.csv" && "$bench" plot --svg "$work/0.svg" "$work/old.csv" "$work/new.csv" &&
		[ "$(grep -c '>time (ns), not from 0<\|>time (µs), not from 0<' "$work/0.svg")" -eq 2 ] && ! grep -q 'beyond the axis\|in run 1' "$work/0.svg" &&
		grep -q '^<text class="soft" text-anchor="end".*>4.9 µs</text>' "$work/0.svg" || { grep -o '>[^<]*axis[^<]*<' "$work/0.svg"; return 1; }
}
tap "values beyond the axis of a row are named" own_axes
far_rows() { # strips have that arrow too, and their axis ends with the values near the quartiles; medians tenfold apart
	# are on a logarithmic axis, even if an interval reaches 0
	awk 'BEGIN { for (i = 0; i < 50; i++) print i == 9 ? 163 : 100 + i % 10 / 10 }' >"$work/far" &&
		"$bench" plot --svg "$work/0.svg" "$work/far" && grep -q 'text-anchor="end".*>163</text>' "$work/0.svg" &&
		! grep -q '>10[2-9][.0]*</text>' "$work/0.svg" && printf 'benchmark,ns\na,1\na,2\na,3\nb,0\nb,40\nb,41\n' >"$work/0.csv" &&
		text --forest "$work/0.csv" && grep -q 'logarithmic' "$work/got" && grep -q '^b *[|]<-' "$work/got" || { cat "$work/got"; return 1; }
}
tap "an outlier and an interval to 0 leave the axis readable" far_rows
two_lines() { text --strip "$work/old.csv" "$work/new.csv" && awk '/^new.csv/ && last ~ /^a / { n++ } { last = $0 } END { exit n != 1 }' "$work/got"; }
tap "of two files a row names the case, and the file below it" two_lines
ends() { # FILE BARS: each has at both ends a stroke, or the two of an arrow, from 5 above to 5 below
	sed -n 's/^<path class="\(heavy\|axis\)" d="M[0-9.]* \([0-9.]*\)L[0-9.]* \([0-9.]*\)".*/\1 \2 \3/p' "$1" | awk -v bars="$2" '
		$1 == "heavy" { y = $2; n++; next }
		n { for (i = 2; i < 4; i++) { above += $i == y - 5; below += $i == y + 5 } }
		END { exit !(n == bars && above == 2 * n && below == 2 * n) }'
}
forest() { # sorted by effect, with the answer of each
	pair 0 9 >"$work/old.csv" && pair .01 9 >"$work/new.csv" && text "$work/old.csv" "$work/new.csv" &&
		grep -o '^case.' "$work/got" | tr -d '\n' | grep -qx 'caseicasehcasegcasefcaseecasedcaseccasebcasea' &&
		grep -q '^change of time, new.csv against old.csv$' "$work/got" && grep -q '^casei .*+5\.0.* slower$' "$work/got" && grep -q '^casea .*-3\.0.* faster$' "$work/got" &&
		"$bench" plot --svg "$work/0.svg" "$work/old.csv" "$work/new.csv" && valid "$work/0.svg" &&
		[ "$(grep -c 'class="heavy"' "$work/0.svg")" -eq 9 ] && ends "$work/0.svg" 9
}
tap "many cases are a forest plot, the largest change first" forest
unusable() { # of the file before or of the one after
	printf '{"libbench": 2, "form": "results", "summaries": [\n{"name": "f", "ns": 40, "ns_low": 2, "ns_high": 78, "warnings": ["NOISY"]}],
"results": [\n{"name": "f", "metric": "ns", "unit": "ns", "process": 0, "values": [50, 51, 52]}]}\n' >"$work/noisy.json"
	printf 'name,ns\nf,60\nf,61\nf,62\nf,60\n' >"$work/calm.csv"
	text --forest "$work/noisy.json" "$work/calm.csv" && grep -q '^f .*[?].*: do not use$' "$work/got" &&
		text --forest "$work/calm.csv" "$work/noisy.json" && grep -q '^f .*[?].*: do not use$' "$work/got" &&
		"$bench" plot --svg "$work/0.svg" "$work/calm.csv" "$work/noisy.json" && # both intervals are wider than the axis
		[ "$(sed -n 's/^<path class="thin" d="M\([0-9.]*\) [0-9.]*L\([0-9.]*\) [0-9.]*".*/\1 \2/p' "$work/0.svg" |
			awk '{ print $1 - $2 }' | sort -n | tr '\n' ' ')" = "-7 -7 7 7 7 7 " ]
}
tap "a change of a result not to use is marked" unusable
rows() { # three sets have three lines each, four have one
	for n in 3 4; do
		made $n 20 >"$work/rows.csv" && text --histogram "$work/rows.csv" &&
			[ "$(grep -c '^  *|' "$work/got")" -eq $((n == 3 ? 6 : 0)) ] || return 1
	done
}
tap "histograms of many sets are low" rows
values() { # each value has a record; a name is shortened to 16 letters
	printf 'name,ns\na_name_of_24_letters_here,1\na_name_of_24_letters_here,2\nb,1\nb,3\n' >"$work/named.csv" &&
		text --strip "$work/named.csv" && grep -q '^a_name_..rs_here |' "$work/got" &&
		"$bench" plot --vega "$work/named.csv" >"$work/got" && [ "$(grep -c '"order":' "$work/got")" -eq 4 ]
}
tap "names are shortened, values are not left out" values
margin() { # is drawn and named; what is inconclusive has its mark
	awk 'BEGIN { srand(3); print "name,ns"; for (k = 0; k < 8; k++) for (i = 0; i < 12; i++)
		printf "case%c,%.4f\n", 97 + k, 100 + (k < 4 ? .1 : 30) * rand() }' >"$work/old.csv"
	awk -F, 'NR == 1 { print; next } { printf "%s,%.4f\n", $1, $2 + (NR % 2 - .5) * .02 }' "$work/old.csv" >"$work/new.csv"
	text -m 2% "$work/old.csv" "$work/new.csv" && tr -s ' \n' ' ' <"$work/got" | grep -q "each bar: the interval that decides; different: 95 % interval beyond the margin; same: 90 % interval within the margin of 2 % (')" &&
		[ "$(grep -c '^case[a-d].* o.* same$' "$work/got")" -eq 4 ] && [ "$(grep -c '^case[e-h].*?.* inconclusive$' "$work/got")" -eq 4 ] &&
		grep -q "^case.*'.*o.*'" "$work/got" && "$bench" plot -m 2% --svg "$work/0.svg" "$work/old.csv" "$work/new.csv" &&
		grep -q 'same: 90 % interval within the margin of 2 % (grey)' "$work/0.svg" && [ "$(grep -c 'class="heavy"' "$work/0.svg")" -eq 8 ] && [ "$(grep -c '<path class="h2"' "$work/0.svg")" -eq 1 ] || { cat "$work/got"; return 1; }
}
tap "the margin is drawn, and same is not inconclusive" margin
one_scale() { # histograms of both sets have one scale: 20 equal values are twice as high as 20 values in two bins
	awk 'BEGIN { print "name,ms"; for (i = 0; i < 20; i++) printf "a,%g\nb,%g\n", 10, 11 + i % 2 }' >"$work/scale.csv"
	"$bench" plot --svg "$work/0.svg" "$work/scale.csv" && text --histogram "$work/scale.csv" &&
		[ "$(grep -c '#' "$work/got")" -eq 4 ] && grep -q '::' "$work/got" || { cat "$work/got"; return 1; }
	grep -o 'area" d="[^"]*' "$work/0.svg" | sed 's/.*"//; s/[ML]/\n/g' | awk 'NF == 2 { foot = $2 > foot ? $2 : foot; if (!(n in top) || $2 < top[n]) top[n] = $2 }
		NF < 2 { n++ } END { a = foot - top[1]; b = foot - top[2]; exit !(a > 1.99 * b && a < 2.01 * b) }'
}
tap "the histograms of two sets have one scale" one_scale
modes() { # are said where the shape is drawn
	awk 'BEGIN { srand(5); print "name,ms"; for (i = 0; i < 60; i++) printf "a,%g\n", (i % 3 ? 10 : 12) + rand() / 5 }' >"$work/modes.csv"
	"$bench" plot --ecdf --svg "$work/0.svg" "$work/modes.csv" && # above the chart
		sed '1,/a: 2 modes/d' "$work/0.svg" | grep -q 'class="grid"' || return 1
	text --ecdf "$work/modes.csv" && grep -q 'note: a: 2 modes, near 10\..* ms (67 %) and 12\..* ms (33 %)' "$work/got" || { cat "$work/got"; return 1; }
}
tap "two modes are named" modes
two_modes() { # of two sets: which one is in the higher mode more often
	awk 'BEGIN { srand(5); print "name,ms"; for (i = 0; i < 60; i++) printf "old,%g\nnew,%g\n", (i % 3 ? 10 : 12) + rand() / 5, (i % 4 ? 12 : 10) + rand() / 5 }' >"$work/modes.csv"
	text --ecdf "$work/modes.csv" && tr -s ' \n' ' ' <"$work/got" | grep -q 'note: new is near 12.1 ms more often (75 % of the values) than old (33 %); the others are near 10.1 ms' &&
		! grep -q 'modes' "$work/got" || { cat "$work/got"; return 1; }
	awk 'BEGIN { srand(5); print "name,ms"; for (i = 0; i < 60; i++) printf "old,%g\nnew,%g\n", (i % 3 ? 10 : 12) + rand() / 5, (i % 3 ? 10 : 14) + rand() / 5 }' >"$work/modes.csv"
	text --ecdf "$work/modes.csv" && [ "$(grep -c ': 2 modes, near 10' "$work/got")" -eq 2 ] || { cat "$work/got"; return 1; }
}
tap "two sets with the same two modes are compared" two_modes
mean_above() { # p99
	sed 's/"workers": \(.\)/&, "p50_ns": 1, "p99_ns": 5, "mean_ns": \1/; s/"mean_ns": 4/"mean_ns": 9/' "$work/a.json" >"$work/l.json" && text "$work/l.json" &&
		tr -s ' \n' ' ' <"$work/got" | grep -q 'note: a mean above p99: fewer than 1 in 100' && sed 's/"mean_ns": 9/"mean_ns": 4/' "$work/l.json" >"$work/m.json" &&
		text "$work/m.json" && ! grep -q 'above p99' "$work/got" && sed 's/"p50_ns": 1, //' "$work/l.json" >"$work/m.json" &&
		text "$work/m.json" && grep -q 'above p99' "$work/got" && "$bench" plot --svg "$work/0.svg" "$work/l.json" && # two charts, one left edge
		[ "$(sed -n 's/^<path class="axis" d="M\([0-9.]*\) .*/\1/p' "$work/0.svg" | sort | uniq -c | tr -s ' ' | cut -d' ' -f2)" = 4 ]
}
tap "a mean above p99 is explained" mean_above
far() { # one far outside the others does not stretch the axis
	{ pair 0 9; pair 0 9 | sed 1d | sed 's/casea/casez/'; } >"$work/old.csv" &&
		{ pair .01 9; pair .01 9 | sed 1d | awk -F, '{ print ($1 == "casea" ? "casez" : $1) "," ($1 == "casea" ? $2 * 50 : $2) }'; } >"$work/new.csv" &&
		text "$work/old.csv" "$work/new.csv" && grep -q '^casez .*> +4[0-9]* %' "$work/got" && grep -q '^casei .*o.*+5.00 %' "$work/got" &&
		"$bench" plot --svg "$work/0.svg" "$work/old.csv" "$work/new.csv" && ends "$work/0.svg" 10 &&
		awk -F, '{ print $1 "," ($1 == "casez" ? $2 / 2500 : $2) }' "$work/new.csv" >"$work/low.csv" && text "$work/old.csv" "$work/low.csv" &&
		grep -q '^casez .*< .* -98[.0-9]* %' "$work/got" && grep -q '^casei .*o.*+5.00 %' "$work/got"
}
tap "a change far outside the others is an arrow" far
medians() { # many cases of a program, which are no rivals
	printf '{"context": {"executable": "p"}, "benchmarks": [\n' >"$work/cases.json"
	for k in $(seq 60); do
		printf '{"name": "set %s", "run_type": "iteration", "real_time": %s, "time_unit": "ns"},\n' $((k / 2)) $k
	done | sed '$s/,$/]}/' >>"$work/cases.json"
	text --metric real_time "$work/cases.json" && [ "$(grep -c '^ *set [0-9]* *|.* (.* to .*)$' "$work/got")" -eq 31 ] &&
		grep -q 'each point: a median' "$work/got"
}
tap "many sets of one file are their medians" medians
commands() { # those of bench sample too, whose changes against one are asked for
	awk 'BEGIN { print "benchmark,ms"; for (i = 0; i < 10; i++) for (k = 0; k < 8; k++) printf "c%d,%g\n", k, 3 ^ k * (1 + i / 1000) }' >"$work/eight.csv"
	text "$work/eight.csv" && grep -q '^time (logarithmic scale)' "$work/got" && grep -q '^c7 .* 2\.197 s (' "$work/got" &&
		! grep -q slower "$work/got" && grep -q '^other charts: --base NAME' "$work/got" &&
		text --base c7 "$work/eight.csv" && grep -q '^change of time' "$work/got" && grep -q '^c6 .* faster$' "$work/got"
}
tap "many commands of one file are their medians, and with --base changes" commands
numbers() { # 4 digits are no reason for an exponent: neither on an axis nor in a ratio
	printf '3990\n3995\n4005\n' >"$work/x"; printf '4390\n4395\n4405\n' >"$work/y"
	text "$work/x" "$work/y" && ! grep -q 'e+03' "$work/got" || return 1
	printf 'name,ns\na,1e-300\nb,1e300\n' >"$work/ratio.csv" && text --forest "$work/ratio.csv" && ! grep -q 'nan\|inf' "$work/got" || return 1
	for ratio in 298.4:298 1254.4:1250 99999:100000; do
		{ echo name,ns; for i in 1 2 3; do printf 'a,1\nb,%s\n' ${ratio%:*}; done; } >"$work/ratio.csv" &&
			text --forest "$work/ratio.csv" && grep -q "b is ${ratio#*:} times a$" "$work/got" || { cat "$work/got"; return 1; }
	done
}
tap "four digits are written without an exponent" numbers

# PNG, without another program.
pixels() { # FILE: width, height, "ink" or how many pixels have some, how many are dark, "lines" across, by python
	python3 - "$1" <<'EOF'
import struct, sys, zlib
data = open(sys.argv[1], 'rb').read()
assert data[:8] == b'\x89PNG\r\n\x1a\n'
at, packed = 8, b''
while at < len(data):
    n, = struct.unpack('>I', data[at:at + 4])
    assert zlib.crc32(data[at + 4:at + 8 + n]) == struct.unpack('>I', data[at + 8 + n:at + 12 + n])[0]
    if data[at + 4:at + 8] == b'IHDR': w, h = struct.unpack('>II', data[at + 8:at + 16])
    if data[at + 4:at + 8] == b'IDAT': packed += data[at + 8:at + 8 + n]
    at += 12 + n
raw, above, ink, dark, widest = zlib.decompress(packed), bytes(3 * w), 0, 0, 0
for y in range(h):
    line = raw[y * (3 * w + 1):(y + 1) * (3 * w + 1)]
    assert line[0] == 2
    above = bytes((a + b) & 255 for a, b in zip(line[1:], above))
    row = sum(1 for x in range(w) if above[3 * x:3 * x + 3] != b'\xff\xff\xff')
    ink, widest = ink + row, max(row, widest)
    dark += sum(1 for x in range(w) if max(above[3 * x:3 * x + 3]) < 64)
print(w, h, 'ink' if 0.005 < ink / (w * h) < 0.5 else ink, dark, 'lines' if widest > w / 2 else widest)
EOF
}
png() {
	sizes n= >"$work/sizes.csv" && "$bench" plot --png "$work/0.png" "$work/sizes.csv" &&
		"$bench" plot --svg "$work/1.png" "$work/sizes.csv" && cmp "$work/0.png" "$work/1.png" &&
		"$bench" plot --svg "$work/0.svg" "$work/sizes.csv" || return 1
	size=$(sed -n '1s/.* width="\([0-9]*\)" height="\([0-9]*\)".*/\1 \2/p' "$work/0.svg")
	[ "$(pixels "$work/0.png" | cut -d" " -f1-3,5)" = "$((2 * ${size% *})) $((2 * ${size#* })) ink lines" ] || { pixels "$work/0.png"; return 1; }
	"$bench" plot --png "$work/evil.png" "$work/evil.csv" && "$bench" plot --strip --png "$work/large.png" "$work/large.csv" &&
		[ "$(pixels "$work/evil.png" | cut -d' ' -f1,3)" = '1600 ink' ] && [ "$(pixels "$work/large.png" | cut -d' ' -f1,3)" = '1600 ink' ]
}
if command -v python3 >/dev/null; then tap_slow "PNG of the size of the SVG, twice as large, with ink" png; else tap_skip "PNG" "no python3"; fi
points() { # of a title are as dark as its letters
	sizes n= >"$work/n.csv" && cp "$work/n.csv" "$work/n......csv" && "$bench" plot --png "$work/0.png" "$work/n.csv" &&
		"$bench" plot --png "$work/1.png" "$work/n......csv" || return 1
	few=$(pixels "$work/0.png" | cut -d' ' -f4) many=$(pixels "$work/1.png" | cut -d' ' -f4)
	[ $((many - few)) -ge 10 ] || { echo "$few $many"; return 1; }
}
if command -v python3 >/dev/null; then tap_slow "points are seen in a PNG" points; else tap_skip "points in a PNG" "no python3"; fi
png_high() {
	awk 'BEGIN { print "name,t"; for (k = 0; k < 1900; k++) print "c" k ",1\nc" k ",2" }' >"$work/high.csv"
	! "$bench" plot --png "$work/high.png" "$work/high.csv" 2>"$work/err" && grep -q 'too large.*write SVG' "$work/err" && [ ! -e "$work/high.png" ]
}
tap_slow "a picture that is too large is refused" png_high

every() { # each form of each set is well-formed
	for file in three thirty large evil; do
		for kind in '' --strip --histogram --ecdf --forest; do
			"$bench" plot $kind --svg "$work/0.svg" --html "$work/0.html" "$work/$file.csv" && valid "$work/0.svg" &&
				html "$work/0.html" || { echo "$file $kind"; return 1; }
		done
		"$bench" plot --vega "$work/$file.csv" >"$work/0.json" || return 1
		! command -v python3 >/dev/null || python3 -m json.tool "$work/0.json" >/dev/null || return 1
	done
}
tap_slow "every form of every set is well-formed" every
names() {
	"$bench" plot --svg "$work/evil.svg" --html "$work/evil.html" "$work/evil.csv" &&
	"$bench" plot "$work/evil.csv" >"$work/evil.txt" &&
	! grep -q '<script\|<b>' "$work/evil.svg" "$work/evil.html" &&
	grep -q '&lt;/style&gt;]]&gt;&lt;b&gt;' "$work/evil.svg" &&
		! grep -q "$(printf '\033')" "$work/evil.txt" "$work/evil.svg" "$work/evil.html"
}
tap "names stay names" names
alone() {
	"$bench" plot --html "$work/0.html" "$work/three.csv" && ! grep -qE '<script|<link|src=|@import|url\(' "$work/0.html" &&
		grep -q 'prefers-color-scheme:dark' "$work/0.html"
}
tap "a page fetches nothing, has no script, and dark colours" alone
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
full() {
	[ ! -c /dev/full ] || { "$bench" plot --svg - "$work/three.csv" >/dev/full 2>"$work/err"; [ $? -eq 2 ] &&
		grep -q 'write failed' "$work/err"; }
}
tap "a full disk is said" full
once() {
	rm -f "$work/twice"
	! "$bench" plot --svg "$work/twice" --html "$work/twice" "$work/flat" 2>"$work/err" && grep -q 'expected two files' "$work/err" &&
		[ ! -e "$work/twice" ]
}
tap "a picture and a page in one file are refused" once
both_axes() { # sizes and times 64-fold apart: the line of O(n) is straight
	awk 'BEGIN { print "name,ns"; for (i = 0; i < 9; i++) for (n = 100; n <= 6400; n *= 4) printf "sum/n=%d,%d\n", n, n * 10 + i % 3 }' >"$work/fourfold.csv"
	"$bench" plot "$work/fourfold.csv" >"$work/got" && grep -q '^time per call of sum, logarithmic' "$work/got" &&
		grep -q ' n, logarithmic' "$work/got" || { cat "$work/got"; return 1; }
}
tap "time and size are both logarithmic" both_axes
one_style() { # TIMES LAST AXIS PICTURE: labels in the terminal and in a picture, of sizes that differ by TIMES
	awk -v times="$1" -v last="$2" 'BEGIN { print "name,ns"
		for (n = 1; n <= last; n *= times) for (i = 0; i < 5; i++) printf "f/n=%d,%d\n", n, 40 * n + i }' >"$work/far.csv" &&
		"$bench" plot --svg "$work/0.svg" "$work/far.csv" && text "$work/far.csv" &&
		[ "$(grep '^  *1 .*[0-9M]$' "$work/got" | tr -s ' ' | sort -u)" = " $3" ] &&
		[ "$(sed -n '1,/>n, log/s/.*"middle".*>\([^<]*\)<.text>$/\1/p' "$work/0.svg" | tr '\n' ' ')" = "$4 " ] ||
		{ cat "$work/got"; grep '"middle"' "$work/0.svg"; return 1; }
}
styles() {
	one_style 1000 1000000 '1 1000 1000000' '1 1000 1000000' && grep -q ' at 1000000$' "$work/got" &&
		one_style 10 10000000 '1 100 10k 1M' '1 10 100 1000 10000 100000 1000000 10000000' &&
		one_style 100 100000000 '1 100 10k 1M 100M' '1 100 10k 1M 100M'
}
tap "the labels of an axis have one style" styles
one_case() { # one case at two sizes, and of two cases of one file the second with its name
	awk 'BEGIN { print "name,ns"; for (i = 0; i < 9; i++) printf "sum/1000,%d\nsum/10000,%d\n", 240 + i % 3, 2400 + i % 5 }' \
		>"$work/sizes.csv"
	"$bench" plot "$work/sizes.csv" >"$work/got" && ! grep -q 'slower\|against' "$work/got" && grep -q '^sum: .* at 10000$' "$work/got" &&
		"$bench" plot --svg - "$work/sizes.csv" >"$work/svg" && [ "$(grep -o '<g class="s[0-9]*"' "$work/svg" | sort -u | wc -l)" -eq 1 ] &&
		grep -q 'µs' "$work/svg" && ! grep -q '[0-9] us\|arrow' "$work/svg" &&
		! "$bench" power "$work/sizes.csv" | grep -q against
	sed 's/sum.10000/b/; s/sum.1000/a/' "$work/sizes.csv" >"$work/rivals.csv" &&
		"$bench" plot "$work/rivals.csv" | grep -q 'b is .* slower than a' &&
		"$bench" plot --svg - "$work/rivals.csv" | grep -q '>slower<' && "$bench" power "$work/rivals.csv" | grep -q 'b against a'
}
tap "sizes of one case are no rivals" one_case
tap_end
