#!/bin/sh
# lscpu of util-linux 2.38.1: "L1d cache: 128 KiB (4 instances)" is the sum over the processor, 32 KiB each. Up to 2.33 the same line was the
# size of one. A benchmark that takes its working set from that line, or from -J, where "(4 instances)" is part of the text, does not fit.
# lscpu -C has both, ONE-SIZE and ALL-SIZE. Read here from a recorded system of four cores (-s).
# Guess: the size of a cache, as getconf LEVEL1_DCACHE_SIZE and as before.
# Seen: "128 KiB (4 instances)"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for c in 0 1 2 3; do
	cpu=sys/devices/system/cpu/cpu$c mask=$(printf %x $((1 << c)))
	mkdir -p $cpu/topology $cpu/cache/index0 proc
	echo $c >$cpu/topology/core_id
	echo 0 >$cpu/topology/physical_package_id
	echo "$mask" | tee $cpu/topology/thread_siblings >$cpu/cache/index0/shared_cpu_map
	echo f >$cpu/topology/core_siblings
	echo 1 >$cpu/cache/index0/level
	echo Data >$cpu/cache/index0/type
	echo 32K >$cpu/cache/index0/size
	printf 'processor\t: %s\nvendor_id\t: GenuineIntel\n\n' $c >>proc/cpuinfo
done
for list in possible present online; do echo 0-3 >sys/devices/system/cpu/$list; done
lscpu --version
said=$(lscpu -s . | sed -n 's/^L1d cache: *//p')
echo "$said"
[ "$said" = '128 KiB (4 instances)' ]
