#!/bin/sh
# json-c 0.16: an integer that does not fit into 64 bits becomes 18446744073709551615 when read, without an error, also where it is only
# printed again; 1e400 is printed as it came. NaN is read by default, and a NaN that a program stores is written as NaN, which is no JSON.
# Guess: an error, a double, or the digits as they were.
# Seen: { "a": 18446744073709551615, "b": 1e400, "c": NaN } and NaN
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libjson-c5=0.16-2 libjson-c-dev=0.16-2 2>/dev/null
for d in *.deb; do dpkg -x "$d" x; done
cat >copy.c <<'END'
#include <json.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
	struct json_object *read = json_tokener_parse("{\"a\":99999999999999999999,\"b\":1e400,\"c\":NaN}");

	printf("%s and %s\n", json_object_to_json_string(read), json_object_to_json_string(json_object_new_double(NAN)));
	return 0;
}
END
library=$(find "$PWD/x" -name 'libjson-c.so.5.*')
cc copy.c -o copy -Ix/usr/include/json-c "$library" -Wl,-rpath,"$(dirname "$library")"
said=$(./copy)
echo "$said"
[ "$said" = '{ "a": 18446744073709551615, "b": 1e400, "c": NaN } and NaN' ]
