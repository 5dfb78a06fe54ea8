/*
 * Copies of a traced process's code that record what runs, instead of single steps.
 *
 * Method: dynamic binary translation. Code is copied a block at a time, up to the next jump, into
 * memory that tracer and child share. A copy begins with instructions that append its number and
 * the stack pointer to a log. It ends in jumps to other copies, or in a trap where the successor
 * has no copy yet; the tracer then makes that copy and replaces the trap. Jumps to an address in a
 * register or on the stack look the address up in a table. The tracer reads the log and reports
 * each instruction as if the child had been stepped through it.
 *
 * The child cannot tell: the stack holds the original return addresses, and registers and flags are
 * saved and restored without using the stack. Instructions that depend on their address are
 * adjusted. Code that has to run in its original place is stepped: system calls, so that the tracer
 * sees new threads, programs and mappings; instructions that change flags of the processor; unknown
 * ones; and code in memory that is writable or shared. A fault is repeated by a step of the
 * original instruction. Before a signal is delivered, the child is moved from the copy to the
 * original.
 *
 * A repeated string instruction traps once per repetition when it is stepped, so its copy also
 * records the repetitions.
 *
 * Wrong only where code is changed through another mapping of it, or through /proc/self/mem.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/steps.h"

#ifdef BENCHI_HAVE_STEPS
bool benchi_step_done(benchi_stepping *s, const benchi_registers *registers)
{
	if (s->refused || s->steps == s->limit)
		return false;
	s->steps++;
	s->last = *registers;
	s->refused = s->each && !s->each(s->to, registers);
	return !s->refused;
}
#endif

#ifdef BENCHI_HAVE_RECORDER

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ENTRIES = 16384, BLOCK_MOST = 64, LONGEST = 15, ARENAS = 2, ARENA_BYTES = 4 << 20,
	ARENA_HEAD = 4096, BLOCK_BYTES = 4096, BLOCKS_MOST = 1 << 16,
	PLACES_MOST = 1 << 20, SLOTS = 1 << 17, KEYS = 1 << 16, CALL_LEAST = 15,
	TRAP = 0xcc };

static const uint64_t REACH = 0x70000000;

/* One execution of a block. For a repeated instruction si is the count register (rcx). */
struct log_entry {
	uint64_t sp, block, di, si, dx;
};

/* Shared with the child. */
struct shared {
	uint64_t ax, cx, dx, bx;    /* registers that the copies' own code uses */
	uint64_t target;            /* where an indirect jump goes */
	uint64_t left;              /* bytes left for entries, which are filled from the end */
	struct log_entry entry[ENTRIES];
	uint64_t key[2][KEYS];      /* hash table by the lower 16 bits of an original address: the
	                               address + 1 */
	uint64_t copy[2][KEYS];
};

/* The second entry of a repeated instruction. */
#define REPEATED UINT64_MAX

struct code_block {
	uint64_t pc;                /* address of the original */
	unsigned char *copy;        /* begins with the code that appends to the log */
	uint32_t first, n;          /* instructions in the block; n 0: single-step the instruction at
	                               pc */
	uint16_t pushes;            /* offset of an indirect call's push; 0: none */
	bool calls, repeats;        /* ends in a call; is a repeated instruction */
};

struct place {
	uint16_t at;                /* offset in the copy; registers are as before the instruction */
	uint8_t length;             /* length of the original instruction */
};

/* Not on the heap: the children's heap must not depend on what was recorded before. */
struct benchi_recorder {
	struct shared *shared;
	struct arena {
		unsigned char *code;    /* target of an indirect jump; code that looks it up; copies */
		unsigned char *missed;  /* the byte after the trap of a target that has no copy */
		size_t used;            /* bytes; the next copy is written behind them */
	} arena[ARENAS];
	pid_t child;
	int memory;                 /* /proc/PID/mem of the child */
	bool off;                   /* the child has threads, or runs another program: record no more */
	benchi_range range[BENCHI_RANGES_MOST]; /* code that cannot change */
	size_t ranges;
	uint64_t mapped;            /* hash of all mappings of code */
	struct code_block block[BLOCKS_MOST];
	size_t blocks;
	struct place place[PLACES_MOST];
	size_t places;
	uint32_t find[SLOTS];        /* blocks by pc: index plus 1 */
	char mappings[BENCHI_MAPS_TEXT];

	/* replaying: */
	bool fresh;                 /* the next entry is where the child entered the copies */
	bool called;                /* the latest entry's block ended in a call, ... */
	uint64_t from;              /* ... at this address */
	uint64_t repeat_pc, counter; /* address and counter of the latest repeated instruction */
};

/*
 * Writing machine code.
 */

static void put(unsigned char **at, const char *bytes, size_t n)
{
	memcpy(*at, bytes, n);
	*at += n;
}

#define PUT(at, bytes) put(at, bytes, sizeof bytes - 1)

static void put_32(unsigned char **at, int64_t x)
{
	int32_t value = (int32_t)x;

	put(at, (const char *)&value, sizeof value);
}

static void put_64(unsigned char **at, uint64_t x)
{
	put(at, (const char *)&x, sizeof x);
}

/* Writes the address of a member of the shared memory, for mov to and from rax. */
static void put_shared(unsigned char **at, const struct shared *shared, size_t offset)
{
	put_64(at, (uintptr_t)shared + offset);
}

/* Writes a mov to or from [rax + rcx + ...], an entry's member. instruction: the four bytes before
 * the displacement. */
static void put_entry(unsigned char **at, const char *instruction, size_t member)
{
	put(at, instruction, 4);
	put_32(at, (int64_t)(offsetof(struct shared, entry) + member));
}

/* Appends an entry to the log. Traps just before its first byte if the log is full; then rax and
 * rcx have to be restored. */
static void put_record(unsigned char **at, const struct shared *shared, uint64_t block,
                       bool repeats)
{
	PUT(at, "\xcc" "\x48\xa3");                     /* mov %rax, ax */
	put_shared(at, shared, 0);
	PUT(at, "\x48\xb8");                            /* mov $shared, %rax */
	put_shared(at, shared, 0);
	PUT(at, "\x48\x89\x48\x08"                      /* mov %rcx, cx */
		"\x48\x8b\x48\x28"                          /* mov left, %rcx */
		"\xe3\xe1"                                  /* jrcxz to the trap */
		"\x48\x8d\x49\xd8"                          /* lea -40(%rcx), %rcx */
		"\x48\x89\x48\x28");                        /* mov %rcx, left */
	put_entry(at, "\x48\x89\xa4\x08", offsetof(struct log_entry, sp));
	put_entry(at, "\x48\xc7\x84\x08", offsetof(struct log_entry, block));
	put_32(at, (int64_t)block);
	put_entry(at, "\x48\x89\xbc\x08", offsetof(struct log_entry, di));
	put_entry(at, "\x48\x89\xb4\x08", offsetof(struct log_entry, si));
	put_entry(at, "\x48\x89\x94\x08", offsetof(struct log_entry, dx));
	if (repeats) {
		PUT(at, "\x48\x8b\x50\x08");                /* mov cx, %rdx */
		put_entry(at, "\x48\x89\x94\x08", offsetof(struct log_entry, si));
		put_entry(at, "\x48\x8b\x94\x08", offsetof(struct log_entry, dx));
	}
	PUT(at, "\x48\x8b\x48\x08" "\x48\x8b");         /* mov cx, %rcx; mov ax, %rax */
	PUT(at, "\0");
}

/* Code at the beginning of an arena: jumps to the copy of the code at rcx. rax and rcx are saved
 * already. Traps if there is no copy, with all registers restored. */
static void put_lookup(struct arena *arena, const struct shared *shared)
{
	const size_t key = offsetof(struct shared, key), copy = offsetof(struct shared, copy);
	const size_t way = sizeof shared->key[0];
	unsigned char *at = arena->code + ARENA_HEAD / 2, *hit[2];

	PUT(&at, "\x48\xb8");                           /* mov $shared, %rax */
	put_shared(&at, shared, 0);
	PUT(&at, "\x48\x89\x48\x20" "\x48\x89\x50\x10"  /* mov %rcx, target; mov %rdx, dx */
		"\x48\x89\x58\x18"                          /* mov %rbx, bx */
		"\x0f\xb7\xd1" "\x48\xf7\xd1" "\x48\x89\xcb"); /* movzwl %cx, %edx; not %rcx; mov to %rbx */
	for (size_t i = 0; i < 2; i++) {
		PUT(&at, "\x48\x8b\x8c\xd0");               /* mov key(%rax, %rdx, 8), %rcx */
		put_32(&at, (int64_t)(key + i * way));
		PUT(&at, "\x48\x8d\x0c\x19" "\xe3\0");      /* lea (%rcx, %rbx), %rcx; jrcxz to the hit */
		hit[i] = at;
	}
	PUT(&at, "\x48\x8b\x58\x18" "\x48\x8b\x50\x10" "\x48\x8b\x48\x08" "\x48\x8b\0" "\xcc");
	arena->missed = at;
	for (size_t i = 0; i < 2; i++) {
		hit[i][-1] = (unsigned char)(at - hit[i]);
		PUT(&at, "\x48\x8b\x9c\xd0");               /* mov copy(%rax, %rdx, 8), %rbx */
		put_32(&at, (int64_t)(copy + i * way));
		PUT(&at, "\x48\x89\x1d");                   /* mov %rbx, where the arena begins */
		put_32(&at, arena->code - (at + 4));
		PUT(&at, "\x48\x8b\x58\x18" "\x48\x8b\x50\x10" "\x48\x8b\x48\x08" "\x48\x8b\0" "\xff\x25");
		put_32(&at, arena->code - (at + 4));        /* jmp to what is there */
	}
}

/*
 * Copying a block.
 */

enum kind { PLAIN, NEW_STACK, STEP, REPEAT, JUMP, CALL, BRANCH, LOOP, RETURN, JUMP_TO, CALL_TO };

/* An instruction of the original. */
struct original {
	const unsigned char *code;
	uint64_t pc;
	benchi_instruction is;
};

/* Returns what an instruction does with the flow of control, or with the stack pointer, which is
 * recorded only where a block begins. */
static enum kind kind_of(const struct original *o)
{
	const benchi_instruction *is = &o->is;
	const unsigned char *op = o->code + is->opcode;
	const bool words = is->words && !(is->rex & 8);

	if (!is->length || (is->narrow && is->from == BENCHI_FROM_END))
		return STEP;
	if (op[0] == 0x0f && op[1] == is->op) {
		if (is->op == 0x05 || is->op == 0x34 || is->op == 0x01)
			return is->op == 0x01 && (op[2] == 0xd0 || op[2] == 0xf9) ? PLAIN : STEP;
		return !is->branches ? PLAIN : words ? STEP : BRANCH;
	}
	if (!is->one)
		return is->branches ? STEP : PLAIN;
	if ((is->op >= 0xa4 && is->op <= 0xa7) || (is->op >= 0xaa && is->op <= 0xaf))
		return is->op == 0xa8 || is->op == 0xa9 || !is->repeats ? PLAIN
			: is->narrow ? STEP : REPEAT;
	switch (is->op) {
	case 0x8e: case 0xca: case 0xcb: case 0xcc: case 0xcd: case 0xce:
	case 0xcf: case 0xf1: case 0xf4:
		return STEP;
	case 0xe0: case 0xe1: case 0xe2: case 0xe3:
		return LOOP;
	case 0xff:
		return is->reg < 2 || is->reg > 5 ? PLAIN : is->reg % 2 || is->words || is->narrow ? STEP
			: is->reg == 2 ? CALL_TO : JUMP_TO;
	case 0xc7:
		return is->branches ? STEP : PLAIN;
	case 0x87: case 0x89: case 0x8b: case 0x8d:     /* mov, xchg or lea to the stack pointer */
		return (is->op != 0x89 && is->reg == 4 && !(is->rex & 4))
			|| (is->op < 0x8b && (op[1] & 0xc7) == 0xc4 && !(is->rex & 1)) ? NEW_STACK : PLAIN;
	default:
		if (!is->branches && !is->ends)
			return PLAIN;
		return words ? STEP : is->op == 0xe8 ? CALL : is->op == 0xe9 || is->op == 0xeb
			? JUMP : (is->op & 0xf6) == 0xc2 ? RETURN : BRANCH;
	}
}

/* Copies an instruction, or its operand as the operand of `mov operand, %rcx`. Returns false if the
 * distance in it cannot be adjusted. */
static bool put_adjusted(unsigned char **to, const struct original *o, bool as_load)
{
	const unsigned char *code = o->code;
	const size_t opcode = o->is.opcode;
	unsigned char *start = *to;
	ptrdiff_t shift;        /* distance between the operand in the copy and in the instruction */
	size_t i = 0;

	if (as_load) {
		for (; i < opcode; i++)
			if (code[i] == 0x64 || code[i] == 0x65)
				*(*to)++ = code[i];
		*(*to)++ = (unsigned char)(0x48 | (o->is.rex & 3));
		*(*to)++ = 0x8b;
		*(*to)++ = (unsigned char)((code[opcode + 1] & 0xc7) | 1 << 3);
		i = opcode + 2;
	}
	shift = *to - start - (ptrdiff_t)i;
	put(to, (const char *)code + i, o->is.length - i);
	if (o->is.from == BENCHI_FROM_END) {
		int32_t distance;

		memcpy(&distance, code + o->is.at, sizeof distance);
		uint64_t target = o->pc + o->is.length + (uint64_t)(int64_t)distance;
		int64_t other = (int64_t)(target - (uintptr_t)*to);
		unsigned char *where = start + o->is.at + shift;

		if (other != (int32_t)other)
			return false;
		put_32(&where, other);
	}
	return true;
}

/* Exits of a block to code without a copy: each jumps to a trap that says where the jump goes. */
struct exits {
	unsigned char *jump[2];
	uint64_t target[2];
	size_t n;
};

static void put_exit(unsigned char **at, struct exits *exits, uint64_t target)
{
	exits->jump[exits->n] = *at;
	exits->target[exits->n++] = target;
	put_32(at, 0);
}

static void set_jump(unsigned char *jump, const unsigned char *to)
{
	put_32(&jump, to - (jump + 4));
}

/* Pushes the return address of the original code, as a call would. */
static void put_push(unsigned char **at, uint64_t address)
{
	PUT(at, "\x68");                                /* push $low */
	put_32(at, (int32_t)(uint32_t)address);
	PUT(at, "\xc7\x44\x24\x04");                    /* movl $high, 4(%rsp) */
	put_32(at, (int32_t)(uint32_t)(address >> 32));
}

/* Copies the instruction that ends a block. */
static void put_end(unsigned char **to, struct benchi_recorder *rec, const struct arena *arena,
                    struct code_block *b, struct exits *exits, const struct original *o,
                    enum kind kind)
{
	const unsigned char *code = o->code;
	const benchi_instruction *is = &o->is;
	uint64_t next = o->pc + is->length, target = next;
	int32_t distance = 0;

	if (is->width == 1)
		distance = (signed char)code[is->immediate];
	else if (is->width == 4)
		memcpy(&distance, code + is->immediate, sizeof distance);
	target += (uint64_t)(int64_t)distance;
	b->calls = kind == CALL || kind == CALL_TO;
	if (kind == RETURN || kind == JUMP_TO || kind == CALL_TO) {
		PUT(to, "\x48\xa3");                        /* save rax and rcx */
		put_shared(to, rec->shared, 0);
		PUT(to, "\x48\x89\xc8" "\x48\xa3");
		put_shared(to, rec->shared, offsetof(struct shared, cx));
		PUT(to, "\x48\xa1");
		put_shared(to, rec->shared, 0);
	}
	rec->place[rec->places + b->n].at = (uint16_t)(*to - b->copy);
	switch (kind) {
	case BRANCH:
		PUT(to, "\x0f");
		*(*to)++ = (unsigned char)(0x80 | (is->op & 15));
		put_exit(to, exits, target);
		break;
	case LOOP:
		put(to, (const char *)code, is->length - 1u);
		PUT(to, "\x02" "\xeb\x05" "\xe9");
		put_exit(to, exits, target);
		break;
	case CALL:
	case JUMP:
		if (kind == CALL)
			put_push(to, next);
		next = target;
		break;
	case RETURN:
		PUT(to, "\x48\x8b\x0c\x24" "\x48\x8d\xa4\x24"); /* mov (%rsp), %rcx; lea to %rsp */
		put_32(to, 8 + (is->width == 2 ? code[is->immediate] | code[is->immediate + 1] << 8 : 0));
		break;
	default:
		put_adjusted(to, o, true);
		if (kind == CALL_TO) {
			b->pushes = (uint16_t)(*to - b->copy);
			put_push(to, next);
		}
		break;
	}
	PUT(to, "\xe9");
	if (kind == RETURN || kind == JUMP_TO || kind == CALL_TO) {
		put_32(to, 0);
		set_jump(*to - 4, arena->code + ARENA_HEAD / 2);
	} else {
		put_exit(to, exits, next);
	}
}

static struct code_block *find(benchi_recorder *rec, uint64_t pc, size_t *place)
{
	for (*place = (pc ^ pc >> 16) % SLOTS; rec->find[*place]; *place = (*place + 1) % SLOTS)
		if (rec->block[rec->find[*place] - 1].pc == pc)
			return &rec->block[rec->find[*place] - 1];
	return NULL;
}

/* Returns the arena that code at pc can reach, and that can reach its data. */
static struct arena *arena_near(benchi_recorder *rec, uint64_t pc)
{
	for (struct arena *a = rec->arena; a < rec->arena + ARENAS; a++)
		if (pc - (uintptr_t)a->code + REACH < 2 * REACH)
			return a;
	return NULL;
}

/* Copies instructions into a block until one ends the block. Returns the end of the copy, or NULL:
 * nothing can be copied. */
static unsigned char *put_block(benchi_recorder *rec, struct arena *arena, struct code_block *b,
                                const unsigned char *code, size_t n, struct exits *exits)
{
	unsigned char *at = b->copy - 1, *before;
	enum kind kind = PLAIN;
	size_t done = 0;

	for (; kind == PLAIN && b->n < BLOCK_MOST; b->n += kind != STEP) {
		struct original o = { code + done, b->pc + done, benchi_decode(code + done, n - done) };

		kind = kind_of(&o);
		if (kind == REPEAT && b->n)
			kind = STEP;        /* the instruction gets its own block */
		if (!b->n && kind != STEP) {
			b->repeats = kind == REPEAT;
			put_record(&at, rec->shared, (uint64_t)(b - rec->block), b->repeats);
		}
		before = at;
		rec->place[rec->places + b->n] = (struct place){ (uint16_t)(at - b->copy), o.is.length };
		if (kind == STEP)
			break;
		if (kind > REPEAT) {
			put_end(&at, rec, arena, b, exits, &o, kind);
		} else if (!put_adjusted(&at, &o, false)) {
			at = before;
			kind = STEP;
			break;
		}
		done += o.is.length;
	}
	if (!b->n)
		return NULL;
	if (b->repeats) {
		PUT(&at, "\xeb\x01");                       /* over the trap */
		put_record(&at, rec->shared, REPEATED, true);
	}
	if (kind <= REPEAT) {
		PUT(&at, "\xe9");
		put_exit(&at, exits, b->pc + done);
	}
	return at;
}

/* Returns the block that begins at pc, copying it if necessary; NULL: step the instruction. Needs
 * free entries in all tables. */
static struct code_block *block_at(benchi_recorder *rec, uint64_t pc)
{
	unsigned char code[BLOCK_MOST * LONGEST], *at = NULL;
	struct exits exits = { .n = 0 };
	struct arena *arena = arena_near(rec, pc);
	size_t place, other;
	struct code_block *b = find(rec, pc, &place);
	ssize_t n = 0;

	if (b)
		return b->n ? b : NULL;
	b = &rec->block[rec->blocks];
	*b = (struct code_block){ .pc = pc };
	for (size_t i = 0; arena && i < rec->ranges; i++)
		if (pc >= rec->range[i].start && pc < rec->range[i].end) {
			uint64_t bytes = rec->range[i].end - pc;

			n = pread(rec->memory, code, bytes < sizeof code ? bytes : sizeof code, (off_t)pc);
		}
	if (n > 0) {
		b->copy = arena->code + arena->used + 1;
		at = put_block(rec, arena, b, code, (size_t)n, &exits);
	}
	rec->find[place] = (uint32_t)++rec->blocks;
	if (!at) {
		*b = (struct code_block){ .pc = pc };
		return NULL;
	}
	b->first = (uint32_t)rec->places;
	rec->places += b->n;
	for (size_t i = 0; i < exits.n; i++) {
		const struct code_block *to = find(rec, exits.target[i], &other);

		if (to && to->n && arena_near(rec, to->pc) == arena) {
			set_jump(exits.jump[i], to->copy);
			continue;
		}
		set_jump(exits.jump[i], at);
		PUT(&at, "\xcc\0");
		put_64(&at, exits.target[i]);
		put_64(&at, (uintptr_t)exits.jump[i]);
	}
	arena->used = (size_t)(at - arena->code);
	return b;
}

static void forget_all(benchi_recorder *rec)
{
	memset(rec->find, 0, sizeof rec->find);
	memset(rec->shared->key, 0, sizeof rec->shared->key);
	for (size_t i = 0; i < ARENAS; i++)
		rec->arena[i].used = ARENA_HEAD;
	rec->blocks = rec->places = 0;
}

static bool is_full(const benchi_recorder *rec)
{
	for (size_t i = 0; i < ARENAS; i++)
		if (rec->arena[i].used + BLOCK_BYTES > ARENA_BYTES)
			return true;
	return rec->blocks == BLOCKS_MOST || rec->places + BLOCK_MOST > PLACES_MOST;
}

/* Reads which memory has code that cannot change, and forgets all copies if that differs. */
static void read_mappings(benchi_recorder *rec)
{
	uint64_t hash = benchi_code_ranges(rec->child, rec->mappings, rec->range, &rec->ranges);

	if (hash != rec->mapped)
		forget_all(rec);
	rec->mapped = hash;
}

/* Returns a recorder without memory for copies; NULL: out of memory. */
static benchi_recorder *make(void)
{
	benchi_recorder *rec = mmap(NULL, sizeof *rec, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (rec == MAP_FAILED)
		return NULL;
	rec->memory = -1;
	rec->shared = MAP_FAILED;
	rec->arena[0].code = rec->arena[1].code = MAP_FAILED;
	return rec;
}

/* Returns the recorder if it has all of its memory; otherwise frees it and returns NULL. */
static benchi_recorder *complete(benchi_recorder *rec)
{
	if (rec->shared == MAP_FAILED || rec->arena[0].code == MAP_FAILED
	    || rec->arena[1].code == MAP_FAILED) {
		benchi_recorder_free(rec);
		return NULL;
	}
	for (size_t i = 0; i < ARENAS; i++)
		put_lookup(&rec->arena[i], rec->shared);
	rec->shared->left = sizeof rec->shared->entry;
	return rec;
}

benchi_recorder *benchi_recorder_new(void)
{
	const int both = PROT_READ | PROT_WRITE;
	benchi_recorder *rec = make();
	uint64_t shadow = 0;

	if (!rec || (!syscall(SYS_arch_prctl, BENCHI_SHADOW_STATUS, &shadow) && shadow)) {
		benchi_recorder_free(rec);
		return NULL;
	}
	rec->shared = mmap(NULL, sizeof *rec->shared, both, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (size_t i = 0; i < ARENAS; i++) {
		/* near the shared libraries, and 1 GiB above this program, whose heap is in between */
		void *hint = i ? (void *)(((uintptr_t)benchi_recorder_new & ~(uintptr_t)0xfff)
			+ ((uintptr_t)1 << 30)) : NULL;

		rec->arena[i].code = mmap(hint, ARENA_BYTES, both | PROT_EXEC, MAP_SHARED | MAP_ANONYMOUS,
			-1, 0);
	}
	return complete(rec);
}

benchi_recorder *benchi_recorder_attach(long child)
{
	enum { MEMFD_CREATE = 319, CLOSE_ON_EXEC = 1, FILE_BYTES = 16 << 20 };
	const int both = PROT_READ | PROT_WRITE, file = (int)syscall(MEMFD_CREATE, "recorder",
		CLOSE_ON_EXEC);
	benchi_recorder *rec = file < 0 ? NULL : make();
	benchi_guest guest;

	if (rec && !ftruncate(file, FILE_BYTES) && benchi_guest_open(&guest, child, file)) {
		rec->shared = benchi_guest_map(&guest, guest.pc, sizeof *rec->shared, both);
		if (rec->shared != MAP_FAILED)
			benchi_recorder_begin(rec, child);
		for (size_t i = 0; i < ARENAS; i++)     /* the first range is the program's */
			rec->arena[i].code = benchi_guest_map(&guest, i && rec->ranges ? rec->range[0].start
				: guest.pc, ARENA_BYTES, both | PROT_EXEC);
		benchi_guest_close(&guest);
	}
	if (file >= 0)
		close(file);
	return rec ? complete(rec) : NULL;
}

void benchi_recorder_free(benchi_recorder *rec)
{
	if (!rec)
		return;
	for (size_t i = 0; i < ARENAS; i++)
		if (rec->arena[i].code != MAP_FAILED)
			munmap(rec->arena[i].code, ARENA_BYTES);
	if (rec->shared != MAP_FAILED)
		munmap(rec->shared, sizeof *rec->shared);
	if (rec->memory >= 0)
		close(rec->memory);
	munmap(rec, sizeof *rec);
}

void benchi_recorder_begin(benchi_recorder *rec, long child)
{
	char path[40];

	if (rec->child != child) {
		if (rec->memory >= 0)
			close(rec->memory);
		snprintf(path, sizeof path, "/proc/%ld/mem", child);
		rec->child = (pid_t)child;
		rec->memory = open(path, O_RDONLY | O_CLOEXEC);
		rec->off = rec->memory < 0;
	}
	read_mappings(rec);
	forget_all(rec);
}

bool benchi_recorder_enter(benchi_recorder *rec, uint64_t pc)
{
	const struct code_block *b;

	if (rec->off)
		return false;
	if (is_full(rec))
		forget_all(rec);
	b = block_at(rec, pc);
	rec->fresh = true;
	return b && !ptrace(PTRACE_POKEUSER, rec->child,
		(void *)offsetof(struct user_regs_struct, rip), b->copy);
}

void benchi_recorder_stepped(benchi_recorder *rec, long child, const benchi_registers *r)
{
	enum { NEW_THREAD = 0x10000 };          /* CLONE_THREAD */

	if (rec->child != child)
		return;
	switch (r->system_call) {
	case SYS_mmap: case SYS_mprotect: case SYS_munmap: case SYS_mremap: case SYS_shmat:
	case SYS_shmdt: case SYS_remap_file_pages: case 329:    /* 329 is pkey_mprotect */
		read_mappings(rec);
		break;
	case SYS_execve: case 322:              /* 322 is execveat */
		rec->off = true;
		break;
	case SYS_clone:
		rec->off = rec->off || r->argument[0] & NEW_THREAD;
		break;
	case 435:                               /* 435 is clone3: its argument begins with the flags */
		rec->off = rec->off || ptrace(PTRACE_PEEKDATA, rec->child,
			(void *)(uintptr_t)r->argument[0], NULL) & NEW_THREAD;
		break;
	default:
		break;
	}
}

/*
 * Replaying the log.
 */

static bool step_at(benchi_stepping *s, uint64_t pc, const struct log_entry *e, bool called)
{
	const benchi_registers r = { .pc = pc, .sp = e->sp, .argument = { e->di, e->si, e->dx },
		.link = e->sp, .called = called, .system_call = -1 };

	return benchi_step_done(s, &r);
}

/* Reports the recorded steps. instructions: how many of the last block were completed; SIZE_MAX:
 * all. An instruction's step is reported with the address of the next one, so a block's last step
 * is reported with the next block. */
static void replay(benchi_recorder *rec, benchi_stepping *s, size_t instructions)
{
	struct shared *shared = rec->shared;
	size_t end = shared->left / sizeof(struct log_entry);

	for (size_t i = ENTRIES; i-- > end;) {
		const struct log_entry *e = &shared->entry[i];
		const struct code_block *b;
		uint64_t pc;

		if (e->block == REPEATED) {
			for (uint64_t n = rec->counter - e->si; n > 1; n--)
				if (!step_at(s, rec->repeat_pc, e, false))
					break;
			continue;
		}
		b = &rec->block[e->block];
		pc = b->pc;
		if (!rec->fresh)
			step_at(s, pc, e, rec->called && pc - rec->from > CALL_LEAST);
		rec->fresh = false;
		rec->repeat_pc = pc;
		rec->counter = e->si;
		for (uint32_t k = 0; k + 1 < b->n && (i > end || k < instructions); k++) {
			pc += rec->place[b->first + k].length;
			step_at(s, pc, e, false);
		}
		rec->called = b->calls;
		rec->from = pc;
	}
	shared->left = sizeof shared->entry;
}

/*
 * Handling stops of the child.
 */

/* Moves the child to pc, in the original or in a copy. r: its registers, set but for pc. */
static void move_to(benchi_recorder *rec, benchi_stepping *s, struct user_regs_struct *r,
                    uint64_t pc)
{
	r->rip = pc;
	s->last = (benchi_registers){ .pc = pc, .sp = r->rsp, .link = r->rsp, .system_call = -1 };
	(void)ptrace(PTRACE_SETREGS, rec->child, NULL, r);
}

/* Makes the child leave the copies where a block ended: reports the recorded steps and the one to
 * pc, the original instruction that comes next. */
static benchi_recorder_state leave_at(benchi_recorder *rec, benchi_stepping *s,
                                      struct user_regs_struct *r, uint64_t pc)
{
	const struct log_entry now = { r->rsp, 0, r->rdi, r->rsi, r->rdx };

	replay(rec, s, SIZE_MAX);
	if (!rec->fresh)
		step_at(s, pc, &now, rec->called && pc - rec->from > CALL_LEAST);
	move_to(rec, s, r, pc);
	return BENCHI_RECORDED_LEFT;
}

/* Handles a trap of the child; r->rip is the address after the trap. leaves: make the child leave
 * the copies. Returns whether it left or runs in them. */
static benchi_recorder_state trapped(benchi_recorder *rec, benchi_stepping *s,
                                     struct user_regs_struct *r, bool leaves)
{
	unsigned char *at = (unsigned char *)(uintptr_t)r->rip, *jump = NULL;
	const struct code_block *b = NULL;
	uint64_t target = rec->shared->target;

	if (*at == 0x48 && at != rec->arena[0].missed && at != rec->arena[1].missed) {
		/* the log is full */
		r->rax = rec->shared->ax;
		r->rcx = rec->shared->cx;
		for (size_t i = 0; i < rec->blocks && !b; i++)
			if (rec->block[i].copy == at)
				b = &rec->block[i];
		if (b)
			return leave_at(rec, s, r, b->pc);
		replay(rec, s, SIZE_MAX);       /* the trap is between the entries of a repeated
		                                   instruction */
		move_to(rec, s, r, r->rip);
		return BENCHI_RECORDED_RUNS;
	}
	if (!*at) {
		memcpy(&target, at + 1, sizeof target);
		memcpy(&jump, at + 9, sizeof jump);
	}
	if (leaves || rec->off)
		return leave_at(rec, s, r, target);
	if (is_full(rec)) {
		replay(rec, s, SIZE_MAX);
		forget_all(rec);
		at = NULL;
	}
	b = block_at(rec, target);
	if (!b)
		return leave_at(rec, s, r, target);
	if (jump && at) {
		if (arena_near(rec, target) == arena_near(rec, (uintptr_t)jump))
			set_jump(jump, b->copy);
	} else if (!jump) {
		struct shared *shared = rec->shared;
		size_t i = target % KEYS;

		shared->key[1][i] = shared->key[0][i];
		shared->copy[1][i] = shared->copy[0][i];
		shared->key[0][i] = target + 1;
		shared->copy[0][i] = (uintptr_t)b->copy;
	}
	move_to(rec, s, r, (uintptr_t)b->copy);
	return BENCHI_RECORDED_RUNS;
}

/* Returns true if a signal is the trap of a copy, at which r->rip is already past the trap. */
static bool is_trap(const benchi_recorder *rec, int signal_number, const siginfo_t *info,
                    const struct user_regs_struct *r)
{
	const uint64_t at = r->rip - 1;

	for (size_t i = 0; i < ARENAS; i++)
		if (at - (uintptr_t)rec->arena[i].code < ARENA_BYTES)
			return signal_number == SIGTRAP && info->si_code == SI_KERNEL
				&& *(const unsigned char *)(uintptr_t)at == TRAP;
	return false;
}

/* If the child is where a copied instruction begins, moves it to the original. Returns whether it
 * was. */
static bool leave_here(benchi_recorder *rec, benchi_stepping *s, struct user_regs_struct *r)
{
	for (size_t i = 0; i < rec->blocks; i++) {
		const struct code_block *b = &rec->block[i];
		uint64_t at = r->rip - (uintptr_t)b->copy, pc = b->pc;
		const struct log_entry now = { r->rsp, 0, r->rdi, r->rsi, r->rdx };

		if (!at) {
			(void)leave_at(rec, s, r, pc);
			return true;
		}
		if (b->pushes && at == b->pushes) {
			r->rcx = rec->shared->cx;
			at = rec->place[b->first + b->n - 1].at;
		}
		for (uint32_t k = 0; k < b->n; pc += rec->place[b->first + k++].length) {
			if (at != rec->place[b->first + k].at)
				continue;
			replay(rec, s, k);
			for (uint64_t n = b->repeats ? rec->counter - r->rcx : 0; n > 0; n--)
				if (!step_at(s, pc, &now, false))
					break;
			move_to(rec, s, r, pc);
			return true;
		}
	}
	return false;
}

benchi_recorder_state benchi_recorder_stopped(benchi_recorder *rec, long id, int signal_number,
                                              benchi_stepping *s)
{
	enum { STEPS_MOST = 1000 };
	const uint64_t all = ~((uint64_t)1 << (SIGTRAP - 1));
	const pid_t child = (pid_t)id;
	struct user_regs_struct r;
	siginfo_t info, now;
	uint64_t mask;
	bool left;
	int status;

	if (ptrace(PTRACE_GETREGS, child, NULL, &r) || ptrace(PTRACE_GETSIGINFO, child, NULL, &info))
		return BENCHI_RECORDED_SIGNAL;
	if (is_trap(rec, signal_number, &info, &r))
		return trapped(rec, s, &r, false);
	left = leave_here(rec, s, &r);
	if (left && info.si_code > 0 && (signal_number == SIGSEGV || signal_number == SIGBUS
	                                 || signal_number == SIGFPE || signal_number == SIGILL))
		return BENCHI_RECORDED_LEFT;    /* the fault is repeated */
	/* Steps to the next instruction of the program, without further signals. */
	(void)ptrace((__typeof__(PTRACE_CONT))BENCHI_GET_MASK, child, (void *)sizeof mask, &mask);
	(void)ptrace((__typeof__(PTRACE_CONT))BENCHI_SET_MASK, child, (void *)sizeof all, &all);
	for (int i = 0; !left && i < STEPS_MOST; i++) {
		if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL))
			break;
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			continue;
		if (!WIFSTOPPED(status) || ptrace(PTRACE_GETREGS, child, NULL, &r)
		    || ptrace(PTRACE_GETSIGINFO, child, NULL, &now))
			break;
		if (is_trap(rec, WSTOPSIG(status), &now, &r))
			left = trapped(rec, s, &r, true) == BENCHI_RECORDED_LEFT;
		else
			left = leave_here(rec, s, &r);
	}
	(void)ptrace((__typeof__(PTRACE_CONT))BENCHI_SET_MASK, child, (void *)sizeof mask, &mask);
	(void)ptrace(PTRACE_SETSIGINFO, child, NULL, &info);
	return BENCHI_RECORDED_SIGNAL;
}

#endif
