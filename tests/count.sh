#!/bin/sh
# Are instructions and allocations of an iteration counted exactly?  With CHECK_ALL also compared with valgrind's
# callgrind; CALLGRIND=all compares every body with it instead of two.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
program=$top_builddir/tests/count_cases

limit=3000   # of steps, of 20 us each: enough for short bodies; looking for rare work takes more
count() { # count [OPTION...]: the table of counts, "NAME INSTRUCTIONS ALLOCATIONS BYTES"
	"$program" --count --count-limit $limit --rounds 10 -q -o "$work/json" "$@" >"$work/out" 2>&1 || { cat "$work/out"; return 1; }
	awk 'on && !NF { exit } $1 == "count" { on = 1; for (i = 1; i <= NF; i++) column[$i] = i }
		on && $1 != "count" && $1 !~ /:/ { print $1, $column["instructions"], $column["allocations"] + 0, $column["allocated_bytes"] + 0 }' "$work/out"
}
count -f divide >"$work/one"
if ! grep -q '^divide [1-9]' "$work/one"; then
	echo "1..0 # SKIP single steps are not possible here: $(sed -n 's/.*no exact count: //p' "$work/out")"
	exit 0
fi
(limit=100000 && count -f every_700th) >/dev/null && cp "$work/out" "$work/rare"
(limit=20000 && count) >"$work/first" && cp "$work/out" "$work/table"
# (each body is stepped through again: four of them)
same() {
	(limit=20000 && count --seed 3 -f xorshift -f sort -f allocate -f copies) >"$work/second" && [ "$(wc -l <"$work/second")" -eq 4 ] &&
		! grep -vxFf "$work/first" "$work/second"
}
case ${CFLAGS-} in *-fsanitize*) sanitized=1;; *) sanitized= ;; esac
if [ "$sanitized" ]; then tap_skip "two runs count the same" "a sanitizer's own work depends on addresses"
else tap "two runs count the same" same; fi
allocations() {
	grep -q '^allocate [0-9]* 1 24$' "$work/first" && grep -q '^allocate_more [0-9]* 2 121$' "$work/first" &&
		grep -q '^allocate_none [0-9]* 1 40$' "$work/first" &&
		grep -q '^xorshift [0-9]* 0 0$' "$work/first" || { cat "$work/first"; return 1; }
}
tap "allocations and their bytes" allocations
state() { # what is no whole number of an iteration; sanitizers and coverage add their own
	grep '^unrolled ' "$work/first" && ! grep '^unrolled: .* instructions' "$work/table" &&
		grep -q '^every_fifth: no exact count: [0-9.]* to [0-9.]* instructions' "$work/table" &&
		grep -q '^every_700th: no exact count: [0-9.]* to [0-9.]* instructions' "$work/rare" &&
		! grep '^\(xorshift\|divide\|sort\|allocate\|copies\|called\): .* instructions' "$work/table"
}
tap "a body with a state or rare work is marked, an unrolled loop is not" state
limited() { count --count-limit 100 -f print >/dev/null; grep -q '^print: no exact count: over the limit' "$work/out"; }
tap "a long body reaches --count-limit" limited
alone() { # the calls around it are in it
	exact=$(awk '$1 == "sort" { print $2 }' "$work/first")
	count --count-limit $((exact * 5 / 2)) -f sort >"$work/alone" && grep -q '^sort: no exact count: one iteration' "$work/out" &&
		awk -v exact="$exact" '{ more = $2 - exact } END { exit !(more > 0 && more < 200) }' "$work/alone" || { cat "$work/out"; return 1; }
}
tap "of a body that is too long for two iterations, one is counted" alone
late() { count --count-limit 1ns -f print >/dev/null; grep -q '^print: no exact count: over the time' "$work/out"; }
tap "a time limits counting too" late
saved() {
	"$program" --count --count-limit 3000 --rounds 10 -q -f allocate -o "$work/a.json" >/dev/null &&
		grep -q '"metric": "allocated_bytes", .*"values": \[24\]' "$work/a.json"
}
tap "counts are saved" saved
interrupted() { # while a process is counted: after AFTER calls
	rm -f "$work/child"
	AFTER=$1 CHILD=$work/child "$top_builddir/tests/program_cases" --count -q -f hangs --processes 1 >"$work/out" 2>&1 &
	tap_until test -s "$work/child"
	kill -TERM $!
	tap_gone $! && wait $!
	[ $? -eq 143 ] && tap_gone "$(cat "$work/child")"
}
for after in 0 1 2 fork; do tap "an interrupt ends what is counted ($after)" interrupted $after; done
orphan() { # whose tracer was killed: init would be the next one, and never let it go on
	rm -f "$work/child"
	AFTER=parent CHILD=$work/child timeout 100 "$top_builddir/tests/program_cases" --count -q -f hangs --processes 2 >"$work/out" 2>&1
	[ -s "$work/child" ] && tap_gone "$(cat "$work/child")"
}
tap "what is counted ends with the process that counts" orphan
native() { count --count=native -f divide >"$work/native" && diff "$work/one" "$work/native" && grep -q 'routines of this processor' "$work/json"; }
tap "--count=native" native
forms() { "$program" --count=foo 2>&1 | grep -qF -- "'--count=foo' takes no argument but --count=functions or --count=native (try"; }
tap "the forms of --count are named" forms

# elsewhere FOLDER NAME [OPTION...]: counted in another folder
elsewhere() {
	(cd "$1" && mkdir -p "$2" && cd "$2" && shift 2 && count "$@")
}
fixed() {
	case $program in /*) ;; *) program=$PWD/$program ;; esac
	filling=$(head -c 50000 /dev/zero | tr '\0' x)
	(BENCH_X='' LC_ALL=C OLDPWD=/ && export BENCH_X LC_ALL OLDPWD && count -f addresses -fvariable) >"$work/here" &&
		grep -q '"counted_with": "addresses, stack, ' "$work/json" &&
		(BENCH_X=$filling BENCH_Y=1 LC_ALL=C.UTF-8 OLDPWD=/ && export BENCH_X BENCH_Y LC_ALL OLDPWD &&
			elsewhere "$work" a-folder-with-a-name -f 'addr*' -f variable -f none) >"$work/there" &&
		grep . "$work/here" && diff "$work/here" "$work/there"
}
if [ "$sanitized" ]; then tap_skip "where it is started does not matter" "a sanitizer's own work depends on addresses"
elif ! setarch -R true 2>/dev/null; then tap_skip "where it is started does not matter" "addresses cannot be fixed here"
else tap "where it is started does not matter" fixed; fi
functions() {
	"$program" --count=functions --count-limit 20000 --rounds 10 -q -f sort -o "$work/f.json" >"$work/out" &&
		awk '$2 == "by_value" { ours = $1 } $2 == "sort" { loop = $1 } END { exit !(ours > 31 && loop > 15) }' "$work/out" &&
		sed 's/"instructions:\(by_value\|[^"]*@libc[^"]*\)", "unit": "", "better": "lower", "values": \[/&1/' "$work/f.json" >"$work/g.json" &&
		"$program" --count=functions --count-limit 20000 -q -f sort --rounds 10 --compare "$work/g.json" >"$work/out" &&
		grep -q '^ *why: by_value -1000 instructions[,;]' "$work/out" || { cat "$work/out"; return 1; }
	sed 's/"metric": "instructions:/"metric": "other:/' "$work/f.json" >"$work/n.json" && ! cmp -s "$work/f.json" "$work/n.json" &&
		"$program" --count=functions --count-limit 20000 -q -f sort --rounds 10 --compare "$work/n.json" >"$work/out" &&
		tr -s ' \n' ' ' <"$work/out" | grep -q 'why: not known: the saved row has no counts of functions (save it with --count=functions)' ||
		{ cat "$work/out"; return 1; }
}
stacks() { # a line's frames are calls, and the lines of a row add up to its instructions
	"$program" --format folded --count-limit 20000 --rounds 10 -f sort -f allocate -f called >"$work/out" &&
		grep -q '^sort;sort;.*;by_value [0-9]*$' "$work/out" && grep -q '^allocate;allocate;.*malloc\(@[^ ;]*\)* [0-9]*$' "$work/out" &&
		! grep -v '^[a-z]*\(;[^; ]*\)* [0-9]*$' "$work/out" &&
		awk '{ name = $1; sub(/;.*/, "", name); sum[name] += $NF } END { for (name in sum) print name, sum[name] }' \
			"$work/out" | sort >"$work/sums" &&
		awk '$1 ~ /^(sort|allocate|called)$/ { print $1, $2 }' "$work/first" | sort | diff - "$work/sums" ||
		{ cat "$work/out"; return 1; }
}
if [ "$sanitized" ]; then tap_skip "stacks of calls" "a sanitizer's own work is counted with it"
else tap_slow "stacks of calls" stacks; fi
straight() { # around a .call there is only the way to it, the same each time
	"$program" --count=functions --count-limit 3000 --rounds 10 -q -f called >"$work/out" &&
		awk '$2 == "called" { call = $1 } $1 == "called" && $2 > 0 { all = $2 } $2 ~ /^(two|four)$/ { other = 1 }
			END { exit !(call > 9 && all == int(all) && all - call >= 1 && all - call <= 6 && !other) }' "$work/out" ||
		{ cat "$work/out"; return 1; }
}
if [ "$sanitized" ]; then tap_skip "a call alone" "a sanitizer's own work is counted with it"
else tap "a call alone" straight; fi
if [ "$sanitized" ]; then tap_skip "by function" "a sanitizer's own work is counted with it"
else tap_slow "by function" functions; fi

# Without instructions that valgrind's processor lacks, so that libc chooses the same functions.
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-AVX,-ERMS,-FSRM,-SSSE3,-AVX_Fast_Unaligned_Load
export GLIBC_TUNABLES
callgrind() { # callgrind NAME N: instructions within the body
	valgrind --tool=callgrind --toggle-collect="$1" --callgrind-out-file=/dev/null "$program" "$1" "$2" 2>&1 |
		sed -n 's/.*Collected : //p'
}
agree() {
	differ=0
	(limit=200000 && count) >"$work/plain"
	for name; do
		once=$(callgrind "$name" 1)
		other=$(($(callgrind "$name" 2) - once))
		ours=$(awk -v name="$name" '$1 == name { print $2 }' "$work/plain")
		echo "$name: $ours, callgrind $other"
		[ "$ours" = "$other" ] || differ=1
	done
	return $differ
}
if ! tap_all "callgrind counts the same"; then :
elif [ "$sanitized" ]; then tap_skip "callgrind counts the same" "a sanitizer and valgrind exclude each other"
elif ! command -v valgrind >/dev/null; then tap_skip "callgrind counts the same" "no valgrind"
elif ! valgrind -q "$program" --list >/dev/null 2>&1; then
	tap_skip "callgrind counts the same" "valgrind cannot read what this compiler makes"
elif [ "${CALLGRIND-}" = all ]; then
	tap "callgrind counts the same" agree $("$program" --list)
	printf '%s\n' "$tap_output"
else
	tap "callgrind counts the same" agree xorshift sort
fi
tap_end
