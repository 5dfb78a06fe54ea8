#!/bin/sh
# JMH 1.37: -rf csv and scsv have the numbers, and the name of a column, of the user's language, -rf json has not. In German
# 54.479292 is "54,479292" in the CSV, in quotes, so that a reader which takes commas for separators of thousands, as in
# "2,295,136" of other tools, reads a million times as much; and "Score Error (99.9%)" is "Score Error (99,9%)".
# Guess: decimal points, as in its JSON and as Double.toString writes them.
# Seen (OpenJDK 17): "Score Error (99,9%)", "54,479292"; in the JSON of the same language 162.58995996725676
# SPDX-License-Identifier: MIT
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
for jar in org.openjdk.jmh:jmh-core:1.37 org.openjdk.jmh:jmh-generator-annprocess:1.37 net.sf.jopt-simple:jopt-simple:5.0.4 \
	org.apache.commons:commons-math3:3.6.1; do
	mvn -q -B dependency:copy -Dartifact=$jar -DoutputDirectory="$folder/jars" >/dev/null
done
mkdir -p src/x classes
cat >src/x/X.java <<'END_JAVA'
package x;
import org.openjdk.jmh.annotations.Benchmark;
public class X { @Benchmark public double log() { return Math.log(System.nanoTime()); } }
END_JAVA
javac -cp 'jars/*' -d classes src/x/X.java
for form in csv json; do
	java -Duser.language=de -Duser.country=DE -cp 'classes:jars/*' org.openjdk.jmh.Main -f 1 -wi 0 -i 2 -r 20ms -bm avgt -tu ns \
		-rf $form -rff out.$form >screen 2>&1
done
cat out.csv
grep '"score"' out.json
grep -q '"Score Error (99,9%)"' out.csv
grep -qE '"x.X.log","avgt",1,2,"[0-9]+,[0-9]{6}"' out.csv
grep -qE '"score" : [0-9]+\.[0-9]+' out.json
