#!/bin/sh
# SPDX-License-Identifier: MIT
# LLD 19.1.7 (Debian 12): --pack-dyn-relocs=relr links programs that glibc 2.36 refuses to start.
#
# The option packs relative relocations into DT_RELR.  glibc accepts DT_RELR only with a dependency on the version
# GLIBC_ABI_DT_RELR of libc.so.6, which this option does not add and -z pack-relative-relocs does.  The link prints
# nothing with either.
# Seen: "DT_RELR without GLIBC_ABI_DT_RELR dependency" and status 127; status 0 with -z pack-relative-relocs.
# A guess would be that both are names of one feature, as in other linkers.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v ld.lld-19 >/dev/null || apt-get install -q -y --no-install-recommends lld-19=1:19.1.7-3~deb12u1 clang-19=1:19.1.7-3~deb12u1 >/dev/null
ld.lld-19 --version
printf 'int x, *p = &x;\nint main(void) { return *p; }\n' >p.c
clang-19 -fuse-ld=lld-19 -Wl,--pack-dyn-relocs=relr -o packed p.c
clang-19 -fuse-ld=lld-19 -Wl,-z,pack-relative-relocs -o relative p.c
readelf -d packed | grep RELRSZ
status=0
./packed 2>said || status=$?
cat said
echo "status $status"
grep -q 'DT_RELR without GLIBC_ABI_DT_RELR dependency' said && [ "$status" -eq 127 ] && ./relative
