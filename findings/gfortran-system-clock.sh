#!/bin/sh
# gfortran 12.2: the kind of its arguments decides which clock system_clock reads. With default integers it counts milliseconds and starts
# again after 24.8 days; with integer(8) nanoseconds. If count is a default integer and count_rate an integer(8), it is milliseconds.
# A routine of 0.4 ms timed as in most textbooks takes 0 or 1.
# Guess: one clock, and a count that is cut off if it does not fit.
# Seen: "1000 1000000000 1000"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v gfortran-12 >/dev/null || apt-get install -q -y --no-install-recommends gfortran-12=12.2.0-14+deb12u1 >/dev/null
cat >a.f90 <<'END'
program p
  integer(4) :: c4, r4
  integer(8) :: c8, r8, mixed
  call system_clock(c4, r4)
  call system_clock(c8, r8)
  call system_clock(count=c4, count_rate=mixed)
  print '(I0,1X,I0,1X,I0)', r4, r8, mixed
end program
END
gfortran-12 a.f90 -o a
said=$(./a)
echo "$said"
[ "$said" = '1000 1000000000 1000' ]
