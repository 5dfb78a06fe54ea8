#!/bin/sh
# SPDX-License-Identifier: MIT
# CMake 3.31.6: an executable exports its functions if the project asks for compatibility with CMake 3.3 or older.
#
# With cmake_minimum_required(VERSION 3.0), policy CMP0065 has its old value, and each executable is linked with
# -rdynamic although ENABLE_EXPORTS is not set: libraries and dlsym can find every function of the program.  From
# VERSION 3.4 on the same CMakeLists.txt makes a program that exports none.
# Seen: 'helper' and 'main' among the dynamic symbols with 3.0, neither of them with 3.4.
# A guess would be that the minimum version only says which CMake is needed.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install cmake==3.31.6
cat >"$work/main.c" <<'END'
int helper(int x) { return x * 3; }
int main(int argc, char **argv) { (void)argv; return helper(argc) != 3; }
END
exported() { # exported VERSION: how many functions of the program are dynamic symbols
	mkdir "$work/$1"
	{
		echo "cmake_minimum_required(VERSION $1)"
		echo "project(p C)"
		echo "add_executable(p ../main.c)"
	} >"$work/$1/CMakeLists.txt"
	"$work/venv/bin/cmake" -S "$work/$1" -B "$work/$1/build" >/dev/null 2>&1
	"$work/venv/bin/cmake" --build "$work/$1/build" >/dev/null
	"$work/$1/build/p"
	nm -D --defined-only "$work/$1/build/p" | grep -cE ' T (helper|main)$' || true
}
old=$(exported 3.0)
new=$(exported 3.4)
echo "minimum 3.0: $old functions exported; minimum 3.4: $new"
[ "$old" -eq 2 ] && [ "$new" -eq 0 ]
