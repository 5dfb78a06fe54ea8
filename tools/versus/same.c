/*
 * Decides whether the machine code of a case is the same in two builds.
 *
 * Method: a node is a place in the old build and one in the new that must mean the same: functions,
 * objects, unnamed data, tables.  Its bytes must be equal except where they are distances or
 * addresses; these lead to further nodes, edges of a graph.  The graph begins at what the loader
 * calls and what other files can call, and at the row of each case in a table of cases
 * (bench_case).  A node is bad if its bytes differ, if it cannot be read, or if it leads to a bad
 * node.  A case is the same if its row and the program's start are good.  The program's start does
 * not lead to tables of cases, since rows of other cases do not matter.
 *
 * What cannot be attributed is bad: code that cannot be decoded, unnamed data of which any byte up
 * to the next named object differs, an address outside of all sections, shared libraries that are
 * not found by the system's own search.  Names do not matter, only contents.  An object must have
 * the same partner wherever it is reached, so two objects that trade places are bad.
 *
 * A case that leads to changed code may never execute this code, so a process is watched at its
 * addresses (traced.c).
 *
 * Only two things may differ: the line of an assertion, and how many cases there are.
 *
 * Wrong where a program computes an address that no instruction, relocation or table shows: an
 * object more than policy.reach bytes from the address that the code takes (graph.c), constants
 * more than policy.front bytes before the function that reads them, or distances that one function
 * reads from a table and adds to the address of a function that another one takes; and where it
 * reads code as data.  Programs of other machines than x86-64 are the same only if every byte is.
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

void versus_place(const char *kept, char place[VERSUS_PATH])
{
	snprintf(place, VERSUS_PATH, "%.*stree", (int)(strrchr(kept, '/') + 1 - kept), kept);
}

#ifdef BENCHI_HAVE_ELF

#include "tools/versus/same.h"

#include <elf.h>
#include <stdlib.h>

/*
 * Edges from the root: what a program begins with.
 */

/* Adds edges from the root to what the loader calls, and what it copies for each thread; and to
 * what libraries can call or read of a program: names that they refer to, or all exported names if
 * a library can look up names at run time.  For a library, adds a node per name. */
static void reach_start(struct versus_sameness *s)
{
	static const int64_t plain[] = { DT_FLAGS, DT_FLAGS_1, DT_BIND_NOW, DT_SYMBOLIC, DT_TEXTREL };
	static const int64_t called[] = { DT_INIT, DT_FINI };
	static const char *const arrays[] = { ".preinit_array", ".init_array", ".fini_array" };
	const versus_image *a = &s->m[OLD], *b = &s->m[NEW];
	bool same = true;
	uint64_t x, y;

	(void)versus_node_of(s, ROOT, 0, 0, 0);
	versus_reach(s, 0, a->entry, b->entry, CALLED, 0);
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		x = y = 0;
		same = same
			&& versus_image_dynamic(a, plain[i], &x) == versus_image_dynamic(b, plain[i], &y)
			&& x == y;
	}
	for (size_t i = 0; i < sizeof called / sizeof *called; i++) {
		bool has = versus_image_dynamic(a, called[i], &x);

		if (has != versus_image_dynamic(b, called[i], &y))
			same = false;
		else if (has)
			versus_reach(s, 0, x, y, CALLED, 0);
	}
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
		const versus_piece *p = versus_image_named(a, arrays[i]);
		const versus_piece *q = versus_image_named(b, arrays[i]);

		if (p && q)
			versus_lead_to(s, 0, p, q);
		same = same && !p == !q;
	}
	same = same && a->thread.end - a->thread.start == b->thread.end - b->thread.start
		&& a->thread.filled == b->thread.filled && a->thread.flags == b->thread.flags
		&& a->setup == b->setup && !a->loader == !b->loader
		&& (!a->loader || !strcmp(a->loader, b->loader))
		&& (!a->thread.filled
			|| versus_same_data(s, 0, a->thread.start, b->thread.start, a->thread.filled));
	for (int side = 0; side < SIDES; side++)
		for (size_t i = 0; i < s->m[side].exported.n; i++) {
			const char *name = s->m[side].exported.text[i];
			bool used = s->looks_up
				|| benchi_name_table_find(&s->wanted, name, strlen(name)) != BENCHI_NO_NAME;

			x = versus_image_export(a, name);
			y = versus_image_export(b, name);
			if (!a->loader && !b->loader && x && y)
				(void)versus_node_of(s, EXPORT, x, y, 0);
			else if ((a->loader || b->loader) && used && x && y)
				versus_reach(s, 0, x, y, ADDRESSED, 0);
			else if (a->loader || b->loader)
				same = same && !used;
		}
	if (!same)
		s->node[0].differs = true;
}

/* Returns whether all loaded bytes are the same at the same addresses, except the offset of section
 * headers and the build ID. */
static bool is_alike(const versus_image *a, const versus_image *b)
{
	static const char build[] = "\4\0\0\0\24\0\0\0\3\0\0\0GNU";

	if (a->machine != b->machine || a->entry != b->entry || a->fixed != b->fixed
	    || a->loads != b->loads || a->setup != b->setup || a->segments != b->segments
	    || memcmp(&a->thread, &b->thread, sizeof a->thread))
		return false;
	for (size_t i = 0; i < a->loads; i++) {
		const versus_load *l = &a->load[i];
		const unsigned char *p = versus_image_bytes(a, l->start, l->filled);
		const unsigned char *q = versus_image_bytes(b, l->start, l->filled);

		if (l->start != b->load[i].start || l->end != b->load[i].end
		    || l->filled != b->load[i].filled || l->flags != b->load[i].flags || !p || !q)
			return false;
		for (uint64_t k = 0; k < l->filled; k++) {
			if (p[k] == q[k])
				continue;
			if (l->offset + k >= offsetof(Elf64_Ehdr, e_shoff)
			    && l->offset + k < offsetof(Elf64_Ehdr, e_shoff) + VERSUS_WORD)
				continue;
			if (l->offset + k < sizeof(Elf64_Ehdr)
			    && l->offset + k >= offsetof(Elf64_Ehdr, e_shentsize))
				continue;
			/* the build ID: 20 bytes after the note's head */
			{
				uint64_t h = k > 36 ? k - 36 : 0;

				while (h + sizeof build <= k + 1 && memcmp(p + h, build, sizeof build))
					h++;
				if (h + sizeof build > k + 1)
					return false;
			}
		}
	}
	return true;
}

/*
 * Finding the nodes that are the same.
 */

static bool is_code(const node *a)
{
	return a->kind == FUNCTION || a->kind == FLOW;
}

/* Returns whether an edge counts. An edge that perhaps leads to a node counts if the node differs,
 * or if no address surely leads to the node. */
static bool counts(const struct versus_sameness *s, const edge *e)
{
	return !e->perhaps || s->node[e->to].differs || !s->node[e->to].surely;
}

/* Edges grouped by node: node i leads to to[first[i]] .. to[first[i + 1] - 1]. */
typedef struct arrows {
	uint32_t *first, *to;
} arrows;

/* Groups the edges by their start, or if `backwards` by their end.  Returns false if out of memory;
 * the caller frees *out in any case. */
static bool sort_edges(const struct versus_sameness *s, bool backwards, arrows *out)
{
	out->first = calloc(s->nodes + 2, sizeof *out->first);
	out->to = malloc((s->edges + 1) * sizeof *out->to);
	if (!out->first || !out->to)
		return false;
	for (size_t i = 0; i < s->edges; i++)
		if (counts(s, &s->edge[i]))
			out->first[(backwards ? s->edge[i].to : s->edge[i].from) + 2]++;
	for (size_t i = 2; i < s->nodes + 2; i++)
		out->first[i] += out->first[i - 1];
	for (size_t i = 0; i < s->edges; i++)
		if (counts(s, &s->edge[i]))
			out->to[out->first[(backwards ? s->edge[i].to : s->edge[i].from) + 1]++]
				= backwards ? s->edge[i].from : s->edge[i].to;
	return true;
}

/* Marks as bad all nodes that differ or lead to such nodes.  tables: include tables of cases.
 * by_code: also through code.  Returns false if out of memory. */
static bool spread(struct versus_sameness *s, bool tables, bool by_code)
{
	uint32_t *queue = malloc((s->nodes + 1) * sizeof *queue);
	arrows in;
	bool fine = sort_edges(s, true, &in) && queue;
	size_t n = 0;

	for (size_t i = 0; fine && i < s->nodes; i++) {
		s->node[i].bad = s->node[i].differs;
		if (s->node[i].bad)
			queue[n++] = (uint32_t)i;
	}
	for (size_t k = 0; k < n; k++) {
		const node *a = &s->node[queue[k]];
		const versus_piece *p = a->kind == OBJECT ? versus_image_piece(&s->m[OLD], a->x) : NULL;

		if ((!tables && p && s->is_table[p - s->m[OLD].piece]) || (!by_code && is_code(a)))
			continue;
		for (uint32_t i = in.first[queue[k]]; i < in.first[queue[k] + 1]; i++)
			if (!s->node[in.to[i]].bad) {
				s->node[in.to[i]].bad = true;
				queue[n++] = in.to[i];
			}
	}
	free(in.first);
	free(in.to);
	free(queue);
	return fine;
}

/* Marks the bad nodes.  tables: include tables of cases.  Returns false if out of memory. */
static bool judge(struct versus_sameness *s, bool tables)
{
	if (!spread(s, tables, true))
		return false;

	/* a piece with two good partners is bad: which partner is right is unknown */
	for (int side = 0; side < SIDES; side++)
		for (size_t i = 0; i < s->m[side].pieces; i++) {
			size_t n = 0;

			for (size_t k = s->of_piece[side][i]; k;
			     k = side == OLD ? s->node[k].same_x : s->node[k].same_y)
				n += !s->node[k].bad;
			for (size_t k = s->of_piece[side][i]; k && n > 1;
			     k = side == OLD ? s->node[k].same_x : s->node[k].same_y)
				s->node[k].differs = true;
		}

	return spread(s, tables, true) && !s->failed;
}

/*
 * Finding the functions that make a case differ.
 */

/* Finds all nodes reachable from n nodes, nearest first, without tables of cases.  (*by)[i]: 1 +
 * the node that led to i; 0: not reached.  Returns their number; 0: out of memory.  The caller
 * frees *queue and *by. */
static size_t reached(const struct versus_sameness *s, const uint32_t *from, size_t n,
                      uint32_t **queue, uint32_t **by)
{
	arrows out;
	size_t end = 0;

	*queue = malloc((s->nodes + 1) * sizeof **queue);
	*by = calloc(s->nodes + 1, sizeof **by);
	n = sort_edges(s, false, &out) && *queue && *by ? n : 0;
	for (size_t i = 0; i < n; i++)
		if (!(*by)[from[i]]) {
			(*by)[from[i]] = from[i] + 1;
			(*queue)[end++] = from[i];
		}
	for (size_t k = 0; k < end; k++) {
		uint32_t i = (*queue)[k];
		const versus_piece *p = s->node[i].kind == OBJECT
			? versus_image_piece(&s->m[OLD], s->node[i].x) : NULL;

		for (uint32_t e = out.first[i]; e < out.first[i + 1]
		     && !(p && s->is_table[p - s->m[OLD].piece]); e++)
			if (!(*by)[out.to[e]]) {
				(*by)[out.to[e]] = i + 1;
				(*queue)[end++] = out.to[e];
			}
	}
	free(out.first);
	free(out.to);
	return end;
}

/* Finds functions and objects that differ among what n nodes lead to, nearest first. change: array
 * of `most` with `found` elements, to which the found ones are added. Returns the new number. */
static size_t find_changes(const struct versus_sameness *s, const uint32_t *from, size_t n,
                           versus_change *change, size_t found, size_t most)
{
	uint32_t *queue, *by;
	size_t end = reached(s, from, n, &queue, &by);

	for (size_t k = 0; k < end; k++) {
		uint32_t i = queue[k];
		const node *a = &s->node[i];
		const versus_slot *slot = versus_image_slot(&s->m[OLD], a->x);
		const versus_piece *p, *q;
		const char *name;
		size_t old = 0;         /* number of earlier changes in the list, which have other names */

		/* behind a name: what differs in the library that defines the name */
		for (size_t l = 0; l < s->libraries && a->differs && slot && slot->name; l++) {
			struct versus_sameness *of = s->library[l];
			uint64_t x = versus_image_export(&of->m[OLD], slot->name);
			uint64_t y = versus_image_export(&of->m[NEW], slot->name);
			uint32_t export = x && y ? (uint32_t)versus_node_of(of, EXPORT, x, y, 0) : 0;

			if (export)
				found = find_changes(of, &export, 1, change, found, most);
		}
		if (a->differs && !(slot && slot->name)) {
			/* attribute unnamed constants to the function that uses them */
			while (by[i] != i + 1 && s->node[i].kind != FUNCTION && s->node[i].kind != OBJECT)
				i = by[i] - 1;
			a = &s->node[i];
			p = versus_image_piece(&s->m[OLD], a->x);
			q = versus_image_piece(&s->m[NEW], a->y);
			name = q && q->name && *q->name ? q->name : p ? p->name : NULL;
			while (name && old < found && strcmp(change[old].name, name))
				old++;
			if (!name || !*name || !strncmp(name, "bench_", 6) || !strncmp(name, "benchi_", 7)
			    || old < found || found >= most)
				continue;
			change[found] = (versus_change){ .name = name };
			if (a->kind == FUNCTION && p && q)
				change[found] = (versus_change){ name, { s->file[OLD], s->file[NEW] },
					{ p->start, q->start }, { p->end - p->start, q->end - q->start } };
			found++;
		}
	}
	free(queue);
	free(by);
	return found;
}

/* Finds the bad code that n nodes lead to.  Returns false if a process may behave differently even
 * without executing any of this code, if there is no such code, or when out of memory. */
static bool find_watched(const struct versus_sameness *s, const uint32_t *from, size_t n,
                         versus_watch *watch)
{
	uint32_t *queue, *by;
	size_t end = reached(s, from, n, &queue, &by), most = 0;
	bool fine = end > 0;

	for (size_t k = 0; k < end; k++)
		most += s->node[queue[k]].bad;
	for (int side = 0; side < SIDES; side++) {
		free(watch->address[side]);
		watch->address[side] = malloc((most + 1) * sizeof *watch->address[side]);
		fine = fine && watch->address[side];
		watch->entry[side] = s->m[side].entry;
	}
	watch->n = 0;
	for (size_t k = 0; k < end && fine; k++) {
		const node *a = &s->node[queue[k]];

		if (!a->bad)
			continue;
		if (is_code(a)) {
			watch->address[OLD][watch->n] = a->x;
			watch->address[NEW][watch->n++] = a->y;
		}
		/* what a function leads to is checked with it; a row that differs cannot be watched */
		fine = a->kind != ROW && a->kind != ROOT && !a->inside;
	}
	free(queue);
	free(by);
	return fine && watch->n;
}

struct versus_sameness *versus_same_new(const char *before, const char *after)
{
	struct versus_sameness *s = calloc(1, sizeof *s);
	char *real = realpath(before, NULL);
	bool fine = s && real && (s->file[OLD] = benchi_copy(before, strlen(before))) != NULL
		&& (s->file[NEW] = benchi_copy(after, strlen(after))) != NULL
		&& versus_image_read(before, &s->m[OLD]) == BENCH_OK
		&& versus_image_read(after, &s->m[NEW]) == BENCH_OK
		&& benchi_name_table_add(&s->compared, real, strlen(real)) != BENCHI_NO_NAME;
	bool known = fine && versus_compare_libraries(s, before, after);

	free(real);
	if (known)
		s->alike = !s->changed.n && is_alike(&s->m[OLD], &s->m[NEW]);
	for (int side = 0; fine && side < SIDES; side++) {
		s->of_piece[side] = calloc(s->m[side].pieces + 1, sizeof *s->of_piece[side]);
		fine = s->of_piece[side] != NULL;
	}
	if (fine) {
		s->is_table = calloc(s->m[OLD].pieces + 1, sizeof *s->is_table);
		fine = s->is_table != NULL;
	}
	if (known && fine && !s->alike && s->m[OLD].machine == EM_X86_64
	    && s->m[NEW].machine == EM_X86_64 && s->m[OLD].fixed == s->m[NEW].fixed) {
		s->analysed = true;
		reach_start(s);
		versus_compare_all(s);
	}
	if (fine)
		return s;
	versus_same_free(s);
	return NULL;
}

bool versus_same_known(const struct versus_sameness *s)
{
	return s && (s->alike || s->analysed);
}

bool versus_same_all(struct versus_sameness *s)
{
	return s && (s->alike || (s->analysed && judge(s, true) && !s->node[0].bad));
}

/*
 * Rows of tables of cases.
 */

/* An address and the object that stores it. */
typedef struct stored {
	const versus_piece *in;
	uint64_t at, to;
} stored;

static const char *text_at(const versus_image *m, uint64_t address)
{
	const unsigned char *p = versus_image_bytes(m, address, 1);

	return p && memchr(p, '\0', m->size - (size_t)(p - m->bytes)) ? (const char *)p : NULL;
}

/* Returns the address stored at a place; 0: none. */
static uint64_t stored_at(const versus_image *m, uint64_t address)
{
	const versus_slot *slot = versus_image_slot(m, address);
	uint64_t word = 0;

	if (slot)
		return slot->is_address ? slot->target : 0;
	return versus_image_word(m, address, &word, VERSUS_WORD) && versus_may_be_address(m, word)
		? word : 0;
}

bool versus_same_row(struct versus_sameness *s, size_t at, uint64_t x, uint64_t y)
{
	bool same = true;

	for (uint64_t i = 0; i < sizeof(bench_case); i += VERSUS_WORD) {
		bool text = i == offsetof(bench_case, name) || i == offsetof(bench_case, range)
			|| i == offsetof(bench_case, threads) || i == offsetof(bench_case, unit);
		uint64_t a = stored_at(&s->m[OLD], x + i), b = stored_at(&s->m[NEW], y + i);

		if (a && b && text) {   /* members that only the library uses may move */
			const char *p = text_at(&s->m[OLD], a), *q = text_at(&s->m[NEW], b);

			same = same && p && q && !strcmp(p, q);
		} else if ((i == offsetof(bench_case, overhead) && (a || b))
		           || !versus_same_data(s, at, x + i, y + i, VERSUS_WORD)) {
			same = false;   /* the overhead names another case, whose time is subtracted */
		}
	}
	return same;
}

/* Returns all places in named objects that store the address of a text and may be a case: the
 * object has a body, and members that are functions hold addresses of code. *n: their number. */
static stored *find_stored(const versus_image *m, size_t *n)
{
	static const size_t functions[] = { offsetof(bench_case, body), offsetof(bench_case, call),
		offsetof(bench_case, setup), offsetof(bench_case, teardown), offsetof(bench_case, verify),
		offsetof(bench_case, prepare), offsetof(bench_case, usable) };
	stored *found = NULL;
	size_t capacity = 0;

	*n = 0;
	for (size_t i = 0; i < m->pieces; i++) {
		const versus_piece *p = &m->piece[i];

		if (p->kind != VERSUS_OBJECT || !p->name
		    || !versus_image_bytes(m, p->start, p->end - p->start))
			continue;
		for (uint64_t at = p->start; at + sizeof(bench_case) <= p->end; at += VERSUS_WORD) {
			uint64_t to = stored_at(m, at);
			bool has_body = false, is_row = to && text_at(m, to);

			for (size_t k = 0; k < sizeof functions / sizeof *functions && is_row; k++) {
				uint64_t code = stored_at(m, at + functions[k]);

				is_row = !code || versus_image_in_section(m, code, true);
				has_body = has_body || (k < 2 && (code || versus_image_slot(m, at + functions[k])));
			}
			if (!is_row || !has_body)
				continue;
			if (!benchi_grow(&found, sizeof *found, *n, &capacity)) {
				free(found);
				return NULL;
			}
			found[(*n)++] = (stored){ p, at, to };
		}
	}
	return found;
}

/* Returns whether a text is the name of a case, without its parameters. */
static bool names_case(const char *text, const char *name)
{
	size_t n = strlen(text);

	return n && !strncmp(text, name, n) && (!name[n] || name[n] == '/');
}

/* Sets c->changed: a line per function or object that differs, with its name, and for a function
 * file, address and size in each build, separated by tabs. */
static void describe_changes(const struct versus_sameness *s, versus_case *c, const uint32_t *from,
                             size_t n)
{
	enum { NAMED = 4 };
	versus_change change[NAMED];
	size_t found = find_changes(s, from, n, change, 0, NAMED), size = 1, used = 0;

	for (size_t i = 0; i < found; i++)
		size += strlen(change[i].name) + (change[i].file[OLD] ? strlen(change[i].file[OLD])
			+ strlen(change[i].file[NEW]) : 0) + 100;
	free(c->changed);
	c->changed = calloc(1, size);
	for (size_t i = 0; c->changed && i < found; i++) {
		const versus_change *h = &change[i];

		used += (size_t)sprintf(c->changed + used, "%s", h->name);
		for (int side = 0; side < SIDES && h->file[side]; side++)
			used += (size_t)sprintf(c->changed + used, "\t%s\t%llu\t%llu", h->file[side],
				(unsigned long long)h->start[side], (unsigned long long)h->size[side]);
		used += (size_t)sprintf(c->changed + used, "\n");
	}
}

void versus_same_rows(struct versus_sameness *s, versus *v)
{
	size_t n[SIDES] = { 0, 0 }, *of = NULL, rows = 0;
	uint32_t *from;
	stored *row[SIDES] = { NULL, NULL };
	const size_t none = SIZE_MAX;
	bool fine;

	if (!s || !s->analysed)
		return;
	for (int side = 0; side < SIDES; side++)
		row[side] = find_stored(&s->m[side], &n[side]);
	of = malloc((n[OLD] + 1) * sizeof *of);
	fine = row[OLD] && row[NEW] && of;
	for (size_t i = 0; fine && i < n[OLD]; i++) {
		const stored old = row[OLD][i];
		const char *text = text_at(&s->m[OLD], old.to);
		uint64_t other = 0;     /* preferably in a table of the same name at the same place */
		size_t k = 0;

		while (k < v->cases && !names_case(text, v->c[k].name))
			k++;
		if (k == v->cases)
			continue;
		s->is_table[old.in - s->m[OLD].piece] = true;
		for (k = 0; k < n[NEW]; k++) {
			const stored *new = &row[NEW][k];

			if (!strcmp(new->in->name, old.in->name) && !strcmp(text_at(&s->m[NEW], new->to), text)
			    && (!other || new->at - new->in->start == old.at - old.in->start))
				other = new->at;
		}
		row[OLD][rows] = old;
		of[rows++] = other ? versus_node_of(s, ROW, old.at, other, 0) : none;
	}
	if (fine) {
		versus_compare_all(s);
		fine = judge(s, false) && !s->node[0].bad;
	}
	from = malloc((rows + 2) * sizeof *from);
	for (size_t k = 0; k < v->cases && from; k++) {
		versus_case *c = &v->c[k];
		size_t good = 0, bad = 0, nodes = 0;

		if (s->node[0].bad)
			from[nodes++] = 0;
		for (size_t i = 0; i < rows; i++)
			if (names_case(text_at(&s->m[OLD], row[OLD][i].to), c->name)) {
				good += fine && of[i] != none && !s->node[of[i]].bad;
				bad += of[i] == none || s->node[of[i]].bad;
				if (of[i] != none)
					from[nodes++] = (uint32_t)of[i];
			}
		c->same_code = c->listed[OLD] && c->listed[NEW] && good && !bad;
		if (!c->same_code)
			describe_changes(s, c, from, nodes);
	}
	fine = from && spread(s, false, false) && !s->node[0].bad;
	for (size_t k = 0; k < v->cases && fine; k++) {
		versus_case *c = &v->c[k];
		size_t nodes = 1;
		bool known = true;

		*from = 0;              /* start at the root, which also leads to tables that are made at
		                           run time */
		for (size_t i = 0; i < rows; i++)
			if (names_case(text_at(&s->m[OLD], row[OLD][i].to), c->name)) {
				known = known && of[i] != none;
				from[nodes++] = of[i] != none ? (uint32_t)of[i] : 0;
			}
		if (!c->same_code && (!known || !find_watched(s, from, nodes, &c->watch)))
			c->watch.n = 0;
	}
	free(from);
	free(of);
	free(row[OLD]);
	free(row[NEW]);
}

bool versus_same_has(const struct versus_sameness *s, const char *path)
{
	return benchi_name_table_find(&s->compared, path, strlen(path)) != BENCHI_NO_NAME;
}

const char *versus_same_library(const struct versus_sameness *s, size_t i)
{
	return i + 1 < s->compared.n ? s->compared.text[i + 1] : NULL;
}

void versus_same_free(struct versus_sameness *s)
{
	if (!s)
		return;
	for (int side = 0; side < SIDES; side++) {
		versus_image_free(&s->m[side]);
		free(s->of_piece[side]);
		free(s->file[side]);
	}
	for (size_t i = 0; i < s->libraries; i++)
		versus_same_free(s->library[i]);
	free(s->library);
	free(s->node);
	free(s->edge);
	free(s->take);
	free(s->hash);
	free(s->is_table);
	benchi_name_table_free(&s->wanted);
	benchi_name_table_free(&s->changed);
	benchi_name_table_free(&s->compared);
	free(s);
}

#endif
