/*
 * Is the machine code of a case the same in two builds?
 *
 * Method: functions are compared by name and content.  Instructions are decoded as far as it takes
 * to find distances from their ends: these must mean the same in both, that is the same place in
 * a function or object of the same name, an import of the same name, or unnamed data with the same
 * content.  What functions reach so is compared in turn.  All other bytes must be equal.  What
 * cannot be decoded is a byte.
 *
 * A case is the same where its row in a table of cases (bench_case) is, with all that this refers
 * to, and what the program executes from its start, such tables and what is only printed aside.
 * Otherwise it is wrong where equal code reads data through pointers in other data: callbacks and
 * tables.  So such a case needs the same instructions by function too.  Code of other machines than
 * x86-64 is the same only where all that is loaded is.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/versus/versus.h"

bool versus_same_counts(const versus_case *c)
{
	const benchi_result *a = &c->counted[OLD], *b = &c->counted[NEW];

	for (size_t i = 0; a->functions == b->functions && i < a->functions; i++)
		if (strcmp(a->function[i].name, b->function[i].name)
		    || fabs(a->function[i].instructions - b->function[i].instructions) > 0)
			return false;
	return a->functions && a->functions == b->functions;
}

#ifdef BENCHI_HAVE_ELF

#ifdef __x86_64__
enum { DECODES = true };
#else
enum { DECODES = false };       /* instructions of this machine */
#endif

enum { UNKNOWN, SAME, DIFFERENT };
enum { DISTANCE = 4, STUB = 16, POINTER = 8, TEXT_MOST = 4096, TABLE_MOST = 4096,
	PADDING_MOST = 64 };

struct versus_sameness {
	benchi_elf elf[SIDES];
	unsigned char *state;   /* of each symbol of the old build */
	bool alike;
	bool without_prints;    /* constants that are only printed may differ */
};

/* So many bytes of both builds, each at its address. */
typedef struct twins {
	const unsigned char *p, *q;   /* NULL: there are none */
} twins;

static twins twins_at(const struct versus_sameness *s, uint64_t x, uint64_t y, uint64_t size)
{
	return (twins){ benchi_elf_bytes(&s->elf[OLD], x, size),
		benchi_elf_bytes(&s->elf[NEW], y, size) };
}

static bool is_same_symbol(struct versus_sameness *s, const benchi_elf_symbol *symbol);

/* Bytes that a symbol covers. */
static uint64_t extent(const benchi_elf *e, const benchi_elf_symbol *symbol)
{
	if (symbol->size || !symbol->code || symbol + 1 == e->symbol + e->n)
		return symbol->size;
	return symbol[1].start - symbol->start;
}

/* The named symbol that covers an address, or NULL. */
static const benchi_elf_symbol *covers(const benchi_elf *e, uint64_t address)
{
	const benchi_elf_symbol *symbol = benchi_elf_find(e, address);

	return symbol && symbol->name && *symbol->name && address - symbol->start < extent(e, symbol)
		? symbol : NULL;
}

/* The symbol of that name, the k-th of several, as it is of its own build. */
static const benchi_elf_symbol *partner(const struct versus_sameness *s,
                                        const benchi_elf_symbol *symbol)
{
	const benchi_elf *a = &s->elf[OLD], *b = &s->elf[NEW];
	size_t before = 0;

	for (const benchi_elf_symbol *x = a->symbol; x < symbol; x++)
		before += x->name && x->code == symbol->code && !strcmp(x->name, symbol->name);
	for (size_t i = 0; i < b->n; i++)
		if (b->symbol[i].name && b->symbol[i].code == symbol->code
		    && !strcmp(b->symbol[i].name, symbol->name) && before-- == 0)
			return &b->symbol[i];
	return NULL;
}

static uint64_t target_of(const unsigned char *code, uint64_t address, size_t tail)
{
	int32_t distance;

	memcpy(&distance, code, sizeof distance);
	return address + DISTANCE + tail + (uint64_t)(int64_t)distance;
}

/* The import that a stub of the linker jumps to: ff 25 and the distance of its slot. */
static const char *import_of(const benchi_elf *e, uint64_t stub)
{
	uint64_t none;

	for (uint64_t at = stub; at < stub + STUB; at++) {
		const unsigned char *code = benchi_elf_bytes(e, at, 2 + DISTANCE);

		if (code && code[0] == 0xff && code[1] == 0x25)
			return benchi_elf_slot(e, target_of(code + 2, at + 2, 0), &none);
	}
	return NULL;
}

static bool is_same_name(const char *a, const char *b)
{
	return a && b && !strcmp(a, b);
}

/* Tables of a switch: distances from the table to places of functions. */
static bool is_same_table(const struct versus_sameness *s, uint64_t x, uint64_t y)
{
	size_t n = 0;

	for (; n < TABLE_MOST; n++) {
		twins t = twins_at(s, x + DISTANCE * n, y + DISTANCE * n, DISTANCE);
		uint64_t to = t.p ? target_of(t.p, x - DISTANCE, 0) : 0;
		uint64_t too = t.q ? target_of(t.q, y - DISTANCE, 0) : 0;
		const benchi_elf_symbol *a = to ? covers(&s->elf[OLD], to) : NULL;
		const benchi_elf_symbol *b = too ? covers(&s->elf[NEW], too) : NULL;

		if (!a || !b || !a->code || !b->code)
			break;
		if (strcmp(a->name, b->name) || to - a->start != too - b->start)
			return n > 0;   /* the next table begins */
	}
	return n > 0;
}

/* Are so many bytes the same, and at least one? */
static bool is_same_bytes(const struct versus_sameness *s, uint64_t x, uint64_t y, size_t size)
{
	twins t = twins_at(s, x, y, size);

	return size && t.p && t.q && !memcmp(t.p, t.q, size);
}

/* Could a text of one character be two small numbers: "A\0\0\0B\0\0\0"? */
static bool is_wide(const benchi_elf *e, uint64_t text)
{
	static const char zeros[3];
	const char *p = benchi_elf_bytes(e, text, 2 * DISTANCE);

	return p && !memcmp(p + 1, zeros, 3) && p[4] && !memcmp(p + 5, zeros, 3);
}

/* The length of a text at an address, its NUL included; 0: there is none. */
static size_t text_length(const benchi_elf *e, uint64_t address)
{
	const char *end = NULL, *p = benchi_elf_bytes(e, address, 1), *s = p;
	benchi_character c;

	for (uint64_t n = 1; p && !end && n < TEXT_MOST && benchi_elf_bytes(e, address, n); n++)
		end = p[n - 1] ? NULL : p + n - 1;
	while (end && s < end && benchi_utf8_next(&s, &c))
		if ((c.code < ' ' && !memchr("\t\n\r\033", (int)c.code, 4))
		    || (c.code == 0xfffd && c.length == 1))
			return 0;
	return end && s == end ? (size_t)(end - p) + 1 : 0;
}

/* An empty text, the end of another one.  An array that begins with 0 is no text: it lies at a
 * multiple of 4, mostly behind a 0. */
static bool is_same_empty(const struct versus_sameness *s, uint64_t x, uint64_t y)
{
	twins t = twins_at(s, x - 1, y - 1, 2);

	return t.p && t.q && !t.p[1] && !t.q[1] && (x % DISTANCE || y % DISTANCE
		|| (*t.p && *t.q && is_same_bytes(s, x, y, POINTER)));
}

/* Texts in UTF-8, with their ends. */
static bool is_same_text(const struct versus_sameness *s, uint64_t x, uint64_t y)
{
	size_t n = text_length(&s->elf[OLD], x);

	if (n == 1)
		return is_same_empty(s, x, y);
	return n && n == text_length(&s->elf[NEW], y) && is_same_bytes(s, x, y, n)
		&& !(n == 2 && (is_wide(&s->elf[OLD], x) || is_wide(&s->elf[NEW], y)));
}

/* Only zeros up to the next symbol, as behind an object that is walked through to its end? */
static bool is_padding(const benchi_elf *e, uint64_t address)
{
	for (uint64_t at = address; at < address + PADDING_MOST; at++) {
		const unsigned char *p = benchi_elf_bytes(e, at, 1);

		if (!p || *p || covers(e, at))
			return !p || covers(e, at);
	}
	return false;
}

/* Unnamed data: a constant that an instruction loads (its bytes; 0: it is not loaded), a text, a
 * table, what begins as zeros, or none.  How long other data is cannot be known. */
static bool is_same_data(const struct versus_sameness *s, uint64_t x, uint64_t y, size_t loaded)
{
	twins t = twins_at(s, x, y, 1);

	if (!t.p || !t.q)
		return !t.p && !t.q;
	if (loaded)
		return is_same_bytes(s, x, y, loaded);
	return is_same_text(s, x, y) || is_same_table(s, x, y)
		|| (is_padding(&s->elf[OLD], x) && is_padding(&s->elf[NEW], y));
}

static bool is_same_target(struct versus_sameness *s, uint64_t x, uint64_t y, size_t loaded);

/* Does the loader store addresses there that mean the same?  -1: it stores none. */
static int is_same_slot(struct versus_sameness *s, uint64_t x, uint64_t y)
{
	uint64_t to, too;
	const char *a = benchi_elf_slot(&s->elf[OLD], x, &to);
	const char *b = benchi_elf_slot(&s->elf[NEW], y, &too);

	if (!a && !b)
		return -1;
	if (!is_same_name(a, b) || !to != !too)
		return 0;
	return !to || (covers(&s->elf[OLD], to) ? is_same_target(s, to, too, 0)
		: to == x ? too == y : is_same_data(s, to, too, 0));
}

/* Do two addresses mean the same? */
static bool is_same_target(struct versus_sameness *s, uint64_t x, uint64_t y, size_t loaded)
{
	const benchi_elf_symbol *a = covers(&s->elf[OLD], x), *b = covers(&s->elf[NEW], y);
	int slot;

	if (!a != !b || (a && strcmp(a->name, b->name)))
		return false;
	if (a && !strcmp(a->name, "PLT"))
		return is_same_name(import_of(&s->elf[OLD], x), import_of(&s->elf[NEW], y));
	if (a)
		return x - a->start == y - b->start && is_same_symbol(s, a);
	slot = is_same_slot(s, x, y);
	return slot < 0 ? is_same_data(s, x, y, loaded) : slot > 0;
}

/* An instruction of x86-64. */
typedef struct instruction {
	size_t length;    /* 0: none that is known */
	size_t at;        /* of bytes that are a distance from its end; 0: none */
	size_t width;     /* how many: 4, or 1 of a short jump */
	size_t loaded;    /* bytes that it reads there, at most; 0: their address is taken */
} instruction;

/* Bytes behind operation and operand of a one-byte operation; reg: of its operand. */
static size_t immediate_of(unsigned op, unsigned reg, bool words, bool wide)
{
	size_t z = words ? 2 : 4;

	if ((op & 0xf0) == 0xb0)
		return op < 0xb8 ? 1 : wide ? 8 : z;
	if (op < 0x40)
		return (op & 7) == 4 ? 1 : (op & 7) == 5 ? z : 0;
	if (op == 0xf6 || op == 0xf7)
		return reg > 1 ? 0 : op == 0xf6 ? 1 : z;
	if (memchr("\x68\x69\x81\xa9\xc7", (int)op, 5))
		return z;
	if ((op & 0xfc) == 0xa0)
		return 8;
	if ((op & 0xf0) == 0x70 || (op >= 0xe0 && op <= 0xe7))
		return 1;
	return op == 0xc2 || op == 0xca ? 2 : op == 0xc8 ? 3
		: memchr("\x6a\x6b\x80\x83\xa8\xc0\xc1\xc6\xcd\xeb", (int)op, 10) ? 1 : 0;
}

/* Has a one-byte operation an operand byte? */
static bool has_operand(unsigned op)
{
	return op < 0x40 ? (op & 7) < 4 : op == 0x63 || op == 0x69 || op == 0x6b
		|| (op >= 0x80 && op < 0x90) || (op >= 0xd0 && op < 0xd4) || (op >= 0xd8 && op < 0xe0)
		|| memchr("\xc0\xc1\xc6\xc7\xf6\xf7\xfe\xff", (int)op, 8);
}

/* The same of a two-byte one, behind 0f; and whether one byte follows its operand. */
static bool has_operand_of_two(unsigned op)
{
	return !((op & 0xf8) == 0x30 || (op & 0xf8) == 0xc8
		|| memchr("\x05\x06\x08\x09\x0b\x0e\x77\xa0\xa1\xa2\xa8\xa9\xaa", (int)op, 13));
}

static bool has_byte_of_two(unsigned op)
{
	return (op & 0xfc) == 0x70 || memchr("\xa4\xac\xba\xc2\xc4\xc5\xc6", (int)op, 7);
}

/* The length of an operand byte and what it announces; sets at where that is a distance. */
static size_t operand_length(const unsigned char *p, size_t i, size_t *at)
{
	unsigned mod = p[i] >> 6, base = p[i] & 7;
	size_t length = 1;

	if (mod == 3)
		return 1;
	if (base == 4) {
		length = 2;
		if (!mod && (p[i + 1] & 7) == 5)
			length += DISTANCE;
	}
	if (!mod && base == 5) {
		*at = i + 1;
		length += DISTANCE;
	}
	return length + (mod == 1 ? 1 : mod == 2 ? DISTANCE : 0);
}

enum { LONGEST = 15, VECTOR = 16 };

/* Bytes that an operation reads from memory, at most.  pp: 1 for 66, 2 for f3, 3 for f2; vector:
 * bytes of the widest operand. */
static size_t loaded_by(unsigned map, unsigned op, unsigned pp, size_t vector)
{
	if (map == 0)
		return op == 0x8d ? 0 : op == 0xdb || op == 0xdf ? VECTOR : POINTER;
	if (map == 1 && (memchr("\x6f\x7f\xe6", (int)op, 3) || (pp == 2 && (op & 0xfb) == 0x12)))
		return vector;
	if (map == 1 && pp > 1)
		return pp == 2 && op != 0x7e ? 4 : POINTER;
	if (map == 1 && (op & 0xfe) == 0x2e)
		return pp ? POINTER : 4;
	if (map == 2 && ((op & 0xbf) == 0x18 || (op & 0xbf) == 0x19))
		return op & 1 ? POINTER : 4;
	return vector;
}

/* The first instruction of n bytes. */
static instruction decode(const unsigned char *code, size_t n)
{
	static const char prefixes[] = "\x66\xf2\xf3\x2e\x36\x3e\x26\x64\x65\x67\xf0";
	unsigned char p[LONGEST + STUB] = { 0 };
	instruction out = { 0, 0, DISTANCE, 0 };
	size_t i = 0;
	unsigned map = 0, op, pp = 0;
	bool words = false, wide = false, operand;
	size_t vector = VECTOR;

	memcpy(p, code, n < sizeof p ? n : sizeof p);
	for (; i < LONGEST && memchr(prefixes, p[i], sizeof prefixes - 1); i++) {
		words = words || p[i] == 0x66;
		pp = p[i] == 0xf3 ? 2 : p[i] == 0xf2 ? 3 : p[i] == 0x66 && !pp ? 1 : pp;
	}
	if ((p[i] & 0xf0) == 0x40)
		wide = p[i++] & 8;
	if (i >= LONGEST)
		return out;
	if (p[i] == 0xc5 || p[i] == 0xc4 || p[i] == 0x62) {
		size_t last = p[i] == 0xc5 ? 1 : 2;

		map = last == 1 ? 1 : p[i + 1] & (p[i] == 0xc4 ? 31 : 7);
		pp = p[i + last] & 3;
		vector <<= p[i] == 0x62 ? p[i + 3] >> 5 & 3 : p[i + last] >> 2 & 1;
		i += p[i] == 0x62 ? 4 : last + 1;
	} else if (p[i] == 0x0f) {
		map = p[i + 1] == 0x38 ? 2 : p[i + 1] == 0x3a ? 3 : 1;
		i += map == 1 ? 1 : 2;
	}
	op = p[i++];
	operand = map == 0 ? has_operand(op) : map == 1
		? (op & 0xf0) != 0x80 && has_operand_of_two(op) : true;
	out.loaded = loaded_by(map, op, pp, vector);
	if ((map == 0 && (op == 0xe8 || op == 0xe9)) || (map == 1 && (op & 0xf0) == 0x80)) {
		out.at = i;
		i += DISTANCE;
	} else {
		unsigned reg = p[i] >> 3 & 7;

		if (map == 0 && ((op & 0xf0) == 0x70 || (op & 0xfc) == 0xe0 || op == 0xeb)) {
			out.at = i;
			out.width = 1;
			out.loaded = 0;
		}
		i += operand ? operand_length(p, i, &out.at) : 0;
		i += map == 0 ? immediate_of(op, reg, words, wide)
			: map == 1 ? has_byte_of_two(op) : map == 3;
	}
	out.length = i;
	return i <= LONGEST && i <= n ? out : (instruction){ 0, 0, 0, 0 };
}

/* Where the distance of an instruction at an address leads. */
static uint64_t leads_to(const instruction *is, const unsigned char *code, uint64_t address)
{
	const unsigned char *distance = code + is->at;

	return is->width == 1 ? address + is->length + *distance - (*distance & 0x80 ? 0x100 : 0)
		: target_of(distance, address + is->at, is->length - is->at - DISTANCE);
}

/* Is the code at x of the old build straight to the call of one of these?  names: end in NULL. */
static bool is_call_of(const struct versus_sameness *s, const benchi_elf_symbol *a, uint64_t x,
                       const char *const *names)
{
	static const char leaves[] = "\xe9\xeb\xc3\xff";
	size_t n = a->start + extent(&s->elf[OLD], a) - x, i = 0;
	const unsigned char *p = benchi_elf_bytes(&s->elf[OLD], x, n);
	const char *name;
	instruction is;

	for (; p && p[i] != 0xe8; i += is.length) {
		is = decode(p + i, n - i);
		if (!is.length || i + is.length >= n || memchr(leaves, p[i], sizeof leaves - 1)
		    || (p[i] & 0xf0) == 0x70 || (p[i] == 0x0f && (p[i + 1] & 0xf0) == 0x80))
			return false;
	}
	name = p && n - i > DISTANCE
		? import_of(&s->elf[OLD], target_of(p + i + 1, x + i + 1, 0)) : NULL;
	while (name && *names && strcmp(name, *names))
		names++;
	return name && *names;
}

/* Are the instructions p at x of the old build, and q, arguments that are only printed: a text, or
 * the line of an assertion that fails? */
static bool is_printed(const struct versus_sameness *s, const benchi_elf_symbol *a, uint64_t x,
                       const unsigned char *p, const unsigned char *q)
{
	static const char *const prints[] = { "puts", "printf", "fputs", "fprintf", "__printf_chk",
		"__fprintf_chk", NULL }, *const asserts[] = { "__assert_fail", NULL };

	if (*p == 0xba && *q == 0xba)                    /* mov to edx */
		return is_call_of(s, a, x, asserts);
	return s->without_prints && p[0] == 0x48 && p[1] == 0x8d && !memcmp(p, q, 3)
		&& memchr("\x15\x35\x3d", p[2], 3)          /* lea to rdx, rsi, rdi */
		&& is_call_of(s, a, x, prints);
}

static bool is_same_function(struct versus_sameness *s, const benchi_elf_symbol *a,
                             const benchi_elf_symbol *b)
{
	size_t n = extent(&s->elf[OLD], a), i = 0, length;
	twins t;

	/* without a size, up to the next symbol or the section's end */
	if (!a->size && n > s->elf[OLD].size)
		n = s->elf[OLD].size;
	while (!a->size && n > 0 && !benchi_elf_bytes(&s->elf[OLD], a->start, n))
		n--;
	t = twins_at(s, a->start, b->start, n);
	if (!t.p || !t.q || a->size != b->size)
		return false;
	for (; i < n; t.p += length, t.q += length, i += length) {
		instruction is = decode(t.p, n - i);
		size_t end;

		length = is.length ? is.length : 1;
		if (is.width == 1 && leads_to(&is, t.p, i) < n)
			is.at = 0;   /* within the function */
		end = is.at ? is.at + is.width : length;
		if ((memcmp(t.p, t.q, is.at ? is.at : length)
			|| memcmp(t.p + end, t.q + end, length - end)
			|| (is.at && !is_same_target(s, leads_to(&is, t.p, a->start + i),
				leads_to(&is, t.q, b->start + i), is.loaded)))
			&& (n - i < 3 || !is_printed(s, a, a->start + i, t.p, t.q)))
			return false;
	}
	return true;
}

/* A table that clang makes of one of texts: their distances from its start. */
static bool is_same_relative(struct versus_sameness *s, const benchi_elf_symbol *a, uint64_t to,
                             twins t)
{
	for (uint64_t i = 0; i + DISTANCE <= a->size; i += DISTANCE)
		if (!is_same_target(s, target_of(t.p + i, a->start - DISTANCE, 0),
			target_of(t.q + i, to - DISTANCE, 0), 0))
			return false;
	return true;
}

/* Are so many bytes the same, and so are the addresses that the loader stores among them? */
static bool is_same_stored(struct versus_sameness *s, uint64_t x, uint64_t y, uint64_t size,
                           twins t)
{
	for (uint64_t i = 0; i < size; i++) {
		int slot = i % POINTER ? -1 : is_same_slot(s, x + i, y + i);

		if (slot == 0 || (slot < 0 && t.p[i] != t.q[i]))
			return false;
		i += slot > 0 ? POINTER - 1 : 0;
	}
	return true;
}

static bool is_same_object(struct versus_sameness *s, const benchi_elf_symbol *a,
                           const benchi_elf_symbol *b)
{
	twins t = twins_at(s, a->start, b->start, a->size);

	if (a->size != b->size || !t.p || !t.q)
		return a->size == b->size && !t.p && !t.q;
	return strncmp(a->name, "reltable.", 9) ? is_same_stored(s, a->start, b->start, a->size, t)
		: is_same_relative(s, a, b->start, t);
}

static bool is_same_symbol(struct versus_sameness *s, const benchi_elf_symbol *symbol)
{
	unsigned char *state = &s->state[symbol - s->elf[OLD].symbol];
	const benchi_elf_symbol *other;
	bool same;

	if (*state != UNKNOWN)
		return *state == SAME;
	*state = SAME;  /* while it is looked at: functions may call themselves */
	other = partner(s, symbol);
	same = other && (symbol->code ? is_same_function(s, symbol, other)
		: is_same_object(s, symbol, other));
	*state = same ? SAME : DIFFERENT;
	return same;
}

/* Code in shared libraries that a program finds by folders of its own is not compared: nothing is
 * called the same then. */
struct versus_sameness *versus_same_new(const char *before, const char *after)
{
	struct versus_sameness *s = calloc(1, sizeof *s);

	if (s && benchi_elf_read(before, &s->elf[OLD]) == BENCH_OK
	    && benchi_elf_read(after, &s->elf[NEW]) == BENCH_OK
	    && !benchi_elf_has_own_libraries(&s->elf[OLD])
	    && !benchi_elf_has_own_libraries(&s->elf[NEW])) {
		s->state = calloc(s->elf[OLD].n + 1, 1);
		s->alike = benchi_elf_alike(&s->elf[OLD], &s->elf[NEW]);
	}
	if (s && !s->state) {
		versus_same_free(s);
		s = NULL;
	}
	return s;
}

static const benchi_elf_symbol *symbol_named(const benchi_elf *e, const char *name)
{
	for (size_t i = 0; i < e->n; i++)
		if (is_same_name(e->symbol[i].name, name))
			return &e->symbol[i];
	return NULL;
}

/* Is all that a program executes from its start the same: what it enters, and what the loader calls
 * before and after that?  Functions that nothing refers to may differ.  0: it cannot be found out,
 * as for programs whose addresses are fixed; -1: no. */
static int is_same_program(struct versus_sameness *s)
{
	static const char first[] = "__frame_dummy_init_array_entry";
	const benchi_elf_symbol *start = symbol_named(&s->elf[OLD], "_start");
	const benchi_elf_symbol *x = symbol_named(&s->elf[OLD], first);
	const benchi_elf_symbol *y = symbol_named(&s->elf[NEW], first);
	uint64_t to, too, at = 0;

	if (!start)     /* musl's is no function for the symbol table, but what it calls is */
		start = symbol_named(&s->elf[OLD], "_start_c");
	if (!start || !x || !y || is_same_slot(s, x->start, y->start) < 0)
		return 0;
	for (;; at += POINTER) {
		(void)benchi_elf_slot(&s->elf[OLD], x->start + at, &to);
		(void)benchi_elf_slot(&s->elf[NEW], y->start + at, &too);
		if ((!to || !covers(&s->elf[OLD], to)) && (!too || !covers(&s->elf[NEW], too)))
			return is_same_symbol(s, start) ? 1 : -1;
		if (is_same_slot(s, x->start + at, y->start + at) <= 0)
			return -1;
	}
}

/* Is the text at an address the name of a case, or the name before its parameters? */
static bool names_case(const benchi_elf *e, uint64_t address, const char *name)
{
	for (size_t n = 0;; n++) {
		const char *p = benchi_elf_bytes(e, address + n, 1);

		if (!p || (*p && *p != name[n]))
			return false;
		if (!*p)
			return n && (!name[n] || name[n] == '/');
	}
}

/* Are two rows of tables of cases the same, with all functions and data that they refer to? */
static bool is_same_row(struct versus_sameness *s, uint64_t x, uint64_t y)
{
	twins t = twins_at(s, x, y, sizeof(bench_case));

	memset(s->state, UNKNOWN, s->elf[OLD].n);
	return t.p && t.q && is_same_stored(s, x, y, sizeof(bench_case), t);
}

/* Is it in the file, as is no large array of zeros, nor what a damaged size covers? */
static bool is_stored(const benchi_elf *e, const benchi_elf_symbol *object)
{
	return benchi_elf_bytes(e, object->start, object->size) != NULL;
}

/* The row of the new table that begins with the same name, if any at the same place; 0: none. */
static uint64_t same_row_of(const struct versus_sameness *s, const benchi_elf_symbol *table,
                            uint64_t at, uint64_t name)
{
	uint64_t text, first = 0;

	if (!is_stored(&s->elf[NEW], table))
		return 0;
	for (uint64_t to = 0; to + sizeof(bench_case) <= table->size; to += POINTER)
		if (benchi_elf_slot(&s->elf[NEW], table->start + to, &text) && text
		    && is_same_text(s, name, text) && (!first || to == at))
			first = table->start + to;
	return first;
}

/* The cases that the row at an offset of a table makes; with found NULL, the table alone is marked
 * as the same.  Several rows may make a case: each must be the same. */
static void row_look(struct versus_sameness *s, versus *v, const benchi_elf_symbol *table,
                     uint64_t at, char *found)
{
	const benchi_elf_symbol *other = partner(s, table);
	uint64_t text, row;

	if (!benchi_elf_slot(&s->elf[OLD], table->start + at, &text) || !text)
		return;
	row = other && found ? same_row_of(s, other, at, text) : 0;
	for (size_t i = 0; i < v->cases; i++) {
		if (!names_case(&s->elf[OLD], text, v->c[i].name))
			continue;
		if (!found)
			s->state[table - s->elf[OLD].symbol] = SAME;
		else if (!row || !is_same_row(s, table->start + at, row))
			found[i] = DIFFERENT;
		else if (found[i] == UNKNOWN)
			found[i] = SAME;
	}
}

static void rows_look(struct versus_sameness *s, versus *v, char *found)
{
	for (size_t k = 0; k < s->elf[OLD].n; k++) {
		const benchi_elf_symbol *table = &s->elf[OLD].symbol[k];
		bool fits = table->name && !table->code && is_stored(&s->elf[OLD], table);

		for (uint64_t at = 0; fits && at + sizeof(bench_case) <= table->size; at += POINTER)
			row_look(s, v, table, at, found);
	}
}

void versus_same_rows(struct versus_sameness *s, versus *v)
{
	char *found = s && DECODES ? calloc(v->cases + 1, 1) : NULL;
	bool same;

	if (!found)
		return;
	memset(s->state, UNKNOWN, s->elf[OLD].n);
	rows_look(s, v, NULL);
	s->without_prints = true;
	same = is_same_program(s) > 0;
	s->without_prints = false;  /* printing more may be what a case does */
	if (same)
		rows_look(s, v, found);
	for (size_t i = 0; i < v->cases; i++)
		v->c[i].same_code = v->c[i].listed[OLD] && v->c[i].listed[NEW] && found[i] == SAME;
	memset(s->state, UNKNOWN, s->elf[OLD].n);
	free(found);
}

static bool has_name(const benchi_elf_symbol *symbol)
{
	return symbol->name && *symbol->name && strcmp(symbol->name, "PLT") != 0;
}

/* What a build has more of them may run before main. */
static size_t named_functions(const benchi_elf *e)
{
	size_t n = 0;

	for (size_t i = 0; i < e->n; i++)
		n += e->symbol[i].code && has_name(&e->symbol[i]);
	return n;
}

bool versus_same_all(struct versus_sameness *s)
{
	const benchi_elf *old;
	int same;

	if (!s || s->alike)
		return s != NULL;
	same = DECODES ? is_same_program(s) : -1;
	if (same)
		return same > 0;
	old = &s->elf[OLD];
	if (!symbol_named(old, "main") || named_functions(&s->elf[NEW]) != named_functions(old))
		return false;
	for (size_t i = 0; i < old->n; i++)
		if (has_name(&old->symbol[i]) && !is_same_symbol(s, &old->symbol[i]))
			return false;
	return true;
}

/* "f.cold" and "f.part.0" are f. */
static bool is_part_of(const char *symbol, const char *function)
{
	size_t n = strlen(function);

	return !strncmp(symbol, function, n) && (!symbol[n] || symbol[n] == '.');
}

bool versus_same_case(struct versus_sameness *s, const versus_case *c)
{
	bool any = false;

	if (!DECODES || !s || !versus_same_counts(c))
		return false;
	for (size_t i = 0; i < c->counted[OLD].functions; i++)
		for (size_t k = 0; k < s->elf[OLD].n; k++) {
			const benchi_elf_symbol *symbol = &s->elf[OLD].symbol[k];

			if (!symbol->name || !symbol->code || !strcmp(symbol->name, "PLT")
			    || !is_part_of(symbol->name, c->counted[OLD].function[i].name))
				continue;
			if (!is_same_symbol(s, symbol))
				return false;
			any = true;
		}
	return any;
}

void versus_same_free(struct versus_sameness *s)
{
	for (int side = 0; s && side < SIDES; side++)
		benchi_elf_free(&s->elf[side]);
	if (s)
		free(s->state);
	free(s);
}

#endif
