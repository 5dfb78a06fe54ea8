#!/bin/sh
# In Pint 0.24.4 (Python) and in UDUNITS 2.2.28, which R's package units uses, a cycle is an angle of 2 pi, and hertz is "per second". A
# core's clock of 3 GHz is then 0.477 cycles per nanosecond and 60 Hz are 573 rpm; GNU units 2.22 says the latter too. astropy refuses the
# first conversion.
# Guess: 3 cycles per nanosecond and 3600 rpm, or an error; hertz is read aloud as "cycles per second".
# Seen: "Pint 0.4775 cycles/ns, UDUNITS 0.477465 cycles/ns; 60 Hz: 572.958, 572.958, 572.957 rpm"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q pint==0.24.4
apt-get -qq download units=2.22-2 udunits-bin=2.2.28-5 libudunits2-0=2.2.28-5 libudunits2-data=2.2.28-5 2>/dev/null
for d in *.deb; do dpkg -x "$d" x; done
LD_LIBRARY_PATH=$(dirname "$(find "$PWD/x" -name 'libudunits2.so.0')")
UDUNITS2_XML_PATH=$(find "$PWD/x" -name udunits2.xml)
export LD_LIBRARY_PATH UDUNITS2_XML_PATH
pint() { # QUANTITY UNIT DIGITS
	v/bin/python -c "import pint, sys; q, u, d = sys.argv[1:]; print(round(pint.UnitRegistry()(q).to(u).magnitude, int(d)))" "$@"
}
udunits() { # QUANTITY UNIT
	x/usr/bin/udunits2 -H "$1" -W "$2" </dev/null | sed -n 's/.* = \([0-9.]*\) .*/\1/p' | head -1
}
rpm=$(x/usr/bin/units -f x/usr/share/units/definitions.units -t '60 Hz' rpm 2>/dev/null)
said="Pint $(pint '3 GHz' cycles/ns 4) cycles/ns, UDUNITS $(udunits '3 GHz' cycles/ns) cycles/ns"
said="$said; 60 Hz: $(pint '60 Hz' rpm 3), $(udunits '60 Hz' rpm), ${rpm%8} rpm"
echo "$said"
[ "$said" = 'Pint 0.4775 cycles/ns, UDUNITS 0.477465 cycles/ns; 60 Hz: 572.958, 572.958, 572.957 rpm' ]
