/*
 * A choice, a table or a threshold as C source, for programs that cannot time at run time.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"

enum { LINE = 512 };

static int is_identifier(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	size_t n;

	if (!name || !*name || !strchr(letters, *name))
		return 0;
	n = strspn(name, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_");
	return !name[n];
}

static bench_status source_begin(bench_source *source, struct benchi_sink *sink)
{
	if (!source)
		return benchi_fail(BENCH_ERR_ARGUMENT, "source is NULL");
	source->length = 0;
	if (!is_identifier(source->name))
		return benchi_fail(BENCH_ERR_ARGUMENT, "source.name is '%.40s', expected a C identifier",
			source->name ? source->name : "");
	if (!source->text && source->capacity > 0)
		return benchi_fail(BENCH_ERR_ARGUMENT, "source.text is NULL");
	sink->to = source->text;
	sink->capacity = source->capacity;
	sink->used = 0;
	return BENCH_OK;
}

static bench_status source_end(bench_source *source, const struct benchi_sink *sink)
{
	source->length = sink->used;
	if (sink->used < sink->capacity)
		return BENCH_OK;
	return benchi_fail(BENCH_ERR_ARGUMENT, "source.capacity is %.0f, expected %.0f or more",
		(double)sink->capacity, (double)sink->used + 1);
}

/* Text that cannot end a comment, nor begin a line or a trigraph. */
static void put_comment(struct benchi_sink *sink, const char *text)
{
	benchi_sink_put(sink, "/* ");
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		benchi_sink_put(sink, "%c", c < ' ' || c == 127 || c == '/' || c == '\\' || c == '?'
			? '_' : c);
	}
	benchi_sink_put(sink, " */");
}

bench_status bench_choice_source(const bench_choice *choice, const bench_case *c, size_t n,
                                 bench_source *source)
{
	struct benchi_sink sink;
	char line[LINE];
	bench_status status = source_begin(source, &sink);

	if (status != BENCH_OK)
		return status;
	if (!choice || !c || choice->index >= n)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no choice to be written");
	bench_choice_text(choice, c, n, line, sizeof line);
	put_comment(&sink, line);
	benchi_sink_put(&sink, "\n#define %s %lu\n", source->name, (unsigned long)choice->index);
	return source_end(source, &sink);
}

static void put_return(struct benchi_sink *sink, const bench_case *c, size_t index)
{
	char digits[BENCHI_DIGITS];

	benchi_sink_put(sink, "return %lu; ", (unsigned long)index);
	put_comment(sink, benchi_candidate_name(c, index, digits));
	benchi_sink_put(sink, "\n");
}

bench_status bench_ranges_source(const bench_ranges *ranges, const bench_case *c, size_t n,
                                 bench_source *source)
{
	struct benchi_sink sink;
	bench_status status = source_begin(source, &sink);

	if (status != BENCH_OK)
		return status;
	if (!ranges || !c || ranges->n == 0 || ranges->n > ranges->capacity)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no table to be written");
	for (size_t i = 0; i < ranges->n; i++)
		if (ranges->range[i].index >= n)
			return benchi_fail(BENCH_ERR_ARGUMENT, "the table has candidate %lu of %lu",
				(unsigned long)ranges->range[i].index, (unsigned long)n);
	benchi_sink_put(&sink, "/* for values from %llu to %llu%s */\n"
		"static inline unsigned %s(unsigned long long value)\n{\n",
		(unsigned long long)ranges->low, (unsigned long long)ranges->high,
		ranges->end == BENCH_PICK_END_BUDGET ? ", not sure" : "", source->name);
	for (size_t i = 0; i + 1 < ranges->n; i++) {
		benchi_sink_put(&sink, "\tif (value < %lluu)\n\t\t",
			(unsigned long long)ranges->range[i + 1].low);
		put_return(&sink, c, ranges->range[i].index);
	}
	if (ranges->n == 1)
		benchi_sink_put(&sink, "\t(void)value;\n");
	benchi_sink_put(&sink, "\t");
	put_return(&sink, c, ranges->range[ranges->n - 1].index);
	benchi_sink_put(&sink, "}\n");
	return source_end(source, &sink);
}

bench_status bench_crossover_source(const bench_crossover *crossover, bench_source *source)
{
	struct benchi_sink sink;
	bench_status status = source_begin(source, &sink);

	if (status != BENCH_OK)
		return status;
	if (!crossover || crossover->status != BENCH_OK || crossover->end == BENCH_PICK_END_FAILED)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no threshold to be written");
	benchi_sink_put(&sink, "#define %s %llu /* %llu to %llu */\n", source->name,
		(unsigned long long)crossover->at, (unsigned long long)crossover->at_low,
		(unsigned long long)crossover->at_high);
	return source_end(source, &sink);
}
