/*
 * What the loader maps of a program: bytes, and the addresses that relocations store among them.
 *
 * Method: everything that is loaded is found through program headers and the dynamic section, as
 * the loader finds it, so that files without section headers can be read.
 *
 * Source: System V ABI, AMD64 supplement 1.0; Linux Standard Base Core 5.0, 10.6; the generic ABI's
 * proposal for DT_RELR.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/versus/versus.h"

#ifdef BENCHI_HAVE_ELF

#include "tools/versus/image.h"

#ifndef DT_RELR
#define DT_RELRSZ 35
#define DT_RELR 36
#endif

/* Returns n bytes of the file from an offset on, or NULL. */
static const void *file_at(const versus_image *m, uint64_t offset, uint64_t n)
{
	return offset <= m->size && n <= m->size - offset ? m->bytes + offset : NULL;
}

bool versus_file_copy(const versus_image *m, uint64_t offset, void *to, size_t n)
{
	const void *from = file_at(m, offset, n);

	if (from)
		memcpy(to, from, n);
	return from != NULL;
}

bool versus_section_at(const versus_image *m, size_t i, Elf64_Shdr *s)
{
	return i < m->sections && versus_file_copy(m, m->section_table + i * sizeof *s, s, sizeof *s);
}

const char *versus_file_text(const versus_image *m, uint64_t offset, uint64_t limit)
{
	uint64_t end = limit < m->size ? limit : m->size;

	return offset < end && memchr(m->bytes + offset, '\0', end - offset)
		? (const char *)m->bytes + offset : "";
}

const unsigned char *versus_image_bytes(const versus_image *m, uint64_t address, uint64_t n)
{
	for (size_t i = 0; i < m->loads; i++) {
		const versus_load *l = &m->load[i];

		if (address >= l->start && address - l->start <= l->filled
		    && n <= l->filled - (address - l->start))
			return file_at(m, l->offset + (address - l->start), n);
	}
	return NULL;
}

const versus_load *versus_image_load(const versus_image *m, uint64_t address)
{
	for (size_t i = 0; i < m->loads; i++)
		if (address >= m->load[i].start && address < m->load[i].end)
			return &m->load[i];
	return NULL;
}

bool versus_image_word(const versus_image *m, uint64_t address, void *word, size_t n)
{
	const unsigned char *p = versus_image_bytes(m, address, n);
	const versus_load *l = versus_image_load(m, address);

	if (p)
		memcpy(word, p, n);
	else if (l && l->end - address >= n)
		memset(word, 0, n);             /* zeros that are not in the file */
	else
		return false;
	return true;
}

const versus_slot *versus_image_slot(const versus_image *m, uint64_t address)
{
	size_t i = benchi_elf_count_below(m->slot, m->slots, sizeof *m->slot, address);

	return i < m->slots && m->slot[i].address == address ? &m->slot[i] : NULL;
}

const versus_piece *versus_image_piece(const versus_image *m, uint64_t address)
{
	size_t i = address < UINT64_MAX
		? benchi_elf_count_below(m->piece, m->pieces, sizeof *m->piece, address + 1) : 0;

	return i && address < m->piece[i - 1].end ? &m->piece[i - 1] : NULL;
}

const versus_piece *versus_image_named(const versus_image *m, const char *name)
{
	for (size_t i = 0; i < m->pieces; i++)
		if (m->piece[i].name && !strcmp(m->piece[i].name, name))
			return &m->piece[i];
	return NULL;
}

uint64_t versus_image_gap_end(const versus_image *m, uint64_t address)
{
	const versus_load *l = versus_image_load(m, address);
	size_t i = benchi_elf_count_below(m->piece, m->pieces, sizeof *m->piece, address);
	uint64_t end = l ? l->start + l->filled : address;

	if (i < m->pieces && m->piece[i].start < end)
		end = m->piece[i].start;
	for (size_t k = 0; k < m->bounds; k++)
		if (m->bound[k] > address && m->bound[k] < end)
			end = m->bound[k];
	return end;
}

bool versus_image_is_slot(const versus_image *m, uint64_t address)
{
	for (size_t i = 0; i < m->tables; i++)
		if (address >= m->table[i].start && address < m->table[i].end)
			return true;
	return false;
}

const versus_section *versus_image_section(const versus_image *m, uint64_t address)
{
	for (size_t i = 0; i < m->loaded; i++)
		if (address >= m->section[i].start && address < m->section[i].end)
			return &m->section[i];
	return NULL;
}

bool versus_image_in_section(const versus_image *m, uint64_t address, bool code)
{
	const versus_load *l = m->loaded ? NULL : versus_image_load(m, address);
	const versus_section *section = versus_image_section(m, address);

	return (section && (!code || section->code)) || (l && (!code || l->flags & PF_X));
}

bool versus_image_dynamic(const versus_image *m, int64_t tag, uint64_t *value)
{
	for (size_t i = 0; i < m->dynamics; i++) {
		Elf64_Dyn d;

		if (!versus_file_copy(m, m->dynamic + i * sizeof d, &d, sizeof d) || d.d_tag == DT_NULL)
			return false;
		if (d.d_tag == tag) {
			*value = d.d_un.d_val;
			return true;
		}
	}
	return false;
}

const char *versus_image_text(const versus_image *m, uint64_t at)
{
	uint64_t table = 0, size = 0;
	const unsigned char *p;

	if (!versus_image_dynamic(m, DT_STRTAB, &table) || !versus_image_dynamic(m, DT_STRSZ, &size)
	    || at >= size)
		return "";
	p = versus_image_bytes(m, table + at, 1);
	at = size - at;
	return p ? versus_file_text(m, (uint64_t)(p - m->bytes), (uint64_t)(p - m->bytes) + at) : "";
}

const char *versus_image_needed(const versus_image *m, int64_t tag, size_t *i)
{
	Elf64_Dyn d;

	for (; *i < m->dynamics; ++*i)
		if (versus_file_copy(m, m->dynamic + *i * sizeof d, &d, sizeof d) && d.d_tag == tag) {
			++*i;
			return versus_image_text(m, d.d_un.d_val);
		}
	return NULL;
}

/* Returns the name of a symbol's version; "" if it has none. */
static const char *version_of(const versus_image *m, uint64_t symbol)
{
	uint64_t versions, needs, n, at;
	uint16_t version;

	if (!versus_image_dynamic(m, DT_VERSYM, &versions)
	    || !versus_image_dynamic(m, DT_VERNEED, &needs)
	    || !versus_image_dynamic(m, DT_VERNEEDNUM, &n)
	    || !versus_image_word(m, versions + 2 * symbol, &version, 2))
		return "";
	for (; n > 0; n--) {
		Elf64_Verneed need;

		if (!versus_image_word(m, needs, &need, sizeof need))
			return "";
		at = needs + need.vn_aux;
		for (unsigned k = 0; k < need.vn_cnt; k++) {
			Elf64_Vernaux aux;

			if (!versus_image_word(m, at, &aux, sizeof aux))
				return "";
			if (aux.vna_other == (version & 0x7fff))
				return versus_image_text(m, aux.vna_name);
			at += aux.vna_next;
		}
		needs += need.vn_next;
	}
	return "";
}

bool versus_add_bound(versus_image *m, uint64_t address)
{
	if (!benchi_grow(&m->bound, sizeof *m->bound, m->bounds, &m->bound_capacity))
		return false;
	m->bound[m->bounds++] = address;
	return true;
}

int versus_by_address(const void *a, const void *b)
{
	uint64_t x, y;

	memcpy(&x, a, sizeof x);
	memcpy(&y, b, sizeof y);
	return (x > y) - (x < y);
}

void versus_add_table(versus_image *m, uint64_t start, uint64_t end)
{
	if (m->tables < sizeof m->table / sizeof *m->table && end > start)
		m->table[m->tables++] = (versus_range){ start, end };
}

static bool add_slot(versus_image *m, uint64_t address, versus_slot slot)
{
	if (!benchi_grow(&m->slot, sizeof *m->slot, m->slots, &m->slot_capacity))
		return false;
	slot.address = address;
	m->slot[m->slots++] = slot;
	return true;
}

/* Adds relocations with addends.  symbols: address of the symbol table; 0: none. */
static bool add_relocations(versus_image *m, uint64_t table, uint64_t size, uint64_t symbols)
{
	for (uint64_t i = 0; i + sizeof(Elf64_Rela) <= size; i += sizeof(Elf64_Rela)) {
		Elf64_Rela r;
		Elf64_Sym symbol;
		versus_slot slot = { .name = NULL };
		uint64_t of;

		if (!versus_image_word(m, table + i, &r, sizeof r))
			return true;
		slot.type = (unsigned)ELF64_R_TYPE(r.r_info);
		slot.target = (uint64_t)r.r_addend;
		of = ELF64_R_SYM(r.r_info);
		slot.is_address = slot.type == R_X86_64_RELATIVE || slot.type == R_X86_64_IRELATIVE;
		if (of && symbols && versus_image_word(m, symbols + of * sizeof symbol, &symbol,
			sizeof symbol)) {
			slot.name = versus_image_text(m, symbol.st_name);
			slot.version = version_of(m, of);
		}
		if (!add_slot(m, r.r_offset, slot))
			return false;
	}
	return true;
}

bool versus_read_slots(versus_image *m)
{
	uint64_t table, size, symbols = 0;
	Elf64_Shdr s;
	bool fine = true;

	(void)versus_image_dynamic(m, DT_SYMTAB, &symbols);
	if (versus_image_dynamic(m, DT_RELA, &table) && versus_image_dynamic(m, DT_RELASZ, &size))
		fine = add_relocations(m, table, size, symbols);
	if (fine && versus_image_dynamic(m, DT_JMPREL, &table)
	    && versus_image_dynamic(m, DT_PLTRELSZ, &size))
		fine = add_relocations(m, table, size, symbols);
	/* relative relocations as a bitmap: an even word is an address, an odd word a bit mask of the
	 * next 63 words */
	if (!versus_image_dynamic(m, DT_RELR, &table) || !versus_image_dynamic(m, DT_RELRSZ, &size))
		size = 0;
	for (uint64_t i = 0, at = 0, word; fine && i + VERSUS_WORD <= size
	     && versus_image_word(m, table + i, &word, sizeof word); i += VERSUS_WORD) {
		uint64_t first = word & 1 ? at : word;

		at = word & 1 ? at + 63 * VERSUS_WORD : word + VERSUS_WORD;
		for (uint64_t bits = word & 1 ? word >> 1 : 1; fine && bits;
		     bits >>= 1, first += VERSUS_WORD) {
			versus_slot slot = { .type = R_X86_64_RELATIVE, .is_address = true };

			if (bits & 1 && versus_image_word(m, first, &slot.target, VERSUS_WORD))
				fine = add_slot(m, first, slot);
		}
	}
	/* a static program applies these itself */
	for (size_t i = 0; fine && !m->dynamics && versus_section_at(m, i, &s); i++)
		if (s.sh_type == SHT_RELA && s.sh_flags & SHF_ALLOC)
			fine = add_relocations(m, s.sh_addr, s.sh_size, 0);
	if (m->slots)
		qsort(m->slot, m->slots, sizeof *m->slot, versus_by_address);
	return fine;
}

const char *versus_image_symbol(const versus_image *m, size_t i, uint64_t *address)
{
	uint64_t table;
	Elf64_Sym s;
	unsigned type;

	*address = 0;
	if (i >= m->exports || !versus_image_dynamic(m, DT_SYMTAB, &table)
	    || !versus_image_word(m, table + i * sizeof s, &s, sizeof s))
		return NULL;
	type = ELF64_ST_TYPE(s.st_info);
	if (s.st_shndx != SHN_UNDEF && s.st_shndx != SHN_ABS && type != STT_TLS && type != STT_SECTION
		&& type != STT_FILE)
		*address = s.st_value;
	return versus_image_text(m, s.st_name);
}

/* Collects the dynamic symbols defined here, by name.  Returns false if out of memory.  Their
 * number is stated in the table of hashes, or 1 + the last index in its chains. */
static bool read_exports(versus_image *m)
{
	const size_t most = m->size / sizeof(Elf64_Sym);        /* more: a damaged file */
	const char *name;
	uint64_t hash, n = 0, address;
	uint32_t head[4], word;

	if (versus_image_dynamic(m, DT_HASH, &hash) && versus_image_word(m, hash, head, 8)) {
		n = head[1];
	} else if (versus_image_dynamic(m, DT_GNU_HASH, &hash)
	           && versus_image_word(m, hash, head, sizeof head)) {
		hash += sizeof head + VERSUS_WORD * (uint64_t)head[2];
		for (uint64_t i = 0; i < head[0] && versus_image_word(m, hash + 4 * i, &word, 4); i++)
			n = word > n ? word : n;
		hash += 4 * (uint64_t)head[0];
		if (!n)                 /* the file has only imports */
			n = head[1];
		else
			while (n++ >= head[1] && versus_image_word(m, hash + 4 * (n - 1 - head[1]), &word, 4)
			       && !(word & 1))
				;
	}
	m->exports = n < most ? n : most;
	m->export_at = calloc(m->exports + 1, sizeof *m->export_at);
	for (size_t i = 0; m->export_at && (name = versus_image_symbol(m, i, &address)) != NULL; i++) {
		uint32_t k;

		if (!address || !*name)
			continue;
		k = benchi_name_table_add(&m->exported, name, strlen(name));
		if (k == BENCHI_NO_NAME)
			return false;
		m->twofold = m->twofold || (m->export_at[k] && m->export_at[k] != address);
		m->export_at[k] = address;
	}
	return m->export_at != NULL;
}

uint64_t versus_image_export(const versus_image *m, const char *name)
{
	uint32_t k = benchi_name_table_find(&m->exported, name, strlen(name));

	return k == BENCHI_NO_NAME ? 0 : m->export_at[k];
}

static bool read_segments(versus_image *m)
{
	Elf64_Phdr p, frames = { .p_type = PT_NULL };
	uint32_t distance;

	for (size_t i = 0; i < m->segments
	     && versus_file_copy(m, m->segment_table + i * sizeof p, &p, sizeof p); i++) {
		const uint64_t words[] = { p.p_type, p.p_flags, p.p_type == PT_LOAD ? p.p_align : 0,
			p.p_type == PT_GNU_STACK ? p.p_memsz : 0 };
		const void *noted = p.p_type == PT_GNU_PROPERTY ? file_at(m, p.p_offset, p.p_filesz) : NULL;

		if (p.p_memsz > VERSUS_FILE || p.p_vaddr > UINT64_MAX / 2)
			return false;
		if (p.p_type == PT_LOAD || p.p_type == PT_GNU_STACK || p.p_type == PT_GNU_PROPERTY)
			m->setup = benchi_hash(m->setup, words, sizeof words);
		if (noted)
			m->setup = benchi_hash(m->setup, noted, p.p_filesz);
		if (p.p_type == PT_LOAD && p.p_memsz) {
			if (m->loads == sizeof m->load / sizeof *m->load)
				return false;
			m->load[m->loads++] = (versus_load){ p.p_vaddr, p.p_vaddr + p.p_memsz, p.p_offset,
				p.p_filesz < p.p_memsz ? p.p_filesz : p.p_memsz, p.p_flags };
		} else if (p.p_type == PT_DYNAMIC) {
			m->dynamic = p.p_offset;
			m->dynamics = p.p_filesz / sizeof(Elf64_Dyn);
			versus_add_table(m, p.p_vaddr, p.p_vaddr + p.p_memsz);
		} else if (p.p_type == PT_TLS) {
			m->thread = (versus_load){ p.p_vaddr, p.p_vaddr + p.p_memsz, p.p_offset, p.p_filesz,
				(uint32_t)p.p_align };
			if (!versus_add_bound(m, p.p_vaddr) || !versus_add_bound(m, p.p_vaddr + p.p_filesz))
				return false;
		} else if (p.p_type == PT_INTERP) {
			m->loader = versus_file_text(m, p.p_offset, p.p_offset + p.p_filesz);
		} else if (p.p_type == PT_GNU_EH_FRAME) {
			frames = p;             /* read after all that is loaded is known */
		}
	}
	if (!frames.p_type || !versus_image_word(m, frames.p_vaddr, &distance, 4)
	    || (distance & 0xff00) != 0x1b00
	    || !versus_image_word(m, frames.p_vaddr + 4, &distance, 4))
		return true;
	m->unwind = frames.p_vaddr + 4 + (uint64_t)(int64_t)(int32_t)distance;
	return versus_add_bound(m, frames.p_vaddr)
		&& versus_add_bound(m, frames.p_vaddr + frames.p_memsz);
}

bench_status versus_image_open(const char *path, versus_image *m)
{
	Elf64_Ehdr head;
	char *bytes = NULL;

	memset(m, 0, sizeof *m);
	if (benchi_file_read(path, VERSUS_FILE, &bytes, &m->size) != BENCH_OK)
		return BENCH_ERR_INPUT;
	m->bytes = (unsigned char *)bytes;
	if (!m->bytes || !versus_file_copy(m, 0, &head, sizeof head)
	    || memcmp(head.e_ident, ELFMAG, SELFMAG) || head.e_ident[EI_CLASS] != ELFCLASS64
	    || head.e_ident[EI_DATA] != ELFDATA2LSB
	    || (head.e_type != ET_EXEC && head.e_type != ET_DYN)
	    || (head.e_phnum && head.e_phentsize != sizeof(Elf64_Phdr))
	    || (head.e_shnum && head.e_shentsize != sizeof(Elf64_Shdr))) {
		versus_image_free(m);
		return BENCH_ERR_INPUT;
	}
	m->machine = head.e_machine;
	m->fixed = head.e_type == ET_EXEC;
	m->entry = head.e_entry;
	m->segment_table = head.e_phoff;
	m->segments = head.e_phnum;
	m->section_table = head.e_shoff;
	m->sections = head.e_shoff ? head.e_shnum : 0;
	m->section_names = head.e_shstrndx;
	if (!read_segments(m)) {
		versus_image_free(m);
		return BENCH_ERR_INPUT;
	}
	if (read_exports(m))
		return BENCH_OK;
	versus_image_free(m);
	return benchi_no_memory("the program's symbols");
}

void versus_image_free(versus_image *m)
{
	free(m->bytes);
	free(m->slot);
	free(m->piece);
	free(m->frame);
	free(m->bound);
	free(m->section);
	free(m->text);
	free(m->export_at);
	benchi_name_table_free(&m->exported);
	memset(m, 0, sizeof *m);
}

#endif
