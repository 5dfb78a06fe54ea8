#!/bin/sh
# libtool 2.4.7: a program linked with a shared library of the same project is a shell script until it is installed. "hyperfine ./program" in the build folder times
# /bin/sh, a few of sed, and then .libs/program; perf, gdb, strace -c and valgrind see the shell. The script even links the
# program again at its first start if the library's path has to change. libtool --mode=execute starts the program itself.
# Guess: what the linker was told to write is a program.
# Seen: "program begins with #!, starts 5 programs; in .libs 1" (5: at least 3)
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v libtool >/dev/null || apt-get install -q -y --no-install-recommends libtool-bin >/dev/null
command -v strace >/dev/null || apt-get install -q -y --no-install-recommends strace >/dev/null
echo 'int three(void) { return 3; }' >three.c
echo 'int three(void); int main(void) { return three() - 3; }' >main.c
run() { libtool --quiet --tag=CC "$@"; }
run --mode=compile gcc -O2 -c three.c
run --mode=compile gcc -O2 -c main.c
run --mode=link gcc three.lo -rpath /usr/local/lib -o libthree.la
run --mode=link gcc main.lo libthree.la -o program
./program
starts() { strace -f -qq -e trace=execve -e status=successful -o /dev/stdout "$@" | grep -c execve; }
script=$(starts ./program) program=$(LD_LIBRARY_PATH=.libs starts .libs/program)
echo "program begins with $(head -c 2 program), starts $script programs; in .libs $program"
[ "$(head -c 2 program)" = '#!' ] && [ "$script" -ge 3 ] && [ "$program" -eq 1 ]
