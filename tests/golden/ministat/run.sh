#!/bin/sh
# run.sh PROGRAM [WORD...]: the transcript of every line of `commands`, in this folder.
# expected.txt was made by: ./run.sh ministat >expected.txt     (Debian's, 20150715)
cd "$(dirname "$0")" || exit 99
program=$*
set -f
while IFS= read -r line; do
	set --
	for word in $line; do
		[ "$word" = EMPTY ] && word=
		set -- "$@" "$word"
	done
	printf '$ ministat %s\n' "$line"
	$program "$@" 2>&1 </dev/null
	echo "[exit $?]"
done <commands
