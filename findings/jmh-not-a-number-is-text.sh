#!/bin/sh
# JMH 1.37, JSON: scoreError and the ends of scoreConfidence are numbers, but with one or two measurements they are texts, "NaN", as JSON has no
# such number. A reader of numbers stops, or takes the text for a name, for whoever runs with -i 1, as most first tries do.
# Guess: null, or the field is left out.
# Seen (OpenJDK 17): "scoreError str NaN, scoreConfidence str NaN, score float"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for jar in org.openjdk.jmh:jmh-core:1.37 org.openjdk.jmh:jmh-generator-annprocess:1.37 net.sf.jopt-simple:jopt-simple:5.0.4 \
	org.apache.commons:commons-math3:3.6.1; do
	mvn -q -B dependency:copy -Dartifact=$jar -DoutputDirectory="$work/jars" >/dev/null
done
mkdir -p src/x classes
cat >src/x/X.java <<'END'
package x;
import org.openjdk.jmh.annotations.Benchmark;
public class X { @Benchmark public double log() { return Math.log(System.nanoTime()); } }
END
javac -cp 'jars/*' -d classes src/x/X.java
java -cp 'classes:jars/*' org.openjdk.jmh.Main -f 1 -wi 0 -i 1 -r 50ms -rf json -rff out.json >screen 2>&1
said=$(python3 -c "
import json
m = json.load(open('out.json'))[0]['primaryMetric']
print('scoreError', type(m['scoreError']).__name__, str(m['scoreError']) + ', scoreConfidence', type(m['scoreConfidence'][0]).__name__,
	str(m['scoreConfidence'][0]) + ', score', type(m['score']).__name__)")
echo "$said"
[ "$said" = 'scoreError str NaN, scoreConfidence str NaN, score float' ]
