#!/bin/sh
# qemu-user 7.2 (Debian 12): madvise returns 0 for MADV_HUGEPAGE and for advice that does not exist, and passes neither on to the host. A program that
# asks for huge pages, and says whether it has them by madvise's result, says yes in the emulator; its figures are those of small pages.
# Guess: the call is passed on, or fails with ENOSYS or EINVAL, as for unknown advice on Linux.
# Seen: "host: huge 0, advice 9999 -1, advised pages yes; qemu-arm: huge 0, advice 9999 0, advised pages no"
# SPDX-License-Identifier: MIT
set -eu
for tool in gcc arm-linux-gnueabihf-gcc qemu-arm; do
	command -v $tool >/dev/null || { echo "$tool is needed (Debian: gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user)" >&2; exit 77; }
done
grep -q '\[never\]' /sys/kernel/mm/transparent_hugepage/enabled && exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >a.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void)
{
	enum { HUGE_PAGE = 2 << 20 };
	char *p = mmap(NULL, 4 * HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	p += (HUGE_PAGE - (unsigned long)p % HUGE_PAGE) % HUGE_PAGE;
	printf("huge %d, ", madvise(p, 2 * HUGE_PAGE, MADV_HUGEPAGE));
	printf("advice 9999 %d\n", madvise(p, 4096, 9999));
	fflush(stdout);
	return sleep(2) != 0;
}
END
gcc a.c -o host
arm-linux-gnueabihf-gcc -static a.c -o guest
# The program's result, and whether the host knows of pages that are to be huge.
tell() {
	"$@" >said &
	sleep 1
	pages=$(awk '/^Size:/ { kb = $2 } /^VmFlags.* hg/ && kb == 4096 { yes = 1 } END { print yes ? "yes" : "no" }' "/proc/$!/smaps")
	wait
	echo "$(cat said), advised pages $pages"
}
said="host: $(tell ./host); qemu-arm: $(tell qemu-arm ./guest)"
echo "$said"
[ "$said" = 'host: huge 0, advice 9999 -1, advised pages yes; qemu-arm: huge 0, advice 9999 0, advised pages no' ]
