#!/bin/sh
# time of BusyBox 1.35 (Debian 12, and the time of small containers): -f %M, the largest memory of the command, is four times what the command
# had. The kernel's ru_maxrss is in kilobytes already; BusyBox takes the number for pages of 4 KiB. GNU time 1.9 prints what the kernel says, so
# the same script compares a container with a server and finds a program four times as large.
# Guess: two tools called time agree on %M.
# Seen: "64 MiB filled: BusyBox 256 to 272 MiB, GNU 64 to 68 MiB"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download busybox-static=1:1.35.0-4+deb12u1+b1 time=1.9-0.2
for package in *.deb; do dpkg -x "$package" x; done
cat >fill.c <<'END'
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments)
{
	char *block = malloc(64 << 20);

	(void)arguments;
	memset(block, count, 64 << 20);
	return block[count] != count;
}
END
cc -O1 -w fill.c -o fill
busybox=$(x/bin/busybox time -f %M ./fill 2>&1)
gnu=$(x/usr/bin/time -f %M ./fill 2>&1)
echo "64 MiB filled: BusyBox $((busybox >> 10)) MiB, GNU $((gnu >> 10)) MiB"
[ $((gnu >> 10)) -ge 64 ] && [ $((gnu >> 10)) -le 68 ]
[ $((busybox >> 10)) -ge 256 ] && [ $((busybox >> 10)) -le 272 ]
