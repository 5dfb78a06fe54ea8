/*
 * The graph of places in two builds: edges from code and data to what they refer to.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/versus/versus.h"

#ifdef BENCHI_HAVE_ELF

#include "tools/versus/same.h"

#include <elf.h>

static const struct same_policy {
	uint64_t reach;     /* an address may refer to an object that begins up to this far after it,
	                       or ends up to this far before it */
	uint64_t front;     /* code may read constants up to this far before a function by its
	                       address */
	uint64_t padding;   /* this many unnamed bytes between variables are padding */
	uint64_t small;     /* the address of a larger constant does not refer to the constant after
	                       it */
} policy = { .reach = 1024, .front = 64, .padding = 32, .small = 16 };

static size_t hash_of(node_kind kind, uint64_t x, uint64_t y, uint64_t n)
{
	uint64_t h = (x * 0x9e3779b97f4a7c15u) ^ (y + kind * 0x632be59bd9b4e019u + n);

	h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
	return (size_t)(h ^ h >> 32);
}

size_t versus_node_of(struct versus_sameness *s, node_kind kind, uint64_t x, uint64_t y, uint64_t n)
{
	size_t h = hash_of(kind, x, y, n);

	if (!s->failed && 2 * (s->nodes + 1) >= s->hashes) {
		size_t size = s->hashes ? 2 * s->hashes : 1024;
		uint32_t *hash = calloc(size, sizeof *hash);

		for (size_t i = 0; hash && i < s->nodes; i++) {
			const node *a = &s->node[i];
			size_t at = hash_of(a->kind, a->x, a->y, a->n);

			while (hash[at & (size - 1)])
				at++;
			hash[at & (size - 1)] = (uint32_t)i + 1;
		}
		free(s->hash);
		s->hash = hash;
		s->hashes = size;
	}
	if (s->failed || !s->hash
	    || !benchi_grow(&s->node, sizeof *s->node, s->nodes, &s->node_capacity)) {
		s->failed = true;
		return 0;
	}
	for (; s->hash[h & (s->hashes - 1)]; h++) {
		size_t i = s->hash[h & (s->hashes - 1)] - 1;
		const node *a = &s->node[i];

		if (a->kind == kind && a->x == x && a->y == y && a->n == n)
			return i;
	}
	s->hash[h & (s->hashes - 1)] = (uint32_t)s->nodes + 1;
	s->node[s->nodes] = (node){ .kind = kind, .x = x, .y = y, .n = n };
	return s->nodes++;
}

static void add_edge(struct versus_sameness *s, size_t from, size_t to, bool perhaps)
{
	if (!benchi_grow(&s->edge, sizeof *s->edge, s->edges, &s->edge_capacity)) {
		s->failed = true;
		return;
	}
	s->edge[s->edges++] = (edge){ (uint32_t)from, (uint32_t)to, perhaps };
	s->node[to].surely = s->node[to].surely || !perhaps;
}

void versus_lead(struct versus_sameness *s, size_t from, size_t to)
{
	add_edge(s, from, to, false);
}

/* Adds an edge to a pair of pieces.  at_end: unnamed bytes, compared from their ends. */
static void lead_to_pieces(struct versus_sameness *s, size_t from, const versus_piece *a,
                           const versus_piece *b, bool at_end, bool perhaps)
{
	static const node_kind kinds[] = { OBJECT, FUNCTION, OBJECT, TABLE };
	size_t before = s->nodes, to = versus_node_of(s, kinds[a->kind], a->start, b->start, at_end);

	if (to == before && !s->failed && a->kind != VERSUS_TABLE) {
		size_t *x = &s->of_piece[OLD][a - s->m[OLD].piece];
		size_t *y = &s->of_piece[NEW][b - s->m[NEW].piece];

		s->node[to].same_x = *x;
		s->node[to].same_y = *y;
		*x = *y = to;
	}
	add_edge(s, from, to, perhaps);
}

void versus_lead_to(struct versus_sameness *s, size_t from, const versus_piece *a,
                    const versus_piece *b)
{
	lead_to_pieces(s, from, a, b, false, false);
}

/* Adds edges to what precedes or follows two functions whose addresses are taken: code may read
 * constants there, such as a literal pool. */
static void reach_pools(struct versus_sameness *s, size_t from, const versus_piece *a,
                        const versus_piece *b)
{
	const versus_piece *of[SIDES] = { a, b };

	for (int behind = 0; behind < 2; behind++) {
		const versus_piece *named[SIDES] = { NULL, NULL };
		uint64_t n[SIDES] = { 0, 0 }, start[SIDES];
		bool filling = true;

		for (int side = 0; side < SIDES; side++) {
			const versus_image *m = &s->m[side];
			const versus_piece *p = NULL;
			const unsigned char *code;

			for (; n[side] < policy.front; n[side]++) {
				uint64_t at = behind ? of[side]->end + n[side] : of[side]->start - n[side] - 1;

				p = versus_image_piece(m, at);
				if (p || versus_image_section(m, at) != versus_image_section(m, of[side]->start)
				    || !versus_image_in_section(m, at, true))
					break;
			}
			named[side] = p && (p->untyped || p->kind == VERSUS_OBJECT) ? p : NULL;
			start[side] = behind ? of[side]->end : of[side]->start - n[side];
			/* only filling instructions (nop, int3) are certainly not read */
			code = versus_image_bytes(m, start[side], n[side]);
			for (uint64_t i = 0, length; filling && i < n[side]; i += length) {
				benchi_instruction is = { .length = 0 };

				if (code && code[i] && code[i] != 0xcc)
					is = benchi_decode(code + i, (size_t)(n[side] - i));
				length = is.length ? is.length : 1;
				filling = code && (!code[i] || code[i] == 0xcc
					|| (is.length && is.op == (is.one ? 0x90 : 0x1f)));
			}
		}
		if (named[OLD] && named[NEW]) {
			versus_lead_to(s, from, named[OLD], named[NEW]);
			if (!s->failed)         /* a function may be entered anywhere, so a process need not
			                           execute its start */
				s->node[s->edge[s->edges - 1].to].inside = true;
		}
		if (!named[OLD] != !named[NEW] || (!filling && (n[OLD] != n[NEW]
			|| !versus_same_span(s, start[OLD], start[NEW], n[OLD]))))
			s->node[from].differs = true;
	}
}

/* Returns whether a section that a program may walk through ends at this address. */
static bool is_set_end(const versus_image *m, uint64_t address)
{
	const versus_piece *p = versus_image_piece(m, address - 1);

	return p && p->kind == VERSUS_SET && p->end == address;
}

/* Constants may hold distances in two or four bytes from a function, as tables of assembly do.
 * Adds edges to the functions that begin at these distances from f in both builds, and have the
 * same name.  table: address of the constants in the old build.  Returns the end of the constants;
 * 0: there are none. */
static uint64_t reach_from_function(struct versus_sameness *s, size_t from, const versus_taken *f,
                                    uint64_t table)
{
	const versus_image *m = &s->m[OLD], *k = &s->m[NEW];
	const versus_piece *t = versus_image_piece(m, table);
	const versus_load *l = versus_image_load(m, table);
	uint64_t n = (t ? t->end : versus_image_gap_end(m, table)) - table;

	if (!l || l->flags & PF_W || versus_image_in_section(m, table, true)
	    || versus_image_texts(m, table))
		return 0;
	for (uint64_t i = 0; i + sizeof(int16_t) <= n; i += sizeof(int16_t)) {
		int16_t narrow;
		int32_t wide = 0;

		if (!versus_image_word(m, table + i, &narrow, sizeof narrow))
			return 0;
		if (i % VERSUS_ENTRY == 0 && i + VERSUS_ENTRY <= n)
			(void)versus_image_word(m, table + i, &wide, sizeof wide);
		for (int is_wide = 0; is_wide < 2; is_wide++) {
			uint64_t distance = (uint64_t)(int64_t)(is_wide ? wide : narrow);
			const versus_piece *to = versus_image_piece(m, f->x + distance);
			const versus_piece *too = versus_image_piece(k, f->y + distance);

			if (distance && to && too && to->kind == VERSUS_FUNCTION && to->start == f->x + distance
			    && too->start == f->y + distance && versus_same_name(to, too))
				versus_lead_to(s, from, to, too);
		}
	}
	return table + n;
}

void versus_reach_computed(struct versus_sameness *s, size_t from)
{
	const versus_image *m = s->m;

	for (size_t i = 0; i < s->taken && !s->failed; i++) {
		const versus_taken *end = &s->take[i], *start = end;
		const versus_load *l = versus_image_load(m, end->x - 1);

		/* both must end a section or segment, where no function begins */
		for (int side = 0; side < SIDES && l; side++) {
			uint64_t at = side == OLD ? end->x : end->y;
			const versus_section *section = versus_image_section(&s->m[side], at - 1);
			const versus_load *load = versus_image_load(&s->m[side], at - 1);

			if (versus_image_in_section(&s->m[side], at, true)
			    || !((section && section->end == at) || (load && load->end == at)))
				l = NULL;
		}
		if (!l || (is_set_end(m, end->x) && l->end != end->x))
			continue;
		for (size_t j = 0; j < s->taken; j++) {
			const versus_load *other = versus_image_load(m, s->take[j].x);

			if (s->take[j].x < start->x && other && other->flags == l->flags)
				start = &s->take[j];
		}
		if (end->x - start->x != end->y - start->y)
			s->node[from].differs = true;
		else if (end != start)
			versus_lead(s, from, versus_node_of(s, BYTES, start->x, start->y,
				end->x - start->x));
	}
	if (s->taken)
		qsort(s->take, s->taken, sizeof *s->take, versus_by_address);
	for (size_t i = 0; i < s->taken && !s->failed; i++) {
		const versus_piece *f = versus_image_piece(m, s->take[i].x);
		/* end of the constants read so far, by address modulo VERSUS_ENTRY: tables may overlap */
		uint64_t end[VERSUS_ENTRY] = { 0 };

		if (!f || f->kind != VERSUS_FUNCTION || f->start != s->take[i].x
		    || (i && s->take[i - 1].x == f->start && s->take[i - 1].y == s->take[i].y))
			continue;
		for (size_t j = 0; j < s->taken; j++) {
			uint64_t table = s->take[j].x, *read = &end[table % VERSUS_ENTRY];

			if (table >= *read)
				*read = reach_from_function(s, from, &s->take[i], table);
		}
	}
	s->taken = 0;
}

bool versus_same_name(const versus_piece *p, const versus_piece *q)
{
	size_t n;

	if (p->kind != q->kind || !p->name != !q->name)
		return false;
	if (!p->name || !strcmp(p->name, q->name))
		return true;
	n = strcspn(p->name, ".");
	return p->name[n] && n == strcspn(q->name, ".") && !strncmp(p->name, q->name, n)
		&& !p->name[n + 1 + strspn(p->name + n + 1, "0123456789")]
		&& !q->name[n + 1 + strspn(q->name + n + 1, "0123456789")];
}

/* Returns whether programs use only the address of an object, and nothing at a distance from it,
 * such as the name of a function in an assertion, or the handle of a program for its
 * destructors. */
static bool is_token(const versus_piece *p)
{
	return p->name && (!strncmp(p->name, "__PRETTY_FUNCTION__.", 20)
		|| !strcmp(p->name, "__dso_handle"));
}

/* An address may refer to an object after it, as in table[c - 'a'], or to one before it, as in
 * (table + 64)[-i]. Then this object is at the same distance in both builds and has the same name.
 * The start of an object, unless the object is small, refers to that object, and only perhaps to
 * one that ends there or follows. */
static void reach_around(struct versus_sameness *s, size_t from, uint64_t x, uint64_t y)
{
	const versus_image *a = &s->m[OLD], *b = &s->m[NEW];
	const versus_piece *at = versus_image_piece(a, x);
	size_t next = benchi_elf_count_below(a->piece, a->pieces, sizeof *a->piece, x + 1), i = next;
	bool start = at && at->start == x && (at->end - x > policy.small
		|| versus_image_load(a, x)->flags & PF_W);
	uint64_t above = start ? at->end - x + policy.padding : policy.reach;

	while (i > 0 && a->piece[i - 1].end + (start ? policy.padding : policy.reach) >= x)
		i--;
	for (; i < a->pieces && a->piece[i].start <= x + above; i++) {
		const versus_piece *p = &a->piece[i], *q = i < next
			? versus_image_piece(b, y - (x - p->end) - 1)
			: versus_image_piece(b, y + (p->start - x));

		if (p->kind == VERSUS_FUNCTION || !q || !versus_same_name(p, q)
		    || (i < next ? p->end > x || x - p->end != y - q->end : p->start - x != q->start - y)
		    || is_token(p)
		    || (!p->name && (start || i < next || p->end - p->start <= policy.padding)))
			continue;
		lead_to_pieces(s, from, p, q, false, start || i < next);
	}
}

bool versus_shows_program(const char *name)
{
	static const char *const names[] = { "dl_iterate_phdr", "dladdr", "dladdr1", "dlinfo",
		"backtrace_symbols", "backtrace_symbols_fd", "r_debug", "getauxval" };

	for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
		if (!strcmp(name + strspn(name, "_"), names[i]))
			return true;
	return false;
}

/* Returns whether a function reads the program's headers without consequence: the start of a
 * program, the unwinder, and libbench. */
static bool is_starter(const versus_piece *p)
{
	static const char *const names[] = { "bench", "_dl_", "__libc_", "_Unwind_" };

	for (size_t i = 0; p && p->name && i < sizeof names / sizeof *names; i++)
		if (!strncmp(p->name, names[i], strlen(names[i])))
			return true;
	return false;
}

void versus_reach(struct versus_sameness *s, size_t from, uint64_t x, uint64_t y, meaning how,
                  uint64_t n)
{
	const versus_image *m = s->m;
	const versus_piece *a = versus_image_piece(&m[OLD], x), *b = versus_image_piece(&m[NEW], y);
	bool code[SIDES] = { versus_image_in_section(&m[OLD], x, true),
		versus_image_in_section(&m[NEW], y, true) };
	const versus_piece *caller;
	const versus_slot *slot;
	const unsigned char *text;
	uint64_t stub = 0;

	if (how == ADDRESSED && ((m[OLD].offsets == x && m[NEW].offsets == y)
		|| (x - m[OLD].unwind < m[OLD].unwind_size
			&& y - m[NEW].unwind < m[NEW].unwind_size)))
		return;                 /* frames are compared together with their functions */
	caller = s->node[from].kind == FUNCTION ? versus_image_piece(m, s->node[from].x) : NULL;
	if (how == ADDRESSED && caller && caller->name
	    && (!strcmp(caller->name, "register_tm_clones")
		    || !strcmp(caller->name, "deregister_tm_clones")))
		return;                 /* start files only compare the end of the variables */
	if (how == ADDRESSED && from == s->next) {
		if (!benchi_grow(&s->take, sizeof *s->take, s->taken, &s->take_capacity)) {
			s->failed = true;
			return;
		}
		s->take[s->taken++] = (versus_taken){ x, y };
	}
	if (how != ACCESSED && code[OLD] && code[NEW])
		stub = versus_image_stub(&m[OLD], x);
	slot = versus_image_slot(&m[OLD], stub ? stub : x);
	if (caller && !is_starter(caller)
	    && versus_shows_program(slot ? slot->name : a ? a->name : NULL))
		s->node[from].differs = true;
	if (stub && versus_image_stub(&m[NEW], y)) {
		versus_lead(s, from, versus_node_of(s, BYTES, stub, versus_image_stub(&m[NEW], y),
			VERSUS_WORD));
		return;
	}
	if (how == ADDRESSED && is_set_end(&m[OLD], x) && is_set_end(&m[NEW], y)) {
		versus_lead_to(s, from, versus_image_piece(&m[OLD], x - 1), versus_image_piece(&m[NEW],
			y - 1));
		/* or the start of the object after the set */
		if (a && b && a->start == x && b->start == y && versus_same_name(a, b))
			versus_lead_to(s, from, a, b);
		return;
	}
	if (versus_image_is_slot(&m[OLD], x) && versus_image_is_slot(&m[NEW], y) && how != CALLED) {
		versus_lead(s, from, versus_node_of(s, BYTES, x, y, how == ACCESSED && n ? n
			: 2 * VERSUS_WORD));
		return;
	}
	if (!a && !b && !versus_image_in_section(&m[OLD], x, false)
	    && !versus_image_in_section(&m[NEW], y, false)) {
		/* the end of an object */
		a = versus_image_piece(&m[OLD], x - 1);
		b = versus_image_piece(&m[NEW], y - 1);
		if (a && b && a->kind == b->kind && how == ADDRESSED && a->end == x && b->end == y)
			versus_lead_to(s, from, a, b);
		else if (how != CALLED && !a && !b && versus_image_bytes(&m[OLD], x, 1)
		         && !is_starter(caller))
			/* the file's headers */
			versus_lead(s, from, versus_node_of(s, BYTES, x, y, how == ACCESSED ? n : 0));
		else if (x != y || a || b)
			s->node[from].differs = true;
		return;
	}
	if (a && b && a->kind == b->kind && x - a->start == y - b->start
	    && (how != CALLED || a->kind == VERSUS_FUNCTION)) {
		versus_lead_to(s, from, a, b);
		if (a->kind == VERSUS_FUNCTION && x > a->start && !s->failed)
			s->node[s->edge[s->edges - 1].to].inside = true;
		if (a->kind == VERSUS_FUNCTION && how == ADDRESSED)
			reach_pools(s, from, a, b);
		if (how == ADDRESSED && a->kind == VERSUS_OBJECT && !is_token(a))
			reach_around(s, from, x, y);
	} else if (a && b && a->kind == VERSUS_OBJECT && b->kind == VERSUS_OBJECT && !a->name
	           && !b->name && a->end - x == b->end - y) {
		/* the piece before has a name, and its end moved the start */
		lead_to_pieces(s, from, a, b, true, false);
	} else if (a || b || code[OLD] != code[NEW] || (how == CALLED && !code[OLD])) {
		s->node[from].differs = true;
	} else if (code[OLD] && (how == CALLED
		|| (how == ADDRESSED && m[OLD].loaded && m[NEW].loaded))) {
		versus_lead(s, from, versus_node_of(s, FLOW, x, y, 0));
	} else if (how == ADDRESSED && versus_image_text_width(&m[OLD], x)
	           && versus_image_text_width(&m[OLD], x) == versus_image_text_width(&m[NEW], y)) {
		versus_lead(s, from, versus_node_of(s, TEXT, x, y, versus_image_text_width(&m[OLD], x)));
	} else {
		versus_lead(s, from, versus_node_of(s, BYTES, x, y, how == ACCESSED ? n : 0));
		/* unless a text begins there, after the end of another text or of a piece */
		text = versus_image_bytes(m, x - 1, 2);
		if (how == ADDRESSED && versus_image_in_section(m, x - 1, false)
		    && !versus_image_piece(m, x - 1) && !(text && !text[0] && (text[1] >= ' '
			    || (text[1] && strchr("\t\n\r\033", text[1])))))
			reach_around(s, from, x, y);
	}
}

#endif
