#!/bin/sh
# run.sh FOLDER PROGRAM [WORD...]: the transcript of every line of FOLDER/commands, there.
# ministat/expected.txt: ./run.sh ministat ministat (Debian's, of 2015)
# compare/expected.txt:  ./run.sh compare bench compare, each answer checked by hand
# describe/expected.txt: LC_ALL=C ./run.sh describe bench describe, looked over by hand
# SPDX-License-Identifier: MIT
cd "$(dirname "$0")/$1" || exit 99
folder=$1
shift
set -f
run() { # PROGRAM [WORD...]: with the words of the line
	for word in $line; do
		[ "$word" = EMPTY ] && word=
		set -- "$@" "$word"
	done
	"$@"
}
while IFS= read -r line; do
	printf '$ %s %s\n' "$folder" "$line"
	run "$@" 2>&1 </dev/null
	echo "[exit $?]"
done <commands
