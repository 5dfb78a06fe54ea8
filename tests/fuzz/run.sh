#!/bin/sh
# run.sh READER SECONDS [DIRECTORY]: fuzzes one reader (any, plain, ministat, csv, json, go,
# number, wisdom) with clang's libFuzzer and its address and undefined-behaviour sanitizers.  New
# inputs go to DIRECTORY (fuzz-READER), crashes stay in the current directory.  The blocks
# are made tiny, so that every token is cut somewhere.  Needs config.h: configure first, and
# run it where config.h is.
set -eu
reader=$1 seconds=$2 found=${3-fuzz-$1}
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
mkdir -p "$found"
${CLANG-clang} -std=gnu99 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
	-I. -I"$top/include" -I"$top/lib" -DFUZZ_READER="\"$reader\"" -DBENCHI_INPUT_BLOCK=16 \
	-DBENCHI_INPUT_LOOK=64 "$here/fuzz_read.c" "$top"/lib/report/[ijn]*.c \
	"$top"/lib/report/re[ac]*.c "$top"/lib/report/rows.c "$top"/lib/decide/wisdom_l*.c \
	"$top"/lib/base/[bdn]*.c -lm -o "fuzz-read-$reader"
exec "./fuzz-read-$reader" -max_total_time="$seconds" -max_len=2048 -timeout=60 -rss_limit_mb=1024 \
	-print_final_stats=1 -dict="$here/dictionary" "$found" "$here/corpus/$reader"
