#!/bin/sh
# Micrometer 1.17.2: publishPercentiles() keeps one significant digit unless percentilePrecision() says otherwise, and a percentile is the
# lower end of its bucket. A hundred calls of 1000 us each have a median, and a 99th percentile, of 983 us, beside a mean and a maximum
# of 1000; 1100 us are 1049. A gate of 5 % on such a median sees steps of 6 %.
# Guess: within a percent, as HdrHistogram's usual two or three digits; no percentile below the least value.
# Seen (OpenJDK 17): "1000: p50 983.0, max 1000; 1100: p50 1048.6; 1199: p50 1179.6"
# SPDX-License-Identifier: MIT
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
for jar in io.micrometer:micrometer-core:1.17.2 io.micrometer:micrometer-commons:1.17.2 io.micrometer:micrometer-observation:1.17.2 \
	org.hdrhistogram:HdrHistogram:2.2.2 org.latencyutils:LatencyUtils:2.0.3; do
	mvn -q -B dependency:copy -Dartifact=$jar -DoutputDirectory="$folder/jars" >/dev/null
done
cat >X.java <<'END_JAVA'
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
public class X {
	static HistogramSnapshot of(int us) {
		Timer timer = Timer.builder("t" + us).publishPercentiles(0.5).register(new SimpleMeterRegistry());
		for (int i = 0; i < 100; i++) timer.record(us, TimeUnit.MICROSECONDS);
		return timer.takeSnapshot();
	}
	static double median(int us) { return of(us).percentileValues()[0].value(TimeUnit.MICROSECONDS); }
	public static void main(String[] arguments) {
		System.out.printf(Locale.ROOT, "1000: p50 %.1f, max %.0f; 1100: p50 %.1f; 1199: p50 %.1f%n", median(1000),
			of(1000).max(TimeUnit.MICROSECONDS), median(1100), median(1199));
	}
}
END_JAVA
said=$(java -cp 'jars/*' X.java 2>/dev/null)
echo "$said"
[ "$said" = '1000: p50 983.0, max 1000; 1100: p50 1048.6; 1199: p50 1179.6' ]
