#!/bin/sh
# Does `bench power` plan as R's power.t.test does?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
bench=$(cd "$top_builddir" && pwd)/tools/bench
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

printf '%s\n' 10.1 9.8 10.3 9.9 10.2 10.0 9.7 10.4 10.05 9.95 >"$work/normal"
field() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) k = i } NR == 2 { print $k }'; }
near() {
	awk -v a="$1" -v b="$2" -v by="$3" 'BEGIN { exit !((a - b) ^ 2 <= (by * b) ^ 2) }' ||
		{ echo "$1, expected $2"; return 1; }
}

# R: ceiling(power.t.test(delta = m * mean(x), sd = sd(x), power = p, sig.level = a)$n),
# power.t.test(n = 10, ...)$delta / mean(x), power.t.test(n = 10, delta = ...)$power
planned() { # MARGIN POWER ALPHA NEEDED PROVABLE CHANCE
	"$bench" power --format csv -m "$1" -p "$2" -c "$3" "$work/normal" >"$work/out" &&
	[ "$(field needed <"$work/out")" = "$4" ] && near "$(field provable <"$work/out")" "$5" 1e-4 &&
	near "$(field chance <"$work/out")" "$6" 1e-4
}
tap "as R: 1 %, power .8, 95 %" planned 1% .8 .95 76 0.02881189 0.1621212
tap "as R: 1 %, power .9, 99 %" planned 1% .9 .99 143 0.04143019 0.05066906
tap "as R: 2 %, power .8, 99 %" planned 2% .8 .99 30 0.03666568 0.240397
tap "as R: 0.5 %, power 90%, 95 %" planned .005 90% 95% 399 0.03335076 0.07042562

# a second set of three times the spread, and its plan with both: sqrt((1 + 9) / 2) of the first's sd
both() {
	printf '%s\n' 10.3 9.4 10.9 9.7 10.6 10.0 9.1 11.2 10.15 9.85 >"$work/wide"
	awk '{ print 10.04 + ($1 - 10.04) * sqrt(5) }' "$work/normal" >"$work/pooled"
	"$bench" power --format csv -m 1% "$work/pooled" | field needed >"$work/alone"
	"$bench" power --format json -m 1% "$work/normal" "$work/wide" >"$work/out" &&
		sed -n 's/.*"base": "normal", "test": "wide", .*"needed": \([0-9]*\),.*/\1/p' "$work/out" >"$work/with" &&
		near "$(cat "$work/with")" "$(cat "$work/alone")" .03 || return 1
	"$bench" power "$work/normal" "$work/wide" >"$work/out" && grep -q '^wide against normal, with the spread of both:' "$work/out" &&
		"$bench" power "$work/normal" >"$work/out" && ! grep -q against "$work/out"
}
tap "two sets are planned with the spread of both" both

# heavy tails: the plan is one of ranks; of few values it stays one of means, and a warning says so
warned() {
	awk 'BEGIN { srand(5); for (i = 0; i < 300; i++) { u = rand() - .5; s = u < 0 ? -1 : 1; printf "%.9f\n", 100 + s * (.5 - s * u) ^ -.5 } }' >"$work/tails"
	"$bench" power "$work/tails" | tr -s ' \n' ' ' | grep -q 'std dev .* %; medians scatter as if it were ' && ! "$bench" power "$work/normal" | grep -q scatter &&
	"$bench" power --format csv "$work/tails" >"$work/out" && awk -v sd="$(field sd <"$work/out")" -v by="$(field sd_planned <"$work/out")" \
		-v n="$(field needed <"$work/out")" 'BEGIN { exit !(by < sd / 2 && n > 2 * 7.84 * by * by * .8 && n < 2 * 7.84 * by * by * 1.2) }' || return 1
	printf '%s\n' 10.1 10.1 10.1 10.1 10.2 10.2 10.3 10.9 11.9 12.5 >"$work/ties"
	"$bench" power -m 4% "$work/ties" | tr -s ' \n' ' ' |
		grep -q 'warning only a guess, from 10 values: between 32 and 224'
}
tap "few values have a warning, and values with a tail the plan of ranks" warned
one_metric() { # the one that comparisons go by, unless another is requested
	printf 'name,wall_time,faults\na,1,5\na,2,6\na,1.5,7\n' >"$work/metrics.csv"
	[ "$("$bench" power --format csv "$work/metrics.csv" | cut -d, -f3 | tr '\n' ' ')" = 'metric "wall_time" ' ] &&
		[ "$("$bench" power --format csv --metric faults "$work/metrics.csv" | cut -d, -f3 | tr '\n' ' ')" = 'metric "faults" ' ]
}
tap "only the metric that counts is planned for" one_metric

runs() {
	awk 'BEGIN { print "run,x"; for (r = 0; r < 12; r++) for (i = 0; i < 5; i++) printf "%d,%g\n", r, 100 + r % 4 + i / 100 }' >"$work/runs.csv"
	"$bench" power --format csv "$work/runs.csv" >"$work/out" && [ "$(field replication <"$work/out")" = '"run"' ] &&
	[ "$(field n <"$work/out")" = 12 ] && "$bench" power "$work/runs.csv" | grep -q '12 runs'
}
tap "runs are the unit where there are runs" runs
# a program's JSON is counted in processes
processes() {
	{
		echo '{"libbench": 2, "form": "results", "results": ['
		for p in 0 1 2; do
			printf '%s{"name": "x", "metric": "ns", "unit": "ns", "process": %d, "values": [1%d, 1%d.5]}\n' "$([ $p -eq 0 ] || echo ', ')" $p $p $p
		done
		echo ']}'
	} >"$work/program.json"
	"$bench" power "$work/program.json" | tr -s ' \n' ' ' |
		grep -q '^x, ns: 3 processes, .* need [0-9]* processes of each (--processes), .* from 3 processes: '
}
tap "a program's results are counted in processes" processes
go_runs() { "$bench" power "$top_srcdir/tests/golden/readers/go.txt" >"$work/out" && grep -q 'need  *[0-9]* runs of each' "$work/out" && ! grep -q processes "$work/out"; }
tap "those of another tool are counted in runs" go_runs

# two commands that share each round's disturbance of up to 50 %: their plan is of pairs
rounds() {
	awk 'BEGIN { print "benchmark,wall_time,round,anytime"; srand(7)
		for (r = 1; r <= 60; r++) { d = 100 + 50 * rand(); printf "a,%.6f,%d,0\nb,%.6f,%d,0\n", d, r, d + 1 + rand(), r } }' >"$work/rounds.csv"
	"$bench" power "$work/rounds.csv" >"$work/out" && grep -q '^b against a, wall_time, paired by round:' "$work/out" &&
		sed -n '/paired/,$p' "$work/out" | awk '/ need / { n = $2; ok = $3 == "rounds" } END { exit !(ok && n > 2 && n < 20) }' || return 1
	"$bench" power --format json "$work/rounds.csv" | grep -q '"paired": true' &&
		sed 's/^b,\(.*\),9,0$/b,\1,99,0/' "$work/rounds.csv" >"$work/apart.csv" &&
		"$bench" power "$work/apart.csv" | grep -q '^b against a, wall_time, with the spread of both:' &&
		"$bench" power --blocks 6 "$work/rounds.csv" | grep -q '^b against a, wall_time, with the spread of both:'
}
tap "rounds of two commands are planned as pairs" rounds
blocks() { [ "$("$bench" power --format csv --blocks 2 "$work/normal" | field n)" = 5 ]; }
tap "blocks make runs" blocks
asked() {
	[ "$("$bench" power --format csv -n 50 "$work/normal" | field n)" = 50 ] && "$bench" power -n 50 "$work/normal" |
		grep -q '50 values of each find a difference of'
}
tap "another n can be stated" asked

words() {
	"$bench" power "$work/normal" | tr -s ' \n' ' ' |
		grep -q '76 values of each, to find a difference of 1 % in 80 of 100 comparisons, at 95 % confidence have 10 values of each find a difference of 2.88 % in 80 of 100 comparisons, one of 1 % in 1[0-9.]* of 100'
}
tap "the answer is in words" words
chance() { printf '%s\n' 10 15 12 | "$bench" power -m 1% - | tr -s ' \n' ' ' | grep -q 'comparisons, one of 1 % no more often than by chance'; }
tap "a difference that is found by chance only is not found" chance
narrow() { "$bench" power "$work/normal" "$work/tails" | awk 'length > 80 { exit 1 }'; }
tap "no line is over 80 columns" narrow
json() {
	"$bench" power --format json "$work/normal" "$work/tails" >"$work/out" && { ! command -v python3 >/dev/null ||
		python3 -m json.tool "$work/out" >/dev/null; } && grep -q '"needed": 76,' "$work/out"
}
tap "JSON has it all" json
columns() { "$bench" power --format csv "$work/normal" | awk -F, '{ exit NF != 17 }'; }
tap "CSV has 17 columns" columns

odd() {
	echo 5 >"$work/one"; printf '5\n5\n5\n' >"$work/flat"; printf -- '-1\n1\n' >"$work/zero"
	"$bench" power "$work/one" | tr -s ' \n' ' ' | grep -q 'one value shows no spread' &&
	"$bench" power "$work/flat" | tr -s ' \n' ' ' | grep -q 'all values are the same' &&
	"$bench" power "$work/zero" | grep -q 'no percentage' &&
	printf '1e-300\n2e-300\n3e-300\n' >"$work/tiny" && "$bench" power "$work/tiny" | grep -q 'another unit' &&
	[ -z "$("$bench" power --format csv "$work/one" | field needed)" ]
}
tap "one value, equal values, values around 0" odd

refuses() {
	pattern=$1
	shift
	"$bench" power "$@" >"$work/out" 2>"$work/err"
	[ $? -eq 2 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q "$pattern" "$work/err" ||
		{ cat "$work/err"; return 1; }
}
tap "no file is refused" refuses 'a file is missing' --format csv </dev/null
tap "a margin of 0 is refused" refuses 'margin' -m 0 "$work/normal"
tap "a power of 1 is refused" refuses '10% to 99.9%' -p 100% "$work/normal"
tap "a confidence of 100 % is refused" refuses 'confidence' -c 100% "$work/normal"
tap "a confidence above 1 - 1e-9 is refused" refuses 'confidence' -c .9999999993 "$work/normal"
tap "one of 1 - 1.5e-9 is not" "$bench" power -c .9999999985 "$work/normal"
tap "one sample is refused" refuses 'a count from 2' -n 1 "$work/normal"
stated() { # R: power.t.test(delta = 1, sd = 1, power = .8) has n = 16.71; of 20 the power is 0.869
	"$bench" power --sd 1 --delta 1 | grep -q '17 values of each, to find a difference of 1 where' || return 1
	"$bench" power --sd 2 --delta 2 -n 20 --format csv >"$work/out" && grep -q ',17,20,0.868' "$work/out" &&
		"$bench" power --sd 1 --delta 1 --format json | grep -q '"needed": 17'
}
tap "a plan from a stated spread and difference" stated
percent() { # the margin is the difference, unless stated
	"$bench" power --sd 1% -m 1% >"$work/out" && "$bench" power --sd 1% --delta 1% | diff - "$work/out" &&
		tr -s ' \n' ' ' <"$work/out" | grep -q '17 values of each, to find a difference of 1 % where the standard deviation is 1 %,' &&
		"$bench" power --sd 2% -n 20 --format csv | grep -q '^0.02,0.01,'
}
tap "a plan from percentages" percent
tap "a spread without a difference says what to type" refuses 'sd 1% -m 1%' --sd .01 -m 1%
tap "a percentage and a number are refused" refuses 'both in percent' --sd 1% --delta 1
tap "a difference without a spread is refused" refuses 'sd' --delta 1
tap_end
