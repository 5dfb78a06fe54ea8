#!/bin/sh
# musl (in ziglang 0.17.1): sysconf(_SC_NPROCESSORS_CONF), the processors that the system has, is the number in the calling
# thread's affinity mask, as is _SC_NPROCESSORS_ONLN. Under taskset -c 0 both are 1, in glibc 2.36 neither is. A program that
# says "1 of 1 processors", or starts a thread per processor, depends on the C library that it was linked with.
# Guess: the same number in both; that the mask does not change what is configured.
# Seen on two processors: "musl 2 2, pinned 1 1; glibc 2 2, pinned 2 2"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
[ "$(nproc --all)" -gt 1 ] || exit 77
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
cat >a.c <<'END_C'
#include <stdio.h>
#include <unistd.h>
int main(void) { printf("%ld %ld\n", sysconf(_SC_NPROCESSORS_CONF), sysconf(_SC_NPROCESSORS_ONLN)); return 0; }
END_C
v/bin/python -m ziglang cc -target x86_64-linux-musl a.c -o musl
gcc a.c -o glibc
seen="musl $(./musl), pinned $(taskset -c 0 ./musl); glibc $(./glibc), pinned $(taskset -c 0 ./glibc)"
echo "$seen"
[ "$(taskset -c 0 ./musl)" = '1 1' ] && [ "$(./musl)" != '1 1' ] && [ "$(taskset -c 0 ./glibc | cut -d ' ' -f 1)" != 1 ]
