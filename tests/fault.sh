# For tests in which the n-th call of a kind fails (tests/faults.c): . "$top_srcdir/tests/fault.sh"
# after tap.sh.  `fault KIND JUDGE COMMAND...` runs the command once as it is, which gives $work/good, and then
# with the n-th call of KIND failing, for n = 1, 2, ... up to the last.  JUDGE STATUS looks at each run: at
# $work/out, $work/err, $good_status; what it prints is shown.  Never a crash, a hang, a leak.
#
# Not every n is tried, so that it stays quick, with CHECK_ALL more of them; BENCH_FAULTS=all tries all, but of the
# clock's thousands.
# fault_on=+ in the environment lets all calls fail from the n-th on.
# SPDX-License-Identifier: MIT
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}exitcode=99"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:+$UBSAN_OPTIONS:}halt_on_error=1:exitcode=99"
[ -x "$top_builddir/tests/faulty_bench" ] || { echo "1..0 # SKIP the linker has no --wrap"; exit 0; }
bench=$top_builddir/tests/faulty_bench mhz=$top_builddir/tests/faulty_mhz
program=$top_builddir/tests/faulty_program library=$top_builddir/tests/faulty_library
fault_step=${CHECK_ALL:+15} # from here on one n in this number is tried; a test may change it
fault_step=${fault_step:-5}
before_each=:    # a command that runs before each

# same STATUS: the output is as without the fault, or the failure is said
same() {
	cmp -s "$work/out" "$work/good" && [ "$1" -eq "$good_status" ] && return 0
	[ "$1" -ne 0 ] && [ -s "$work/err" ] && return 0
	echo "output differs, nothing is said"
	return 1
}

# fault_run WHAT COMMAND...: what is run must not crash, hang or leak; status in $status
fault_run() {
	$before_each
	BENCH_FAULT=$1
	export BENCH_FAULT
	shift
	: >"$work/hit"
	timeout -k 10 300 "$@" >"$work/out" 2>"$work/err" 9>"$work/hit" </dev/null
	status=$?
	what=$BENCH_FAULT
	unset BENCH_FAULT
	[ $status -lt 124 ] && [ $status -ne 99 ]
}

fault() {
	kind=$1 judge=$2 bad=0 n=0
	shift 2
	fault_run none "$@"
	good_status=$status
	cp "$work/out" "$work/good"
	$judge $status || { echo "no fault: status $status"; bad=1; }
	while n=$((n + 1)); do
		[ -n "$BENCH_FAULTS" ] && [ $kind != clock ] || n=$((n + n / fault_step))
		if ! fault_run "$kind:$n$fault_on" "$@"; then
			echo "$what: status $status"; tail -3 "$work/err"; bad=1
		else
			[ -s "$work/hit" ] || break
			$judge $status || { echo "$what: status $status"; bad=1; }
		fi
	done
	[ $n -gt 1 ] || { echo "no call of the kind '$kind' was seen"; return 1; }
	return $bad
}
