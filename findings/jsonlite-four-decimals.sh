#!/bin/sh
# R's jsonlite 1.8.4 (Debian 12): toJSON() writes four digits behind the decimal point, whatever the size of a number: 0.000123456 s, 123
# us, becomes 0.0001. Smaller numbers have exponents, and then four digits of the mantissa: 1.234567e-06 keeps 1.2346e-06. So of two times
# the smaller one keeps five digits, the larger one a single digit. digits = NA writes all.
# Guess: numbers that fromJSON() reads as they were, as write_json and JSON's other writers have.
# Seen: "[0.0001,1.2346e-06,12.3457]"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v Rscript >/dev/null || apt-get install -q -y --no-install-recommends r-base-core=4.2.2.20221110-2 >/dev/null
apt-get -qq download r-cran-jsonlite=1.8.4+dfsg-1
dpkg -x r-cran-jsonlite*.deb x
said=$(R_LIBS=x/usr/lib/R/site-library Rscript --vanilla -e 'cat(jsonlite::toJSON(c(0.000123456, 1.234567e-6, 12.3456789)))')
echo "$said"
[ "$said" = '[0.0001,1.2346e-06,12.3457]' ]
