#!/bin/sh
# cJSON 1.7.15: a number is printed with 15 digits if reading them gives nearly the same number, within DBL_EPSILON, and else with 17. Doubles
# lie closer than that, so every sixth number between 0 and 1000 is another after writing and reading; 0.1 + 0.2 becomes 0.3. And
# valueint, the member with the shorter name, is an int: a time of 5,000,000,000 ns reads 2147483647.
# Guess: the check is there so that all numbers survive.
# Seen: "0.3; 16 of 100 numbers changed; 2147483647"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libcjson1=1.7.15-1+deb12u4 libcjson-dev=1.7.15-1+deb12u4 2>/dev/null || apt-get -qq download libcjson1 libcjson-dev 2>/dev/null
for d in *.deb; do dpkg -x "$d" x; done
cat >write.c <<'END'
#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static char *text(double value)
{
	return cJSON_PrintUnformatted(cJSON_CreateNumber(value));
}

int main(void)
{
	uint64_t random = 1;
	int changed = 0;

	for (int i = 0; i < 100000; i++) {
		random = random * 6364136223846793005u + 1442695040888963407u;
		double value = (double)(random >> 11) / 9007199254740992 * 1000;
		changed += strtod(text(value), NULL) != value;
	}
	printf("%s; %d of 100 numbers changed; %d\n", text(0.1 + 0.2), changed / 1000,
	       cJSON_GetObjectItem(cJSON_Parse("{\"ns\":5000000000}"), "ns")->valueint);
	return 0;
}
END
cc write.c -o write -Ix/usr/include "$(find x -name 'libcjson.so.1.*')" -Wl,-rpath,"$(dirname "$(find "$PWD/x" -name libcjson.so.1)")"
said=$(./write)
echo "$said"
[ "$said" = '0.3; 16 of 100 numbers changed; 2147483647' ]
