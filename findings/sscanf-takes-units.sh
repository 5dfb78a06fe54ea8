#!/bin/sh
# "5events", "12eV": a unit that begins with 'e' looks like an exponent. glibc 2.36's sscanf("%lf%s") takes the 'e' away and
# succeeds: 5 and "vents", 12 and "V". musl 1.2.3's fails, as C requires, and so does >> of libstdc++. strtod of all of them
# returns 5 and leaves "events". So of two systems one reads the number, with a wrong unit, and the other stops.
# Guess: sscanf is strtod with a pointer; all of them give 5 and "events".
# Seen: "glibc: 2 5 'vents'; musl: 0 -1 ''; strtod 5 'events'; >> fails"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v musl-gcc >/dev/null || apt-get install -q -y --no-install-recommends musl-tools=1.2.3-1 >/dev/null
cat >a.c <<'END_C'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	const char *text[] = { "5events", "12eV", "7 exits" };
	for (int i = 0; i < 3; i++) {
		char word[20] = "", *rest;
		double x = -1, y = strtod(text[i], &rest);
		int n = sscanf(text[i], "%lf%19s", &x, word);
		printf("%s: sscanf %d %g '%s', strtod %g '%s'\n", text[i], n, x, word, y, rest);
	}
	return 0;
}
END_C
cat >a.cc <<'END_CC'
#include <cstdio>
#include <sstream>
int main()
{
	double x;
	std::istringstream s("5events");
	std::printf(">> %s\n", s >> x ? "reads" : "fails");
}
END_CC
gcc a.c -o glibc && musl-gcc a.c -o musl && g++ a.cc -o stream
{ ./glibc; ./musl; ./stream; } | tee seen
cat >expected <<'END'
5events: sscanf 2 5 'vents', strtod 5 'events'
12eV: sscanf 2 12 'V', strtod 12 'eV'
7 exits: sscanf 2 7 'exits', strtod 7 ' exits'
5events: sscanf 0 -1 '', strtod 5 'events'
12eV: sscanf 0 -1 '', strtod 12 'eV'
7 exits: sscanf 2 7 'exits', strtod 7 ' exits'
>> fails
END
diff expected seen
