#!/bin/sh
# seq of BusyBox 1.35 (Debian 12, the shell tools of Alpine and of many containers) adds the step again and again in double: seq 0 .1 .3
# prints 0.0, 0.1 and 0.2, since 0.1 + 0.1 + 0.1 is above 0.3. coreutils prints 0.3, too. Of a sweep over loads or rates the last point,
# the one that matters, is missing, for some ends: seq 0 .1 1 has its 1.0.
# Guess: four lines.
# Seen: "BusyBox 0.0 0.1 0.2; coreutils 0.0 0.1 0.2 0.3"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download busybox-static=1:1.35.0-4+deb12u1+b1
dpkg -x busybox-static*.deb x
said="BusyBox $(x/bin/busybox seq 0 .1 .3 | xargs); coreutils $(seq 0 .1 .3 | xargs)"
echo "$said"
[ "$said" = 'BusyBox 0.0 0.1 0.2; coreutils 0.0 0.1 0.2 0.3' ]
[ "$(x/bin/busybox seq 0 .1 1 | tail -n 1)" = 1.0 ]
