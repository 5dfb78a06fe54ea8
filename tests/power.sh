#!/bin/sh
# Does `bench power` plan as R's power.t.test does, and by simulation where that is wrong?
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
	"$bench" power --csv -m "$1" -p "$2" -c "$3" "$work/normal" >"$work/out" &&
	[ "$(field needed <"$work/out")" = "$4" ] && near "$(field provable <"$work/out")" "$5" 1e-4 &&
	near "$(field chance <"$work/out")" "$6" 1e-4
}
tap "as R: 1 %, power .8, 95 %" planned 1% .8 .95 76 0.02881189 0.1621212
tap "as R: 1 %, power .9, 99 %" planned 1% .9 .99 143 0.04143019 0.05066906
tap "as R: 2 %, power .8, 99 %" planned 2% .8 .99 30 0.03666568 0.240397
tap "as R: 0.5 %, power 90%, 95 %" planned .5 90% 95% 399 0.03335076 0.07042562

# a second set of three times the spread, and its plan with both: sqrt((1 + 9) / 2) of the first's sd
both() {
	printf '%s\n' 10.3 9.4 10.9 9.7 10.6 10.0 9.1 11.2 10.15 9.85 >"$work/wide"
	awk '{ print 10.04 + ($1 - 10.04) * sqrt(5) }' "$work/normal" >"$work/pooled"
	"$bench" power --csv --normal -m 1% "$work/pooled" | field needed >"$work/alone"
	"$bench" power --json --normal -m 1% "$work/normal" "$work/wide" >"$work/out" &&
		sed -n 's/.*"base": "normal", "test": "wide", .*"needed": \([0-9]*\),.*/\1/p' "$work/out" >"$work/with" &&
		near "$(cat "$work/with")" "$(cat "$work/alone")" .03 || return 1
	"$bench" power --normal "$work/normal" "$work/wide" >"$work/out" && grep -q '^wide against normal, with both spreads: 1 % is found' "$work/out" &&
		"$bench" power --normal "$work/normal" >"$work/out" && ! grep -q against "$work/out"
}
tap "two sets are planned with the spread of both" both

# drawn from normal values themselves, the t test gives nearly what theory does
agrees() {
	awk 'BEGIN { srand(4); for (i = 0; i < 400; i++) { s = 0; for (k = 0; k < 12; k++) s += rand(); printf "%.9f\n", 100 + (s - 6) } }' >"$work/many"
	"$bench" power --csv --simulate "$work/many" >"$work/out" && [ "$(field method <"$work/out")" = '"simulation"' ] &&
	near "$(field needed <"$work/out")" "$(field normal_needed <"$work/out")" .08 &&
	near "$(field provable <"$work/out")" "$(field normal_provable <"$work/out")" .08
}
tap "simulation and theory agree where both hold" agrees

# heavy tails: ranks need fewer than means; where it was found by a seed, it is found again
tails() {
	awk 'BEGIN { srand(5); for (i = 0; i < 300; i++) { u = rand() - .5; s = u < 0 ? -1 : 1; printf "%.9f\n", 100 + s * (.5 - s * u) ^ -.5 } }' >"$work/tails"
	"$bench" power --csv "$work/tails" >"$work/out" && [ "$(field test <"$work/out")" = '"ranks"' ] &&
	[ "$(field needed <"$work/out")" -lt "$(field normal_needed <"$work/out")" ] &&
	"$bench" power --csv "$work/tails" | cmp - "$work/out" && ! "$bench" power --csv --seed 7 "$work/tails" |
		cmp -s - "$work/out" &&
	[ "$("$bench" power --csv --normal "$work/tails" | field method)" = '"normal"' ]
}
tap "what is not normal is simulated by ranks, the same for a seed" tails

# a difference of a tenth of the clock's step is not seen by each value
coarse() {
	awk 'BEGIN { srand(6); for (i = 0; i < 200; i++) printf "%.2f\n", .01 * int(10 + 3 * rand()) }' >"$work/coarse"
	"$bench" power --csv "$work/coarse" >"$work/out" && [ "$(field needed <"$work/out")" -gt 300 ] &&
	"$bench" power "$work/coarse" | tr -s ' \n' ' ' | grep -q "the clock's step is larger than the difference"
}
tap "coarse values are taken as rounded" coarse

# ten values with ties: n follows the square of the difference, and the output states how little ten are
few() {
	printf '%s\n' 10.1 10.1 10.1 10.1 10.2 10.2 10.3 10.9 11.9 12.5 >"$work/ties"
	for margin in 4% 8%; do
		"$bench" power --csv -m $margin "$work/ties" | field needed
	done >"$work/needed"
	awk 'NR > 1 && !(last / $1 > 2 && last / $1 < 6) { exit 1 } { last = $1 }' "$work/needed" ||
		{ cat "$work/needed"; return 1; }
	[ "$(echo $(cat "$work/needed"))" = "31 14" ] || { cat "$work/needed"; return 1; }
	"$bench" power -m 4% "$work/ties" | tr -s ' \n' ' ' |
		grep -q 'warning only 10 values: 20 are the min to plan with; they are smoothed; .* CI stands for [0-9]* to [0-9]* values'
}
tap "few values with ties are smoothed, with a warning" few

runs() {
	awk 'BEGIN { print "run,x"; for (r = 0; r < 12; r++) for (i = 0; i < 5; i++) printf "%d,%g\n", r, 100 + r % 4 + i / 100 }' >"$work/runs.csv"
	"$bench" power --csv --normal "$work/runs.csv" >"$work/out" && [ "$(field replication <"$work/out")" = '"run"' ] &&
	[ "$(field n <"$work/out")" = 12 ] && "$bench" power "$work/runs.csv" | grep -q '12 runs'
}
tap "runs are the unit where there are runs" runs
blocks() { [ "$("$bench" power --csv --blocks 2 "$work/normal" | field n)" = 5 ]; }
tap "blocks make runs" blocks
asked() {
	[ "$("$bench" power --csv -n 50 "$work/normal" | field n)" = 50 ] && "$bench" power -n 50 "$work/normal" |
		grep -q '50 values of each find'
}
tap "another n can be asked about" asked

words() {
	"$bench" power "$work/normal" | tr -s ' \n' ' ' |
		grep -q 'a difference of 1 % is found with power 80 % at 95 % confidence by 76 values of each have 10 values of each find a difference of 2.88 %'
}
tap "the answer is in words" words
narrow() { "$bench" power "$work/normal" "$work/tails" | awk 'length > 80 { exit 1 }'; }
tap "no line is over 80 columns" narrow
json() {
	"$bench" power --json "$work/normal" "$work/tails" >"$work/out" && { ! command -v python3 >/dev/null ||
		python3 -m json.tool "$work/out" >/dev/null; } && grep -q '"needed": 76,' "$work/out"
}
tap "JSON has it all" json
columns() { "$bench" power --csv "$work/normal" | awk -F, '{ exit NF != 21 }'; }
tap "CSV has 21 columns" columns

odd() {
	echo 5 >"$work/one"; printf '5\n5\n5\n' >"$work/flat"; printf -- '-1\n1\n' >"$work/zero"
	"$bench" power "$work/one" | tr -s ' \n' ' ' | grep -q 'one value shows no spread' &&
	"$bench" power "$work/flat" | tr -s ' \n' ' ' | grep -q 'all values are the same' &&
	"$bench" power "$work/zero" | grep -q 'no percentage' &&
	printf '1e-300\n2e-300\n3e-300\n' >"$work/tiny" && "$bench" power "$work/tiny" | grep -q 'another unit' &&
	[ -z "$("$bench" power --csv "$work/one" | field needed)" ]
}
tap "one value, equal values, values around 0" odd

refuses() {
	pattern=$1
	shift
	"$bench" power "$@" >"$work/out" 2>"$work/err"
	[ $? -eq 2 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q "$pattern" "$work/err" ||
		{ cat "$work/err"; return 1; }
}
tap "no file is refused" refuses 'a file is missing' --csv </dev/null
tap "a margin of 0 is refused" refuses 'margin' -m 0 "$work/normal"
tap "a power of 1 is refused" refuses '10% to 99.9%' -p 100% "$work/normal"
tap "a confidence of 100 % is refused" refuses 'confidence' -c 100% "$work/normal"
tap "a confidence above 1 - 1e-9 is refused" refuses 'confidence' -c .9999999993 "$work/normal"
tap "one of 1 - 1.5e-9 is not" "$bench" power -c .9999999985 "$work/normal"
tap "one sample is refused" refuses 'a count from 2' -n 1 "$work/normal"
tap "both methods are refused" refuses 'exclude' --normal --simulate "$work/normal"
stated() { # R: power.t.test(delta = 1, sd = 1, power = .8) has n = 16.71; of 20 the power is 0.869
	"$bench" power --sd 1 --delta 1 | grep -q 'by 17 values of each$' || "$bench" power --sd 1 --delta 1 | tr '\n' ' ' | grep -q 'by 17 values' || return 1
	"$bench" power --sd 2 --delta 2 -n 20 --csv >"$work/out" && grep -q ',17,20,0.868' "$work/out" &&
		"$bench" power --sd 1 --delta 1 --json | grep -q '"needed": 17'
}
tap "a plan from a stated spread and difference" stated
tap "a difference without a spread is refused" refuses 'sd' --delta 1
tap_end
