#!/bin/sh
# musl (in ziglang 0.17.1): sched_getscheduler and sched_setscheduler always fail with ENOSYS, although Linux has both calls:
# the kernel's are per thread, POSIX's per process. pthread_getschedparam makes the same system call and works. So a program
# that is linked with musl never finds that it runs under SCHED_FIFO by sched_getscheduler(0) == SCHED_FIFO.
# Guess: 0, SCHED_OTHER, as with glibc.
# Seen: "musl -1 Function not implemented, thread 0; glibc 0 Success, thread 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
cat >a.c <<'END_C'
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
	struct sched_param p;
	int policy = -1, s = sched_getscheduler(0), error = errno;
	pthread_getschedparam(pthread_self(), &policy, &p);
	printf("%d %s, thread %d\n", s, strerror(s < 0 ? error : 0), policy);
	return 0;
}
END_C
v/bin/python -m ziglang cc -target x86_64-linux-musl a.c -o musl
gcc a.c -o glibc -lpthread
seen="musl $(./musl); glibc $(./glibc)"
echo "$seen"
[ "$seen" = 'musl -1 Function not implemented, thread 0; glibc 0 Success, thread 0' ]
