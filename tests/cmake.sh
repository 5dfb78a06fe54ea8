#!/bin/sh
# Does the installed library describe itself, to CMake and pkg-config, where `make install prefix=...`
# put it; with an archive alone as well?  And do CMake and Meson build it within another project?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
tap_all
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
make=${MAKE:-make}
tree=$work/tree

cat >"$work/consumer.c" <<'END'
#include <bench.h>
#include <stdio.h>

static void nothing(uint64_t n, void *arg)
{
	(void)n;
	(void)arg;
}

int main(int argc, char **argv)
{
	const bench_case cases[] = { { .name = "nothing", .body = nothing } };

#ifdef WHOLE
	return bench_main(argc, argv, cases, 1);
#else
	(void)argv;
	(void)cases;
	puts(bench_version());
	return bench_measure(nothing, NULL, NULL, NULL) != BENCH_ERR_ARGUMENT || argc != 1;
#endif
}
END
cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.13)
project(consumer C)
if(SUBDIRECTORY)
  add_subdirectory(${SUBDIRECTORY} libbench)
elseif(FETCHED)
  include(FetchContent)
  FetchContent_Declare(libbench URL ${FETCHED})
  FetchContent_MakeAvailable(libbench)
else()
  find_package(libbench ${WANTED} REQUIRED)
endif()
add_executable(consumer consumer.c)
target_link_libraries(consumer libbench::libbench)
add_executable(whole consumer.c)
target_compile_definitions(whole PRIVATE WHOLE)
target_link_libraries(whole libbench::program)
END

version=$(sh "$top_srcdir/m4/version.sh" "$top_srcdir/include/bench/version.h")
cat >"$work/meson.build" <<END
project('consumer', 'c', default_options: ['warning_level=2', 'werror=true'])
executable('consumer', 'consumer.c', dependencies: dependency('libbench', version: '$version'))
executable('whole', 'consumer.c', c_args: '-DWHOLE', dependencies: dependency('libbench-program'))
END

install() { # another prefix than configure's, without linking again in the build tree
	tap_stage || return 1
	staged=$(find "$top_builddir/tests/stage" -name libbench.pc) && cp -R "${staged%/*/*/*}" "$tree" && rm -r "$tree"/lib*/pkgconfig &&
		"$make" -s -C "$top_builddir" install-descriptions prefix="$tree"
}
by_cmake() { # by_cmake FOLDER [DEFINITION...]
	from=$1
	shift
	rm -rf "$work/build"
	{ CFLAGS="${CFLAGS-} -O0" cmake -S "$work" -B "$work/build" -DCMAKE_PREFIX_PATH="$from" "$@" && cmake --build "$work/build" --parallel 2; } \
		>"$work/log" 2>&1 || { cat "$work/log"; return 1; }
	both "$from"
}
both() { # both FOLDER: what was built runs, with the libraries there
	[ "$("$work/build/consumer")" = "$version" ] &&
		[ "$(LD_LIBRARY_PATH=$1/lib DYLD_LIBRARY_PATH=$1/lib "$work/build/whole" --list)" = nothing ]
}
too_new() {
	! by_cmake "$tree" -DWANTED=99.0 >"$work/out" && grep -q 'compatible' "$work/out"
}
no_such_part() {
	! by_cmake "$tree" "-DWANTED=COMPONENTS;nonsense" >"$work/out" && grep -q 'no component nonsense' "$work/out" &&
		by_cmake "$tree" "-DWANTED=COMPONENTS;program;OPTIONAL_COMPONENTS;nonsense"
}
moved() { by_cmake "$work/moved"; }
by_pkg_config() {
	flags=$(PKG_CONFIG_PATH=$tree/lib/pkgconfig pkg-config --cflags --libs libbench-program) || return 1
	# shellcheck disable=SC2086 # flags are words
	${CC:-cc} ${CFLAGS-} -DWHOLE "$work/consumer.c" -o "$work/plain" $flags &&
		[ "$(LD_LIBRARY_PATH=$tree/lib DYLD_LIBRARY_PATH=$tree/lib "$work/plain" --list)" = nothing ]
}
archive_alone() {
	mv "$work/moved" "$tree" &&
		"$make" -s -C "$top_builddir" install-descriptions prefix="$tree" \
			STATIC_LIBS="$(sed -n 's/^LIBS = //p' "$top_builddir/Makefile")" &&
		find "$tree/lib" \( -name '*.so*' -o -name '*.dylib' \) -exec rm -f {} +
}

try() { # try TOOL NAME COMMAND...
	if command -v "$1" >/dev/null; then shift; tap "$@"
	else tap_skip "$2" "no $1"; fi
}
tap "make install with another prefix" install
try pkg-config "pkg-config names that prefix" by_pkg_config
try cmake "find_package(libbench) gives both targets" by_cmake "$tree"
try cmake "find_package refuses another version" too_new
try cmake "find_package refuses a component that there is not" no_such_part
mv "$tree" "$work/moved"
try cmake "the tree may move" moved
tap "an archive alone" archive_alone
if [ -f "$tree/lib/libbench.a" ]; then
	try pkg-config "plain pkg-config --libs links an archive" by_pkg_config
	try cmake "find_package links an archive" by_cmake "$tree"
else
	tap_skip "plain pkg-config --libs links an archive" "no archive"
	tap_skip "find_package links an archive" "no archive"
fi

# Within another project: the sources alone, as a folder, a file to fetch, or a wrap.
vendored() {
	mkdir -p "$work/subprojects/libbench" && cd "$top_srcdir" &&
		tar cf - CMakeLists.txt meson.build include lib m4/version.sh package/config-guess.h >"$work/libbench.tar" &&
		tar xf "$work/libbench.tar" -C "$work/subprojects/libbench" &&
		find "$work/subprojects" \( -name '*.o' -o -name '*.a' \) -exec rm {} +
}
fetched() { rm -rf "$work/build" && cmake -S "$work" -B "$work/build" -DFETCHED="$work/libbench.tar"; }
by_meson() {
	rm -rf "$work/build"
	printf '[wrap-file]\ndirectory = libbench\n[provide]\ndependency_names = libbench, libbench-program\n' \
		>"$work/subprojects/libbench.wrap"
	{ meson setup -Dlibbench:optimization=0 -Dunity=on -Dc_args=-ffast-math "$work/build" "$work" && meson compile -C "$work/build"; } >"$work/log" 2>&1 ||
		{ cat "$work/log"; return 1; }
	both "$work"
}
tap "the sources alone" vendored
try cmake "CMake builds them as a subdirectory of a project of unity builds and -ffast-math" \
	by_cmake "$work" -DSUBDIRECTORY="$work/subprojects/libbench" -DCMAKE_UNITY_BUILD=ON -DCMAKE_C_FLAGS=-ffast-math
try cmake "and FetchContent gives both targets" fetched # which are built like those
try meson "Meson builds them as a subproject, with -Dunity=on and -ffast-math" by_meson
tap_end
