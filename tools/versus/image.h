/*
 * What the loader maps of a program, for tools/versus/same.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_IMAGE_H
#define TOOLS_IMAGE_H

#include "tools/versus/versus.h"

enum {
	VERSUS_WORD = 8,
	VERSUS_ENTRY = 4,           /* of a table of distances */
	VERSUS_FILE = 1 << 30,      /* larger files and sizes are damaged */
	VERSUS_LOADS = 16,
	VERSUS_TABLES = 16,
	VERSUS_MIXED = 255          /* texts of several widths */
};

/* A segment that is loaded; of thread-local variables, flags are the alignment. */
typedef struct versus_load {
	uint64_t start, end;
	uint64_t offset, filled;    /* in the file; bytes that are there, zeros follow */
	uint32_t flags;
} versus_load;

typedef struct versus_range {
	uint64_t start, end;
} versus_range;

/* A section that is loaded. */
typedef struct versus_section {
	uint64_t start, end, alignment;
	bool code;
} versus_section;

/* What the loader stores at an address. */
typedef struct versus_slot {
	uint64_t address;
	uint64_t target;            /* an address of the program, or an addend */
	const char *name, *version; /* of a symbol; NULL: none */
	unsigned type;
	bool is_address;
} versus_slot;

/* In the order of precedence where pieces overlap. */
typedef enum versus_piece_kind {
	VERSUS_SET,                 /* a section that a program walks through */
	VERSUS_FUNCTION,
	VERSUS_OBJECT,
	VERSUS_TABLE,               /* of a switch */
	VERSUS_LABEL                /* a function of unknown extent, while they are read */
} versus_piece_kind;

typedef struct versus_piece {
	uint64_t start, end;
	const char *name;           /* NULL: none */
	versus_piece_kind kind;
	bool untyped;               /* a label in code, which may be a name of data */
} versus_piece;

/* Unwind information of a function.  _at: where an address is stored; 0: nowhere. */
typedef struct versus_frame {
	uint64_t start, end;
	uint64_t common, common_size;
	uint64_t personality_at, personality, personality_size;
	uint64_t rest, rest_size;   /* behind the extent: augmentation and instructions */
	uint64_t exceptions_at, exceptions, exceptions_size;
} versus_frame;

typedef struct versus_image {
	unsigned char *bytes;       /* the file */
	size_t size;
	unsigned machine;
	bool fixed;                 /* linked at fixed addresses, which nothing marks */
	uint64_t entry;
	uint64_t segment_table, section_table, section_names;
	size_t segments, sections;
	uint64_t dynamic;           /* offset of the dynamic section */
	size_t dynamics;
	uint64_t offsets;           /* address of the global offset table; 0: none */
	uint64_t unwind, unwind_size;   /* .eh_frame; 0: none */
	const char *loader;
	uint32_t stack;
	versus_load load[VERSUS_LOADS], thread;
	size_t loads;
	versus_range table[VERSUS_TABLES];   /* of slots: each is independent of the next */
	size_t tables;
	versus_slot *slot;          /* by address, as are: */
	versus_piece *piece;
	versus_frame *frame;
	size_t slots, pieces, frames, exports;
	size_t slot_capacity, piece_capacity;
	versus_load *text;          /* whose end their NUL shows; flags: bytes of a character */
	size_t texts, text_capacity;
	versus_section *section;    /* in the order of their headers */
	uint64_t *bound;            /* where sections and unwind information begin and end */
	size_t loaded, bounds, bound_capacity;  /* loaded: how many sections */
	benchi_name_table exported; /* names of dynamic symbols that are defined here */
	uint64_t *export_at;        /* their addresses */
	bool twofold;               /* a name has two addresses, of two versions */
} versus_image;

/* Reads a file; open: only segments and dynamic symbols.  BENCH_ERR_INPUT: not a 64-bit ELF
 * program.  BENCH_ERR_MEMORY. */
bench_status versus_image_open(const char *path, versus_image *m);
bench_status versus_image_read(const char *path, versus_image *m);
void versus_image_free(versus_image *m);

/* n bytes at an address; NULL if the file does not hold them. */
const unsigned char *versus_image_bytes(const versus_image *m, uint64_t address, uint64_t n);
/* Copies n bytes, which may be zeros that the file does not hold.  False: nothing is loaded there.
 * */
bool versus_image_word(const versus_image *m, uint64_t address, void *word, size_t n);

/* The segment, the relocation, the piece at an address, or NULL. */
const versus_load *versus_image_load(const versus_image *m, uint64_t address);
const versus_slot *versus_image_slot(const versus_image *m, uint64_t address);
const versus_piece *versus_image_piece(const versus_image *m, uint64_t address);
/* How many relocations are below an address. */
size_t versus_image_slot_below(const versus_image *m, uint64_t address);
/* The slot that code of the linker jumps through; 0: it is no such code. */
uint64_t versus_image_stub(const versus_image *m, uint64_t address);
/* The first piece of a name, or NULL. */
const versus_piece *versus_image_named(const versus_image *m, const char *name);
/* The first frame that does not start before an address, or NULL. */
const versus_frame *versus_image_frame(const versus_image *m, uint64_t address);
/* Where unnamed bytes at an address end. */
uint64_t versus_image_gap_end(const versus_image *m, uint64_t address);
/* What an address is in, if there are only texts, of whatever width; or NULL. */
const versus_load *versus_image_texts(const versus_image *m, uint64_t address);
/* Bytes of a character where every text ends at its NUL, or 0. */
unsigned versus_image_text_width(const versus_image *m, uint64_t address);
/* Is the address in a section, and in one of code?  Without section headers: in a segment. */
bool versus_image_in_section(const versus_image *m, uint64_t address, bool code);
/* The section that an address is in; NULL: none. */
const versus_section *versus_image_section(const versus_image *m, uint64_t address);
/* Is the address in a table of slots? */
bool versus_image_is_slot(const versus_image *m, uint64_t address);

/* Where an entry of a switch's table leads; false: into no piece. */
bool versus_image_table_entry(const versus_image *m, uint64_t table, uint64_t at, uint64_t *target);

/* The dynamic section: the value of a tag; a text of its table; the next text of a tag from entry
 * *i on, or NULL. */
bool versus_image_dynamic(const versus_image *m, int64_t tag, uint64_t *value);
const char *versus_image_text(const versus_image *m, uint64_t at);
const char *versus_image_needed(const versus_image *m, int64_t tag, size_t *i);
/* The name of the i-th dynamic symbol; *address: 0 unless it is defined here.  NULL: no more. */
const char *versus_image_symbol(const versus_image *m, size_t i, uint64_t *address);
/* The address of a dynamic symbol that is defined here; 0: not found. */
uint64_t versus_image_export(const versus_image *m, const char *name);

/* Numbers of unwind information. */
bool versus_image_uleb(const unsigned char **p, const unsigned char *end, uint64_t *x);
bool versus_image_encoded(const versus_image *m, unsigned encoding, uint64_t at, uint64_t *value,
                          size_t *size);

/*
 * While an image is read.  All return false when memory is out.
 */

/* pieces.c: orders what begins with an address, for qsort. */
int versus_by_address(const void *a, const void *b);
/* Adds a piece; an address at which unnamed bytes end; texts, each of which ends at its
 * NUL (width: bytes of a character, 0: not known). */
bool versus_add_piece(versus_image *m, uint64_t start, uint64_t end, const char *name,
                      versus_piece_kind kind);
bool versus_add_bound(versus_image *m, uint64_t address);
bool versus_add_texts(versus_image *m, uint64_t start, uint64_t size, unsigned width);
/* Sorts the pieces and joins those that overlap. */
void versus_arrange(versus_image *m);
bool versus_read_map(versus_image *m, const char *program);
bool versus_add_framed(versus_image *m);
bool versus_add_tables(versus_image *m);
bool versus_add_gaps(versus_image *m);

/* unwind.c */
bool versus_read_frames(versus_image *m);

#endif
