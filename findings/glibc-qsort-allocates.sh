#!/bin/sh
# glibc 2.36 (Debian 12): qsort calls malloc once for each array of 1024 bytes or more. It is a merge sort with a copy of the array, and
# falls back to another algorithm only where that copy would need a quarter of the memory. A benchmark of sorts or of allocators has
# the one in the other, and a step between 255 and 256 integers.
# Guess: none; the name, and a function without a way to report that memory is short, suggest a sort in place.
# Seen: "255 integers: 0, 256: 1, of 1024 bytes"
# SPDX-License-Identifier: MIT
set -eu
case $(getconf GNU_LIBC_VERSION) in 'glibc 2.36') ;; *) exit 77 ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >a.c <<'END_C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
static int calls;
static size_t last;
static int numbers[256];
void *malloc(size_t size)
{
	void *(*of_the_library)(size_t) = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");

	calls++;
	last = size;
	return of_the_library(size);
}
static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int calls_for(size_t n)
{
	calls = 0;
	qsort(numbers, n, sizeof numbers[0], ascending);
	return calls;
}
int main(void)
{
	int small = calls_for(255), large = calls_for(256);

	printf("255 integers: %d, 256: %d, of %zu bytes\n", small, large, last);
	return 0;
}
END_C
cc -O2 a.c -o a -ldl
said=$(./a)
echo "$said"
[ "$said" = '255 integers: 0, 256: 1, of 1024 bytes' ]
