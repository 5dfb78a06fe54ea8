#!/bin/sh
# Micrometer 1.17.2: max() of a timer is of the last two to three minutes, count() and mean() are of its whole life. Three minutes after the
# last call, max is 0 beside a mean of 5 s. A benchmark that prints them at its end prints a maximum below its mean.
# Guess: the largest since the start, as count and total beside it.
# Seen (OpenJDK 17): "count 1, mean 5, max 5; after 3 minutes: count 1, mean 5, max 0"
# SPDX-License-Identifier: MIT
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
for jar in io.micrometer:micrometer-core:1.17.2 io.micrometer:micrometer-commons:1.17.2 io.micrometer:micrometer-observation:1.17.2 \
	org.hdrhistogram:HdrHistogram:2.2.2 org.latencyutils:LatencyUtils:2.0.3; do
	mvn -q -B dependency:copy -Dartifact=$jar -DoutputDirectory="$folder/jars" >/dev/null
done
cat >X.java <<'END_JAVA'
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
public class X {
	static String of(Timer t) {
		return String.format(Locale.ROOT, "count %d, mean %.0f, max %.0f", t.count(), t.mean(TimeUnit.SECONDS), t.max(TimeUnit.SECONDS));
	}
	public static void main(String[] arguments) {
		MockClock clock = new MockClock();
		Timer timer = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock).timer("t");
		timer.record(5, TimeUnit.SECONDS);
		String before = of(timer);
		for (int minute = 0; minute < 3; minute++) { clock.add(Duration.ofMinutes(1)); timer.max(TimeUnit.SECONDS); }
		System.out.println(before + "; after 3 minutes: " + of(timer));
	}
}
END_JAVA
said=$(java -cp 'jars/*' X.java 2>/dev/null)
echo "$said"
[ "$said" = 'count 1, mean 5, max 5; after 3 minutes: count 1, mean 5, max 0' ]
