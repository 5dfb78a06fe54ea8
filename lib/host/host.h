/*
 * Facts of the system, time apart.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_HOST_H
#define BENCHI_HOST_HOST_H

#include "base/base.h"

#include <signal.h>

#ifdef HAVE_PTHREAD_H
#include <pthread.h>
#endif

/*
 * A small file that several processes share: read and replaced as a whole, one writer at
 * a time.
 */

/*
 * Reads a whole file of at most limit bytes into *text, from malloc and ended by NUL
 * (the caller frees it).  A missing file is BENCH_OK with *text NULL.
 *
 * BENCH_ERR_INPUT: it cannot be read, is not a plain file, or is larger (see the detail).
 * BENCH_ERR_MEMORY.  BENCH_ERR_UNSUPPORTED: no files here.
 */
bench_status benchi_file_read(const char *path, size_t limit, char **text, size_t *size);

/* A file that is there whole or not at all. */
struct benchi_replacement {
	char *path;       /* what it is to be called, from the root */
	char *temporary;  /* what it is called until then; NULL: it is written in place */
	int file;         /* to be written to; the caller closes it in the end */
	int copies;       /* its text is copied into the old file */
};

/*
 * Begins it.  What is there under that name stays until benchi_replacement_keep, but a device
 * or a pipe is written to at once.  Then one of the other two is called.
 *
 * BENCH_ERR_OUTPUT: another process or option is writing it, or it cannot be made;
 * BENCH_ERR_MEMORY; BENCH_ERR_UNSUPPORTED.  Then nothing was begun.
 */
bench_status benchi_replacement_begin(const char *path, struct benchi_replacement *replacement);

/* Gives it its name.  BENCH_ERR_OUTPUT: it could not be written, and is removed; or not be given
 * its name, and the detail says where it is. */
bench_status benchi_replacement_keep(struct benchi_replacement *replacement);

/* Removes it. */
void benchi_replacement_drop(struct benchi_replacement *replacement);

/*
 * Replaces the file atomically: a reader sees the old file or the new one, even after a
 * crash.
 *
 * BENCH_ERR_OUTPUT: the old file is unchanged; the detail is the cause.  BENCH_ERR_MEMORY,
 * BENCH_ERR_UNSUPPORTED.
 */
bench_status benchi_file_replace(const char *path, const char *text, size_t size);

/* What benchi_file_unlock needs. */
struct benchi_file_lock {
	int file;
	int made;       /* the file did not exist */
};

/*
 * Admits one writer at a time, of all processes, threads and copies of this library: locks the
 * file itself, which it creates, empty, if missing.  Waits for timeout_ns at most.
 *
 * BENCH_ERR_BUSY: another writer kept it; BENCH_ERR_OUTPUT: it cannot be opened or created, is a
 * symbolic link or not a plain file; BENCH_ERR_UNSUPPORTED: no locks.  Then nothing is locked.
 */
bench_status benchi_file_lock(const char *path, double timeout_ns, struct benchi_file_lock *lock);

/* Unlocks, and removes the file if the lock created it and it is still empty. */
void benchi_file_unlock(const char *path, const struct benchi_file_lock *lock);

/* Creates missing folders, up to two above path, for their owner only.  Failures show
 * when the file is created. */
void benchi_file_folders(const char *path);

/*
 * Facts about the machine and its state, stored with results.
 */

/* Texts are "" and numbers NaN if unknown. */
typedef struct benchi_machine {
	char host[128];          /* its network name */
	char system[160];        /* "Linux 6.1.0-18-amd64" */
	char architecture[64];   /* "x86_64" */
	char processor[160];     /* "AMD EPYC 7B13" */
	char governor[64];       /* of frequency scaling: "performance" */
	char hypervisor[64];     /* "KVM", "virtual machine"; "" on bare metal or unknown */
	double processors;       /* that this process may use */
	double load;             /* one minute's average */
	double memory_bytes;
	double page_bytes;
	double cache_bytes[4];   /* of data, level 1 to 4; NaN where there is none */
	double turbo;            /* 1: on, 0: off */
} benchi_machine;

/* Fills it in; never fails, takes about a millisecond. */
void benchi_machine_find(benchi_machine *machine);

/* Fills in host, system and architecture alone, in microseconds; unknown ones stay. */
void benchi_machine_names(benchi_machine *machine);

/*
 * Facts about the machine from Linux's files.
 */

/*
 * What the system and the processor claim of a core's clock, to be held against a measurement.
 */

/* In MHz; NaN where nothing is claimed. */
typedef struct benchi_claimed_clock {
	double current; /* cpufreq's, as the driver or the firmware reports it */
	double highest; /* cpufreq's, with boost */
	double listed;  /* /proc/cpuinfo's */
	double counter; /* of the time stamp counter, measured over some 2 ms */
} benchi_claimed_clock;

/* The same of this system, with the counter. */
void benchi_claimed_clock_find(int number, benchi_claimed_clock *claimed);

/*
 * Lines and numbers of Linux's files in /proc and /sys.
 *
 * root: "" for the system's own, else a folder with its files (tests).
 */

/* The caches of data, level 1 to 4, in bytes, from sysconf or sysctl; NaN: unknown. */
void benchi_caches_system(double cache_bytes[4]);

/* The same, as far as files below root name those of a processor. */
void benchi_caches_files(const char *root, int number, double cache_bytes[4]);

/* A number of sysctl; NaN: there is none. */
double benchi_sysctl_number(const char *name);

/* The first line of the file root/path, without its end; "" if there is none.  Returns line. */
const char *benchi_system_line(const char *root, const char *path, char *line, size_t capacity);

/* The number that is that line, or NaN. */
double benchi_system_number(const char *root, const char *path);

/* Calls take with each line, with its end, until it returns false.  Lines of over 4095 bytes come
 * in pieces.  Without the file there are none. */
void benchi_system_lines(const char *root, const char *path,
                         bool (*take)(void *to, const char *line), void *to);

/* Reads up to n numbers with blanks between them and before; returns how many there are. */
size_t benchi_system_numbers(const char *text, double *x, size_t n);

#define BENCHI_PROCESSORS 128    /* whose times are kept; further ones count in the sums alone */

/* Processor time in ticks since the system's start, of all processors; NaN if unknown. */
typedef struct benchi_processor_times {
	double processors;  /* how many there are; 0 if unknown */
	double user, system, stolen, idle;
	double busy_of[BENCHI_PROCESSORS], idle_of[BENCHI_PROCESSORS];
} benchi_processor_times;

/* Reads it from /proc/stat (user, nice, system, idle, iowait, irq, softirq, steal); proc(5) has the
 * fields.  Waiting for a disk counts as idle. */
benchi_processor_times benchi_processor_times_read(const char *root);

/*
 * The processor that this thread runs on: its number and its name.
 */

/* Its number, from 0; -1 if unknown.  Takes some 20 ns. */
int benchi_processor_now(void);

enum { BENCHI_PROCESSOR_NAME = 160 };  /* bytes that hold any name */

/* The processor's name, truncated to fit: "AMD EPYC (family 25, model 17,
 * stepping 1)", "implementer 0x41, ..., part 0xd0c, revision 1", "unknown".
 * Not empty, one line, words separated by one space.  Takes some 0.1 ms. */
void benchi_processor_name(char *name, size_t capacity);

/* One number for the instructions that processor, hypervisor and system offer to this process,
 * which the name does not tell; 0: unknown. */
uint32_t benchi_processor_instructions(void);

/*
 * The processors that this process may use, and pinning to one of them.
 */

/* The number of allowed processors at the first call; 1 if the system does not report it. */
int benchi_processors_allowed(void);

/* The system's number of an allowed processor; place: from 0 to their number - 1. */
int benchi_processor_number(int place);

/* Pins the calling thread and its future children to a processor.  0 on
 * success; -1 if the system cannot or refuses. */
int benchi_processor_pin(int number);

/*
 * The utilisation of the machine's processors, disks and network interfaces over a stretch of
 * time: the difference of two snapshots of the system's counts.
 */

#define BENCHI_DEVICES 32     /* of a kind that were used; further ones are left out */
#define BENCHI_DEVICE_NAME 32

/* A disk's or an interface's counts since the system's start. */
typedef struct benchi_device {
	char name[BENCHI_DEVICE_NAME];
	double in, out;           /* bytes read or received, written or sent */
	double busy_s;            /* a disk: time with requests; an interface: NaN */
	double requests;          /* of a disk, finished; an interface: NaN */
	double most;              /* an interface: bytes a second each way; NaN: not stated */
	double errors;            /* an interface: bad and dropped packets; a disk: failed requests;
	                             or NaN */
} benchi_device;

/* Calls that read and write, of whatever (files, pipes, sockets), and their bytes. */
typedef struct benchi_io_calls {
	double reads, writes;
	double in, out;
} benchi_io_calls;

/* Counts since the system's start.  What the system does not state is NaN, or no device. */
typedef struct benchi_snapshot {
	double at_s;              /* since the system's start */
	benchi_processor_times times;
	double own_s;             /* processor time of this process and of children waited for */
	double waited_s, blocked_s, stalled_s;  /* time in which a task waited for a processor, for a
	                                           device, for memory */
	double memory, available;    /* bytes */
	double swapped, killed;      /* pages read and written; programs killed for want of memory */
	double quota, throttled_s;   /* of the control group: processors, time stopped for it */
	benchi_io_calls calls[2];    /* of this process and of children waited for: before the
	                                snapshot, and after it, since it reads files itself */
	benchi_device disk[BENCHI_DEVICES], link[BENCHI_DEVICES];
	size_t disks, links;
} benchi_snapshot;

/* The device of its kind that was used most.  Name "": none was. */
typedef struct benchi_device_use {
	char name[BENCHI_DEVICE_NAME];
	double busy;              /* share of the time (disk), of its speed (interface), or NaN */
	double in_hz, out_hz;     /* bytes a second */
	double requests_hz, errors_hz;
} benchi_device_use;

/* What the machine did between two snapshots; shares are 0 to 1 of all processors. */
typedef struct benchi_utilisation {
	double seconds;
	double processors, user, system, stolen, idle;
	double own;               /* this process and its children, of the same processors */
	double waiting, blocked, stalled;  /* share of the time in which a task waited for a
	                                      processor, for a device, for memory */
	double busiest;           /* share of its time that the busiest processor was not idle, */
	int busiest_number;       /* and which one */
	double memory, memory_used;  /* bytes, and the share that is not available, at the end */
	double swapped_hz, killed;   /* bytes a second; programs */
	double quota, throttled;     /* processors; share of the time that they were used up */
	benchi_device_use disk, link;
	benchi_io_calls calls;       /* of this process and its children, a second */
} benchi_utilisation;

/* The counts now, from root/proc and root/sys.  root: "" for the system's own, else own_s is
 * NaN.  Takes some
 * 0.2 ms. */
void benchi_snapshot_take(const char *root, benchi_snapshot *snapshot);

/* Between two snapshots.  Under 0.2 s everything is unknown, because the counts' unit is 10 ms. */
void benchi_utilisation_between(const benchi_snapshot *from, const benchi_snapshot *to,
                                benchi_utilisation *u);

/* Is anything known? */
bool benchi_utilisation_known(const benchi_utilisation *u);

/*
 * The activity of the whole machine since its start.
 */

/* Sums over all processors; NaN if the system does not report it. */
typedef struct benchi_activity {
	double busy_s;      /* used processor time */
	double stolen_s;    /* given to other machines by the hypervisor */
	double throttled;   /* number of thermal throttlings */
} benchi_activity;

/* Reads them: about 0.1 ms. */
void benchi_activity_find(benchi_activity *activity);

/*
 * The time that a thread has waited for a processor.
 */

/* Zero-filled is not open. */
struct benchi_run_queue {
	int file;      /* its descriptor plus one; 0: none */
};

/* Opens the calling thread's own count, where the system has one. */
void benchi_run_queue_open(struct benchi_run_queue *queue);

/* The time that the thread which opened it was runnable without a processor, in nanoseconds
 * since it began; NaN where the system does not state it.  Takes some 0.6 us. */
double benchi_run_queue_waited_ns(const struct benchi_run_queue *queue);

void benchi_run_queue_close(struct benchi_run_queue *queue);

/*
 * The processor's hardware counters, over a program and its children.
 */

#define BENCHI_COUNTERS 5

/* Descriptors; -1 for events that this processor does not count. */
typedef struct benchi_counters {
	int fd[BENCHI_COUNTERS];
} benchi_counters;

/* "cycles", "instructions", "branches", "branch_misses", "cache_misses". */
const char *benchi_counter_name(size_t i);

/*
 * Makes counters that start when the next program started from this thread begins
 * (benchi_process_start); nothing of this program is counted.
 *
 * BENCH_ERR_UNSUPPORTED: no counters, or the kernel forbids them (see the detail); then there
 * is nothing to close.
 */
bench_status benchi_counters_open(benchi_counters *counters);

/* Reads the counts, scaled up if counters were multiplexed; NaN without a counter.
 * value: BENCHI_COUNTERS numbers. */
void benchi_counters_read(const benchi_counters *counters, double *value);

void benchi_counters_close(benchi_counters *counters);

/* A thread's events: the five above, then page faults, context switches and migrations. */
#define BENCHI_EVENTS (BENCHI_COUNTERS + 3)

/* Counts this thread's events while work(n, to) runs.  value: BENCHI_EVENTS numbers; NaN if
 * the system does not count them, scaled up if counters were multiplexed. */
void benchi_events_of(void (*work)(uint64_t n, void *to), uint64_t n, void *to, double *value);

/*
 * Memory out of all caches, for what is timed cold.
 */

/* Memory that is read from one end to the other to push everything else out. */
struct benchi_sweep {
	unsigned char *memory;
	size_t bytes;
};

/* Is there an instruction that evicts a line of the caches? */
int benchi_evict_lines_known(void);

/* Evicts the lines that the memory touches, in this processor's caches and all others that share
 * it; waits until that is done.  Without such an instruction it does nothing. */
void benchi_evict_lines(const void *memory, size_t bytes);

/* Takes memory for a sweep: one and a half times the largest cache that the system names, 64 MB
 * if it names none, 512 MB at most.  -1: out of memory, and nothing is to be freed. */
int benchi_sweep_begin(struct benchi_sweep *sweep);

/* Reads all of it: the caches hold little else then, neither data nor code. */
void benchi_sweep_all(const struct benchi_sweep *sweep);

void benchi_sweep_end(struct benchi_sweep *sweep);

/*
 * Trial of a function in a child process.
 */

enum benchi_trial {
	BENCHI_TRIAL_GOOD,          /* it returned */
	BENCHI_TRIAL_CRASHED,       /* a signal or an exit ended it */
	BENCHI_TRIAL_HUNG,          /* it exceeded the time and was killed */
	BENCHI_TRIAL_UNSUPPORTED    /* no child processes, or fork failed */
};

/* Calls what(arg) in a child process, for most_ns at most; while the child has not had so much
 * processor time, for 2 s more. */
enum benchi_trial benchi_trial_run(void (*what)(void *arg), void *arg, double most_ns);

/*
 * Threads, where the system has them.
 */

/* A started thread. */
struct benchi_os_thread {
	void (*run)(void *arg);
	void *arg;
#ifdef HAVE_PTHREAD_H
	pthread_t thread;
#endif
};

/* Calls run(arg) in a new thread.  thread must exist until it is joined.
 * BENCH_ERR_UNSUPPORTED: no threads, or the system refused (see the detail). */
bench_status benchi_os_thread_start(struct benchi_os_thread *thread, void (*run)(void *arg),
                                    void *arg);

/* Waits until it has returned. */
void benchi_os_thread_join(struct benchi_os_thread *thread);

/*
 * Is a file a terminal, and how large is it?
 */

bool benchi_terminal_is(FILE *file);

/* Its columns and rows; 0 if it is not a terminal or its size is unknown. */
size_t benchi_terminal_columns(FILE *file);
size_t benchi_terminal_rows(FILE *file);

/*
 * Matches names by a regular expression, where the system supports it.
 */

/* 1: a part of text matches the POSIX extended regular expression; 0: none does; -1: that is no
 * regular expression, or the system has none. */
int benchi_regex_find(const char *expression, const char *text);

/*
 * One thread at a time.  Where there are no POSIX threads there is no lock either,
 * and the library is for one thread.
 *
 * A child of fork has one thread only, and a lock that another thread held is never given back
 * there; so the first to take it in another process than before makes it anew.  Compilers without
 * __atomic_ functions have that right only while the child has one thread.
 */

#ifdef HAVE_PTHREAD_H
#include <pthread.h>

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif

struct benchi_lock {
	pthread_mutex_t mutex;
	int process;    /* in which it was taken first; 0: in none; negative: that makes it anew */
};
#define BENCHI_LOCK_INIT { PTHREAD_MUTEX_INITIALIZER, 0 }

#if defined HAVE_FORK && defined __ATOMIC_SEQ_CST
#define BENCHI_LOCK_PROCESS(lock) __atomic_load_n(&(lock)->process, __ATOMIC_SEQ_CST)
#define BENCHI_LOCK_PROCESS_SET(lock, to) __atomic_store_n(&(lock)->process, to, __ATOMIC_SEQ_CST)
#define BENCHI_LOCK_PROCESS_SWAP(lock, was, to) __atomic_compare_exchange_n(&(lock)->process, \
	was, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#else
#define BENCHI_LOCK_PROCESS(lock) ((lock)->process)
#define BENCHI_LOCK_PROCESS_SET(lock, to) ((lock)->process = (to))
#define BENCHI_LOCK_PROCESS_SWAP(lock, was, to) ((void)*(was), (lock)->process = (to), 1)
#endif

static inline void benchi_lock_take(struct benchi_lock *lock)
{
#ifdef HAVE_FORK
	static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
	int here = (int)getpid(), process = BENCHI_LOCK_PROCESS(lock);

	while (process != here) {
		if (process != -here && BENCHI_LOCK_PROCESS_SWAP(lock, &process, -here)) {
			lock->mutex = fresh;
			BENCHI_LOCK_PROCESS_SET(lock, here);
		}
		process = BENCHI_LOCK_PROCESS(lock);
	}
#endif
	pthread_mutex_lock(&lock->mutex);
}

/* Takes it unless another thread has it; 0: it has. */
static inline int benchi_lock_try(struct benchi_lock *lock)
{
	return pthread_mutex_trylock(&lock->mutex) == 0;
}

static inline void benchi_lock_give(struct benchi_lock *lock)
{
	pthread_mutex_unlock(&lock->mutex);
}

#else

struct benchi_lock { int unused; };
#define BENCHI_LOCK_INIT { 0 }

static inline void benchi_lock_take(struct benchi_lock *lock)
{
	(void)lock;
}

static inline int benchi_lock_try(struct benchi_lock *lock)
{
	(void)lock;
	return 1;
}

static inline void benchi_lock_give(struct benchi_lock *lock)
{
	(void)lock;
}

#endif

/*
 * Which signals wait, in this thread: sigprocmask is not defined where there are several.
 */

#if defined SIG_BLOCK && !defined _WIN32    /* whose pthread.h has SIG_BLOCK alone */
static inline void benchi_signal_mask(int how, const sigset_t *set, sigset_t *before)
{
#ifdef HAVE_PTHREAD_H
	(void)pthread_sigmask(how, set, before);
#else
	(void)sigprocmask(how, set, before);
#endif
}
#endif

#endif
