/*
 * `bench versus`: two builds of a benchmark program, run alternately as fresh processes.
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

/* One process's result of a case: the median of its windows. */
typedef struct one_run {
	size_t build;
	double ns, cycles;    /* NaN: unknown */
	bool disturbed;       /* by a noisy neighbour */
	struct benchi_mean mean;   /* mean divided by median, with its interval; mean 0: unknown */
	double iterations;    /* iterations that the mean covers */
} one_run;

/* The changed code of a case: its addresses in each build.  entry: the program's entry point. */
typedef struct versus_watch {
	uint64_t *address[SIDES], entry[SIDES];
	size_t n;             /* 0: more than code differs, so watching proves nothing */
} versus_watch;

/* One case; the i-th runs of both sides are a pair. */
typedef struct versus_case {
	char *name;
	one_run *run[SIDES];
	size_t n[SIDES], capacity[SIDES];
	size_t rare;          /* processes of both sides that warned of rare work */
	double instructions[SIDES], allocations[SIDES];   /* per iteration; NaN: not counted */

	/* decided: */
	bool cycles;          /* cycles are compared, otherwise ns */
	double middle[SIDES]; /* printed values, half of the change below and above the pairs' centre */
	benchi_totals total[SIDES];
	bool by_total;        /* the answer is by total times, or these left the answer open */
	benchi_interval change;  /* ln(new / old), at the corrected confidence; of a gate, at that of
	                            the question about the margin */
	benchi_interval certain; /* of a gate: the same, at the confidence for all cases together */
	double p;             /* p of no change; NaN: unknown */
	double alpha;         /* error probability of the answer, after the correction for all cases */
	double floor;         /* change that relinking alone can cause, as a logarithm; NaN: unknown */
	bench_answer answer;
	size_t left_out;      /* pairs in which a process was disturbed */

	/* of a gate: */
	double dependence;    /* how many pairs of one layout are worth one pair of a new layout, at
	                         least 1 */
	bool listed[SIDES], same_code;
	bool not_run;         /* the changed code of the case was not executed */
	versus_watch watch;
	bool skipped[SIDES];  /* listed, but a process had no result */
	double margin;        /* largest slowdown that passes, as a share */
	char *filter;         /* pattern that matches only its name */
	benchi_result counted[SIDES];  /* instruction counts by function */
	char *changed;        /* functions that differ, as versus_same_rows lists them; or NULL */
	char *why;            /* what explains the change, for readers; or NULL */
} versus_case;

typedef struct versus_settings {
	benchi_question question;
	double time_s;        /* --time */
	double floor;         /* changes below this share may be layout, with one build of each side */
	size_t processes;     /* processes of each build; 0: as time allows */
	size_t builds;        /* --builds; 0: as many as a folder has */
	const char *build;    /* command, or NULL */
	benchi_words filter;
	const char *git;      /* BASE or BASE..HEAD: a gate */
	benchi_words margins; /* margins as stated: "1%" or "GLOB=1%" */
	int fail_on;          /* a benchi_fail_on */
	uint64_t seed;
	bool null, count, quiet, force;
	versus_format format;
} versus_settings;

enum { VERSUS_PATH = 4096 };    /* bytes of a path with its NUL */

/* The executables of one side: variants of one program. */
typedef struct variants {
	char **path;
	size_t n;
} variants;

typedef struct versus versus;

struct versus {
	versus_settings settings;
	const char *name[SIDES];     /* operands of the command line */
	char *where[SIDES];          /* of a gate: working folder of a side's processes; or NULL */
	const char *kept[SIDES];     /* of a gate: folder that keeps a side's build; or NULL */
	char *library[SIDES];        /* of a gate: library that both builds make differently, and that
	                                can be linked again; or NULL */
	size_t copied;               /* length of a program's path without the copy's suffix; 0: it is
	                                no copy */
	bool placed;                 /* of a gate: a program contains the path where it was built, so
	                                that processes of both sides cannot run at once */
	variants side[SIDES];
	char *folder;                /* temporary folder of variants; or NULL */
	versus_case *c;
	size_t cases, capacity;
	benchi_name_table names;     /* names of the cases, in order */
	size_t pairs;                /* pairs of processes so far */
	double began_s, seconds;     /* begin of the first pair; time until the last one ended */
	double pair_s;               /* time of the latest pair */
	benchi_context context[SIDES]; /* facts that the first results of each side state */
	/* probed: it is known whether the program uses BENCH without bench_main; published: it does */
	bool probed[SIDES], published[SIDES];
	char **arguments;            /* arguments for both programs; element 0 is reserved for the name;
	                                or NULL */
	char *results;               /* file that programs append results to; NULL: not yet created */
	benchi_fresh fresh;          /* environment of all processes, with one calibration */
	uint64_t padding;            /* random state at the start of both processes of a pair */
	size_t listed[SIDES];        /* number of cases that the filters select; 0: unknown */
	double longer;               /* factor on the time of a process, for rare work */
	bool prints;                 /* the warning about programs that print many lines was given */
	int first;                   /* side that runs first in this round and its mirror */
	/* links both sides of a gate again with another layout; returns 0, or an exit status. NULL: no
	 * further layouts are possible */
	int (*relink)(versus *v);
	const void *gate;            /* argument of relink */
	double link_s;               /* time of the latest links */
	size_t links;                /* number of relinks of both sides */
};

/* versus.c: runs both sides' processes until every case is answered.  Returns 0, or an exit
 * status. */
int versus_measure(versus *v);
void versus_free(versus *v);
/* Returns the number of pairs that a noisy neighbour disturbed, of the case with the most. */
size_t versus_disturbed(const versus *v);
/* Returns the time of a process, for all of its cases. */
double versus_process_ns(const versus *v, int side);
bool versus_add_variant(variants *to, const char *path);
/* Appends a folder's executables, sorted by name.  Returns 0, or an exit status after a message. */
int versus_find_folder(const char *folder, variants *to);
/* Writes the path of the gate's library in the layout of a program's variant k (0: as the build
 * links it), LIBRARY.variants/SEED/LIBRARY.NUMBER.  Returns whether it exists. */
bool versus_library_variant(const versus *v, int side, size_t k, char path[VERSUS_PATH]);
/* Keeps only the first n variants of each side. */
void versus_keep_variants(versus *v, size_t n);

/* Reader of --margin: a share, or GLOB=SHARE. */
benchi_setting_reader versus_take_margin;

/* gate.c: `bench versus --git`.  operands: programs, n of them.  Returns the exit status. */
int versus_gate(const versus_settings *settings, char **operands, int n);

/* A function or object that differs.  file: NULL for objects. */
typedef struct versus_change {
	const char *name, *file[SIDES];
	uint64_t start[SIDES], size[SIDES];
} versus_change;

/* Writes the path at which a gate builds all revisions, next to the folder that keeps a build. */
void versus_place(const char *kept, char place[VERSUS_PATH]);

/* same.c: reads two executables, and compares their libraries. Returns NULL if the executables
 * cannot be read, or when out of memory. */
struct versus_sameness *versus_same_new(const char *before, const char *after);
/* Returns whether the machine code was compared: not of other machines than x86-64, nor if
 * everything in the libraries has to count as changed. */
bool versus_same_known(const struct versus_sameness *s);
/* Returns whether everything that the executables can execute or read is the same. */
bool versus_same_all(struct versus_sameness *s);
/* Marks the cases that cannot reach any difference, and lists the differences of the others. */
void versus_same_rows(struct versus_sameness *s, versus *v);
/* Returns whether a file is the old program, or one of its libraries that was compared as code. */
bool versus_same_has(const struct versus_sameness *s, const char *path);
/* Returns the old build's path of the i-th library of which each build has its own, different copy;
 * or NULL. */
const char *versus_same_library(const struct versus_sameness *s, size_t i);
/* Returns whether a case has equal instruction counts in every function. */
bool versus_same_counts(const versus_case *c);
void versus_same_free(struct versus_sameness *s);

/* Returns whether two files have the same content. */
bool versus_same_content(const char *one, const char *other);

/* traced.c: runs a program to its end, and returns whether it executed one of n addresses.  entry:
 * the program's entry point in the file. */
typedef enum versus_executed { VERSUS_NOT_KNOWN, VERSUS_NOT_RUN, VERSUS_RUN } versus_executed;
versus_executed versus_executes(char *const *argv, char *const *environment, uint64_t entry,
                                const uint64_t *address, size_t n);

/* traced.c: files that a program reads. */
typedef struct versus_file {
	char *path;           /* within the folder that keeps a build; elsewhere from the root */
	size_t opened;        /* how many times processes opened the file for reading */
	bool executed;
} versus_file;

typedef struct versus_files {
	versus_file *file;
	size_t n, capacity;
	size_t programs;      /* number of programs that were executed */
} versus_files;

/* Runs a program to its end, and adds the files that it reads.  kept: folder that keeps its build.
 * Returns false if the list may be incomplete. */
bool versus_opened(char *const *argv, const char *kept, versus_files *files);
/* Returns the first file that differs between both builds, or that one of the builds wrote outside
 * of its folder; NULL: none. Leaves out files that were compared as code and that only the loader
 * read. */
const char *versus_files_differ(const versus_files *files, char *const *kept,
                                const struct versus_sameness *s);
void versus_files_free(versus_files *files);

#ifndef BENCHI_HAVE_ELF
#define versus_opened(argv, kept, files) ((void)(argv), (void)(kept), (void)(files), false)
#define versus_files_differ(files, kept, s) ((void)(files), (void)(kept), (void)(s), NULL)
#define versus_files_free(files) (void)(files)
#define versus_executes(argv, environment, entry, address, n) VERSUS_NOT_KNOWN
#define versus_same_new(before, after) NULL
#define versus_same_all(s) ((void)(s), false)
#define versus_same_rows(s, v) ((void)(s), (void)(v))
#define versus_same_has(s, path) false
#define versus_same_library(s, i) ((void)(s), (const char *)NULL)
#define versus_same_known(s) ((void)(s), false)
#define versus_same_free(s) (void)(s)
#endif

/* child.c: all return 0, RUN_STOPPED, or an exit status after a message. */

/* Makes a side's folder the working folder.  In a gate, its build is then at the place where it was
 * built. */
int versus_enter(const versus *v, int side);

/* Adds the cases that a side's program lists.  Returns 0, or an exit status after a message. */
int versus_list(versus *v, int side);

/* Runs one process of a side and stores its results. */
int versus_run_one(versus *v, int side, size_t build);

/* Returns 1 if a process of the case executes changed code, 0 if neither side does, -1 for an error
 * after a message. */
int versus_runs_changes(versus *v, const versus_case *c);

/* Counts the instructions of both sides in one process each, in parallel unless v->placed. */
int versus_count(versus *v);

/* Returns the case with this name, adding it if new; NULL if out of memory. */
versus_case *versus_case_of(versus *v, const char *name);
bool versus_add(versus_case *c, int side, const one_run *run);

/* decide.c: decides all cases, of a gate those that need pairs.  With one build each, the answers
 * are valid at any look; with several, at a single look.  last: nothing is run afterwards, so a
 * gate's intervals need to be valid at this look only.  BENCH_ERR_MEMORY. */
bench_status versus_decide(versus *v, bool last);
bool versus_answered(const versus *v);
/* Return whether a case of a gate is certainly slower; whether it is red, certainly slower and
 * probably beyond its margin; whether it is green, probably not beyond its margin. */
bool versus_is_slower(const versus_case *c);
bool versus_is_red(const versus_case *c);
bool versus_is_green(const versus_case *c);
/* Returns whether further pairs can answer a case: it has too few for any answer, is neither red
 * nor green, or its change is beyond the margin towards faster, but not yet certain. */
bool versus_needs_pairs(const versus_case *c);
/* Returns how long the next processes should be: longer if total times are not sure.  Without rare
 * work only if medians have answered all other cases: longer processes delay their pairs. */
typedef enum versus_length { VERSUS_SHORT, VERSUS_LONGER, VERSUS_RARE } versus_length;
versus_length versus_length_wanted(const versus *v);
/* Returns how many times the present number of pairs, or layouts, would answer an open case of the
 * estimated change. */
double versus_times_needed(const versus_case *c);
/* Returns whether layouts differ so much that only further layouts help. */
bool versus_layouts_differ(const versus_case *c);
/* Returns whether the interval is computed over builds. */
bool versus_by_build(const versus *v);

/* Returns whether both sides have a result of the case. */
bool versus_both(const versus_case *c);

/* Writes the results.  BENCH_ERR_MEMORY. */
bench_status versus_write(FILE *out, const versus *v);

#endif
