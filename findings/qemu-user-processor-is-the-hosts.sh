#!/bin/sh
# qemu-user 7.2 (Debian 12): a powerpc program that reads /proc/cpuinfo finds the host's, an Intel with its MHz and caches. uname says ppc.
# What looks for the processor or its clock there (a run's facts, a choice of routines) gets a machine that does not run the program.
# Guess: the emulator invents one, as it does for uname and as system emulation does.
# Seen: "ppc" and "vendor_id : GenuineIntel" from one program
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
#include <sys/utsname.h>
int main(void)
{
	static char text[200];
	struct utsname name;
	FILE *file = fopen("/proc/cpuinfo", "r");

	uname(&name);
	puts(name.machine);
	while (fgets(text, sizeof text, file))
		fputs(text, stdout);
	return 0;
}
END
powerpc-linux-gnu-gcc -O1 -static a.c -o a 2>/dev/null
qemu-ppc ./a >said
sed -n '1,4p' said
[ "$(head -1 said)" = ppc ]
sed 1d said | grep -v MHz >program
grep -v MHz /proc/cpuinfo | cmp - program
