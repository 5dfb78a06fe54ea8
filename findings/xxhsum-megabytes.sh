#!/bin/sh
# xxhsum 0.8.1 -b: its "MB/s" are mebibytes, 5 % fewer than the megabytes that zstd -b and lz4 -b of the same author print as "MB/s". The line
# itself has the proof: calls a second times the size of the buffer.
# Guess: the same unit in three benchmarks that are compared with each other so often.
# Seen: "xxhsum: a MB is 1048576 bytes"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download xxhash=0.8.1-1 libxxhash0=0.8.1-1 2>/dev/null
for d in *.deb; do dpkg -x "$d" x; done
head -c 102400 /dev/zero >zeros
LD_LIBRARY_PATH=$(echo x/usr/lib/*-linux-gnu) x/usr/bin/xxhsum -b1 -i1 zeros 2>&1 | tr '\r' '\n' |
	sed -n 's/.*: *\([0-9]*\) -> *\([0-9]*\) it\/s ( *\([0-9.]*\) MB\/s).*/\1 \2 \3/p' | tail -1 >line
cat line
awk '{ mb = $1 * $2 / $3; print "xxhsum: a MB is", (mb > 1048000 && mb < 1049200 ? 1048576 : mb), "bytes" }' line | tee said
[ "$(cat said)" = 'xxhsum: a MB is 1048576 bytes' ]
