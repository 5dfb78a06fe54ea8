#!/bin/sh
# valgrind 3.19: an instruction with a rep prefix counts once for each byte or word that it moves, in callgrind, cachegrind and lackey. rep
# stosb of 10,000 bytes is 10,000 instructions, where a processor's counter of retired instructions says 1. A routine
# that replaces a loop of stores by rep stosb looks hardly quicker than before.
# Guess: one instruction.
# Seen: "10000 instructions more for 10000 bytes"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v valgrind >/dev/null || apt-get install -q -y --no-install-recommends valgrind=1:3.19.0-1 >/dev/null
cat >rep.c <<'END'
static char bytes[10000];

int main(int count, char **arguments)
{
	unsigned long left = count > 1 ? sizeof bytes : 0;
	void *to = bytes;

	(void)arguments;
	__asm__ volatile("rep stosb" : "+D"(to), "+c"(left) : "a"(1) : "memory");
	return 0;
}
END
cc -O1 rep.c -o rep
count() { # ARGUMENT: the instructions of one run; both runs have one argument of one letter or none
	valgrind --tool=callgrind --callgrind-out-file=/dev/null ./rep "$@" 2>&1 | sed -n 's/.*I *refs: *//p' | tr -d ,
}
more=$(($(count x) - $(count)))
echo "$more instructions more for 10000 bytes"
# The dynamic linker and the start may differ by a few for the argument.
[ "$more" -ge 9900 ] && [ "$more" -le 10100 ]
