#!/bin/sh
# RapidJSON 1.1 (Debian's 1.1.0+dfsg2): Parse() reads doubles fast, not exactly: of 100,000 doubles that its own Writer wrote in shortest
# form, a quarter come back one unit in the last place or more off. kParseFullPrecisionFlag reads all exactly. A saved result, read and
# written again, is another.
# Guess: what Writer writes, Parse reads.
# Seen: "of 100000 doubles 26684 differ, with full precision 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download rapidjson-dev=1.1.0+dfsg2-7.1 2>/dev/null
dpkg -x rapidjson-dev_*.deb x
cat >a.cc <<'END'
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <cstdio>
using namespace rapidjson;
int main()
{
	unsigned long long seed = 1;
	int fast = 0, full = 0;

	for (int i = 0; i < 100000; i++) {
		seed = seed * 6364136223846793005ull + 1442695040888963407ull;
		double v = (seed >> 11) / 9007199254740992.0 * 1e-6;
		StringBuffer text;
		Writer<StringBuffer> writer(text);
		writer.StartArray();
		writer.Double(v);
		writer.EndArray();
		Document a, b;
		a.Parse(text.GetString());
		b.Parse<kParseFullPrecisionFlag>(text.GetString());
		fast += a[0].GetDouble() != v;
		full += b[0].GetDouble() != v;
	}
	printf("of 100000 doubles %d differ, with full precision %d\n", fast, full);
}
END
g++ -w -O1 -Ix/usr/include a.cc -o a
said=$(./a)
echo "$said"
[ "$said" = 'of 100000 doubles 26684 differ, with full precision 0' ]
