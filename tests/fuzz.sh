#!/bin/sh
# Do the readers keep their promises on every input that a fuzzer once found?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
fuzz=$top_builddir/tests/fuzz

# the program that has such a target
program_of() {
	for program in "$fuzz/fuzz_read" "$fuzz/fuzz_words" "$fuzz/fuzz_tools"; do [ -x "$program" ] && "$program" "$1" &&
		{ echo "$program"; return; }; done
}
for target in $(sh "$top_srcdir/tests/fuzz/run.sh" -l); do
	program=$(program_of "$target")
	if [ -n "$program" ]; then tap "corpus of '$target'" "$program" "$target" "$top_srcdir/tests/fuzz/corpus/$target"/*
	elif [ -x "$fuzz/fuzz_tools" ]; then tap "a program has the target '$target'" false
	else tap_skip "corpus of '$target'" "not on this system"; fi
done
strays() {
	for folder in "$top_srcdir"/tests/fuzz/corpus/*/; do sh "$top_srcdir/tests/fuzz/run.sh" -l |
		grep -qx "$(basename "$folder")" || { echo "$folder"; return 1; }; done
}
tap "every corpus has a target" strays
tap_end
