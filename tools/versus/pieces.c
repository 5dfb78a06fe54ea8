/*
 * The pieces that a program's bytes fall into, and texts.
 *
 * A piece is a function or object with a size, code that unwind information covers, a section whose
 * bounds a program can name (__start_x), a switch's table, or writable memory between these.
 * Pieces are disjoint.  Section headers and symbols only add names and extents.
 *
 * Source of the maps: GNU ld 2.40, gold 1.16, LLVM's lld 14 and 19.  Of unwind information: Linux
 * Standard Base Core 5.0, 10.5 and 10.6; the Itanium C++ ABI's exception tables.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/versus/versus.h"

#ifdef BENCHI_HAVE_ELF

#include "tools/versus/image.h"

enum { NARROW = 4 };     /* this many characters without a NUL mean that a character has one byte */

static bool add_piece(versus_image *m, uint64_t start, uint64_t end, const char *name,
                      versus_piece_kind kind)
{
	if (end <= start || !versus_image_load(m, start))
		return true;
	if (!benchi_grow(&m->piece, sizeof *m->piece, m->pieces, &m->piece_capacity))
		return false;
	m->piece[m->pieces++] = (versus_piece){ .start = start, .end = end, .name = name,
		.kind = kind };
	return true;
}

static int by_start(const void *a, const void *b)
{
	const versus_piece *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->kind != y->kind)
		return (x->kind > y->kind) - (x->kind < y->kind);
	if (x->end != y->end)
		return x->end > y->end ? -1 : 1;
	return x->name && y->name ? strcmp(x->name, y->name) : 0;
}

/* Sorts the pieces and joins those that overlap: sections of sets keep their kind. */
static void arrange(versus_image *m)
{
	size_t kept = 0;

	if (m->pieces)
		qsort(m->piece, m->pieces, sizeof *m->piece, by_start);
	for (size_t i = 0; i < m->pieces; i++)
		if (m->piece[i].kind == VERSUS_LABEL)
			for (size_t k = i + 1; k < m->pieces && m->piece[k].start < m->piece[i].end; k++)
				if (m->piece[k].start > m->piece[i].start)
					m->piece[i].end = m->piece[k].start;
	for (size_t i = 0; i < m->pieces; i++) {
		versus_piece *last = kept ? &m->piece[kept - 1] : NULL, *next = &m->piece[i];

		if (!last || next->start >= last->end) {
			m->piece[kept++] = *next;
			continue;
		}
		if (next->kind == VERSUS_LABEL)
			continue;               /* a label within a function */
		if (next->end > last->end)
			last->end = next->end;
		if (next->kind < last->kind) {
			last->kind = next->kind;
			last->name = next->name;
		}
	}
	m->pieces = kept;
	/* the function at a label ends at its last instruction, before padding and zeros */
	for (size_t k = 0; k < kept; k++) {
		versus_piece *f = &m->piece[k];
		const uint64_t size = f->end - f->start;
		const unsigned char *p = versus_image_bytes(m, f->start, size);
		benchi_instruction is;
		uint64_t end = f->end, filled = size;
		bool ended = false;

		if (f->kind != VERSUS_LABEL)
			continue;
		f->kind = VERSUS_FUNCTION;
		while (p && filled > 0 && !p[filled - 1])
			filled--;
		for (uint64_t i = 0; p && i < size && !(ended && i >= filled); i += is.length) {
			is = benchi_decode(p + i, (size_t)(size - i));
			if (!is.length) {
				end = f->end;           /* not understood: the whole extent */
				break;
			}
			if (!ended || is.op != (is.one ? 0x90 : 0x1f)) {
				ended = is.ends;
				end = f->start + i + is.length;
			}
		}
		f->end = end;
	}
}

/*
 * Texts in sections where the linker merges equal texts: each surely ends at its NUL.
 */

/* Adds a range of texts.  width: bytes per character; 0: one if all are texts of UTF-8, else the
 * range is left out. */
static bool add_texts(versus_image *m, uint64_t start, uint64_t size, unsigned width)
{
	const char *p = (const char *)versus_image_bytes(m, start, size), *end = p + size;
	size_t longest = 0;

	if (!start || !size || size > VERSUS_FILE)
		return true;
	for (const char *from = p; !width && p && p < end; from = ++p) {
		benchi_character c;

		if (!memchr(p, '\0', (size_t)(end - p)))
			return true;
		while (*p && benchi_utf8_next(&p, &c))
			if ((c.code < ' ' && !strchr("\a\b\t\n\v\f\r\033", (int)c.code))
			    || (c.code == 0xfffd && c.length == 1))
				return true;
		longest = (size_t)(p - from) > longest ? (size_t)(p - from) : longest;
	}
	if (!width && longest < NARROW)
		return true;
	if (!benchi_grow(&m->text, sizeof *m->text, m->texts, &m->text_capacity))
		return false;
	m->text[m->texts++] = (versus_load){ .start = start, .end = start + size,
		.flags = width ? width : 1 };
	return versus_add_bound(m, start) && versus_add_bound(m, start + size);
}

const versus_load *versus_image_texts(const versus_image *m, uint64_t address)
{
	for (size_t i = 0; i < m->texts; i++)
		if (address >= m->text[i].start && address < m->text[i].end)
			return &m->text[i];
	return NULL;
}

unsigned versus_image_text_width(const versus_image *m, uint64_t address)
{
	const char *p = (const char *)versus_image_bytes(m, address, NARROW), *from = p;
	const versus_load *texts = versus_image_texts(m, address);
	benchi_character c;

	if (!texts || texts->flags != VERSUS_MIXED)
		return texts ? texts->flags : 0;
	/* wide characters seldom have this many bytes without a NUL */
	while (p && p < from + NARROW)
		if (!benchi_utf8_next(&p, &c) || c.code < ' ' || c.code == 0xfffd)
			return 0;
	return p != NULL;
}

/* Reads n hexadecimal numbers, with or without 0x, after blanks.  Returns whether there are n. */
static bool read_numbers(const char *text, uint64_t *number, size_t n)
{
	for (size_t i = 0; text && i < n; i++) {
		text += strspn(text, " ");
		text += !strncmp(text, "0x", 2) ? 2 : 0;
		text = benchi_read_digits(text, text + strlen(text), 16, UINT64_MAX, &number[i]);
	}
	return text != NULL;
}

/* Reads the linker's map of the program, PROGRAM.link/map: of GNU's linkers "
 * .rodata.str1.1  0xADDRESS 0xSIZE FILE", the numbers often on the next line, or "** merge
 * strings"; of LLVM's "ADDRESS ADDRESS SIZE ALIGNMENT <internal>:(.rodata.str1.1)", without 0x.
 * GNU's also lists texts that the linker merged into earlier ones, so a range ends at the latest
 * where the next line's range begins. */
static bool read_map(versus_image *m, const char *program)
{
	static const char ending[] = ".link/map";
	char *path = malloc(strlen(program) + sizeof ending), *map = NULL;
	versus_load texts = { .start = 0 };     /* the latest range */
	bool fine = path != NULL, named = false;        /* named: its numbers follow */
	uint32_t width = 0;                     /* bytes per character; 0: unknown */
	size_t size = 0;

	if (fine)
		sprintf(path, "%s%s", program, ending);
	if (!fine || benchi_file_read(path, VERSUS_FILE, &map, &size) != BENCH_OK)
		map = NULL;
	for (char *line = map, *end; fine && line && line < map + size && (end = memchr(line, '\n',
		(size_t)(map + size - line))) != NULL; line = end + 1) {
		const char *name, *numbers;
		uint64_t number[3], wide = 0;
		bool is_text;

		*end = '\0';
		name = strstr(line, ".str");
		numbers = strstr(line, " 0x");
		is_text = strstr(line, "** merge strings")
			|| (name && benchi_read_digits(name + 4, name + 5, 10, 8, &wide) && name[5] == '.');
		if (is_text || !named)
			width = (uint32_t)wide;
		if (is_text && strstr(line, "<internal>:(")) {
			if (read_numbers(line, number, 3))
				fine = add_texts(m, number[0], number[2], width);
			continue;
		}
		if (numbers && read_numbers(numbers, number, 2)) {
			if (number[0] >= texts.start && number[0] < texts.end)
				texts.end = number[0];
			fine = add_texts(m, texts.start, texts.end - texts.start, texts.flags);
			texts = (versus_load){ .start = number[0], .flags = width,
				.end = is_text || named ? number[0] + number[1] : number[0] };
		}
		named = is_text && !numbers;
	}
	fine = fine && add_texts(m, texts.start, texts.end - texts.start, texts.flags);
	free(map);
	free(path);
	return fine;
}

uint64_t versus_image_stub(const versus_image *m, uint64_t at)
{
	for (int i = 0; i < 3; i++) {
		const unsigned char *p = versus_image_bytes(m, at, 16);
		benchi_instruction is = p ? benchi_decode(p, 16) : (benchi_instruction){ .length = 0 };
		int32_t distance;

		if (!is.length)
			return 0;
		at += is.length;
		/* jmp *slot; or push slot, in the first stub for lazy binding */
		if (is.one && is.op == 0xff && is.from == BENCHI_FROM_END && (is.reg == 4 || is.reg == 6)) {
			memcpy(&distance, p + is.at, sizeof distance);
			at += (uint64_t)(int64_t)distance;
			return versus_image_is_slot(m, at) ? at : 0;
		}
		if (is.ends)
			return 0;
	}
	return 0;
}

/*
 * Tables of switches: distances from the table's start to places in functions.
 */

bool versus_image_table_entry(const versus_image *m, uint64_t table, uint64_t at, uint64_t *target)
{
	int32_t distance;

	if (!versus_image_word(m, at, &distance, sizeof distance))
		return false;
	*target = table + (uint64_t)(int64_t)distance;
	return distance < 0 || versus_image_piece(m, *target) != NULL;
}

/* Adds the tables of switches: unnamed data whose address a function takes, and whose first entry
 * leads into this function or its cold part.  A table ends where the next begins, or at the first
 * entry that leads into no function. */
static bool add_tables(versus_image *m)
{
	uint64_t *start = NULL;
	size_t n = 0, capacity = 0, pieces = m->pieces;
	bool fine = true;

	for (size_t k = 0; k < pieces && fine; k++) {
		const versus_piece *f = &m->piece[k];
		const unsigned char *code = versus_image_bytes(m, f->start, f->end - f->start);
		benchi_instruction is;

		for (uint64_t i = 0; f->kind == VERSUS_FUNCTION && code && i < f->end - f->start;
		     i += is.length ? is.length : 1) {
			const versus_piece *to;
			uint64_t table, target;
			int32_t distance;

			is = benchi_decode(code + i, f->end - f->start - i);
			if (!is.length || is.from != BENCHI_FROM_END || is.memory)
				continue;
			memcpy(&distance, code + i + is.at, sizeof distance);
			table = f->start + i + is.length + (uint64_t)(int64_t)distance;
			if (table % VERSUS_ENTRY || versus_image_piece(m, table)
			    || !versus_image_bytes(m, table, VERSUS_ENTRY)
			    || !versus_image_table_entry(m, table, table, &target))
				continue;
			to = versus_image_piece(m, target);
			if (!to || to->kind != VERSUS_FUNCTION || (to != f && (!to->name || !f->name
				|| strncmp(to->name, f->name, strcspn(f->name, ".")))))
				continue;
			fine = benchi_grow(&start, sizeof *start, n, &capacity);
			if (fine)
				start[n++] = table;
			else
				break;
		}
	}
	if (n)
		qsort(start, n, sizeof *start, versus_by_address);
	for (size_t i = 0; i < n && fine; i++) {
		uint64_t at = start[i], target, end = versus_image_gap_end(m, at);
		size_t k = i + 1;

		while (k < n && start[k] == start[i])
			k++;
		if (k < n && start[k] < end)
			end = start[k];
		while (at + VERSUS_ENTRY <= end && versus_image_table_entry(m, start[i], at, &target)) {
			const versus_piece *to = versus_image_piece(m, target);

			if (!to || to->kind != VERSUS_FUNCTION)
				break;
			at += VERSUS_ENTRY;
		}
		fine = add_piece(m, start[i], at, NULL, VERSUS_TABLE);
		i = k - 1;
	}
	free(start);
	arrange(m);
	return fine;
}

/* Makes a piece of each gap between pieces of writable memory: from any address in the gap, a
 * program may reach the whole gap. */
static bool add_gaps(versus_image *m)
{
	size_t n = m->pieces;

	for (size_t i = 0; i < m->loads; i++) {
		const versus_load *l = &m->load[i];
		uint64_t at = l->start;

		while (l->flags & PF_W && at < l->end) {
			const versus_piece *in;
			size_t k = benchi_elf_count_below(m->piece, n, sizeof *m->piece, at + 1);
			uint64_t end = k < n && m->piece[k].start < l->end ? m->piece[k].start : l->end;

			in = k && at < m->piece[k - 1].end ? &m->piece[k - 1] : NULL;
			if (in) {
				at = in->end;
				continue;
			}
			for (size_t t = 0; t < m->bounds; t++)
				if (m->bound[t] > at && m->bound[t] < end)
					end = m->bound[t];
			for (size_t t = 0; t < m->tables; t++) {
				if (at >= m->table[t].start && at < m->table[t].end)
					in = m->piece;  /* addresses, each of which has a slot */
				if (m->table[t].start > at && m->table[t].start < end)
					end = m->table[t].start;
				else if (m->table[t].end > at && m->table[t].end < end)
					end = m->table[t].end;
			}
			if (!in && !add_piece(m, at, end, NULL, VERSUS_OBJECT))
				return false;
			at = end;
		}
	}
	arrange(m);
	return true;
}

/*
 * Unwind information: the extents of functions, and how exceptions leave them.
 */

bool versus_image_uleb(const unsigned char **p, const unsigned char *end, uint64_t *x)
{
	*x = 0;
	for (unsigned shift = 0; *p < end && shift < 63; shift += 7) {
		unsigned char c = *(*p)++;

		*x |= (uint64_t)(c & 0x7f) << shift;
		if (!(c & 0x80))
			return true;
	}
	return false;
}

bool versus_image_encoded(const versus_image *m, unsigned encoding, uint64_t at, uint64_t *value,
                          size_t *size)
{
	int32_t narrow = 0;

	*size = (encoding & 0x0f) == 0x0b || (encoding & 0x0f) == 0x03 ? 4 : VERSUS_WORD;
	*value = 0;
	if (*size == VERSUS_WORD && (encoding & 0x0f) != 0x00 && (encoding & 0x0f) != 0x04
	    && (encoding & 0x0f) != 0x0c)
		return false;
	if (!(*size == 4 ? versus_image_word(m, at, &narrow, 4) : versus_image_word(m, at, value,
		VERSUS_WORD)))
		return false;
	if (*size == 4)
		*value = (encoding & 0x0f) == 0x03 ? (uint32_t)narrow : (uint64_t)(int64_t)narrow;
	if ((encoding & 0x70) == 0x10 && *value)
		*value += at;
	return (encoding & 0x70) == 0 || (encoding & 0x70) == 0x10;
}

/* Reads what a common entry (CIE) states for its frames.  Returns false if it is not understood. */
static bool read_common(const versus_image *m, uint64_t at, versus_frame *f, unsigned *pointer,
                        unsigned *exceptions)
{
	uint32_t length;
	const unsigned char *p, *end;
	const char *augmentation;
	uint64_t skipped;

	if (!versus_image_word(m, at, &length, 4) || length < 9 || length > VERSUS_FILE
	    || !(p = versus_image_bytes(m, at, length + 4ull)) || memcmp(p + 4, "\0\0\0\0\1", 5))
		return false;
	end = p + 4 + length;
	f->common = at;
	f->common_size = length + 4ull;
	augmentation = (const char *)p + 9;
	*pointer = 0;
	*exceptions = 0xff;
	if (!memchr(augmentation, '\0', (size_t)(end - (p + 9))) || (*augmentation
		&& *augmentation != 'z'))
		return false;
	p += 9 + strlen(augmentation) + 1;
	if (!versus_image_uleb(&p, end, &skipped) || !versus_image_uleb(&p, end, &skipped)
	    || !versus_image_uleb(&p, end, &skipped) || !*augmentation)
		return !*augmentation;
	if (!versus_image_uleb(&p, end, &skipped))
		return false;
	for (const char *a = augmentation + 1; *a; a++) {
		size_t size;

		if (p >= end)
			return *a == 'S' || *a == 'B';
		if (*a == 'R')
			*pointer = *p++;
		else if (*a == 'L')
			*exceptions = *p++;
		else if (*a == 'P') {
			unsigned encoding = *p++;

			f->personality_at = at + (uint64_t)(p - versus_image_bytes(m, at, 1));
			if (!versus_image_encoded(m, encoding, f->personality_at, &f->personality, &size))
				return false;
			f->personality_size = size;
			p += size;
		} else if (*a != 'S' && *a != 'B') {
			return false;
		}
	}
	return true;
}

/* Reads all frames of .eh_frame.  Unreadable frames are left out; a function then differs if only
 * one side has a frame. */
static bool read_frames(versus_image *m)
{
	size_t capacity = 0;
	uint64_t at = m->unwind, end;
	uint32_t length, back;

	while (at && versus_image_word(m, at, &length, 4) && length && length < VERSUS_FILE
	       && versus_image_word(m, at + 4, &back, 4)) {
		versus_frame f = { .start = 0 };
		unsigned pointer, exceptions;
		const unsigned char *p;
		uint64_t here = at, n, range;
		size_t narrow;

		at += 4ull + length;
		if (!back || !read_common(m, here + 4 - back, &f, &pointer, &exceptions)
		    || !versus_image_encoded(m, pointer, here + 8, &f.start, &narrow)
		    || !versus_image_encoded(m, pointer & 0x0f, here + 8 + narrow, &range, &narrow))
			continue;
		f.end = f.start + range;
		f.rest = here + 8 + 2 * narrow;
		f.rest_size = at - f.rest;
		if (exceptions != 0xff) {
			p = versus_image_bytes(m, f.rest, f.rest_size);
			if (!p || f.rest_size > length || !versus_image_uleb(&p, p + f.rest_size, &n))
				continue;
			f.exceptions_at = f.rest + (uint64_t)(p - versus_image_bytes(m, f.rest, 1));
			if (!versus_image_encoded(m, exceptions, f.exceptions_at, &f.exceptions, &narrow))
				continue;
			f.exceptions_size = narrow;
		}
		if (!benchi_grow(&m->frame, sizeof f, m->frames, &capacity))
			return false;
		m->frame[m->frames++] = f;
	}
	end = at;
	m->unwind_size = end - m->unwind;
	if (m->frames)
		qsort(m->frame, m->frames, sizeof *m->frame, versus_by_address);
	return !m->unwind || (versus_add_bound(m, m->unwind) && versus_add_bound(m, end));
}

/*
 * Everything together.
 */

/* Adds the pieces of a table of symbols.  A label without a size in code extends to the next label
 * or the end of the section; one without a type may name data. */
static bool add_symbols(versus_image *m, const Elf64_Shdr *s)
{
	Elf64_Shdr texts, in;

	if (!versus_section_at(m, s->sh_link, &texts))
		return true;
	for (uint64_t i = 0; i + sizeof(Elf64_Sym) <= s->sh_size; i += sizeof(Elf64_Sym)) {
		Elf64_Sym symbol;
		unsigned type;
		const char *name;

		if (!versus_file_copy(m, s->sh_offset + i, &symbol, sizeof symbol))
			return true;
		type = ELF64_ST_TYPE(symbol.st_info);
		if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx == SHN_ABS || type == STT_TLS
		    || symbol.st_size > VERSUS_FILE)
			continue;
		name = versus_file_text(m, texts.sh_offset + symbol.st_name,
			texts.sh_offset + texts.sh_size);
		if (!strcmp(name, "_GLOBAL_OFFSET_TABLE_"))
			m->offsets = symbol.st_value;
		if (!symbol.st_size && type != STT_OBJECT && type < STT_SECTION
		    && versus_section_at(m, symbol.st_shndx, &in) && in.sh_flags & SHF_EXECINSTR
		    && in.sh_size <= VERSUS_FILE && symbol.st_value >= in.sh_addr
		    && symbol.st_value - in.sh_addr < in.sh_size) {
			size_t before = m->pieces;

			if (!add_piece(m, symbol.st_value, in.sh_addr + in.sh_size, name, VERSUS_LABEL))
				return false;
			if (m->pieces > before)
				m->piece[before].untyped = type == STT_NOTYPE;
		}
		if (!strcmp(name, "__dso_handle"))
			symbol.st_size = VERSUS_WORD;   /* this symbol is read as a pointer */
		if (strcmp(name, "_DYNAMIC") && (type == STT_FUNC || type == STT_GNU_IFUNC
			|| type == STT_OBJECT)
		    && !add_piece(m, symbol.st_value, symbol.st_value + symbol.st_size, name,
				type == STT_OBJECT ? VERSUS_OBJECT : VERSUS_FUNCTION))
			return false;
	}
	return true;
}

static bool read_sections(versus_image *m)
{
	/* names of sections that compilers and linkers make, and programs do not walk through */
	static const char *const usual[] = { "", ".rodata", ".data", ".bss", ".tdata", ".tbss",
		".interp", ".dynamic", ".got", ".plt", ".eh_frame", ".eh_frame_hdr", ".gcc_except_table",
		".lrodata", ".ldata", ".lbss", ".tm_clone_table", ".relro_padding", ".note", ".hash",
		".gnu" };
	Elf64_Shdr s, names;
	bool fine = true, has_names = versus_section_at(m, m->section_names, &names);

	m->section = calloc(m->sections + 1, sizeof *m->section);
	if (!m->section)
		return false;
	for (size_t i = 0; fine && versus_section_at(m, i, &s); i++) {
		const char *name = has_names ? versus_file_text(m, names.sh_offset + s.sh_name,
			names.sh_offset + names.sh_size) : "";
		bool walked = s.sh_type == SHT_INIT_ARRAY || s.sh_type == SHT_FINI_ARRAY
			|| s.sh_type == SHT_PREINIT_ARRAY
			|| ((s.sh_type == SHT_PROGBITS || s.sh_type == SHT_NOBITS)
				&& !(s.sh_flags & SHF_EXECINSTR));

		for (size_t k = 0; k < sizeof usual / sizeof *usual; k++) {
			size_t n = strlen(usual[k]);

			walked = walked && (strncmp(name, usual[k], n) || (name[n] && (!n || name[n] != '.')));
		}
		if (s.sh_type == SHT_SYMTAB)
			fine = add_symbols(m, &s);
		if (!(s.sh_flags & SHF_ALLOC) || s.sh_flags & SHF_TLS || s.sh_size > VERSUS_FILE)
			continue;
		m->section[m->loaded++] = (versus_section){ .start = s.sh_addr,
			.end = s.sh_addr + s.sh_size, .alignment = s.sh_addralign,
			.code = s.sh_flags & SHF_EXECINSTR };
		fine = fine && versus_add_bound(m, s.sh_addr) && versus_add_bound(m, s.sh_addr + s.sh_size);
		/* the name decides, because a linker that joins sections also joins their flags */
		if (s.sh_flags & SHF_STRINGS && !strncmp(name, ".rodata.str", 11))
			fine = fine && add_texts(m, s.sh_addr, s.sh_size,
				s.sh_entsize ? (unsigned)s.sh_entsize : VERSUS_MIXED);
		if (!strncmp(name, ".got", 4))
			versus_add_table(m, s.sh_addr, s.sh_addr + s.sh_size);
		else if (walked)
			/* kept whole: the program may use its start and end (__start_NAME), or variables
			 * that it places there */
			fine = fine && add_piece(m, s.sh_addr, s.sh_addr + s.sh_size, name, VERSUS_SET);
		else if (!strcmp(name, ".eh_frame"))
			m->unwind = s.sh_addr;
	}
	return fine;
}

bench_status versus_image_read(const char *path, versus_image *m)
{
	static const struct {
		int64_t start, size;
		const char *name;
	} array[] = { { DT_INIT_ARRAY, DT_INIT_ARRAYSZ, ".init_array" },
		{ DT_FINI_ARRAY, DT_FINI_ARRAYSZ, ".fini_array" },
		{ DT_PREINIT_ARRAY, DT_PREINIT_ARRAYSZ, ".preinit_array" } };
	bench_status status = versus_image_open(path, m);
	uint64_t table, size;
	bool fine;

	if (status != BENCH_OK)
		return status;
	if (versus_image_dynamic(m, DT_PLTGOT, &m->offsets) && !m->sections
	    && versus_image_dynamic(m, DT_PLTRELSZ, &size))
		versus_add_table(m, m->offsets, m->offsets + VERSUS_WORD * (3 + size / sizeof(Elf64_Rela)));
	fine = versus_read_slots(m) && read_sections(m);
	for (size_t i = 0; fine && i < sizeof array / sizeof *array; i++)
		if (versus_image_dynamic(m, array[i].start, &table)
		    && versus_image_dynamic(m, array[i].size, &size))
			fine = add_piece(m, table, table + size, array[i].name, VERSUS_SET);
	arrange(m);
	fine = fine && read_map(m, path) && read_frames(m);
	/* functions without symbols have the extents of their frames */
	for (size_t i = 0, named = m->pieces; fine && i < m->frames; i++) {
		const versus_frame *f = &m->frame[i];
		size_t k = benchi_elf_count_below(m->piece, named, sizeof *m->piece, f->end);

		if (!(k && m->piece[k - 1].end > f->start) && !versus_image_stub(m, f->start)
		    && f->end - f->start < VERSUS_FILE)
			fine = add_piece(m, f->start, f->end, NULL, VERSUS_FUNCTION);
	}
	arrange(m);
	if (fine && add_tables(m) && add_gaps(m))
		return BENCH_OK;
	versus_image_free(m);
	return benchi_no_memory("the program's code");
}

#endif
