#!/bin/sh
# Can others build on it: installed, by pkg-config and by CMake, or copied as one file?
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

# one file
amalgam() { "$make" -s -C "$top_builddir" amalgam && cp "$top_builddir"/amalgam/* "$work"; }
alone() { (cd "$work" && "$@" -c libbench.c -o alone.o && "$@" -I. consumer.c alone.o -lm -lpthread -o alone && ./alone); }
tap "make amalgam makes two files" amalgam
tap "libbench.c compiles alone, and a program with it" alone ${CC:-cc} -std=c99 -O1
for compiler in clang tcc; do
	if command -v $compiler >/dev/null; then tap "and with $compiler" alone $compiler
	else tap_skip "and with $compiler" "no $compiler"; fi
done
guessed() { # every fact of configure that the library asks for is guessed for the single file
	for name in $(grep -rhoE --include='*.[ch]' '\bHAVE_[A-Z0-9_]+' "$source"/lib | sort -u); do
		grep -rq "define $name" "$source/lib" || grep -q "$name" "$source/package/config-guess.h" || { echo "$name"; missing=1; }
	done
	[ -z "${missing-}" ]
}
tap "package/config-guess.h guesses each fact" guessed

# installed
install() { "$make" -s -C "$top_builddir" install DESTDIR="$work/stage" >"$work/log" 2>&1 || { cat "$work/log"; return 1; }; }
tap "make install" install
pc=$(find "$work/stage" -name libbench.pc)
tree=${pc%/*/*/*}
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR= LD_LIBRARY_PATH="${pc%/*/*}"
shared=$(find "$work/stage" -name 'libbench.so*' -o -name 'libbench*.dylib' | head -1)
by_pkg_config() {
	# shellcheck disable=SC2086 # --static or nothing
	flags=$(pkg-config ${static-} --define-variable=prefix="$tree" --cflags --libs libbench) || return 1
	# shellcheck disable=SC2086 # flags are words
	${CC:-cc} "$work/consumer.c" -o "$work/installed" $flags && "$work/installed"
}
[ -n "$shared" ] || static=--static
if command -v pkg-config >/dev/null; then tap "a consumer by pkg-config" by_pkg_config
else tap_skip "a consumer by pkg-config" "no pkg-config"; fi

cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.13)
project(consumer C)
find_package(PkgConfig REQUIRED)
pkg_check_modules(LIBBENCH REQUIRED IMPORTED_TARGET libbench)
add_executable(consumer consumer.c)
if(STATIC)
  target_link_libraries(consumer ${LIBBENCH_STATIC_LDFLAGS})
  target_include_directories(consumer PRIVATE ${LIBBENCH_INCLUDE_DIRS})
else()
  target_link_libraries(consumer PkgConfig::LIBBENCH)
endif()
END
by_cmake() {
	sed -i.bak "s|^prefix=.*|prefix=$tree|" "$pc" && (cd "$work" && cmake -B build ${static:+-DSTATIC=1} . && cmake --build build && build/consumer) >"$work/log" 2>&1 || { cat "$work/log"; return 1; }
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
tap_end
