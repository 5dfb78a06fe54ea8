#!/bin/sh
# Fills in a description of the installed library for pkg-config or CMake.
#     prefix=... exec_prefix=... libdir=... includedir=... version=... libs=... static_libs=... describe.sh FILE.in
# It is run by make, whose prefix may be another than configure's.  Folders within the prefix are
# written relative to it.
# SPDX-License-Identifier: MIT
set -e
within() { # within FOLDER STANDS_FOR_PREFIX
	case $1 in
	"$prefix") echo "$2" ;;
	"$prefix"/*) echo "$2/${1#"$prefix"/}" ;;
	*) echo "$1" ;;
	esac
}
config=$libdir/cmake/libbench
case $config in
"$prefix"/*) up=$(echo "${config#"$prefix"/}" | sed 's|[^/][^/]*|..|g') ;;
*) up=$(echo "$config" | sed 's|^/*||; s|[^/][^/]*|..|g')$prefix ;;
esac
case $1 in
*.cmake.in) include=$(within "$includedir" '${_libbench_prefix}') ;;
*) include= ;;
esac
exec sed -e "s|@prefix@|$prefix|; s|@exec_prefix@|$(within "$exec_prefix" '${prefix}')|" \
	-e "s|@libdir@|$(within "$libdir" '${prefix}')|; s|@includedir@|$(within "$includedir" '${prefix}')|" \
	-e "s|@up@|$up|; s|@include@|$include|; s|@PACKAGE_VERSION@|$version|" \
	-e "s|@LIBS@|$libs|; s|@STATIC_LIBS@|$static_libs|; s/[ 	]*$//" "$1"
