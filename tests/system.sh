#!/bin/sh
# Does only what is meant to ask the system and the environment; and does a program with
# rights that its user does not have (setuid) ignore the environment?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
source=$(cd "$top_srcdir" && pwd) build=$(cd "$top_builddir" && pwd)
cd "$source" || exit 99

# sources without comments and texts, so that words in them do not count; FILE:LINE:CODE
code() { grep -n '' "$@" /dev/null | sed 's|/\*.*\*/||; /^[^:]*:[0-9]*:[ \t]*\*/d; /^[^:]*:[0-9]*:\/\*/d'; }
environment() {
	! code lib/*/*.[ch] tools/*.[ch] tools/*/*.[ch] include/*.h include/*/*.h |
		grep -E '[^a-z_](secure_)?getenv[ (]' | grep -v '^lib/base/environment.c:'
}
tap "lib/base/environment.c alone reads the environment" environment

signals() { ! code lib/*/*.[ch] tools/*.[ch] tools/*/*.[ch] | grep -E '[^a-z_]sigprocmask[ (]' | grep -v '^lib/host/host.h:'; }
tap "no sigprocmask, which is undefined among threads, but in lib/host/host.h" signals

# What C99 has, and config.h.  Others belong to lib/clock and lib/host, but for these:
#   base/environment.c  whether the program has rights that its user does not have
#   measure/publish.c   appends results to the file that the environment names, in one write
#   program/interrupt.c removes unfinished files when a signal comes, with what a handler may call
#   program/process.c   starts and awaits other programs, and forks the guard that ends them
#   program/processes.c pipes to them
#   program/count.c     forks and awaits the child that is counted
#   program/trace.c  steps it (ptrace)
#   program/guest.c  shares memory with it, and has it make system calls
#   program/recorder.c  makes copies of its code, in shared memory
#   program/count_process.c  starts it where addresses are fixed
#   lmbench             programs written for lmbench fork, and so must it
standard='assert|config|bench|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdarg|stdbool|stddef|stdint|stdio|stdlib|string|tgmath|time|wchar|wctype|lmbench/bench|bench/[a-z_]*'
headers() {
	! grep -nE '^[ \t]*#[ \t]*include[ \t]*<' lib/*/*.[ch] | grep -vE "<($standard)\.h>" |
		grep -vE '^lib/(clock|host|lmbench)/|^lib/(base/environment|measure/publish|program/(count|count_process|process|interrupt|processes|guest|recorder|trace))\.c:'
}
tap "headers of systems are included by lib/clock, lib/host and a few with reasons" headers
public() { ! grep -nE '^[ \t]*#[ \t]*include[ \t]*<' include/*.h include/bench/*.h | grep -vE "<($standard)\.h>"; }
tap "public headers include none" public

# set-user-ID: a copy owned by an unprivileged user, run by root, has that user's rights.
lent() { cp "$1" "$2" && chown nobody "$2" && chmod 4755 "$2"; }
ENOUGH=nonsense; export ENOUGH
heard() { ! "$1" --rounds 1 >"$work/out" 2>&1 && grep -q ENOUGH "$work/out"; }
# (the leak sanitizer cannot look at a program with other rights, and fails it at its end)
ignored() {
	{ "$@" --rounds 1 >"$work/out" 2>&1 || grep -q 'LeakSanitizer has encountered' "$work/out"; } &&
		grep -q '^case0 ' "$work/out" && ! grep -q ENOUGH "$work/out" || { cat "$work/out"; return 1; }
}
refused() { ! "$work/copy" --rounds 1 --processes 2 >"$work/out" 2>&1 && grep -q 'set-user-ID' "$work/out"; }
CASES=1; export CASES
tap "ENOUGH is heeded" heard "$build/tests/program_cases"
chmod 755 "$work"
if [ "$(id -u)" -eq 0 ] && lent "$(command -v id)" "$work/id" && [ "$("$work/id" -u)" -ne 0 ] &&
	lent "$build/tests/program_cases" "$work/copy"; then
	tap "a setuid program ignores it" ignored "$work/copy"
	tap "and starts no processes that would not know what they are" refused
else
	tap_skip "a setuid program ignores the environment" "not root, or the file system ignores the bit"
fi
tap_end
