#!/bin/sh
# OpenJDK 17 on Linux: ThreadMXBean.getCurrentThreadUserTime counts whole clock ticks of 10 ms, while
# getCurrentThreadCpuTime of the same bean has nanoseconds. Both return a long of "nanoseconds". Tools that report user time
# of a benchmark (and system time as the difference) get 0 or 10 ms for work of 3 ms, and the difference is up to 10 ms
# of work that the kernel never did. The user part is read from /proc, the sum from clock_gettime.
# Guess: one source for both, to a microsecond or so.
# Seen: "user: 200 of 200 whole ticks of 10 ms; cpu: 0 of 200"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v java >/dev/null || apt-get install -q -y --no-install-recommends openjdk-17-jdk-headless >/dev/null
cat >A.java <<'END_JAVA'
import java.lang.management.*;
public class A {
	public static void main(String[] none) {
		ThreadMXBean bean = ManagementFactory.getThreadMXBean();
		int user = 0, cpu = 0;
		double x = 0;
		for (int i = 0; i < 200; i++) {
			long end = System.nanoTime() + 1000000;
			while (System.nanoTime() < end)
				x += Math.sqrt(x + i);
			user += bean.getCurrentThreadUserTime() % 10000000 == 0 ? 1 : 0;
			cpu += bean.getCurrentThreadCpuTime() % 10000000 == 0 ? 1 : 0;
		}
		System.out.printf("user: %d of 200 whole ticks of 10 ms; cpu: %d of 200%n", user, cpu);
	}
}
END_JAVA
java A.java | tee seen
grep -qx 'user: 200 of 200 whole ticks of 10 ms; cpu: 0 of 200' seen
