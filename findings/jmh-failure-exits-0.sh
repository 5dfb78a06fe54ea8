#!/bin/sh
# SPDX-License-Identifier: MIT
# JMH 1.37: a benchmark that throws is missing from every result file, and the program exits with 0 (-foe, to stop at an
# error, is off by default): with one benchmark the JSON is an empty array.  A gate sees neither failure nor result.
# Seen (OpenJDK 17): "exit 0, []"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
for jar in org.openjdk.jmh:jmh-core:1.37 org.openjdk.jmh:jmh-generator-annprocess:1.37 net.sf.jopt-simple:jopt-simple:5.0.4 \
	org.apache.commons:commons-math3:3.6.1; do
	mvn -q -B dependency:copy -Dartifact=$jar -DoutputDirectory="$folder/jars" >/dev/null
done
mkdir -p src/x classes
cat >src/x/X.java <<'END'
package x;
import org.openjdk.jmh.annotations.Benchmark;
public class X { @Benchmark public int broken() { throw new IllegalStateException("broken"); } }
END
javac -cp 'jars/*' -d classes src/x/X.java
status=0
java -cp 'classes:jars/*' org.openjdk.jmh.Main -f 1 -wi 0 -i 1 -r 50ms -rf json -rff out.json >screen 2>&1 || status=$?
grep -q 'IllegalStateException: broken' screen
seen="exit $status, $(tr -d ' \n' <out.json)"
echo "$seen"
[ "$seen" = "exit 0, []" ]
