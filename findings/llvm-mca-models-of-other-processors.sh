#!/bin/sh
# llvm-mca 14 (Debian 12): of many processors it has no timing, and without a word takes that of another. Sapphire Rapids is Skylake-X of
# 2017 (divisions of 64 bits take 76 cycles, on the processor under 20), and x86-64, Core 2 and Nehalem are Sandy Bridge of 2011. The target
# that clang chooses by -march=native on a new machine is accepted, so the output looks as if made for it.
# Guess: a warning, as for a name that does not exist.
# Seen: "sapphirerapids = skylake-avx512; x86-64 = core2 = nehalem = sandybridge; znver2 differs from znver3"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v llvm-mca-14 >/dev/null || apt-get install -q -y --no-install-recommends llvm-14 >/dev/null
cat >wide.s <<'END'
vpermb %zmm1, %zmm2, %zmm3
vpshufb %zmm3, %zmm4, %zmm5
vaddps %ymm1, %ymm2, %ymm3
mulq %rbx
divq %rcx
shlxq %rax, %rbx, %rcx
END
cat >plain.s <<'END'
addq %rax, %rbx
imulq %rcx, %rdx
divq %rcx
movups (%rdi), %xmm0
END
report() { # FILE CPU: the analysis and messages
	llvm-mca-14 -mcpu="$2" "$1" 2>&1
}
same() { # FILE CPU CPU...: all have the first one's report
	file=$1 first=$2
	shift 2
	for cpu; do [ "$(report "$file" "$cpu")" = "$(report "$file" "$first")" ] || return 1; done
}
same wide.s skylake-avx512 sapphirerapids
if same wide.s skylake-avx512 icelake-server; then exit 1; fi
same plain.s sandybridge x86-64 core2 nehalem
if same plain.s znver2 znver3; then exit 1; fi
report plain.s nosuch | grep -q "nosuch"
echo "sapphirerapids = skylake-avx512; x86-64 = core2 = nehalem = sandybridge; znver2 differs from znver3"
