#!/bin/sh
# Perl's Statistics::Descriptive 3.0800: asking for the median sorts the values that the object keeps. get_data(), in the order of measurement
# before, ascends afterwards, so whether a program sees drift depends on what it printed before.
# Guess: a question changes nothing.
# Seen: "3,1,2; after median: 1,2,3"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for p in libstatistics-descriptive-perl=3.0800-1 liblist-moreutils-perl=0.430-2 liblist-moreutils-xs-perl=0.430-3+b1 libexporter-tiny-perl=1.006000-1; do
	apt-get -qq download $p 2>/dev/null
done
for d in *.deb; do dpkg -x "$d" x; done
PERL5LIB=x/usr/share/perl5:$(echo x/usr/lib/*-linux-gnu/perl5/*)
export PERL5LIB
said=$(perl -MStatistics::Descriptive -e '$s = Statistics::Descriptive::Full->new; $s->add_data(3, 1, 2); $before = join ",", $s->get_data;
	$s->median; print "$before; after median: ", join(",", $s->get_data), "\n"')
echo "$said"
[ "$said" = '3,1,2; after median: 1,2,3' ]
