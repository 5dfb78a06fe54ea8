#!/bin/sh
# cpulimit 2.8 runs a command with a share of a processor and exits with 0 whatever the command's status was, so a benchmark or a test that
# fails under it passes. timeout, nice, taskset and chrt hand the status on.
# Guess: the command's status.
# Seen: "cpulimit 0, nice 3"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download cpulimit=2.8-1 2>/dev/null
dpkg -x cpulimit_*.deb x
status() { # COMMAND...: its exit status
	"$@" >/dev/null 2>&1 && echo 0 || echo $?
}
said="cpulimit $(status x/usr/bin/cpulimit -l 90 -- sh -c 'sleep 1; exit 3'), nice $(status nice sh -c 'exit 3')"
echo "$said"
[ "$said" = 'cpulimit 0, nice 3' ]
