/*
 * What counting instructions needs: a program's functions, its instructions, its single steps, and
 * copies of its code that record what runs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_STEPS_H
#define BENCHI_PROGRAM_STEPS_H

#include "base/base.h"

#if defined HAVE_POSIX_SPAWNP && defined HAVE_WAIT4
#define BENCHI_HAVE_PROCESSES    /* without processes only benchi_process_guard_end exists */
#endif

/*
 * Functions of a program's files, on some systems.
 */

#if defined __linux__ && (defined __x86_64__ || defined __aarch64__)
#define BENCHI_HAVE_ELF
#endif

typedef struct benchi_elf_symbol {
	uint64_t start;       /* address in the file */
	const char *name;     /* points into the file's bytes; NULL: unknown */
	bool code;            /* false: data */
} benchi_elf_symbol;

/* Returns the number of records below an address.  record: n records of `size` bytes, each
 * beginning with its address, sorted by it. */
size_t benchi_elf_count_below(const void *record, size_t n, size_t size, uint64_t address);

/*
 * Instructions of x86-64.
 */

enum { BENCHI_FROM_NOWHERE, BENCHI_FROM_END, BENCHI_FROM_ZERO, BENCHI_FROM_REGISTER };

typedef struct benchi_instruction {
	unsigned char length;     /* bytes; 0: unknown */
	unsigned char at;         /* index of a 4-byte distance in the memory operand; 0: none */
	unsigned char from;       /* what the distance is added to: BENCHI_FROM_... */
	unsigned char memory;     /* bytes of the memory operand; 0: only its address, or unknown */
	unsigned char immediate, width;   /* index and bytes of an immediate operand */
	unsigned char opcode, rex;        /* index of what follows the prefixes; REX prefix, 0: none */
	unsigned char op, reg;    /* opcode within its map; reg field of the operand byte */
	bool one;                 /* in the map of one-byte opcodes */
	bool has_memory;
	bool segment;             /* relative to fs or gs */
	bool words, narrow, repeats;      /* prefix 66; 67; f2 or f3 */
	bool branches;            /* the immediate operand is a distance */
	bool ends;                /* execution never continues with the next instruction */
} benchi_instruction;

/* Decodes and returns the first instruction of n bytes. */
benchi_instruction benchi_decode(const unsigned char *code, size_t n);

/*
 * Single steps with ptrace. The traced process raises SIGURG where counting begins and ends.
 */

#if defined HAVE_SYS_PTRACE_H && defined HAVE_FORK && defined BENCHI_HAVE_PROCESSES \
	&& defined BENCHI_HAVE_ELF
#define BENCHI_HAVE_STEPS
#ifdef __x86_64__
#define BENCHI_HAVE_RECORDER     /* without the recorder all instructions are stepped */
#endif
#endif
#define BENCHI_NO_STEPS "counting needs Linux on x86-64 or AArch64"

typedef enum benchi_trace {
	BENCHI_TRACE_MARK, BENCHI_TRACE_ENDED, BENCHI_TRACE_LIMIT, BENCHI_TRACE_LATE,
	BENCHI_TRACE_STOPPED,
	BENCHI_TRACE_TRAPS    /* raised SIGTRAP, or reached its own breakpoint */
} benchi_trace;
#define BENCHI_COUNT_TRAPS "the body uses SIGTRAP, which counting needs"

/* State of a process after a step. */
typedef struct benchi_registers {
	uint64_t pc;          /* address of the next instruction */
	uint64_t sp, argument[3];
	uint64_t link;        /* return address, or where the stack holds it */
	bool called;          /* the step was a call; only set if stepping->calls */
	int system_call;      /* number of the system call that the step was; -1: none */
	bool restarts;        /* the kernel will repeat that system call */
} benchi_registers;

typedef struct benchi_recorder benchi_recorder;

/* zero-filled, then: */
typedef struct benchi_stepping {
	uint64_t limit, steps;    /* most steps, and steps so far */
	uint64_t single_limit, singles; /* the same for instructions that the recorder cannot run; limit
	                                   0: none */
	double until_ns;          /* deadline on the default clock; 0 or INFINITY: none */
	bool calls;               /* tell which steps are calls */
	/* called after each step; returns false to stop; NULL: not called */
	bool (*each)(void *to, const benchi_registers *registers);
	void *to;
	benchi_recorder *recorder; /* runs code at full speed where possible; NULL: step all
	                              instructions */

	bool refused;             /* `each` returned false, so stepping stopped */
	benchi_registers last;    /* state after the latest step */
} benchi_stepping;

/* Waits for the child's first stop. Returns false if the child ended (*status is waitpid's) or
 * cannot be traced. */
bool benchi_trace_begin(long child, int *status);

/* Runs the child to its next mark or its end. With stepping, also stops at the limit of steps or
 * time, at an interrupt, or when `each` returns false; NULL: the child runs freely. all: forward
 * every signal, not only the child's own. */
benchi_trace benchi_trace_run(long child, bool all, benchi_stepping *stepping);

/* Kills the child and waits. */
void benchi_trace_end(long child);

/* Counts a step and reports it. Returns false if the limit was reached before, or `each` returned
 * false. */
bool benchi_step_done(benchi_stepping *stepping, const benchi_registers *registers);

#ifdef BENCHI_HAVE_RECORDER
enum {
	BENCHI_GET_MASK = 0x420a, BENCHI_SET_MASK = 0x420b,     /* ptrace: blocked signals */
	BENCHI_SHADOW_STATUS = 0x5005   /* arch_prctl. With a shadow stack, the processor refuses to
	                                   return into a copy, because no call came from there. */
};

/* A child that executes the tracer's system calls, to share memory with the tracer. */
typedef struct benchi_guest {
	long child;
	uint64_t pc;                /* where the child is stopped */
	uint64_t offset;            /* end of the mapped part of the file */
	int file, remote;           /* file descriptor in the tracer and in the child */
	uint64_t mask;              /* the child's blocked signals */
} benchi_guest;

/* Opens the tracer's file in a child that is stopped at a signal that it raised. Returns false if
 * that is impossible, or if the child runs 32-bit code or has a shadow stack. */
bool benchi_guest_open(benchi_guest *guest, long child, int file);

/* Maps the next bytes of the file at the same address in tracer and child, within 1 GiB of `near`
 * and with space for a heap between. Returns MAP_FAILED if there is no such address. */
void *benchi_guest_map(benchi_guest *guest, uint64_t near, size_t bytes, int protection);

/* Closes the file in the child, which is then as it was before benchi_guest_open. */
void benchi_guest_close(benchi_guest *guest);

/* Reads which memory of the child has code that cannot change: readable, executable, private.
 * text: working memory of BENCHI_MAPS_TEXT bytes. range: receives the n lowest of at most
 * BENCHI_RANGES_MOST. Returns a hash of these mappings. */
enum { BENCHI_RANGES_MOST = 512, BENCHI_MAPS_TEXT = 1 << 16 };
typedef struct benchi_range {
	uint64_t start, end;
} benchi_range;
uint64_t benchi_code_ranges(long child, char *text, benchi_range *range, size_t *n);
#endif

/*
 * Copies of code that record what runs: as exact as single steps, and thousands of times as fast.
 * The recorder belongs to the tracer and shares memory with one child at a time.
 */

/* Returns a recorder for children that are forked after this call. NULL if the system refuses such
 * memory; all instructions are then stepped. Like all functions of the recorder, exists only if
 * BENCHI_HAVE_RECORDER is defined. */
benchi_recorder *benchi_recorder_new(void);

/* Returns a recorder for a child that runs another program and is stopped at a signal that it
 * raised; NULL as above. The memory stays mapped in the child. */
benchi_recorder *benchi_recorder_attach(long child);

void benchi_recorder_free(benchi_recorder *recorder);    /* NULL: no-op */

/* Call before stepping begins: the child may have changed its code since it was last stepped. */
void benchi_recorder_begin(benchi_recorder *recorder, long child);

/* Makes the child, which is stopped before the instruction at pc, continue with a copy of that
 * instruction and its successors. Returns false if this instruction has to be stepped. */
bool benchi_recorder_enter(benchi_recorder *recorder, uint64_t pc);

/* State of a child that stopped while it ran the recorder's copies of its code. */
typedef enum benchi_recorder_state {
	BENCHI_RECORDED_RUNS,     /* continue it where it is */
	BENCHI_RECORDED_LEFT,     /* step it: it has left the copies */
	BENCHI_RECORDED_SIGNAL    /* step it, and deliver the signal */
} benchi_recorder_state;

/* Call at each stop that a signal of the child itself caused. Reports the recorded steps to
 * `stepping`, and returns how the child has to continue. */
benchi_recorder_state benchi_recorder_stopped(benchi_recorder *recorder, long child,
                                              int signal_number, benchi_stepping *stepping);

/* Call after each single step: the step may have changed code or begun a thread. */
void benchi_recorder_stepped(benchi_recorder *recorder, long child, const benchi_registers *r);

#endif
