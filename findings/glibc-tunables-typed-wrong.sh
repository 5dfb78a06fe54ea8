#!/bin/sh
# glibc 2.36: GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 hides AVX2 from the library's routines. A name that does not exist is ignored without a
# word, also -AVX2_Usable, which was the name up to glibc 2.32 and still stands in many instructions, and -avx2. A benchmark of memcpy with
# and without AVX2 then compares a routine with itself.
# Guess: a warning, or the older name still works.
# Seen: "-AVX2 hides it; -AVX2_Usable, -avx2 and glibc.cpu.hwcap=-AVX2 change nothing, and no message"
# SPDX-License-Identifier: MIT
set -eu
loader=/lib64/ld-linux-x86-64.so.2
$loader --version | grep -q ' 2\.36' || { echo "needs glibc 2.36"; exit 1; }
features() { # TUNABLES: what the library's routines may use, and messages
	GLIBC_TUNABLES=$1 $loader --list-diagnostics 2>&1 | grep -E 'cpu_features.*active|rror|arning|gnored'
}
all=$(features '')
[ "$(features glibc.cpu.hwcaps=-AVX2)" != "$all" ]
for wrong in glibc.cpu.hwcaps=-AVX2_Usable glibc.cpu.hwcaps=-avx2 glibc.cpu.hwcap=-AVX2; do
	[ "$(features $wrong)" = "$all" ]
	[ -z "$(GLIBC_TUNABLES=$wrong /bin/true 2>&1)" ]
done
echo "-AVX2 hides it; -AVX2_Usable, -avx2 and glibc.cpu.hwcap=-AVX2 change nothing, and no message"
