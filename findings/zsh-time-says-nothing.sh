#!/bin/sh
# zsh 5.9: "time" reports jobs, and what the shell does itself is none. Before a function, a builtin or a group in braces it prints nothing
# at all, with status 0; bash, ksh93 and mksh print the time. A script that collects the output of "time myfunction" gets an empty file.
# A subshell, time ( myfunction ), is a job.
# Guess: a report, as for a command.
# Seen: "function 0, builtin 0, group 0, subshell 1, command 1 reports"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for p in zsh=5.9-4+b15 zsh-common=5.9-4; do apt-get -qq download $p 2>/dev/null; done
for d in *.deb; do dpkg -x "$d" x; done
reports() { x/bin/zsh -f -c "f() { sleep 0.1; }; TIMEFMT='took %E'; time $1" 2>&1 | grep -c '^took' || :; }
said="function $(reports f), builtin $(reports :), group $(reports '{ sleep 0.1; }'), subshell $(reports '( f )'), command $(reports 'sleep 0.1') reports"
echo "$said"
[ "$said" = 'function 0, builtin 0, group 0, subshell 1, command 1 reports' ]
