/*
 * A row of one process as a line of JSON: how a process reports what it measured.
 *
 * A child of bench_main and the process that counts instructions write a line per row to standard
 * output; BENCH under `bench run` and `bench versus` appends one to a file (lib/measure/publish.c
 * writes its name and summary, published.c reads it):
 *
 *	{"benchmark": "copy/64", "ns": 1.53, "ns_low": 1.52, ..., "iterations": 90000, "samples": 18,
 *	 "method": "loop", "row": 3, "outcome": 0, "process": 7, "wall_ns": 1.53, ...,
 *	 "metric.bytes/s": 4.1e10, "count.instructions": 9, "instructions:memcpy": 9,
 *	 "window_ns": [1.53, 1.54], "window_cycles": [5.7, null], ...}
 *
 * A number that is missing is not in the line; infinity is the text "1e999".  Members that the
 * reader does not know are passed over.  Such a file is one of JSON lines (bench-format(5)).
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

#define LIFE "life."
#define METRIC "metric."
#define COUNT "count."

/* Numbers of an observation and its life, with their names in the line. */
static const struct member {
	const char *key;
	size_t offset;
} members[] = {
	{ "wall_ns", offsetof(benchi_observed, wall_ns) },
	{ "cpu_ns", offsetof(benchi_observed, cpu_ns) },
	{ "waited_ns", offsetof(benchi_observed, waited_ns) },
	{ "done", offsetof(benchi_observed, basis.done) },
	{ "edge_ns", offsetof(benchi_observed, basis.edge_ns) },
	{ "taken", offsetof(benchi_observed, basis.taken) },
}, life_members[] = {
	{ LIFE "done", offsetof(benchi_life, basis.done) },
	{ LIFE "edge_ns", offsetof(benchi_life, basis.edge_ns) },
	{ LIFE "beyond_ns", offsetof(benchi_life, beyond_ns) },
	{ LIFE "bursts", offsetof(benchi_life, bursts) },
	{ LIFE "again", offsetof(benchi_life, again) },
	{ LIFE "taken", offsetof(benchi_life, basis.taken) },
	{ LIFE "elapsed_ns", offsetof(benchi_life, elapsed_ns) },
};

enum { MEMBERS = sizeof members / sizeof *members,
	LIFE_MEMBERS = sizeof life_members / sizeof *life_members };

/* Members of a reading, one array each. */
enum { NS, CYCLES, ITERATIONS, PROCESS, ROUND, WINDOW_MEMBERS };
static const char *const window_keys[] = { "window_ns", "window_cycles", "window_iterations",
	"window_process", "window_round" };

static void put_number(FILE *out, const char *prefix, const char *name, double x)
{
	char key[BENCHI_COUNT_TEXT + sizeof METRIC], number[BENCHI_NUMBER_TEXT];

	if (isnan(x))
		return;
	snprintf(key, sizeof key, "%s%s", prefix, name);
	fputs(", ", out);
	benchi_json_text(out, key);
	fprintf(out, ": %s", !isinf(x) ? benchi_number_text(x, number)
	        : x > 0 ? "\"1e999\"" : "\"-1e999\"");
}

static void put_members(FILE *out, const struct member *member, size_t n, const void *of)
{
	for (size_t i = 0; i < n; i++) {
		double x;

		memcpy(&x, (const char *)of + member[i].offset, sizeof x);
		put_number(out, "", member[i].key, x);
	}
}

int benchi_row_write(FILE *out, size_t row, benchi_outcome outcome, const benchi_result *result)
{
	char text[BENCHI_ROW_TEXT];

	benchi_row_text(text, result->row.name ? result->row.name : "", &result->seen.summary);
	fputs(text, out);
	put_number(out, "", "row", (double)row);
	put_number(out, "", "outcome", outcome);
	put_number(out, "", "process", result->seen.process);
	put_members(out, members, MEMBERS, &result->seen);
	if (result->seen.life) {
		benchi_summary_text(text, LIFE, &result->seen.life->late);
		fputs(text, out);
		put_members(out, life_members, LIFE_MEMBERS, result->seen.life);
	}
	for (size_t i = 0; i < result->metrics; i++)
		put_number(out, METRIC, result->metric[i].name, result->metric[i].value);
	for (size_t i = 0; i < BENCHI_COUNTS; i++)
		if (result->counted >> i & 1)
			put_number(out, COUNT, benchi_count_name(i), result->count[i]);
	for (size_t i = 0; i < result->functions; i++)
		put_number(out, BENCHI_METRIC_FUNCTION, result->function[i].name,
			result->function[i].instructions);
	for (int k = 0; k < WINDOW_MEMBERS && result->n; k++) {
		fprintf(out, ", \"%s\": [", window_keys[k]);
		for (size_t i = 0; i < result->n; i++) {
			const benchi_reading *r = &result->reading[i];
			const double x[WINDOW_MEMBERS] = { r->ns, r->cycles, r->iterations, r->process,
				r->round };
			char number[BENCHI_NUMBER_TEXT];

			fprintf(out, i ? ", %s" : "%s", benchi_number_text(x[k], number));
		}
		putc(']', out);
	}
	if (*result->label)
		benchi_put_pair_text(out, "label", result->label);
	if (result->skipped)
		benchi_put_pair_text(out, "skipped", result->skipped);
	if (result->counted || *result->uncounted)
		benchi_put_pair_text(out, "uncounted", result->uncounted);
	fputs("}\n", out);
	return fflush(out) || ferror(out) ? -1 : 0;
}

/* Reads a line, or the part of it that fits, without waiting for a full buffer: the next line may
 * take long. Returns the number of bytes; 0: end of the file. */
static size_t arrived(void *from, char *to, size_t capacity)
{
	return fgets(to, capacity < 65536 ? (int)capacity : 65536, from) ? strlen(to) : 0;
}

bench_status benchi_row_reader_open(benchi_row_reader *reader, FILE *from, const char *name)
{
	bench_status status;

	memset(reader, 0, sizeof *reader);
	status = benchi_input_open(&reader->in, from, name);
	reader->in.more = arrived;
	reader->in.context = from;
	benchi_json_open(&reader->json, &reader->in);
	reader->json.series = true;
	reader->json.value_due = false;
	return status;
}

void benchi_row_reader_close(benchi_row_reader *reader)
{
	benchi_record_free(&reader->record);
	benchi_json_close(&reader->json);
	benchi_input_close(&reader->in);
}

int benchi_row_next(benchi_row_reader *reader)
{
	if (benchi_json_next(&reader->json) != BENCH_OK || ferror(reader->in.file))
		return -1;
	if (reader->json.token == BENCHI_JSON_END)
		return 0;
	return reader->json.token == BENCHI_JSON_OBJECT
		&& benchi_record_read(&reader->record, &reader->json) == BENCH_OK ? 1 : -1;
}

/* Returns a number from another process, clamped to 0 to most, so that a cast to a whole number is
 * defined; NaN becomes 0. */
static double whole(double x, double most)
{
	return x >= 0 ? fmin(x, most) : 0;
}

static bool take_member(const struct member *member, size_t n, const char *key, double x, void *to)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(member[i].key, key)) {
			memcpy((char *)to + member[i].offset, &x, sizeof x);
			return true;
		}
	return false;
}

/* Stores a member of the summary. *next: index of the key if members come in the order of their
 * table. */
static void take_summary(const char *key, double x, size_t *next, bench_summary *s)
{
	for (size_t i = 0; i < benchi_members_count; i++) {
		size_t k = (*next + i) % benchi_members_count;

		if (!strcmp(benchi_members[k].name, key)) {
			benchi_member_set(s, &benchi_members[k], x);
			*next = k + 1;
			return;
		}
	}
	if (!strcmp(key, "status"))
		s->status = (bench_status)whole(x, 99);
	else if (!strcmp(key, "iterations"))
		s->iterations = (uint64_t)whole(x, 1e18);
	else if (!strcmp(key, "samples"))
		s->samples = (size_t)whole(x, 1e9);
	else if (!strcmp(key, "dropped"))
		s->dropped = (size_t)whole(x, 1e9);
	else if (!strcmp(key, "warnings"))
		s->warnings = (unsigned)whole(x, 1e9);
}

/* Returns a summary without values. method: the name of a method, of which the summary gets the
 * constant; NULL if unknown. */
static bench_summary nothing_measured(const char *method)
{
	static const char *const methods[] = { "function", "regions", "two-loops", "loop", "threads",
		"cold", "stated" };
	bench_summary s = { .method = NULL };

	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		if (!strcmp(methods[i], method))
			s.method = methods[i];
	for (size_t i = 0; i < benchi_members_count; i++)
		benchi_member_set(&s, &benchi_members[i], (double)NAN);
	return s;
}

/* Adds the windows. Returns false if their arrays differ in length, or when out of memory. */
static bool take_windows(const benchi_record *record, benchi_result *to)
{
	const benchi_field *of[WINDOW_MEMBERS];

	for (int k = 0; k < WINDOW_MEMBERS; k++) {
		of[k] = benchi_record_find(record, window_keys[k]);
		if (!of[k])                     /* a line without any windows is valid */
			return k == 0;
		if ((of[k]->kind != BENCHI_FIELD_ARRAY && of[k]->kind != BENCHI_FIELD_SPARSE)
		    || of[k]->n != of[0]->n)
			return false;
	}
	for (size_t i = 0; i < of[0]->n; i++)
		if (benchi_result_add(to, &(benchi_reading){ of[NS]->x[i], of[CYCLES]->x[i],
			of[ITERATIONS]->x[i], (uint32_t)whole(of[PROCESS]->x[i], UINT32_MAX),
			(uint32_t)whole(of[ROUND]->x[i], UINT32_MAX) }) != BENCH_OK)
			return false;
	return true;
}

static bool has_prefix(const char *key, const char *prefix, const char **rest)
{
	size_t length = strlen(prefix);

	*rest = key + length;
	return !strncmp(key, prefix, length);
}

bool benchi_row_take(const benchi_record *record, uint32_t process, benchi_result *to)
{
	const char *skipped = benchi_record_text(record, "skipped", NULL);
	const char *uncounted = benchi_record_text(record, "uncounted", NULL);
	const char *late = benchi_record_text(record, LIFE "method", NULL), *name;
	size_t next = 0, late_next = 0;
	benchi_observed *seen = &to->seen;

	free(seen->life);
	*seen = (benchi_observed){ .wall_ns = (double)NAN, .cpu_ns = (double)NAN, .process = process,
		.summary = nothing_measured(benchi_record_text(record, "method", "")) };
	seen->life = late ? calloc(1, sizeof *seen->life) : NULL;
	if (late && !seen->life)
		return false;
	if (late)
		seen->life->late = nothing_measured(late);
	for (size_t i = 0; i < record->n; i++) {
		const benchi_field *f = &record->field[i];
		double x = f->number;

		if (f->kind != BENCHI_FIELD_NUMBER
		    && !(f->kind == BENCHI_FIELD_TEXT && benchi_read_number(f->text, &x) && isinf(x)))
			continue;
		if (has_prefix(f->key, METRIC, &name)) {
			if (benchi_metric_add(to, name, process, x) != BENCH_OK)
				return false;
		} else if (has_prefix(f->key, COUNT, &name)) {
			if (benchi_count_find(name) == BENCHI_COUNTS)
				return false;
			benchi_count_set(to, (benchi_count)benchi_count_find(name), x);
		} else if (has_prefix(f->key, BENCHI_METRIC_FUNCTION, &name)) {
			if (!benchi_function_add(to, name, x))
				return false;
		} else if (has_prefix(f->key, LIFE, &name)) {
			if (seen->life && !take_member(life_members, LIFE_MEMBERS, f->key, x, seen->life))
				take_summary(name, x, &late_next, &seen->life->late);
		} else if (!take_member(members, MEMBERS, f->key, x, seen)) {
			take_summary(f->key, x, &next, &seen->summary);
		}
	}
	if (!benchi_record_find(record, "row")) {
		/* BENCH publishes a summary only; a single window has no interval */
		bench_summary *s = &seen->summary;

		s->ns_low = fmin(s->ns, s->ns_low);
		s->ns_high = fmax(s->ns, s->ns_high);
		s->cycles_low = fmin(s->cycles, s->cycles_low);
		s->cycles_high = fmax(s->cycles, s->cycles_high);
		seen->wall_ns = s->ns;
		seen->basis.done = (double)s->iterations;
	}
	snprintf(to->label, sizeof to->label, "%s", benchi_record_text(record, "label", ""));
	if (uncounted)
		snprintf(to->uncounted, sizeof to->uncounted, "%s", uncounted);
	return (!skipped || benchi_result_skip(to, skipped)) && take_windows(record, to);
}

int benchi_row_read(benchi_row_reader *reader, benchi_report *report, size_t *row,
                    benchi_outcome *outcome)
{
	int got = benchi_row_next(reader);
	const benchi_field *r, *o, *process;

	if (got <= 0)
		return got;
	r = benchi_record_find(&reader->record, "row");
	o = benchi_record_find(&reader->record, "outcome");
	process = benchi_record_find(&reader->record, "process");
	if (!r || !o || !(r->number >= 0 && r->number < (double)report->n && o->number >= 0
	                  && o->number <= BENCHI_WRONG))
		return -1;
	*row = (size_t)r->number;
	*outcome = (benchi_outcome)o->number;
	return benchi_row_take(&reader->record, process ? (uint32_t)whole(process->number, UINT32_MAX)
		: 0, &report->result[*row]) ? 1 : -1;
}
