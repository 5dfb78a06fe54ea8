#!/bin/sh
# Does each of the three libraries (the archives where no shared ones are built) export what its header
# declares and nothing else; are those the names of package/symbols*; and does libbench import nothing that prints,
# exits, starts programs, or installs handlers?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

command -v nm >/dev/null || { echo "1..0 # SKIP no nm"; exit 0; }
if [ -f "$top_builddir/libbench.so" ]; then dynamic=-D kind=so; else dynamic='' kind=a; fi
library() { echo "$top_builddir/$1.$kind"; }
# shellcheck disable=SC2086 # an option or none
names() { nm -g $dynamic "$@" | awk '{ sub(/@.*/, "", $NF); print $NF }' | grep -v '^_' | sort -u; }

lmbench=$top_srcdir/include/lmbench
labelled() { sed -n '/^#/d; s/.*BENCH_LMBENCH_(\([A-Za-z0-9_]*\)).*/bench_lmbench_\1/p' "$lmbench/bench.h"; }
api() { sed -n 's/^BENCH_API.*[ *(]\(bench_[a-z0-9_]*\))*(.*/\1/p' "$@" | sort -u; }
program_header=$top_srcdir/include/bench/program.h

# declared LIBRARY: the names behind BENCH_API, and those of the lmbench drop-in
declared() {
	case $1 in
	libbench-program) api "$program_header" ;;
	libbench-lmbench) labelled | sort -u ;;
	libbench) api $(ls "$top_srcdir"/include/bench/*.h | grep -v '/program\.h$') ;;
	esac
}
exported() { names --defined-only "$(library "$1")" | grep '^bench'; }
internals=$top_srcdir/package/shared-internals

# list LIBRARY: the file that a change of names has to touch
list() { echo "$top_srcdir/package/symbols${1#libbench}"; }
listed() { sed '/^#/d' "$(list "$1")" | sort -u; }

# same_lists FILE FILE: or the lines in which they differ
same_lists() { diff "$1" "$2"; }

exports_what_it_declares() {
	declared "$1" >"$work/declared"
	exported "$1" | grep -v '^benchi_' >"$work/exported"
	same_lists "$work/declared" "$work/exported"
}
as_listed() {
	listed "$1" >"$work/listed"
	exported "$1" | grep -v '^benchi_' >"$work/exported"
	same_lists "$work/listed" "$work/exported"
}
internals_as_listed() {
	sed '/^#/d' "$internals" | sort >"$work/listed"
	exported libbench | grep '^benchi_' >"$work/exported"
	same_lists "$work/listed" "$work/exported"
}
# each internal that is exported is needed by one of the other two
internals_needed() {
	names --undefined-only "$(library libbench-program)" "$(library libbench-lmbench)" | grep '^benchi_' >"$work/needed"
	sed '/^#/d' "$internals" | sort | same_lists - "$work/needed"
}

for each in libbench libbench-program libbench-lmbench; do
	tap "$each exports what its headers declare" exports_what_it_declares $each
	tap "$each exports the names of $(basename "$(list $each)")" as_listed $each
done
if [ $kind = so ]; then
	tap "libbench's shared internals are those of package/shared-internals" internals_as_listed
	tap "every shared internal is used" internals_needed
else
	tap_skip "libbench's shared internals are those of package/shared-internals" "needs --enable-shared"
	tap_skip "every shared internal is used" "needs --enable-shared"
fi

# What libbench never does.  lib/host/trial.c forks where bench_pick isolates candidates;
# fork, and its child's signal, atexit and _exit, come from there alone.
forbidden='exec[lv]|posix_spawn|system$|popen|v?f?printf$|__v?f?printf_chk$|puts$|fputs|putchar|putc$|fwrite|perror|exit$|quick_exit|abort$|signal$|sigaction|atexit'
imported() { nm -g $dynamic --undefined-only "$(library libbench)" | awk '{ sub(/@.*/, "", $NF); print $NF }' | sort -u; }
never() { ! imported | grep -E "^($forbidden)" | grep -vxE "$1"; }
tap "libbench prints nothing, starts no program, installs no handler" never '_exit|atexit|signal'
fork_only_in_trial() {
	! grep -lE '\b(v?fork|_exit|atexit|signal)\(' $(for layer in $(sed '/^#/d; /^\[libbench-program\]/,$d; /^\[/d' \
		"$top_srcdir/lib/LAYERS"); do ls "$top_srcdir/lib/$layer"/*.c; done) | grep -v '/host/trial\.c$'
}
tap "fork, _exit, atexit and signal are the isolation of candidates alone" fork_only_in_trial

abi=$(sed -n 's/^BENCH_ABI = //p' "$top_builddir/Makefile")
soname() { objdump -p "$(library "$1")" | grep SONAME | tee "$work/soname" && grep -q " $1\.so\.$abi\$" "$work/soname"; }
for each in libbench libbench-program libbench-lmbench; do
	if [ $kind = so ] && command -v objdump >/dev/null; then tap "the soname is $each.so.$abi" soname $each
	else tap_skip "the soname of $each" "no objdump, or not configured with --enable-shared"; fi
done

debian() {
	packaged=$top_srcdir/debian/libbench$abi.symbols
	for each in libbench libbench-program libbench-lmbench; do
		grep -q "^$each\.so\.$abi libbench$abi " "$packaged" ||
			{ echo "no $each"; return 1; }
	done
	sed -n 's/^ \([a-zA-Z0-9_]*\)@.*/\1/p' "$packaged" | grep -v '^benchi_' | sort >"$work/packaged"
	for each in libbench libbench-program libbench-lmbench; do listed $each; done | sort | same_lists "$work/packaged" -
}
if [ -d "$top_srcdir/debian" ]; then tap "debian/'s list is the same" debian
else tap_skip "debian/'s list is the same" "no debian folder in a release"; fi

# START binds what STOP calls: where names are bound at their first call, not within the region
one_name() {
	printf '#include <bench.h>\ndouble region(void) { START; return STOP; }\n' >"$work/region.c"
	${CC:-cc} -I"$top_srcdir/include" -c "$work/region.c" -o "$work/region.o" || return 1
	nm -u "$work/region.o" | grep bench | tee "$work/called"
	[ "$(wc -l <"$work/called")" -eq 1 ]
}
tap "START and STOP call one function" one_name

# without asm labels each name of the drop-in is a macro
same_names() {
	labelled | sort >"$work/labels"
	sed -n 's/^#define [^ ]* \(bench_lmbench_[A-Za-z0-9_]*\).*/\1/p' "$lmbench/names.h" | sort |
		same_lists "$work/labels" -
}
tap "labels and macros of the lmbench drop-in are the same" same_names
# What configure found of the usual hardening is in every library.
asked() { sed -n -e "s/^AM_$1 = //p" -e "s/^HARDENING_$1 = //p" "$top_builddir/Makefile" | grep -q -- "$2"; }
calls() { nm -g $dynamic "$(library "$1")" | grep -q " U $2"; }
hardened() {
	for each in libbench libbench-program libbench-lmbench; do
		! asked LDFLAGS z,now || [ $kind = a ] || readelf -d "$(library $each)" | grep -qE 'BIND_NOW|Flags:.*NOW' || return 1
		! asked CFLAGS stack-protector || calls $each __stack_chk_fail || return 1
		! asked CFLAGS FORTIFY || calls $each '__.*_chk' || return 1
	done
}
if command -v readelf >/dev/null && { asked LDFLAGS now || asked CFLAGS stack; }; then tap "libraries are hardened" hardened
else tap_skip "libraries are hardened" "no readelf, or configured without"; fi
tap_end
