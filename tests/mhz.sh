#!/bin/sh
# Does mhz answer, refuse and complain as mhz(1) says?  Replays only: no timing.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
mhz=$top_builddir/bench/mhz
data=$top_srcdir/tests/data
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
LC_ALL=C
export LC_ALL

# gives CODE COMMAND...: the exit code, with output in $work/out and $work/err
gives() {
	want=$1
	shift
	"$@" >"$work/out" 2>"$work/err" </dev/null
	got=$?
	[ $got -eq "$want" ] || { echo "exit code $got, expected $want"; cat "$work/out" "$work/err"; return 1; }
}

# complains TEXT COMMAND...: exit code 2 and one line on stderr, mhz: ...TEXT...
complains() {
	text=$1
	shift
	gives 2 "$@" && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q '^mhz: ' "$work/err" &&
		grep -qF -- "$text" "$work/err" || { cat "$work/err"; return 1; }
}

# right FILE: the answer is within 1 % of the clock in the file's comment
right() {
	gives 0 "$mhz" --replay "$1" || return 1
	truth=$(sed -n 's/^# made by:.*: \([0-9.]*\) MHz$/\1/p' "$1")
	cat "$work/out"
	grep -Eq '^[0-9.]+ MHz, [0-9.]+ nanosec clock$' "$work/out" &&
		awk -v truth="$truth" '{ exit !($1 > 0.99 * truth && $1 < 1.01 * truth) }' "$work/out"
}
for name in haswell power9 cortex-a55 golden-cove pa-7100; do tap "$name is found" right "$data/$name.mhz"; done

refused() {
	gives 1 "$mhz" --replay "$1" && [ "$(cat "$work/out")" = "-1 System too busy" ] && grep -q '^mhz: ' "$work/err"
}
tap "counts that share a factor are refused" refused "$data/undecidable.mhz"
escapes() { # names and contents of files do not reach a terminal as they are
	evil=$work/$(printf 'a\033[31mb')
	gives 2 "$mhz" --replay "$evil" && printf 'x\033[2J' >"$evil" && cat "$work/err" >"$work/all" &&
		gives 2 "$mhz" --replay "$evil" && gives 2 "$mhz" "--$(printf '\033[2J')" && cat "$work/err" >>"$work/all" && grep -q 'a?\[31mb' "$work/all" &&
		! LC_ALL=C grep -q "$(printf '\033')" "$work/all" "$work/err"
}
tap "escapes in names of files are shown harmless" escapes
candidates() {
	refused "$data/undecidable.mhz" &&
		grep -Eq '; candidates and their probabilities: [0-9.]+ MHz 0\.[0-9]+, [0-9.]+ MHz 0\.[0-9]+' "$work/err"
}
tap "a refusal names the candidates" candidates
json_candidates() {
	gives 1 "$mhz" --json --replay "$data/undecidable.mhz" &&
		grep -Eq '"candidates": \[\{"mhz": [0-9.]+, "probability": 0\.[0-9]+\}, ' "$work/out"
}
tap "--json names the candidates" json_candidates
cause() {
	gives 1 "$mhz" -v --replay "$data/undecidable.mhz" && grep -q '^not for a busy system: ' "$work/out" &&
		grep -q '^-1 System too busy$' "$work/out"
}
tap "-v says that the system is not to blame" cause
# Its floating point takes 8.5, 12.6 and 16.4 ticks, which made an answer of twice the clock.
emulator() { refused "$data/emulator.mhz" && grep -q ' all short chains take a multiple of 2 ' "$work/err"; }
tap "an emulator's long chains prove nothing" emulator
# More than half of its windows are disturbed; with these its clock was 3516 MHz, 5 % off.
disturbed() { gives 0 "$mhz" --replay "$data/emulator-busy.mhz" && grep -q '^3690 MHz' "$work/out"; }
tap "the shorter windows are those that count" disturbed
awk -F '\t' -v OFS='\t' '/^#/ { print; next } { r = (r + 2) * 16807 % 2147483647; $3 *= 1 + r % 1000 / 6000; print }' \
	"$data/haswell.mhz" >"$work/scattered.mhz"
scattered() { refused "$work/scattered.mhz" && grep -q 'interval too wide: 20[0-9]* to 21[0-9]* MHz;' "$work/err"; }
tap "a clock that is known to 3 % only is no answer" scattered
unticked() { gives 1 "$mhz" -v --replay "$work/scattered.mhz" && [ "$(grep -c ' -$' "$work/out")" -eq 13 ]; }
tap "without an answer nothing takes ticks" unticked

# A pointer that is forwarded from store to load takes 2 or 3 ticks from window to window.
awk -F '\t' -v OFS='\t' '$1 == "p = *p" { $3 = $2 * .457 * (2 + n++ % 5 / 4 * .9) } { print }' "$data/haswell.mhz" >"$work/forwarded.mhz"
fraction() {
	gives 0 "$mhz" -v --replay "$work/forwarded.mhz" && grep -q '^p = \*p .* 2\.[0-9]*  not whole$' "$work/out" &&
		grep -q '^10 of 13 expressions take whole ticks' "$work/out"
}
tap "-v marks a chain that takes no whole number of ticks" fraction

head -1 "$data/haswell.mhz" >"$work/head"
tab=$(printf '\t')

# output formats
tick() { gives 0 "$mhz" -c --replay "$data/haswell.mhz" && grep -Eqx '0\.4[0-9]+' "$work/out"; }
tap "-c prints the tick alone" tick
table() {
	gives 0 "$mhz" -v --replay "$data/haswell.mhz" && grep -q '^expression  *ns  *ticks$' "$work/out" &&
		grep -q ' MHz, .* nanosec clock$' "$work/out"
}
tap "-v prints a table" table
json() { gives 0 "$mhz" --json --replay "$data/haswell.mhz" && grep -q '"mhz": 2[0-9.]*, ' "$work/out" &&
	{ ! command -v python3 >/dev/null || python3 -m json.tool "$work/out" >/dev/null; }; }
tap "--json prints JSON" json
json_refused() { gives 1 "$mhz" --json --replay "$data/undecidable.mhz" && grep -q '"mhz": null' "$work/out"; }
tap "--json of no answer has nulls" json_refused
host() {
	gives 0 "$mhz" --json --host 'a"b' --replay "$data/haswell.mhz" && grep -q '"host": "a\\"b", "mhz": ' "$work/out"
}
tap "--json names the machine" host
row() { # lines of several hosts, one of them without an answer
	gives 0 "$mhz" --jsonl --host node1 --replay "$data/haswell.mhz" && [ "$(wc -l <"$work/out")" -eq 1 ] &&
		grep -Eqx '\{"benchmark": "node1", "status": "ok", "mhz": 2[0-9.]*\}' "$work/out" &&
			cat "$work/out" "$work/out" >"$work/rows" &&
		gives 1 "$mhz" --jsonl --host node2 --replay "$data/undecidable.mhz" &&
			grep -q '^{"host": "node2", "status": "' "$work/out" && cat "$work/out" >>"$work/rows" &&
		gives 0 "$mhz" --jsonl --host node3 --replay "$data/power9.mhz" && cat "$work/out" "$work/out" >>"$work/rows"
}
tap "--jsonl prints a row, or none" row
gathered() {
	"$top_builddir/tools/bench" compare --format csv --higher-is-better "$work/rows" >"$work/out" &&
		[ "$(sed -n '2s/,.*//p' "$work/out" | tr -d '"')" = node1 ] && [ "$(wc -l <"$work/out")" -eq 2 ]
}
tap "gathered rows are compared by host" gathered
tap "--host without JSON is refused" complains "--host needs --json or --jsonl" "$mhz" --host x
again() { gives 0 "$mhz" --data --replay "$data/power9.mhz" && grep -v '^#' "$work/out" >"$work/a" &&
	grep -v '^#' "$data/power9.mhz" | awk -F"$tab" '{ print $1 "\t" $2 "\t" $3 + 0 }' >"$work/b" &&
	awk -F"$tab" '{ print $1 "\t" $2 "\t" $3 + 0 }' "$work/a" | diff - "$work/b"; }
tap "--data prints the recording" again
stdin() { "$mhz" --replay - <"$data/haswell.mhz" >"$work/out" && grep -q MHz "$work/out"; }
tap "--replay - reads standard input" stdin
crlf() { sed "s/\$/$(printf '\r')/" "$data/haswell.mhz" >"$work/crlf" && gives 0 "$mhz" --replay "$work/crlf"; }
tap "CR LF is accepted" crlf
leading() {
	{ echo "# sent by somebody"; cat "$data/haswell.mhz"; } >"$work/leading"
	gives 0 "$mhz" --replay "$work/leading"
}
tap "comments may come first" leading
unended() {
	{ cat "$data/haswell.mhz"; printf 'p = *p\t100\t200'; } >"$work/unended"
	gives 0 "$mhz" --replay "$work/unended"
}
tap "the last line may lack its end" unended
help() { gives 0 "$mhz" --help && [ "$(wc -l <"$work/out")" -le 24 ] && ! grep -q '.\{80\}' "$work/out"; }
tap "--help fits a screen" help
version() { gives 0 "$mhz" --version && grep -Eqx 'mhz \(libbench\) [0-9.]+' "$work/out"; }
tap "--version" version

# bad options
tap "unknown option" complains "--nonsense: unknown option" "$mhz" --nonsense
tap "argument too many" complains "3000: unexpected argument" "$mhz" 3000
for seconds in 0 -1 0x1 nan inf 1e300 1s ''; do tap "--time '$seconds'" complains "--time $seconds: " "$mhz" --time \
	"$seconds"; done
tap "--time without a number" complains "--time: needs an argument" "$mhz" --time
tap "-c and --json" complains "-c and --json cannot be combined" "$mhz" -c --json
tap "--replay and --time" complains "--replay and --time" "$mhz" --replay - --time 1
tap "--replay and --cpu" complains "--replay and --cpu" "$mhz" --replay - --cpu 0
for list in x 1- -1 1,,2 2-1 '' 0, all,1; do tap "--cpu '$list'" complains "--cpu $list: " "$mhz" --cpu "$list"; done
tap "a processor that does not exist" complains "99999" "$mhz" --cpu 99999

tap "--replay and --watch" complains "--replay and --watch" "$mhz" --replay - --watch
tap "--together and --watch" complains "--together and --watch" "$mhz" --together --watch
tap "--together and -c" complains "--together and -c" "$mhz" --together -c
tap "--lines alone" complains "--lines needs --watch" "$mhz" --lines 3
tap "--lines 0" complains "--lines 0: must be above 0" "$mhz" --watch --lines 0
tap "--heat x" complains "--heat x: not a number" "$mhz" --heat x
tap "--watch of several" complains "--watch follows one clock" "$mhz" --watch --lines 1 --cpu 0,0

# what is measured may be too busy; only the form is exact
measured() { "$@" >"$work/out" 2>"$work/err"; got=$?; [ $got -le 1 ] || { cat "$work/err"; return 1; }; }
watched() {
	measured "$mhz" --watch --lines 2 --time .02 && [ "$(wc -l <"$work/out")" -eq 2 ] &&
		[ "$(grep -Ec '^ +[01] s  ( *[0-9.]+ MHz +[-+][0-9.]+ %  \[.{41}\]|-1 System too busy)$' "$work/out")" -eq 2 ]
}
if "$mhz" --cpu all -c >/dev/null 2>"$work/err" || ! grep -q 'cannot pin' "$work/err"; then
	together() {
		measured "$mhz" --together --time .02 &&
			! grep -vE '^cpu [0-9]+: ([0-9.]+ MHz alone, [0-9.]+ MHz together, [-+][0-9.]+ %|-1 System too busy)$' \
			"$work/out" && [ -s "$work/out" ]
	}
	together_json() {
		measured "$mhz" --together --json --time .02 && grep -q '"alone_mhz": [0-9n]' "$work/out" &&
			grep -q '"claimed": {"cpufreq": [0-9n].*"tsc": [0-9n]' "$work/out" && { ! command -v python3 >/dev/null ||
			python3 -m json.tool "$work/out" >/dev/null; }
	}
	tap "--together prints both clocks of each processor" together
	tap "--together --json too" together_json
fi
tap "--watch prints a line a second" watched

# malformed recordings: refused LINE TEXT: $work/bad is refused in that line, so described
malformed() { complains "$work/bad:$1: found $2" "$mhz" --replay "$work/bad"; }
bad() { { cat "$work/head"; printf "$1"; } >"$work/bad"; }
: >"$work/bad";                      tap "an empty file" malformed 1 "the end, expected # mhz-data 1"
printf '# no\n' >"$work/bad";        tap "comments alone" malformed 2 "the end, expected # mhz-data 1"
cp "$work/head" "$work/bad";         tap "no window" malformed 2 "the end, expected expression<TAB>"
printf 'a\t1\t1\n' >"$work/bad";     tap "no header" malformed 1 "a?1?1, expected # mhz-data 1"
printf '# mhz-data 2\n' >"$work/bad"; tap "another format" malformed 1 "# mhz-data 2, expected # mhz-data 1"
printf '# mhz-data 1\n\177ELF\000' >"$work/bad"; tap "a binary file" malformed 2 "a NUL byte"
bad 'a\t1\n';                        tap "a missing column" malformed 2 "a?1, expected expression<TAB>operations<TAB>"
bad 'a 1 1\n';                       tap "blanks for tabs" malformed 2 "a 1 1, expected"
bad 'a\t1\t1\t1\n';                  tap "a column too many" malformed 2 "1, expected three columns"
bad 'a\t1\t1\n\n';                   tap "an empty line" malformed 3 "an empty line"
bad 'a\tone\t1\n';                   tap "text for a number" malformed 2 "one, expected a number of operations"
bad 'a\t0\t1\n';                     tap "no operations" malformed 2 "0, expected a number of operations"
bad 'a\t1\t-1\n';                    tap "a negative time" malformed 2 "-1, expected a number of nanoseconds"
bad 'a\t1\tnan\n';                   tap "a time of NaN" malformed 2 "nan, expected"
bad 'a\t1\tinf\n';                   tap "a time of infinity" malformed 2 "inf, expected"
bad 'a\t1\t1e999\n';                 tap "an overflowing time" malformed 2 "1e999, expected"
bad 'a\t1\t0x10\n';                  tap "a hexadecimal time" malformed 2 "0x10, expected"
bad 'a\t1\t1,5\n';                   tap "a decimal comma" malformed 2 "1,5, expected"
bad 'a\t1\t\n';                      tap "an empty column" malformed 2 "nothing, expected"
bad '\t1\t1\n';                      tap "no expression" malformed 2 "nothing, expected an expression"
bad 'a\033[2J\t1\t1\n';              tap "a control character" malformed 2 "a?[2J, expected an expression"
bad '%%d%%s%%n\t1\tx\n';             tap "a format in a name" malformed 2 "x, expected"
{ cat "$work/head"; awk 'BEGIN { for (i = 0; i < 2000; i++) printf "x"; print "\t1\t1" }'; } >"$work/bad"
tap "an overlong line" malformed 2 "a line of over 1000 bytes"
tap "a missing file" complains "$work/none: " "$mhz" --replay "$work/none"
tap "a directory" complains "$work: " "$mhz" --replay "$work"

# refusals of little evidence
equal() {
	{ cat "$work/head"; for i in 1 2 3 4 5 6 7 8 9; do printf 'e%d\t1000\t500\n' $i; done; } >"$work/equal"
	refused "$work/equal"
}
tap "equal times prove nothing" equal
alone() {
	{ cat "$work/head"; for i in 1 2 3 4 5 6 7 8 9; do printf 'e\t1000\t500\n'; done; } >"$work/alone"
	refused "$work/alone"
}
tap "one expression proves nothing" alone

# output that cannot be written
closed() {
	"$mhz" --replay "$data/haswell.mhz" >&- 2>"$work/err"
	[ $? -eq 2 ] && grep -q '^mhz: standard output: ' "$work/err"
}
tap "closed standard output" closed
full() {
	"$mhz" "$@" >/dev/full 2>"$work/err"
	[ $? -eq 2 ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q '^mhz: standard output: ' "$work/err"
}
if [ -c /dev/full ]; then
	tap "full disk" full --replay "$data/haswell.mhz"
	tap "full disk, --data" full --data --replay "$data/haswell.mhz"
	tap "full disk, --help" full --help
else
	tap_skip "full disk" "no /dev/full"
fi

# a locale with a decimal comma changes nothing
comma=$(locale -a 2>/dev/null | grep -m1 '^de_')
if [ -n "$comma" ]; then
	LC_ALL=$comma
	tap "a decimal comma in the locale" right "$data/haswell.mhz"
else
	tap_skip "a decimal comma in the locale" "no such locale"
fi
tap_end
