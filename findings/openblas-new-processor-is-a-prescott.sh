#!/bin/sh
# OpenBLAS 0.3.21 (Debian 12) chooses its kernels by the processor's family and model. On a model that it does not know, such as 207 (Emerald
# Rapids, with AVX-512), it takes those of Prescott, a Pentium 4 of 2004 with SSE3, and says nothing. OPENBLAS_CORETYPE with a name that does
# not exist gives the kernels of the instructions that are there, as on a known model. qemu-user runs both here, so any host shows it.
# Guess: an unknown model gets the best kernels that its instructions allow, and a wrong name is refused.
# Seen: "known: Haswell; new: Prescott; new, with a name that does not exist: Haswell"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in gcc libc6-dev libopenblas-pthread-dev=0.3.21+ds-4 libopenblas0-pthread=0.3.21+ds-4 qemu-user; do
	dpkg -s "${package%%=*}" >/dev/null 2>&1 || apt-get install -q -y --no-install-recommends "$package" >/dev/null
done
cat >core.c <<'END'
#include <stdio.h>

char *openblas_get_corename(void);

int main(void)
{
	puts(openblas_get_corename());
	return 0;
}
END
gcc core.c -o core -lopenblas
core() { # MODEL [OPTION...]: an Intel processor of family 6 with AVX2
	model=$1
	shift
	qemu-x86_64 "$@" -cpu "Haswell,family=6,model=$model" ./core 2>/dev/null
}
said="known: $(core 63); new: $(core 207); new, with a name that does not exist: $(core 207 -E OPENBLAS_CORETYPE=NoSuch)"
echo "$said"
[ "$said" = 'known: Haswell; new: Prescott; new, with a name that does not exist: Haswell' ]
