#!/bin/sh
# run.sh PROGRAM [WORD...]: the transcript of every line of `commands`, in this folder.
# expected.txt is what it printed when each answer had been checked by hand.
cd "$(dirname "$0")" || exit 99
program=$*
set -f
while IFS= read -r line; do
	set --
	for word in $line; do
		[ "$word" = EMPTY ] && word=
		set -- "$@" "$word"
	done
	printf '$ bench compare %s\n' "$line"
	$program "$@" 2>&1 </dev/null
	echo "[exit $?]"
done <commands
