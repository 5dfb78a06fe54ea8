/*
 * Compares the contents of two places in two builds: data, texts, tables.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/versus/versus.h"

#ifdef BENCHI_HAVE_ELF

#include "tools/versus/same.h"

#include <elf.h>

enum {
	PADDING = 64,   /* largest gap of zeros between objects */
	LINE = 64       /* bytes of a cache line */
};

/*
 * Data.
 */

/* Returns whether a number may be an address, in a program without relocations for addresses. */
bool versus_may_be_address(const versus_image *m, uint64_t number)
{
	return m->fixed && versus_image_in_section(m, number, false);
}

/* Returns whether two numbers are addresses.  Equal numbers are not if they point into the middle
 * of pieces at different offsets: that would be chance. */
bool versus_are_addresses(const struct versus_sameness *s, uint64_t x, uint64_t y)
{
	const versus_piece *a = versus_image_piece(&s->m[OLD], x), *b = versus_image_piece(&s->m[NEW],
		y);

	return versus_may_be_address(&s->m[OLD], x) && versus_may_be_address(&s->m[NEW], y)
		&& !(x == y && a && b && a->kind == b->kind && x > a->start && y > b->start
			&& x - a->start != y - b->start);
}

/* Compares what the loader stores at two places. */
void versus_compare_slots(struct versus_sameness *s, size_t at, const versus_slot *a,
                          const versus_slot *b)
{
	uint64_t x, y;

	if (!a || !b || a->type != b->type || a->is_address != b->is_address || !a->name != !b->name)
		versus_differs(s, at);
	else if (a->is_address)
		versus_reach(s, at, a->target, b->target, ADDRESSED, 0);
	else if (a->target != b->target
	         || (a->name && (strcmp(a->name, b->name) || strcmp(a->version, b->version))))
		versus_differs(s, at);
	else if (a->name && benchi_name_table_find(&s->changed, a->name, strlen(a->name))
		!= BENCHI_NO_NAME)
		versus_differs(s, at);          /* a symbol of another library */
	else if (a->name) {
		x = versus_image_export(&s->m[OLD], a->name);
		y = versus_image_export(&s->m[NEW], b->name);
		if (x && y)
			versus_reach(s, at, x, y, ADDRESSED, 0);
		else if (x || y)
			versus_differs(s, at);
	}
}

/* Returns true if n bytes, at x in the old and at y in the new build, are equal. Only for bytes
 * that hold no address. */
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

/* Returns whether the number at x + i of constant data, and the one at y + i, are distances of a
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

/* Compares the bytes from x + i to x + n, which have no relocations.  Numbers in constants may be
 * distances.  In a program without relocations, a number that differs must be an address, and an
 * equal one may be. */
static void compare_numbers(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y,
	uint64_t i,
                            uint64_t n)
{
	const versus_load *l = versus_image_load(&s->m[OLD], x);
	bool constant = l && !(l->flags & PF_W), fixed = s->m[OLD].fixed;
	uint64_t from = i;          /* first byte not yet compared */

	if ((constant || fixed) && l && !versus_image_texts(&s->m[OLD], x)
		&& x % VERSUS_ENTRY == y % VERSUS_ENTRY
		&& x + i - l->start < l->filled) {
		for (i += -(x + i) % VERSUS_ENTRY; i + VERSUS_ENTRY <= n; i += VERSUS_ENTRY) {
			uint64_t a, b, step = 0;

			if (fixed && n - i >= VERSUS_WORD && versus_image_word(&s->m[OLD], x + i, &a,
				VERSUS_WORD)
			    && versus_image_word(&s->m[NEW], y + i, &b, VERSUS_WORD) && versus_are_addresses(s,
				a, b)) {
				versus_reach(s, at, a, b, ADDRESSED, 0);
				step = VERSUS_WORD;
			} else if (constant && is_distance(s, at, x, y, i)) {
				step = VERSUS_ENTRY;
			}
			if (step && i > from && !versus_same_span(s, x + from, y + from, i - from))
				versus_differs(s, at);
			if (step)
				from = i + step;
			i += step == VERSUS_WORD ? VERSUS_ENTRY : 0;
		}
	}
	if (n > from && !versus_same_span(s, x + from, y + from, n - from))
		versus_differs(s, at);
}

void versus_compare_data(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y, uint64_t n)
{
	const versus_image *m = s->m;
	uint64_t i = 0;

	while (i < n) {
		size_t k = versus_image_slot_below(&m[OLD], x + i), l = versus_image_slot_below(&m[NEW],
			y + i);
		uint64_t next = k < m[OLD].slots ? m[OLD].slot[k].address - x : n;
		uint64_t other = l < m[NEW].slots ? m[NEW].slot[l].address - y : n;
		uint64_t end = next < other ? next : other;

		end = end < n ? end : n;
		if (end > i)
			compare_numbers(s, at, x, y, i, end);
		if (end < n)
			versus_compare_slots(s, at, versus_image_slot(&m[OLD], x + end),
				versus_image_slot(&m[NEW], y + end));
		if (s->node[at].differs || s->failed)
			return;
		i = end + VERSUS_WORD;
	}
}

/* Compares what precedes two places in the middle of texts, up to the start of one of them: an
 * index may be negative.  A linker stores a text as the end of another one, so that a place where
 * a text begins in one build only is such a start. */
static void compare_before(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y, uint64_t n)
{
	uint64_t a, b;

	for (a = b = 0; !versus_image_piece(&s->m[OLD], x - n)
	     && !versus_image_piece(&s->m[NEW], y - n)
	     && versus_image_in_section(&s->m[OLD], x - n, false)
	     && versus_image_in_section(&s->m[NEW], y - n, false)
	     && versus_image_word(&s->m[OLD], x - n, &a, n)
	     && versus_image_word(&s->m[NEW], y - n, &b, n) && a && b; x -= n, y -= n)
		if (a != b) {
			versus_differs(s, at);
			return;
		}
}

/* Compares n bytes of unnamed data; 0: up to the next piece.  Additional bytes in one build must be
 * zeros. */
static void compare_bytes(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y, uint64_t n)
{
	const versus_piece *p = versus_image_piece(&s->m[OLD], x), *q = versus_image_piece(&s->m[NEW],
		y);
	uint64_t a = (p ? p->end : versus_image_gap_end(&s->m[OLD], x)) - x;
	uint64_t b = (q ? q->end : versus_image_gap_end(&s->m[NEW], y)) - y;

	if (!n) {
		compare_before(s, at, x, y, 1);
		n = a < b ? a : b;
		for (uint64_t i = n; i < a || i < b; i++) {
			const versus_image *m = &s->m[a > b ? OLD : NEW];
			unsigned char c = 1;

			if (i - n > PADDING || !versus_image_word(m, (a > b ? x : y) + i, &c, 1) || c) {
				versus_differs(s, at);
				return;
			}
		}
		if (!n && a + b)
			versus_differs(s, at);
	}
	versus_compare_data(s, at, x, y, n);
}

/* Returns whether clang made this table of distances from a table of addresses. */
static bool is_relative(const char *name)
{
	return name && (!strncmp(name, "reltable.", 9) || benchi_ends_in(name, ".rel"));
}

/* Compares texts with characters of n bytes, terminators included. */
static void compare_texts(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y, uint64_t n)
{
	uint64_t a = 1, b;

	compare_before(s, at, x, y, n);
	for (; a; x += n, y += n) {
		a = b = 0;
		if (!versus_image_word(&s->m[OLD], x, &a, n) || !versus_image_word(&s->m[NEW], y, &b, n)
		    || a != b) {
			versus_differs(s, at);
			return;
		}
	}
}

/* Returns whether only one of two variables starts a cache line because the source asks for it.
 * Threads that write to two variables in one line slow each other down. */
static bool lines_differ(const struct versus_sameness *s, const versus_piece *a,
                         const versus_piece *b)
{
	const versus_section *at_old = versus_image_section(&s->m[OLD], a->start);
	const versus_section *at_new = versus_image_section(&s->m[NEW], b->start);
	uint64_t old = at_old ? at_old->alignment : 0, new = at_new ? at_new->alignment : 0;

	return (old >= LINE || new >= LINE) && (!(a->start % LINE) != !(b->start % LINE))
		&& (old != new || a->end - a->start < LINE);
}

/* Compares unnamed bytes backwards from their ends.  If one side is longer, its additional bytes
 * must be zeros. */
static void compare_ends(struct versus_sameness *s, size_t at, const versus_piece *a,
                         const versus_piece *b)
{
	uint64_t m = a->end - a->start, n = b->end - b->start, least = m < n ? m : n;
	const versus_piece *longer = m > n ? a : b;
	uint64_t more = m > n ? m - n : n - m;

	for (uint64_t i = 0; i < more; i++) {
		unsigned char c = 1;

		if (more > PADDING || !versus_image_word(&s->m[m > n ? OLD : NEW], longer->start + i, &c, 1)
		    || c) {
			versus_differs(s, at);
			return;
		}
	}
	versus_compare_data(s, at, a->end - least, b->end - least, least);
}

/* Compares two pieces.  at_end: they are unnamed, and their ends correspond. */
static void compare_objects(struct versus_sameness *s, size_t at, const versus_piece *a,
                            const versus_piece *b, bool at_end)
{
	const versus_load *l = versus_image_load(&s->m[OLD], a->start);
	const versus_load *k = versus_image_load(&s->m[NEW], b->start);

	if (!l || !k || l->flags != k->flags || (l->flags & PF_W && lines_differ(s, a, b)))
		versus_differs(s, at);
	else if (at_end)
		compare_ends(s, at, a, b);
	else if (!a->name && !b->name)
		compare_bytes(s, at, a->start, b->start, 0);
	else if (a->end - a->start != b->end - b->start)
		versus_differs(s, at);
	else if (is_relative(a->name) && is_relative(b->name)) {
		/* A table of distances from its start. */
		for (uint64_t i = 0; i + VERSUS_ENTRY <= a->end - a->start; i += VERSUS_ENTRY) {
			int32_t x, y;

			if (!versus_image_word(&s->m[OLD], a->start + i, &x, sizeof x)
			    || !versus_image_word(&s->m[NEW], b->start + i, &y, sizeof y))
				versus_differs(s, at);
			else
				versus_reach(s, at, a->start + (uint64_t)(int64_t)x,
					b->start + (uint64_t)(int64_t)y,
					ADDRESSED, 0);
		}
	} else
		versus_compare_data(s, at, a->start, b->start, a->end - a->start);
}

/* Compares all nodes not yet compared, which adds further nodes. */
void versus_compare_all(struct versus_sameness *s)
{
	for (; s->next < s->nodes && !s->failed; s->next++) {
		const node a = s->node[s->next];
		const versus_piece *p = versus_image_piece(&s->m[OLD], a.x);
		const versus_piece *q = versus_image_piece(&s->m[NEW], a.y);

		if (a.kind == FUNCTION)
			versus_compare_functions(s, s->next, p, q);
		else if (a.kind == OBJECT)
			compare_objects(s, s->next, p, q, a.n);
		else if (a.kind == TABLE) {
			/* a switch's table: each entry must lead to the same place */
			size_t at = s->next;
			uint64_t x, y;

			if (p->end - p->start != q->end - q->start)
				versus_differs(s, at);
			for (uint64_t i = 0; i < p->end - p->start && !s->node[at].differs; i += VERSUS_ENTRY)
				if (versus_image_table_entry(&s->m[OLD], p->start, p->start + i, &x)
				    && versus_image_table_entry(&s->m[NEW], q->start, q->start + i, &y))
					versus_reach(s, at, x, y, CALLED, 0);
				else
					versus_differs(s, at);
		} else if (a.kind == BYTES)
			compare_bytes(s, s->next, a.x, a.y, a.n);
		else if (a.kind == TEXT)
			compare_texts(s, s->next, a.x, a.y, a.n);
		else if (a.kind == FLOW)
			versus_compare_flow(s, s->next, a.x, a.y);
		else if (a.kind == ROW)
			versus_compare_row(s, s->next, a.x, a.y);
		else if (a.kind == EXPORT)
			versus_reach(s, s->next, a.x, a.y, ADDRESSED, 0);
		else if (a.kind == EXCEPTIONS)
			versus_compare_exceptions(s, s->next, a.x, a.y);
	}
}

#endif
