#!/bin/sh
# bash 5.2: $EPOCHREALTIME has the decimal sign of the user's language, "1764323456,123456" in German. awk and bc take the part before the
# comma, or both as two numbers, so that a time measured as a difference is a whole number of seconds; $(( )) fails on it either way.
# date +%s.%N has a point in every language.
# Guess: a point, as in date, since it is made for programs.
# Seen: "bash comma, date point"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v localedef >/dev/null
mkdir l
localedef -i de_DE -f UTF-8 l/de_DE.utf8 2>/dev/null || { apt-get install -q -y --no-install-recommends locales >/dev/null; localedef -i de_DE -f UTF-8 l/de_DE.utf8; }
export LOCPATH="$PWD/l" LC_ALL=de_DE.utf8
sign() { case $1 in *,*) echo comma ;; *.*) echo point ;; *) echo none ;; esac; }
said="bash $(sign "$(bash -c 'echo $EPOCHREALTIME')"), date $(sign "$(date +%s.%N)")"
echo "$said"
[ "$said" = 'bash comma, date point' ]
