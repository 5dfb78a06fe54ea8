#!/bin/sh
# SPDX-License-Identifier: MIT
# Meson 1.6.1: a program of the build folder does not start when it is copied elsewhere, one of CMake does.
#
# Both find the project's own shared library by RUNPATH.  Meson writes it relative to the program ($ORIGIN), CMake as
# an absolute path into the build folder.  A tool that copies or links the program into another folder works with
# every CMake project and fails with "cannot open shared object file" in each Meson project that has a library.
# Seen: the copy of Meson's program ends with status 127, that of CMake's (3.31.6) with 0.
# A guess would be that both behave alike, as both programs start in the build folder from any working folder.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install meson==1.6.1 ninja==1.11.1.4 cmake==3.31.6
PATH=$work/venv/bin:$PATH
mkdir "$work/src" "$work/elsewhere"
cd "$work/src"
echo 'int helper(void) { return 0; }' >helper.c
echo 'int helper(void); int main(void) { return helper(); }' >main.c
cat >meson.build <<'END'
project('p', 'c')
executable('p', 'main.c', link_with : shared_library('helper', 'helper.c'))
END
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.10)
project(p C)
add_library(helper SHARED helper.c)
add_executable(p main.c)
target_link_libraries(p helper)
END
meson setup ../meson >/dev/null
ninja -C ../meson >/dev/null
cmake -S . -B ../cmake >/dev/null
cmake --build ../cmake >/dev/null
status() { "$1" 2>/dev/null && echo 0 || echo $?; }
cd /
for tool in meson cmake; do
	cp "$work/$tool/p" "$work/elsewhere/$tool"
	echo "$tool: in the build folder $(status "$work/$tool/p"), copied $(status "$work/elsewhere/$tool")"
done | tee "$work/seen"
printf 'meson: in the build folder 0, copied 127\ncmake: in the build folder 0, copied 0\n' | cmp - "$work/seen"
