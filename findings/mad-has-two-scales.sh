#!/bin/sh
# "mad", the median absolute deviation, of 1, 2, 3, 4, 100 is 1. scipy 1.15.3 (median_abs_deviation) and astropy 7.0 (median_absolute_deviation) say so;
# R 4.2.2 (mad), statsmodels 0.14.4 (robust.mad) and GNU datamash 1.7 (mad) multiply by 1.4826, which estimates a standard deviation. astropy has
# both. A report of "median ± MAD" differs by half.
# Guess: one definition, or a scale in the name, as in datamash's madraw.
# Seen: "scipy 1, astropy 1 and 1.4826, statsmodels 1.4826, datamash 1.4826, R 1.4826"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download datamash=1.7-2 2>/dev/null
dpkg -x datamash*.deb x
command -v Rscript >/dev/null || apt-get install -q -y --no-install-recommends r-base-core=4.2.2.20221110-2 >/dev/null
python3 -m venv v
v/bin/pip install -q scipy==1.15.3 astropy==7.0.0 numpy==2.2.6 statsmodels==0.14.4
v/bin/python - <<'END' >said
import astropy.stats, scipy.stats, statsmodels.robust
x = [1, 2, 3, 4, 100.0]
print(f"scipy {scipy.stats.median_abs_deviation(x):g}, astropy {astropy.stats.median_absolute_deviation(x):g} and "
      f"{astropy.stats.mad_std(x):.5g}, statsmodels {statsmodels.robust.mad(x):.5g}")
END
said="$(cat said), datamash $(printf '%s\n' 1 2 3 4 100 | x/usr/bin/datamash mad 1), R $(Rscript --vanilla -e 'cat(mad(c(1, 2, 3, 4, 100)))')"
echo "$said"
[ "$said" = 'scipy 1, astropy 1 and 1.4826, statsmodels 1.4826, datamash 1.4826, R 1.4826' ]
