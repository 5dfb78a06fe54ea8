/*
 * Measures in new processes of this program.
 *
 * The program is started again with its own command line; a fork is not enough, because the layout
 * is drawn at exec.  BENCH_TASK tells the child its number, seed and time.  BENCH_PADDING has a
 * random length, because the stack begins below the environment (Mytkowicz and others, ASPLOS 2009,
 * found 8 % in that alone).  Each row comes back as a line on the child's standard output
 * (row_line.c).  Systems that place programs at random also give each process other addresses.
 *
 * A child receives the calibration of the clock and the reference, which saves time.  Every fourth
 * child calibrates again, within a quarter of the time, so that the spread includes the error of
 * the calibration.
 *
 * Each child has its own process group: an interrupt from the terminal reaches only this process,
 * which passes it on.
 *
 * SPDX-License-Identifier: MIT
 */

#include "program/program.h"

#ifdef BENCHI_HAVE_PROCESSES
#include <unistd.h>
#endif

/*
 * The order of rows, and the time of each.
 *
 * Rows run in the order of the table. With rounds, processes or a seed the order is random, so that
 * what one row leaves behind (a hot core, a full cache) does not always affect the same other row.
 *
 * Shares are equal. A slow body may need more for the six rounds that make an interval, so it may
 * take a quarter of what the other rows can spare above two milliseconds each. A row that was
 * interrupted for 10 ms by another program may have that time again. Later rows share what is
 * left, so the total holds unless single calls of bodies exceed it. Example: 1 s for 200 rows is 5
 * ms each; a body of 20 ms may take 150 ms, and the others then have 4.3 ms.
 *
 * Threads and processes need time in addition to their share: to start, to wait for a processor,
 * to set up. Rows on threads get less by the excess of the previous one. Processes share what is
 * left, and none is started that would, by the mean of the earlier ones, end more than 5 % late.
 * At least six run, enough for a 95 % interval of a median, unless they take more than five
 * seconds, or one and a half times a stated time.  Without a stated time these are enough if they
 * agree, unless the run is saved or compared.  A stated time above the usual one goes into more
 * processes.
 */

static const struct {
	double least_ns;    /* shortest time of a row */
	double kept_ns;     /* reserved for each other row when a slow row takes more */
	double pause_ns;    /* extra time after an interruption */
	double process_ns;  /* shortest time of a process */
	double late;        /* processes may end this much later */
} share_policy = { 5e5, 2e6, 10e6, 1e6, 1.05 };

struct benchi_share benchi_budget_share(double left_ns, size_t rows)
{
	double others = rows > 1 ? (double)(rows - 1) : 0, spare;
	struct benchi_share share;

	share.time_ns = fmax(left_ns / (others + 1), share_policy.least_ns);
	spare = (left_ns - share.time_ns) - others * share_policy.kept_ns;
	share.most_ns = share.time_ns
		+ fmax(fmax(0, spare / 4), fmin(share_policy.pause_ns, left_ns / 4));
	return share;
}

double benchi_budget_process(const struct benchi_processes_budget *budget, double gone_ns,
                             size_t done)
{
	double most = share_policy.late * budget->time_ns;

	if (!(budget->time_ns > 0))
		return 0;
	if (done < budget->least)
		most = fmax(most, budget->least_ns);
	if (done && !budget->all && gone_ns + gone_ns / (double)done > most)
		return -1;
	return fmax(fmax(share_policy.process_ns, budget->time_ns / (double)budget->processes / 4),
		(budget->time_ns - gone_ns) / (double)(budget->processes - done));
}

static const struct {
	double wait;        /* share of a stated time for waiting while another workload shares the
	                       core */
	double lives;       /* share of a stated time after which no more processes run rows for longer:
	                       a life is a tenth, but at load 10 it took three tenths */
	double life_most;   /* factor on the time of a life with bursts, if no time is stated: enough
	                       for four cycles of a table that grows to 100,000 keys and begins again */
	double anew;        /* share of the time for calibrating again in children */
	double overdue_ns;  /* a first iteration or a set-up may always take this long */
	/* Start no more processes once the interval is this narrow to each side. Of sixteen everyday
	 * bodies, 200 processes each, on D: the interval of 16 processes holds the median of all in 94
	 * %, the interval of 6 to 16 processes in 93 %. */
	double narrow;
} processes_policy = { 0.5, 0.55, 16, 0.25, 10e9, 0.005 };

/* Returns true if the list ("*", "0,7" or NULL) contains the row. */
static bool listed(const char *rows, size_t row)
{
	uint64_t one;

	if (!rows || !strcmp(rows, "*"))
		return rows != NULL;
	for (; (rows = benchi_read_whole(rows, UINT64_MAX, &one)) != NULL; rows++)
		if (one == row || *rows != ',')
			return one == row;
	return false;
}

/* Returns the order in which the pass runs its rows.  The caller frees it; NULL: out of memory. */
static size_t *pass_order(const benchi_pass *pass)
{
	size_t n = pass->report->n, *order = malloc((n + 1) * sizeof *order);
	uint64_t random = pass->seed;

	if (!order)
		return NULL;
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	if (pass->shuffled)
		benchi_random_shuffle(&random, order, n);
	return order;
}

size_t benchi_pass_run(const benchi_pass *pass)
{
	benchi_result *result = pass->report->result;
	size_t n = pass->report->n, ran = 0, *order = pass_order(pass);
	const double began = benchi_now_ns();
	double extra = 0;   /* time that the last row took in addition to its share */
	double lived = 0;    /* time of rows that ran longer than their share (lives) */
	bool kept = true;    /* every result was stored */
	/* waiting for a free core: in addition to the time if granted, else part of it */
	double granted = fmax(pass->patience_ns, pass->left_ns * processes_policy.wait);
	double patience = granted;
	double all = 0, rest;    /* default times of all rows, and of the remaining ones */
	benchi_table_style style = { .patience_ns = pass->left_ns > 0 ? &patience : NULL,
		.options = { .rounds = pass->settings->rounds }, .process = pass->process,
		.show = &pass->settings->show };
	const bench_timing *timing;
	uint64_t random = pass->seed;

	if (!order)
		return SIZE_MAX;
	/* Each process has windows of another length.  If work recurs every 1.4 windows, seven of ten
	 * windows do it, and with equal windows all medians would be too high by the same share. */
	if (benchi_timing_default(&timing) == BENCH_OK)
		style.options.enough_ns = timing->enough_ns * (1 + benchi_random_share(&random));
	for (size_t i = 0; i < n; i++)
		all += benchi_row_time_ns(&result[i].row);
	rest = all;
	for (; ran < n && !benchi_interrupt_came(); ran++) {
		size_t i = order[ran];
		const double usual = benchi_row_time_ns(&result[i].row);
		double before = fmax(0, benchi_now_ns() - began) - lived
			- fmin(granted - patience, pass->patience_ns);
		benchi_outcome outcome;

		style.life_ns = pass->life_ns > 0 && listed(pass->life_rows, i)
			? pass->life_ns * usual / all : 0;
		style.life_most_ns = style.life_ns
			* (pass->settings->time_ns > 0 ? 1 : processes_policy.life_most);
		if (pass->left_ns > 0)
			style.share = benchi_budget_share((pass->left_ns - before) * usual
				* (double)(n - ran) / rest, n - ran);
		rest -= usual;
		if (pass->left_ns > 0 && result[i].row.pool)
			style.share.time_ns = fmax(style.share.time_ns - fmax(extra, 0),
				fmax(style.share.time_ns / 4, share_policy.least_ns));
		style.options.seed = pass->seed + 0x9e37 * (i + 1);
		benchi_running_case(result[i].row.name);
		outcome = benchi_one_run(&style, &result[i]);
		benchi_running_case(NULL);
		extra = fmax(0, benchi_now_ns() - began) - lived - before - style.share.time_ns;
		if (result[i].seen.life) {
			lived += fmax(0, extra);
			extra = 0;
		}
		if (pass->done)
			pass->done(pass->to, i, outcome, &result[i]);
		kept = kept && benchi_parts_add(&result[i], outcome);
	}
	free(order);
	return kept ? ran : SIZE_MAX;
}

double benchi_overdue_ns(double time_ns)
{
	return time_ns > 0 ? time_ns + fmax(time_ns, processes_policy.overdue_ns) : 0;
}

#ifdef BENCHI_HAVE_PROCESSES

enum { PATH = 4096, TEXT = 160, ROW_TEXT = 24 };

enum { END_TEXT = 80 };         /* how a process ended */
enum { LIFE_FIRST = 1 };        /* the process that measures all rows beyond their share */

struct parent {
	const benchi_pass *pass;
	const struct benchi_processes_budget *budget;
	benchi_report *report;
	char **argv;
	benchi_fresh fresh;
	uint64_t seed;       /* the current process's */
	uint32_t process;    /* the current process's number */
	size_t heard;        /* rows received from the current process */
	size_t failures;     /* processes that did not end as they should */
	double patience_ns;  /* waiting for a free core still allowed to children; not part of the time
	                        budget */
	double waited_ns;    /* time waited for a free core so far */
	double lived_ns;     /* time of rows measured beyond their share */
	char *lives;         /* rows the current process measures beyond its share; "": none */
	double until_ns;     /* kill a process that still runs at this time; 0: never */
};

/* Lists the rows that process k runs for longer. */
static void list_lives(struct parent *p, size_t k)
{
	char *to = p->lives;

	strcpy(to, k == LIFE_FIRST && p->budget->life_ns > 0 ? "*" : "");
	if (p->pass->settings->time_ns > 0
	    && p->lived_ns > processes_policy.lives * p->pass->settings->time_ns)
		return;
	for (size_t i = 0; p->budget->life_ns > 0 && i < p->report->n && k > LIFE_FIRST; i++) {
		const struct benchi_parts *each = &p->report->result[i].each;

		if (benchi_life_wanted(each->part, each->n))
			to += sprintf(to, to == p->lives ? "%zu" : ",%zu", i);
	}
}

/* Starts process k; *from is a stream of its rows. */
static bench_status start(struct parent *p, size_t k, double left_ns,
                          benchi_process *process, FILE **from)
{
	size_t size = TEXT + strlen(p->lives);
	char *task = malloc(size), path[PATH], *first = p->argv[0], **environment;
	benchi_command command = { p->argv, NULL, -1, -1, STDERR_FILENO, true };
	bench_status status;

	if (!task)
		return benchi_no_memory("a process");
	p->process = (uint32_t)k;
	p->seed = benchi_random(&p->fresh.random);
	p->heard = 0;
	snprintf(task, size, "%zu %llu %.0f %.0f %.0f %s", k, (unsigned long long)p->seed,
		left_ns / 1e3, fmax(0, p->patience_ns) / 1e3, *p->lives ? p->budget->life_ns / 1e3 : 0,
		p->lives);
	environment = benchi_fresh_environment(&p->fresh, k, "rows", task);
	free(task);
	if (!environment)
		return benchi_no_memory("a process");
	command.environment = environment;
	p->argv[0] = benchi_process_self(first, path, sizeof path);
	status = benchi_process_listen(&command, process, from);
	p->argv[0] = first;
	free(environment);
	return status;
}

/* Stores a process's result of a row. Returns 0, or -1 when out of memory. */
static int keep_row(struct parent *p, size_t row, benchi_outcome outcome)
{
	benchi_result *result = &p->report->result[row];

	p->heard++;
	if (result->seen.life)
		p->lived_ns += result->seen.life->elapsed_ns;
	if (p->patience_ns > 0) {
		p->patience_ns -= result->seen.waited_ns;
		p->waited_ns += result->seen.waited_ns;
	}
	if (!benchi_parts_add(result, outcome))
		return -1;
	if (p->pass->done)      /* another process may still have a result */
		p->pass->done(p->pass->to, row, outcome == BENCHI_DISTURBED ? BENCHI_SKIPPED : outcome,
			result);
	return 0;
}

/* Runs process k and takes its rows. Returns 0, also after an interrupt, or the exit status after a
 * message: BENCHI_EXIT_WRONG for a process that failed. */
static int run_one(struct parent *p, size_t k, double left_ns)
{
	const benchi_settings *s = p->pass->settings;
	benchi_pass pass = *p->pass;
	benchi_process process;
	benchi_row_reader reader;
	benchi_outcome outcome;
	char end[END_TEXT];
	benchi_result *running, *last;
	size_t row, *order;
	FILE *from;
	int got;

	list_lives(p, k);
	if (start(p, k, left_ns, &process, &from) != BENCH_OK)
		return benchi_complain(s, "--processes: %s; --processes 1 measures in this one",
			bench_detail());
	pass.seed = p->seed;
	order = pass_order(&pass);
	if (p->until_ns > 0)
		benchi_interrupt_bound(fmax(1e9, p->until_ns - benchi_now_ns()));
	got = benchi_row_reader_open(&reader, from, "a process") == BENCH_OK ? 1 : -1;
	while (got > 0) {
		if (!(p->until_ns > 0) && order && p->heard < p->report->n)
			benchi_interrupt_await(p->report->result[order[p->heard]].row.name);
		got = benchi_row_read(&reader, p->report, &row, &outcome);
		if (got > 0 && keep_row(p, row, outcome))
			got = -1;
	}
	running = order && p->heard < p->report->n ? &p->report->result[order[p->heard]] : NULL;
	last = order && p->heard ? &p->report->result[order[p->heard - 1]] : NULL;
	free(order);
	if (!(p->until_ns > 0))
		benchi_interrupt_await(NULL);
	benchi_row_reader_close(&reader);
	fclose(from);
	benchi_process_finish(&process);
	if (p->until_ns > 0)
		benchi_interrupt_bound(0);
	if (got == 0 && process.usage.exited && !process.usage.code && p->heard == p->report->n)
		return 0;
	if (benchi_interrupt_came() && !benchi_interrupt_killed())
		return 0;
	benchi_usage_text(&process.usage, end);
	if (process.usage.exited && process.usage.code == BENCHI_EXIT_UNSENT)
		strcpy(end, "could not send results (closed by a case?)");
	else if (process.usage.exited && process.usage.code > BENCHI_EXIT_SIGNAL && last) {
		/* a process that gets a signal still sends the row that it was measuring */
		snprintf(end, sizeof end, "was sent signal %d", process.usage.code - BENCHI_EXIT_SIGNAL);
		running = last;
	}
	if (running && !running->skipped && !benchi_interrupt_came()) {
		/* keep the reason, unless another process has a result */
		char why[2 * END_TEXT];

		snprintf(why, sizeof why, "its process %s; --processes 1 in a debugger shows where",
			benchi_interrupt_killed() ? "did not end" : end);
		benchi_row_fail(running, BENCH_ERR_ARGUMENT, why);
	}
	benchi_complain(s, "process %zu of %zu %s%s%s%s", k + 1, p->budget->processes,
		!benchi_interrupt_killed() ? process.usage.exited && got < 0 ? "sent a malformed result"
			: end
		: benchi_interrupt_came() ? "had not ended one second after the signal"
			: "had not ended long after --time",
		running ? " in '" : "", running ? running->row.name : "",
		running ? "'; its earlier results are used" : "");
	return BENCHI_EXIT_WRONG;
}

/* Runs processes while there is time and not too many have failed, then combines the parts of each
 * row and subtracts its overhead. Returns 0, or an exit status: also if processes failed, or
 * if a row was disturbed in every process. */
static int run_all(struct parent *p)
{
	const benchi_settings *s = p->pass->settings;
	const struct benchi_processes_budget *budget = p->budget;
	const double began = benchi_now_ns();
	bool any = false;
	int status = 0, without = 0;
	size_t k = 0;

	for (; k < budget->processes && status != BENCHI_EXIT_MISUSE && !benchi_interrupt_came()
	       && p->failures < BENCHI_FAILURES_MOST && !benchi_interrupt_killed(); k++) {
		/* lives are part of a stated time, and add to the default one */
		double gone = fmax(0, benchi_now_ns() - began) - p->waited_ns
			- (s->time_ns > 0 ? 0 : p->lived_ns);
		double left = benchi_budget_process(budget, gone, k);
		int failed;

		if (budget->narrow && k >= budget->least) {
			/* enough if every interval is narrow, and no row is to be run for longer */
			bool enough;

			list_lives(p, k);
			enough = !*p->lives;
			for (size_t i = 0; i < p->report->n && enough; i++) {
				const struct benchi_parts *each = &p->report->result[i].each;

				enough = !each->n || benchi_parts_half_width(each->part, each->n)
					<= processes_policy.narrow;
			}
			if (enough)
				break;
		}
		if (left < 0) {
			if (s->processes)
				benchi_complain(s, "%zu of %zu processes: time budget exhausted, each takes "
					"%.2g s", k, budget->processes, gone / 1e9 / (double)k);
			break;
		}
		failed = run_one(p, k, left);
		p->failures += failed == BENCHI_EXIT_WRONG;
		status = failed ? failed : status;
	}
	for (size_t i = 0; i < p->report->n; i++)
		any = any || p->report->result[i].each.n || p->report->result[i].skipped;
	if (status == BENCHI_EXIT_WRONG && !any)
		benchi_complain(s, "no process has sent a result; --processes 1 measures in this one");
	if (p->failures == BENCHI_FAILURES_MOST && k < budget->processes)
		benchi_complain(s, "%zu of %zu processes: no more are started after %d failures", k,
			budget->processes, BENCHI_FAILURES_MOST);
	for (size_t i = 0; i < p->report->n; i++) {
		benchi_result *r = &p->report->result[i];

		if (r->each.n && r->each.without)
			benchi_complain(s, "%s: without a result in %zu of %zu processes: %s", r->row.name,
				r->each.without, r->each.n + r->each.without, r->skipped ? r->skipped : "");
		if (r->each.n)       /* some process has a result, so the row is not skipped */
			benchi_result_skip(r, NULL);
		if (r->each.disturbed && !r->each.n)
			without = BENCHI_EXIT_WRONG;
	}
	if (benchi_parts_combine(p->report) != BENCH_OK)
		return benchi_complain(s, "%s", bench_detail());
	return status ? status : without;
}

#endif

int benchi_processes_child(benchi_pass *pass, FILE **out)
{
#ifdef BENCHI_HAVE_PROCESSES
	const char *text = benchi_task("rows");
	/* process number, seed, microseconds of time, patience and life; then the rows to run longer */
	uint64_t part[5];

	if (!text)
		return 0;
	for (int i = 0; i < 5; i++) {
		text = benchi_read_whole(text, UINT64_MAX, &part[i]);
		if (!text || *text++ != ' ')
			return -1;
	}
	benchi_process_end_with_parent();
	pass->process = (uint32_t)part[0];
	pass->seed = part[1];
	pass->left_ns = 1e3 * (double)part[2];
	pass->patience_ns = 1e3 * (double)part[3];
	pass->life_ns = 1e3 * (double)part[4];
	pass->life_rows = benchi_copy(text, strlen(text));
	unsetenv(BENCHI_TASK);
	*out = pass->life_rows ? benchi_process_reply() : NULL;
	return *out ? 1 : -1;
#else
	return 0;
#endif
}

int benchi_processes_run(const benchi_pass *pass, const struct benchi_processes_budget *budget,
                         char **argv)
{
#ifdef BENCHI_HAVE_PROCESSES
	struct parent p = { .pass = pass, .budget = budget, .report = pass->report, .argv = argv,
		.patience_ns = budget->patience_ns,
		.until_ns = pass->settings->time_ns > 0
			? benchi_now_ns() + benchi_overdue_ns(budget->time_ns) : 0,
		.fresh = { .random = pass->seed, .anew = budget->processes } };
	int status;

	if (budget->time_ns > 0 && budget->calibration_ns > 0)
		p.fresh.anew = (size_t)fmin((double)budget->processes,
			processes_policy.anew * budget->time_ns / budget->calibration_ns);

	if (benchi_privileged())   /* a privileged child ignores BENCH_TASK, so it would start children
	                              too */
		return benchi_complain(pass->settings, "--processes: not in a set-user-ID program");
	p.lives = calloc(pass->report->n + 1, ROW_TEXT);
	status = p.lives ? run_all(&p)
	                 : benchi_complain(pass->settings, "out of memory for the processes");
	free(p.lives);
	return status;
#else
	return benchi_complain(pass->settings, "--processes: this system cannot start processes");
#endif
}
