#!/bin/sh
# sysbench 1.0.20: "sysbench memory run" writes blocks of 1 KiB by default, and each block costs an event: its MiB/s are mostly those of
# counting events. With blocks of 1 MiB the same machine has several times the bandwidth.
# Guess: a memory benchmark's default is limited by memory.
# Seen: 1291 MiB/s with 1 KiB, 6683 with 1 MiB
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v sysbench >/dev/null || apt-get install -q -y --no-install-recommends sysbench >/dev/null
rate() { sysbench memory --time=2 --memory-total-size=1000G "$@" run | sed -n 's/.*(\([0-9]*\)[.0-9]* MiB.sec).*/\1/p'; }
usual=$(rate)
large=$(rate --memory-block-size=1M)
echo "$usual MiB/s with 1 KiB, $large with 1 MiB"
[ "$large" -gt $((2 * usual)) ]
