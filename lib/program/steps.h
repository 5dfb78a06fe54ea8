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
	unsigned char op, reg;    /* opcode within its map; reg field of the operand byte */
	bool one;                 /* in the map of one-byte opcodes */
	bool has_memory;
	bool segment;             /* relative to fs or gs */
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

/*
 * Copies of code that record what runs: as exact as single steps, and thousands of times as fast.
 * The recorder belongs to the tracer and shares memory with children that are forked after it was
 * made. One child at a time.
 */

/* Make and free a recorder. NULL: the system refuses such memory; all instructions are then
 * stepped. Exist only where BENCHI_HAVE_RECORDER is defined, as do all functions of the
 * recorder. */
benchi_recorder *benchi_recorder_new(void);
void benchi_recorder_free(benchi_recorder *recorder);

/* Makes the child, which is stopped before the instruction at pc, continue with a copy of that
 * instruction and its successors. Returns false if this instruction has to be stepped. */
bool benchi_recorder_enter(benchi_recorder *recorder, long child, uint64_t pc);

/* State of a child that stopped while it ran copies. */
typedef enum benchi_recorder_state {
	BENCHI_RECORDED_RUNS,     /* continue it where it is */
	BENCHI_RECORDED_LEFT,     /* step it: it has left the copies */
	BENCHI_RECORDED_SIGNAL    /* step it, and deliver the signal */
} benchi_recorder_state;

/* Call at each stop that a signal of the child itself caused. Reports the recorded steps. */
benchi_recorder_state benchi_recorder_stopped(benchi_recorder *recorder, long child,
                                              int signal_number, benchi_stepping *stepping);

/* Call after each single step: the step may have changed code or begun a thread. */
void benchi_recorder_stepped(benchi_recorder *recorder, long child, const benchi_registers *r);

#endif
