#!/bin/sh
# NASM 2.16.01 (Debian 12): "align 64" within code fills with single-byte instructions, up to 63 of them, which the processor executes when it runs into
# the loop. GNU as fills the same gap with a jump or a few long nops, and YASM, which reads the same source, with long nops. Where a benchmark's body
# aligns its own loop, NASM's filler costs tens of instructions per call.
# Guess: an assembler pads code for speed, as the others do; in NASM that takes "%use smartalign" and "alignmode".
# Seen: "63 bytes of filler: nasm 63 nops, with smartalign 8, as 6"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download nasm=2.16.01-1 2>/dev/null
dpkg -x nasm*.deb x
printf 'bits 64\nsection .text\nret\nalign 64\nret\n' >a.asm
{ printf '%%use smartalign\nalignmode p6, 64\n'; cat a.asm; } >b.asm
printf '.text\nret\n.p2align 6\nret\n' >c.s
x/usr/bin/nasm -f elf64 a.asm -o a.o
x/usr/bin/nasm -f elf64 b.asm -o b.o
as c.s -o c.o
between() { # instructions between the two returns of OBJECT
	objdump -d --no-show-raw-insn "$1" | awk '/ret/ { seen++; next } seen == 1 && /:\t/ { n++ } END { print n }'
}
said="63 bytes of filler: nasm $(between a.o) nops, with smartalign $(between b.o), as $(between c.o)"
echo "$said"
[ "$said" = '63 bytes of filler: nasm 63 nops, with smartalign 8, as 6' ]
