#!/bin/sh
# git 2.39: "git bisect run" takes every status from 1 to 127 for "bad", except 125. A benchmark that exits 2 because it does not know an option, or 3
# because it could not decide, condemns the commit, and the search ends at the wrong one without a doubt in its words.
# Guess: bad is 1, as for test and cmp, and an unknown status stops the search, as 128 and above do.
# Seen (commit 4 of 7 says 3, 6 and 7 say 1): "commit 4"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
git --version
git -c init.defaultBranch=main init -q r
cd r
for k in 1 2 3 4 5 6 7; do
	echo "$k" >n
	git add n
	git commit -q -m "commit $k"
done
# Commit 4 cannot be decided, and 6 is the first that is slower.
cat >../step.sh <<'END'
n=$(cat n)
[ "$n" = 4 ] && exit 3
[ "$n" -ge 6 ] && exit 1
exit 0
END
git bisect start HEAD HEAD~6 >/dev/null
git bisect run sh ../step.sh >../said 2>&1
found=$(git show -s --format=%s "$(sed -n 's/ is the first bad commit//p' ../said)")
echo "$found"
[ "$found" = 'commit 4' ]
