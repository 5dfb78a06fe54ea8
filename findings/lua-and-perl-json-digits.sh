#!/bin/sh
# lua-cjson 2.1.0 writes numbers with 14 significant digits, Perl 5.36's JSON::PP with 15; a double needs 17. A time in nanoseconds since
# 1970 that goes through lua-cjson (the scripts of wrk and of nginx) is up to 50 us off, 0.1 + 0.2 is 0.3 in both, and a third of a
# second read back is another number. Ruby, PHP and Python write the shortest text that is read back as the same number.
# Guess: JSON writers keep what readers can read.
# Seen: lua "[1.7643234561235e+18,0.3]", perl "[0.3,0.333333333333333]"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for p in lua-cjson=2.1.0+dfsg-2.2 lua5.1=5.1.5-9; do apt-get -qq download $p 2>/dev/null; done
for d in *.deb; do dpkg -x "$d" x; done
lua=$(echo 'print(require("cjson").encode({1764323456123456789, 0.1 + 0.2}))' | LUA_CPATH="$(echo x/usr/lib/*-linux-gnu/lua/5.1)/?.so" x/usr/bin/lua5.1 -)
perl=$(perl -MJSON::PP -e 'print encode_json([0.1 + 0.2, 1 / 3])')
echo "lua $lua, perl $perl"
[ "$lua $perl" = '[1.7643234561235e+18,0.3] [0.3,0.333333333333333]' ]
