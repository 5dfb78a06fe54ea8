#!/bin/sh
# Do the readers keep their promises on every input that a fuzzer once found?
. "$top_srcdir/tests/tap.sh"
for folder in "$top_srcdir"/tests/fuzz/corpus/*/; do
	reader=$(basename "$folder")
	tap "corpus of the reader '$reader'" "$top_builddir/tests/fuzz/fuzz_read" "$reader" "$folder"*
done
tap_end
