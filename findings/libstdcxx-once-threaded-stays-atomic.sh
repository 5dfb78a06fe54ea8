#!/bin/sh
# glibc 2.36 and libstdc++ 12: the first thread that a process ever starts makes its shared_ptr slower for ever, also after the thread ended and was
# joined. libstdc++ counts references without atomic instructions while __libc_single_threaded is true, and glibc never sets
# this variable back. A benchmark of code with shared_ptr depends on whether anything before it, such as the harness, started a thread.
# Guess: single-threaded again after pthread_join(), or atomic always, as in libc++.
# Seen: "at first 1, with a thread 0, after it was joined 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v g++ >/dev/null || apt-get install -q -y --no-install-recommends g++ >/dev/null
cat >a.cc <<'END_C'
#include <cstdio>
#include <ext/atomicity.h>
#include <thread>
int main()
{
	std::printf("at first %d", (int)__gnu_cxx::__is_single_threaded());
	std::thread t([] {});
	std::printf(", with a thread %d", (int)__gnu_cxx::__is_single_threaded());
	t.join();
	std::printf(", after it was joined %d\n", (int)__gnu_cxx::__is_single_threaded());
}
END_C
g++ -O1 a.cc -o a
./a | tee said
[ "$(cat said)" = 'at first 1, with a thread 0, after it was joined 0' ]
