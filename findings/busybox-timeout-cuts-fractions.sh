#!/bin/sh
# timeout of BusyBox 1.35 (Debian 12) accepts fractions and cuts them off: 1.9 is one second. It looks once a second, so 0.5 is one second as well,
# and a command of 0.9 s passes a limit of 0.5 s with status 0. A command that is ended gives 143, not the 124 by which scripts know a timeout.
# sleep of the same BusyBox keeps fractions, and so does timeout of coreutils.
# Guess: half a second, or an error.
# Seen: "BusyBox: 0.9 s in 0.5 s: 0, 4 s in 1.9 s: 143 after 1 s; coreutils: 0.9 s in 0.5 s: 124"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download busybox-static=1:1.35.0-4+deb12u1+b1
dpkg -x busybox-static*.deb x
after() { # COMMAND ...: runs COMMAND; prints its status and whole seconds
	status=0
	start=$(date +%s%N)
	"$@" 2>/dev/null || status=$?
	echo "$status after $((($(date +%s%N) - start) / 1000000000)) s"
}
half=$(after x/bin/busybox timeout 0.5 sleep 0.9)
most=$(after x/bin/busybox timeout 1.9 sleep 4)
gnu=$(after timeout 0.5 sleep 0.9)
echo "BusyBox: 0.9 s in 0.5 s: ${half%% *}, 4 s in 1.9 s: $most; coreutils: 0.9 s in 0.5 s: ${gnu%% *}"
[ "${half%% *}" = 0 ] && [ "$most" = '143 after 1 s' ] && [ "${gnu%% *}" = 124 ]
