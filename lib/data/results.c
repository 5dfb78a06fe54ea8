/*
 * Results of a program, in arrays that grow by half their size; 32 bytes per reading.
 *
 * A pointer to a row is valid until the next benchi_report_add.
 *
 * SPDX-License-Identifier: MIT
 */
#include "data/data.h"

#include <time.h>

#include "stats/stats.h"

/*
 * Counters of a body.
 */

const benchi_metric *benchi_metric_find(const benchi_result *result, const char *name)
{
	for (size_t i = 0; i < result->metrics; i++)
		if (!strcmp(result->metric[i].name, name))
			return &result->metric[i];
	return NULL;
}

bench_status benchi_metric_add(benchi_result *result, const char *name, uint32_t process,
                               double value)
{
	const benchi_metric *known = benchi_metric_find(result, name);
	benchi_metric *metric = known ? &result->metric[known - result->metric] : NULL;
	benchi_metric_part *more;
	double *scratch;

	if (!isfinite(value) || (!metric && result->metrics == BENCHI_METRICS))
		return BENCH_OK;
	if (!metric) {
		if (!benchi_grow(&result->metric, sizeof *metric, result->metrics,
		                 &result->metric_capacity))
			return benchi_no_memory("the counters");
		metric = &result->metric[result->metrics++];
		memset(metric, 0, sizeof *metric);
		strncat(metric->name, name, sizeof metric->name - 1);
	}
	more = realloc(metric->part, (metric->n + 1) * sizeof *more);
	scratch = malloc((metric->n + 1) * sizeof *scratch);
	if (more) {
		metric->part = more;
		more[metric->n++] = (benchi_metric_part){ value, process };
	}
	for (size_t i = 0; more && scratch && i < metric->n; i++)
		scratch[i] = more[i].value;
	if (more && scratch)
		metric->value = benchi_median_many(scratch, metric->n);
	free(scratch);
	return more && scratch ? BENCH_OK : benchi_no_memory("the counters");
}

double benchi_metric_of(const benchi_metric *metric, uint32_t process)
{
	for (size_t i = 0; metric && i < metric->n; i++)
		if (metric->part[i].process == process)
			return metric->part[i].value;
	return NAN;
}

size_t benchi_metric_names(const benchi_report *report, const char **name)
{
	size_t n = 0;

	for (size_t i = 0; i < report->n; i++)
		for (size_t k = 0; k < report->result[i].metrics; k++) {
			const char *one = report->result[i].metric[k].name;
			size_t same = 0;

			while (same < n && strcmp(name[same], one) != 0)
				same++;
			if (same == n && n < BENCHI_METRIC_COLUMNS)
				name[n++] = one;
		}
	return n;
}

static const char *const count_names[BENCHI_COUNTS] = { "instructions", "allocations",
	"allocated_bytes", "hardware_cycles", "branches", "branch_misses", "cache_misses",
	"page_faults", "context_switches", "migrations" };

const char *benchi_count_name(size_t i)
{
	return i < BENCHI_COUNTS ? count_names[i] : NULL;
}

size_t benchi_count_find(const char *metric)
{
	size_t i = 0;

	while (i < BENCHI_COUNTS && strcmp(metric, count_names[i]) != 0)
		i++;
	return i;
}

bool benchi_count_exact(const char *metric)
{
	return benchi_count_find(metric) <= BENCHI_COUNT_ALLOCATED_BYTES
		|| !strncmp(metric, BENCHI_METRIC_FUNCTION, sizeof BENCHI_METRIC_FUNCTION - 1);
}

benchi_result *benchi_report_add(benchi_report *report)
{
	benchi_result *result;

	if (!benchi_grow(&report->result, sizeof *report->result, report->n, &report->capacity))
		return NULL;
	result = &report->result[report->n++];
	memset(result, 0, sizeof *result);
	return result;
}

bench_status benchi_result_add(benchi_result *result, const benchi_reading *reading)
{
	if (!benchi_grow(&result->reading, sizeof *result->reading, result->n, &result->capacity))
		return benchi_no_memory("the readings");
	result->reading[result->n++] = *reading;
	return BENCH_OK;
}

void benchi_count_set(benchi_result *result, benchi_count which, double x)
{
	if (!isfinite(x))
		return;
	result->count[which] = x;
	result->counted |= 1u << which;
}

bool benchi_function_add(benchi_result *result, const char *name, double instructions)
{
	benchi_function_count *f = result->function;

	for (size_t i = 0; i < result->functions; i++)
		if (!strcmp(f[i].name, name)) {
			f[i].instructions += instructions;
			return true;
		}
	if (!benchi_grow(&result->function, sizeof *f, result->functions, &result->function_capacity))
		return false;
	f = &result->function[result->functions];
	f->instructions = instructions;
	f->name = benchi_copy(name, strlen(name));
	if (!f->name)
		return false;
	result->functions++;
	return true;
}

bool benchi_result_skip(benchi_result *result, const char *why)
{
	free(result->skipped);
	result->skipped = why ? benchi_copy(why, strlen(why)) : NULL;
	return !why || result->skipped;
}

void benchi_result_free(benchi_result *result)
{
	free(result->row.name);
	free(result->row.parameters);
	free(result->skipped);
	free(result->impossible);
	free(result->reading);
	for (size_t i = 0; i < result->each.n; i++)
		free(result->each.part[i].life);
	free(result->each.part);
	free(result->seen.life);
	for (size_t i = 0; i < result->functions; i++)
		free(result->function[i].name);
	free(result->function);
	for (size_t i = 0; i < result->metrics; i++)
		free(result->metric[i].part);
	free(result->metric);
}

void benchi_report_free(benchi_report *report)
{
	for (size_t i = 0; i < report->n; i++)
		benchi_result_free(&report->result[i]);
	free(report->result);
	memset(report, 0, sizeof *report);
}

/*
 * Context: facts about machine, clock, compiler and run.
 *
 * The list is in the order in which people ask: what was run, on what, how it was timed, how it
 * was compiled. Unknown facts are left out. The library's flags are those of configure, not those
 * given to make.
 */

static bench_status add_fact(benchi_context *context, const char *key, const char *text,
                             double number)
{
	size_t length = text ? strlen(text) : 0; /* clang's version ends with a blank */
	char *copy = NULL;

	while (length && text[length - 1] == ' ')
		length--;
	if (!benchi_grow(&context->fact, sizeof *context->fact, context->n, &context->capacity))
		return benchi_no_memory("the context");
	if (text && !(copy = benchi_copy(text, length)))
		return benchi_no_memory("the context");
	context->fact[context->n++] = (benchi_fact){ key, copy, number };
	return BENCH_OK;
}

bench_status benchi_context_text(benchi_context *context, const char *key, const char *text)
{
	return text && *text ? add_fact(context, key, text, NAN) : BENCH_OK;
}

bench_status benchi_context_number(benchi_context *context, const char *key, double number)
{
	return isfinite(number) ? add_fact(context, key, NULL, number) : BENCH_OK;
}

static const benchi_fact *fact_of(const benchi_context *context, const char *key)
{
	for (size_t i = 0; context && i < context->n; i++)
		if (!strcmp(context->fact[i].key, key))
			return &context->fact[i];
	return NULL;
}

const char *benchi_context_word(const benchi_context *context, const char *key)
{
	const benchi_fact *fact = fact_of(context, key);

	return fact && fact->text ? fact->text : "";
}

double benchi_context_value(const benchi_context *context, const char *key)
{
	const benchi_fact *fact = fact_of(context, key);

	return fact && !fact->text ? fact->number : (double)NAN;
}

const char *const benchi_guarded[BENCHI_GUARDED] = { "processor", "hypervisor", "clock",
	"libbench_version", "method", "compiler", "flags", "libbench_flags" };

/* Not gmtime: time_t may end in 2038. 400 years always have the same number of days. A year
 * that begins in March has its leap day last. */
char *benchi_date_text(double seconds, char *text)
{
	bool known = seconds >= 0 && seconds < 253402300800.0; /* before the year 10000 */
	int days = known ? (int)(seconds / 86400) : 0, of_400, of_year, year, month;
	int second = known ? (int)(seconds - 86400.0 * days) : 0;
	struct tm utc = { .tm_sec = second % 60, .tm_min = second / 60 % 60, .tm_hour = second / 3600 };

	days += 719468;         /* since 1 March of the year 0 */
	of_400 = days % 146097;
	year = (of_400 - of_400 / 1460 + of_400 / 36524 - of_400 / 146096) / 365;
	of_year = of_400 - (365 * year + year / 4 - year / 100);
	month = (5 * of_year + 2) / 153;
	utc.tm_year = days / 146097 * 400 + year + (month >= 10) - 1900;
	utc.tm_mon = (month + 2) % 12;
	utc.tm_mday = of_year - (153 * month + 2) / 5 + 1;
	*text = '\0';
	if (known)
		strftime(text, 24, "%Y-%m-%dT%H:%M:%SZ", &utc);
	return text;
}

double benchi_date_seconds(const char *text)
{
	static const int places[6] = { 0, 5, 8, 11, 14, 17 };
	const char *zone = text + 19;
	uint64_t part[6], hours = 0, minutes = 0;
	double offset, days;
	int year, month;

	for (int i = 0; i < 6; i++) {
		const char *at = text + places[i], *end = at + (i ? 2 : 4);

		if (strlen(text) < 19 || benchi_read_digits(at, end, 10, 9999, &part[i]) != end)
			return (double)NAN;
	}
	zone += strspn(zone, ".0123456789");
	if ((*zone == '+' || *zone == '-')
	    && benchi_read_digits(zone + 1, zone + 3, 10, 99, &hours) == zone + 3)
		(void)benchi_read_digits(zone + 3 + (zone[3] == ':'), NULL, 10, 99, &minutes);
	offset = (*zone == '-' ? -60 : 60) * (60 * (double)hours + (double)minutes);
	month = (int)part[1];
	year = (int)part[0] - (month <= 2); /* a year that begins in March has its leap day last */
	days = 365.0 * year + year / 4 - year / 100 + year / 400
	       + (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + (double)part[2] - 1 - 719468;
	return days * 86400 + (double)(part[3] * 3600 + part[4] * 60 + part[5]) - offset;
}

const char *benchi_scope_name(size_t processes)
{
	return processes > 1 ? "processes" : processes ? "process" : "";
}

#define TEXT_OF(text) ((text) ? (text) : "")

bench_status benchi_context_fill(benchi_context *context, const benchi_sources *sources)
{
	static const benchi_machine no_machine = { .processors = NAN, .load = NAN, .memory_bytes = NAN,
		.page_bytes = NAN, .cache_bytes = { NAN, NAN, NAN, NAN }, .turbo = NAN };
	static const bench_cpu no_cpu = { .mhz = NAN, .low = NAN, .high = NAN, .confidence = NAN };
	static const bench_timing no_timing = { .step_ns = NAN, .reading_ns = NAN };
	const benchi_machine *m = sources->machine ? sources->machine : &no_machine;
	const bench_cpu *cpu = sources->cpu ? sources->cpu : &no_cpu;
	const bench_timing *t = sources->timing ? sources->timing : &no_timing;
	char date[24] = "", seed[24] = "";
	const struct {
		const char *key, *text; /* NULL for a number */
		double number;
	} facts[] = { { "program", TEXT_OF(sources->program), 0 }, { "date", date, 0 },
		{ "seed", seed, 0 },
		{ "processes", NULL, sources->processes ? (double)sources->processes : (double)NAN },
		{ "scope", benchi_scope_name(sources->processes), 0 }, { "host", m->host, 0 },
		{ "system", m->system, 0 }, { "architecture", m->architecture, 0 },
		{ "processor", m->processor, 0 }, { "processors", NULL, m->processors },
		{ "hypervisor", m->hypervisor, 0 }, { "governor", m->governor, 0 },
		{ "turbo", NULL, m->turbo }, { "load", NULL, m->load },
		{ "memory_bytes", NULL, m->memory_bytes }, { "page_bytes", NULL, m->page_bytes },
		{ "cache1_bytes", NULL, m->cache_bytes[0] }, { "cache2_bytes", NULL, m->cache_bytes[1] },
		{ "cache3_bytes", NULL, m->cache_bytes[2] }, { "cache4_bytes", NULL, m->cache_bytes[3] },
		{ "mhz", NULL, cpu->mhz }, { "mhz_low", NULL, cpu->low }, { "mhz_high", NULL, cpu->high },
		{ "mhz_confidence", NULL, isfinite(cpu->mhz) ? cpu->confidence : (double)NAN },
		{ "clock", TEXT_OF(t->clock.name), 0 }, { "clock_step_ns", NULL, t->step_ns },
		{ "clock_reading_ns", NULL, t->reading_ns }, { "compiler", TEXT_OF(sources->compiler), 0 },
		{ "flags", TEXT_OF(sources->flags), 0 }, { "libbench_version", bench_version(), 0 },
		{ "libbench_compiler", BENCH_COMPILER, 0 }, { "libbench_flags", BENCHI_CFLAGS, 0 } };
	bench_status status = BENCH_OK;

	if (sources->began > 0)
		benchi_date_text(sources->began, date);
	if (sources->seed)
		snprintf(seed, sizeof seed, "%llu", (unsigned long long)sources->seed);
	for (size_t i = 0; i < sizeof facts / sizeof *facts && !status; i++)
		status = facts[i].text ? benchi_context_text(context, facts[i].key, facts[i].text)
		                       : benchi_context_number(context, facts[i].key, facts[i].number);
	return status;
}

void benchi_context_free(benchi_context *context)
{
	for (size_t i = 0; i < context->n; i++)
		free(context->fact[i].text);
	free(context->fact);
	memset(context, 0, sizeof *context);
}
