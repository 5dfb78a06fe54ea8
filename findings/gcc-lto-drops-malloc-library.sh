#!/bin/sh
# gcc 12.2 with binutils 2.40: with -flto, a library that only replaces malloc is not needed by the program that is linked with
# it, if the linker also gets --as-needed, as by default in several distributions. Calls of built-in functions are not among the
# symbols that the linker's plugin names, so that -ltcmalloc seems to be unused. No warning; timings "with tcmalloc" are glibc's.
# Seen: needed without -flto; not needed with it; needed again with -fno-builtin-malloc, or with --no-as-needed before the library
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libtcmalloc-minimal4=2.10-1 2>/dev/null
dpkg -x libtcmalloc-minimal4_*.deb x
ln -s "$(echo x/usr/lib/*-linux-*/libtcmalloc_minimal.so.4)" libtcmalloc_minimal.so
cat >p.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv) { void *volatile p = malloc(24 + argc); free(p); return argv == 0; }
END
linked() { # OPTION...: how often the program needs the library
	gcc -O2 "$@" p.c -o p -Wl,--as-needed $before -L. -ltcmalloc_minimal -Wl,--unresolved-symbols=ignore-in-shared-libs
	readelf -d p | grep -c 'NEEDED.*tcmalloc' || true
}
before=
plain=$(linked) lto=$(linked -flto) named=$(linked -flto -fno-builtin-malloc)
before=-Wl,--no-as-needed
all=$(linked -flto)
echo "without -flto: $plain, with: $lto, -fno-builtin-malloc: $named, --no-as-needed: $all"
[ "$plain $lto $named $all" = '1 0 1 1' ]
