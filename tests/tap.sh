# TAP for shell tests: . "$top_srcdir/tests/tap.sh"; ok NAME if CONDITION ...; tap_end
# SPDX-License-Identifier: MIT
tap_count=0
tap_failed=0

# tap_result STATUS NAME: one line of result
tap_result() {
	tap_count=$((tap_count + 1))
	if [ "$1" -eq 0 ]; then echo "ok $tap_count - $2"
	else
		echo "not ok $tap_count - $2"
		tap_failed=1
		[ -z "${TAP_FIRST-}" ] || exit 1 # one is enough
	fi
}

# tap NAME COMMAND...: ok if the command succeeds; otherwise the command, its status and what it
# printed become comments
tap() {
	tap_name=$1
	shift
	tap_output=$("$@" 2>&1)
	tap_status=$?
	[ $tap_status -eq 0 ] || printf 'failed: %s (status %s)\n%s\n' "$*" $tap_status "$tap_output" | sed 's/^/# /'
	tap_result $tap_status "$tap_name"
}

# tap_alone COMMAND...: no other test runs one of these meanwhile
tap_alone() {
	tap_lock=$top_builddir/tests/alone.lock
	until (set -C; echo $$ >"$tap_lock") 2>/dev/null; do
		tap_owner=$(cat "$tap_lock" 2>/dev/null)
		sleep 0.05
		[ -z "$tap_owner" ] || kill -0 "$tap_owner" 2>/dev/null || # it was killed
			[ "$(cat "$tap_lock" 2>/dev/null)" != "$tap_owner" ] || rm -f "$tap_lock"
	done
	"$@"
	set -- $?
	rm -f "$tap_lock"
	return "$1"
}

: "${LIBS=-lm -lpthread}" # what a program links in addition to the libraries
# $tap_sanitize: the sanitizers that the libraries were compiled with; a program that links them needs
# these too, of the same compiler
tap_sanitize=$(for tap_word in ${CC-} ${CFLAGS-}; do
	case $tap_word in -fsanitize=*) printf '%s ' "$tap_word" ;; esac; done)
tap_clang() { "$@" --version 2>/dev/null | grep -q clang; }
# tap_foreign COMPILER: another one than that of sanitized libraries
tap_foreign() {
	[ -n "$tap_sanitize" ] || return 1
	case $1 in tcc) return 0 ;; esac
	if tap_clang ${CC:-cc}; then ! tap_clang "$1"; else tap_clang "$1"; fi
}

# tap_stage: tests/stage of the build tree has the installation that tests share; `make check` made it
# just before this test; started by hand, a test asks again
tap_stage() {
	[ "${MAKELEVEL-}" ] && [ -f "$top_builddir/tests/staged" ] ||
		tap_alone env MAKEFLAGS= "${MAKE:-make}" -s -C "$top_builddir" tests/staged
}

# tap_until COMMAND...: waits until it succeeds, ten minutes at most
tap_until() {
	tap_waits=0
	until "$@" >/dev/null 2>&1; do
		tap_waits=$((tap_waits + 1))
		[ $tap_waits -lt 12000 ] || return 1
		sleep 0.05
	done
}

# tap_gone PID: waits until it has ended, ten minutes at most
tap_ended() { case $(ps -o stat= -p "$1") in Z* | '') true ;; *) false ;; esac; }
tap_gone() {
	! tap_until tap_ended "$1" || return 0
	kill "$1"
	echo "$1 lives"
	false
}

# tap_skip NAME REASON
tap_skip() {
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1 # SKIP $2"
}

# tap_all [NAME]: with CHECK_ALL (make check-all, continuous integration) true; otherwise what NAME says is
# skipped, or, without one, the rest of the file
tap_all() {
	[ -z "${CHECK_ALL-}" ] || return 0
	if [ $# -gt 0 ]; then tap_skip "$1" "make check-all"; return 1; fi
	if [ $tap_count -gt 0 ]; then tap_skip "the rest" "make check-all"; tap_end; fi
	echo "1..0 # SKIP make check-all"
	exit 0
}

# tap_slow NAME COMMAND...: a case that make check leaves out, unless TESTS= names its file
tap_slow() { if [ "${CHECK_USER-}" ]; then tap_skip "$1" "make check-all"; else tap "$@"; fi; }
# tap_rest: the same of the rest of the file
tap_rest() { [ -z "${CHECK_USER-}" ] || { tap_skip "the rest" "make check-all"; tap_end; }; }

tap_end() {
	echo "1..$tap_count"
	exit $tap_failed
}
