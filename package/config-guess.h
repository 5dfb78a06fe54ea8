/*
 * What would configure have found?  For those who compile libbench.c alone, guessed from
 * what compilers and systems say of themselves; a wrong guess is mended with
 * -DBENCH_CONFIG='"my-config.h"', which takes this one's place.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#ifdef BENCH_CONFIG
#include BENCH_CONFIG
#else

#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif

#if defined __unix__ || defined __unix || (defined __APPLE__ && defined __MACH__) || defined __HAIKU__
#define HAVE_UNISTD_H 1
#define HAVE_CLOCK_GETTIME 1
#define HAVE_FCNTL 1
#define HAVE_FORK 1
#define HAVE_GETEUID 1
#define HAVE_FSYNC 1
#define HAVE_FLOCK 1
#define HAVE_GETEUID 1
#define HAVE_GETRUSAGE 1
#define HAVE_NANOSLEEP 1
#define HAVE_SCHED_YIELD 1
#define HAVE_POSIX_SPAWNP 1
#define HAVE_PTHREAD_H 1
#define HAVE_REALPATH 1
#define HAVE_SCHED_H 1
#define HAVE_SETRLIMIT 1
#define HAVE_SYSCONF 1
#define HAVE_SYS_IOCTL_H 1
#define HAVE_SYS_UTSNAME_H 1
#define HAVE_UNAME 1
#define HAVE_WAIT4 1
#endif
#ifdef __wasi__ /* one process and no signals: what raises or catches one does nothing */
#ifndef _WASI_EMULATED_SIGNAL
#define _WASI_EMULATED_SIGNAL 1
#endif
#define HAVE_UNISTD_H 1
#define HAVE_CLOCK_GETTIME 1
#define HAVE_FCNTL 1
#define HAVE_FSYNC 1
#define HAVE_NANOSLEEP 1
#define HAVE_REALPATH 1
#define HAVE_SCHED_H 1
#define HAVE_SCHED_YIELD 1
#define HAVE_SYSCONF 1
#define HAVE_SYS_UTSNAME_H 1
#define HAVE_UNAME 1
#endif
#ifdef __APPLE__
#define HAVE_MACH_ABSOLUTE_TIME 1
#endif
#ifdef __linux__
#define HAVE_AT_QUICK_EXIT 1
#define HAVE_CLOCK_GETCPUCLOCKID 1
#define HAVE_GETAUXVAL 1
#define HAVE_GETLOADAVG 1
#define HAVE_PPOLL 1
#define HAVE_SCHED_GETAFFINITY 1
#define HAVE_SCHED_GETCPU 1
#define HAVE_SCHED_SETAFFINITY 1
#define HAVE_SIGTIMEDWAIT 1
#define HAVE_SYS_AUXV_H 1
#define HAVE_SYS_PTRACE_H 1
#define HAVE_SYS_SYSCALL_H 1
#ifdef __has_include /* the kernel's headers are not everywhere */
#if __has_include(<linux/perf_event.h>)
#define HAVE_LINUX_PERF_EVENT_H 1
#endif
#else
#define HAVE_LINUX_PERF_EVENT_H 1
#endif
#endif
#if defined __FreeBSD__ || defined __OpenBSD__ || defined __NetBSD__ || defined __APPLE__
#define HAVE_GETLOADAVG 1
#define HAVE_ISSETUGID 1
#endif
#if defined __FreeBSD__ || defined __NetBSD__ || defined __APPLE__
#define HAVE_SYSCTLBYNAME 1
#endif
#if defined __GNUC__ && (defined __i386__ || defined __x86_64__)
#define HAVE_CPUID_H 1
#endif

#ifndef BENCHI_CFLAGS
#define BENCHI_CFLAGS ""
#endif

#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L && !defined __STDC_NO_THREADS__
#define BENCHI_THREAD_LOCAL _Thread_local
#elif defined __GNUC__
#define BENCHI_THREAD_LOCAL __thread
#elif defined _MSC_VER
#define BENCHI_THREAD_LOCAL __declspec(thread)
#else
#define BENCHI_THREAD_LOCAL
#define BENCHI_NO_THREAD_LOCAL 1
#endif

#if defined __GNUC__ && (defined __i386__ || defined __x86_64__) && defined __SSE2__
#define HAVE_IA32_LFENCE 1
#elif defined __aarch64__ && defined __clang__
#define HAVE_ARM_ISB 1
#endif

#endif

/* Texts are truncated to their capacity on purpose. */
#if defined __GNUC__ && __GNUC__ >= 8 && !defined __clang__
#pragma GCC diagnostic ignored "-Wformat-truncation"
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#endif
