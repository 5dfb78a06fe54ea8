#!/bin/sh
# Does `bench compare` say what it should, to people and to programs?
. "$top_srcdir/tests/tap.sh"
golden=$top_srcdir/tests/golden
bench=$(cd "$top_builddir" && pwd)/tools/bench
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

transcript() { sh "$golden/run.sh" compare "$bench" compare >"$work/got" && diff "$golden/compare/expected.txt" "$work/got"; }
tap "every recorded comparison is the same" transcript
narrow() { ! awk '!/^\$/ && length > 80' "$work/got" | grep .; }
tap "no line is longer than 80 columns" narrow

# names from outside reach a terminal as text: escapes, a changed direction, tabs, line ends
printf 'benchmark,wall_time\033[2J\na\033]0;t\007,1\na\033]0;t\007,2\n"b\t\302\233\342\200\256\n\377",3\n"b\t\302\233\342\200\256\n\377",4\n' >"$work/evil.csv"
clean() { # COMMAND...: neither output has a control character
	"$@" >"$work/out" 2>"$work/err"
	cat "$work/out" "$work/err" >"$work/both"
	[ -s "$work/both" ] && ! LC_ALL=C tr -d '\n' <"$work/both" | LC_ALL=C grep -q "[[:cntrl:]]" && ! grep -q "$(printf '\302\233\|\342\200\256')" "$work/both" || { cat -v "$work/both"; return 1; }
}
evil() {
	clean "$bench" compare "$work"/evil*.csv && clean "$bench" compare --box "$work"/evil*.csv && clean "$bench" power "$work"/evil*.csv &&
	clean "$bench" plot --all "$work"/evil*.csv && clean "$bench" compare "$work"/evil*.csv "$work"/evil*.csv && clean "$bench" compare "$work/$(printf 'no\033[1mne')" &&
	cat "$work"/evil*.csv | clean "$bench" compare --live
}
tap "names from outside are text for a terminal" evil

# sentences that make no sense
sense() {
	printf '0\n0\n0\n0\n' >"$work/zeros"; cp "$work/zeros" "$work/noughts"; "$bench" compare "$work/zeros" "$work/noughts" | grep -qx 'not enough data: noughts and zeros lie at 0, of which there are no per cents' || return 1
	printf '1\n9\n' >"$work/few"; cp "$work/few" "$work/two"; "$bench" compare "$work/few" "$work/two" | tr '\n' ' ' | grep -q 'two is between 100 % faster and [0-9]* % slower than few' || return 1
	printf '10\n50\n20\n45\n33\n12\n' >"$work/wide"; printf '.1\n.2\n.1\n.3\n.2\n.1\n' >"$work/low"; "$bench" compare "$work/wide" "$work/low" | tr '\n' ' ' | grep -q '^low is faster than wide by [0-9.]* % (between [0-9.]* % and 100 %' || return 1
	n=$(printf '%03000d' 0); printf 'benchmark,wall_time\n%sa,1\n%sa,2\n%sb,3\n%sb,9\n' $n $n $n $n >"$work/long"
	"$bench" compare "$work/long" | tr '\n' ' ' | grep -q '^wall_time not enough data: 0*\.\.0*b is between .* than 0*\.\.0*a (95 % sure)'
}
tap "zeros, halves below 0 and endless names make sense" sense

# key FILE KEY VALUE...: the values of a key begin so
key() {
	file=$1 name=$2
	shift 2
	sed -n "s/^    \"$name\": \"*\([^\",]*\).*/\1/p" "$file" >"$work/values"
	for value; do echo "$value"; done >"$work/wanted"
	paste "$work/values" "$work/wanted" | awk 'index($1, $2) != 1 { print; bad = 1 } END { exit bad || !NR }'
}
json() { "$bench" compare --json "$@" >"$work/json"; }

# figures that two articles print
json "$golden/ministat/openssl_97_98.x" "$golden/ministat/openssl_97_98.b"
tap "openssl: Shapiro-Wilk W = 0.8351" key "$work/json" a.shapiro.W 0.8351
tap "openssl: p = 0.01076" key "$work/json" a.shapiro.p 0.01076
tap "openssl: Grubbs G = 1.2892" key "$work/json" a.grubbs.G 1.2892
tap "openssl: U = 0.8728 (0.872799...)" key "$work/json" a.grubbs.U 0.872799
tap "openssl: the answer" key "$work/json" answer lower
json "$golden/compare/jvm.x" "$golden/compare/jvm.b"
tap "jvm98: n = 13.87397 (13.873957... when solved to the end)" key "$work/json" power.n.tight 13.873957
tap "jvm98: the answer" key "$work/json" answer inconclusive
json "$golden/ministat/phk_real.x" "$golden/ministat/phk_real.b"
tap "buildworld: mean 1478.2533" key "$work/json" a.mean 1478.2533
tap "buildworld: deviation 5.4980087" key "$work/json" b.sd 5.4980087
tap "buildworld: pairs" key "$work/json" paired.diff -3.98333

# several in one file, and what is null
json "$golden/readers/cbdr.csv"
tap "three metrics are compared" key "$work/json" metric sys_time user_time wall_time
tap "and corrected" grep -q '"correction": "holm"' "$work/json"
json "$golden/ministat/n2.x" "$golden/ministat/n2.b"
tap "what does not exist is null" key "$work/json" a.shapiro.W null

columns() { "$bench" compare --csv "$golden/ministat/s1" "$golden/ministat/n2.x" "$golden/ministat/const_same.x" "$golden/ministat/lognormal.b" | awk -F, 'NR == 1 { n = NF } NF != n || n < 100 { bad = 1 } END { exit bad || NR != 4 }'; }
tap "every row of --csv has every column" columns
same_keys() {
	"$bench" compare --csv "$golden/ministat/s1" "$golden/ministat/s3" | head -1 | tr , '\n' >"$work/csv"
	"$bench" compare --json "$golden/ministat/s1" "$golden/ministat/s3" | sed -n 's/^    "\([^"]*\)":.*/\1/p' | cmp - "$work/csv"
}
tap "--csv and --json have the same keys" same_keys
standard() { "$bench" compare - "$golden/ministat/s3" <"$golden/ministat/s1" | grep -q '<stdin>'; }
tap "'-' is standard input" standard
alias() { "$bench" analyze "$golden/ministat/s1" "$golden/ministat/s3" | grep -q 'not enough data'; }
tap "analyze is another name" alias
fraction() { json -c 0.99 "$golden/ministat/s1" "$golden/ministat/s3" && key "$work/json" confidence 99; }
tap "a confidence may be a fraction" fraction

# Where a folder can be opened, it cannot be read: the file is named, and the system's reason.
folder() {
	"$bench" compare "$work" "$work" 2>"$work/said"
	[ $? -eq 2 ] && grep -qi "^bench compare: $work: .*directory$" "$work/said"
}
tap "a folder is no file" folder
tap_end
