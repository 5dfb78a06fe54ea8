#!/bin/sh
# glibc (headers of 2.44, in ziglang 0.17.1): with _GNU_SOURCE, <math.h> declares more than three times as many functions,
# each also for _Float32, _Float64, _Float128, _Float32x and _Float64x, in C99 as well.  gcc 12 takes 43 ms instead of 20
# for a file that only includes it, and a project that defines it in config.h pays in every file.
# Seen: half of the time that our headers took to compile.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
declared() {
	echo '#include <math.h>' |
		v/bin/python -m ziglang cc -target x86_64-linux-gnu -std=c99 "$@" -E -P -x c - | tr ';' '\n' | grep -c '('
}
few=$(declared -D_DEFAULT_SOURCE)
many=$(declared -D_GNU_SOURCE)
echo "_DEFAULT_SOURCE: $few functions, _GNU_SOURCE: $many"
[ "$many" -gt $((3 * few)) ]
