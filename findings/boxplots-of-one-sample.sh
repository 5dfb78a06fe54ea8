#!/bin/sh
# A box plot of 1, 2, 3, 4 has a box from 1.5 to 3.5 in R 4.2.2's boxplot() and in gnuplot 5.4, and one from 1.75 to 3.25 in ggplot2 3.4.1 and
# matplotlib 3.10. The first two draw Tukey's hinges, the others interpolated quartiles. The box of a few runs is a third
# longer in one picture than in the other, and whiskers of 1.5 boxes call other values outliers.
# R's own quantile() and summary() disagree with R's own boxplot().
# Guess: one definition within R at least.
# Seen: "R 1.5 3.5, summary 1.75 3.25, ggplot2 1.75 3.25, matplotlib 1.75 3.25, gnuplot 1.5 3.5"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v Rscript >/dev/null || apt-get install -q -y --no-install-recommends r-base-core=4.2.2.20221110-2 >/dev/null
Rscript --vanilla -e 'library(ggplot2)' >/dev/null 2>&1 ||
	apt-get install -q -y --no-install-recommends r-cran-ggplot2=3.4.1+dfsg-1 >/dev/null
command -v gnuplot >/dev/null || apt-get install -q -y --no-install-recommends gnuplot-nox=5.4.4+dfsg1-2+b2 >/dev/null
python3 -m venv v
v/bin/pip install -q matplotlib==3.10.0
seq 4 >n
r=$(Rscript --vanilla - <<'END' 2>/dev/null
x <- 1:4
box <- ggplot2::layer_data(ggplot2::ggplot(data.frame(x), ggplot2::aes(y = x)) + ggplot2::geom_boxplot())
cat("R", boxplot.stats(x)$stats[c(2, 4)], sep = " ")
cat(", summary", summary(x)[c(2, 5)])
cat(", ggplot2", box$lower, box$upper)
END
)
python=$(v/bin/python -c 'import matplotlib.cbook as c; b = c.boxplot_stats([1, 2, 3, 4])[0]; print(b["q1"], b["q3"])')
gnuplot=$(gnuplot -e 'stats "n" nooutput; print sprintf("%g %g", STATS_lo_quartile, STATS_up_quartile)' 2>&1)
echo "$r, matplotlib $python, gnuplot $gnuplot" | tee said
[ "$(cat said)" = 'R 1.5 3.5, summary 1.75 3.25, ggplot2 1.75 3.25, matplotlib 1.75 3.25, gnuplot 1.5 3.5' ]
