/*
 * What verbs share: wrapped text, words of commands, records, scratch folders, the clock, shares.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"
#include "tools/draw/draw.h"

#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#ifdef _WIN32
#include <direct.h>
#include <io.h>
#elif defined HAVE_FLOCK
#define HAVE_SCRATCH_LOCKS
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#endif

#define PRINT_MOST 80
#define LEAST 40

size_t words_write(FILE *out, const char *label, const char *text, int columns)
{
	int used = columns > PRINT_MOST ? PRINT_MOST : columns < LEAST ? LEAST : columns;

	return benchi_put_wrapped(out, label, text, (size_t)used);
}

void words_print(const char *label, const char *text)
{
	words_write(stdout, label, text, terminal_width(PRINT_MOST, 0));
}

void words_printf(const char *label, const char *format, ...)
{
	char text[1400];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	words_print(label, text);
}

void warnings_print(const char *label, const char *who, const benchi_shape *shape,
                    const char *unit)
{
	char warning[1000];

	for (unsigned bit = 0; bit < BENCHI_SET_WARNINGS; bit++)
		if (shape->warnings >> bit & 1)
			words_printf(label, "%s%s", who, benchi_warning_summary(1u << bit, shape, unit,
				warning, sizeof warning));
}

/*
 * The words of a command.
 */

/* Does only a shell understand this character here? */
static bool for_shell(const char *text, const char *at, char quote)
{
	if (quote == '\'')
		return false;
	if (quote == '"')
		return *at == '$' || *at == '`';
	if (strchr("|&;<>()$`*?[\n", *at))
		return true;
	if (*at == '~' || *at == '#')
		return at == text || strchr(" \t", at[-1]);
	return (*at == '=' && !memchr(text, ' ', (size_t)(at - text))) || (*at == '!' && at == text);
}

/* Is its first word one that only a shell runs?  POSIX has all of these but source. */
static bool is_builtin(const char *text)
{
	static const char *const builtin[] = { ".", ":", "alias", "cd", "command", "eval", "exec",
		"exit", "export", "hash", "read", "return", "set", "shift", "source", "times", "trap",
		"type",
		"ulimit", "umask", "unset", "wait" };
	size_t n = strcspn(text, " \t");

	for (size_t i = 0; i < sizeof builtin / sizeof *builtin; i++)
		if (strlen(builtin[i]) == n && !strncmp(text, builtin[i], n))
			return true;
	return false;
}

/* Writes words, quoted as in the shell, each with its NUL.  How many, or -1: a quote is open, or if
 * it is a command, only a shell runs it. */
static int command_split(const char *text, bool command, char *to)
{
	int n = 0;
	bool inside = false;
	char quote = 0;

	if (command && is_builtin(text + strspn(text, " \t")))
		return -1;
	for (const char *at = text; *at; at++) {
		if (command && for_shell(text, at, quote))
			return -1;
		if (!quote && strchr(" \t", *at)) {
			if (inside)
				*to++ = '\0';
			inside = false;
			continue;
		}
		n += !inside;
		inside = true;
		if (*at == quote)
			quote = 0;
		else if (!quote && (*at == '\'' || *at == '"'))
			quote = *at;
		else if (*at == '\\' && at[1] && (!quote || (quote == '"' && strchr("\"\\", at[1]))))
			*to++ = *++at;
		else
			*to++ = *at;
	}
	*to = '\0';
	return quote ? -1 : n;
}

char **command_copy(const char *const *words)
{
	size_t n = 0, length = 0;
	char **argv, *to;

	for (; words[n]; n++)
		length += strlen(words[n]) + 1;
	argv = calloc(1, (n + 1) * sizeof *argv + length);
	to = argv ? (char *)(argv + n + 1) : NULL;
	for (size_t i = 0; argv && i < n; i++) {
		argv[i] = strcpy(to, words[i]);
		to += strlen(to) + 1;
	}
	return argv;
}

static char **split(const char *text, bool command, int *n)
{
	size_t length = strlen(text) + 1, most = length / 2 + 1;
	char **argv = calloc(1, (most + 1) * sizeof *argv + length);
	char *word = argv ? (char *)(argv + most + 1) : NULL;

	*n = argv ? command_split(text, command, word) : 0;
	for (int i = 0; i < *n; i++) {
		argv[i] = word;
		word += strlen(word) + 1;
	}
	return argv;
}

char **command_words(const char *text, int *n)
{
	return split(text, true, n);
}

char **command_assignments(const char *text, int *n)
{
	char **argv = split(text, false, n);

	for (int i = 0; i < *n; i++)
		if (*argv[i] == '=' || !strchr(argv[i], '='))
			*n = -1;
	return argv;
}

/*
 * What other programs print.
 */

#ifdef BENCHI_HAVE_PROCESSES

enum { SCRIPT_WORDS = 8 };

int program_run(const char *verb_name, char *const *argv, char *const *environment, bool silent,
                benchi_output *o)
{
	const benchi_command command = { argv, environment, -1, -1, silent ? -1 : STDERR_FILENO, true };
	char end[BENCHI_USAGE_TEXT];
	benchi_usage usage;
	bench_status status = BENCH_OK;

	memset(o, 0, sizeof *o);
	if (!benchi_interrupt_came())
		status = benchi_process_run(&command, o, &usage);
	if (benchi_interrupt_came())
		return RUN_STOPPED;
	if (status != BENCH_OK)
		return complain(verb_name, "%s", bench_detail());
	if (silent)
		return !usage.exited || usage.code;
	return usage.exited && usage.code <= EXIT_WORSE ? 0
		: complain(verb_name, "%s %s", argv[0], benchi_usage_text(&usage, end));
}

int script_run(const char *verb_name, const char *script, const char *const *words,
               benchi_output *o, char **behind)
{
	const char *word[4 + SCRIPT_WORDS + 1] = { "/bin/sh", "-c", script, verb_name };
	char **argv;
	int status;

	for (size_t n = 4; *words && n < 4 + SCRIPT_WORDS; n++)
		word[n] = *words++;
	argv = command_copy(word);
	memset(o, 0, sizeof *o);
	status = argv ? program_run(verb_name, argv, NULL, false, o)
		: complain(verb_name, "out of memory");
	free(argv);
	*behind = o->text && !status ? strchr(o->text, '\t') : NULL;
	if (*behind) {
		*(*behind)++ = '\0';
		(*behind)[strcspn(*behind, "\n")] = '\0';
	}
	return status;
}

bench_status rows_of_text(const char *text, size_t size, const char *name,
                          const benchi_read_options *options, benchi_rows *rows)
{
	FILE *file = fmemopen((char *)(uintptr_t)text, size ? size : 1, "rb");
	bench_status status = file ? benchi_read(file, name, options, rows)
		: benchi_no_memory("the results");

	if (file)
		fclose(file);
	return status;
}

#endif

/*
 * Pictures as PNG.
 */

FILE *picture_svg(FILE *to, bool png)
{
	FILE *svg = png ? tmpfile() : to;

	if (!svg)
		benchi_fail(BENCH_ERR_UNSUPPORTED, "a temporary file: %s", strerror(errno));
	return svg;
}

bench_status picture_end(FILE *svg, FILE *to, bench_status status)
{
	if (!svg)
		return BENCH_ERR_UNSUPPORTED;
	if (svg == to)
		return status;
	if (status == BENCH_OK)
		status = benchi_png_write(svg, to);
	fclose(svg);
	return status;
}

/*
 * A unit and a number of decimals for several numbers.
 */

#define DIGITS 6
#define FIGURE_MOST 1e7 /* from here on three digits and an exponent */
#define PERCENT 100

/* Decimals that show two digits of spread, or DIGITS digits of middle. */
static int decimals_of(double middle, double spread)
{
	double of = spread > 0 && isfinite(spread) ? spread : 0;
	int n;

	if (!(of > 0))
		return -1;
	n = 1 - (int)floor(log10(of));
	if (middle != 0 && n > DIGITS - 1 - (int)floor(log10(fabs(middle))))
		n = DIGITS - 1 - (int)floor(log10(fabs(middle)));
	return n < 0 ? 0 : n > 9 ? 9 : n;
}

figure_form figures_of(const char *unit, double middle, double spread, const char *wanted)
{
	static const benchi_units_of known[] = { BENCHI_UNITS_TIME, BENCHI_UNITS_SIZE, BENCHI_UNITS_HZ,
		BENCHI_UNITS_RATE };
	double typical = middle != 0 || !isfinite(spread) ? middle : 10 * spread;
	figure_form f = { 1, -1, unit };

	if (wanted && benchi_unit_factor(unit, wanted) > 0)
		f.unit = wanted;
	else if (typical != 0)
		for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
			const benchi_unit *family = benchi_units_family(known[i]);
			double size = benchi_unit_factor(unit, family->name);

			if (size > 0)
				f.unit = benchi_unit_suited(family, typical * size)->name;
		}
	f.factor = benchi_unit_factor(unit, f.unit);
	f.decimals = decimals_of(middle * f.factor, spread * f.factor);
	return f;
}

char *figure_bare(const figure_form *f, double x, char *text)
{
	x *= f->factor;
	if (!isfinite(x))
		strcpy(text, "-");
	else if (f->decimals < 0 || fabs(x) >= FIGURE_MOST)
		benchi_number_digits(x, fabs(x) >= FIGURE_MOST ? 3 : DIGITS, text);
	else
		snprintf(text, FIGURE_TEXT, "%.*f", f->decimals, x);
	return text;
}

char *figure(const figure_form *f, double x, char *text)
{
	figure_bare(f, x, text);
	if (*f->unit && isfinite(x))
		snprintf(text + strlen(text), FIGURE_TEXT - strlen(text), " %.12s", f->unit);
	return text;
}

char *figure_shares(double low, double high, char text[2 * FIGURE_TEXT])
{
	char a[FIGURE_TEXT], b[FIGURE_TEXT];

	*text = '\0';
	if (!isfinite(high - low))
		return text;
	if (benchi_shares_unknown(low, high))
		return strcpy(text, "unknown");
	*strchr(benchi_signed_percent(low, (high - low) / 2, a), ' ') = '\0';
	snprintf(text, 2 * FIGURE_TEXT, "%.40s to %.40s", a,
	         benchi_signed_percent(high, (high - low) / 2, b));
	return text;
}

/*
 * Records as JSON or CSV.
 */

records records_begin(bool csv, const char *member)
{
	if (!csv)
		printf("{\n  \"libbench\": 1,\n  \"%s\": [", member);
	return (records){ .out = stdout, .csv = csv };
}

void records_end(const records *r)
{
	fputs(r->csv ? "" : "]\n}\n", r->out);
}

static void record_add(records *r, const char *key, const char *text, double x)
{
	struct record_field *f = &r->field[r->fields];

	r->fields += r->fields + 1 < RECORD_FIELDS;
	snprintf(f->key, sizeof f->key, "%s%s", r->prefix ? r->prefix : "", key);
	f->text = text;
	f->x = x;
}

void record_text(records *r, const char *key, const char *text)
{
	record_add(r, key, text, (double)NAN);
}

void record_number(records *r, const char *key, double x)
{
	record_add(r, key, NULL, x);
}

static void record_value(const records *r, const struct record_field *f)
{
	if (f->text)
		(r->csv ? benchi_csv_text : benchi_json_text)(r->out, f->text);
	else if (!r->csv || isfinite(f->x))
		benchi_put_number(r->out, f->x);
}

void record_end(records *r)
{
	for (size_t i = 0; i < r->fields && r->csv && !r->n; i++)
		fprintf(r->out, "%s%s", r->field[i].key, i + 1 < r->fields ? "," : "\n");
	fputs(r->csv ? "" : r->n ? ", {" : "{", r->out);
	for (size_t i = 0; i < r->fields; i++) {
		fputs(i ? "," : "", r->out);
		if (!r->csv)
			fprintf(r->out, "\n    \"%s\": ", r->field[i].key);
		record_value(r, &r->field[i]);
	}
	fputs(r->csv ? "\n" : "\n  }", r->out);
	r->fields = 0;
	r->n++;
}

void record_number_list(records *r, const record_item *item, size_t n)
{
	for (size_t i = 0; i < n; i++)
		record_number(r, item[i].key, item[i].x);
}

void record_text_list(records *r, const record_word *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		record_text(r, word[i].key, word[i].text);
}

/*
 * Makes temporary files.
 *
 * Each is locked while its program lives; one without a lock was left by a program that was
 * killed, and the next one of that name is made after its removal.
 */

#define SCRATCH "-scratch." /* no name that a user gives */
#define SCRATCH_TRIES 3
#define RANDOM "XX" "XX" "XX" /* for mkstemp */

#ifdef _WIN32
#define MAKE_FOLDER(path) (_mktemp(path) && _mkdir(path) == 0)
#else
#define MAKE_FOLDER(path) (mkdtemp(path) != NULL)
#endif

#ifdef HAVE_SCRATCH_LOCKS

/* Removes the files of a folder. */
static void scratch_empty(const char *path)
{
	DIR *files = opendir(path);
	const struct dirent *entry;
	char file[4096];

	while (files && (entry = readdir(files)))
		if (snprintf(file, sizeof file, "%s/%s", path, entry->d_name) < (int)sizeof file)
			(void)unlink(file);
	if (files)
		closedir(files);
}

/* A descriptor with the lock, which stays open until the program ends; -1: another has it, or it is
 * not this user's. */
static int scratch_take(const char *path)
{
	struct stat info, there;
	int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (file >= 0 && !fstat(file, &info) && info.st_uid == geteuid()
	    && !(info.st_mode & 077) && !flock(file, LOCK_EX | LOCK_NB)
	    && !lstat(path, &there) && there.st_ino == info.st_ino && there.st_dev == info.st_dev)
		return file;
	if (file >= 0)
		close(file);
	return -1;
}

/* Those of this verb below a folder, from which no program lives. */
static void scratch_clean(const char *below, const char *verb_name)
{
	DIR *files = opendir(below);
	const struct dirent *entry;
	char start[60], path[4096];
	int length = snprintf(start, sizeof start, "bench-%.30s" SCRATCH, verb_name);

	while (files && (entry = readdir(files))) {
		int file;

		if (strncmp(entry->d_name, start, (size_t)length)
		    || strlen(entry->d_name) != (size_t)length + sizeof RANDOM - 1
		    || snprintf(path, sizeof path, "%s/%s", below, entry->d_name) >= (int)sizeof path)
			continue;
		file = scratch_take(path);
		if (file < 0)
			continue;
		scratch_empty(path);
		(void)remove(path);
		close(file);
	}
	if (files)
		closedir(files);
}

#else

static int scratch_take(const char *path)
{
	return 0;
}

#endif

static bool scratch_new(char *path, bool folder)
{
	int file = -1;

	if (folder)
		return MAKE_FOLDER(path);
	file = mkstemp(path);
	return file >= 0 && !close(file);
}

char *scratch_make(const char *verb_name, bool folder)
{
	const char *below = benchi_environment_text("TMPDIR");
	size_t capacity;
	bool made = false;
	char *path;

	below = below && *below ? below : "/tmp";
	capacity = strlen(below) + strlen(verb_name) + sizeof "/bench-" SCRATCH RANDOM;
	path = malloc(capacity);
	if (!path) {
		complain(verb_name, "out of memory");
		return NULL;
	}
#ifdef HAVE_SCRATCH_LOCKS
	scratch_clean(below, verb_name);
#endif
	for (int tries = 0; tries < SCRATCH_TRIES; tries++) { /* one that cleans may take it first */
		if (tries)
			(void)remove(path);
		snprintf(path, capacity, "%s/bench-%s" SCRATCH RANDOM, below, verb_name);
		made = scratch_new(path, folder);
		if (!made || scratch_take(path) >= 0)
			break;
	}
	if (made)
		return path;
	complain(verb_name, "%s: %s", path, strerror(errno));
	free(path);
	return NULL;
}

void scratch_remove(char *path)
{
	if (path)
		(void)remove(path);
	free(path);
}

/*
 * Two pieces of work, in two threads where that pays.
 */

void parallel_two(size_t numbers, void (*run)(void *), void *a, void *b)
{
	struct benchi_os_thread thread;

	if (numbers >= PARALLEL_MIN && benchi_os_thread_start(&thread, run, a) == BENCH_OK) {
		run(b);
		benchi_os_thread_join(&thread);
	} else {
		run(a);
		run(b);
	}
}

/*
 * Judges sets of values by limits and expectations.
 */

static int bound_take(benchi_command_line *line, const benchi_setting *row, const char *value,
                      const char *const *metrics)
{
	bounds *b = benchi_line_member(line, row);
	const bool limit = *row->word == 'l';
	size_t *n = limit ? &b->limits : &b->expects;

	if (*n == BOUNDS_MOST)
		return benchi_line_complain(line, "--%s: at most %d", row->word, BOUNDS_MOST);
	return benchi_bound_read(value, metrics, (limit ? b->limit : b->expected) + (*n)++) == BENCH_OK
	           ? 0 : benchi_line_complain(line, "--%s: %s", row->word, bench_detail());
}

int take_bound(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	return bound_take(line, row, value, NULL);
}

int take_ramp_bound(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	return bound_take(line, row, value, benchi_ramp_metrics);
}

static bool bound_about(const benchi_bound *bound, const benchi_set *set)
{
	return set->n && !strcmp(bound->metric, set->metric)
	       && (!*bound->pattern || benchi_glob(bound->pattern, set->benchmark));
}

static void bound_print(FILE *out, const char *answer, const benchi_bound *bound,
                        const benchi_set *set, const struct benchi_median_interval *m)
{
	figure_form f = figures_of(set->unit, m->centre, m->high - m->low, NULL);
	char value[FIGURE_TEXT], low[FIGURE_TEXT], high[FIGURE_TEXT];

	benchi_put_sentence(out, "%s: %.100s%s%.150s: median %s (%.4g %% CI %s to %s)", answer,
		set->benchmark, *set->benchmark ? ", " : "", bound->text, figure(&f, m->centre, value),
		100 * m->confidence, figure(&f, m->low, low), figure(&f, m->high, high));
}

/* All sets that a bound is about. */
static bench_status bound_judge(const benchi_bound *bound, bool limit, const benchi_rows *rows,
                                FILE *out, bool *beyond)
{
	for (size_t i = 0; i < rows->sets; i++) {
		struct benchi_median_interval m;
		int side;

		if (!bound_about(bound, &rows->set[i]))
			continue;
		if (benchi_set_median(&rows->set[i], 0.95, &m) != BENCH_OK)
			return BENCH_ERR_MEMORY;
		side = benchi_bound_side(bound, m.low, m.high);
		if (!limit)
			bound_print(out, benchi_bound_answer(side), bound, &rows->set[i], &m);
		else if (side) {
			bound_print(out, "impossible", bound, &rows->set[i], &m);
			*beyond = true;
		}
	}
	return BENCH_OK;
}

bench_status bounds_judge(const bounds *b, const benchi_rows *rows, FILE *out, bool *beyond)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < b->expects && status == BENCH_OK; i++)
		status = bound_judge(&b->expected[i], false, rows, out, beyond);
	for (size_t i = 0; i < b->limits && status == BENCH_OK; i++)
		status = bound_judge(&b->limit[i], true, rows, out, beyond);
	return status;
}

static bool bound_known(const benchi_bound *bound, const benchi_rows *rows, size_t n)
{
	for (size_t f = 0; f < n; f++)
		for (size_t i = 0; i < rows[f].sets; i++)
			if (bound_about(bound, &rows[f].set[i]))
				return true;
	return false;
}

int bounds_check(const bounds *b, const char *verb_name, const benchi_rows *rows, size_t n)
{
	for (size_t i = 0; i < b->limits + b->expects; i++) {
		const benchi_bound *bound = i < b->limits ? &b->limit[i] : &b->expected[i - b->limits];

		if (!bound_known(bound, rows, n))
			return complain(verb_name, "--%s: no values of %s", i < b->limits ? "limit" : "expect",
			                bound->text);
	}
	return 0;
}

double now_s(void)
{
	return fmax(0, benchi_now_ns()) / 1e9;
}

const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

int take_margin(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	benchi_question *question = benchi_line_member(line, row);

	if (!benchi_share_read(value, false, &question->margin)
	    || (row->most > 0 && question->margin > row->most))
		return benchi_line_bad(line, row, value, row->most > 0 ? "a share such as 1%, at most 50%"
		                       : "a share such as 1%");
	question->beyond = question->margin;
	return 0;
}

int take_confidence(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	benchi_question *question = benchi_line_member(line, row);
	double share;

	if (!benchi_share_read(value, true, &share) || share < .5 || share > 1 - 1e-9)
		return benchi_line_bad(line, row, value, "50% to below 100%");
	question->alpha = 1 - share;
	return 0;
}
