#!/bin/sh
# SECONDS of bash 5.2 and mksh 59c is a difference of the clock's whole seconds: a command of 0.12 s that begins 0.06 s before a new second
# has taken "1". zsh 5.9 counts from the shell's start and says 0, ksh93 0.12. A limit of "SECONDS < 1" is any time from 0 to 1 s in bash,
# and the mean of many short commands is right only by chance.
# Guess: whole seconds since the start of the shell, as documented: 0.
# Seen: "bash 1, mksh 1, zsh 0, ksh93 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for p in mksh=59c-28+deb12u1 ksh93u+m=1.0.4-3 zsh=5.9-4+b15; do apt-get -qq download $p 2>/dev/null; done
for d in *.deb; do dpkg -x "$d" x; done
cat >a.py <<'END'
import subprocess, sys, time
now = time.time()
time.sleep(1.94 - now % 1)
print(sys.argv[1].split('/')[-1], int(float(subprocess.run(sys.argv[1:] + ['-c', 'sleep 0.12; echo $SECONDS'], capture_output=True, text=True).stdout)), end='')
END
said="$(python3 a.py bash), $(python3 a.py x/bin/mksh), $(python3 a.py x/bin/zsh -f), $(python3 a.py x/bin/ksh93)"
echo "$said"
[ "$said" = 'bash 1, mksh 1, zsh 0, ksh93 0' ]
