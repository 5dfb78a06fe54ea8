#!/bin/sh
# gnuplot 5.4.4 (Debian 12), logarithmic axis, with yerrorbars: an interval from 5 to 20 is a bar, and one from -5 to 20 a bar down to the edge, but of
# one from exactly 0 to 20 only the upper cap is left, which looks like a second, precise point. Intervals of times end at 0 where a program
# cuts what cannot be negative.
# Guess: 0 and -5, neither of which is on the axis, are drawn alike.
# Seen: "from 5: bar; from 0: no bar; from -5: bar"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v gnuplot >/dev/null || apt-get install -q -y --no-install-recommends gnuplot-nox=5.4.4+dfsg1-2+b2 >/dev/null
gnuplot --version
bar() { # LOW: prints whether the picture has a vertical line at the point, with an interval from LOW to 20
	echo "1.1 10 $1 20" >row
	gnuplot -e "set terminal svg; set output 'row.svg'; set logscale y; set yrange [1:100]; set xrange [0:2]" \
		-e "plot 'row' using 1:2:3:4 with yerrorbars notitle" 2>/dev/null
	x=$(sed -n "s/.*#gpPt0. transform='translate(\([0-9.]*\),.*/\1/p" row.svg | head -n 1)
	if grep -q "M$x,[0-9.]* L$x,[0-9.]*" row.svg; then echo bar; else echo 'no bar'; fi
}
said="from 5: $(bar 5); from 0: $(bar 0); from -5: $(bar -5)"
echo "$said"
[ "$said" = 'from 5: bar; from 0: no bar; from -5: bar' ]
