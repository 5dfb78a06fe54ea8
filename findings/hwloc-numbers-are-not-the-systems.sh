#!/bin/sh
# hwloc 2.9.0: "pu:1" of hwloc-bind and hwloc-calc is the second processor in the order of the caches, "taskset -c 1" the one that the
# system calls 1. Where the threads of a core are not numbered one after the other, but 0 and 2 as here, pu:1 is CPU 2, the neighbour of CPU 0
# on the same core, so two programs that were bound to pu:0 and pu:1 to keep them apart share a core. --physical-input gives the system's
# numbers.
# Guess: both tools mean the same processor.
# Seen: "pu:1 is CPU 2, with --physical-input CPU 1; core:0 is CPUs 0,2"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download hwloc=2.9.0-1 libhwloc15=2.9.0-1 2>/dev/null
for d in *.deb; do dpkg -x "$d" x; done
LD_LIBRARY_PATH=$(dirname "$(find "$PWD/x" -name 'libhwloc.so.15')")
export LD_LIBRARY_PATH
# Four cores of two threads; CPUs 0 and 2 share a core.
machine='core:4 pu:2(indexes=4*2:1*4)'
calc() { # OPTION... PLACE: the system's numbers of the processors there
	x/usr/bin/hwloc-calc -i "$machine" --quiet --physical-output --intersect pu "$@"
}
said="pu:1 is CPU $(calc pu:1), with --physical-input CPU $(calc --physical-input pu:1); core:0 is CPUs $(calc core:0)"
echo "$said"
[ "$said" = 'pu:1 is CPU 2, with --physical-input CPU 1; core:0 is CPUs 0,2' ]
