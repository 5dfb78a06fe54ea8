/*
 * Facts about the system, except time.
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
 * A small file shared by several processes: read and replaced as a whole, one writer at a time.
 */

/*
 * Reads a whole file of at most limit bytes into *text, from malloc and ended by NUL
 * (the caller frees it).  A missing file is BENCH_OK with *text NULL.
 *
 * BENCH_ERR_INPUT: it cannot be read, is not a plain file, or is larger (see the detail).
 * BENCH_ERR_MEMORY.  BENCH_ERR_UNSUPPORTED: no files here.
 */
bench_status benchi_file_read(const char *path, size_t limit, char **text, size_t *size);

/* Fails with "cannot VERB 'PATH': reason", the reason from errno; BENCH_ERR_MEMORY for ENOMEM. */
bench_status benchi_file_failed(bench_status status, const char *verb, const char *path);

/* A file being replaced. */
struct benchi_replacement {
	char *path;       /* final name, absolute */
	char *temporary;  /* name of the temporary file; NULL: the file is written in place */
	int file;         /* write here; closed by the caller at the end */
	int copies;       /* nonzero: at the end, the text is copied into the old file */
};

/*
 * Begins to replace a file. The old file stays until benchi_replacement_keep. A device or a pipe
 * is written directly.
 *
 * Finish with benchi_replacement_keep or benchi_replacement_drop.
 *
 * BENCH_ERR_OUTPUT: the file cannot be created, or another process or option is writing it.
 * BENCH_ERR_MEMORY. BENCH_ERR_UNSUPPORTED. Nothing has begun in these cases.
 */
bench_status benchi_replacement_begin(const char *path, struct benchi_replacement *replacement);

/* Renames the new file into place. BENCH_ERR_OUTPUT: writing failed and the new file was
 * removed, or renaming failed and the detail names the file that holds the text. */
bench_status benchi_replacement_keep(struct benchi_replacement *replacement);

/* Removes the new file. */
void benchi_replacement_drop(struct benchi_replacement *replacement);

/*
 * Replaces a file atomically: readers see the old file or the new one, even after a crash.
 *
 * BENCH_ERR_OUTPUT: the old file is unchanged; the detail has the cause. BENCH_ERR_MEMORY.
 * BENCH_ERR_UNSUPPORTED.
 */
bench_status benchi_file_replace(const char *path, const char *text, size_t size);

/* State between lock and unlock. */
struct benchi_file_lock {
	int file;
	int made;       /* the file did not exist */
};

/*
 * Locks a file for writing against other processes, threads and copies of this library; creates an
 * empty file if it is missing. Waits up to timeout_ns.
 *
 * BENCH_ERR_BUSY: another writer kept the lock. BENCH_ERR_OUTPUT: the file cannot be opened or
 * created, is a symbolic link, or is not a plain file. BENCH_ERR_UNSUPPORTED: no locks here.
 * Nothing is locked in these cases.
 */
bench_status benchi_file_lock(const char *path, double timeout_ns, struct benchi_file_lock *lock);

/* Unlocks. Removes the file if the lock created it and it is still empty. */
void benchi_file_unlock(const char *path, const struct benchi_file_lock *lock);

/* Creates up to two missing folders above path, with these permissions less the umask. Failures
 * show when the file is created. */
void benchi_file_folders(const char *path, unsigned mode);

/*
 * Facts about the machine and its state, stored with results.
 */

/* Unknown texts are "", unknown numbers NaN. */
typedef struct benchi_machine {
	char host[128];          /* network name */
	char system[160];        /* "Linux 6.1.0-18-amd64" */
	char architecture[64];   /* "x86_64" */
	char processor[160];     /* "AMD EPYC 7B13" */
	char governor[64];       /* governor of the frequency, such as "performance" */
	char hypervisor[64];     /* "KVM", "virtual machine"; "" on bare metal or if unknown */
	double processors;       /* usable by this process */
	double load;             /* one-minute average */
	double memory_bytes;
	double page_bytes;
	double cache_bytes[4];   /* data caches, level 1 to 4; NaN if absent */
	double turbo;            /* 1: on, 0: off */
} benchi_machine;

/*
 * Fills in everything. Never fails; takes about 1 ms.
 *
 * root: "" for the running system, else a folder with copies of /proc and /sys, of which the first
 * processor counts (tests); facts that only system calls report are then unknown.
 */
void benchi_machine_find(const char *root, benchi_machine *machine);

/* Fills in only host, system and architecture, in microseconds. Unknown members keep their
 * value. */
void benchi_machine_names(benchi_machine *machine);


/*
 * What the system and the processor claim about a core's clock, for comparison with a measurement.
 */

/* MHz; NaN where there is no claim. */
typedef struct benchi_claimed_clock {
	double current; /* from cpufreq, as driver or firmware report */
	double highest; /* from cpufreq, with boost */
	double listed;  /* from /proc/cpuinfo */
	double counter; /* time stamp counter, measured over about 2 ms */
} benchi_claimed_clock;

/* Fills in the claims for a processor (number < 0: the first). root: "" for the running system,
 * else a folder with copies of /proc and /sys (tests), without the counter. */
void benchi_claimed_clock_find(const char *root, int number, benchi_claimed_clock *claimed);

/*
 * Lines and numbers of Linux's files in /proc and /sys.
 *
 * root: "" for the running system, else a folder with copies (tests).
 */

/* Fills in the sizes of the data caches, level 1 to 4, in bytes, from sysconf or sysctl. NaN:
 * unknown. */
void benchi_caches_system(double cache_bytes[4]);

/* Fills in the sizes of the data caches from the files below root. Levels that are not listed keep
 * their value. */
void benchi_caches_files(const char *root, int number, double cache_bytes[4]);

/* Returns a number from sysctl; NaN if there is no such name. */
double benchi_sysctl_number(const char *name);

/* Opens root/path for reading. Returns NULL if the file is missing. */
FILE *benchi_system_open(const char *root, const char *path);

/* Reads the first line of root/path, without its newline; "" if the file is missing. Returns
 * line. */
const char *benchi_system_line(const char *root, const char *path, char *line, size_t capacity);

/* Returns the number on the first line of root/path; NaN if there is none. */
double benchi_system_number(const char *root, const char *path);

/* Calls take with each line, including its newline, until take returns false. Lines longer than
 * 4095 bytes arrive in pieces. A missing file has no lines. */
void benchi_system_lines(const char *root, const char *path,
                         bool (*take)(void *to, const char *line), void *to);

/* Reads up to n blank-separated numbers; returns how many were read. */
size_t benchi_system_numbers(const char *text, double *x, size_t n);

#define BENCHI_PROCESSORS 128    /* kept one by one; further ones only in the sums */

/* Processor time in ticks since boot, over all processors; NaN if unknown. */
typedef struct benchi_processor_times {
	double processors;  /* number of processors; 0 if unknown */
	double user, system, stolen, idle;
	double busy_of[BENCHI_PROCESSORS], idle_of[BENCHI_PROCESSORS];
} benchi_processor_times;

/*
 * The processor that this thread runs on: number and name.
 */

/* Returns the number of this thread's processor, from 0; -1 if unknown. Takes about 20 ns. */
int benchi_processor_now(void);

enum { BENCHI_PROCESSOR_NAME = 160 };  /* bytes that hold any name */

/* Writes the processor's name, truncated to capacity: "AMD EPYC (family 25, model 17, stepping
 * 1)", "implementer 0x41, ..., part 0xd0c, revision 1", or "unknown". Never empty; one line;
 * single spaces. Takes about 0.1 ms. */
void benchi_processor_name(char *name, size_t capacity);

/* Returns a fingerprint of the instructions that processor, hypervisor and system offer this
 * process, which the name does not determine. 0: unknown. */
uint32_t benchi_processor_instructions(void);

/*
 * Allowed processors, and pinning to one of them.
 */

/* Returns the number of allowed processors at the first call; 1 if unknown. */
int benchi_processors_allowed(void);

/* Returns the system number of an allowed processor. place: 0 to benchi_processors_allowed() -
 * 1. */
int benchi_processor_number(int place);

/* Pins the calling thread and its future children to a processor. Returns 0, or -1 if the
 * system cannot or refuses. */
int benchi_processor_pin(int number);

/*
 * Utilisation of processors, disks and network interfaces between two snapshots of the system's
 * counts.
 */

#define BENCHI_DEVICES 32     /* most devices of each kind, in use; further ones are left out */
#define BENCHI_DEVICE_NAME 32

/* Counts of a disk or an interface since boot. */
typedef struct benchi_device {
	char name[BENCHI_DEVICE_NAME];
	double in, out;           /* bytes read or received, written or sent */
	double busy_s;            /* disk: time with requests; interface: NaN */
	double requests;          /* disk: finished requests; interface: NaN */
	double most;              /* interface: bytes per second and direction; NaN if not reported */
	/* disk: its device numbers, and how many bytes per second a control group allows to be read and
	 * written; NaN: no limit */
	double number[2], allowed[2];
	/* interface: bad and dropped packets; disk: failed requests; or NaN */
	double errors;
} benchi_device;

/* Read and write calls to anything (files, pipes, sockets), and their bytes. */
typedef struct benchi_io_calls {
	double reads, writes;
	double in, out;
} benchi_io_calls;

/* Counts since boot. NaN, or no device, where the system reports nothing. */
typedef struct benchi_snapshot {
	double at_s;              /* since boot */
	benchi_processor_times times;
	double own_s;             /* processor time of this process and its waited-for children */
	/* time in which a task waited for a processor, for a device, for memory */
	double waited_s, blocked_s, stalled_s;
	double memory, available;    /* bytes */
	double swapped, killed;      /* pages read and written; programs killed for lack of memory */
	double quota, throttled_s;   /* control group: processors, time stopped by the quota */
	/* calls of this process and its waited-for children, before and after the snapshot, because
	 * taking it reads files */
	benchi_io_calls calls[2];
	benchi_device disk[BENCHI_DEVICES], link[BENCHI_DEVICES];
	size_t disks, links;
} benchi_snapshot;

/* The most used device of its kind. Name "": none was used. */
typedef struct benchi_device_use {
	char name[BENCHI_DEVICE_NAME];
	double busy;              /* share of time (disk) or of its speed (interface); NaN if unknown */
	double in_hz, out_hz;     /* bytes per second */
	double requests_hz, errors_hz;
	double allowed;           /* share of the bytes that a control group allows; NaN: no limit */
} benchi_device_use;

/* What the machine did between two snapshots. Shares are 0 to 1 of all processors. */
typedef struct benchi_utilisation {
	double seconds;
	double processors, user, system, stolen, idle;
	double own;               /* this process and its children, as a share of the same processors */
	/* share of time in which a task waited for a processor, a device, or memory */
	double waiting, blocked, stalled;
	double busiest;           /* busy share of the busiest processor, */
	int busiest_number;       /* and its number */
	double memory, memory_used;  /* bytes; share in use at the end */
	double swapped_hz, killed;   /* bytes per second; programs */
	double quota, throttled;     /* processors; share of time in which the quota was used up */
	benchi_device_use disk, link;
	benchi_io_calls calls;       /* calls of this process and its children, per second */
} benchi_utilisation;

/* Takes the counts now, from root/proc and root/sys. root: "" for the running system; with any
 * other root own_s is NaN. Takes about 0.2 ms. */
void benchi_snapshot_take(const char *root, benchi_snapshot *snapshot);

/* Computes the difference. Everything is unknown below 0.2 s, because counts come in units of
 * 10 ms. */
void benchi_utilisation_between(const benchi_snapshot *from, const benchi_snapshot *to,
                                benchi_utilisation *u);

/* Returns whether the processors, or a disk or interface in use, are known. */
bool benchi_utilisation_known(const benchi_utilisation *u);

/*
 * Activity of the whole machine since boot.
 */

/* Sums over all processors; NaN where the system reports nothing. */
typedef struct benchi_activity {
	double busy_s;      /* processor time used */
	double stolen_s;    /* processor time the hypervisor gave to other machines */
	double own_s;       /* processor time of this process and its finished children */
	double throttled;   /* thermal throttling events */
} benchi_activity;

/* Reads the counts; takes about 0.1 ms. */
void benchi_activity_find(benchi_activity *activity);

/*
 * Time a thread waited for a processor.
 */

/* A zero-filled queue is closed. */
struct benchi_run_queue {
	int file;      /* descriptor + 1; 0: closed */
};

/* Opens the calling thread's count, where the system has one. */
void benchi_run_queue_open(struct benchi_run_queue *queue);

/* Returns how long the thread that opened the queue has been runnable without a processor, in
 * nanoseconds since the thread began. NaN if the system does not report it. Takes about 0.6 us. */
double benchi_run_queue_waited_ns(const struct benchi_run_queue *queue);

void benchi_run_queue_close(struct benchi_run_queue *queue);

/*
 * Hardware counters over a program and its children.
 */

#define BENCHI_COUNTERS 5

/* Descriptors; -1 for events that this processor cannot count. */
typedef struct benchi_counters {
	int fd[BENCHI_COUNTERS];
} benchi_counters;

/* Returns "cycles", "instructions", "branches", "branch_misses" or "cache_misses"; NULL for a
 * larger i. */
const char *benchi_counter_name(size_t i);

/*
 * Opens counters that start with the next program that this thread starts (benchi_process_start).
 * Nothing in this program is counted.
 *
 * BENCH_ERR_UNSUPPORTED: no counters, or the kernel forbids them (see the detail). Nothing needs
 * closing then.
 */
bench_status benchi_counters_open(benchi_counters *counters);

/* Reads BENCHI_COUNTERS counts into value, extrapolated if counters were multiplexed. NaN: not
 * counted. */
void benchi_counters_read(const benchi_counters *counters, double *value);

void benchi_counters_close(benchi_counters *counters);

/* A thread's events: the five counters, then page faults, context switches and migrations. */
#define BENCHI_EVENTS (BENCHI_COUNTERS + 3)

/* Counts this thread's events while work(n, to) runs. value: BENCHI_EVENTS numbers,
 * extrapolated if counters were multiplexed; NaN: not counted. */
void benchi_events_of(void (*work)(uint64_t n, void *to), uint64_t n, void *to, double *value);

/*
 * Eviction of memory from all caches, for cold measurements.
 */

/* Memory that is read to push everything else out of the caches. */
struct benchi_sweep {
	unsigned char *memory;
	size_t bytes;
};

/* Returns nonzero if the processor has an instruction that evicts a cache line. */
int benchi_evict_lines_known(void);

/* Evicts the cache lines of this memory, from this processor's caches and all that share them,
 * and waits for completion. A no-op without such an instruction. */
void benchi_evict_lines(const void *memory, size_t bytes);

/* Allocates memory for a sweep: 1.5 times the largest known cache, at most 512 MB; 64 MB if no
 * cache is known. Returns -1 if out of memory; nothing needs freeing then. */
int benchi_sweep_begin(struct benchi_sweep *sweep);

/* Reads the whole sweep. The caches then hold little else, neither data nor code. */
void benchi_sweep_all(const struct benchi_sweep *sweep);

void benchi_sweep_end(struct benchi_sweep *sweep);

/*
 * Tries a function in a child process.
 */

enum benchi_trial {
	BENCHI_TRIAL_GOOD,          /* returned */
	BENCHI_TRIAL_CRASHED,       /* ended by a signal or by exit */
	BENCHI_TRIAL_HUNG,          /* exceeded the time and was killed */
	BENCHI_TRIAL_UNSUPPORTED    /* no child processes, or fork failed */
};

/* Calls what(arg) in a child process for up to most_ns of processor time; a child that gets no
 * processor is allowed 2 s more. Returns how the call ended. */
enum benchi_trial benchi_trial_run(void (*what)(void *arg), void *arg, double most_ns);

/*
 * Threads, where the system has them.
 */

/* A running thread. */
struct benchi_os_thread {
	void (*run)(void *arg);
	void *arg;
#ifdef HAVE_PTHREAD_H
	pthread_t thread;
#endif
};

/* Calls run(arg) in a new thread. `thread` must live until it is joined. BENCH_ERR_UNSUPPORTED:
 * no threads, or the system refused (see the detail). */
bench_status benchi_os_thread_start(struct benchi_os_thread *thread, void (*run)(void *arg),
                                    void *arg);

/* Waits for the thread to return. */
void benchi_os_thread_join(struct benchi_os_thread *thread);

/*
 * Returns whether a stream is a terminal.
 */

bool benchi_terminal_is(FILE *file);

/* Returns the number of rows, or of columns; 0 if the file is not a terminal or its size is
 * unknown. */
size_t benchi_terminal_size(FILE *file, bool rows);

/*
 * Regular expressions, where the system has them.
 */

/* Returns 1 if the POSIX extended regular expression matches part of text, 0 if it does not, -1
 * if the expression is malformed or the system has no regular expressions. */
int benchi_regex_find(const char *expression, const char *text);

/*
 * A mutex that survives fork. Without POSIX threads it does nothing, and the library supports one
 * thread only.
 *
 * A forked child has a single thread. A lock that another thread held would never be released
 * there, so the first taker in a new process reinitialises the lock. Compilers without __atomic_
 * builtins do so correctly only while the child has one thread.
 */

#ifdef HAVE_PTHREAD_H
#include <pthread.h>

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif

struct benchi_lock {
	pthread_mutex_t mutex;
	int process;    /* process that took it first; 0: none; negative: being reinitialised */
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

/* Tries to lock; returns 0 if another thread holds the lock. */
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
 * Changes the calling thread's signal mask. (POSIX leaves sigprocmask undefined in threaded
 * programs.)
 */

#if defined SIG_BLOCK && !defined _WIN32    /* Windows' pthread.h defines SIG_BLOCK only */
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
