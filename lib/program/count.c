/*
 * Counts the instructions of one iteration by single steps, or by copies of the code that record
 * what runs (recorder.c), which are as exact.
 *
 * Method: a child process (ptrace) runs the body once, to finish lazy binding, then runs the
 * phases, with a mark before and after each. After the first phase, up to 1000 iterations bring
 * heap and tables into the state of a benchmark; their number depends on steps alone. The work
 * around the body is the same in all phases, so differences of phases are iterations, whatever
 * else the machine does. If three iterations minus two equal two minus one, the count is exact.
 * Otherwise the body has state, or its loop is unrolled. Then 32 minus 16 iterations are counted
 * twice: equal counts are exact (compilers unroll by powers of two), unequal ones show state.
 * Phases of up to 4096 iterations, as many as 20,000 steps allow, show work that is done rarely;
 * the result is then their mean. Signals of other processes and of the terminal are held back.
 *
 * When the program counter reaches malloc, calloc, realloc, aligned_alloc or posix_memalign, an
 * allocation is counted, with the size in the argument registers, and no further one until the
 * function returns.
 *
 * A second process repeats one and two iterations. If it disagrees, the count depends on the
 * process, its number or the time.
 *
 * If two iterations exceed the limit, the first alone is the answer, including the calls around
 * it: some 100 instructions, most of them in raise.
 *
 * Block stepping (PTRACE_SINGLEBLOCK) is not used: a stop shows where a block begins, not how many
 * instructions the previous one had, and under KVM it stops at each instruction anyway.
 *
 * Only the thread that calls the body is counted. A system call is one instruction. A repeated
 * string instruction (rep movsb) counts once per repetition. AArch64: exclusive load/store pairs
 * never succeed under single steps, so code with them reaches the limit.
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE 1	/* aligned_alloc */
#include "program/program.h"

#ifdef BENCHI_HAVE_ELF
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
#endif

#ifdef BENCHI_HAVE_STEPS

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Functions of the child and of the libraries it has loaded.
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
 */

#ifndef R_AARCH64_IRELATIVE
#define R_AARCH64_IRELATIVE 1032    /* missing in musl's elf.h */
#endif

enum { LINE = 4096 + 128, FILES_MOST = 64, FUNCTION_TEXT = 128 };

#ifdef __x86_64__
enum { SLOT = R_X86_64_GLOB_DAT, CALL_SLOT = R_X86_64_JUMP_SLOT, CHOSEN = R_X86_64_IRELATIVE };
#else
enum { SLOT = R_AARCH64_GLOB_DAT, CALL_SLOT = R_AARCH64_JUMP_SLOT, CHOSEN = R_AARCH64_IRELATIVE };
#endif

typedef struct elf_file {
	unsigned char *bytes;
	size_t size;
	benchi_elf_symbol *symbol; /* n symbols, sorted by start */
	size_t n, capacity;
} elf_file;

/* Returns the size bytes at offset; NULL beyond the end of the file. */
static const void *elf_at(const elf_file *e, uint64_t offset, uint64_t size)
{
	return offset <= e->size && size <= e->size - offset ? e->bytes + offset : NULL;
}

/* Returns a record of the file; NULL also if it is misaligned, which means that the file is
 * damaged. */
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

/* Returns record i of a section; NULL beyond its end. */
static const void *elf_entry(const elf_file *e, const Elf64_Shdr *s, uint64_t i, uint64_t size)
{
	return i < s->sh_size / size ? elf_record(e, s->sh_offset + i * size, size) : NULL;
}

/* Returns a string of a string table; "" if the string is not terminated within the table. */
static const char *elf_text(const elf_file *e, size_t table, uint64_t offset)
{
	const Elf64_Shdr *s = elf_section(e, table);
	const char *text = s ? elf_at(e, s->sh_offset, s->sh_size) : NULL;

	return text && offset < s->sh_size && memchr(text + offset, '\0', s->sh_size - offset)
		? text + offset : "";
}

static bool elf_add(elf_file *e, uint64_t start, const char *name, bool code)
{
	if (!benchi_grow(&e->symbol, sizeof *e->symbol, e->n, &e->capacity))
		return false;
	e->symbol[e->n++] = (benchi_elf_symbol){ start, name, code };
	return true;
}

/* Adds the functions that a section shows: symbols, unwind information, or a table of jumps.
 * Returns false when out of memory. */
static bool elf_add_section(elf_file *e, const Elf64_Shdr *s)
{
	static const unsigned char usual[4] = { 1, 0x1b, 0x03, 0x3b };
	const char *name = elf_text(e, elf_head(e)->e_shstrndx, s->sh_name);

	if (s->sh_type == SHT_SYMTAB || s->sh_type == SHT_DYNSYM) {
		const Elf64_Sym *symbol;

		for (uint64_t i = 0; (symbol = elf_entry(e, s, i, sizeof *symbol)) != NULL; i++) {
			unsigned type = ELF64_ST_TYPE(symbol->st_info);

			if (symbol->st_shndx != SHN_UNDEF && symbol->st_value
			    && (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT)
			    && !elf_add(e, symbol->st_value,
					elf_text(e, s->sh_link, symbol->st_name), type != STT_OBJECT))
				return false;
		}
	} else if (!strcmp(name, ".eh_frame_hdr")) {
		/* pairs of 32-bit offsets relative to the section: a function, and its unwinding */
		const unsigned char *bytes = elf_at(e, s->sh_offset, s->sh_size);
		uint32_t n;

		if (!bytes || s->sh_size < 12 || memcmp(bytes, usual, sizeof usual))
			return true;
		memcpy(&n, bytes + 8, sizeof n);
		for (uint64_t i = 0; i < n && 12 + 8 * i + 8 <= s->sh_size; i++) {
			int32_t start;

			memcpy(&start, bytes + 12 + 8 * i, sizeof start);
			if (!elf_add(e, s->sh_addr + (uint64_t)(int64_t)start, NULL, true))
				return false;
		}
	} else if (s->sh_flags & SHF_EXECINSTR && !strncmp(name, ".plt", 4))
		return elf_add(e, s->sh_addr, "PLT", true);
	return true;
}

/* Orders symbols by address for qsort. At equal addresses functions come first, then plainer
 * names. */
static int elf_by_start(const void *a, const void *b)
{
	const benchi_elf_symbol *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->code != y->code)
		return x->code ? -1 : 1;

	size_t m = x->name ? strspn(x->name, "_") : 99, n = y->name ? strspn(y->name, "_") : 99;

	if (m != n || !x->name || !y->name)
		return m < n ? -1 : m > n;
	m = strlen(x->name);
	n = strlen(y->name);
	return m != n ? (m < n ? -1 : 1) : strcmp(x->name, y->name);
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
	char *bytes = NULL;
	const Elf64_Shdr *s;
	bool fine = true;

	memset(e, 0, sizeof *e);
	(void)benchi_file_read(path, SIZE_MAX, &bytes, &e->size);
	e->bytes = (unsigned char *)bytes;
	if (!elf_head(e)) {
		elf_free(e);
		return benchi_fail(BENCH_ERR_INPUT, "%.180s: not an ELF file for this machine", path);
	}
	for (size_t i = 0; fine && (s = elf_section(e, i)) != NULL; i++)
		fine = elf_add_section(e, s);

	/* Sort by start, and keep the first symbol of each address. */
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
	return benchi_no_memory("the functions");
}

/* Returns the last symbol that starts at or before address, or NULL. */
static benchi_elf_symbol *elf_find(const elf_file *e, uint64_t address)
{
	size_t n = address < UINT64_MAX
		? benchi_elf_count_below(e->symbol, e->n, sizeof *e->symbol, address + 1) : e->n;

	return n ? &e->symbol[n - 1] : NULL;
}

/* A mapping of code from a file. */
struct map {
	uint64_t low, high, bias;  /* bias: address in the process minus address in the file */
	size_t file;
};

/* The ELF files and code mappings of a process, to find the function at an address. */
typedef struct functions {
	elf_file elf[FILES_MOST];
	char *path[FILES_MOST];
	size_t files;
	struct map map[FILES_MOST];
	size_t maps;
	benchi_elf_symbol *last;   /* symbol of the latest address, ... */
	uint64_t low, high;        /* ... and the addresses it covers */
} functions;

/* Parses a line of /proc/N/maps: "low-high r-xp offset device inode path". */
static void map_add(functions *f, char *line)
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

	const elf_file *e = &f->elf[file];
	const Elf64_Ehdr *head = elf_head(e);

	for (size_t i = 0; head && i < head->e_phnum; i++) {
		const Elf64_Phdr *p = elf_record(e, head->e_phoff + i * sizeof *p, sizeof *p);

		/* rounded to pages: a segment may begin within one */
		if (!p || p->p_type != PT_LOAD || !(p->p_flags & PF_X) || offset + 0xffff < p->p_offset
		    || offset >= p->p_offset + p->p_filesz)
			continue;
		f->map[f->maps++] = (struct map){ low, high,
			low - (p->p_vaddr + (offset - p->p_offset)), file };
		return;
	}
}

static benchi_elf_symbol *functions_find(functions *f, uint64_t address, struct map **map)
{
	for (*map = f->map; *map < f->map + f->maps; ++*map)
		if (address >= (*map)->low && address < (*map)->high)
			return elf_find(&f->elf[(*map)->file], address - (*map)->bias);
	return NULL;
}

/* Returns the functions of a traced process, which functions_free frees; NULL when out of
 * memory. */
static functions *functions_new(pid_t child)
{
	functions *f = calloc(1, sizeof *f);
	char line[LINE];
	FILE *maps;

	snprintf(line, sizeof line, "/proc/%ld/maps", (long)child);
	maps = f ? fopen(line, "r") : NULL;
	while (maps && fgets(line, sizeof line, maps))
		map_add(f, line);
	if (maps)
		fclose(maps);
	/* Name the functions at which a file's slots point: after the symbol of the slot's relocation,
	 * or after the resolver that chose the function. */
	for (size_t i = 0; f && i < f->maps; i++) {
		const struct map *map = &f->map[i];
		const elf_file *e = &f->elf[map->file];
		const Elf64_Shdr *section, *table;
		const Elf64_Rela *slot;
		const Elf64_Sym *of;
		struct map *to;

		for (size_t k = 0; (section = elf_section(e, k)) != NULL; k++)
			for (size_t j = 0; section->sh_type == SHT_RELA
			     && (slot = elf_entry(e, section, j, sizeof *slot)) != NULL; j++) {
				const benchi_elf_symbol *resolver;
				benchi_elf_symbol *symbol;
				uint64_t type = ELF64_R_TYPE(slot->r_info), target;

				if (type != SLOT && type != CALL_SLOT && type != CHOSEN)
					continue;
				target = (uint64_t)ptrace(PTRACE_PEEKDATA, child,
					(void *)(uintptr_t)(slot->r_offset + map->bias), NULL);
				symbol = functions_find(f, target, &to);
				if (!symbol || symbol->start != target - to->bias || symbol->name)
					continue;
				table = elf_section(e, section->sh_link);
				if (type == CHOSEN) {
					resolver = elf_find(e, (uint64_t)slot->r_addend);
					if (resolver && resolver->start == (uint64_t)slot->r_addend)
						symbol->name = resolver->name;
				} else if (table) {
					of = elf_entry(e, table, ELF64_R_SYM(slot->r_info), sizeof *of);
					symbol->name = of ? elf_text(e, table->sh_link, of->st_name) : NULL;
				}
			}
	}
	return f;
}

/* Returns the function that contains an address of the process; NULL if unknown. */
static benchi_elf_symbol *functions_at(functions *f, uint64_t address)
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

/* Writes a symbol's name to text (FUNCTION_TEXT bytes) and returns it. Suffixes of the compiler
 * (".cold") are dropped. Functions of other files have the file's name: "malloc@libc.so.6", and
 * without symbols "0x9a3f0@libc.so.6". symbol: a result of functions_at. */
static char *functions_name(const functions *f, const benchi_elf_symbol *symbol, char *text)
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
	snprintf(text, FUNCTION_TEXT - (with_file ? FILE_TEXT : 0), "%.*s",
		1 + (int)strcspn(name + 1, "."), name);
	if (with_file)
		snprintf(text + strlen(text), FILE_TEXT, "@%s", strrchr(f->path[i], '/') + 1);
	return text;
}

/*
 * Phases.
 */

/* Most steps of a phase that runs only if the counts of one, two and three iterations disagree: 0.4
 * s of single steps. */
enum { PHASE_STEPS = 20000, WARM_STEPS = 4000000, WARM_MOST = 1000, MANY_MOST = 4096,
	CHILD_UNTRACED = 217 };
/* A body that takes this long with few steps is waiting; it is warmed up only once. */
static const double SLOW_NS = 10e6;
enum phase { FIRST, ONE, TWO, THREE, SIXTEEN, LONG, MANY, SIXTEEN_AGAIN, LONG_AGAIN, PHASES };

/* Counts of one iteration. */
typedef struct count_steps {
	double instructions;
	double allocations, bytes;  /* calls of malloc and the like, and the bytes requested */
	double low, high;           /* range of the instructions; equal if exact */
	double second;              /* instructions of two iterations minus one */
	bool alone;                 /* a single iteration, including the work around it */
} count_steps;

struct counts {
	uint64_t instructions, allocations, bytes;
	uint64_t allocating;                 /* link of the allocating call, or 0 */
};

/* Iterations of each phase. In the child, the tracer sets the numbers that depend on its steps. */
static volatile uint64_t phase_iterations[PHASES] = { 1, 1, 2, 3, 16, 32, 64, 16, 32 };
static volatile uint64_t warm_up;        /* iterations after phase FIRST */

static void run_iterations(const benchi_row *row, uint64_t n, bool marked)
{
	if (row->item->prepare)
		row->item->prepare(n, row->item->arg);
	if (marked)
		raise(SIGURG);
	benchi_case_run(n, row->item);
	if (marked)
		raise(SIGURG);
}

static bool has_returned(const benchi_registers *r, uint64_t link)
{
#ifdef __x86_64__
	return r->link > link;
#else
	return r->pc == link;
#endif
}

/* Returns the difference of two phases per additional iteration. If both are the same phase,
 * returns that phase's count per iteration. */
static double per_iteration(uint64_t less_has, uint64_t more_has, enum phase less, enum phase more)
{
	if (less == more)
		return (double)more_has / (double)phase_iterations[more];
	return ((double)more_has - (double)less_has)
		/ (double)(phase_iterations[more] - phase_iterations[less]);
}

static count_steps steps_between(const struct counts *c, enum phase less, enum phase more)
{
	double x = per_iteration(c[less].instructions, c[more].instructions, less, more);

	return (count_steps){ x, per_iteration(c[less].allocations, c[more].allocations, less, more),
		per_iteration(c[less].bytes, c[more].bytes, less, more), x, x,
		per_iteration(c[ONE].instructions, c[TWO].instructions, ONE, TWO), less == more };
}

/* Returns true if another phase is needed and cheap enough. The first always runs. */
static bool is_another_due(const struct counts *c, int done, uint64_t steps, uint64_t limit)
{
	double two, more;

	if (done <= ONE)
		return done == FIRST || 4 * steps <= limit;
	if (done == TWO)
		return true;
	two = steps_between(c, ONE, TWO).instructions;
	more = fmax(two, 1) * (double)phase_iterations[LONG];
	if (done == THREE)
		return (double)steps + fmax(two, 1) * 3 <= (double)limit;
	if (more > PHASE_STEPS || (double)steps + more > (double)limit)
		return false;
	return done <= MANY || steps_between(c, TWO, THREE).instructions != two
		|| steps_between(c, SIXTEEN, LONG).instructions != two;
}

/* A loop unrolled 32 times or more has fewer instructions per iteration than this. */
static const double LOOP = 0.125;

/* Returns the counts that follow from the finished phases. *less and *more receive the two phases
 * that decide. Sets the range if phases disagree. */
static count_steps conclude(const struct counts *c, int done, enum phase *less,
                            enum phase *more)
{
	static const enum phase ends[][2] = { { ONE, TWO }, { TWO, THREE }, { SIXTEEN, LONG },
		{ SIXTEEN_AGAIN, LONG_AGAIN }, { LONG, MANY } };
	count_steps result, x;
	bool rare = done > MANY && fabs(steps_between(c, LONG, MANY).instructions
		- steps_between(c, SIXTEEN, LONG).instructions) > LOOP;

	*less = rare ? LONG : done > LONG ? SIXTEEN : done > TWO ? ONE : FIRST;
	*more = rare ? MANY : done > LONG ? LONG : done > TWO ? TWO : FIRST;
	result = steps_between(c, *less, *more);
	if (done > TWO && done < PHASES)        /* the next phase may have begun, but is incomplete */
		result.high = fmax(result.high, steps_between(c, ONE, (enum phase)done).instructions);
	for (size_t i = done > MANY ? 2 : 0; i < sizeof ends / sizeof *ends - !rare; i++)
		if (done > (int)ends[i][1]) {
			x = steps_between(c, ends[i][0], ends[i][1]);
			result.low = fmin(result.low, fmax(0, x.instructions));
			result.high = fmax(result.high, x.instructions);
		}
	if (!(result.instructions < 0 || result.allocations < 0 || result.bytes < 0))
		return result;
	/* more iterations took fewer instructions, so the state of the body decides: use the mean of
	 * the longest phase */
	*less = *more = done > MANY ? MANY : done > LONG ? LONG : done > TWO ? TWO : FIRST;
	x = steps_between(c, *less, *more);
	x.low = fmax(0, fmin(result.low, x.instructions));
	x.high = fmax(result.high, x.instructions);
	x.alone = false;
	return x;
}

/*
 * Steps of each function, or of each call stack, by phase.
 *
 * A call is a step to elsewhere that leaves the address of the next instruction where functions of
 * this processor expect the return address; has_returned ends it. So no frame pointers are needed,
 * and a tail call replaces its caller.
 */

enum { CALLS_MOST = 512, STACK_TEXT = 4000 };

#define NO_CALLER SIZE_MAX

struct step_functions {
	functions *functions;    /* NULL: not requested */
	struct function_steps {
		benchi_elf_symbol *symbol;
		size_t caller;              /* index of the caller; NO_CALLER: not requested */
		uint64_t steps[PHASES];
	} *function;                    /* n functions; `last` is that of the latest step */
	size_t n, capacity, last;
	bool stacks;                    /* by call stack: a function has an element per caller */
	struct call {
		uint64_t link, sp;          /* return address, and least stack pointer after the return */
		size_t caller;              /* index of the function that called */
	} call[CALLS_MOST];             /* calls that have not returned */
	size_t calls;
};

static int by_instructions(const void *a, const void *b)
{
	const benchi_function_count *x = a, *y = b;

	return x->instructions > y->instructions ? -1 : x->instructions < y->instructions ? 1
		: strcmp(x->name, y->name);
}

/* Adds the instructions of one iteration by function, or by the stack that leads to the function:
 * outermost first, separated by semicolons, starting below the row's loop; "" for the loop itself.
 * Merges the parts of a function that the compiler split. Returns false when out of memory. */
static bool functions_conclude(const struct step_functions *t, enum phase less, enum phase more,
                               benchi_result *result)
{
	const benchi_elf_symbol *loop = functions_at(t->functions, (uintptr_t)benchi_case_run);
	char name[FUNCTION_TEXT], text[STACK_TEXT];

	for (size_t i = 0; i < t->n; i++) {
		const uint64_t *steps = t->function[i].steps;
		double x = per_iteration(steps[less], steps[more], less, more);
		size_t used = 0;

		if (!(fabs(x) > 0))
			continue;
		*text = '\0';
		if (!t->stacks)
			functions_name(t->functions, t->function[i].symbol, text);
		for (size_t at = i; t->stacks && t->function[at].caller != NO_CALLER
		     && t->function[at].symbol != loop; at = t->function[at].caller) {
			size_t n = strlen(functions_name(t->functions, t->function[at].symbol, name));

			if (used + n + 2 > STACK_TEXT)
				break;
			memmove(text + n + (used > 0), text, used + 1);
			memcpy(text, name, n);
			if (used)
				text[n] = ';';
			used += n + (used > 0);
		}
		if (!benchi_function_add(result, text, x))
			return false;
	}
	if (result->functions)
		qsort(result->function, result->functions, sizeof *result->function, by_instructions);
	return true;
}

/* A process that is being stepped through, and its counts so far. */
struct stepped {
	int phase;                  /* running phase; at the end, number of finished phases */
	struct counts counts[PHASES];
	struct step_functions by;
	const char *why;            /* why counting cannot go on, or NULL */
};

/* Counts a step of the running phase, and an allocation if the step reaches one of the functions
 * that allocate; also by function, if requested. Returns false when out of memory, which stops the
 * steps. */
static bool stepped_count(void *to, const benchi_registers *r)
{
	const uint64_t entry[] = { (uintptr_t)malloc, (uintptr_t)calloc, (uintptr_t)realloc,
		(uintptr_t)aligned_alloc, (uintptr_t)posix_memalign };
	struct stepped *p = to;
	struct counts *c = &p->counts[p->phase];
	struct step_functions *t = &p->by;
	benchi_elf_symbol *symbol;
	size_t caller = NO_CALLER;

	c->instructions++;
	if (c->allocating && has_returned(r, c->allocating))
		c->allocating = 0;
	for (size_t i = 0; i < sizeof entry / sizeof *entry && !c->allocating; i++) {
		if (r->pc != entry[i])
			continue;
		c->allocating = r->link;
		c->allocations++;
		c->bytes += i == 0 ? r->argument[0] : i == 1 ? r->argument[0] * r->argument[1]
			: i == 4 ? r->argument[2] : r->argument[1];
		break;
	}
	if (!t->functions)
		return true;

	/* count by function, or by the stack that leads to it */
	symbol = functions_at(t->functions, r->pc);
	if (t->stacks) {
		/* begin and end calls according to this step */
		while (t->calls && has_returned(r, t->call[t->calls - 1].link)
		       && r->sp >= t->call[t->calls - 1].sp)
			t->calls--;
		if (t->n && t->calls < CALLS_MOST && r->called)
			t->call[t->calls++] = (struct call){ r->link, r->sp, t->last };
	}
	if (t->calls)
		caller = t->call[t->calls - 1].caller;
	if (!t->n || t->function[t->last].symbol != symbol || t->function[t->last].caller != caller) {
		for (t->last = 0; t->last < t->n && (t->function[t->last].symbol != symbol
		                                     || t->function[t->last].caller != caller);)
			t->last++;
		if (t->last == t->n && !benchi_grow(&t->function, sizeof *t->function, t->n,
			&t->capacity)) {
			p->why = "out of memory";
			return false;
		}
		if (t->last == t->n) {
			memset(&t->function[t->n], 0, sizeof *t->function);
			t->function[t->n].caller = caller;
			t->function[t->n++].symbol = symbol;
		}
	}
	t->function[t->last].steps[p->phase]++;
	return true;
}

/* Sets a variable here and in the child. */
static void tell(pid_t child, volatile uint64_t *variable, double x)
{
	*variable = (uint64_t)x;
	ptrace(PTRACE_POKEDATA, child, (void *)(uintptr_t)variable, (void *)(uintptr_t)*variable);
}

/* Steps through the phases of a child, at most `phases`, until they decide. Stores the counts of an
 * iteration in *steps, and instructions by function or by stack in the result.
 * BENCH_ERR_UNSUPPORTED, BENCH_ERR_NO_SAMPLES: the detail says why. */
static bench_status follow_child(pid_t child, benchi_recorder *recorder,
                                 const benchi_settings *settings, double until_ns, int phases,
                                 benchi_result *result, count_steps *steps)
{
	const uint64_t limit = settings->count_limit ? settings->count_limit
		: recorder ? BENCHI_COUNT_RECORDED : BENCHI_COUNT_LIMIT;
	struct stepped p = { .by.stacks = settings->count_stacks };
	benchi_stepping s = { .limit = limit,
		.single_limit = settings->count_limit ? 0 : BENCHI_COUNT_LIMIT, .until_ns = until_ns,
		.calls = settings->count_stacks, .each = stepped_count, .to = &p, .recorder = recorder };
	benchi_trace end = BENCHI_TRACE_MARK;
	enum phase less, more;
	int status = 0;

	if (!benchi_trace_begin(child, &status))
		return benchi_interrupt_came() ? benchi_fail(BENCH_ERR_NO_SAMPLES, "interrupted")
		       : WIFEXITED(status) && WEXITSTATUS(status) == CHILD_UNTRACED
		       ? benchi_fail(BENCH_ERR_UNSUPPORTED, "the system forbids tracing")
		       : benchi_fail(BENCH_ERR_NO_SAMPLES, "the case was skipped or ended its process");
	if (settings->count_functions || settings->count_stacks)
		p.by.functions = functions_new(child);
	while (p.phase < phases && is_another_due(p.counts, p.phase, s.steps, limit)) {
		end = benchi_trace_run(child, false, NULL);
		p.by.calls = 0;
		if (end == BENCHI_TRACE_MARK)
			end = benchi_trace_run(child, false, &s);
		if (end != BENCHI_TRACE_MARK)
			break;
		if (p.phase == FIRST)
			tell(child, &warm_up, fmin(WARM_MOST, (double)(WARM_STEPS / (s.steps + 1))));
		if (p.phase == TWO) {   /* a multiple of 16 */
			double two = fmax(steps_between(p.counts, ONE, TWO).instructions, 1);

			tell(child, &phase_iterations[MANY],
				fmax(64, 16 * floor(fmin(MANY_MOST, PHASE_STEPS / two) / 16)));
		}
		p.phase++;
	}
	if (end == BENCHI_TRACE_LIMIT || end == BENCHI_TRACE_LATE)
		p.why = p.phase > FIRST ? NULL : end == BENCHI_TRACE_LATE ? "over the time"
			: "over the limit of instructions: raise --count-limit";
	else if (end != BENCHI_TRACE_MARK)
		p.why = end == BENCHI_TRACE_ENDED ? "the body ended its process"
			: end == BENCHI_TRACE_TRAPS ? BENCHI_COUNT_TRAPS : p.why ? p.why : "interrupted";
	*steps = conclude(p.counts, p.phase, &less, &more);
	if (!p.why && p.by.functions && !functions_conclude(&p.by, less, more, result))
		p.why = "out of memory";
	free(p.by.function);
	for (size_t i = 0; p.by.functions && i < p.by.functions->files; i++) {
		elf_free(&p.by.functions->elf[i]);
		free(p.by.functions->path[i]);
	}
	free(p.by.functions);
	benchi_trace_end(child);
	return p.why ? benchi_fail(BENCH_ERR_NO_SAMPLES, "%s", p.why) : BENCH_OK;
}

/* Steps through a child, for at most `phases` phases. The parity of its process ID differs from the
 * last one's; up to eight other children are forked and killed for that. */
static bench_status single_step(const benchi_settings *settings, double until_ns, int phases,
                                benchi_result *result, count_steps *steps)
{
	static pid_t last;
	benchi_recorder *recorder = NULL;
	bench_status status;
	const pid_t tracer = getpid();
	pid_t child;

#ifdef BENCHI_HAVE_RECORDER
	if (!settings->count_by_steps)
		recorder = benchi_recorder_new();
#endif
	child = fork();

	for (int tries = 0; child > 0 && child % 2 == last % 2 && tries < 8; tries++) {
		benchi_trace_end(child);
		child = fork();
	}
	if (child == 0) {
		const struct rlimit none = { 0, 0 };
		double first_ns;

		setrlimit(RLIMIT_CORE, &none);
		benchi_interrupt_restore(); /* the child ends at once, or stops for the tracer */
		signal(SIGURG, SIG_DFL);
		benchi_case_enter(&(struct benchi_worker_context){ result->row.parameter, 0, 0,
			result->row.parameters });
		if (!benchi_case_set_up(result->row.item))
			_exit(0);
		first_ns = benchi_now_ns();
		run_iterations(&result->row, 1, false);
		first_ns = benchi_now_ns() - first_ns;
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(CHILD_UNTRACED);
		if (getppid() != tracer)  /* init traces now, and would leave us stopped for ever */
			_exit(CHILD_UNTRACED);
		raise(SIGSTOP);
		for (volatile int i = 0; i < PHASES; i++) {
			run_iterations(&result->row, phase_iterations[i], true);
			if (i == FIRST && warm_up)
				run_iterations(&result->row, first_ns > SLOW_NS ? 1 : warm_up, false);
		}
		_exit(0);
	}
	last = child;
	status = child > 0 ? follow_child(child, recorder, settings, until_ns, phases, result, steps)
		: benchi_fail(BENCH_ERR_MEMORY, "out of memory for a child process: %s", strerror(errno));
#ifdef BENCHI_HAVE_RECORDER
	benchi_recorder_free(recorder);
#endif
	return status;
}

#endif

void benchi_count_steps(const benchi_settings *settings, double ns, benchi_result *result)
{
#ifdef BENCHI_HAVE_STEPS
	const double parts = result->row.parts > 1 ? result->row.parts : 1;
	const double until_ns = benchi_now_ns() + ns;
	count_steps steps = { .low = 0 }, other = { .low = 0 };
	benchi_settings quick = *settings;
	benchi_result unused = *result;

	if (result->row.threads > 1) {
		strcpy(result->uncounted, "several threads");
		return;
	}
	if (single_step(settings, until_ns, PHASES, result, &steps) != BENCH_OK) {
		strncat(result->uncounted, bench_detail(), sizeof result->uncounted - 1);
		return;
	}
	quick.count_functions = quick.count_stacks = false;
	if (steps.high > steps.low)
		sprintf(result->uncounted, "%.5g to %.5g instructions, by the body's state",
			steps.low / parts, steps.high / parts);
	else if (!steps.alone && single_step(&quick, until_ns, THREE, &unused, &other) == BENCH_OK
	         && !other.alone && other.second != steps.second)
		sprintf(result->uncounted, "%.5g and %.5g instructions in two processes",
			steps.second / parts, other.second / parts);
	else if (steps.alone)
		/* eight times one iteration is enough, see is_another_due */
		sprintf(result->uncounted, "one iteration, some 100 too high; --count-limit %.0f is exact",
			1e4 * ceil(9e-4 * steps.instructions));
	benchi_count_set(result, BENCHI_COUNT_INSTRUCTIONS, steps.instructions / parts);
	benchi_count_set(result, BENCHI_COUNT_ALLOCATIONS, steps.allocations / parts);
	benchi_count_set(result, BENCHI_COUNT_ALLOCATED_BYTES, steps.bytes / parts);
	for (size_t i = 0; i < result->functions; i++)
		result->function[i].instructions /= parts;
#else
	strcpy(result->uncounted, result->row.threads > 1 ? "several threads" : BENCHI_NO_STEPS);
#endif
}
