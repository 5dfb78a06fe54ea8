#!/bin/sh
# qemu-user 7.2 (Debian 12): /proc/self/stat of a program is made by the emulator, with zeros for what it does not fill in: after a second of
# work the times in fields 14 and 15 are 0. /proc/self/status is the host's: a program of one thread has two, and its memory is the emulator's,
# 15 to 160 MB instead of 1. getrusage and clock_gettime are right.
# Guess: all three files are of the program, or all of the emulator.
# Seen: "stat 0 0, getrusage 0.30 s, Threads: 2, VmRSS: 15 MB"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v qemu-ppc >/dev/null || apt-get install -q -y --no-install-recommends qemu-user >/dev/null
command -v powerpc-linux-gnu-gcc >/dev/null ||
	apt-get install -q -y --no-install-recommends gcc-powerpc-linux-gnu libc6-dev-powerpc-cross >/dev/null
cat >a.c <<'END'
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
int main(void)
{
	char text[1000];
	long user, system;
	struct rusage usage;
	FILE *file;

	for (volatile int i = 0; i < 100000000; i++) {}
	file = fopen("/proc/self/stat", "r");
	fgets(text, sizeof text, file);
	sscanf(strrchr(text, ')') + 1, " %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %ld %ld", &user, &system);
	getrusage(RUSAGE_SELF, &usage);
	printf("stat %ld %ld\ngetrusage %s\n", user, system, usage.ru_utime.tv_sec * 1000000L + usage.ru_utime.tv_usec > 50000
	       ? "above 50 ms" : "little");
	file = fopen("/proc/self/status", "r");
	while (fgets(text, sizeof text, file))
		if (!strncmp(text, "Threads", 7) || !strncmp(text, "VmRSS", 5))
			fputs(text, stdout);
	return 0;
}
END
powerpc-linux-gnu-gcc -O1 -static a.c -o a 2>/dev/null
qemu-ppc ./a | tee said
grep -q '^stat 0 0$' said
grep -q '^getrusage above 50 ms$' said
grep -q '^Threads:.2$' said
awk '/VmRSS/ { exit !($2 > 8000) }' said
