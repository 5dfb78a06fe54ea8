/*
 * What finished results show: impossible values, counts, and the context they belong to.
 *
 * SPDX-License-Identifier: MIT
 */

#include "program/program.h"

/*
 * Finds impossible results.
 *
 * A benchmark that was optimised away, or that reads a cache instead of the disk, prints plausible
 * figures. A limit exposes them. So each result is checked against the stated limits
 * ("bytes/s<120e6": the network card cannot do more) and three universal ones. A result violates a
 * limit if its whole interval does. Expectations work alike, but a violation is a finding, not an
 * error.
 *
 * On any machine: no core iterates a loop in under a quarter of a cycle; none loads or stores more
 * than 256 bytes a cycle (two loads and two stores of 64 bytes each; the widest on sale has three);
 * and no clock can time a region shorter than its step.
 */

static const struct {
	double cycles;        /* fewest cycles of a loop iteration */
	double bytes;         /* most bytes loaded and stored per cycle */
} machine_policy = { 0.25, 256 };

/* A value with its interval. */
struct figure {
	double low, value, high;
};

/* Returns how much of `what` is done per second by all threads, with an interval from the interval
 * of the time. */
static struct figure rate_of(const benchi_result *r, double what)
{
	const bench_summary *s = &r->answer.summary;
	double value = what > 0 ? what / (isnan(r->answer.wall_ns) ? s->ns : r->answer.wall_ns) * 1e9
		: (double)NAN;

	return (struct figure){ value * (s->ns / s->ns_high), value, value * (s->ns / s->ns_low) };
}

/* Returns the value of the metric with this name, from benchi_limit_metrics. */
static struct figure limit_find(const benchi_result *r, const char *name)
{
	const bench_summary *s = &r->answer.summary;
	const double cpu_ns = r->answer.cpu_ns, wall_ns = r->answer.wall_ns;
	/* In the order of benchi_limit_metrics. The size is stated, because otherwise tcc refuses
	 * calls among the braces. */
	const struct figure of[12] = { { s->ns_low, s->ns, s->ns_high },
		{ s->cycles_low, s->cycles, s->cycles_high }, rate_of(r, r->row.bytes),
		rate_of(r, r->row.items), rate_of(r, 1), { cpu_ns, cpu_ns, cpu_ns },
		{ wall_ns, wall_ns, wall_ns }, { s->min_ns, s->min_ns, s->min_ns },
		{ s->p05_ns, s->p05_ns, s->p05_ns }, { s->p95_ns, s->p95_ns, s->p95_ns },
		{ s->mean_ns_low, s->mean_ns, s->mean_ns_high }, { s->mhz, s->mhz, s->mhz } };
	size_t i = 0;

	while (benchi_limit_metrics[i + 1] && strcmp(benchi_limit_metrics[i], name))
		i++;
	return of[i];
}

static bool is_about(const benchi_bound *limit, const benchi_result *result)
{
	return !result->skipped && (!*limit->pattern || benchi_glob(limit->pattern, result->row.name)
	                            || benchi_glob(limit->pattern, result->row.benchmark));
}

void benchi_expectations_print(benchi_answers *out, const benchi_settings *settings,
                               const benchi_report *report)
{
	char value[BENCHI_NUMBER_TEXT], low[BENCHI_NUMBER_TEXT], high[BENCHI_NUMBER_TEXT];

	if (settings->expect.n)
		benchi_answers_begin(out);
	for (size_t k = 0; k < settings->expect.n; k++) {
		const benchi_bound *e = &settings->expected[k];
		size_t found = 0;

		for (size_t i = 0; i < report->n; i++) {
			const benchi_result *r = &report->result[i];
			struct figure f = limit_find(r, e->metric);

			if (!is_about(e, r) || isnan(f.value))
				continue;
			found++;
			benchi_answers_put(out, r->row.name, "%s: %.100s, %.150s: %s (95 %% CI %s to %s)",
				benchi_bound_answer(benchi_bound_side(e, f.low, f.high)), r->row.name, e->text,
				benchi_number_digits(f.value, 4, value), benchi_number_digits(f.low, 4, low),
				benchi_number_digits(f.high, 4, high));
		}
		if (!found)
			benchi_answers_put(out, "", "--expect %.150s: no row has this metric",
				settings->expect.word[k]);
	}
}

/*
 * The core's clock during the measurements.
 *
 * Every result has the frequency shown by the reference next to its windows. The median of these
 * is the answer, and the range of nine in ten shows the variation. For a single result it is the
 * interval over its windows. Wrong when rows ran on cores of different kinds.
 */

/* Finds how fast the core ran during the results: .mhz, .low, .high and .tick_ns, NaN if
 * unknown. Without a clock in any result (threads), uses the reference from before the first
 * result. BENCH_ERR_MEMORY. */
static bench_status core_find(const benchi_report *report, bench_cpu *cpu)
{
	const benchi_result *timed = NULL;
	struct benchi_reference reference;
	struct benchi_estimate e;
	size_t n = 0, most = report->n;
	double *scratch;

	for (size_t i = 0; i < report->n; i++)
		most = report->result[i].n > most ? report->result[i].n : most;
	scratch = malloc((most + 1) * sizeof *scratch);
	if (!scratch)
		return benchi_no_memory("the clock");
	memset(cpu, 0, sizeof *cpu);
	cpu->mhz = cpu->low = cpu->high = cpu->tick_ns = cpu->confidence = (double)NAN;
	for (size_t i = 0; i < report->n; i++)
		if (!isnan(report->result[i].answer.summary.mhz)) {
			timed = &report->result[i];
			scratch[n++] = timed->answer.summary.mhz;
		}
	if (n) {
		cpu->mhz = benchi_median_many(scratch, n);
		cpu->tick_ns = 1e3 / cpu->mhz;
	} else if (benchi_self_reference(&reference) == BENCH_OK && reference.tick_ns > 0) {
		cpu->tick_ns = reference.tick_ns;
		cpu->mhz = 1e3 / reference.tick_ns;
	}
	if (n > 1) {
		cpu->low = benchi_quantile(scratch, n, 0.05);
		cpu->high = benchi_quantile(scratch, n, 0.95);
	} else if (n == 1) {    /* each window had a reference next to it */
		n = 0;
		for (size_t k = 0; k < timed->n; k++)
			if (timed->reading[k].ns > 0 && timed->reading[k].cycles > 0)
				scratch[n++] = 1e3 * timed->reading[k].cycles / timed->reading[k].ns;
		e = benchi_estimate_of(scratch, n);
		if (n > 1) {
			cpu->low = fmin(e.low, cpu->mhz);
			cpu->high = fmax(e.high, cpu->mhz);
		}
	}
	free(scratch);
	return BENCH_OK;
}

/*
 * The program's compiler and flags.
 *
 * Only the program's own compiler knows them: bench_main is inline (bench/program.h) and passes
 * them on. Wrong when the bodies are in other files with other flags.
 */

/* As passed to bench_build; NULL without a call. */
static struct {
	const char *compiler, *flags;
} build;

void bench_build(const char *compiler, const char *flags)
{
	build.compiler = compiler;
	build.flags = flags;
}

size_t benchi_finish_judge(const benchi_settings *settings, double step_ns, benchi_report *report)
{
	size_t found = 0;
	bool lost = false;

	for (size_t i = 0; i < report->n; i++) {
		benchi_result *r = &report->result[i];
		const bench_summary *s = &r->answer.summary;
		const double parts = fmax(1, r->row.parts); /* times of a row are per part */
		char why[300] = "", number[BENCHI_NUMBER_TEXT];
		bool wrong;

		/* find what no machine can do */
		if (!r->skipped && s->cycles_high * parts < machine_policy.cycles)
			snprintf(why, sizeof why, "%s cycles an iteration: %s",
				benchi_number_digits(s->cycles, 2, number), s->warnings & BENCH_WARN_UNPAIRED
				? "START and STOP are not paired" : "the compiler removed the work");
		else if (!r->skipped && r->row.item && benchi_case_is_empty(r->row.item))
			strcpy(why, "the call returns at once: the compiler removed the work");
		else if (!r->skipped && r->row.bytes / s->cycles_high > machine_policy.bytes)
			snprintf(why, sizeof why, "%s bytes per cycle: no core moves more than %.0f",
				benchi_number_digits(r->row.bytes / s->cycles, 3, number), machine_policy.bytes);
		else if (!r->skipped && s->method && !strcmp(s->method, "regions")
		         && s->ns_high * parts < step_ns)
			snprintf(why, sizeof why, "the region is shorter than the clock's step, %s ns",
				benchi_number_digits(step_ns, 3, number));
		wrong = *why;
		for (size_t k = 0; k < settings->limit.n && !wrong; k++) {
			const benchi_bound *limit = &settings->limits[k];
			const struct figure figure = limit_find(r, limit->metric);

			wrong = is_about(limit, r) && !isnan(figure.value)
				&& benchi_bound_side(limit, figure.low, figure.high);
			if (wrong)
				snprintf(why, sizeof why, "%s is %s, the limit %s", limit->metric,
					benchi_number_digits(figure.value, 4, number), limit->text);
		}
		if (!wrong)
			continue;
		r->impossible = benchi_copy(why, strlen(why));
		lost = lost || !r->impossible;
		found++;
	}
	return lost ? SIZE_MAX : found;
}

bench_status benchi_finish_context(const benchi_report *report, benchi_context *context)
{
	benchi_machine machine;
	bench_cpu cpu;
	benchi_sources sources = { .compiler = build.compiler, .flags = build.flags,
		.program = report->program, .began = report->began, .seed = report->seed,
		.processes = 1, .machine = &machine, .cpu = &cpu };
	bench_status status;

	for (size_t i = 0; i < report->n; i++)
		if (report->result[i].answer.processes > sources.processes)
			sources.processes = report->result[i].answer.processes;

	memset(context, 0, sizeof *context);
	if (core_find(report, &cpu) != BENCH_OK)
		return BENCH_ERR_MEMORY;
	benchi_machine_find("", &machine);
	if (benchi_timing_default(&sources.timing) != BENCH_OK)
		sources.timing = NULL;
	status = benchi_context_fill(context, &sources);
	if (status == BENCH_OK)
		status = benchi_context_text(context, "counted_with", report->counted_with);
	if (status != BENCH_OK)
		benchi_context_free(context);
	return status;
}

/*
 * The table of counts, and the functions that explain a change.
 */

bool benchi_count_functions_of(const benchi_rows *rows, const char *name, benchi_result *to)
{
	size_t mark = sizeof BENCHI_METRIC_FUNCTION - 1;

	for (size_t i = 0; i < rows->sets; i++)
		if (!strncmp(rows->set[i].metric, BENCHI_METRIC_FUNCTION, mark) && rows->set[i].n
		    && !strcmp(rows->set[i].benchmark, name)
		    && !benchi_function_add(to, rows->set[i].metric + mark, rows->set[i].x[0]))
			return false;
	return true;
}

/* Returns true for functions of the C library, which run more or less often because of their
 * callers. */
static bool is_of_libc(const char *name)
{
	const char *file = strchr(name, '@');

	return file && (!strncmp(file, "@libc.", 6) || !strncmp(file, "@ld-", 4));
}

/* Orders functions by size of the difference for qsort, the C library's last. */
static int by_difference(const void *a, const void *b)
{
	const benchi_function_count *x = a, *y = b;
	double m = fabs(x->instructions), n = fabs(y->instructions);
	int libc = is_of_libc(x->name) - is_of_libc(y->name);

	return libc ? libc : m < n ? 1 : m > n ? -1 : strcmp(x->name, y->name);
}

/* Returns true for functions of this library. */
static bool is_of_libbench(const char *name)
{
	return !strncmp(name, "bench_", 6) || !strncmp(name, "benchi_", 7)
	       || !strcmp(name, "run_iterations");
}

char *benchi_count_why(const benchi_result *before, const benchi_result *after, char *text)
{
	enum { NAMED = 3 };
	benchi_result all = { .functions = 0 };
	size_t differ = 0, used = 0, n = before->functions + after->functions;

	*text = '\0';
	for (size_t i = 0; before->functions && after->functions && i < n; i++) {
		const benchi_function_count *f = i < after->functions ? &after->function[i]
			: &before->function[i - after->functions];

		if (is_of_libbench(f->name))    /* not the program's doing */
			continue;
		if (!benchi_function_add(&all, f->name, i < after->functions ? f->instructions
			: -f->instructions))
			all.functions = n = 0;
	}
	if (!all.functions)
		return text;
	qsort(all.function, all.functions, sizeof *all.function, by_difference);
	for (size_t i = 0; i < all.functions; i++) {
		if (!(fabs(all.function[i].instructions) > 0))
			continue;
		if (differ < NAMED)
			used += (size_t)sprintf(text + used, "%s%.100s %+.6g%s", differ ? ", " : "",
				all.function[i].name, all.function[i].instructions, differ ? "" : " instructions");
		differ++;
	}
	if (differ > NAMED)
		used += (size_t)sprintf(text + used, ", %zu more", differ - NAMED);
	if (!differ)
		sprintf(text, "all %zu functions have the same instructions", all.functions);
	else if (differ < all.functions)
		sprintf(text + used, "; %zu same", all.functions - differ);
	benchi_result_free(&all);
	return text;
}

enum { SHOWN = 12 };

/* Prints a row's functions, the largest first. Functions of this library are one line, as are those
 * beyond SHOWN. */
static void print_functions(FILE *out, const benchi_result *r)
{
	double rest = 0, ours = 0;
	size_t others = 0;

	fprintf(out, "\n%s\n", r->row.name);
	for (size_t i = 0; i < r->functions; i++) {
		double n = r->function[i].instructions;

		if (is_of_libbench(r->function[i].name))
			ours += n;
		else if (i < SHOWN || r->functions == SHOWN + 1)
			fprintf(out, "%12.15g  %s\n", n, r->function[i].name);
		else {
			rest += n;
			others++;
		}
	}
	if (others)
		fprintf(out, "%12.15g  %zu others\n", rest, others);
	if (ours > 0)
		fprintf(out, "%12.15g  libbench\n", ours);
}

/* Prints the table of counts, and of functions where rows have them. BENCH_ERR_MEMORY. */
static bench_status print_counts(FILE *out, const benchi_report *report,
                                 const benchi_output_style *style)
{
	unsigned columns = 0;       /* bit mask of the counts that some row has */
	bool functions = false;
	benchi_grid g = { .columns = 0 };
	bench_status status = BENCH_OK;
	char text[BENCHI_NUMBER_TEXT];

	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		functions = functions || r->functions;
		for (size_t k = 0; k < BENCHI_COUNTS; k++)
			if (r->counted >> k & 1 && (r->count[k] > 0 || k == BENCHI_COUNT_INSTRUCTIONS))
				columns |= 1u << k;
	}
	benchi_grid_column(&g, "count", BENCHI_GRID_LEFT);
	for (size_t k = 0; k < BENCHI_COUNTS; k++)
		if (columns >> k & 1)
			benchi_grid_column(&g, benchi_count_name(k), BENCHI_GRID_KEPT);
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		if (!r->counted)
			continue;
		benchi_grid_line(&g, "%s", r->row.name);
		for (size_t k = 0; k < BENCHI_COUNTS; k++) {
			if (!(columns >> k & 1))
				continue;
			*text = '\0';
			if (r->counted >> k & 1 && k <= BENCHI_COUNT_ALLOCATED_BYTES
			    && (!*r->uncounted || r->count[k] <= floor(r->count[k])))
				sprintf(text, "%.15g", r->count[k]);
			else if (r->counted >> k & 1)
				benchi_number_digits(r->count[k], 3, text);
			benchi_grid_put(&g, "%s", text);
		}
	}
	if (columns) {
		putc('\n', out);
		benchi_grid_write(&g, out, style);
	}
	status = benchi_grid_free(&g);
	if (style->markdown && functions)
		fputs("\n```text", out);
	for (size_t i = 0; i < report->n; i++)
		if (report->result[i].functions)
			print_functions(out, &report->result[i]);
	if (style->markdown && functions)
		fputs("```\n", out);
	for (size_t i = 0; i < report->n; i++)
		if (*report->result[i].uncounted)
			fprintf(out, "%s%s: no exact count: %s\n", style->markdown ? "\n" : "",
				report->result[i].row.name, report->result[i].uncounted);
	return status;
}

int benchi_finish_save(const benchi_settings *settings, const benchi_report *report,
                       const benchi_context *context, benchi_atomic_file *file)
{
	if (settings->output
	    && (benchi_write(settings->form, file->out, report, context, NULL) != BENCH_OK
	        || benchi_atomic_file_keep(file) != BENCH_OK))
		return benchi_complain(settings, "--output: %s", bench_detail());
	return 0;
}

int benchi_finish_show(const benchi_settings *settings, const benchi_report *report,
                       const benchi_context *context)
{
	benchi_format form = settings->output ? BENCHI_FORMAT_TEXT : settings->form;
	benchi_output_style look = benchi_look_for(stdout);
	bench_status status;
	int uncounted = 0;

	look.brief = settings->quiet;
	status = benchi_write(form, stdout, report, context, &look);
	if (status == BENCH_ERR_MEMORY && form == BENCHI_FORMAT_TEXT) {
		/* out of memory: print one line per row, without allocating */
		for (size_t i = 0; i < report->n; i++) {
			const benchi_result *r = &report->result[i];

			benchi_put_line(stdout, r->row.name);   /* names come from the user */
			if (r->skipped)
				fputs(": skipped\n", stdout);
			else
				fprintf(stdout, ": %.5g ns\n", r->answer.summary.ns);
		}
	} else if (status == BENCH_OK && form == BENCHI_FORMAT_TEXT)
		status = benchi_growth_print(stdout, report);
	look.markdown = form == BENCHI_FORMAT_MARKDOWN;
	if (status == BENCH_OK && benchi_formats[form].people)
		status = print_counts(stdout, report, &look);
	if (status != BENCH_OK)
		return benchi_complain(settings, "%s", bench_detail());
	/* formats of counts have no line for rows without counts */
	for (size_t i = 0; settings->count_stacks && i < report->n; i++)
		if (!report->result[i].functions && !report->result[i].skipped) {
			benchi_complain(settings, "%s: no stacks: %s", report->result[i].row.name,
				report->result[i].uncounted);
			uncounted = BENCHI_EXIT_WRONG;
		}
	return uncounted;
}
