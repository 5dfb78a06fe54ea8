#!/bin/sh
# lubridate 1.9.2 (R): duration("5ms") is 13149001 s, five months and one second; "5m" is five months too and "5M" five minutes. "5us" and
# "100ns" are NA without a warning, "1.5s" is 1.5.
# Guess: 0.005, or NA.
# Seen: "5ms 13149001, 5m 13149000, 5M 300, 5us NA, 1.5s 1.5"
# SPDX-License-Identifier: MIT
set -eu
for package in r-base-core r-cran-lubridate; do
	dpkg -s "$package" >/dev/null 2>&1 || apt-get install -q -y --no-install-recommends "$package" >/dev/null
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/read.R" <<'END'
suppressMessages(library(lubridate))
texts <- c("5ms", "5m", "5M", "5us", "1.5s")
cat(paste(texts, sapply(texts, function(t) as.numeric(duration(t))), collapse = ", "))
END
said=$(TZ=UTC Rscript "$work/read.R" 2>/dev/null)
echo "$said"
[ "$said" = '5ms 13149001, 5m 13149000, 5M 300, 5us NA, 1.5s 1.5' ]
