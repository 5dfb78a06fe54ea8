#!/bin/sh
# fio 3.33: with --output-format=json, notes still go to standard output, before the JSON, so that what a redirection keeps
# is no JSON. --output=FILE has the same content.
# Seen: "note: both iodepth >= 1 and synchronous I/O engine are selected, queue depth will be capped at 1", then "{"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
needs=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances fio |
	sed -n 's/^\([a-z0-9][^ :]*\)$/\1/p' | grep -vE '^(fio|libc6|python.*|perl.*|debconf.*|cdebconf.*|dpkg|tar)$' | sort -u)
apt-get -qq download fio=3.33-3 $needs 2>/dev/null
for f in *.deb; do dpkg -x "$f" x; done
root=$work/x
LD_LIBRARY_PATH=$(find "$root/lib" "$root/usr/lib" -name '*.so.*' ! -name 'libc.so.6' -printf '%h\n' | sort -u | tr '\n' ':')
export LD_LIBRARY_PATH
job="--name=r --rw=randread --size=1m --bs=4k --ioengine=sync --directory=$work --output-format=json"
"$root/usr/bin/fio" $job --iodepth=1 >plain.json
"$root/usr/bin/fio" $job --iodepth=4 >noted.json 2>errors
"$root/usr/bin/fio" $job --iodepth=4 --output=file.json
head -n 2 noted.json
[ "$(head -c 1 plain.json)" = "{" ] && [ ! -s errors ]
case $(head -n 1 noted.json) in note:*) ;; *) exit 1 ;; esac
case $(head -n 1 file.json) in note:*) ;; *) exit 1 ;; esac
