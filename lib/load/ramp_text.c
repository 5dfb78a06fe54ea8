/*
 * Prints a ramp for people (the answer, the table, why the ramp ended, the law) and for programs.
 *
 * SPDX-License-Identifier: MIT
 */

#include "load/load.h"

/*
 * A ramp's answer in sentences.
 *
 * Plain words first, terms in brackets; three digits, since a step's throughput is seldom more
 * certain.
 */

static const struct {
	double full;            /* processors count as full above this share */
	double sigma_widest;    /* a wider interval of the contention says nothing */
	double others;          /* from this share of the processors on, what other programs take shows
	                           in the throughput */
	double served;          /* serving less than this share of the offered load is not due to the
	                           variation of random arrivals */
	double misfit_most;     /* largest misfit of a queueing model that predicts anything */
	double errors_judged;   /* a throughput is known to within this many standard errors */
} policy = { .full = 0.9, .sigma_widest = 0.6, .others = 0.1, .served = 0.98, .misfit_most = 0.5,
	.errors_judged = 2 };

/* Returns x; numbers of more than three digits before the point are rounded to three. */
static double short_of(double x)
{
	double unit;

	if (!(x > 0) || !isfinite(x))
		return x;
	unit = pow(10, floor(log10(x)) - 2);
	return unit >= 1 ? floor(x / unit + 0.5) * unit : x;
}

char *benchi_ramp_time(double ns, bool utf8, char text[64])
{
	if (!isfinite(ns))
		return strcpy(text, "-");
	return benchi_value_text(short_of(ns), "ns", 3, utf8, text, 64);
}

char *benchi_ramp_count(double x, char text[64])
{
	char digits[32], number[BENCHI_NUMBER_TEXT];
	size_t n, out = 0;

	if (!isfinite(x))
		return strcpy(text, "-");
	if (x < 999.5 || x >= 1e15)
		return strcpy(text, benchi_number_digits(x, 3, number));
	snprintf(digits, sizeof digits, "%.0f", short_of(x));
	n = strlen(digits);
	for (size_t i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			text[out++] = ' ';
		text[out++] = digits[i];
	}
	text[out] = '\0';
	return text;
}

void benchi_ramp_progress_end(void)
{
	if (benchi_terminal_is(stderr))
		fprintf(stderr, "\r%-78s\r", "");
}

void benchi_ramp_progress(void *arg, size_t workers, const benchi_step *done)
{
	char count[64], time[64];

	if (!benchi_terminal_is(stderr))
		return;
	benchi_ramp_progress_end();
	fprintf(stderr, "%zu worker%s ...", workers, workers == 1 ? "" : "s");
	if (done)
		fprintf(stderr, "  %zu: %s per second, p99 %s", done->workers,
		        benchi_ramp_count(done->throughput_hz, count),
		        benchi_ramp_time(done->p99_ns, false, time));
	fflush(stderr);
}

static const char *workers(size_t n, char text[64])
{
	snprintf(text, 64, "%.0f worker%s", (double)n, n == 1 ? "" : "s");
	return text;
}

/* Returns the answer's step, or else the last step, or NULL if there is none. */
static const benchi_step *answer_step(const benchi_ramp *ramp)
{
	return ramp->n ? &ramp->step[ramp->best < ramp->n ? ramp->best : ramp->n - 1] : NULL;
}

/* Returns " within 10 ms at p99", or "". */
static const char *within(const benchi_ramp *ramp, bool utf8, char text[96])
{
	char time[64], share[BENCHI_NUMBER_TEXT];

	text[0] = '\0';
	if (ramp->plan.limit_ns > 0)
		snprintf(text, 96, " within %s at p%s", benchi_ramp_time(ramp->plan.limit_ns, utf8, time),
		         benchi_number_digits(ramp->plan.limit_share * 100, 6, share));
	return text;
}

/* Returns what the law leaves open, and what to do; NULL if it shows how throughput grows, or if no
 * law was fitted. */
static const char *open_question(const benchi_ramp *ramp)
{
	const benchi_scalability *s = &ramp->scaling;

	if (ramp->plan.rate_hz > 0 || s->kind == BENCHI_SCALING_NONE
	    || s->kind == BENCHI_SCALING_MISFIT || s->kind == BENCHI_SCALING_PEAK)
		return NULL;
	if (s->kind == BENCHI_SCALING_UNCLEAR)
		return "These steps do not show whether throughput grows with the workers: make longer "
			"steps, or use a quieter machine.";
	return s->peak < 2 * (double)ramp->step[ramp->n - 1].workers
		? "These steps do not show whether there is a peak: make more steps, or longer ones."
		: NULL;
}

char *benchi_ramp_answer(const benchi_ramp *ramp, bool utf8, char text[BENCHI_RAMP_TEXT])
{
	struct benchi_sink to = { text, BENCHI_RAMP_TEXT, 0 };
	char limit[96], n[64], count[64], time[64], rate[BENCHI_SCALED_TEXT];
	const benchi_step *best, *highest;

	if (ramp->n == 0)
		return strcpy(text, "No step was finished");
	if (ramp->best == SIZE_MAX && !(ramp->plan.limit_ns > 0))
		return strcpy(text, "Nothing was done");
	if (ramp->best == SIZE_MAX) {
		benchi_sink_put(&to, "No number of workers stays%s: with %s it is %s",
		                within(ramp, utf8, limit), workers(ramp->step[0].workers, n),
		                benchi_ramp_time(ramp->step[0].limited_ns, utf8, time));
		return text;
	}
	best = &ramp->step[ramp->best];
	highest = ramp->highest == SIZE_MAX ? best : &ramp->step[ramp->highest];
	if (open_question(ramp) && !(ramp->plan.limit_ns > 0))
		benchi_sink_put(&to, "%s per second with %s, about the most of these steps",
		                benchi_ramp_count(best->throughput_hz, count), workers(best->workers, n));
	else if (highest->workers <= best->workers)
		benchi_sink_put(&to, "%s %s the most%s: %s per second", workers(best->workers, n),
		                best->workers == 1 ? "does" : "do", within(ramp, utf8, limit),
		                benchi_ramp_count(best->throughput_hz, count));
	else
		benchi_sink_put(&to, "More than %s gain%s nothing%s: %s per second with %.0f, %s with %.0f",
		                workers(best->workers, n), best->workers == 1 ? "s" : "",
		                within(ramp, utf8, limit), benchi_ramp_count(best->throughput_hz, count),
		                (double)best->workers,
		                benchi_ramp_count(highest->throughput_hz, time), (double)highest->workers);
	if (best->bytes_hz > 0)
		benchi_sink_put(&to, ", %s", benchi_scaled(best->bytes_hz, NAN, BENCHI_UNITS_RATE, rate));
	/* Find the highest throughput of all steps, if that step is beyond the limit. */
	size_t most = 0;

	for (size_t i = 1; i < ramp->n; i++)
		if (ramp->step[i].throughput_hz > ramp->step[most].throughput_hz)
			most = i;
	if (most != ramp->best && ramp->step[most].over)
		benchi_sink_put(&to, "; %s do %s per second, but exceed the latency limit",
		                workers(ramp->step[most].workers, n),
		                benchi_ramp_count(ramp->step[most].throughput_hz, count));
	/* The first step of an open loop that could not serve the offered load: it served less, by more
	 * than random arrivals vary. */
	for (size_t i = 0; i < ramp->n; i++) {
		const benchi_step *s = &ramp->step[i];
		double missing = s->offered_hz - s->throughput_hz;
		double chance = sqrt(s->offered_hz / s->counted_ns * 1e9);

		if (!(s->throughput_hz < policy.served * s->offered_hz
			&& (s->unserved > 0 || missing > 3 * chance)))
			continue;
		benchi_sink_put(&to, "; %s %s offered %s per second and served %s: more than there is "
		                "capacity for", workers(s->workers, n), s->workers == 1 ? "was" : "were",
		                benchi_ramp_count(s->offered_hz, time),
		                benchi_ramp_count(s->throughput_hz, count));
		return text;
	}
	if (ramp->step[0].offered_hz > 0)
		benchi_sink_put(&to, "; all that was offered was served");
	return text;
}

static void interval_text(double low, double high, char text[64])
{
	char a[BENCHI_NUMBER_TEXT], b[BENCHI_NUMBER_TEXT];

	benchi_number_digits(low, 3, a);
	if (isfinite(high))
		snprintf(text, 64, "%s to %s", a, benchi_number_digits(high, 3, b));
	else
		snprintf(text, 64, "%s or more", a);
}

/* Returns a share in percent; rounding errors of 0 are 0. */
static double percent(double share)
{
	return fabs(share) < 1e-12 ? 0 : share * 100;
}

/* Returns the fitted law in words, or why there is no fit; "" for an open loop. */
static char *law_text(const benchi_ramp *ramp, char text[BENCHI_RAMP_TEXT])
{
	const benchi_scalability *s = &ramp->scaling;
	const char *question = open_question(ramp);
	char a[64], b[64], low[BENCHI_NUMBER_TEXT], high[BENCHI_NUMBER_TEXT];
	struct benchi_sink to = { text, BENCHI_RAMP_TEXT, 0 };

	text[0] = '\0';
	if (ramp->plan.rate_hz > 0)
		return text;
	if (s->kind == BENCHI_SCALING_NONE) {
		benchi_sink_put(&to, "The universal scalability law needs %d steps or more, found %.0f.",
		                BENCHI_SCALING_LEAST, (double)s->loads);
		return text;
	}
	if (s->kind == BENCHI_SCALING_MISFIT) {
		benchi_sink_put(&to, "The curve of the universal scalability law misses the steps by "
		                "%.0f %%: do not extrapolate.", s->misfit * 100);
		return text;
	}
	if (s->kind == BENCHI_SCALING_PEAK) {
		char range[64], peak[BENCHI_NUMBER_TEXT], knee[BENCHI_NUMBER_TEXT], rate[64];

		interval_text(s->peak_low, s->peak_high, range);
		benchi_sink_put(&to, "The peak is at %s workers (%s), with %s per second.  The knee is at "
		                "%s: without contention that many would reach the peak.",
		                benchi_number_digits(fmax(s->peak, 1), 3, peak), range,
		                benchi_ramp_count(s->peak_rate, rate),
		                benchi_number_digits(s->knee, 3, knee));
	} else if (question)
		benchi_sink_put(&to, "%s", question);
	else if (s->kind == BENCHI_SCALING_LINEAR || !isfinite(s->peak_rate))
		benchi_sink_put(&to, "No peak in sight: throughput grows with the workers.");
	else
		benchi_sink_put(&to, "No peak in sight: throughput grows ever slower, "
		         "perhaps to %s per second.  The knee is at %s workers.",
		         benchi_ramp_count(s->peak_rate, a), benchi_number_digits(s->knee, 3, low));
	if (s->kind == BENCHI_SCALING_UNCLEAR || s->sigma_high - s->sigma_low > policy.sigma_widest)
		return text;
	interval_text(percent(s->sigma_low), percent(s->sigma_high), a);
	interval_text(percent(s->kappa_low), percent(s->kappa_high), b);
	benchi_sink_put(&to, "  The universal scalability law fits within %.1f %%: contention %s %% "
		"(%s), the share that is done one at a time; coherence %s %% (%s), the cost of each "
		"pair of workers.", s->misfit * 100,
		benchi_number_digits(percent(s->sigma), 3, low), a,
		benchi_number_digits(percent(s->kappa), 3, high), b);
	return text;
}

bool benchi_ramp_model_fits(const benchi_ramp *ramp)
{
	return ramp->queueing.servers && ramp->queueing.misfit <= policy.misfit_most;
}

/* Returns the queueing model in words; "" without one. */
static char *queueing_text(const benchi_ramp *ramp, bool utf8, char text[BENCHI_RAMP_TEXT])
{
	const benchi_queueing *q = &ramp->queueing;
	const benchi_step *worst = &ramp->step[q->worst];
	struct benchi_sink to = { text, BENCHI_RAMP_TEXT, 0 };
	char service[64], measured[64], expected[64], n[64];

	text[0] = '\0';
	if (!q->servers)
		return text;
	if (!benchi_ramp_model_fits(ramp)) {
		benchi_sink_put(&to, "No queueing model fits: %.0f server%s (M/M/%.0f) %s off by %.0f %%.",
		         (double)q->servers, q->servers == 1 ? "" : "s", (double)q->servers,
		         q->servers == 1 ? "is" : "are", q->misfit * 100);
		return text;
	}
	benchi_sink_put(&to, "Queueing model: %.0f server%s of %s, one worker's time "
	         "(M/M/%.0f); mean latencies are off by %.1f %%, most with %s: %s, expected %s.",
	         (double)q->servers, q->servers == 1 ? "" : "s",
	         benchi_ramp_time(q->service_ns, utf8, service), (double)q->servers, q->misfit * 100,
	         workers(worst->workers, n), benchi_ramp_time(worst->mean_ns, utf8, measured),
	         benchi_ramp_time(worst->model_ns, utf8, expected));
	if (!(ramp->plan.rate_hz > 0)) {
		/* Response time for random arrivals at shares of the capacity. */
		static const double share[] = { .5, .8, .9 };
		double most_hz = 1e9 / q->service_ns * (double)q->servers;
		char count[64], time[3][64];

		for (size_t i = 0; i < 3; i++)
			benchi_ramp_time(benchi_queueing_open(q->servers, q->service_ns, share[i] * most_hz),
			                 utf8, time[i]);
		benchi_sink_put(&to, "  Arriving at random, at 50, 80 and 90 %% of "
		         "their %s per second, requests would take %s, %s and %s in the mean.",
		         benchi_ramp_count(most_hz, count), time[0], time[1], time[2]);
	}
	return text;
}

enum { COLUMNS = 80 };

static bench_status table(FILE *out, const benchi_ramp *ramp, bool utf8)
{
	const benchi_output_style style = { .utf8 = utf8 };
	benchi_grid g = { .columns = 0 };
	bool over = false, behind = false;
	double failed = 0, done = 0;
	bench_status status;

	benchi_grid_heads(&g, ramp->plan.rate_hz > 0
		? "workers|offered|per second|p50|p90|p99|p99.9|max|<"
		: "workers|per second|cpu|p50|p90|p99|p99.9|max|<");
	for (size_t i = 0; i < ramp->n; i++) {
		const benchi_step *s = &ramp->step[i];
		const double latency[] = { s->p50_ns, s->p90_ns, s->p99_ns, s->p999_ns, s->max_ns };
		char text[64];

		benchi_grid_line(&g, "%.0f", (double)s->workers);
		if (ramp->plan.rate_hz > 0)
			benchi_grid_put(&g, "%s", benchi_ramp_count(s->offered_hz, text));
		benchi_grid_put(&g, "%s", benchi_ramp_count(s->throughput_hz, text));
		if (!(ramp->plan.rate_hz > 0))
			benchi_grid_put(&g, "%s", benchi_ramp_time(s->cpu_ns, utf8, text));
		for (size_t k = 0; k < sizeof latency / sizeof *latency; k++)
			benchi_grid_put(&g, "%s", benchi_ramp_time(latency[k], utf8, text));
		snprintf(text, sizeof text, "%s%s%s", i == ramp->best ? " *" : "", s->over ? " !" : "",
		         s->unserved > 0 ? " ~" : "");
		benchi_grid_put(&g, "%s", text + (*text == ' '));

		over = over || ramp->step[i].over;
		behind = behind || ramp->step[i].unserved > 0;
		failed += ramp->step[i].failed;
		done += ramp->step[i].operations;
	}
	status = benchi_grid_end(&g, out, &style);
	if (ramp->best != SIZE_MAX)
		fputs("* the answer", out);
	if (over)
		fprintf(out, "%s! over the latency limit", ramp->best != SIZE_MAX ? "   " : "");
	if (behind)
		fputs("   ~ fell behind: some operations never began", out);
	if (over || behind || ramp->best != SIZE_MAX)
		fputc('\n', out);
	if (failed > 0)
		fprintf(out, "%.0f of %.0f runs failed: throughput and latency are of the others.\n",
		        failed, failed + done);
	if (ramp->batch > 1)
		fprintf(out, "Latencies are means of %.0f operations each: "
		        "one alone is too short to time.\n", (double)ramp->batch);
	return status;
}

static void put_sentences(FILE *out, const char *text)
{
	if (*text)
		benchi_put_wrapped(out, "", text, COLUMNS);
}

/* Prints the answer, the table and the fit. name: what was loaded. */
static bench_status print_text(FILE *out, const benchi_ramp *ramp, const char *name, bool utf8)
{
	bench_status status = BENCH_OK;
	char text[BENCHI_RAMP_TEXT], share[BENCHI_NUMBER_TEXT];

	if (ramp->plan.load > 0 && ramp->plan.rate_hz > 0)
		fprintf(out, "Offered %s %% of that, %s per second at random times:\n\n",
			benchi_number_digits(100 * ramp->plan.load, 3, share),
			benchi_ramp_count(ramp->plan.rate_hz * (double)ramp->plan.most, text));
	else if (name && *name) {
		benchi_put_line(out, name);
		fputc('\n', out);
	}
	benchi_ramp_answer(ramp, utf8, text);
	strncat(text, ".", sizeof text - strlen(text) - 1);
	put_sentences(out, text);
	if (ramp->n) {
		fputc('\n', out);
		status = table(out, ramp, utf8);
	}
	fputc('\n', out);
	/* Why the ramp ended. */
	static const char *const why[] = { "All steps are done", "Throughput stopped rising",
		"The latency limit was passed", "Interrupted: results are incomplete" };

	snprintf(text, BENCHI_RAMP_TEXT, "%s%s.", *ramp->refused ? "No more workers could be started: "
	         : why[ramp->end], ramp->refused);
	put_sentences(out, text);
	if (ramp->best != SIZE_MAX && ramp->step[ramp->best].busy >= policy.full) {
		/* The answer's step is limited by the workers themselves. */
		const benchi_step *step = &ramp->step[ramp->best];
		const int processors = benchi_processors_allowed();
		char n[64];

		snprintf(text, sizeof text, "The client may be the limit: at %s, the workers' own "
		         "processor time is %s %% of %d processor%s.", workers(step->workers, n),
		         benchi_number_fixed(fmin(100, step->busy * 100), 0, share), processors,
		         processors == 1 ? "" : "s");
		put_sentences(out, text);
	}
	double others = 0;

	for (size_t i = 0; i < ramp->n; i++) {
		const benchi_utilisation *u = &ramp->step[i].machine;

		if (benchi_utilisation_known(u) && isfinite(u->own))
			others = fmax(others, u->user + u->system - u->own);
	}
	if (others > policy.others) {
		snprintf(text, BENCHI_RAMP_TEXT, "Other processes took up to %.0f %% of the processors. "
		         "Unless these are the server under load, throughput is only what they left: use a "
		         "quiet machine.", 100 * others);
		put_sentences(out, text);
	}
	if (ramp->n) {
		put_sentences(out, law_text(ramp, text));
		put_sentences(out, queueing_text(ramp, utf8, text));
	}
	/* What the machine did in the answer's step, or else in the last step, and what was at its
	 * limit. */
	const benchi_step *step = answer_step(ramp);
	const benchi_output_style style = { .utf8 = utf8 };

	if (status == BENCH_OK && step && benchi_utilisation_known(&step->machine)) {
		fprintf(out, "\nThe machine at %s:\n", workers(step->workers, text));
		status = benchi_put_utilisation_text(out, &step->machine, &style);
	}
	return status == BENCH_OK ? benchi_output_end(out) : status;
}

/*
 * Writes a ramp for programs. One table of names and values serves JSON and CSV: a step is an
 * object, or a row. Numbers are complete; missing ones are null (JSON) or empty (CSV). Only JSON
 * has the fit.
 */

/* The columns of a step whose values are doubles. */
static const struct {
	const char *name;
	size_t offset;
} columns[] = {
#define COLUMN(member) { #member, offsetof(benchi_step, member) }
	COLUMN(offered_hz), COLUMN(throughput_hz), COLUMN(error_hz), COLUMN(operations),
	COLUMN(p50_ns), COLUMN(p90_ns), COLUMN(p99_ns), COLUMN(p999_ns), COLUMN(max_ns),
	COLUMN(limited_ns), COLUMN(wall_ns), COLUMN(cpu_ns), COLUMN(unserved), COLUMN(counted_ns),
	COLUMN(busy), COLUMN(mean_ns), COLUMN(service_ns), COLUMN(model_ns),
	COLUMN(bytes_hz),
};

static const struct {
	const char *name;
	size_t offset;
} fitted[] = {
#define FITTED(member) { #member, offsetof(benchi_scalability, member) }
	FITTED(lambda), FITTED(lambda_low), FITTED(lambda_high), FITTED(sigma), FITTED(sigma_low),
	FITTED(sigma_high), FITTED(kappa), FITTED(kappa_low), FITTED(kappa_high), FITTED(peak),
	FITTED(peak_low), FITTED(peak_high), FITTED(peak_rate), FITTED(knee), FITTED(misfit),
};

static const char *const ends[] = { "most", "flat", "late", "stopped" };
static const char *const kinds[] = { "none", "peak", "no peak", "linear", "unclear", "misfit" };

static double member_of(const void *of, size_t offset)
{
	/* cppcheck-suppress invalidPointerCast; offsets of doubles only */
	return *(const double *)((const char *)of + offset);
}

static bench_status write_json(const benchi_ramp_writer *w, const benchi_ramp *ramp,
                               const char *name)
{
	FILE *out = w->out;
	const benchi_ramp_plan *plan = &ramp->plan;
	const bool answered = ramp->best != SIZE_MAX;

	fputs("{\n  \"libbench_ramp\": 1,\n  \"name\": ", out);
	benchi_json_text(out, name ? name : "");
	if (w->context && w->context->n) {
		fputs(",\n  \"context\": ", out);
		benchi_put_context(out, w->context, BENCHI_CONTEXT_OBJECT);
	}
	fprintf(out, ",\n  \"end\": \"%s\",\n  \"refused\": ", ends[ramp->end]);
	benchi_json_text(out, ramp->refused);
	fputs(",\n  \"limit_ns\": ", out);
	benchi_put_number(out, plan->limit_ns > 0 ? plan->limit_ns : (double)NAN);
	benchi_put_pair(out, "limit_share", plan->limit_share);
	benchi_put_pair(out, "rate_hz", plan->rate_hz > 0 ? plan->rate_hz : (double)NAN);
	fprintf(out, ", \"starts\": \"%s\", \"batch\": %.0f,\n  \"answer_workers\": ",
	        !(plan->rate_hz > 0) ? "closed" : plan->gap_ns ? "trace"
	        : plan->even ? "even" : "poisson", (double)ramp->batch);
	benchi_put_number(out, answered ? (double)ramp->step[ramp->best].workers : (double)NAN);
	benchi_put_pair(out, "answer_hz", answered ? ramp->step[ramp->best].throughput_hz
	                : (double)NAN);
	benchi_put_pair(out, "highest_workers", ramp->highest == SIZE_MAX ? (double)NAN
	                : (double)ramp->step[ramp->highest].workers);
	fprintf(out, ",\n  \"law\": {\"kind\": \"%s\", \"loads\": %.0f", kinds[ramp->scaling.kind],
	        (double)ramp->scaling.loads);
	for (size_t k = 0; k < sizeof fitted / sizeof *fitted; k++)
		benchi_put_pair(out, fitted[k].name, member_of(&ramp->scaling, fitted[k].offset));
	fprintf(out, "},\n  \"queueing\": {\"servers\": %.0f", (double)ramp->queueing.servers);
	benchi_put_pair(out, "service_ns", ramp->queueing.service_ns);
	benchi_put_pair(out, "misfit", ramp->queueing.misfit);
	fputs("},\n  \"steps\": [", out);
	for (size_t i = 0; i < ramp->n; i++) {
		const benchi_step *step = &ramp->step[i];

		fprintf(out, "%s\n    {\"workers\": %.0f", i ? "," : "", (double)step->workers);
		for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
			benchi_put_pair(out, columns[k].name, member_of(step, columns[k].offset));
		if (step->failed > 0)
			benchi_put_pair(out, "failed", step->failed);
		fprintf(out, ",\n     \"over\": %s, \"best\": %s, \"slice_hz\": [",
		        step->over ? "true" : "false", i == ramp->best ? "true" : "false");
		for (int k = 0; k < BENCHI_POOL_SLICES; k++) {
			fputs(k ? ", " : "", out);
			benchi_put_number(out, step->slice_hz[k]);
		}
		fputc(']', out);
		if (benchi_utilisation_known(&step->machine)) {
			fputs(",\n     \"machine\": ", out);
			benchi_put_utilisation(out, &step->machine);
		}
		fputc('}', out);
	}
	fputs("\n  ]\n}\n", out);
	return benchi_output_end(out);
}

void benchi_ramp_writer_begin(const benchi_ramp_writer *w)
{
	benchi_output_style look;

	if (!w->out)
		return;
	look = benchi_look_for(w->out);
	if (w->form == BENCHI_FORMAT_CSV) {
		fputs("# libbench_ramp 1\n", w->out);
		benchi_put_context(w->out, w->context, BENCHI_CONTEXT_LINES);
		fputs("name,workers", w->out);
		for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
			fprintf(w->out, ",%s", columns[k].name);
		fputs(",over,best\n", w->out);
	} else if (w->form == BENCHI_FORMAT_JSON)
		fputs(w->several ? "[\n" : "", w->out);
	else if (w->context && w->context->n) {
		benchi_put_header(w->out, w->context, look.columns ? look.columns : 80, look.utf8);
		putc('\n', w->out);
	}
}

bench_status benchi_ramp_writer_add(benchi_ramp_writer *w, const benchi_ramp *ramp,
                                    const char *name)
{
	FILE *out = w->out;

	if (!out)
		return BENCH_OK;
	if (w->form != BENCHI_FORMAT_CSV) {
		const bool json = w->form == BENCHI_FORMAT_JSON;

		if (w->written++)
			fputs(json ? ",\n" : "\n", out);
		return json ? write_json(w, ramp, name)
			: print_text(out, ramp, name, benchi_look_for(out).utf8);
	}
	if (ramp->end == BENCHI_RAMP_STOPPED)
		fputs("# interrupted: true\n", out);
	for (size_t i = 0; i < ramp->n; i++) {
		benchi_csv_text(out, name ? name : "");
		fprintf(out, ",%.0f", (double)ramp->step[i].workers);
		for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
			double x = member_of(&ramp->step[i], columns[k].offset);

			fputc(',', out);
			if (isfinite(x))
				benchi_put_number(out, x);
		}
		fprintf(out, ",%d,%d\n", ramp->step[i].over, i == ramp->best);
	}
	return benchi_output_end(out);
}

void benchi_ramp_writer_end(const benchi_ramp_writer *w)
{
	if (w->out && w->form == BENCHI_FORMAT_JSON && w->several)
		fputs("]\n", w->out);
}

/*
 * Checks a ramp's steps against limits and expectations.
 *
 * A throughput is known to within a factor of 1 plus two relative standard errors, so its interval
 * never reaches 0, however much the slices of a step differ. Latencies count as measured.
 */

const char *const benchi_ramp_metrics[] = { "operations/s", "bytes/s", "mean_ns", "p50_ns",
	"p90_ns", "p99_ns", "p999_ns", "max_ns", "cpu_ns", "wall_ns", NULL };

/* Writes "1.32 ms", "675 MB/s" or "1 350", depending on the metric. Returns text. */
static char *words(const char *metric, double value, char text[64])
{
	if (strstr(metric, "_ns"))
		return benchi_ramp_time(value, false, text);
	return *metric == 'b' ? benchi_scaled(value, NAN, BENCHI_UNITS_RATE, text)
	                      : benchi_ramp_count(value, text);
}

/* Returns on which side of the bound the step lies; *value is NaN if the step has no such
 * number. */
static int side_of(const benchi_step *s, const benchi_bound *bound, double *value)
{
	const double values[] = { s->throughput_hz, s->bytes_hz, s->mean_ns, s->p50_ns, s->p90_ns,
		s->p99_ns, s->p999_ns, s->max_ns, s->cpu_ns, s->wall_ns };
	const bool rate = strstr(bound->metric, "/s") && s->throughput_hz > 0;
	const double off = rate ? 1 + policy.errors_judged * s->error_hz / s->throughput_hz : 1;
	size_t i = 0;

	while (benchi_ramp_metrics[i + 1] && strcmp(benchi_ramp_metrics[i], bound->metric))
		i++;
	*value = values[i];
	return isnan(*value) ? 0 : benchi_bound_side(bound, *value / off, *value * off);
}

bool benchi_ramp_judge(FILE *out, const benchi_ramp *ramp, const benchi_bound *limit)
{
	char number[64], n[64];
	bool beyond = false;
	double value;

	for (size_t i = 0; i < ramp->n; i++) {
		if (!side_of(&ramp->step[i], limit, &value))
			continue;
		fprintf(out, "impossible: %s is %s at %s, the limit %s\n", limit->metric,
			words(limit->metric, value, number), workers(ramp->step[i].workers, n), limit->text);
		beyond = true;
	}
	return beyond;
}

void benchi_ramp_expectation(FILE *out, const benchi_ramp *ramp, const benchi_bound *expected)
{
	const benchi_step *step = answer_step(ramp);
	char number[64], n[64];
	double value;
	int side;

	if (!step)
		return;
	side = side_of(step, expected, &value);
	if (isnan(value))
		fprintf(out, "expected %s: not measured\n", expected->text);
	else
		fprintf(out, "%s: %s is %s at %s; expected %s\n", benchi_bound_answer(side),
			expected->metric, words(expected->metric, value, number), workers(step->workers, n),
			expected->text);
}
