/*
 * Compares what two places in two builds contain: code, unwind information, data, texts, tables.
 *
 * Each function named same_ returns whether its contents are the same, and adds edges from node
 * `at` to what they refer to.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/versus/versus.h"

#ifdef BENCHI_HAVE_ELF

#include "tools/versus/same.h"

#include <elf.h>

static const struct contents_policy {
	uint64_t padding;       /* largest gap of zeros between objects */
	uint64_t line;          /* bytes of a cache line */
	uint64_t flow;          /* longest code of unknown size, such as linker stubs */
	uint64_t addresses;     /* data hold four-byte addresses only if at least one word in this many
	                           looks like an address; fewer are chance, as in tables of doubles */
	uint64_t filters;       /* a table of more exception types counts as damaged */
} policy = { .padding = 64, .line = 64, .flow = 4096, .addresses = 16, .filters = 64 };

/*
 * Data.
 */

bool versus_may_be_address(const versus_image *m, uint64_t number)
{
	/* the end of a section is one too, as of a table that a loop walks through */
	return m->fixed && (versus_image_in_section(m, number, false)
		|| versus_image_in_section(m, number - 1, false));
}

/* Returns whether two numbers are addresses in programs without relocations. Numbers that differ
 * are the addresses of one place that moved only if the name and the offset agree. Equal numbers
 * are usually addresses, whatever they lead to, but not by chance in the middle of two pieces.
 * usual: the numbers are at a place where compilers store addresses; elsewhere, numbers that lead
 * to no piece and no text are chance. */
static bool are_addresses(const struct versus_sameness *s, uint64_t x, uint64_t y, bool usual)
{
	const versus_piece *a = versus_image_piece(&s->m[OLD], x);
	const versus_piece *b = versus_image_piece(&s->m[NEW], y);
	bool agree = a && b ? versus_same_name(a, b)
		&& (x - a->start == y - b->start || a->end - x == b->end - y)
		: !a && !b && (usual || (versus_image_texts(&s->m[OLD], x)
			&& versus_image_texts(&s->m[NEW], y)));

	if (!versus_may_be_address(&s->m[OLD], x) || !versus_may_be_address(&s->m[NEW], y))
		return false;
	return agree || (x == y && usual && !(a && b && a->kind == b->kind && x > a->start
		&& y > b->start));
}

/* Returns whether the loader stores the same at two places. */
static bool same_slots(struct versus_sameness *s, size_t at, const versus_slot *a,
                       const versus_slot *b)
{
	uint64_t x, y;

	if (!a || !b || a->type != b->type || a->is_address != b->is_address || !a->name != !b->name)
		return false;
	if (a->is_address) {
		versus_reach(s, at, a->target, b->target, ADDRESSED, 0);
		return true;
	}
	if (a->target != b->target)
		return false;
	if (!a->name)
		return true;
	if (strcmp(a->name, b->name) || strcmp(a->version, b->version)
	    || (versus_shows_program(a->name) && !versus_image_is_slot(&s->m[OLD], a->address))
	    || benchi_name_table_find(&s->changed, a->name, strlen(a->name)) != BENCHI_NO_NAME)
		return false;
	x = versus_image_export(&s->m[OLD], a->name);
	y = versus_image_export(&s->m[NEW], b->name);
	if (x && y)
		versus_reach(s, at, x, y, ADDRESSED, 0);
	return !x == !y;
}

bool versus_same_span(const struct versus_sameness *s, uint64_t x, uint64_t y, uint64_t n)
{
	const unsigned char *p = versus_image_bytes(&s->m[OLD], x, n);
	const unsigned char *q = versus_image_bytes(&s->m[NEW], y, n);
	const versus_load *a = versus_image_load(&s->m[OLD], x), *b = versus_image_load(&s->m[NEW], y);

	if (p && q)
		return !memcmp(p, q, n);
	if (!a || !b || n > a->end - x || n > b->end - y)
		return false;
	if (x - a->start >= a->filled && y - b->start >= b->filled)
		return true;            /* zeros that are not in the file */
	for (uint64_t i = 0; i < n; i++) {
		unsigned char c, d;

		if (!versus_image_word(&s->m[OLD], x + i, &c, 1)
		    || !versus_image_word(&s->m[NEW], y + i, &d, 1) || c != d)
			return false;
	}
	return true;
}

static const versus_piece *piece_at(const versus_image *m, uint64_t address)
{
	const versus_piece *p = versus_image_piece(m, address);

	return p && p->start == address ? p : NULL;
}

/* Returns whether the number at x + i of constant data, and the one at y + i, are distances to a
 * piece from x, or from the number's own place.  Adds an edge to those pieces. */
static bool is_distance(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y, uint64_t i)
{
	int32_t a, b;

	if (!versus_image_word(&s->m[OLD], x + i, &a, sizeof a)
	    || !versus_image_word(&s->m[NEW], y + i, &b, sizeof b) || !a || !b)
		return false;
	for (int own = 0; own < 2; own++) {
		uint64_t to = x + (own ? i : 0) + (uint64_t)(int64_t)a;
		uint64_t too = y + (own ? i : 0) + (uint64_t)(int64_t)b;
		const versus_piece *p = piece_at(&s->m[OLD], to), *q = piece_at(&s->m[NEW], too);

		if (p && q && p->kind == q->kind) {
			versus_lead_to(s, at, p, q);
			return true;
		}
	}
	return false;
}

/* Returns whether the bytes from x + i to x + n, which have no relocations, are the same.  Numbers
 * in constants may be distances.  In a program without relocations, a number that differs must be
 * an address, and an equal one may be: eight bytes at any place, or four if many such numbers are
 * addresses. */
static bool same_numbers(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y, uint64_t i,
                         uint64_t n)
{
	const versus_image *m = &s->m[OLD], *k = &s->m[NEW];
	const versus_load *l = versus_image_load(m, x);
	bool numbers = l && x + i - l->start < l->filled && !versus_image_texts(m, x);
	bool constant = l && !(l->flags & PF_W) && x % VERSUS_ENTRY == y % VERSUS_ENTRY;
	uint64_t from = i, found = 0, first = i + -(x + i) % VERSUS_ENTRY;
	uint32_t narrow, its;

	for (uint64_t w = first; m->fixed && numbers && w + VERSUS_ENTRY <= n; w += VERSUS_ENTRY)
		found += versus_image_word(m, x + w, &narrow, VERSUS_ENTRY)
			&& versus_may_be_address(m, narrow);
	for (; numbers && i + VERSUS_ENTRY <= n; i++) {
		bool aligned = !((x + i) % VERSUS_ENTRY);
		uint64_t a, b, used = 0;

		if (m->fixed && n - i >= VERSUS_WORD && versus_image_word(m, x + i, &a, VERSUS_WORD)
		    && versus_image_word(k, y + i, &b, VERSUS_WORD) && are_addresses(s, a, b, aligned)) {
			versus_reach(s, at, a, b, ADDRESSED, 0);
			used = VERSUS_WORD;
		} else if (aligned && found && found * VERSUS_ENTRY * policy.addresses >= n - first
		           && versus_image_word(m, x + i, &narrow, VERSUS_ENTRY)
		           && versus_image_word(k, y + i, &its, VERSUS_ENTRY)
		           && are_addresses(s, narrow, its, piece_at(m, narrow) && piece_at(k, its))) {
			versus_reach(s, at, narrow, its, ADDRESSED, 0);
			used = VERSUS_ENTRY;
		} else if (aligned && constant && is_distance(s, at, x, y, i)) {
			used = VERSUS_ENTRY;
		}
		if (!used)
			continue;
		if (i > from && !versus_same_span(s, x + from, y + from, i - from))
			return false;
		from = i + used;
		i = from - 1;
	}
	return n <= from || versus_same_span(s, x + from, y + from, n - from);
}

bool versus_same_data(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y, uint64_t n)
{
	const versus_image *m = s->m;

	for (uint64_t i = 0, end; i < n; i = end + VERSUS_WORD) {
		size_t k = benchi_elf_count_below(m[OLD].slot, m[OLD].slots, sizeof *m->slot, x + i);
		size_t l = benchi_elf_count_below(m[NEW].slot, m[NEW].slots, sizeof *m->slot, y + i);
		uint64_t next = k < m[OLD].slots ? m[OLD].slot[k].address - x : n;
		uint64_t other = l < m[NEW].slots ? m[NEW].slot[l].address - y : n;

		end = next < other ? next : other;
		end = end < n ? end : n;
		if ((end > i && !same_numbers(s, at, x, y, i, end))
		    || (end < n && !same_slots(s, at, versus_image_slot(&m[OLD], x + end),
				versus_image_slot(&m[NEW], y + end))))
			return false;
		if (s->node[at].differs || s->failed)
			break;
	}
	return true;
}

/* Returns whether the bytes before two places within texts are the same, up to the start of either
 * text: an index may be negative. A linker may store a text as the end of another one. So a place
 * where a text begins in one build only also counts as a start. n: bytes per character. */
static bool same_before(const struct versus_sameness *s, uint64_t x, uint64_t y, uint64_t n)
{
	const versus_image *m = &s->m[OLD], *k = &s->m[NEW];
	const versus_load *old = versus_image_texts(m, x), *new = versus_image_texts(k, y);

	for (;;) {
		uint64_t a = 0, b = 0;

		if ((old && old->start == x) || (new && new->start == y))
			return true;            /* the first text of a linked file */
		x -= n;
		y -= n;
		if (versus_image_piece(m, x) || versus_image_piece(k, y)
		    || !versus_image_in_section(m, x, false) || !versus_image_in_section(k, y, false)
		    || !versus_image_word(m, x, &a, n) || !versus_image_word(k, y, &b, n) || !a || !b)
			return true;
		if (a != b)
			return false;
	}
}

/* Returns whether the n bytes at an address are padding. */
static bool is_padding(const versus_image *m, uint64_t at, uint64_t n)
{
	if (n > policy.padding)
		return false;
	for (uint64_t i = 0; i < n; i++) {
		unsigned char c;

		if (!versus_image_word(m, at + i, &c, 1) || c)
			return false;
	}
	return true;
}

/* Returns whether n bytes of unnamed data are the same; 0: up to the next piece.  Additional bytes
 * in one build must be zeros. */
static bool same_bytes(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y, uint64_t n)
{
	const versus_image *m = &s->m[OLD], *k = &s->m[NEW];
	const versus_piece *p = versus_image_piece(m, x), *q = versus_image_piece(k, y);

	if (!n) {
		uint64_t a = (p ? p->end : versus_image_gap_end(m, x)) - x;
		uint64_t b = (q ? q->end : versus_image_gap_end(k, y)) - y;

		n = a < b ? a : b;
		if (!same_before(s, x, y, 1) || (!n && a + b) || !is_padding(m, x + n, a - n)
		    || !is_padding(k, y + n, b - n))
			return false;
	}
	return versus_same_data(s, at, x, y, n);
}

/* Returns whether clang made this table of distances from a table of addresses. */
static bool is_relative(const versus_piece *p)
{
	return p->name && (!strncmp(p->name, "reltable.", 9) || benchi_ends_in(p->name, ".rel"));
}

/* Returns whether two pieces are the same. at_end: the pieces are unnamed and perhaps of different
 * size. Then their last bytes are compared, and the rest must be padding. */
static bool same_objects(struct versus_sameness *s, size_t at, const versus_piece *a,
                         const versus_piece *b, bool at_end)
{
	const versus_image *m = &s->m[OLD], *k = &s->m[NEW];
	const versus_load *l = versus_image_load(m, a->start), *other = versus_image_load(k, b->start);
	const versus_section *in = versus_image_section(m, a->start);
	const versus_section *in_new = versus_image_section(k, b->start);
	uint64_t old = in ? in->alignment : 0, new = in_new ? in_new->alignment : 0;
	uint64_t size = a->end - a->start, its = b->end - b->start, least = size < its ? size : its;

	if (!l || !other || l->flags != other->flags)
		return false;
	/* Does only one of two variables start a cache line because the source requests that? Threads
	 * that write to two variables in one line slow each other down. */
	if (l->flags & PF_W && (old >= policy.line || new >= policy.line)
	    && !(a->start % policy.line) != !(b->start % policy.line)
	    && (old != new || size < policy.line))
		return false;
	if (at_end)
		return is_padding(m, a->start, size - least) && is_padding(k, b->start, its - least)
			&& versus_same_data(s, at, a->end - least, b->end - least, least);
	if (!a->name && !b->name)
		return same_bytes(s, at, a->start, b->start, 0);
	if (size != its)
		return false;
	if (!is_relative(a) || !is_relative(b))
		return versus_same_data(s, at, a->start, b->start, size);
	for (uint64_t i = 0; i + VERSUS_ENTRY <= size; i += VERSUS_ENTRY) {
		int32_t x, y;

		if (!versus_image_word(m, a->start + i, &x, sizeof x)
		    || !versus_image_word(k, b->start + i, &y, sizeof y))
			return false;
		versus_reach(s, at, a->start + (uint64_t)(int64_t)x, b->start + (uint64_t)(int64_t)y,
			ADDRESSED, 0);
	}
	return true;
}

/*
 * Code.
 */

/* Returns a number of n bytes (1, 4 or 8), extended with its sign. */
static uint64_t number_at(const unsigned char *p, size_t n)
{
	int32_t narrow;
	uint64_t wide;

	if (n == 1)
		return (uint64_t)(int64_t)(signed char)*p;
	if (n == VERSUS_WORD) {
		memcpy(&wide, p, sizeof wide);
		return wide;
	}
	memcpy(&narrow, p, sizeof narrow);
	return (uint64_t)(int64_t)narrow;
}

/* Returns whether straight-line code from x (old build) reaches a call of this function before
 * `end`.  Then only the call uses the register that was loaded before x. */
static bool calls(const versus_image *m, uint64_t x, uint64_t end, const char *function)
{
	while (x < end) {
		const unsigned char *p = versus_image_bytes(m, x, end - x);
		benchi_instruction is = p ? benchi_decode(p, (size_t)(end - x))
			: (benchi_instruction){ .length = 0 };

		if (!is.length || is.ends || (is.branches && !(is.one && is.op == 0xe8)))
			return false;
		x += is.length;
		if (is.branches) {
			uint64_t to = x + number_at(p + is.immediate, VERSUS_ENTRY);
			const versus_piece *piece = piece_at(m, to);
			uint64_t at = versus_image_stub(m, to);
			const versus_slot *slot = versus_image_slot(m, at);
			const char *name = at && slot ? slot->name : !at && piece ? piece->name : NULL;

			return name && !strcmp(name, function);
		}
		/* before the call, allow only instructions that load further arguments: mov, lea, xor */
		if (!is.one || !strchr("\xb8\xb9\xba\xbb\xbe\xbf\x8d\x89\x8b\x31\x33\xc7", is.op))
			return false;
	}
	return false;
}

/* Returns whether the immediate operands at p and q of an instruction in the functions f and g,
 * which may be NULL, are the same.  In the large code model these are distances to or from the
 * global offset table. */
static bool same_immediates(struct versus_sameness *s, size_t at, const benchi_instruction *is,
                            const unsigned char *p, const unsigned char *q, const versus_piece *f,
                            const versus_piece *g)
{
	uint64_t x = s->m[OLD].offsets, y = s->m[NEW].offsets, a, b;
	bool equal = !memcmp(p, q, is->width);
	/* an operand of 32-bit arithmetic is a number, even in the range of addresses: pointers have
	 * 64 bits */
	bool narrow = is->one && is->width == VERSUS_ENTRY && !(is->rex & 8) && is->op
		&& strchr("\x05\x0d\x15\x1d\x25\x2d\x35\x3d\x69\x81\xa9\xf7", is->op);

	if (is->width < VERSUS_ENTRY)
		return equal;
	a = number_at(p, is->width);
	b = number_at(q, is->width);
	if (is->width == VERSUS_ENTRY && s->m[OLD].fixed && s->m[NEW].fixed) {
		a = (uint32_t)a;        /* mov to a 32-bit register */
		b = (uint32_t)b;
	}
	if (are_addresses(s, a, b, !narrow)) {
		versus_reach(s, at, a, b, ADDRESSED, 0);
		return true;
	}
	if (is->width != VERSUS_WORD || !x || !y || (int64_t)a != (int32_t)a
	    || (int64_t)b != (int32_t)b)
		return equal;
	if (f && g && x - a >= f->start && x - a <= f->end && y - b >= g->start && y - b <= g->end)
		return x - a - f->start == y - b - g->start;
	if (!versus_image_in_section(&s->m[OLD], x + a, false)
	    || !versus_image_in_section(&s->m[NEW], y + b, false))
		return equal;
	versus_reach(s, at, x + a, y + b, ADDRESSED, 0);
	return true;
}

/* Returns whether the instructions at x and y are the same.  f, g: the functions that contain them,
 * or NULL; places within these are not followed. */
static bool same_instructions(struct versus_sameness *s, size_t at, const benchi_instruction *is,
                              uint64_t x, uint64_t y, const versus_piece *f, const versus_piece *g)
{
	const unsigned char *p = versus_image_bytes(&s->m[OLD], x, is->length);
	const unsigned char *q = versus_image_bytes(&s->m[NEW], y, is->length);
	size_t behind = is->at ? is->at + (size_t)VERSUS_ENTRY : is->immediate;
	size_t fixed = is->at ? is->at : is->immediate;
	uint64_t to = x + is->length, too = y + is->length;

	if (!q || memcmp(p, q, fixed) || (behind < is->immediate
		&& memcmp(p + behind, q + behind, is->immediate - behind)))
		return false;
	if (is->at) {           /* the distance of a memory operand */
		uint64_t a = number_at(p + is->at, VERSUS_ENTRY), b = number_at(q + is->at, VERSUS_ENTRY);
		bool whole = is->memory && (is->from == BENCHI_FROM_END || is->from == BENCHI_FROM_ZERO);

		if (is->from == BENCHI_FROM_END)
			versus_reach(s, at, to + a, too + b, whole ? ACCESSED : ADDRESSED, is->memory);
		else if (!is->segment && are_addresses(s, a, b, true))
			versus_reach(s, at, a, b, whole ? ACCESSED : ADDRESSED, is->memory);
		else if (a != b)
			return false;
	}
	/* the line number of an assertion and the number of cases may differ */
	if (!is->branches)
		return same_immediates(s, at, is, p + is->immediate, q + is->immediate, f, g)
			|| (f && is->one && ((is->op == 0xba && calls(&s->m[OLD], x, f->end, "__assert_fail"))
				|| (is->op == 0xb9 && calls(&s->m[OLD], x, f->end, "bench_main"))));
	to += number_at(p + is->immediate, is->width == 1 ? 1 : VERSUS_ENTRY);
	too += number_at(q + is->immediate, is->width == 1 ? 1 : VERSUS_ENTRY);
	if (f && to >= f->start && to < f->end)
		return to - f->start == too - g->start;
	versus_reach(s, at, to, too, CALLED, 0);
	return true;
}

/* Returns whether code that no piece covers, such as linker stubs, is the same up to its certain
 * end. */
static bool same_flow(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y)
{
	benchi_instruction is;

	for (uint64_t i = 0; i < policy.flow; i += is.length) {
		const versus_load *l = versus_image_load(&s->m[OLD], x + i);
		uint64_t n = l && x + i - l->start < l->filled ? l->filled - (x + i - l->start) : 0;
		const unsigned char *p = versus_image_bytes(&s->m[OLD], x + i, n < 16 ? n : 16);

		if (i && versus_image_piece(&s->m[OLD], x + i)) {
			versus_reach(s, at, x + i, y + i, CALLED, 0);
			return true;
		}
		is = p ? benchi_decode(p, n < 16 ? n : 16) : (benchi_instruction){ .length = 0 };
		if (!is.length || !same_instructions(s, at, &is, x + i, y + i, NULL, NULL)
		    || (is.one && is.op == 0xff && is.reg == 4 && is.from != BENCHI_FROM_END))
			return false;
		if (is.ends)
			return true;
	}
	return false;
}

/* Returns the number of bytes without trailing zeros, which pad unwind information. */
static uint64_t without_padding(const versus_image *m, uint64_t at, uint64_t n)
{
	const unsigned char *p = versus_image_bytes(m, at, n);

	while (p && n > 0 && !p[n - 1])
		n--;
	return n;
}

/* Returns whether two functions have the same code and the same unwind information. */
static bool same_functions(struct versus_sameness *s, size_t at, const versus_piece *a,
                           const versus_piece *b)
{
	const versus_image *m = &s->m[OLD], *k = &s->m[NEW];
	const uint64_t x = a->start, y = b->start, n = a->end - x;
	const unsigned char *p = versus_image_bytes(m, x, n);
	benchi_instruction is;
	bool ended = true;

	if (!p || !versus_image_bytes(k, y, n) || b->end - y != n)
		return false;
	for (uint64_t i = 0; i < n && !s->node[at].differs && !s->failed; i += is.length) {
		is = benchi_decode(p + i, (size_t)(n - i));
		if (!is.length || !same_instructions(s, at, &is, x + i, y + i, a, b))
			return false;
		/* the last call does not return, or padding follows */
		ended = is.ends || (is.one && (is.op == 0xe8 || (is.op == 0xff && is.reg == 2)))
			|| (ended && is.op == (is.one ? 0x90 : 0x1f));
	}
	if (!ended)             /* execution continues into the next function */
		versus_reach(s, at, a->end, b->end, CALLED, 0);

	for (size_t i = benchi_elf_count_below(m->frame, m->frames, sizeof *m->frame, x),
	     j = benchi_elf_count_below(k->frame, k->frames, sizeof *k->frame, y);; i++, j++) {
		const versus_frame *f = &m->frame[i], *g = &k->frame[j];
		bool more = i < m->frames && f->start < x + n;
		uint64_t common, before, behind, rest;

		if (more != (j < k->frames && g->start < y + n))
			return false;
		if (!more)
			return true;
		common = f->personality_at ? f->personality_at - f->common : f->common_size;
		before = f->exceptions_at ? f->exceptions_at - f->rest : f->rest_size;
		behind = f->exceptions_at ? before + f->exceptions_size : 0;
		rest = without_padding(m, f->rest + behind, f->rest_size - behind);
		if (f->start - x != g->start - y || f->end - f->start != g->end - g->start
		    || f->common_size != g->common_size
		    || rest != without_padding(k, g->rest + behind, g->rest_size - behind)
		    || (f->exceptions_at ? before != g->exceptions_at - g->rest : g->exceptions_at != 0)
		    || f->personality_size != g->personality_size
		    || f->exceptions_size != g->exceptions_size
		    || !versus_same_span(s, f->common + 4, g->common + 4, common - 4)
		    || !versus_same_span(s, f->common + common + f->personality_size,
			    g->common + common + f->personality_size,
			    f->common_size - common - f->personality_size)
		    || (f->exceptions_at && !versus_same_span(s, f->rest, g->rest, before))
		    || !versus_same_span(s, f->rest + behind, g->rest + behind, rest)
		    || !f->exceptions != !g->exceptions || !f->personality != !g->personality)
			return false;
		if (f->personality)
			versus_reach(s, at, f->personality, g->personality, ADDRESSED, 0);
		if (f->exceptions)
			versus_lead(s, at, versus_node_of(s, EXCEPTIONS, f->exceptions, g->exceptions, 0));
	}
}

/* Follows a chain of actions in a table of exceptions.  Sets *types to the highest type that it
 * catches, and *used to the end of the chain, in bytes from `start`, if they are larger.  Returns
 * false if malformed, or if the chain has a list of permitted exceptions. */
static bool read_actions(const unsigned char *a, const unsigned char *start,
                         const unsigned char *end, uint64_t *types, uint64_t *used)
{
	for (int deep = 0; deep <= 1000; deep++) {
		const unsigned char *here;
		uint64_t filter, next;

		if (!versus_image_uleb(&a, end, &filter) || filter >= policy.filters)
			return false;
		*types = filter > *types ? filter : *types;
		here = a;
		if (!versus_image_uleb(&a, end, &next))
			return false;
		if (!next) {
			*used = (uint64_t)(a - start) > *used ? (uint64_t)(a - start) : *used;
			return true;
		}
		/* signed number, relative to its own place */
		next = a - here == 1 && next & 0x40 ? next - 0x80 : next;
		if ((int64_t)next < start - here || (int64_t)next > end - here)
			return false;
		a = here + (int64_t)next;
	}
	return false;
}

/* Returns whether functions have the same exception tables: what they catch, and where. */
static bool same_exceptions(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y)
{
	const versus_image *m = &s->m[OLD], *k = &s->m[NEW];
	uint64_t left = versus_image_gap_end(m, x) - x, offset = 0, sites, types = 0, used = 0, spare;
	const unsigned char *start = versus_image_bytes(m, x, left), *p = start, *end = p + left;
	const unsigned char *action;
	size_t size = VERSUS_WORD;
	unsigned encoding;              /* encoding of the table of types; 0xff: no table */

	if (!p || left < 4 || *p != 0xff)
		return false;
	encoding = p[1];
	p += 2;
	if (encoding != 0xff) {
		if (!versus_image_uleb(&p, end, &offset) || offset > (uint64_t)(end - p))
			return false;
		offset += (uint64_t)(p - start);
	}
	if (p >= end || *p++ != 0x01 || !versus_image_uleb(&p, end, &sites)
	    || sites > (uint64_t)(end - p))
		return false;
	action = p + sites;
	while (p < action) {            /* entry: start, length, landing pad, first action */
		uint64_t value[4];

		for (int i = 0; i < 4; i++)
			if (!versus_image_uleb(&p, action, &value[i]))
				return false;
		if (value[3] && value[3] - 1 < (uint64_t)(end - action)
		    && !read_actions(action + value[3] - 1, start, end, &types, &used))
			return false;
	}
	if (encoding != 0xff) {
		uint64_t none;

		offset = used > offset && offset ? used : offset;
		(void)versus_image_encoded(m, encoding & 0x0f, x, &none, &size);
	}
	if (types * size > offset)
		return false;
	spare = encoding == 0xff ? (uint64_t)(action - start) : offset - types * size;
	if (!versus_same_span(s, x, y, spare))
		return false;
	for (uint64_t i = 1; i <= types; i++) {
		uint64_t a, b, n = offset - i * size;

		if (!versus_image_encoded(m, encoding & 0x7f, x + n, &a, &size)
		    || !versus_image_encoded(k, encoding & 0x7f, y + n, &b, &size) || !a != !b)
			return false;
		if (a && encoding & 0x80 && versus_image_slot(m, a)) {
			if (!same_slots(s, at, versus_image_slot(m, a), versus_image_slot(k, b)))
				return false;
		} else if (a) {
			versus_reach(s, at, a, b, ADDRESSED, 0);
		}
	}
	return true;
}

void versus_compare_all(struct versus_sameness *s)
{
	const versus_image *m = &s->m[OLD], *k = &s->m[NEW];

	for (; s->next < s->nodes && !s->failed; s->next++) {
		const size_t at = s->next;
		const node a = s->node[at];
		const versus_piece *p = versus_image_piece(m, a.x), *q = versus_image_piece(k, a.y);
		bool same = true;

		switch (a.kind) {
		case FUNCTION:
			same = same_functions(s, at, p, q);
			break;
		case OBJECT:
			same = same_objects(s, at, p, q, a.n);
			break;
		case TABLE:             /* the table of a switch: each entry must lead to the same place */
			same = p->end - p->start == q->end - q->start;
			for (uint64_t i = 0, x, y; i < p->end - p->start && same && !s->node[at].differs;
			     i += VERSUS_ENTRY) {
				same = versus_image_table_entry(m, p->start, p->start + i, &x)
					&& versus_image_table_entry(k, q->start, q->start + i, &y);
				if (same)
					versus_reach(s, at, x, y, CALLED, 0);
			}
			break;
		case BYTES:
			same = same_bytes(s, at, a.x, a.y, a.n);
			break;
		case TEXT:              /* a.n bytes of characters, then the terminator */
			same = same_before(s, a.x, a.y, a.n);
			for (uint64_t i = 0, c = 1, d; c && same; i += a.n) {
				c = d = 0;
				same = versus_image_word(m, a.x + i, &c, a.n)
					&& versus_image_word(k, a.y + i, &d, a.n) && c == d;
			}
			break;
		case FLOW:
			same = same_flow(s, at, a.x, a.y);
			break;
		case ROW:
			same = versus_same_row(s, at, a.x, a.y);
			break;
		case EXCEPTIONS:
			same = same_exceptions(s, at, a.x, a.y);
			break;
		case EXPORT:
			versus_reach(s, at, a.x, a.y, ADDRESSED, 0);
			break;
		case ROOT:
			break;
		}
		if (!same)
			s->node[at].differs = true;
		versus_reach_computed(s, at);
	}
}

#endif
