#!/bin/sh
# Is `bench` well behaved: help of one line per option, misuse that is named, output that arrives?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
top_srcdir=$(cd "$top_srcdir" && pwd) && top_builddir=$(cd "$top_builddir" && pwd) || exit 99
bench=$top_builddir/tools/bench
golden=$top_srcdir/tests/golden/ministat
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

# exits STATUS COMMAND...
exits() {
	wanted=$1
	shift
	"$@" >"$work/out" 2>"$work/err"
	got=$?
	[ $got -eq "$wanted" ] || { echo "exit $got"; cat "$work/err"; return 1; }
}
# says TEXT: the last command's message is one line with TEXT in it, and nothing was printed
says() {
	[ "$(wc -l <"$work/err")" -eq 1 ] && grep -qF -- "$1" "$work/err" && [ ! -s "$work/out" ] ||
		{ cat "$work/err"; return 1; }
}
misuse() { words=$1; shift; exits 2 "$@" && says "$words"; }

narrow() { ! awk 'length > 80' "$1" | grep .; }
# Each option has one line (or two, if its names are long), and a phrase that says what it does.
lines() {
	"$@" >"$work/help" && narrow "$work/help" && awk '
		/^  (-[A-Za-z]|    --)/ {
			n++
			text = length($0) > 26 ? substr($0, 27) : ""
			if (text == "" || substr($0, 25, 2) != "  ") {
				getline
				text = substr($0, 1, 26) ~ /[^ ]/ ? "" : substr($0, 27)
			}
			if (text !~ /^(\.\.\. to )?[a-z]+ /) { print "no phrase: " $0; bad = 1 }
		}
		END { exit bad || n < 2 }' "$work/help"
}
# A verb without arguments: usage and the most used options, at most 14 lines, and status 2.
brief() {
	exits 2 "$@" </dev/null && [ ! -s "$work/out" ] && narrow "$work/err" && n=$(wc -l <"$work/err") &&
		[ "$n" -ge 7 ] && [ "$n" -le 14 ] && grep -q "^'.* --help' lists all options" "$work/err"
}
tap "bench --help has 80 columns" sh -c "'$bench' --help >'$work/help' && ! awk 'length > 80' '$work/help' | grep ."
verbs=$("$bench" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
for verb in compare plot sample versus; do
	tap "bench $verb --help: a margin is what does not matter, 1% by default" \
		sh -c "'$bench' $verb --help | grep -qE '^ .* set the (largest difference that does not matter|difference to ignore) \(1%'"
done
for verb in compare describe sample; do
	tap "bench $verb --help: a limit is one of medians" \
		sh -c "'$bench' $verb --help | grep -q 'fail if a median is certainly beyond this limit'"
done
tap "bench --help names verbs" test -n "$verbs"
for verb in $verbs; do
	case $verb in
	ministat | new) ;;
	check | history) tap "bench $verb --help: one line per option" lines "$bench" $verb --help ;;
	*)
		tap "bench $verb --help: one line per option" lines "$bench" $verb --help
		tap "bench $verb without arguments is brief" brief "$bench" $verb
		;;
	esac
	"$bench" $verb --help >"$work/help"
	tap "bench help $verb is the same" sh -c "'$bench' help $verb | cmp - '$work/help'"
done
tap "bench --version" sh -c "'$bench' --version | grep -q '^bench (libbench) [0-9.]*\$'"

new() { # compiles and runs as it is, and does not replace a file
	(cd "$work" && "$top_builddir/tools/bench" new first >said && grep -q 'cc -O2 first.c' said && [ -s first.c ] &&
		! "$top_builddir/tools/bench" new first 2>err && grep -q 'first.c exists' err &&
		! "$top_builddir/tools/bench" new 'a b' 2>err && grep -q "found 'a b'" err &&
		! "$top_builddir/tools/bench" new one two 2>err && grep -q "found 'two' as well" err && [ ! -e one.c ] &&
		! "$top_builddir/tools/bench" new none/one 2>err && grep -q 'make the folder first' err &&
		${CC:-cc} -std=c99 -Wall -Wextra -Werror ${CFLAGS:-} -I"$top_srcdir/include" first.c -o first \
			"$top_builddir/libbench-program.a" "$top_builddir/libbench.a" $LIBS && ./first --dry-run >said &&
		[ "$(grep -c '^first/bytes=' said)" -eq 6 ]) || { cat "$work/said" "$work/err"; return 1; }
}
tap "bench new: a program that compiles and runs" new
slips() { # a verb with a slip is recognised; other words are not
	for word in nwe nw neww naw; do
		exits 2 "$bench" $word && grep -q "did you mean 'new'?" "$work/err" || return 1
	done
	for word in nxyw xyz '' -w; do
		exits 2 "$bench" "$word" && ! grep -q 'did you mean' "$work/err" || return 1
	done
	exits 2 "$bench" new && grep -q '^bench new: expected a name, such as popcount' "$work/err"
}
tap "a slip in a verb, and a missing name" slips
new_flags() { # without pkg-config's file, the flags are those of the folder of this bench
	(cd "$work" && PKG_CONFIG_PATH='' PKG_CONFIG_LIBDIR=/nowhere "$top_builddir/tools/bench" new second >said &&
		if [ -e "$top_builddir/include/bench.h" ]; then grep -q "^cc -O2 second.c -o second -I.*/include'* -L.* && ./second" said
		else grep -q 'second $(pkg-config' said; fi && tail -1 said >line && sed -n '2s/^ \* //p' second.c | cmp - line)
}
tap "bench new: flags without pkg-config" new_flags
blank() { # the command of a bench in a folder with a blank compiles
	mkdir -p "$work/a b/tools" "$work/a b/include" && cp "$bench" "$work/a b/tools" &&
		cp "$top_builddir/libbench-program.a" "$top_builddir/libbench.a" "$work/a b" &&
		cp -R "$top_srcdir/include/." "$work/a b/include" && (cd "$work" && PKG_CONFIG_PATH='' PKG_CONFIG_LIBDIR=/nowhere \
			"$work/a b/tools/${bench##*/}" new third >said &&
		eval "${CC:-cc} ${CFLAGS-} $(sed -n '$s/^cc \(.*\) && .*/\1/p' said)" && ./third --list >list)
}
tap "bench new: a blank in the name of its folder" blank
none() {
	exits 2 "$bench" && [ ! -s "$work/err" ] && [ "$(wc -l <"$work/out")" -le 12 ] &&
		grep -q '^For example: ' "$work/out"
}
tap "no verb: some verbs and an example" none
tap "an unknown verb is named" misuse "'fnord'" "$bench" fnord
tap "an unknown option is named" misuse "'--fnord'" "$bench" compare --fnord "$golden/s1" "$golden/s2"
tap "an unknown letter is named" misuse "'-y'" "$bench" compare -y "$golden/s1" "$golden/s2"
tap "a missing argument is named" misuse "'--margin'" "$bench" compare "$golden/s1" "$golden/s2" --margin
tap "an argument too many is named" misuse "'--table=1'" "$bench" compare --table=1 "$golden/s1" "$golden/s2"
tap "two forms are refused" misuse "leave out --table" "$bench" compare --format json --table "$golden/s1" "$golden/s2"
tap "a form and its short form are refused" misuse "exclude each other" "$bench" compare --json --csv "$golden/s1" "$golden/s2"
short_forms() { # --json and --csv are --format json and csv; sample's --jsonl is --format jsonl
	cp "$golden/s1" "$golden/s2" "$work"
	for form in json csv; do for verb in "compare $work/s1 $work/s2" "describe $work/s1" "power $work/s1"; do
		"$bench" $verb --$form >"$work/a" && "$bench" $verb --format $form >"$work/b" && [ -s "$work/a" ] && cmp "$work/a" "$work/b" || return 1; done; done
	"$bench" sample -q -r 1 --jsonl true | grep -q '^{"benchmark": "true"' && "$bench" check -t 1ms --json | grep -q '^{'
}
tap "--json, --csv and --jsonl are short forms" short_forms
tap "two directions are refused" misuse "exclude each other" "$bench" compare --higher-is-better --lower-is-better "$golden/s1" "$golden/s2"
tap "a folder is no file" misuse ": reading failed: Is a directory" "$bench" compare "$golden" "$golden/s2"
tap "a number of runs and a time are refused" misuse "--rounds and --time exclude" "$bench" sample -r 3 -t 1s true

if [ -w /dev/full ]; then
	full() { "$bench" "$@" >/dev/full 2>"$work/err"; [ $? -eq 2 ] && grep -q 'write failed' "$work/err"; }
	tap "a full disk is said: ministat" full ministat "$golden/s1" "$golden/s2"
	tap "a full disk is said: compare" full compare "$golden/s1" "$golden/s2"
else tap_skip "a full disk is said" "no /dev/full"; fi
check() { # whatever this machine is: the answer and the status agree
	"$bench" check -t 0.05s --format json >"$work/out"
	case $? in
	0) grep -q '"answer": "yes", *$' "$work/out" ;;
	1) grep -q '"answer": "no", *$' "$work/out" ;;
	3) grep -q '"answer": "unknown", *$' "$work/out" ;;
	*) return 1 ;;
	esac && "$bench" check -t 1ms >"$work/out"
	status=$? # a moment: mostly unknown
	[ $status -ne 3 ] || grep -q 'To do: watch it for longer, with --time 6s' "$work/out" || return 1
	{ [ $status -lt 2 ] || [ $status -eq 3 ]; } &&
		[ "$(grep -cE '^(clock|cycles|neighbour|load|scaling|virtual|yes|no|unknown) ' "$work/out")" -eq 7 ]
}
tap "bench check: a screen, and JSON" check
if [ -r /proc/self/exe ]; then
	builds() { # with processes it says what bench versus answered; with a moment's time it runs none
		"$bench" check -t 1s >"$work/out" 2>&1
		[ $? -ne 2 ] && grep -qE '^versus     a program against itself: (same|inconclusive|faster|slower), in .* pairs' "$work/out" &&
			grep -q '^two builds' "$work/out" && { "$bench" check -t 50ms >"$work/out"; ! grep -qE '^(versus|two builds)' "$work/out"; }
	}
	tap "bench check: bench versus of itself" builds
	check_without_folder() { TMPDIR=$work/none "$bench" check -t 1s >"$work/out" 2>"$work/err"; [ $? -ne 2 ] && grep -q '^two routines\|^unknown' "$work/out" && [ -s "$work/err" ]; }
	tap "bench check: without a folder for versus the rest is printed" check_without_folder
fi
tap "bench check: misuse is named" misuse "'x'" "$bench" check x
tap "bench check: a margin of nothing" misuse "found 0" "$bench" check --margin 0
closed() { # the reader is gone before anything is written
	mkfifo "$work/gone"
	{ cat "$work/gone"; "$bench" ministat "$golden/tall" "$golden/flat"; echo $? >"$work/status"; } 2>"$work/err" |
		{ exec <&-; : >"$work/gone"; }
	[ "$(cat "$work/status")" -eq 141 ] && [ ! -s "$work/err" ]
}
tap "a reader that leaves ends it quietly" closed
tap_end
