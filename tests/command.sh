#!/bin/sh
# Is `bench` well behaved: help that fits, misuse that is named, output that arrives?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
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

fits() {
	"$@" >"$work/help" || return 1
	awk 'length > 80 { print; bad = 1 } END { if (NR > 24) { print NR " lines"; bad = 1 }; exit bad }' "$work/help"
}
tap "bench --help fits a screen" fits "$bench" --help
verbs=$("$bench" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
tap "bench --help names verbs" test -n "$verbs"
for verb in $verbs; do
	tap "bench $verb --help fits a screen" fits "$bench" $verb --help
	tap "bench help $verb is the same" sh -c "'$bench' help $verb | cmp - '$work/help'"
done
tap "bench --version" sh -c "'$bench' --version | grep -q '^bench (libbench) [0-9.]*\$'"

tap "no verb" misuse "verb" "$bench"
tap "an unknown verb is named" misuse "'fnord'" "$bench" fnord
tap "an unknown option is named" misuse "'--fnord'" "$bench" compare --fnord "$golden/s1" "$golden/s2"
tap "an unknown letter is named" misuse "'-y'" "$bench" compare -y "$golden/s1" "$golden/s2"
tap "a missing argument is named" misuse "'--margin'" "$bench" compare "$golden/s1" "$golden/s2" --margin
tap "an argument too many is named" misuse "'--json=1'" "$bench" compare --json=1 "$golden/s1" "$golden/s2"

if [ -w /dev/full ]; then
	full() { "$bench" "$@" >/dev/full 2>"$work/err"; [ $? -eq 2 ] && grep -q 'write failed' "$work/err"; }
	tap "a full disk is said: ministat" full ministat "$golden/s1" "$golden/s2"
	tap "a full disk is said: compare" full compare "$golden/s1" "$golden/s2"
else tap_skip "a full disk is said" "no /dev/full"; fi
check() { # whatever this machine is: the answer and the status agree
	"$bench" check -t 0.05s --json >"$work/out"
	case $? in
	0) grep -q '"answer": "yes", *$' "$work/out" ;;
	1) grep -q '"answer": "no", *$' "$work/out" ;;
	*) return 1 ;;
	esac && { "$bench" check -t 1ms >"$work/out"; [ $? -lt 2 ]; } &&
		[ "$(grep -cE '^(clock|cycles|neighbour|load|scaling|virtual|yes|no) ' "$work/out")" -eq 7 ]
}
tap "bench check: a screen, and JSON" check
tap "bench check: misuse is named" misuse "'x'" "$bench" check x
closed() { # the reader is gone before anything is written
	mkfifo "$work/gone"
	{ cat "$work/gone"; "$bench" ministat "$golden/tall" "$golden/flat"; echo $? >"$work/status"; } 2>"$work/err" |
		{ exec <&-; : >"$work/gone"; }
	[ "$(cat "$work/status")" -eq 141 ] && [ ! -s "$work/err" ]
}
tap "a reader that leaves ends it quietly" closed
tap_end
