/*
 * `bench versus`: compares two builds, case by case.
 *
 * Processes run in blocks of two pairs, old new new old or its mirror at random, so that a trend of
 * the machine affects both sides alike.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/versus/versus.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The executables of each side.
 *
 * A side is a file; or a folder of variants of one program, sorted by name (from bench relink); or,
 * with --build, a file that a command makes for each seed, copied before the next build.
 */

enum { PATH = 4096, COMMAND = 8192 };

bool versus_add_variant(variants *to, const char *path)
{
	char **more = realloc(to->path, (to->n + 1) * sizeof *more);

	if (!more)
		return false;
	to->path = more;
	more[to->n] = malloc(strlen(path) + 3);
	if (!more[to->n])
		return false;
	/* a path with a slash, so that PATH is not searched */
	sprintf(more[to->n++], "%s%s", strchr(path, '/') ? "" : "./", path);
	return true;
}

static bool executable(const char *path)
{
	struct stat info;

	return !stat(path, &info) && S_ISREG(info.st_mode) && !access(path, X_OK);
}

static int by_length_and_name(const void *a, const void *b)
{
	const char *x = *(char *const *)a, *y = *(char *const *)b;

	size_t m = strlen(x), n = strlen(y);

	return m != n ? (m > n) - (m < n) : strcmp(x, y);
}

int versus_find_folder(const char *folder, variants *to)
{
	DIR *files = opendir(folder);
	const struct dirent *entry;
	char path[PATH];
	size_t before = to->n;
	bool fine = true;

	if (!files)
		return complain(VERSUS, "%s: %s", folder, strerror(errno));
	while (fine && (entry = readdir(files)) && to->n < BUILDS_MOST) {
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		/* skip copies left by an interrupted gate */
		fine = benchi_ends_in(path, ".copy") || !executable(path) || versus_add_variant(to, path);
	}
	closedir(files);
	if (!fine)
		return complain(VERSUS, "out of memory");
	if (!to->n)
		return complain(VERSUS, "%s: found no executable file in this folder", folder);
	qsort(to->path + before, to->n - before, sizeof *to->path, by_length_and_name);
	return 0;
}

void versus_keep_variants(versus *v, size_t n)
{
	for (int side = 0; side < SIDES; side++)
		while (v->side[side].n > n)
			free(v->side[side].path[--v->side[side].n]);
}

static int copy_file(const char *from, const char *to)
{
	char *bytes = NULL;
	size_t n = 0;
	bool fine = benchi_file_read(from, SIZE_MAX, &bytes, &n) == BENCH_OK && bytes;
	FILE *out = fine ? fopen(to, "wb") : NULL;

	fine = out && fwrite(bytes, 1, n, out) == n;
	fine = out && !fclose(out) && fine && !chmod(to, 0700);
	free(bytes);
	return fine ? 0 : complain(VERSUS, "cannot copy %s to %s", from, to);
}

/* Finds the executables of both sides, or builds them: a command with the seed in place of each %d.
 * Returns 0, or an exit status after a message. */
static int find_builds(versus *v, char **operands)
{
	int status = 0;

	v->name[OLD] = operands[0];
	v->name[NEW] = v->settings.null ? operands[0] : operands[1];
	if (v->settings.build) {
		static const char *const names[SIDES] = { "old", "new" };
		char path[PATH], command[COMMAND], *to;

		v->folder = scratch_make(VERSUS, true);
		if (!v->folder)
			return EXIT_MISUSE;
		for (size_t b = 0; b < v->settings.builds && !status; b++) {
			to = command;
			for (const char *from = v->settings.build; *from; from++) {
				if (to - command > COMMAND - 16)
					return complain(VERSUS, "--build: the command is too long");
				if (from[0] == '%' && from[1] == 'd') {
					to += sprintf(to, "%u", (unsigned)(v->settings.seed + b));
					from++;
				} else {
					*to++ = *from;
				}
			}
			*to = '\0';
			fflush(stdout);
			if (system(command))
				return complain(VERSUS, "--build: '%s' failed", command);
			for (int side = 0; side < SIDES && !status; side++) {
				snprintf(path, sizeof path, "%s/%s.%zu", v->folder, names[side], b);
				status = copy_file(v->name[side], path);
				if (!status && !versus_add_variant(&v->side[side], path))
					status = complain(VERSUS, "out of memory");
			}
		}
		return status;
	}
	for (int side = 0; side < SIDES && !status; side++) {
		struct stat info;

		if (stat(v->name[side], &info))
			return complain(VERSUS, "%s: %s", v->name[side], strerror(errno));
		if (S_ISDIR(info.st_mode))
			status = versus_find_folder(v->name[side], &v->side[side]);
		else if (!executable(v->name[side]))
			return complain(VERSUS, "%s: not an executable file", v->name[side]);
		else if (!versus_add_variant(&v->side[side], v->name[side]))
			return complain(VERSUS, "out of memory");
	}
	for (int side = 0; side < SIDES && !status && v->settings.builds; side++)
		if (v->side[side].n < v->settings.builds)
			return complain(VERSUS, "--builds: %s has only %zu of %zu builds", v->name[side],
				v->side[side].n, v->settings.builds);
	if (!status && v->settings.builds)
		versus_keep_variants(v, v->settings.builds);
	return status;
}

/*
 * Cases, and what processes found out about them.
 */

versus_case *versus_case_of(versus *v, const char *name)
{
	versus_case *c;
	uint32_t known = benchi_name_table_find(&v->names, name, strlen(name));

	if (known != BENCHI_NO_NAME)
		return &v->c[known];
	if (!benchi_grow(&v->c, sizeof *v->c, v->cases, &v->capacity))
		return NULL;
	c = &v->c[v->cases];
	memset(c, 0, sizeof *c);
	c->change = c->certain = (benchi_interval){ -(double)INFINITY, NAN, (double)INFINITY };
	for (int side = 0; side < SIDES; side++)
		c->instructions[side] = c->allocations[side] = (double)NAN;
	c->name = benchi_copy(name, strlen(name));
	if (!c->name || benchi_name_table_add(&v->names, name, strlen(name)) != v->cases) {
		free(c->name);
		return NULL;
	}
	v->cases++;
	return c;
}

bool versus_add(versus_case *c, int side, const one_run *run)
{
	if (!benchi_grow(&c->run[side], sizeof *c->run[side], c->n[side], &c->capacity[side]))
		return false;
	c->run[side][c->n[side]++] = *run;
	return true;
}

static const struct {
	double case_ns;
	double process_ns;      /* shortest time of all cases in a process, for rare work: of work that
	                         * recurs every 5 ms, a process of 20 ms sees three or four bursts */
	double brief_ns;        /* time of a case that suffices for its median, after the first pairs
	                         * without rare work: starting a process takes 4 ms, and medians of 4
	                         * and of 40 ms scatter alike */
	size_t watched;         /* these first pairs, and as many for each warning of rare work */
	double processes_least; /* processes that --time must have space for when they are lengthened
	                         * for rare work */
	double first;           /* the first pair takes this many times the usual time: at a load of 14
	                         * no process of 20 ms saw work that recurs every 2.6 ms, and code with
	                         * half of that work was "47 % faster" */
	double longest;         /* longest time of a process without rare work, times the usual: with
	                         * longer ones a gate ran 71 pairs of a case in 26 s instead of 430 */
} versus_policy = { 1e6, 20e6, 6e6, 12, 20, 10, 4 };

#define TIME_S 30        /* default of --time, in seconds */
#define BUILD_PROCESSES 40
#define DISTURBED_TIMES 3

#define AT(member) offsetof(versus_settings, member)

static const benchi_setting table[] = {
	BENCHI_SETTING('m', "margin", "'[GLOB=]1%'",
		"set the difference to ignore (1%; --git: 2%)",
		versus_take_margin, AT(margins)),
	BENCHI_SETTING('t', "time", "TIME", "stop after this time, answered or not (30s)",
		benchi_setting_seconds, AT(time_s)),
	BENCHI_SETTING('f', "filter", "GLOB", "compare only cases with a matching name",
		benchi_setting_filter, AT(filter)),
	BENCHI_SETTING(0, "git", "BASE[..HEAD]",
		"build and compare two revisions; --build makes PROGRAM", benchi_setting_text, AT(git)),
	BENCHI_SETTING(0, "format", "text|json|csv|markdown|junit|tap|github",
		"output (text); csv without, last three with --git", benchi_setting_choice, AT(format)),
	BENCHI_HELP("The answer"),
	BENCHI_SETTING('c', "confidence", "95%", "set the confidence of all answers together (95%)",
		take_confidence, AT(question)),
	BENCHI_LIMITED(0, "processes", "N",
		"run at most N processes of each side (no limit)",
		benchi_setting_count, AT(processes), 1, 1e10),
	BENCHI_FLAG(0, "null", "compare OLD with itself: the answer should be same", AT(null)),
	BENCHI_FLAG(0, "count", "also count the instructions of an iteration", AT(count)),
	BENCHI_FLAG(0, "force", "compare even if clock, method or version differ", AT(force)),
	BENCHI_HELP("Several builds of each side"),
	BENCHI_SETTING(0, "build", "'make SEED=%d'",
		"build with this command; %d is each build's seed", benchi_setting_text, AT(build)),
	BENCHI_LIMITED(0, "builds", "N", "compare N builds of each side (8; of folders: all)",
		benchi_setting_count, AT(builds), 2, BUILDS_MOST),
	BENCHI_LIMITED(0, "floor", "2%", "flag changes below this, with one build each (2%)",
		benchi_setting_share, AT(floor), 0, .5),
	BENCHI_HELP("In continuous integration"),
	BENCHI_SETTING(0, "fail-on", BENCHI_FAIL_WORDS,
		"exit 1 if slower, or also 3 if undecided (slower)", benchi_setting_choice, AT(fail_on)),
	BENCHI_HELP("Other"),
	BENCHI_SETTING(0, "seed", "N", "seed the order of runs and the first build (1)",
		benchi_setting_seed,
		AT(seed)),
	BENCHI_FLAG('q', "quiet", "print no progress", AT(quiet)),
	BENCHI_SETTINGS_END
};

static bool time_is_over(const versus *v)
{
	return benchi_interrupt_came() || now_s() - v->began_s >= v->settings.time_s;
}

bool versus_library_variant(const versus *v, int side, size_t k, char path[VERSUS_PATH])
{
	const char *library = v->library[side], *variant = v->side[side].path[k]
		+ strlen(*v->side[side].path);
	int n = k ? snprintf(path, PATH, "%s%.*s%s%s", library,
		(int)(strrchr(variant, '/') + 1 - variant), variant, last_part(library),
		strrchr(variant, '.')) : snprintf(path, PATH, "%s.link/built", library);

	return n < PATH && !access(path, R_OK);
}

/* Puts a copy of the gate's library in its place, in the layout of a program's variant k. Returns
 * 0, or an exit status after a message. */
static int use_library(const versus *v, int side, size_t k)
{
	char path[PATH], copy[PATH];

	if (!versus_library_variant(v, side, k, path) || snprintf(copy, PATH, "%s.copy",
		v->library[side]) >= PATH)
		return complain(VERSUS, "%s: layout %zu cannot be used", v->library[side], k);
	if (copy_file(path, copy))
		return EXIT_MISUSE;
	return rename(copy, v->library[side])
		? complain(VERSUS, "%s: %s", v->library[side], strerror(errno)) : 0;
}

/*
 * Runs one process.  A gate copies the executable for each process: where the pages of a file are
 * in memory changes some cases by a tenth, for as long as the system keeps them.  The copy is next
 * to the program, as $ORIGIN of its libraries' paths is the folder of the executable.
 */
static int run_side(versus *v, int side, size_t build)
{
	size_t k = build % v->side[side].n;
	char *path = v->side[side].path[k], fresh[PATH];
	int status;

	if (!v->settings.git || snprintf(fresh, sizeof fresh, "%s.%ld.copy", *v->side[side].path,
		(long)getpid()) >= PATH)
		return versus_run_one(v, side, k);
	v->copied = strlen(*v->side[side].path);
	status = copy_file(path, fresh);
	if (!status && v->library[side])
		status = use_library(v, side, k);
	v->side[side].path[k] = fresh;
	if (!status)
		status = versus_run_one(v, side, k);
	v->side[side].path[k] = path;
	(void)unlink(fresh);
	return status;
}

size_t versus_disturbed(const versus *v)
{
	size_t most = 0;

	for (size_t i = 0; i < v->cases; i++) {
		const versus_case *c = &v->c[i];
		size_t n = 0;

		for (size_t k = 0; k < c->n[OLD] && k < c->n[NEW]; k++)
			n += c->run[OLD][k].disturbed || c->run[NEW][k].disturbed;
		most = n > most ? n : most;
	}
	return most;
}

/* Returns whether to run another round: up to `most` rounds, or up to DISTURBED_TIMES as many while
 * too few pairs are undisturbed. */
static bool goes_on(const versus *v, size_t round, size_t most)
{
	if (round < most || round >= DISTURBED_TIMES * most)
		return round < most;
	return v->pairs - versus_disturbed(v) < v->pairs / round * most;
}

/* After the first round, checks that the cases can be compared, and counts their instructions if
 * requested. Returns 0, or the exit status after a message. */
static int after_first(versus *v)
{
	bool common = false, both = false;

	for (size_t i = 0; i < v->cases; i++) {
		versus_case *c = &v->c[i];

		both = both || versus_both(c);
		common = common || both;
		for (int side = 0; side < SIDES && v->settings.git && !c->same_code; side++)
			c->skipped[side] = c->listed[OLD] && c->listed[NEW] && !c->n[side];
		common = common || c->skipped[OLD] || c->skipped[NEW];
	}
	if (!common)
		return complain(VERSUS, "%s and %s have no case in common", v->name[OLD], v->name[NEW]);
	/* different flags or compilers may be what the user compares */
	if (both && benchi_context_guard(stderr, "", v->settings.quiet ? "" : "\n", &v->context[OLD],
		&v->context[NEW]) == BENCHI_OTHER_CONDITIONS && !v->settings.force) {
		complain(VERSUS, "not comparable (--force compares anyway)");
		return BENCHI_EXIT_NOT_COMPARABLE;
	}
	return v->settings.count ? versus_count(v) : 0;
}

double versus_process_ns(const versus *v, int side)
{
	size_t rare = 0;

	for (size_t i = 0; i < v->cases; i++)
		rare = v->c[i].rare > rare ? v->c[i].rare : rare;

	bool brief = v->longer <= 1 && v->pairs >= versus_policy.watched * (1 + rare);
	double cases = (double)v->listed[side];
	double least = fmin(versus_policy.process_ns, brief ? versus_policy.brief_ns * cases
		: versus_policy.process_ns);
	double usual = fmax(versus_policy.case_ns * cases, versus_by_build(v) ? 0 : least);
	bool first = !v->pairs && versus_policy.processes_least * versus_policy.first * usual
		< 1e9 * v->settings.time_s;

	return usual * fmax(1, first ? versus_policy.first : v->longer);
}

/* Lets the next processes take twice as long while total times are not sure, if at the pace of the
 * latest pair enough of them still fit into the time. */
static void lengthen(versus *v)
{
	double left_s = v->settings.time_s - (now_s() - v->began_s);
	versus_length wanted = versus_length_wanted(v);

	if (wanted == VERSUS_SHORT)
		v->longer = 1;
	else if ((wanted == VERSUS_RARE || v->longer < versus_policy.longest)
	    && 2 * v->pair_s * versus_policy.processes_least < left_s)
		v->longer = 2 * fmax(1, v->longer);
}

static int run_rounds(versus *v)
{
	bool builds = versus_by_build(v);
	size_t most = v->settings.processes ? v->settings.processes
	              : builds ? BUILD_PROCESSES : SIZE_MAX;
	uint64_t random = v->settings.seed;
	size_t layout = 0;
	int status = 0;

	for (size_t round = 0; goes_on(v, round, most) && !status && (!round || !time_is_over(v));
	     round++) {
		/* A round runs each build once; of a gate, one layout. The side that is first in an even
		 * round is second in the next. */
		size_t order[BUILDS_MOST], old = v->side[OLD].n, new = v->side[NEW].n;
		size_t n = old > new ? old : new, pairs = v->settings.git ? 1 : n;
		status = 0;

		for (size_t i = 0; i < n; i++)
			order[i] = i;
		if (v->settings.git)
			*order = layout++ % n;
		benchi_random_shuffle(&random, order, pairs);
		if (round % 2 == 0)
			v->first = (int)benchi_random_below(&random, 2);
		for (size_t i = 0; i < pairs && !status && (round == 0 || !time_is_over(v)); i++) {
			v->padding = random;
			/* A process of each side; `first` is the side that runs first. */
			int first = (round + i) % 2 ? !v->first : v->first;
			size_t build = order[i];
			double began_s = now_s();

			status = run_side(v, first, build);

			if (!status)
				status = run_side(v, !first, build);
			v->pairs += !status;
			v->pair_s = now_s() - began_s;
			if (!v->settings.quiet && !status)
				fprintf(stderr, "\r%zu pairs, %.0f s", v->pairs, now_s() - v->began_s);
			random = v->fresh.random;
		}
		if (!status && round == 0)
			status = after_first(v);
		/* deciding takes time, so decide less and less often */
		if (status || builds || (round >= 63 && (round + 1) % 16))
			continue;
		if (versus_decide(v, false) != BENCH_OK)
			return complain(VERSUS, "%s", bench_detail());
		double left = v->settings.time_s - (now_s() - v->began_s);
		bool more = v->relink && left > v->link_s;     /* further layouts are possible and fit into
		                                                  the time */

		if (versus_answered(v))
			break;
		lengthen(v);
		for (size_t i = 0; i < v->cases && more && layout >= n; i++)
			if (versus_needs_pairs(&v->c[i]) && versus_layouts_differ(&v->c[i])) {
				layout = v->side[OLD].n;
				status = v->relink(v);
				break;
			}
	}
	if (status == RUN_STOPPED)
		status = 0;
	if (!status && versus_decide(v, true) != BENCH_OK)
		status = complain(VERSUS, "%s", bench_detail());
	return status;
}

int versus_measure(versus *v)
{
	int status;

	v->settings.quiet = v->settings.quiet || !benchi_terminal_is(stderr);
	v->began_s = now_s();
	status = run_rounds(v);
	for (int side = 0; side < SIDES; side++)
		if (v->library[side] && use_library(v, side, 0) && !status)
			status = EXIT_MISUSE;
	v->seconds = now_s() - v->began_s;
	if (!v->settings.quiet)
		fputs("\r\033[K", stderr);
	return status;
}

void versus_free(versus *v)
{
	for (int side = 0; side < SIDES; side++) {
		for (size_t i = 0; i < v->side[side].n; i++) {
			if (v->folder)
				(void)unlink(v->side[side].path[i]);
			free(v->side[side].path[i]);
		}
		free(v->side[side].path);
		free(v->library[side]);
	}
	scratch_remove(v->folder);

	scratch_remove(v->results);
	free(v->where[OLD]);
	free(v->where[NEW]);
	for (size_t i = 0; i < v->cases; i++) {
		free(v->c[i].name);
		free(v->c[i].filter);
		free(v->c[i].changed);
		free(v->c[i].watch.address[OLD]);
		free(v->c[i].watch.address[NEW]);
		free(v->c[i].why);
		benchi_result_free(&v->c[i].counted[OLD]);
		benchi_result_free(&v->c[i].counted[NEW]);
		free(v->c[i].run[OLD]);
		free(v->c[i].run[NEW]);
	}
	free(v->c);
	benchi_name_table_free(&v->names);

	benchi_context_free(&v->context[OLD]);
	benchi_context_free(&v->context[NEW]);
}

int verb_versus(int argc, char **argv)
{
	versus v = { .settings = { .question = { .margin = .01, .alpha = .05 }, .time_s = TIME_S,
		.fail_on = BENCHI_FAIL_SLOWER, .floor = .02, .seed = 1 } };
	benchi_command_line line = { .program = "bench " VERSUS, .table = table, .to = &v.settings,
		.usage = "bench versus: report which of two builds is faster, case by case\n"
			"usage: bench versus [OPTION...] OLD NEW [-- ARGUMENT...]\n"
			"       bench versus --git BASE [OPTION...] --build COMMAND PROGRAM...\n\n",
		.more = "\nOLD and NEW are programs, or folders of one program's builds.  Runs both\n"
			"alternately, in fresh processes, until every case is answered.\n"
			"Exit status (see --fail-on): 0 nothing is slower, 1 something is, 2 usage error,\n"
			"3 undecided, 4 not comparable.  More: bench-versus(1).\n",
		.command = "" };
	versus_settings *s = &v.settings;
	benchi_outcomes outcomes = { .undecided = 0 };
	bool of_case = false;
	int status;

	if (!benchi_line_read(&line, argc, argv, &status))
		return status;
	if (line.bare)
		return benchi_line_brief(&line);
	v.arguments = *line.behind ? line.behind - 1 : NULL;
	for (size_t i = 0; i < s->margins.n; i++)
		of_case = of_case || strchr(s->margins.word[i], '=');
	if (s->git && (s->null || s->builds || s->format == VERSUS_CSV || !s->build || !line.operands))
		return complain(VERSUS, !s->build
			? "--git: expected --build COMMAND as well, such as --build make"
			: !line.operands ? "--git: expected programs that the build makes"
			: "--git: not with --null, --builds or --format csv");
	if (s->git && !benchi_line_given(&line, "confidence"))
		s->question.alpha = .01;
	if (s->git)
		return versus_gate(s, line.operand, line.operands);
	if (of_case)
		return complain(VERSUS, "--margin: GLOB=MARGIN needs --git");
	if (s->format > VERSUS_MARKDOWN)
		return complain(VERSUS, "--format: junit, tap and github need --git");
	if (line.operands != (s->null ? 1 : 2))
		return complain(VERSUS, "expected %s (try 'bench versus --help')",
			s->null ? "one program" : "two programs, old and new");
	if (s->build && !s->builds)
		s->builds = 8;
	status = find_builds(&v, line.operand);
	benchi_interrupt_watch(false);
	if (!status)
		status = versus_measure(&v);
	if (!status && versus_write(stdout, &v))
		status = complain(VERSUS, "%s", bench_detail());
	else if (!status && benchi_interrupt_came())
		status = BENCHI_EXIT_SIGNAL + benchi_interrupt_came();
	else if (!status) {
		outcomes.undecided = !versus_answered(&v);
		for (size_t i = 0; i < v.cases; i++) {
			outcomes.worse += versus_both(&v.c[i]) && v.c[i].answer == BENCH_HIGHER;
			outcomes.undecided += versus_both(&v.c[i]) && v.c[i].answer == BENCH_UNSURE;
		}
		status = benchi_outcomes_status(&outcomes, s->fail_on);
	}
	benchi_interrupt_restore();
	versus_free(&v);
	return status;
}
