/*
 * Names the functions of a program and of the libraries it has loaded.
 *
 * Method: functions start at the symbols of .symtab and .dynsym and, in stripped files, at the
 * entries of the sorted table in .eh_frame_hdr, which has no names. Routines that the C library
 * selects for a processor are named after the slots that hold their addresses: the relocation of a
 * slot names a symbol, or the resolver that made the selection. A function extends to the next
 * start. Source: System V ABI, ELF-64 Object File Format 1.5; Linux Standard Base Core 5.0,
 * 10.6.2.
 *
 * Wrong where a start is unknown: hand-written assembly without symbol and unwind information is
 * taken for part of the previous function.
 *
 * SPDX-License-Identifier: MIT
 */

#include "program/program.h"

#ifdef BENCHI_HAVE_ELF

#include <elf.h>

#ifndef R_AARCH64_IRELATIVE
#define R_AARCH64_IRELATIVE 1032    /* missing in musl's elf.h */
#endif

enum { LINE = 4096 + 128, FILES_MOST = 64 };

#ifdef __x86_64__
enum { SLOT = R_X86_64_GLOB_DAT, CALL_SLOT = R_X86_64_JUMP_SLOT, CHOSEN = R_X86_64_IRELATIVE,
	MOVED = R_X86_64_RELATIVE };
#else
enum { SLOT = R_AARCH64_GLOB_DAT, CALL_SLOT = R_AARCH64_JUMP_SLOT, CHOSEN = R_AARCH64_IRELATIVE,
	MOVED = R_AARCH64_RELATIVE };
#endif

typedef struct elf_file {
	unsigned char *bytes;
	size_t size;
	benchi_elf_symbol *symbol; /* n symbols, sorted by start */
	size_t n, capacity;
} elf_file;

/* The size bytes at offset; NULL: beyond the end of the file. */
static const void *elf_at(const elf_file *e, uint64_t offset, uint64_t size)
{
	return offset <= e->size && size <= e->size - offset ? e->bytes + offset : NULL;
}

/* A record of the file; NULL also if misaligned, which means that the file is damaged. */
static const void *elf_record(const elf_file *e, uint64_t offset, uint64_t size)
{
	return offset % sizeof(Elf64_Xword) ? NULL : elf_at(e, offset, size);
}

static const Elf64_Ehdr *elf_head(const elf_file *e)
{
	const Elf64_Ehdr *head = elf_record(e, 0, sizeof *head);

	return head && !memcmp(head->e_ident, ELFMAG, SELFMAG) && head->e_ident[EI_CLASS] == ELFCLASS64
		&& head->e_ident[EI_DATA] == ELFDATA2LSB && head->e_shentsize == sizeof(Elf64_Shdr)
		&& head->e_phentsize == sizeof(Elf64_Phdr) ? head : NULL;
}

static const Elf64_Shdr *elf_section(const elf_file *e, size_t i)
{
	const Elf64_Ehdr *head = elf_head(e);

	return head && i < head->e_shnum
		? elf_record(e, head->e_shoff + i * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr)) : NULL;
}

/* Record i of a section; NULL: beyond its end. */
static const void *elf_entry(const elf_file *e, const Elf64_Shdr *s, uint64_t i, uint64_t size)
{
	return i < s->sh_size / size ? elf_record(e, s->sh_offset + i * size, size) : NULL;
}

/* The bytes of a section; NULL: beyond the end of the file. */
static const void *elf_content(const elf_file *e, const Elf64_Shdr *s)
{
	return elf_at(e, s->sh_offset, s->sh_size);
}

/* A string of a string table; "" if it is not terminated within the table. */
static const char *elf_text(const elf_file *e, size_t table, uint64_t offset)
{
	const Elf64_Shdr *s = elf_section(e, table);
	const char *text = s ? elf_content(e, s) : NULL;

	return text && offset < s->sh_size && memchr(text + offset, '\0', s->sh_size - offset)
		? text + offset : "";
}

static const char *elf_section_name(const elf_file *e, const Elf64_Shdr *s)
{
	const Elf64_Ehdr *head = elf_head(e);

	return head ? elf_text(e, head->e_shstrndx, s->sh_name) : "";
}

static bool elf_add(elf_file *e, uint64_t start, uint64_t size, const char *name, bool code)
{
	if (!benchi_grow(&e->symbol, sizeof *e->symbol, e->n, &e->capacity))
		return false;
	e->symbol[e->n++] = (benchi_elf_symbol){ start, size, name, code };
	return true;
}

static bool elf_add_symbols(elf_file *e, const Elf64_Shdr *s)
{
	const Elf64_Sym *symbol;

	for (uint64_t i = 0; (symbol = elf_entry(e, s, i, sizeof *symbol)) != NULL; i++) {
		unsigned type = ELF64_ST_TYPE(symbol->st_info);

		if (symbol->st_shndx != SHN_UNDEF && symbol->st_value
		    && (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT)
		    && !elf_add(e, symbol->st_value, symbol->st_size,
				elf_text(e, s->sh_link, symbol->st_name), type != STT_OBJECT))
			return false;
	}
	return true;
}

/* Adds starts from unwind information: pairs of 32-bit offsets relative to the section. */
static bool elf_add_starts(elf_file *e, const Elf64_Shdr *s)
{
	static const unsigned char usual[4] = { 1, 0x1b, 0x03, 0x3b };
	const unsigned char *bytes = elf_content(e, s);
	uint32_t n;

	if (!bytes || s->sh_size < 12 || memcmp(bytes, usual, sizeof usual))
		return true;
	memcpy(&n, bytes + 8, sizeof n);
	for (uint64_t i = 0; i < n && 12 + 8 * i + 8 <= s->sh_size; i++) {
		int32_t start;

		memcpy(&start, bytes + 12 + 8 * i, sizeof start);
		if (!elf_add(e, s->sh_addr + (uint64_t)(int64_t)start, 0, NULL, true))
			return false;
	}
	return true;
}

/* Chooses between two names of an address: the plainer one. */
static int elf_by_name(const char *a, const char *b)
{
	size_t m = a ? strspn(a, "_") : 99, n = b ? strspn(b, "_") : 99;

	if (m != n || !a || !b)
		return m < n ? -1 : m > n;
	m = strlen(a);
	n = strlen(b);
	return m != n ? (m < n ? -1 : 1) : strcmp(a, b);
}

static int elf_by_start(const void *a, const void *b)
{
	const benchi_elf_symbol *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->code != y->code ? (x->code ? -1 : 1) : elf_by_name(x->name, y->name);
}

static bool elf_load(const char *path, elf_file *e)
{
	FILE *file = fopen(path, "rb");
	long size = file && !fseek(file, 0, SEEK_END) ? ftell(file) : -1;
	bool fine = size > 0 && (e->bytes = malloc((size_t)size)) != NULL && !fseek(file, 0, SEEK_SET)
		&& fread(e->bytes, 1, (size_t)size, file) == (size_t)size;

	e->size = fine ? (size_t)size : 0;
	if (file)
		fclose(file);
	return fine;
}

/* A relocation and its place; zero-filled: before the first. */
struct benchi_relocation {
	uint64_t address;
	const Elf64_Shdr *section;
	const Elf64_Rela *slot;
	size_t i, k;    /* index of its section, and of the next relocation there */
};

/* Advances to the next relocation; false at the end. */
static bool relocation_next(const elf_file *e, struct benchi_relocation *r)
{
	for (; (r->section = elf_section(e, r->i)) != NULL; r->i++, r->k = 0)
		if (r->section->sh_type == SHT_RELA
		    && (r->slot = elf_entry(e, r->section, r->k, sizeof *r->slot)) != NULL) {
			r->address = r->slot->r_offset;
			r->k++;
			return true;
		}
	return false;
}

static void elf_free(elf_file *e)
{
	free(e->bytes);
	free(e->symbol);
	memset(e, 0, sizeof *e);
}

/* Reads a file. The caller frees e with elf_free after success. BENCH_ERR_INPUT: not an
 * ELF file of this machine. BENCH_ERR_MEMORY. */
static bench_status elf_read(const char *path, elf_file *e)
{
	const Elf64_Shdr *s;
	bool fine = true;

	memset(e, 0, sizeof *e);
	if (!elf_load(path, e) || !elf_head(e)) {
		elf_free(e);
		return benchi_fail(BENCH_ERR_INPUT, "%.180s: no ELF file of this machine", path);
	}
	for (size_t i = 0; fine && (s = elf_section(e, i)) != NULL; i++)
		if (s->sh_type == SHT_SYMTAB || s->sh_type == SHT_DYNSYM)
			fine = elf_add_symbols(e, s);
		else if (!strcmp(elf_section_name(e, s), ".eh_frame_hdr"))
			fine = elf_add_starts(e, s);
		else if (s->sh_flags & SHF_EXECINSTR && !strncmp(elf_section_name(e, s), ".plt", 4))
			fine = elf_add(e, s->sh_addr, s->sh_size, "PLT", true);

	/* Sort by start, drop duplicates; where the size is unknown, extend to the next start. */
	size_t kept = 0;

	if (e->n)
		qsort(e->symbol, e->n, sizeof *e->symbol, elf_by_start);
	for (size_t i = 0; i < e->n; i++)
		if (!kept || e->symbol[kept - 1].start != e->symbol[i].start)
			e->symbol[kept++] = e->symbol[i];
	e->n = kept;

	if (fine)
		return BENCH_OK;
	elf_free(e);
	return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the functions");
}

size_t benchi_elf_count_below(const void *record, size_t n, size_t size, uint64_t address)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint64_t its;

		memcpy(&its, (const char *)record + middle * size, sizeof its);
		if (its < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The last symbol that starts at or before address; NULL: none. */
static benchi_elf_symbol *elf_find(const elf_file *e, uint64_t address)
{
	size_t n = address < UINT64_MAX
		? benchi_elf_count_below(e->symbol, e->n, sizeof *e->symbol, address + 1) : e->n;

	return n ? &e->symbol[n - 1] : NULL;
}

/* The symbol of a relocation, or of the resolver at its addend. */
static const char *slot_name(const elf_file *e, const Elf64_Shdr *s, const Elf64_Rela *slot)
{
	const Elf64_Shdr *table = elf_section(e, s->sh_link);
	const Elf64_Sym *symbol = table
		? elf_entry(e, table, ELF64_R_SYM(slot->r_info), sizeof *symbol) : NULL;

	if (ELF64_R_TYPE(slot->r_info) == CHOSEN) {
		const benchi_elf_symbol *resolver = elf_find(e, (uint64_t)slot->r_addend);

		return resolver && resolver->start == (uint64_t)slot->r_addend ? resolver->name : NULL;
	}
	return symbol ? elf_text(e, table->sh_link, symbol->st_name) : NULL;
}

/* A mapping of code from a file. */
struct map {
	uint64_t low, high, bias;  /* bias: address in the process minus address in the file */
	size_t file;
};

struct benchi_functions {
	elf_file elf[FILES_MOST];
	char *path[FILES_MOST];
	size_t files;
	struct map map[FILES_MOST];
	size_t maps;
	benchi_elf_symbol *last;   /* symbol of the latest address, ... */
	uint64_t low, high;        /* ... and the addresses it covers */
};

/* The bias of a mapping that has the file's offset at address low. */
static bool map_bias(const elf_file *e, uint64_t low, uint64_t offset, uint64_t *bias)
{
	const Elf64_Ehdr *head = elf_head(e);

	for (size_t i = 0; head && i < head->e_phnum; i++) {
		const Elf64_Phdr *p = elf_record(e, head->e_phoff + i * sizeof *p, sizeof *p);

		if (!p || p->p_type != PT_LOAD || !(p->p_flags & PF_X))
			continue;
		/* rounded to pages: a segment may begin within one */
		if (offset + 0xffff >= p->p_offset && offset < p->p_offset + p->p_filesz) {
			*bias = low - (p->p_vaddr + (offset - p->p_offset));
			return true;
		}
	}
	return false;
}

/* Parses a line of /proc/N/maps: "low-high r-xp offset device inode path". */
static void map_add(benchi_functions *f, char *line)
{
	const char *path = strchr(line, '/'), *at;
	uint64_t low, high, offset;
	size_t file = 0;

	at = path ? benchi_read_digits(line, path, 16, UINT64_MAX, &low) : NULL;
	at = at && *at == '-' ? benchi_read_digits(at + 1, path, 16, UINT64_MAX, &high) : NULL;
	if (f->maps == FILES_MOST || !at || strncmp(at, " r-x", 4)
	    || !benchi_read_digits(at + sizeof " r-xp", path, 16, UINT64_MAX, &offset))
		return;
	line[strcspn(line, "\n")] = '\0';
	while (file < f->files && strcmp(f->path[file], path))
		file++;
	if (file == f->files) {
		if (file == FILES_MOST)
			return;
		f->path[file] = benchi_copy(path, strlen(path));
		if (!f->path[file] || elf_read(path, &f->elf[file]) != BENCH_OK) {
			free(f->path[file]);
			return;
		}
		f->files++;
	}
	f->map[f->maps] = (struct map){ low, high, 0, file };
	f->maps += map_bias(&f->elf[file], low, offset, &f->map[f->maps].bias);
}

static benchi_elf_symbol *functions_find(benchi_functions *f, uint64_t address, struct map **map)
{
	for (*map = f->map; *map < f->map + f->maps; ++*map)
		if (address >= (*map)->low && address < (*map)->high)
			return elf_find(&f->elf[(*map)->file], address - (*map)->bias);
	return NULL;
}

/* Names the targets of a file's slots. */
static void name_slots(benchi_functions *f, const struct map *map,
                       uint64_t (*peek)(void *from, uint64_t address), void *from)
{
	const elf_file *e = &f->elf[map->file];
	struct benchi_relocation r = { .i = 0 };

	while (relocation_next(e, &r)) {
		uint64_t type = ELF64_R_TYPE(r.slot->r_info), target;
		struct map *to;
		benchi_elf_symbol *symbol;

		if (type != SLOT && type != CALL_SLOT && type != CHOSEN)
			continue;
		target = peek(from, r.address + map->bias);
		symbol = functions_find(f, target, &to);
		if (symbol && symbol->start == target - to->bias && !symbol->name)
			symbol->name = slot_name(e, r.section, r.slot);
	}
}

benchi_functions *benchi_functions_new(long process, uint64_t (*peek)(void *from, uint64_t address),
                                       void *from)
{
	benchi_functions *f = calloc(1, sizeof *f);
	char line[LINE];
	FILE *maps;

	snprintf(line, sizeof line, "/proc/%ld/maps", process);
	maps = f ? fopen(line, "r") : NULL;
	while (maps && fgets(line, sizeof line, maps))
		map_add(f, line);
	if (maps)
		fclose(maps);
	for (size_t i = 0; f && i < f->maps; i++)
		name_slots(f, &f->map[i], peek, from);
	return f;
}

benchi_elf_symbol *benchi_functions_at(benchi_functions *f, uint64_t address)
{
	struct map *map;

	if (f->last && address >= f->low && address < f->high)
		return f->last;
	f->last = functions_find(f, address, &map);
	if (f->last) {
		const elf_file *e = &f->elf[map->file];

		f->low = f->last->start + map->bias;
		f->high = f->last + 1 < e->symbol + e->n ? f->last[1].start + map->bias : map->high;
	}
	return f->last;
}

char *benchi_functions_name(const benchi_functions *f, const benchi_elf_symbol *symbol, char *text)
{
	enum { FILE_TEXT = 40 };
	char address[24];
	const char *name = address;
	bool with_file;
	size_t i = 0;

	if (!symbol)
		return strcpy(text, "elsewhere");
	while (i + 1 < f->files && !(symbol >= f->elf[i].symbol
		&& symbol < f->elf[i].symbol + f->elf[i].n))
		i++;
	sprintf(address, "0x%llx", (unsigned long long)symbol->start);
	if (symbol->name && *symbol->name)
		name = symbol->name;
	with_file = i || name == address;       /* the program itself is mapped first */
	snprintf(text, BENCHI_FUNCTION_TEXT - (with_file ? FILE_TEXT : 0), "%.*s",
		1 + (int)strcspn(name + 1, "."), name);
	if (with_file)
		snprintf(text + strlen(text), FILE_TEXT, "@%s", strrchr(f->path[i], '/') + 1);
	return text;
}

void benchi_functions_free(benchi_functions *f)
{
	for (size_t i = 0; f && i < f->files; i++) {
		elf_free(&f->elf[i]);
		free(f->path[i]);
	}
	free(f);
}

#endif
