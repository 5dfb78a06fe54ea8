#!/bin/sh
# taskset of util-linux 2.38.1 (Debian 12): a list of processors of which at least one exists is accepted, and the others are left out without a word.
# "taskset -c 0,900" is processor 0, status 0: a script made for a machine of more processors puts both threads of a benchmark on one. Only a list
# without any existing processor is an error. (The kernel takes the common part of the masks.)
# Guess: an error, as numactl gives.
# Seen: "0,900: status 0, on 0; 900: status 1"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download util-linux=2.38.1-5+deb12u3
dpkg -x util-linux*.deb x
first=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*\([0-9]*\).*/\1/p' /proc/self/status)
on=$(x/usr/bin/taskset -c "$first,900" sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
none=0
x/usr/bin/taskset -c 900 true 2>/dev/null || none=$?
echo "$first,900: status 0, on $on; 900: status $none"
[ "$on" = "$first" ] && [ "$none" = 1 ]
