/*
 * What the loader maps of a program, for tools/versus/same.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_IMAGE_H
#define TOOLS_IMAGE_H

#include "tools/versus/versus.h"

#include <elf.h>

enum {
	VERSUS_WORD = 8,
	VERSUS_ENTRY = 4,           /* bytes of an entry in a table of distances */
	VERSUS_FILE = 1 << 30,      /* a larger file or size counts as damaged */
	VERSUS_LOADS = 16,
	VERSUS_TABLES = 16,
	VERSUS_MIXED = 255          /* texts of several widths */
};

/* A loaded segment.  For the segment of thread-local variables, flags holds the alignment. */
typedef struct versus_load {
	uint64_t start, end;
	uint64_t offset, filled;    /* offset in the file; bytes in the file, followed by zeros in
	                               memory */
	uint32_t flags;
} versus_load;

typedef struct versus_range {
	uint64_t start, end;
} versus_range;

/* A loaded section. */
typedef struct versus_section {
	uint64_t start, end, alignment;
	bool code;
} versus_section;

/* A place where the loader stores an address (relocation). */
typedef struct versus_slot {
	uint64_t address;
	uint64_t target;            /* address in the program, or addend to the symbol */
	const char *name, *version; /* of the symbol to find; NULL: no symbol */
	unsigned type;
	bool is_address;
} versus_slot;

/* Kinds of pieces; where pieces overlap, the earlier kind wins. */
typedef enum versus_piece_kind {
	VERSUS_SET,                 /* a section that a program walks through */
	VERSUS_FUNCTION,
	VERSUS_OBJECT,
	VERSUS_TABLE,               /* a switch's table of distances */
	VERSUS_LABEL                /* temporary: a function of unknown extent */
} versus_piece_kind;

typedef struct versus_piece {
	uint64_t start, end;
	const char *name;           /* name of the piece, or NULL */
	versus_piece_kind kind;
	bool untyped;               /* a label in code that may name data */
} versus_piece;

/* Unwind information of a function.  Members _at: place where that address is stored; 0: none. */
typedef struct versus_frame {
	uint64_t start, end;
	uint64_t common, common_size;
	uint64_t personality_at, personality, personality_size;
	uint64_t rest, rest_size;   /* what follows the extent: augmentation and instructions */
	uint64_t exceptions_at, exceptions, exceptions_size;
} versus_frame;

typedef struct versus_image {
	unsigned char *bytes;       /* contents of the file */
	size_t size;
	unsigned machine;           /* e_machine: the instruction set */
	bool fixed;                 /* linked at fixed addresses, without relocations for them */
	uint64_t entry;
	/* offsets in the file: program headers, section headers, names of sections */
	uint64_t segment_table, section_table, section_names;
	size_t segments, sections;  /* numbers of these headers */
	uint64_t dynamic;           /* offset of the dynamic section in the file */
	size_t dynamics;            /* number of its entries */
	uint64_t offsets;           /* address of the global offset table; 0: none */
	uint64_t unwind, unwind_size;   /* address and size of .eh_frame; 0: none */
	const char *loader;
	uint64_t setup;             /* hash of what program headers ask for besides contents:
	                               protection, alignment, stack, processor features */
	versus_load load[VERSUS_LOADS], thread;
	size_t loads;
	versus_range table[VERSUS_TABLES];   /* tables of slots, which are independent of each other */
	size_t tables;
	versus_slot *slot;          /* sorted by address, as are the following arrays */
	versus_piece *piece;
	versus_frame *frame;
	size_t slots, pieces, frames, exports;
	size_t slot_capacity, piece_capacity;
	versus_load *text;          /* texts that end at their NUL; flags: bytes per character */
	size_t texts, text_capacity;
	versus_section *section;    /* in the order of their headers */
	uint64_t *bound;            /* starts and ends of sections and unwind information */
	size_t loaded, bounds, bound_capacity;  /* loaded: number of sections */
	benchi_name_table exported; /* dynamic symbols defined in this file */
	uint64_t *export_at;        /* addresses of these symbols */
	bool twofold;               /* some name has two versions with different addresses */
} versus_image;

/* versus_image_open reads segments and dynamic symbols of a file, versus_image_read everything.
 * BENCH_ERR_INPUT: not a 64-bit ELF program.  BENCH_ERR_MEMORY. */
bench_status versus_image_open(const char *path, versus_image *m);
bench_status versus_image_read(const char *path, versus_image *m);
void versus_image_free(versus_image *m);

/* Returns n bytes at an address; NULL if they are not in the file. */
const unsigned char *versus_image_bytes(const versus_image *m, uint64_t address, uint64_t n);
/* Copies n bytes at an address; zeros if loaded but not in the file.  Returns false if nothing is
 * loaded there.
 * */
bool versus_image_word(const versus_image *m, uint64_t address, void *word, size_t n);

/* Returns the segment, slot or piece that contains an address, or NULL. */
const versus_load *versus_image_load(const versus_image *m, uint64_t address);
const versus_slot *versus_image_slot(const versus_image *m, uint64_t address);
const versus_piece *versus_image_piece(const versus_image *m, uint64_t address);
/* Returns the address of the slot that a linker stub jumps through; 0 if there is no stub. */
uint64_t versus_image_stub(const versus_image *m, uint64_t address);
/* Returns the first piece with this name, or NULL. */
const versus_piece *versus_image_named(const versus_image *m, const char *name);
/* Returns the end of the unnamed bytes at an address. */
uint64_t versus_image_gap_end(const versus_image *m, uint64_t address);
/* Returns the range of texts, of any width, that contains an address, or NULL. */
const versus_load *versus_image_texts(const versus_image *m, uint64_t address);
/* Returns the bytes per character if an address is in a range of texts that end at their NUL, else
 * 0. */
unsigned versus_image_text_width(const versus_image *m, uint64_t address);
/* Returns whether an address is in a section, or if `code` in a section of code.  Without section
 * headers, segments count instead. */
bool versus_image_in_section(const versus_image *m, uint64_t address, bool code);
/* Returns the section that contains an address, or NULL. */
const versus_section *versus_image_section(const versus_image *m, uint64_t address);
/* Returns whether an address is in a table of slots. */
bool versus_image_is_slot(const versus_image *m, uint64_t address);

/* Finds the target of an entry of a switch's table.  Returns false if it is in no piece. */
bool versus_image_table_entry(const versus_image *m, uint64_t table, uint64_t at, uint64_t *target);

/* Dynamic section: the value of a tag; a text by its offset; the next text of a tag from entry *i
 * on, or NULL. */
bool versus_image_dynamic(const versus_image *m, int64_t tag, uint64_t *value);
const char *versus_image_text(const versus_image *m, uint64_t at);
const char *versus_image_needed(const versus_image *m, int64_t tag, size_t *i);
/* Returns the name of dynamic symbol i, or NULL after the last.  *address: 0 unless defined
 * here. */
const char *versus_image_symbol(const versus_image *m, size_t i, uint64_t *address);
/* Returns the address of a dynamic symbol defined here; 0: not found. */
uint64_t versus_image_export(const versus_image *m, const char *name);

/* Read a variable-length number of unwind information, and move *p past it. Return false at the
 * end. */
bool versus_image_uleb(const unsigned char **p, const unsigned char *end, uint64_t *x);
bool versus_image_encoded(const versus_image *m, unsigned encoding, uint64_t at, uint64_t *value,
                          size_t *size);

/*
 * image.c: used by pieces.c while an image is read.
 */

/* versus_file_copy copies n bytes of the file, versus_section_at the i-th section header.  Return
 * false at the end of the file or table. */
bool versus_file_copy(const versus_image *m, uint64_t offset, void *to, size_t n);
bool versus_section_at(const versus_image *m, size_t i, Elf64_Shdr *s);
/* Returns the text at an offset of the file if the text ends before the limit, else "". */
const char *versus_file_text(const versus_image *m, uint64_t offset, uint64_t limit);
/* Reads all relocations.  Returns false if out of memory. */
bool versus_read_slots(versus_image *m);
/* Adds a table of slots, if there is space for one more. */
void versus_add_table(versus_image *m, uint64_t start, uint64_t end);
/* Adds an address at which unnamed bytes end.  Returns false if out of memory. */
bool versus_add_bound(versus_image *m, uint64_t address);
/* Orders structs that begin with an address, for qsort. */
int versus_by_address(const void *a, const void *b);

#endif
