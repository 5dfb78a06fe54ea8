#!/bin/sh
# jemalloc 5.3.0, mimalloc 2.0.9 and gperftools' tcmalloc 2.10 (Debian 12), loaded by LD_PRELOAD, replace malloc but not mallinfo2(), which
# stays glibc's. A program that reports its memory by it says 0 bytes in use with 1,000 blocks of 1,000 bytes, and a comparison of
# allocators shows that the other ones need no memory.
# Guess: the number of the allocator in use, or the function is missing.
# Seen: "glibc at least 1000000, libjemalloc.so.2 0, libmimalloc.so.2.0 0, libtcmalloc_minimal.so.4 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libjemalloc2=5.3.0-1 libmimalloc2.0=2.0.9+ds-2 libtcmalloc-minimal4=2.10-1+b1 2>/dev/null ||
	apt-get -qq download libjemalloc2 libmimalloc2.0 libtcmalloc-minimal4 2>/dev/null
for d in *.deb; do dpkg -x "$d" x; done
cat >use.c <<'END'
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	static char *blocks[1000];
	struct mallinfo2 now;

	for (int i = 0; i < 1000; i++) {
		blocks[i] = malloc(1000);
		blocks[i][0] = 1;
	}
	now = mallinfo2();
	printf("%zu\n", now.uordblks + now.hblkhd);
	return blocks[999][0] - 1;
}
END
cc -O1 use.c -o use
[ "$(./use)" -ge 1000000 ]
said='glibc at least 1000000'
for name in libjemalloc.so.2 libmimalloc.so.2.0 libtcmalloc_minimal.so.4; do
	said="$said, $name $(LD_PRELOAD=$(find "$PWD/x" -name $name) ./use)"
done
echo "$said"
[ "$said" = 'glibc at least 1000000, libjemalloc.so.2 0, libmimalloc.so.2.0 0, libtcmalloc_minimal.so.4 0' ]
