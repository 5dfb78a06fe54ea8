#!/bin/sh
# SPDX-License-Identifier: MIT
# git 2.39.5 (Debian 12): a local clone of a partial clone ends with status 0 and has holes that it cannot fill.
#
# A partial clone (--filter=blob:none) fetches contents when they are needed.  "git clone PARTIAL COPY" takes the objects
# that are there, and neither the filter nor the remote that promised the rest: the copy believes that it is whole.  It
# checks out HEAD, says nothing, and fails later, at any older file: "bad object", and fsck reports a missing blob.  The
# same file is shown in the partial clone itself, which fetches it.  A worktree of the partial clone (git worktree add)
# works, and a clone of it by file:// fails at once.
# Seen: clone 0, show 128, fsck "missing blob"; show in the partial clone 0.
# A guess would be that the copy fetches from the same place, or that the clone fails.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download git=1:2.39.5-0+deb12u3 2>/dev/null
dpkg -x git_*.deb x
PATH=$work/x/usr/bin:$PATH GIT_EXEC_PATH=$work/x/usr/lib/git-core GIT_TEMPLATE_DIR=$work/x/usr/share/git-core/templates
GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export PATH GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_CONFIG_GLOBAL GIT_CONFIG_NOSYSTEM
git --version
git init -q origin
cd origin
git config uploadpack.allowFilter true
for text in one two; do
	echo $text >file
	git add file
	git -c user.name=a -c user.email=a@b commit -qm $text
done
cd ..
git clone -q --filter=blob:none "file://$work/origin" partial
git clone -q partial copy
echo "clone of the partial clone: status $?, file at HEAD: $(cat copy/file)"
status=0
git -C copy show HEAD~1:file || status=$?
echo "an older file there: status $status"
git -C copy fsck 2>&1 | grep 'missing blob'
git -C partial worktree add -q ../tree HEAD~1
echo "in a worktree of the partial clone: $(cat tree/file)"
[ "$(cat copy/file)" = two ] && [ "$status" -eq 128 ] && [ "$(cat tree/file)" = one ]
