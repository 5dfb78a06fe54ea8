/*
 * `bench versus --git`: two revisions in, one verdict out.
 *
 * A shared clone is checked out and built at the same place for both revisions, so that paths in
 * the machine code are the same; the builds are kept for later gates.  While a process runs, a link
 * at that place leads to its build, so that the process finds its files there.  The repository
 * itself is only read: the working tree becomes a commit of the clone, by a separate index.  A case
 * whose machine code and counts are the same is not timed.  Other cases are timed until each is
 * certainly slower than its margin allows, certainly not, or the time is over.
 *
 * Compilers find their linker by COMPILER_PATH; a script there records how each program is linked.
 * If cases are timed, their program is linked again with other layouts, into PROGRAM.variants, as
 * `bench relink` does.  Each pair of processes has another layout.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/versus/versus.h"

#include "tools/versus/gate_script.h"  /* gate.sh, as a text */

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

enum { LINK_PART = 12 };   /* share of the time for each relink of a side: 1 / LINK_PART */
enum { COUNT_PART = 8 };   /* share of the time for what follows the timing: 1 / COUNT_PART */
enum { LINKS = 8, FIRST_LINKS = 4 }; /* layouts per relink and half; those of the first relink */
enum { HALVES = 2 };                 /* groups that are linked in parallel */
#define LONGEST_S 3600     /* no longer --time is recommended */
enum { PATH = 4096, WHY = BENCHI_WHY_TEXT + 200, KEPT = 16, PROGRAMS_TEXT = 8192 };

#define GATE_MARGIN .02

typedef enum gate_verdict { GREEN, NOTED, RED, OPEN } gate_verdict;

typedef struct gate {
	const versus_settings *settings;
	char *kept[SIDES], *name[SIDES];     /* kept: folder of a build, as gate.sh describes it */
	const char *folder;  /* the user's folder within the tree: "" or "a/b/" */
	versus *versus;      /* one element per program */
	size_t programs;
	char **program;
	double began_ns, seconds; /* seconds: spent on timing */
	size_t layouts;      /* fewest layouts of a timed program */
	char *library;       /* name of a library that both builds make differently, and whose layout is
	                        not varied; or NULL */
	bool first;          /* a program is not in the base, so it cannot be compared */
	size_t cases;            /* number of cases */
	size_t counts[OPEN + 1]; /* cases by verdict */
	size_t same;             /* green: the same code on both sides, not timed */
	size_t faster;           /* green: certainly faster */
	size_t within;           /* green: certainly slower, by less than the margin */
	size_t some;             /* undecided: certainly slower, perhaps by more than the margin */
	size_t failed;           /* cases that --fail-on makes an error */
} gate;

static int build_side(gate *g, int side, const char *revision)
{
	char kept[16], programs[PROGRAMS_TEXT] = "";
	const char *const words[] = { "build", revision, g->settings->build, kept, programs,
		gate_script,
		side == NEW ? g->kept[OLD] : NULL, NULL };
	benchi_output o;
	int status;

	sprintf(kept, "%d", KEPT);
	for (size_t k = 0, n = 0; k < g->programs && n < sizeof programs; k++)
		n += (size_t)snprintf(programs + n, sizeof programs - n, "%s%s", k ? "/" : "",
			last_part(g->program[k]));
	status = script_run(VERSUS, gate_script, words, &o, &g->name[side]);
	g->kept[side] = o.text;
	if (!status && g->name[side] && strchr(g->name[side], '\t')) {
		char *folder = strchr(g->name[side], '\t');

		*folder = '\0';
		g->folder = folder + 1;
	}
	return status == RUN_STOPPED || (!status && g->name[side]) ? status : EXIT_MISUSE;
}

/* Splits "GLOB=2%", or "2%" with an empty glob.  glob: PATH bytes.  Returns false if malformed. */
static bool margin_read(const char *word, char *glob, double *share)
{
	const char *equal = strrchr(word, '=');
	int n = snprintf(glob, PATH, "%.*s", equal ? (int)(equal - word) : 1, equal ? word : "*");

	return n < PATH && benchi_share_read(equal ? equal + 1 : word, share);
}

int versus_take_margin(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	versus_settings *s = line->to;
	char glob[PATH];
	double share;

	if (!margin_read(value, glob, &share))
		return benchi_line_bad(line, row, value, "a share such as 2%, or 'GLOB=1%'");
	if (!strchr(value, '='))
		s->question.margin = s->question.beyond = share;
	return benchi_setting_more(line, row, value);
}

/* Sets v->library to the first library that both builds make differently, if its links were
 * recorded; sets g->library to the first one whose layout stays. */
static void find_library(gate *g, versus *v, const struct versus_sameness *s)
{
	const char *path = s ? versus_same_library(s, 0) : NULL;
	const char *other = s ? path : "any library that the build makes";
	size_t root = strlen(g->kept[OLD]);
	bool recorded = path && !strncmp(path, g->kept[OLD], root);

	for (int side = 0; side < SIDES && recorded; side++) {
		char command[PATH];
		int n = snprintf(command, sizeof command, "%s%s.link/command", g->kept[side], path + root);

		if (n < PATH && !access(command, R_OK))
			v->library[side] = benchi_copy(command, (size_t)n - strlen(".link/command"));
		recorded = v->library[side] != NULL;
	}
	if (recorded) {
		other = versus_same_library(s, 1);
	} else {
		free(v->library[OLD]);
		v->library[OLD] = NULL;
	}
	if (other && !g->library)
		g->library = benchi_copy(last_part(other), strlen(last_part(other)));
}

/* Marks the cases with the same code.  If the program reads a file that differs between the builds,
 * or its files are unknown, all cases are timed.  Returns 0, or an exit status after a message. */
static int mark_same_code(gate *g, versus *v, size_t k)
{
	static char format[] = "--format=json", processes[] = "--processes=1", rounds[] = "--rounds=1",
		quiet[] = "--quiet";
	struct versus_sameness *s = versus_same_new(v->side[OLD].path[0], v->side[NEW].path[0]);
	versus_files files = { .n = 0 };
	const char *differs = NULL;
	bool all = versus_same_all(s), same = false, known = true;
	int status = 0;

	if (!versus_same_known(s) && !v->settings.quiet)
		complain(VERSUS, "cannot compare the machine code of %s: its cases are timed",
			g->program[k]);
	if (!all)
		versus_same_rows(s, v);
	for (size_t i = 0; i < v->cases; i++) {
		versus_case *c = &v->c[i];

		c->same_code = c->listed[OLD] && c->listed[NEW] && (all || c->same_code);
		if (!c->same_code && c->watch.n && c->listed[OLD] && c->listed[NEW]) {
			int runs = versus_runs_changes(v, c);

			if (runs < 0)
				status = EXIT_MISUSE;
			c->same_code = c->not_run = !runs;
		}
		same = same || c->same_code;
	}
	for (int side = 0; side < SIDES && same && known && !status; side++) {
		char *argv[] = { v->side[side].path[0], format, processes, rounds, quiet, NULL };

		status = versus_enter(v, side);
		known = !status && versus_opened(argv, g->kept[side], &files);
	}
	differs = same && known && !status ? versus_files_differ(&files, g->kept, s) : NULL;
	if (differs && *differs == '/')
		complain(VERSUS, "%s reads %s, which a build wrote outside its tree, so that both builds "
			"read the same file: its cases are timed", g->program[k], differs);
	else if (differs && !strncmp(differs, "tree/", 5))
		complain(VERSUS, "%s reads %s, which differs: its cases are timed", g->program[k],
			differs + 5);
	else if (differs)
		complain(VERSUS, "%s reads ../%s, which differs: its cases are timed", g->program[k],
			differs);
	else if (!known && !status)
		complain(VERSUS, "cannot find out which files %s reads: its cases are timed",
			g->program[k]);
	for (size_t i = 0; i < v->cases && (differs || !known); i++)
		v->c[i].same_code = false;
	versus_files_free(&files);
	find_library(g, v, s);
	versus_same_free(s);
	return status;
}

/* Sets c->why: the functions that differ, with functions inlined into them, and their instructions.
 * C++ names are demangled.  Returns 0, or an exit status after a message. */
static int explain(versus_case *c)
{
	char counts[BENCHI_WHY_TEXT], *behind;
	const char *const words[] = { "explain", c->changed ? c->changed : "",
		benchi_count_why(&c->counted[OLD], &c->counted[NEW], counts), NULL };
	benchi_output o = { NULL, 0 };
	int status = *words[1] || strstr(counts, "_Z") ? script_run(VERSUS, gate_script, words, &o,
		&behind) : 0;

	if (!status)
		c->why = o.text ? benchi_copy(o.text, strcspn(o.text, "\n"))
			: benchi_copy(counts, strlen(counts));
	free(o.text);
	return status || c->why ? status : complain(VERSUS, "out of memory");
}

/* Returns the seconds for program k: an equal share of the remaining time, but at least a quarter
 * of an equal share of all time. */
static double seconds_for(const gate *g, size_t k)
{
	double all = g->settings->time_s, gone = (benchi_now_ns() - g->began_ns) / 1e9;

	return fmax(all / 4 / (double)g->programs, (all - gone) / (double)(g->programs - k));
}

/* Links both sides again with further layouts, and adds the layouts that both sides have. Returns
 * 0, or an exit status. */
static int add_layouts(versus *v)
{
	const gate *g = v->gate;
	size_t before = v->side[OLD].n, each = v->links ? LINKS : FIRST_LINKS;
	size_t seed = 1 + (v->links ? HALVES * (FIRST_LINKS + LINKS * (v->links - 1)) : 0);
	char name[] = VERSUS, self[PATH], folder[PATH], time[32], links[32], first[32], *none;
	double began_s = now_s();
	benchi_output o;
	int status = 0;

	v->links++;
	sprintf(links, "%zu", each);
	sprintf(first, "%zu", seed);
	for (int i = 0; i < (*v->library ? 2 : 1) * SIDES && !status; i++) {
		int side = i % SIDES;
		const char *const words[] = { "relink", g->kept[side],
			benchi_process_self(name, self, sizeof self), i < SIDES ? *v->side[side].path
			: v->library[side], time, links, first, i < SIDES ? "" : "keep", NULL };

		snprintf(time, sizeof time, "%.0fns",
			1e9 * seconds_for(g, (size_t)(v - g->versus)) / LINK_PART);
		status = script_run(VERSUS, gate_script, words, &o, &none);
		free(o.text);
		if (!status && i >= SIDES && !versus_library_variant(v, side, 0, folder))
			status = EXIT_MISUSE;           /* the script said why */
	}
	for (size_t half = 0; half < HALVES && !status; half++) {
		for (int side = 0; side < SIDES && !status; side++) {
			snprintf(folder, sizeof folder, "%s.variants/%zu", *v->side[side].path,
				seed + half * each);
			if (!access(folder, R_OK | X_OK))
				status = versus_find_folder(folder, &v->side[side]);
		}
		/* layout i has the same seed on both sides */
		versus_keep_variants(v, v->side[OLD].n < v->side[NEW].n ? v->side[OLD].n : v->side[NEW].n);
		for (int side = 0; side < SIDES && *v->library; side++)
			for (size_t k = 1; k < v->side[side].n; k++)
				if (!versus_library_variant(v, side, k, folder))
					versus_keep_variants(v, k);
	}
	v->link_s = now_s() - began_s;
	v->relink = v->side[OLD].n > before && v->side[OLD].n < BUILDS_MOST ? add_layouts : NULL;
	return status;
}

/* Complains that the build made no executable; suggests a file of the same name, if there is
 * one. Returns EXIT_MISUSE. */
static int complain_missing(const gate *g, int side, const char *program, const char *path)
{
	const char *const words[] = { "elsewhere", g->kept[side], last_part(program), NULL };
	benchi_output o = { .text = NULL };
	char *none;

	if (!access(path, F_OK))
		complain(VERSUS, "%s: %s (on a file system without execution, XDG_CACHE_HOME chooses "
			"another)", path, strerror(EACCES));
	else if (script_run(VERSUS, gate_script, words, &o, &none) == 0 && o.text && *o.text)
		complain(VERSUS, "--build did not make %s at %s, but %.*s", program, g->name[side],
			(int)strcspn(o.text, "\n"), o.text);
	else
		complain(VERSUS, "--build did not make %s at %s", program, g->name[side]);
	free(o.text);
	return EXIT_MISUSE;
}

/* Adds the program that a side's build made, as a path without links: libraries can be next to the
 * program itself.  Returns 0, or an exit status after a message. */
static int add_program(gate *g, versus *v, int side, const char *path)
{
	char *program = realpath(path, NULL), *bytes = NULL, place[PATH];
	size_t n = strlen(g->kept[side]), size = 0;
	bool inside = program && !strncmp(program, g->kept[side], n) && program[n] == '/';
	bool fine = inside && versus_add_variant(&v->side[side], program)
		&& benchi_file_read(program, SIZE_MAX, &bytes, &size) == BENCH_OK && bytes;

	versus_place(g->kept[side], place);
	n = strlen(place);
	for (size_t i = 0; fine && i + n <= size && !v->placed; i++)
		v->placed = !memcmp(bytes + i, place, n);
	free(bytes);
	free(program);
	return fine ? 0 : inside ? complain(VERSUS, "out of memory")
		: complain(VERSUS, "%s: outside the tree that --build made it in, so that both builds "
			"write the same file (let --build copy it into the tree)", path);
}

/* Compares one program of both revisions.  Returns 0, or an exit status after a message. */
static int compare_program(gate *g, size_t k)
{
	versus *v = &g->versus[k];
	char path[PATH];
	size_t timed = 0;
	bool absent = false, shown = !g->settings->quiet && benchi_terminal_is(stderr);
	int status = 0;

	v->settings = *g->settings;
	v->settings.count = false;
	v->settings.question.alpha /= (double)g->programs;
	v->settings.build = NULL;
	for (int side = 0; side < SIDES && !status; side++) {
		snprintf(path, sizeof path, "%s/tree/%s", g->kept[side], g->folder);
		v->kept[side] = g->kept[side];
		v->where[side] = benchi_copy(path, strlen(path));
		if (!v->where[side])
			return complain(VERSUS, "out of memory");
		snprintf(path, sizeof path, "%s/tree/%s%s", g->kept[side], g->folder, g->program[k]);
		v->name[side] = g->name[side];
		if (access(path, X_OK) && side == OLD) {
			g->first = absent = true;
			continue;
		}
		if (access(path, X_OK))
			return complain_missing(g, side, g->program[k], path);
		if (absent)
			return 0;
		status = add_program(g, v, side, path);
		if (!status)
			status = versus_list(v, side);
	}
	/* the last matching margin counts */
	for (size_t i = 0; i < v->cases; i++) {
		double share;

		v->c[i].margin = GATE_MARGIN;
		for (size_t m = 0; m < g->settings->margins.n; m++)
			if (margin_read(g->settings->margins.word[m], path, &share)
				&& benchi_glob(path, v->c[i].name))
				v->c[i].margin = share;
	}
	v->settings.time_s = seconds_for(g, k);
	if (!status && shown)
		fprintf(stderr, "\r\033[Kcomparing the code of %s", g->program[k]);
	if (!status)
		status = mark_same_code(g, v, k);
	for (size_t i = 0; i < v->cases; i++)
		timed += v->c[i].listed[OLD] && v->c[i].listed[NEW] && !v->c[i].same_code;
	v->gate = g;
	if (!status && timed)
		status = add_layouts(v);
	v->settings.time_s = seconds_for(g, k) * (1 - 1. / COUNT_PART);
	if (!status && timed)
		status = versus_measure(v);
	/* explain only cases that were timed */
	if (!status && timed && shown)
		fprintf(stderr, "\r\033[Kcounting the instructions of %s", g->program[k]);
	v->settings.time_s = fmin(seconds_for(g, k), g->settings->time_s / COUNT_PART);
	if (!status && timed && !benchi_interrupt_came())
		status = versus_count(v);
	for (size_t i = 0; i < v->cases && !status && timed && !benchi_interrupt_came(); i++)
		if (versus_both(&v->c[i]) && !v->c[i].same_code)
			status = explain(&v->c[i]);
	if (v->pairs && (!g->layouts || v->side[OLD].n < g->layouts))
		g->layouts = v->side[OLD].n;
	g->seconds += v->seconds;
	return status;
}

static gate_verdict verdict_of(const versus_case *c)
{
	if (!c->listed[OLD] || !c->listed[NEW] || c->skipped[OLD] || c->skipped[NEW])
		return NOTED;
	if (versus_is_green(c) || versus_is_red(c))
		return versus_is_red(c) ? RED : GREEN;
	return OPEN;
}

/* Returns the words for a case's verdict; detail (WHY bytes) and *why receive the rest of its
 * line. */
static const char *describe_case(const gate *g, const versus_case *c, char *detail,
                                 const char **why)
{
	gate_verdict verdict = verdict_of(c);
	char change[BENCHI_SCALED_TEXT], interval[2 * FIGURE_TEXT] = "";
	bool faster = versus_both(c) && c->certain.high < 0;

	*detail = '\0';
	*why = "";
	if (c->skipped[OLD] || c->skipped[NEW])
		return !c->skipped[OLD] ? "skipped in the new build"
			: c->skipped[NEW] ? "skipped in both builds" : "skipped in the old build";
	if (verdict == NOTED)
		return c->listed[NEW] ? "new" : "removed";
	if (c->same_code)
		return c->not_run ? "same code (what changed is not run)" : "same code";
	if (versus_both(c)) {
		figure_shares(expm1(c->change.low), expm1(c->change.high), interval);
		sprintf(detail, "%s (%s%s)", benchi_signed_percent(expm1(c->change.estimate),
				(expm1(c->change.high) - expm1(c->change.low)) / 2, change),
			*interval ? interval : "unknown", !c->by_total ? ""
			: c->total[OLD].rare ? ", total times: rare work" : ", total times do not agree");
	}
	if (verdict == OPEN && *interval) {
		double seconds = g->settings->time_s * fmax(2, versus_times_needed(c));

		if (c->by_total)
			strcat(detail, ", try a longer -t");
		else if (seconds > LONGEST_S)
			strcat(detail, ", needs more than an hour");
		else
			sprintf(detail + strlen(detail), ", try -t %.0f%s", ceil(seconds < 100 ? seconds
				: seconds / 60), seconds < 100 ? "s" : "m");
	}
	if (verdict != GREEN || faster)
		*why = c->why && *c->why ? c->why : "functions not counted";
	if (verdict == RED)
		return "slower";
	if (verdict == GREEN)
		return faster ? "faster" : versus_is_slower(c) ? "slower within the margin" : "not slower";
	return versus_is_slower(c) ? "slower, perhaps within the margin"
		: versus_same_counts(c) ? "undecided, same instructions" : "undecided";
}

/* Returns whether a case fails the build.  An undecided case with the same instructions never
 * does. */
static bool fails(const gate *g, const versus_case *c)
{
	switch (verdict_of(c)) {
	case RED:
		return g->settings->fail_on != BENCHI_FAIL_NEVER;
	case OPEN:
		return g->settings->fail_on == BENCHI_FAIL_UNDECIDED && !versus_same_counts(c);
	default:
		return false;
	}
}

/* Writes the number of cases by verdict, in the words of the rows. */
static void put_summary(FILE *out, const gate *g, const char *before, const char *after)
{
	const struct {
		size_t n;
		const char *answer;
	} others[] = {
		{ g->some, "slower (perhaps within the margin)" },
		{ g->within, "slower within the margin" },
		{ g->faster, "faster" },
		{ g->counts[GREEN] - g->same - g->faster - g->within, "not slower" },
		{ g->same, "same code" },
		{ g->counts[NOTED], "new, removed or skipped" },
	};

	fprintf(out, "%sgate: %s%s: %s to %s: %zu slower, %zu undecided", before,
		g->failed ? "red" : "green", after, g->name[OLD], g->name[NEW], g->counts[RED],
		g->counts[OPEN] - g->some);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (others[i].n)
			fprintf(out, ", %zu %s", others[i].n, others[i].answer);
	if (g->first)
		fputs("; a program is missing in the base: not compared", out);
	fprintf(out, "; %.1f s of timing", g->seconds);
	if (g->layouts > 1)
		fprintf(out, ", %zu layouts", g->layouts);
	if (g->layouts > 1 && g->library)
		fprintf(out, ", but one of %s: link it statically to vary its layout too", g->library);
	fputs(g->layouts == 1 ? ", one layout each: relinking is not covered\n" : "\n", out);
}

/* Writes text with the escapes of XML, or of GitHub's workflow commands. */
static void put_escaped(FILE *out, const char *text, bool xml)
{
	for (; *text; text++) {
		if (xml && strchr("<>&\"", *text))
			fprintf(out, "&#%d;", *text);
		else if (!xml && strchr("%\r\n:,", *text))
			fprintf(out, "%%%02X", (unsigned char)*text);
		else
			putc((unsigned char)*text < ' ' ? '?' : *text, out);
	}
}

/* Writes the line of a case in the requested format.  table: the table of Markdown. */
static void put_case(FILE *out, benchi_grid *table, const gate *g, const versus *v,
                     const versus_case *c, size_t number)
{
	static const char *const verdicts[] = { "green", "green", "red", "open" };
	char detail[WHY], line[3 * WHY];
	const char *program = g->program[v - g->versus], *why;
	const char *word = describe_case(g, c, detail, &why);
	gate_verdict verdict = verdict_of(c);
	bool red = fails(g, c), noted = verdict == NOTED;  /* noted: the case is in one revision only */
	const double none = versus_both(c) ? 0 : (double)NAN;

	snprintf(line, sizeof line, "%s%s%s%s%s", word, *detail ? " " : "", detail,
		*why ? "; " : "", why);
	switch (g->settings->format) {
	case VERSUS_JUNIT:
		fputs("  <testcase classname=\"", out);
		put_escaped(out, program, true);
		fputs("\" name=\"", out);
		put_escaped(out, c->name, true);
		fputs(red ? "\"><failure message=\"" : noted ? "\"><skipped message=\""
			: "\"><system-out>", out);
		put_escaped(out, line, true);
		fputs(red || noted ? "\"/></testcase>\n" : "</system-out></testcase>\n", out);
		return;
	case VERSUS_GITHUB:
		if (verdict == GREEN)
			return;
		fprintf(out, "::%s title=", red ? "error" : "notice");
		put_escaped(out, c->name, false);
		fputs("::", out);
		put_escaped(out, line, false);
		putc('\n', out);
		return;
	case VERSUS_JSON:
		fputs(number > 1 ? ",\n  {\"program\": " : "\n  {\"program\": ", out);
		benchi_json_text(out, program);
		benchi_put_pair_text(out, "name", c->name);
		benchi_put_pair_text(out, "verdict", verdicts[verdict]);
		benchi_put_pair_text(out, "answer", word);
		benchi_put_pair(out, "margin", c->margin);
		benchi_put_pair(out, "ratio", none + exp(c->change.estimate));
		benchi_put_pair(out, "ratio_low", none + exp(c->change.low));
		benchi_put_pair(out, "ratio_high", none + exp(c->change.high));
		benchi_put_pair_text(out, "why", why);
		putc('}', out);
		return;
	case VERSUS_MARKDOWN:
		benchi_grid_line(table, "%s", c->name);
		benchi_grid_paint(table, red ? BENCHI_PAINT_BOLD : BENCHI_PAINT_NONE, word);
		benchi_grid_put(table, "%s", detail);
		benchi_grid_put(table, "%s", why);
		return;
	default:
		if (g->settings->format == VERSUS_TAP)
			fprintf(out, "%sok %zu - ", red ? "not " : "", number);
		benchi_put_line(out, c->name);
		fputs(noted && g->settings->format == VERSUS_TAP ? " # SKIP " : ": ", out);
		benchi_put_line(out, line);
		putc('\n', out);
	}
}

/* Writes the cases that need attention (notable), or the others. number: number of the first case.
 * Returns the number written. */
static size_t put_cases(FILE *out, const gate *g, bool notable, size_t number)
{
	static const char *const heads[] = { "case", "verdict", "change", "why" };
	const benchi_output_style style = { .utf8 = true, .markdown = true };
	benchi_grid table = { .columns = 0 };
	size_t n = 0;

	for (size_t i = 0; i < 4; i++)
		benchi_grid_column(&table, heads[i], BENCHI_GRID_LEFT | BENCHI_GRID_KEPT);
	for (size_t k = 0; k < g->programs; k++)
		for (size_t i = 0; i < g->versus[k].cases; i++) {
			const versus_case *c = &g->versus[k].c[i];
			bool is_notable = verdict_of(c) != GREEN
				|| (versus_both(c) && c->certain.high < 0);

			if (is_notable == notable)
				put_case(out, &table, g, &g->versus[k], c, number + ++n);
		}
	if (table.rows) {
		putc('\n', out);
		benchi_grid_write(&table, out, &style);
	}
	if (benchi_grid_free(&table))
		fputs("out of memory\n", out);
	return n;
}

/* Counts the cases by verdict, and writes all of them. */
static void write_report(FILE *out, gate *g)
{
	versus_format format = g->settings->format;
	bool markdown = format == VERSUS_MARKDOWN;
	size_t n;

	for (size_t k = 0; k < g->programs; k++)
		for (size_t i = 0; i < g->versus[k].cases; i++) {
			const versus_case *c = &g->versus[k].c[i];
			gate_verdict verdict = verdict_of(c);

			g->counts[verdict]++;
			g->same += c->same_code;
			g->faster += verdict == GREEN && !c->same_code && c->certain.high < 0;
			g->within += verdict == GREEN && versus_is_slower(c);
			g->some += verdict == OPEN && versus_is_slower(c);
			g->failed += fails(g, c);
			g->cases++;
		}
	if (format == VERSUS_JUNIT)
		fprintf(out, "<?xml version=\"1.0\"?>\n<testsuite name=\"bench versus\" tests=\"%zu\" "
			"failures=\"%zu\" skipped=\"%zu\" time=\"%.1f\">\n", g->cases, g->failed,
			g->counts[NOTED], g->seconds);
	else if (format == VERSUS_TAP)
		fprintf(out, "1..%zu\n", g->cases);
	else if (format == VERSUS_JSON)
		fprintf(out, "{\"versus\": 1, \"gate\": \"%s\", \"layouts\": %zu, \"seconds\": %.3f,\n"
			" \"cases\": [", g->failed ? "red" : "green", g->layouts, g->seconds);
	else if (markdown)
		put_summary(out, g, "**", "**");
	n = put_cases(out, g, true, 0);
	if (markdown && n < g->cases)
		fputs("\n<details><summary>other cases</summary>\n", out);
	put_cases(out, g, false, n);
	if (format == VERSUS_JUNIT)
		fputs("</testsuite>\n", out);
	else if (format == VERSUS_JSON)
		fputs("]}\n", out);
	else if (markdown)
		fputs(n < g->cases ? "\n</details>\n" : "", out);
	else
		put_summary(out, g, format == VERSUS_TAP ? "# " : "", "");
}

int versus_gate(const versus_settings *settings, char **operands, int n)
{
	gate g = { .settings = settings, .program = operands, .programs = (size_t)n,
		.folder = "", .began_ns = benchi_now_ns() };
	const char *dots = strstr(settings->git, ".."), *head = dots ? dots + 2 : "";
	size_t length = dots ? (size_t)(dots - settings->git) : strlen(settings->git);
	char *here, base[PATH], path[PATH];
	int status, lock = -1;

	/* BASE..HEAD, or BASE and the working tree */
	if (!length || length >= sizeof base || (dots && !*head) || *settings->git == '-'
	    || *head == '-')
		return complain(VERSUS, "--git: found '%s', expected BASE, or BASE..HEAD", settings->git);
	sprintf(base, "%.*s", (int)length, settings->git);
	g.versus = calloc(g.programs, sizeof *g.versus);
	if (!g.versus)
		return complain(VERSUS, "out of memory");
	benchi_interrupt_watch(false);
	here = getcwd(NULL, 0);
	status = build_side(&g, OLD, base);
	if (!status) {
		/* one gate of a repository at a time: both builds find their files at one shared path */
		snprintf(path, sizeof path, "%.*s/lock", (int)(strrchr(*g.kept, '/') - *g.kept), *g.kept);
		lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
			fprintf(stderr, "waiting for another gate\n");
			while (flock(lock, LOCK_EX) && errno == EINTR && !benchi_interrupt_came())
				;
		}
		status = benchi_interrupt_came() ? EXIT_MISUSE : build_side(&g, NEW, head);
	}
	for (size_t k = 0; k < g.programs && !status; k++)
		status = compare_program(&g, k);
	if (!status) {
		write_report(stdout, &g);
		status = !g.failed ? 0 : g.counts[RED] ? BENCHI_EXIT_WRONG : BENCHI_EXIT_UNDECIDED;
	}
	if (benchi_interrupt_came())
		status = BENCHI_EXIT_SIGNAL + benchi_interrupt_came();
	for (size_t k = 0; k < g.programs; k++)
		versus_free(&g.versus[k]);
	if (g.kept[OLD]) {
		versus_place(g.kept[OLD], path);
		(void)unlink(path);
	}
	if (lock >= 0)
		close(lock);
	for (int side = 0; side < SIDES; side++)
		free(g.kept[side]);
	free(g.library);
	free(g.versus);
	if (here && chdir(here) && !status)
		status = complain(VERSUS, "%s: %s", here, strerror(errno));
	free(here);
	benchi_interrupt_restore();
	return status;
}
