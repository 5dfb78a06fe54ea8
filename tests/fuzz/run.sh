#!/bin/sh
# run.sh TARGET SECONDS [DIRECTORY]: fuzzes one target (run.sh -l lists them) with clang's libFuzzer and
# its address and undefined-behaviour sanitizers.  New inputs go to DIRECTORY (fuzz-TARGET), crashes stay
# in the current directory.  The readers' blocks are made tiny, so that every token is cut
# somewhere.  Needs config.h: configure first, and run it where config.h is.  `make fuzz` runs all.
# SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
# the targets of a program
names() { sed -n '/^const fuzz_target targets/,/;/p' "$here/$1.c" | grep -o '"[^"]*"' | tr -d '"'; }
if [ "$1" = -l ]; then
	for program in fuzz_read fuzz_words fuzz_tools; do names $program; done
	exit
fi
target=$1 seconds=$2 found=${3-fuzz-$1}
program=
for name in fuzz_read fuzz_words fuzz_tools; do names $name | grep -qx "$target" && program=$name; done
[ -n "$program" ] || { echo "run.sh: no target '$target'" >&2; exit 2; }
mkdir -p "$found"
flags="-std=gnu99 -g -O1 -fno-sanitize-recover=undefined -I. -I$top -I$top/lib -I$top/include
	-DBENCHI_INPUT_BLOCK=16 -DBENCHI_INPUT_LOOK=64"
if ! [ fuzz-library.a -nt config.h ] ||
	[ -n "$(find "$top/lib" "$top/tools" "$top/bench/mhz_replay.c" -newer fuzz-library.a)" ]; then
	# everything that is fuzzed, once for all targets
	rm -rf fuzz-objects fuzz-library.a
	mkdir fuzz-objects
	for file in $(cd "$top" && ls lib/*/*.c tools/*.c tools/*/*.c bench/mhz_replay.c |
		grep -v -e tools/bench.c); do
		echo "$top/$file" -o "fuzz-objects/$(echo "$file" | tr / _).o"
	done | xargs -n 3 -P 2 ${CLANG-clang} $flags -fsanitize=fuzzer-no-link,address,undefined -c
	ar rcs fuzz-library.a fuzz-objects/*.o
	rm -rf fuzz-objects
fi
${CLANG-clang} $flags -fsanitize=fuzzer,address,undefined -DFUZZ_TARGET="\"$target\"" "$here/$program.c" fuzz-library.a \
	-lm -lpthread -o "fuzz-run-$target"
exec "./fuzz-run-$target" -max_total_time="$seconds" -max_len=2048 -timeout=60 -rss_limit_mb=1024 \
	-print_final_stats=1 -dict="$here/dictionary" "$found" "$here/corpus/$target"
