#!/bin/sh
# Does the shared library export what the headers declare, and nothing else; and is that the list, and
# are those the numbers, that package/symbols has?
. "$top_srcdir/tests/tap.sh"

library=
for file in "$top_builddir"/.libs/libbench.so "$top_builddir"/.libs/libbench.dylib; do
	[ -f "$file" ] && library=$file
done
[ -n "$library" ] && command -v nm >/dev/null || { echo "1..0 # SKIP no shared library or no nm"; exit 0; }

lmbench=$top_srcdir/include/lmbench
labelled() { sed -n '/^#/d; s/.*BENCH_LMBENCH_(\([A-Za-z0-9_]*\)).*/bench_lmbench_\1/p' "$lmbench/bench.h"; }
declared() { # names behind BENCH_API, and those of the lmbench drop-in
	{ sed -n 's/^BENCH_API.*[ *]\(bench_[a-z0-9_]*\)(.*/\1/p' "$top_srcdir"/include/bench/*.h; labelled; } | sort -u
}
exported() { nm -D --defined-only "$library" | awk '{ print $3 }' | sed 's/@.*//' | sort -u; }

same() { [ "$(declared)" = "$(exported)" ] || { declared >sym_a.tmp; exported >sym_b.tmp; diff sym_a.tmp sym_b.tmp; rm -f sym_[ab].tmp; return 1; }; }
only_ours() { ! exported | grep -v '^bench_'; }
tap "every exported name begins with bench_" only_ours
tap "declared and exported names are the same" same

# the list, which a change of names has to touch, and with it the numbers
list=$top_srcdir/package/symbols
listed() { sed '/^#/d; /^version-info/d' "$list"; }
as_listed() { [ "$(listed)" = "$(exported)" ] || { listed >sym_a.tmp; exported >sym_b.tmp; diff sym_a.tmp sym_b.tmp; rm -f sym_[ab].tmp; return 1; }; }
tap "exported names are those of package/symbols" as_listed

numbers=$(sed -n 's/^version-info //p' "$list")
current=${numbers%%:*} age=${numbers##*:}
same_numbers() { grep -q "BENCH_LIBTOOL_VERSION\], \[$numbers\]" "$top_srcdir/configure.ac" && grep -q "^BENCH_LIBTOOL_VERSION = $numbers\$" "$top_builddir/Makefile"; }
tap "configure.ac has the numbers of package/symbols" same_numbers
if [ -z "${library##*.so}" ] && command -v objdump >/dev/null; then
	soname() { objdump -p "$library" | grep -qE "SONAME +libbench\.so\.$((current - age))\$" || { objdump -p "$library" | grep SONAME; return 1; }; }
	tap "the soname is libbench.so.$((current - age))" soname
else tap_skip "the soname" "no objdump, or not ELF"; fi
if [ -d "$top_srcdir/debian" ]; then
	debian() {
		packaged=$top_srcdir/debian/libbench$((current - age)).symbols
		grep -q "^libbench\.so\.$((current - age)) libbench$((current - age)) " "$packaged" || return 1
		sed -n 's/^ \([a-zA-Z0-9_]*\)@.*/\1/p' "$packaged" >sym_a.tmp
		listed | diff sym_a.tmp -
		status=$?
		rm -f sym_a.tmp
		return $status
	}
	tap "debian/'s list is the same" debian
else tap_skip "debian/'s list is the same" "no debian folder in a release"; fi

# without asm labels each of them is a macro
mapped() { sed -n 's/^#define [^ ]* \(bench_lmbench_[A-Za-z0-9_]*\).*/\1/p' "$lmbench/names.h"; }
same_names() { labelled | sort >sym_a.tmp; mapped | sort >sym_b.tmp; diff sym_a.tmp sym_b.tmp; status=$?; rm -f sym_[ab].tmp; return $status; }
tap "labels and macros of the lmbench drop-in are the same" same_names
tap_end
