#!/bin/sh
# Are results of other conditions refused, each kind of difference by its name?  tests/golden/guard
# has a file for each kind, to be compared with base.json or base.csv, and what is to be printed.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
golden=$(cd "$top_srcdir" && pwd)/tests/golden/guard
bench=$(cd "$top_builddir" && pwd)/tools/bench
program=$(cd "$top_builddir" && pwd)/tests/program_cases
cp "$golden"/*.json "$golden"/*.csv "$work" && cd "$work" || exit 99

does() { # does STATUS WORDS...
	wanted=$1
	shift
	"$bench" "$@" >out 2>err
	status=$?
	[ $status -eq "$wanted" ] || { echo "status $status"; cat out err; return 1; }
}
compare() { wanted=$1; shift; does "$wanted" compare "$@"; }
same() { compare 0 base.json base.json && [ ! -s err ] && does 0 plot base.json base.json && [ ! -s err ]; }
tap "equal conditions" same

refuse() { # refuse VERB BASE OTHER LINE: and --force goes on, with the same line
	printf '%s and %s: %s\n' "$2" "$3" "$4" >wanted
	does 0 "$1" --force "$2" "$3" && [ -s out ] && diff wanted err || return 1
	printf 'bench %s: not comparable (--force compares anyway)\n' "$1" >>wanted
	does 4 "$1" "$2" "$3" && [ ! -s out ] && diff wanted err
}
accept() { does 0 "$1" "$2" "$3" && [ ! -s err ]; }
fail='--fail-on undecided'
versus() { # versus BASE OTHER LINE: programs that print these files; a build's facts are stated only
	for file in "$1" "$2"; do
		printf '#!/bin/sh\n[ "$1" != --list ] || { echo copy; exit 0; }\ncat %s\n' "$work/$file" >"$file.sh" &&
			chmod +x "$file.sh"
	done
	case $3 in
	compiler:* | flags:* | libbench_flags:*) does 3 versus $fail --processes 2 "./$1.sh" "./$2.sh" ;;
	*) does 4 versus $fail --processes 2 "./$1.sh" "./$2.sh" && grep -q 'not comparable' err && [ ! -s out ] &&
		does 3 versus $fail --processes 2 --force "./$1.sh" "./$2.sh" ;;
	esac && grep -Fqx "$3" err && [ -s out ]
}
while read -r file line; do
	base=base.${file#*.}
	if [ -z "$line" ]; then
		for verb in compare plot; do tap "$verb: $file states less" accept $verb "$base" "$file"; done
		continue
	fi
	for verb in compare plot; do tap "$verb: $line" refuse $verb "$base" "$file" "$line"; done
	case $file in *.json) tap "versus: $line" versus "$base" "$file" "$line" ;; esac
done <"$golden/expected"
each() { [ "$(cd "$golden" && ls -- *.json *.csv | grep -v '^base')" = "$(sed 's/ .*//' "$golden/expected" | sort)" ]; }
tap "every file has its line" each

loops() { # either may come of the same program
	sed 's/"function"/"loop"/' base.json >one.json && sed 's/"function"/"two-loops"/' base.json >two.json &&
		accept compare one.json two.json && accept plot two.json one.json
}
tap "loops of one instance and of two compare" loops

margin() { # what certainly exceeds it
	for k in 1 2 3 4 5 6 7 8; do echo "10$k"; done >base.txt
	for k in 4 5 6 7 8 9 10 11; do echo "$((100 + k))"; done >three.txt
	compare 1 $fail base.txt three.txt && compare 3 $fail -m 3% base.txt three.txt && grep -q inconclusive out &&
		compare 1 $fail -m 0.1% base.txt three.txt && compare 0 $fail -m 20% base.txt three.txt && grep -q same out
}
tap "with a margin, slower is certainly slower than that" margin
saved_margin() {
	"$program" -f quick --rounds 5 -o run.json >/dev/null &&
		"$program" -f quick --rounds 5 --force --fail-on slower --compare run.json --margin 50% >out || return 1
	for wrong in '--margin 3%' '--compare run.json --margin 0' '--compare run.json --margin 60%' \
		'--compare run.json --margin x'; do
		"$program" -f quick $wrong >out 2>err
		[ $? -eq 2 ] || { echo "$wrong"; return 1; }
	done
}
tap "--compare has a margin too" saved_margin

exact() {
	sed 's/\[1000\]/[1001]/' base.json >other.json
	compare 1 $fail --metric instructions base.json other.json &&
		compare 1 $fail --metric instructions other.json base.json && return 1
	compare 0 $fail --metric instructions base.json base.json && compare 0 --metric instructions base.json other.json &&
		grep -q '0.1 %' out
}
tap "one instruction more is a change" exact
saved() {
	"$program" -f quick --rounds 5 -o run.json >/dev/null &&
		sed 's/"clock": "[a-z]*/"clock": "other/' run.json >other.json &&
		"$program" -f quick --rounds 5 --compare run.json >out && ! grep -q 'not comparable' out || return 1
	"$program" -f quick --rounds 5 --compare other.json >out
	[ $? -eq 4 ] && grep -q "clock: 'other' and '" out && grep -q 'not comparable with other.json' out || return 1
	"$program" -f quick --rounds 5 --force --compare other.json >out && grep -q '^note: \|quick' out
}
tap "--compare" saved
tap_end
