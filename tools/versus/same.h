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
	uint64_t x, y, n;        /* address in the old and the new build; size in bytes, 0: the whole
	                            piece */
	size_t same_x, same_y;   /* the previous node of the same piece; 0: none */
	bool differs;            /* the node's own contents differ */
	bool bad;                /* the node differs, or leads to a bad node */
	bool inside;             /* a function that is entered after its start */
	bool surely;             /* an edge leads here for certain */
} node;

typedef struct edge {
	uint32_t from, to;
	bool perhaps;            /* the address may be that of one of several objects */
} edge;

/* An address that the program takes, in each build. */
typedef struct versus_taken {
	uint64_t x, y;
} versus_taken;

struct versus_sameness {
	versus_image m[SIDES];
	bool alike;              /* the libraries and all contents of both programs are the same */
	bool analysed;           /* the nodes are compared, because the programs are not alike */
	node *node;
	size_t nodes, node_capacity;
	edge *edge;
	size_t edges, edge_capacity;
	uint32_t *hash;          /* node + 1, by kind and addresses; the capacity is a power of two */
	size_t hashes;
	size_t *of_piece[SIDES]; /* the latest node of each piece */
	size_t next;             /* first node not yet compared */
	versus_taken *take;      /* addresses that this node takes */
	size_t taken, take_capacity;
	bool *is_table;          /* for each old piece: it is a table of cases */
	benchi_name_table wanted;   /* names that libraries define or need */
	benchi_name_table changed;  /* names that they define differently */
	benchi_name_table compared; /* paths of the old program and its compared libraries */
	bool looks_up;           /* a library may look up any name */
	struct versus_sameness **library;   /* libraries in which a name can be compared */
	size_t libraries;
	char *file[SIDES];
	bool failed;             /* out of memory */
};

typedef enum meaning { CALLED, ADDRESSED, ACCESSED } meaning;

/*
 * graph.c: the graph itself.
 */

/* Returns the node of two places, adding it if new; 0, the root, if out of memory. */
size_t versus_node_of(struct versus_sameness *s, node_kind kind, uint64_t x, uint64_t y,
                      uint64_t n);
/* Returns whether two pieces have the same kind and name, up to the number that a compiler adds to
 * the name of a static variable. */
bool versus_same_name(const versus_piece *p, const versus_piece *q);
/* versus_lead adds an edge between two nodes, versus_lead_to one to a pair of whole pieces. */
void versus_lead(struct versus_sameness *s, size_t from, size_t to);
void versus_lead_to(struct versus_sameness *s, size_t from, const versus_piece *a,
                    const versus_piece *b);
/* Returns whether a function or variable of the system shows a program its own file or segments:
 * names of functions, sizes, all bytes. */
bool versus_shows_program(const char *name);
/* Adds an edge to what two addresses refer to.  how: the address is called, taken, or n bytes are
 * accessed there. */
void versus_reach(struct versus_sameness *s, size_t from, uint64_t x, uint64_t y, meaning how,
                  uint64_t n);
/* Adds edges to what a program reaches by computing addresses from those that the latest node
 * takes. The program may walk from such an address to the end of a section, such as edata or _end.
 * It then reaches what lies between that end and the lowest address in memory of the same kind. */
void versus_reach_computed(struct versus_sameness *s, size_t from);

/*
 * contents.c: what nodes contain.
 */

/* Compares all nodes not yet compared, which adds further nodes. */
void versus_compare_all(struct versus_sameness *s);
/* Returns whether n bytes in which the loader may store addresses are the same, and adds edges from
 * a node to what they refer to. */
bool versus_same_data(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y, uint64_t n);
/* Returns whether n bytes without addresses are the same. */
bool versus_same_span(const struct versus_sameness *s, uint64_t x, uint64_t y, uint64_t n);
/* Returns whether a number may be an address in a program without relocations. */
bool versus_may_be_address(const versus_image *m, uint64_t number);

/* same.c: returns whether the rows of a case are the same, with edges as above. */
bool versus_same_row(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y);

/* libraries.c: compares the shared libraries of both builds.  Returns false if everything has to
 * count as changed. */
bool versus_compare_libraries(struct versus_sameness *s, const char *before, const char *after);

#endif
