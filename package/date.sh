#!/bin/sh
# Of what date is this tree, in seconds since 1970?  SOURCE_DATE_EPOCH if that is set, otherwise the
# latest commit's; in an unpacked release the date of its files.
# SPDX-License-Identifier: MIT
root=$(dirname "$0")/..
if [ -n "${SOURCE_DATE_EPOCH-}" ]; then echo "$SOURCE_DATE_EPOCH"
elif [ -e "$root/.git" ]; then git -C "$root" log -1 --pretty=%ct
else date -r "$root/include/bench/version.h" +%s
fi
