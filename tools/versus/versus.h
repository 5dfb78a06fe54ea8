/*
 * `bench versus`: two builds of a benchmark program, run in turn as fresh processes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_VERSUS_H
#define TOOLS_VERSUS_H

#include "tools/tools.h"

#define VERSUS "versus"

enum { OLD, NEW, SIDES };
enum { BUILDS_MOST = 100 };

typedef enum versus_format { VERSUS_TEXT, VERSUS_JSON, VERSUS_CSV, VERSUS_MARKDOWN, VERSUS_JUNIT,
	VERSUS_TAP, VERSUS_GITHUB } versus_format;

/* What one process found of a case: the median of its windows. */
typedef struct one_run {
	size_t build;
	double ns, cycles;    /* NaN where there are none */
	bool disturbed;       /* by a noisy neighbour */
	struct benchi_mean mean;   /* total time over the median, with its interval; mean 0: unknown */
	double iterations;    /* of that total */
} one_run;

/* Code of a case that differs: places that a process of each side would execute.  entry: where the
 * program begins. */
typedef struct versus_watch {
	uint64_t *address[SIDES], entry[SIDES];
	size_t n;             /* 0: what differs is not only code */
} versus_watch;

/* One case; the i-th runs of both sides are a pair. */
typedef struct versus_case {
	char *name;
	one_run *run[SIDES];
	size_t n[SIDES], capacity[SIDES];
	size_t rare;          /* processes, of both, whose rare work made the mean another one */
	double instructions[SIDES], allocations[SIDES];   /* of an iteration; NaN: not counted */

	/* decided: */
	bool cycles;          /* these are compared, otherwise ns */
	double middle[SIDES]; /* half of the change from the pairs' centre: agree with it */
	benchi_totals total[SIDES];
	bool by_total;        /* total times decided, or keep the answer open */
	benchi_interval change;  /* ln(new / old), of the corrected confidence */
	double p, alpha;
	double floor;         /* what relinking alone changes, as ln; NaN: not known */
	bench_answer answer;
	size_t left_out;      /* pairs in which a process was disturbed */

	/* of a gate: */
	double dependence;    /* pairs of the same layouts that are worth one of a new layout, >= 1 */
	bool given_up;        /* no time that is left would answer it */
	bool listed[SIDES], same_code;
	bool not_run;         /* its code differs, but not where a process was */
	versus_watch watch;
	bool skipped[SIDES];  /* listed, and a process has no result of it */
	double margin;        /* the share that it may not be slower by */
	char *filter;         /* a pattern that only its name matches */
	benchi_result counted[SIDES];  /* instructions by function */
	char *changed;        /* functions that differ, as versus_same_rows lists them; or NULL */
	char *why;            /* what explains the change, for readers; or NULL */
} versus_case;

typedef struct versus_settings {
	benchi_question question;
	double time_s, floor;
	size_t processes;     /* of each build; 0: as the time allows */
	size_t builds;
	const char *build;    /* command, or NULL */
	benchi_words filter;
	const char *git;      /* BASE or BASE..HEAD: a gate */
	benchi_words margins; /* as stated, "1%" or "GLOB=1%" */
	int fail_on;          /* a benchi_fail_on */
	uint64_t seed;
	bool null, count, quiet, force;
	versus_format format;
} versus_settings;

/* The executables of one side: variants of one program. */
typedef struct variants {
	char **path;
	size_t n;
} variants;

typedef struct versus versus;

struct versus {
	versus_settings settings;
	const char *name[SIDES];     /* operands */
	char *where[SIDES];          /* of a gate: folder that a side's processes run in; or NULL */
	variants side[SIDES];
	char *folder;                /* of variants built here, to be removed; or NULL */
	versus_case *c;
	size_t cases, capacity;
	benchi_name_table names;     /* theirs, in their order */
	size_t pairs;
	double began_s, seconds;
	benchi_context context[SIDES]; /* of the first results */
	/* has it been found out whether it uses BENCH without bench_main? */
	bool probed[SIDES], published[SIDES];
	char **arguments;            /* of both programs, element 0 free for the name; or NULL */
	char *results;               /* file for what they publish; NULL: none yet */
	benchi_fresh fresh;          /* both sides' processes; the same calibration for all */
	uint64_t padding;            /* random state that both processes of a pair begin with */
	size_t listed[SIDES];        /* cases of a program that the filters keep; 0: not known */
	double longer;               /* times the usual time of a process, for rare work */
	bool prints;                 /* a process prints many lines: said once */
	int first;                   /* the side that begins this round and its mirror */
	/* of a gate: links both sides again, with further layouts; 0, or an exit status.  NULL: no
	 * more can be had */
	int (*relink)(versus *v);
	const void *gate;            /* for relink */
	double link_s;               /* that the latest links took */
	size_t links;                /* times that both sides were linked again */
};

/* versus.c: runs both sides' processes until all is answered.  0, or an exit status. */
int versus_measure(versus *v);
void versus_free(versus *v);
/* Time for all cases of a process. */
double versus_process_ns(const versus *v, int side);
bool versus_add_variant(variants *to, const char *path);
/* Adds a folder's executables, by name, behind those that are there. */
int versus_find_folder(const char *folder, variants *to);
/* Keeps the first n of each side. */
void versus_keep_variants(versus *v, size_t n);

/* Reader of --margin of a versus_settings: shares, each with a glob before it or without. */
benchi_setting_reader versus_take_margin;

/* gate.c: `bench versus --git`.  operands: programs, n of them.  Returns the exit status. */
int versus_gate(const versus_settings *settings, char **operands, int n);

/* A function or an object that differs.  file: NULL of an object. */
typedef struct versus_change {
	const char *name, *file[SIDES];
	uint64_t start[SIDES], size[SIDES];
} versus_change;

/* same.c: two executables; NULL: they cannot be read, or memory is out. */
struct versus_sameness *versus_same_new(const char *before, const char *after);
/* Is everything that they can execute and read the same? */
bool versus_same_all(struct versus_sameness *s);
/* Marks the cases that can reach nothing that differs, and lists what differs in the others. */
void versus_same_rows(struct versus_sameness *s, versus *v);
/* Is a file the old program, or a shared library that was compared with it? */
bool versus_same_has(const struct versus_sameness *s, const char *path);
/* Has a case the same instructions by function? */
bool versus_same_counts(const versus_case *c);
void versus_same_free(struct versus_sameness *s);

/* Have two files the same content? */
bool versus_same_content(const char *one, const char *other);

/* traced.c: runs a program to its end, and says whether it executes one of n places.  entry: where
 * it begins in its file. */
typedef enum versus_executed { VERSUS_NOT_KNOWN, VERSUS_NOT_RUN, VERSUS_RUN } versus_executed;
versus_executed versus_executes(char *const *argv, char *const *environment, uint64_t entry,
                                const uint64_t *address, size_t n);

/* traced.c: files that a program reads, as paths in its tree. */
typedef struct versus_files {
	char **path;
	size_t n, capacity;
} versus_files;

/* Runs a program to its end, and adds what it reads below a folder.  False: not all of it is known.
 * */
bool versus_opened(char *const *argv, const char *below, versus_files *files);
/* The first file that differs between the trees of both sides, but for what was compared as code;
 * NULL: none does. */
const char *versus_files_differ(const versus_files *files, char *const *tree,
                                const struct versus_sameness *s);
void versus_files_free(versus_files *files);

#ifndef BENCHI_HAVE_ELF
#define versus_opened(argv, below, files) ((void)(argv), (void)(below), (void)(files), false)
#define versus_files_differ(files, tree, s) ((void)(files), (void)(tree), (void)(s), NULL)
#define versus_files_free(files) (void)(files)
#define versus_executes(argv, environment, entry, address, n) VERSUS_NOT_KNOWN
#define versus_same_new(before, after) NULL
#define versus_same_all(s) ((void)(s), false)
#define versus_same_rows(s, v) ((void)(s), (void)(v))
#define versus_same_has(s, path) false
#define versus_same_free(s) (void)(s)
#endif

/* child.c: all return 0, RUN_STOPPED, or an exit status after a message. */

/* Adds the cases that a side's program lists. */
int versus_list(versus *v, int side);

/* Runs one process of a side, and keeps what it finds. */
int versus_run_one(versus *v, int side, size_t build);

/* Does a process of a case execute code that differs?  Then 1; 0: none on either side; or -1: an
 * error, after a message. */
int versus_runs_changes(versus *v, const versus_case *c);

/* Counts instructions of both sides at once, in a process each. */
int versus_count(versus *v);

/* The case of that name, made if it is new; NULL when memory is out. */
versus_case *versus_case_of(versus *v, const char *name);
bool versus_add(versus_case *c, int side, const one_run *run);

/* decide.c: fills in what is decided of all cases.  BENCH_ERR_MEMORY.  Without builds valid
 * at any look; with builds at one look. */
bench_status versus_decide(versus *v);
bool versus_answered(const versus *v);
/* Is a case of a gate certainly slower by more than it may be, and certainly not? */
bool versus_is_red(const versus_case *c);
bool versus_is_green(const versus_case *c);
/* Is a case of a gate neither, so far? */
bool versus_is_open(const versus_case *c);
/* How many times the pairs so far, or their layouts, would answer an open case, if it is further
 * from its margin than estimated by the share `optimism` of its interval. */
double versus_times_needed(const versus_case *c, double optimism);
/* Do its layouts differ so much that only further ones help? */
bool versus_layouts_differ(const versus_case *c);
/* Gives up the open cases that would need more than `times` the time so far, or `layouts` times the
 * layouts where these differ. */
void versus_give_up(versus *v, double times, double layouts);
/* The pairs of a case in which a process ran beside a noisy neighbour. */
size_t versus_disturbed(const versus_case *c);
/* Is the interval over builds? */
bool versus_by_build(const versus *v);

/* Has each side a process of the case? */
bool versus_both(const versus_case *c);

/* Writes the results.  BENCH_ERR_MEMORY. */
bench_status versus_write(FILE *out, const versus *v);

#endif
