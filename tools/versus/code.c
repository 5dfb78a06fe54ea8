/*
 * The code of two builds: instructions, unwind information, tables of exceptions.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/versus/versus.h"

#ifdef BENCHI_HAVE_ELF

#include "tools/versus/same.h"

#include <elf.h>

enum { FLOW_MOST = 4096 };

/*
 * Code.
 */

/* Returns whether straight-line code from x (old build) reaches a call of this function before
 * `end`.  Then only the call uses the register that was loaded before x. */
static bool calls(const versus_image *m, uint64_t x, uint64_t end, const char *function)
{
	while (x < end) {
		const unsigned char *p = versus_image_bytes(m, x, end - x);
		benchi_instruction is = p ? benchi_decode(p, (size_t)(end - x))
			: (benchi_instruction){ .length = 0 };
		int32_t distance;
		const char *name;

		if (!is.length || is.ends || (is.branches && !(is.one && is.op == 0xe8)))
			return false;
		if (is.branches) {
			memcpy(&distance, p + is.immediate, sizeof distance);
			/* name of the called function; NULL: unknown */
			uint64_t to = x + is.length + (uint64_t)(int64_t)distance;
			const versus_piece *piece = versus_image_piece(m, to);
			uint64_t slot = versus_image_stub(m, to);
			if (slot)
				name = versus_image_slot(m, slot) ? versus_image_slot(m, slot)->name : NULL;
			else
				name = piece && piece->start == to ? piece->name : NULL;
			return name && !strcmp(name, function);
		}
		/* only loads of further arguments may come before the call: mov, lea, xor */
		if (!is.one || !strchr("\xb8\xb9\xba\xbb\xbe\xbf\x8d\x89\x8b\x31\x33\xc7", is.op))
			return false;
		x += is.length;
	}
	return false;
}

/* Returns whether a loaded number may differ: the line of an assertion, or the number of cases. */
static bool is_free_number(const struct versus_sameness *s, const benchi_instruction *is,
	uint64_t x,
                           uint64_t end)
{
	return is->one && ((is->op == 0xba && calls(&s->m[OLD], x, end, "__assert_fail"))
		|| (is->op == 0xb9 && calls(&s->m[OLD], x, end, "bench_main")));
}

/* Reads a number of n bytes (4 or 8), extended with its sign. */
static uint64_t number_at(const unsigned char *p, size_t n)
{
	int32_t narrow;
	uint64_t wide;

	if (n == VERSUS_WORD) {
		memcpy(&wide, p, sizeof wide);
		return wide;
	}
	memcpy(&narrow, p, sizeof narrow);
	return (uint64_t)(int64_t)narrow;
}

/* Large code model: compares distances to or from the global offset table.  Returns false if a and
 * b are not such distances.
 * */
static bool reach_by_table(struct versus_sameness *s, size_t at, uint64_t a, uint64_t b,
                           const versus_piece *f, const versus_piece *g)
{
	uint64_t x = s->m[OLD].offsets, y = s->m[NEW].offsets;

	if (!x || !y || (int64_t)a != (int32_t)a || (int64_t)b != (int32_t)b)
		return false;
	if (f && g && x - a >= f->start && x - a <= f->end && y - b >= g->start && y - b <= g->end)
		return x - a - f->start == y - b - g->start;
	if (!versus_image_in_section(&s->m[OLD], x + a, false)
	    || !versus_image_in_section(&s->m[NEW], y + b, false))
		return false;
	versus_reach(s, at, x + a, y + b, ADDRESSED, 0);
	return true;
}

/* Returns whether immediate operands mean the same. */
static bool is_same_number(struct versus_sameness *s, size_t at, const benchi_instruction *is,
                           const unsigned char *p, const unsigned char *q, const versus_piece *f,
                           const versus_piece *g)
{
	bool equal = !memcmp(p + is->immediate, q + is->immediate, is->width);
	uint64_t a, b;

	if (is->width < VERSUS_ENTRY)
		return equal;
	a = number_at(p + is->immediate, is->width);
	b = number_at(q + is->immediate, is->width);
	if (is->width == VERSUS_ENTRY && s->m[OLD].fixed && s->m[NEW].fixed) {
		a = (uint32_t)a;        /* mov to a 32-bit register */
		b = (uint32_t)b;
	}
	if (versus_are_addresses(s, a, b))
		versus_reach(s, at, a, b, ADDRESSED, 0);
	else if (is->width == VERSUS_WORD && reach_by_table(s, at, a, b, f, g))
		return true;
	else
		return equal;
	return true;
}

/* Returns whether the distances in memory operands mean the same. */
static bool is_same_distance(struct versus_sameness *s, size_t at, const benchi_instruction *is,
                             const unsigned char *p, const unsigned char *q, uint64_t x, uint64_t y)
{
	uint64_t a = number_at(p + is->at, VERSUS_ENTRY), b = number_at(q + is->at, VERSUS_ENTRY);
	uint64_t n = is->memory;

	if (is->from == BENCHI_FROM_END) {
		versus_reach(s, at, x + is->length + a, y + is->length + b, n ? ACCESSED : ADDRESSED, n);
		return true;
	}
	if (is->segment || !versus_are_addresses(s, a, b))
		return a == b;
	versus_reach(s, at, a, b, n && is->from == BENCHI_FROM_ZERO ? ACCESSED : ADDRESSED, n);
	return true;
}

/* Returns whether the instructions at x and y mean the same, and adds edges for what they refer to.
 * f, g: the functions that contain them, or NULL; places within these are not followed. */
static bool is_same_instruction(struct versus_sameness *s, size_t at, const benchi_instruction *is,
                                uint64_t x, uint64_t y, const versus_piece *f,
	const versus_piece *g)
{
	const unsigned char *p = versus_image_bytes(&s->m[OLD], x, is->length);
	const unsigned char *q = versus_image_bytes(&s->m[NEW], y, is->length);
	size_t behind = is->at ? is->at + (size_t)VERSUS_ENTRY : is->immediate;
	size_t fixed = is->at ? is->at : is->immediate;
	uint64_t to, too;

	if (!q || memcmp(p, q, fixed) || (behind < is->immediate
		&& memcmp(p + behind, q + behind, is->immediate - behind)))
		return false;
	if (is->at && !is_same_distance(s, at, is, p, q, x, y))
		return false;
	if (!is->branches)
		return is_same_number(s, at, is, p, q, f, g)
			|| is_free_number(s, is, x, f ? f->end : x);
	to = x + is->length + (is->width == 1 ? (uint64_t)(int64_t)(signed char)p[is->immediate]
		: number_at(p + is->immediate, VERSUS_ENTRY));
	too = y + is->length + (is->width == 1 ? (uint64_t)(int64_t)(signed char)q[is->immediate]
		: number_at(q + is->immediate, VERSUS_ENTRY));
	if (f && to >= f->start && to < f->end)
		return to - f->start == too - g->start;
	versus_reach(s, at, to, too, CALLED, 0);
	return true;
}

/* Compares code that no piece covers, such as linker stubs, up to its certain end. */
void versus_compare_flow(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y)
{
	benchi_instruction is;

	for (uint64_t i = 0; i < FLOW_MOST; i += is.length) {
		const versus_load *l = versus_image_load(&s->m[OLD], x + i);
		uint64_t n = l && x + i - l->start < l->filled ? l->filled - (x + i - l->start) : 0;
		const unsigned char *p = versus_image_bytes(&s->m[OLD], x + i, n < 16 ? n : 16);

		if (i && versus_image_piece(&s->m[OLD], x + i)) {
			versus_reach(s, at, x + i, y + i, CALLED, 0);
			return;
		}
		is = p ? benchi_decode(p, n < 16 ? n : 16) : (benchi_instruction){ .length = 0 };
		if (!is.length || !is_same_instruction(s, at, &is, x + i, y + i, NULL, NULL)
		    || (is.one && is.op == 0xff && is.reg == 4 && is.from != BENCHI_FROM_END)) {
			versus_differs(s, at);
			return;
		}
		if (is.ends)
			return;
	}
	versus_differs(s, at);
}

/* Compares the exception tables of functions: what they catch, and where. */
void versus_compare_exceptions(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y)
{
	const versus_image *m = s->m;
	uint64_t left = versus_image_gap_end(&m[OLD], x) - x, offset = 0, sites, most = 0;
	const unsigned char *start = versus_image_bytes(&m[OLD], x, left), *p = start, *end = p + left;
	const unsigned char *action;
	unsigned types;
	size_t size = VERSUS_WORD, spare;

	if (!p || left < 4 || *p != 0xff) {
		versus_differs(s, at);
		return;
	}
	types = p[1];
	p += 2;
	if (types != 0xff && (!versus_image_uleb(&p, end, &offset)
		|| offset > (uint64_t)(end - p)))
		types = 0x100;
	offset = types != 0xff ? offset + (uint64_t)(p - start) : 0;
	if (types > 0xff || p >= end || *p++ != 0x01 || !versus_image_uleb(&p, end, &sites)
	    || sites > (uint64_t)(end - p)) {
		versus_differs(s, at);
		return;
	}
	action = p + sites;
	while (p < action) {            /* entry: start, length, landing pad, first action */
		uint64_t value[4], first;
		const unsigned char *a;

		for (int i = 0; i < 4; i++)
			if (!versus_image_uleb(&p, action, &value[i])) {
				versus_differs(s, at);
				return;
			}
		first = value[3];
		a = first && first - 1 < (uint64_t)(end - action) ? action + first - 1 : NULL;
		for (int deep = 0; a; deep++) {
			uint64_t filter, next;
			const unsigned char *here;

			if (!versus_image_uleb(&a, end, &filter) || filter >= 64 || deep > 1000) {
				versus_differs(s, at);         /* a list of permitted exceptions */
				return;
			}
			most = filter > most ? filter : most;
			here = a;
			if (!versus_image_uleb(&a, end, &next)) {
				versus_differs(s, at);
				return;
			}
			if (!next) {
				size_t used = (size_t)(a - start);

				offset = !offset || offset > used || types == 0xff ? offset : used;
				break;
			}
			/* signed number, relative to its own place */
			next = a - here == 1 && next & 0x40 ? next - 0x80 : next;
			if ((int64_t)next < start - here || (int64_t)next > end - here) {
				versus_differs(s, at);
				return;
			}
			a = here + (int64_t)next;
		}
	}
	if (types != 0xff)
		(void)versus_image_encoded(&m[OLD], types & 0x0f, x, &sites, &size);
	if (most * size > offset) {
		versus_differs(s, at);
		return;
	}
	spare = (size_t)(types == 0xff ? (uint64_t)(action - start) : offset - most * size);
	if (!versus_same_span(s, x, y, spare))
		versus_differs(s, at);
	for (uint64_t i = 1; i <= most && !s->node[at].differs; i++) {
		uint64_t a, b, n = offset - i * size;

		if (!versus_image_encoded(&m[OLD], types & 0x7f, x + n, &a, &size)
		    || !versus_image_encoded(&m[NEW], types & 0x7f, y + n, &b, &size) || !a != !b)
			versus_differs(s, at);
		else if (a && types & 0x80 && versus_image_slot(&m[OLD], a))
			versus_compare_slots(s, at, versus_image_slot(&m[OLD], a), versus_image_slot(&m[NEW],
				b));
		else if (a)
			versus_reach(s, at, a, b, ADDRESSED, 0);
	}
}

/* Number of bytes without trailing zeros, which are padding of unwind information. */
static uint64_t without_padding(const versus_image *m, uint64_t at, uint64_t n)
{
	const unsigned char *p = versus_image_bytes(m, at, n);

	while (p && n > 0 && !p[n - 1])
		n--;
	return n;
}

/* Compares unwind information of the functions at x and y. */
static void compare_frames(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y, uint64_t n)
{
	const versus_image *m = s->m;
	const versus_frame *f = versus_image_frame(&m[OLD], x), *g = versus_image_frame(&m[NEW], y);

	for (;; f++, g++) {
		bool more = f && f < m[OLD].frame + m[OLD].frames && f->start < x + n;
		bool too = g && g < m[NEW].frame + m[NEW].frames && g->start < y + n;
		uint64_t p, e, rest, its;

		if (more != too) {
			versus_differs(s, at);
			return;
		}
		if (!more)
			return;
		p = f->personality_at ? f->personality_at - f->common : f->common_size;
		e = f->exceptions_at ? f->exceptions_at - f->rest : f->rest_size;
		rest = f->exceptions_at ? e + f->exceptions_size : 0;
		its = without_padding(&m[NEW], g->rest + rest, g->rest_size - rest);
		rest = without_padding(&m[OLD], f->rest + rest, f->rest_size - rest);
		if (f->start - x != g->start - y || f->end - f->start != g->end - g->start
		    || f->common_size != g->common_size || rest != its
		    || (f->exceptions_at ? f->exceptions_at - f->rest != g->exceptions_at - g->rest
			    : g->exceptions_at != 0)
		    || f->personality_size != g->personality_size
		    || f->exceptions_size != g->exceptions_size
		    || !versus_same_span(s, f->common + 4, g->common + 4, p - 4)
		    || !versus_same_span(s, f->common + p + f->personality_size,
			    g->common + p + f->personality_size, f->common_size - p - f->personality_size)
		    || (f->exceptions_at && !versus_same_span(s, f->rest, g->rest, e))
		    || !versus_same_span(s, f->rest + (f->exceptions_at ? e + f->exceptions_size : 0),
			    g->rest + (f->exceptions_at ? e + f->exceptions_size : 0), rest)
		    || !f->exceptions != !g->exceptions || !f->personality != !g->personality) {
			versus_differs(s, at);
			return;
		}
		if (f->personality)
			versus_reach(s, at, f->personality, g->personality, ADDRESSED, 0);
		if (f->exceptions)
			versus_lead(s, at, versus_node_of(s, EXCEPTIONS, f->exceptions, g->exceptions, 0));
	}
}

void versus_compare_functions(struct versus_sameness *s, size_t at, const versus_piece *a,
                              const versus_piece *b)
{
	uint64_t n = a->end - a->start;
	const unsigned char *p = versus_image_bytes(&s->m[OLD], a->start, n);
	const versus_piece f = *a, g = *b;
	benchi_instruction is;
	bool ended = true;

	if (!p || !versus_image_bytes(&s->m[NEW], b->start, n) || b->end - b->start != n) {
		versus_differs(s, at);
		return;
	}
	for (uint64_t i = 0; i < n && !s->node[at].differs && !s->failed; i += is.length) {
		is = benchi_decode(p + i, (size_t)(n - i));
		if (!is.length
		    || !is_same_instruction(s, at, &is, f.start + i, g.start + i, &f, &g)) {
			versus_differs(s, at);
			return;
		}
		/* the last call does not return, or padding follows */
		ended = is.ends || (is.one && (is.op == 0xe8 || (is.op == 0xff && is.reg == 2)))
			|| (ended && is.op == (is.one ? 0x90 : 0x1f));
	}
	if (!ended)
		versus_reach(s, at, f.end, g.end, CALLED, 0);          /* execution continues into the next
		                                                          function */
	compare_frames(s, at, f.start, g.start, n);
}

#endif
