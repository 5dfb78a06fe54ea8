#!/bin/sh
# Linux on x86-64 (seen on 6.18): the limit of the stack's size decides where libraries and large blocks lie. With 8 MiB they end just below
# the stack, with 1 GiB a gigabyte lower, and with "unlimited" they lie at a sixth of the address space. So ulimit -s unlimited, which
# people set before benchmarks of recursive code, changes all addresses, with or without random ones.
# Guess: the limit only says how far the stack may grow.
# Seen (no random addresses): printf at 0x7ffff7..., 0x7fffbf..., 0x155555...; the stack at the same address
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >where.c <<'END'
#include <stdio.h>

int main(void)
{
	int here;

	printf("%#llx %#llx\n", (unsigned long long)(size_t)printf >> 24, (unsigned long long)(size_t)&here >> 24);
	return 0;
}
END
cc where.c -o where
said=
for limit in 8192 1048576 unlimited; do
	said="$said$(ulimit -s $limit && setarch -R ./where); "
done
echo "$said"
[ "$said" = '0x7ffff7 0x7fffff; 0x7fffbf 0x7fffff; 0x155555 0x7fffff; ' ]
