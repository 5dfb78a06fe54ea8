#!/bin/sh
# SBCL 2.2.9 (Debian 12, Linux): internal-time-units-per-second is 1000000, but get-internal-real-time, and the real time of (time ...), come from
# the kernel's coarse clock: they advance by a tick of the scheduler, 1000 to 10000 units at once. What takes less takes 0 or a whole tick.
# get-internal-run-time, in the same unit, does advance by single microseconds.
# Guess: a clock that states microseconds has steps of about a microsecond.
# Seen: "units a second 1000000, smallest step 4000, the coarse clock's 4000, of the run time below 1000: T"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in sbcl python3; do
	command -v "$package" >/dev/null || apt-get install -q -y --no-install-recommends "$package" >/dev/null
done
cat >step.lisp <<'END'
(defun smallest (clock)
  (let ((least most-positive-fixnum) (last (funcall clock)))
    (loop with seen = 0 while (< seen 10)
          for now = (funcall clock)
          do (when (/= now last) (setf least (min least (- now last)) last now) (incf seen)))
    least))
(format t "~d ~d ~a~%" internal-time-units-per-second (smallest #'get-internal-real-time)
        (< (smallest #'get-internal-run-time) 1000))
END
tick=$(python3 -c 'import time; print(round(1e6 * time.clock_getres(6)))') # CLOCK_MONOTONIC_COARSE
set -- $(sbcl --script step.lisp)
echo "units a second $1, smallest step $2, the coarse clock's $tick, of the run time below 1000: $3"
[ "$1" = 1000000 ] && [ "$2" -ge 1000 ] && [ "$2" -eq "$tick" ] && [ "$3" = T ]
