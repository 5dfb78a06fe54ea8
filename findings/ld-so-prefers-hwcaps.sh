#!/bin/sh
# glibc 2.36: LD_LIBRARY_PATH=DIR does not load DIR/libx.so if DIR/glibc-hwcaps/x86-64-v2/libx.so exists, and a run path does not either. Whoever puts a
# new build of a library in front of the system's for a benchmark times a leftover, or another file on another machine. ldd shows the path;
# the compiler's linker takes DIR/libx.so all the time. The folders are named in ld.so(8).
# Guess: subfolders are searched after the folder, or in the system's folders only.
# Seen: "x86-64-v2: the subfolder's, without it: the folder's"
# SPDX-License-Identifier: MIT
set -eu
[ "$(uname -m)" = x86_64 ] && grep -q sse4_2 /proc/cpuinfo || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v gcc >/dev/null || apt-get install -q -y --no-install-recommends gcc libc6-dev >/dev/null
mkdir -p d/glibc-hwcaps/x86-64-v2
build() { printf 'const char *which(void) { return "%s"; }\n' "$1" | gcc -shared -fPIC -x c - -o "$2"; }
build "the folder's" d/libx.so
build "the subfolder's" d/glibc-hwcaps/x86-64-v2/libx.so
printf '#include <stdio.h>\nconst char *which(void);\nint main(void) { fputs(which(), stdout); return 0; }\n' >a.c
gcc a.c -Ld -lx -o a
said="x86-64-v2: $(LD_LIBRARY_PATH=d ./a), without it: $(rm -r d/glibc-hwcaps && LD_LIBRARY_PATH=d ./a)"
echo "$said"
[ "$said" = "x86-64-v2: the subfolder's, without it: the folder's" ]
