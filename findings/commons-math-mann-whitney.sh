#!/bin/sh
# Apache Commons Math 3.6.1: MannWhitneyUTest has the normal approximation for every size, without the corrections for continuity and for
# ties. Two samples of three that do not overlap have p = 0.0495, "significant at 5 %"; the exact value, R's, is 0.1, as no result of
# three and three can be rarer.
# Guess: exact for small samples, as wilcox.test of R and mannwhitneyu of SciPy.
# Seen (OpenJDK 17, R 4.2.2): "3 and 3: 0.0495, exact 0.1000"
# SPDX-License-Identifier: MIT
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
command -v Rscript >/dev/null || apt-get install -q -y --no-install-recommends r-base-core=4.2.2.20221110-2 >/dev/null
mvn -q -B dependency:copy -Dartifact=org.apache.commons:commons-math3:3.6.1 -DoutputDirectory="$folder/jars" >/dev/null
cat >X.java <<'END_JAVA'
import java.util.Locale;
import org.apache.commons.math3.stat.inference.MannWhitneyUTest;
public class X {
	public static void main(String[] arguments) {
		System.out.printf(Locale.ROOT, "%.4f", new MannWhitneyUTest().mannWhitneyUTest(new double[] {1, 2, 3}, new double[] {4, 5, 6}));
	}
}
END_JAVA
said="3 and 3: $(java -cp 'jars/*' X.java 2>/dev/null), exact $(Rscript -e 'cat(sprintf("%.4f", wilcox.test(1:3, 4:6)$p.value))')"
echo "$said"
[ "$said" = '3 and 3: 0.0495, exact 0.1000' ]
