#!/bin/sh
# Does any name of ours belong to the C library?  Compiles every file behind all headers of C, POSIX and the
# BSDs that this system has: a static function named like one of their calls, or a macro named like one of
# theirs, is an error here, before another system's headers bring it in.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
tap_all
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

{
	echo '#define _GNU_SOURCE 1'
	echo '#include <config.h>'
	for header in assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp \
		signal stdalign stdarg stdatomic stdbit stdbool stdckdint stddef stdint stdio stdlib stdnoreturn \
		string time uchar wchar wctype arpa/inet cpio dirent dlfcn elf err fcntl fmtmsg fnmatch ftw getopt \
		glob grp iconv ifaddrs langinfo libgen link malloc monetary net/if netdb netinet/in netinet/tcp \
		nl_types paths poll pthread pwd regex sched search semaphore spawn strings sys/auxv sys/cdefs \
		sys/event sys/file sys/ioctl sys/ipc sys/mman sys/param sys/personality sys/prctl sys/ptrace \
		sys/random sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/syscall \
		sys/sysctl sys/time sys/times sys/types sys/uio sys/un sys/utsname sys/wait syslog termios threads \
		unistd utime utmpx wordexp; do
		printf '#if __has_include(<%s.h>)\n#include <%s.h>\n#endif\n' "$header" "$header"
	done
} >"$work/everything.h"

build=$(cd "$top_builddir" && pwd)
compiles() { # FOLDER
	# shellcheck disable=SC2046,SC2086 # options have words, and our files' names no blanks
	(cd "$top_srcdir" && ${CC:-cc} -fsyntax-only -include "$work/everything.h" -I"$build" -Ilib -Iinclude -I. \
		$(find "$1" -name '*.c' ! -path '*/embed/*' ! -path '*/peers/*' | sort)) 2>"$work/err" &&
		! grep -A3 'error:\|redefined' "$work/err" || { cat "$work/err"; return 1; }
}
printf '#if __has_include(<stdio.h>)\n#endif\n' >"$work/probe.c"
# shellcheck disable=SC2086
if ! ${CC:-cc} -fsyntax-only "$work/probe.c" 2>/dev/null; then
	echo "1..0 # SKIP the compiler has no __has_include"
	exit 0
fi
for folder in lib tools bench; do
	tap "no name in $folder belongs to the C library" compiles $folder
done
tap_end
