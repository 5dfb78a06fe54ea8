#!/bin/sh
# Can others build on it: installed, by pkg-config and by CMake, or copied as one file?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
make=${MAKE:-make}
source=$(cd "$top_srcdir" && pwd)

cat >"$work/consumer.c" <<'END'
#include <bench.h>
#include <stdio.h>

static void nothing(uint64_t n, void *arg)
{
	(void)n;
	(void)arg;
}

int main(void)
{
	bench_summary result;
	bench_status status = bench_measure(nothing, 0, 0, 0);

	(void)result;
	printf("%s %d\n", bench_version(), (int)status);
	return status != BENCH_ERR_ARGUMENT;
}
END

# installed
ln -s "$(cd "$top_builddir" && pwd)/tests" "$work/tests" # pkg-config does not quote a blank
stage=$work/tests/stage
tap "make install" tap_stage
pc=$(find "$stage" -name libbench.pc)
tree=${pc%/*/*/*}
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR= LD_LIBRARY_PATH="${pc%/*/*}"
by_pkg_config() { # by_pkg_config [WORD]: --static links the archive
	# shellcheck disable=SC2086 # a word or nothing
	flags=$(pkg-config ${1-} --define-variable=prefix="$tree" --cflags --libs libbench) || return 1
	# shellcheck disable=SC2086 # flags are words
	${CC:-cc} ${CFLAGS-} "$work/consumer.c" -o "$work/installed" ${1:+-static} $flags && "$work/installed"
}
if ! command -v pkg-config >/dev/null; then tap_skip "consumers by pkg-config" "no pkg-config"
else
	tap "a consumer by pkg-config" by_pkg_config
	if echo 'int main(void) { return 0; }' >"$work/no.c" &&
		${CC:-cc} ${CFLAGS-} -static "$work/no.c" -o "$work/no" 2>/dev/null; then
		tap "a static consumer by pkg-config" by_pkg_config --static
	else tap_skip "a static consumer by pkg-config" "nothing links statically here"; fi
fi

# a build tree that is not installed: -I of the source, -L of the build
by_hand() {
	${CC:-cc} ${CFLAGS-} -I"$source/include" "$work/consumer.c" -L"$top_builddir" -lbench -lm -lpthread -o "$work/by_hand" &&
		LD_LIBRARY_PATH="$top_builddir" DYLD_LIBRARY_PATH="$top_builddir" "$work/by_hand"
}
tap "a consumer in the build tree, by -I and -L" by_hand

# every name of the interface has a page, and what it leads to is there
man3=$(find "$stage" -type d -name man3)
found() {
	names=$(cat "$source"/include/bench/*.h | sed -n 's/^BENCH_API.*[ *]\(bench_[a-z0-9_]*\)(.*/\1/p' | sort -u)
	[ -n "$names" ] && [ -n "$man3" ] || return 1
	for name in $names; do
		[ -f "$man3/$name.3" ] || { echo "no page $name.3"; return 1; }
	done
	for page in "$man3"/*.3; do
		target=$(sed -n 's/^\.so //p' "$page")
		[ -z "$target" ] || [ -f "$man3/../$target" ] || { echo "$page leads nowhere"; return 1; }
	done
}
tap "every function's page is installed" found
all_headers() {
	(cd "$source/include" && find . -name '*.h' | sort) >"$work/headers"
	(cd "$tree/include" && find . -name '*.h' | sed 's,/libbench/\(lmbench\|cpucycles\)/,/\1/,' | sort) | diff "$work/headers" -
}
tap "every header is installed" all_headers
complete_set() {
	for file in bin/mhz bin/bench share/bash-completion/completions/bench share/bash-completion/completions/mhz \
		share/zsh/site-functions/_bench lib/pkgconfig/libbench-lmbench.pc; do
		[ -n "$(find "$stage" -path "*/$file")$(find "$stage" -path "*/$file.exe")" ] ||
			{ echo "no $file"; return 1; }
	done
}
tap "programs, completions and pc files are installed" complete_set
lmbench() { # in its own folder: the other bench.h lies in $work
	mkdir "$work/old"
	printf '#include "bench.h"\nint main(void)\n{\n\treturn get_n() == 77;\n}\n' >"$work/old/old.c"
	# shellcheck disable=SC2046 # flags are words
	${CC:-cc} ${CFLAGS-} "$work/old/old.c" -o "$work/old/old" \
		$(pkg-config --define-variable=prefix="$tree" --cflags --libs libbench-lmbench) && "$work/old/old"
}
if command -v pkg-config >/dev/null; then tap "a consumer of the lmbench header by pkg-config" lmbench
else tap_skip "a consumer of the lmbench header by pkg-config" "no pkg-config"; fi

# cpucycles.h, in two files of one program, which count from the same moment
cat >"$work/second.c" <<'END'
#include <cpucycles.h>

long long second(void);
long long second(void) { return cpucycles(); }
END
cat >"$work/first.c" <<'END'
#include <cpucycles.h>
#include <string.h>

long long second(void);

int main(void)
{
	long long (*const call)(void) = cpucycles;
	long long a, b, c, hour = 3600 * cpucycles_persecond();

	cpucycles_tracesetup();
	a = call();
	b = second();
	c = cpucycles();
	return !(0 <= a && a <= b && b <= c && c < hour && strcmp(cpucycles_version(), bench_version()) == 0
		&& (strcmp(cpucycles_implementation(), "libbench-cycles") == 0
			|| (strcmp(cpucycles_implementation(), "libbench-nanoseconds") == 0 && hour == 3600 * 1000000000LL)));
}
END
cpucycles() { # cpucycles COMPILER WORD...
	# shellcheck disable=SC2086 # flags are words
	"$@" ${CFLAGS-} -Wall -Wextra -Wshadow -pedantic-errors -Werror -I"$tree/include/libbench/cpucycles" -I"$tree/include" \
		"$work/first.c" "$work/second.c" -x none "$top_builddir/libbench.a" -lm -lpthread -o "$work/counts" &&
		"$work/counts"
}
tap "a consumer of cpucycles.h" cpucycles ${CC:-cc} -std=c99
if command -v g++ >/dev/null && ! tap_foreign g++; then tap "and in C++" cpucycles g++ -std=c++11 -x c++
else tap_skip "and in C++" "no g++"; fi

cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.13)
project(consumer C)
find_package(PkgConfig REQUIRED)
pkg_check_modules(LIBBENCH REQUIRED IMPORTED_TARGET libbench)
add_executable(consumer consumer.c)
target_link_libraries(consumer PkgConfig::LIBBENCH)
END
by_cmake() {
	sed "s|^prefix=.*|prefix=$tree|" "$pc" >"$work/libbench.pc" && (cd "$work" && PKG_CONFIG_PATH=. cmake -B build . &&
		cmake --build build && build/consumer) >"$work/log" 2>&1 || { cat "$work/log"; return 1; }
}
if command -v cmake >/dev/null; then tap "a consumer by CMake's pkg_check_modules" by_cmake
else tap_skip "a consumer by CMake's pkg_check_modules" "no cmake"; fi
# completion
completes() { # completes WORDS...: what bash offers behind them
	PATH="$top_builddir/tools:$top_builddir/bench:$PATH" bash -c '
		. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _bench; printf "%s\n" "${COMPREPLY[@]}"' \
		"$source/package/completions/bench.bash" "$@"
}
verbs() { completes bench '' | grep -qx compare && completes bench '' | grep -qx ministat; }
options() { completes bench compare --mar | grep -qx -e --margin && completes mhz --re | grep -qx -e --replay; }
if command -v bash >/dev/null; then
	tap "bash completes verbs" verbs
	tap "bash completes options" options
else
	tap_skip "bash completes verbs" "no bash"
	tap_skip "bash completes options" "no bash"
fi

tap_rest
# one file
amalgam() { "$make" -s -C "$top_builddir" amalgam && cp "$top_builddir"/amalgam/* "$work"; }
alone() {
	(cd "$work" && "$@" -c libbench.c -o alone.o && "$@" -I. consumer.c alone.o -lm -lpthread -o alone && ./alone)
}
tap "make amalgam makes two files" amalgam
# (gcc takes seconds for a file of this length to compare indentation with braces)
strict='-std=c99 -pedantic-errors -Wall -Wextra -Werror -Wno-misleading-indentation'
# shellcheck disable=SC2086 # options have words
tap "libbench.c compiles alone, and a program with it" alone ${CC:-cc} $strict
cp "$work/alone.o" "$work/own.o"
no_nan() { # -ffast-math removes NaN, and with it what says that a number is missing: hangs, silently
	# shellcheck disable=SC2086
	! (cd "$work" && ${CC:-cc} -fsyntax-only -ffast-math libbench.c) >"$work/said" 2>&1 &&
		grep -q 'error.*compile it with -fno-fast-math' "$work/said"
}
if printf "#if !__FINITE_MATH_ONLY__\n#error\n#endif\nint x;\n" >"$work/fast.c" &&
	${CC:-cc} -ffast-math -c "$work/fast.c" -o "$work/fast.o" 2>/dev/null; then
	tap "libbench.c refuses -ffast-math, and says what to add" no_nan
fi
with() { # with HOW COMPILER...
	how=$1
	shift
	if command -v "$1" >/dev/null; then tap "libbench.c and $*: $how" $how "$@"
	else tap_skip "libbench.c and $*: $how" "no $1"; fi
}
compiles() { (cd "$work" && "$@" -c libbench.c -o other.o); }
# as on another system, with another C library, for other machines: all that is named is declared
foreign() { with compiles "$@" -fsyntax-only -std=c99 -Werror=implicit-function-declaration; }
if tap_all "libbench.c, other compilers and systems"; then
	foreign gcc -U__linux__ -U__unix__ -U__unix
	# shellcheck disable=SC2086
	with alone clang $strict
	with alone tcc
	with compiles arm-linux-gnueabihf-gcc -std=c99
	for compiler in musl-gcc i686-linux-gnu-gcc x86_64-w64-mingw32-gcc; do foreign $compiler; done
fi
in_cxx() { # the header in C++, and the object of C
	cat >"$work/consumer.cc" <<'END'
#include "bench.h"

int main()
{
	uint64_t x = 1;

	BENCH_KEEP(x);
	return bench_version()[0] == '\0';
}
END
	(cd "$work" && "$1" -pedantic-errors -Wall -Wextra -Werror -I. consumer.cc own.o -lm -lpthread -o alone && ./alone)
}
for compiler in g++ clang++; do
	if command -v $compiler >/dev/null; then tap "and from C++ with $compiler" in_cxx $compiler
	else tap_skip "and from C++ with $compiler" "no $compiler"; fi
done

# pasting changes names, never what is said
literals() { grep -v '^#include' | grep -v "'\\\\*\"'" | grep -oE '"([^"\\]|\\.)*"' | sort -u; }
same_texts() {
	find "$source/lib" -name '*.[ch]' ! -path '*/lmbench/*' -exec cat {} + | literals >"$work/texts"
	literals <"$work/libbench.c" >"$work/pasted"
	[ -s "$work/texts" ] && ! comm -23 "$work/texts" "$work/pasted" | grep .
}
tap "every text of the library is in libbench.c as it was" same_texts
names() { grep -oE '\bHAVE_[A-Z0-9_]+' | sort -u; }
guessed() { # every fact of configure that the library asks for is guessed for the single file
	find "$source/lib" -name '*.[ch]' -exec cat {} + >"$work/all"
	names <"$work/all" >"$work/asked"
	{ grep -oE 'define HAVE_[A-Z0-9_]+' "$work/all"; cat "$source/package/config-guess.h"; } | names >"$work/known"
	[ -s "$work/asked" ] && ! comm -23 "$work/asked" "$work/known" | grep .
}
tap "package/config-guess.h guesses each fact" guessed
tap_end
