#!/bin/sh
# Dropwizard Metrics 4.2.40: the one-minute rate of a meter or timer is 0 during its first five seconds, however much was counted, and then
# jumps to the mean of these five seconds: the average moves once in 5 s. A test that ends after 4 s reports a rate of 0.
# Guess: something near the mean rate, which the same object has right.
# Seen (OpenJDK 17): "1000 events, after 2 s: mean 500, one minute 0; after 6 s: one minute 200"
# SPDX-License-Identifier: MIT
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
for jar in io.dropwizard.metrics:metrics-core:4.2.40 org.slf4j:slf4j-api:1.7.36; do
	mvn -q -B dependency:copy -Dartifact=$jar -DoutputDirectory="$folder/jars" >/dev/null
done
cat >X.java <<'END_JAVA'
import com.codahale.metrics.Clock;
import com.codahale.metrics.Meter;
public class X {
	static long now;
	public static void main(String[] arguments) {
		Meter meter = new Meter(new Clock() { @Override public long getTick() { return now; } });
		meter.mark(1000);
		now = 2000000000L;
		System.out.printf("1000 events, after 2 s: mean %.0f, one minute %.0f", meter.getMeanRate(), meter.getOneMinuteRate());
		now = 6000000000L;
		System.out.printf("; after 6 s: one minute %.0f%n", meter.getOneMinuteRate());
	}
}
END_JAVA
said=$(java -cp 'jars/*' X.java 2>/dev/null)
echo "$said"
[ "$said" = '1000 events, after 2 s: mean 500, one minute 0; after 6 s: one minute 200' ]
