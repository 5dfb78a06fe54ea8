#!/bin/sh
# D's std.datetime.stopwatch (Phobos 2.100 in gdc 12.2, Debian 12): peek.total!"nsecs" of a StopWatch has whole hundreds only. The clock behind it
# counts nanoseconds, but peek answers a Duration, and a Duration counts units of 100 ns (hnsecs). A call of 90 ns
# takes 0 or 100 ns.
# Guess: what is asked for in nanoseconds and read from a clock of nanoseconds has nanoseconds.
# Seen: "1000 times, 1000 are whole hundreds; ticks 1000000000 a second, 1000 times, fewer than 100 are"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v gdc-12 >/dev/null || apt-get install -q -y --no-install-recommends gdc-12=12.2.0-14+deb12u1 >/dev/null
cat >t.d <<'END'
import core.time, std.datetime.stopwatch, std.stdio;

void main()
{
	int hundreds, ticks;

	foreach (i; 0 .. 1000) {
		auto watch = StopWatch(AutoStart.yes);
		const before = MonoTime.currTime.ticks;

		foreach (k; 0 .. i)
			if (MonoTime.currTime.ticks == 0)
				return;
		ticks += (MonoTime.currTime.ticks - before) % 100 == 0;
		watch.stop();
		hundreds += watch.peek.total!"nsecs" % 100 == 0;
	}
	writefln("1000 times, %s are whole hundreds; ticks %s a second, 1000 times, %s", hundreds,
		MonoTime.ticksPerSecond, ticks < 100 ? "fewer than 100 are" : "many are");
}
END
gdc-12 -O2 t.d -o t
said=$(./t)
echo "$said"
[ "$said" = '1000 times, 1000 are whole hundreds; ticks 1000000000 a second, 1000 times, fewer than 100 are' ]
