/*
 * The graph of places in two builds that must mean the same, for tools/versus/same.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_SAME_H
#define TOOLS_SAME_H

#include "tools/versus/image.h"

typedef enum node_kind { ROOT, FUNCTION, OBJECT, TABLE, BYTES, TEXT, FLOW, ROW,
	EXCEPTIONS, EXPORT } node_kind;

typedef struct node {
	node_kind kind;
	uint64_t x, y, n;        /* places in the old and new build; bytes, 0: as many as there are */
	size_t same_x, same_y;   /* the previous node of the same piece; 0: none */
	bool differs;            /* by itself */
	bool bad;                /* or through what it leads to */
	bool inside;             /* a function that is entered behind its start */
} node;

typedef struct edge {
	uint32_t from, to;
} edge;

struct versus_sameness {
	versus_image m[SIDES];
	bool alike, analysed;
	node *node;
	size_t nodes, node_capacity;
	edge *edge;
	size_t edges, edge_capacity;
	uint32_t *hash;          /* node + 1 by kind and places; a power of two */
	size_t hashes;
	size_t *of_piece[SIDES]; /* the latest node of each piece */
	size_t next;             /* the first node that is not compared */
	bool *is_table;          /* of the old pieces: a table of cases */
	benchi_name_table wanted;   /* names that libraries define or need, */
	benchi_name_table changed;  /* and those that they define differently */
	benchi_name_table compared; /* paths of the old program and of such libraries */
	bool looks_up;           /* a library may look up any name */
	struct versus_sameness **library;   /* those of them that a name can be compared in */
	size_t libraries;
	char *file[SIDES];
	bool failed;             /* memory is out */
};

typedef enum meaning { CALLED, ADDRESSED, ACCESSED } meaning;

/*
 * graph.c: the graph itself.
 */

/* The node of two places, made if it is new; 0, the root, after a failure. */
size_t versus_node_of(struct versus_sameness *s, node_kind kind, uint64_t x, uint64_t y,
                      uint64_t n);
/* Marks a node as different by itself. */
void versus_differs(struct versus_sameness *s, size_t at);
/* Adds an edge between nodes, and one to two pieces as wholes. */
void versus_lead(struct versus_sameness *s, size_t from, size_t to);
void versus_lead_to(struct versus_sameness *s, size_t from, const versus_piece *a,
                    const versus_piece *b);
/* Adds what two addresses lead to.  how: the address is called, taken, or n bytes are accessed
 * there. */
void versus_reach(struct versus_sameness *s, size_t from, uint64_t x, uint64_t y, meaning how,
                  uint64_t n);
/* Finds the nodes that are bad.  tables: those of cases count.  False: memory is out. */
bool versus_judge(struct versus_sameness *s, bool tables);

/* Finds the functions and objects that differ, in what n nodes lead to, the nearest first.  change:
 * found of most already hold some.  Returns how many do now. */
size_t versus_find_changes(const struct versus_sameness *s, const uint32_t *from, size_t n,
                           versus_change *change, size_t found, size_t most);
/* Marks as bad the nodes that differ, and code that leads to such data.  False: so is the start of
 * the program, or memory is out. */
bool versus_mark_code(struct versus_sameness *s);
/* Finds the code marked so that n nodes lead to.  False: a process that executes none of it may
 * still do something else. */
bool versus_find_watched(const struct versus_sameness *s, const uint32_t *from, size_t n,
                         versus_watch *watch);
/* Changes behind a name of a library. */
size_t versus_find_export(struct versus_sameness *s, const char *name, versus_change *change,
                          size_t found, size_t most);

/*
 * contents.c: what nodes contain.
 */

/* Compares all nodes that are not yet compared, which makes further ones. */
void versus_compare_all(struct versus_sameness *s);
/* Compares n bytes, among which the loader may store addresses. */
void versus_compare_data(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y, uint64_t n);
/* What the loader stores at both places. */
void versus_compare_slots(struct versus_sameness *s, size_t at, const versus_slot *a,
                          const versus_slot *b);
/* Are n bytes the same, in which nothing is an address? */
bool versus_same_span(const struct versus_sameness *s, uint64_t x, uint64_t y, uint64_t n);
/* May a number be an address, in a program whose addresses nothing marks?  Are two numbers? */
bool versus_may_be_address(const versus_image *m, uint64_t number);
bool versus_are_addresses(const struct versus_sameness *s, uint64_t x, uint64_t y);

/*
 * code.c: functions, code without extent, tables of exceptions.
 */

void versus_compare_functions(struct versus_sameness *s, size_t at, const versus_piece *a,
                              const versus_piece *b);
void versus_compare_flow(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y);
void versus_compare_exceptions(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y);

/* same.c: the row of a case. */
void versus_compare_row(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y);

/* libraries.c: compares the shared libraries of both builds.  False: everything counts as changed.
 * */
bool versus_looks_up(const versus_image *m);  /* names at run time */
bool versus_compare_libraries(struct versus_sameness *s, const char *before, const char *after);

/* same.c: of two libraries: is a name defined the same? */
bool versus_same_export(struct versus_sameness *s, const char *name);

#endif
