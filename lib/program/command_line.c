/*
 * Reads a command line with a table of options, and prints help from the same table.
 *
 * Each option is a row: names, argument, line of help, reader, target, limits, and options that it
 * requires or excludes. The programs of bench_main and all verbs of bench have such a table.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

#include <stdarg.h>

enum { HELP_COLUMN = 26, WORDS = 256 /* getopt values of options without a letter start here */ };

int benchi_complain_by(const char *program, const char *format, ...)
{
	char text[4000]; /* quoted arguments come from the user: escapes must not reach a terminal */
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	benchi_put_line(stderr, program);
	fputs(": ", stderr);
	benchi_put_line(stderr, text);
	fputc('\n', stderr);
	return BENCHI_EXIT_MISUSE;
}

/* Writes "--word" or "-w", for messages, and returns text. */
static const char *setting_name(const benchi_setting *row, char text[40])
{
	if (row->word)
		snprintf(text, 40, "--%.30s", row->word);
	else
		snprintf(text, 40, "-%c", row->letter);
	return text;
}

int benchi_line_bad(const benchi_command_line *line, const benchi_setting *row, const char *value,
                    const char *expected)
{
	char name[40];

	return benchi_line_complain(line, "%s: found '%s', expected %s", setting_name(row, name), value,
	                            expected);
}

/*
 * Shared readers.
 */

void *benchi_line_member(const benchi_command_line *line, const benchi_setting *row)
{
	return (char *)line->to + row->offset;
}

int benchi_setting_flag(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	*(bool *)benchi_line_member(line, row) = true;
	return 0;
}

int benchi_setting_constant(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	*(int *)benchi_line_member(line, row) = (int)row->most;
	return 0;
}

int benchi_setting_text(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	*(const char **)benchi_line_member(line, row) = value;
	return *value ? 0 : benchi_line_bad(line, row, value, "at least one character");
}

int benchi_setting_more(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	benchi_words *list = benchi_line_member(line, row);
	char name[40];

	if (list->n == BENCHI_WORDS)
		return benchi_line_complain(line, "%s: given more than %d times", setting_name(row, name),
		                            BENCHI_WORDS);
	list->word[list->n++] = value;
	return 0;
}

int benchi_setting_count(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	uint64_t number = 0;
	const char *end = benchi_read_size(value, &number);    /* "8", "4k", or "1e3" */
	double x = (double)number;
	bool read = (end && !*end) || (benchi_number(value, &x) && x <= floor(x));
	char expected[60];

	if (read && x >= row->least && x <= row->most) {
		*(size_t *)benchi_line_member(line, row) = (size_t)x;
		return 0;
	}
	snprintf(expected, sizeof expected, row->most > 1e9 ? "a count from %.0f"
	         : "a count from %.0f to %.0f", row->least, row->most);
	return benchi_line_bad(line, row, value, expected);
}

int benchi_setting_seed(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	const char *end = benchi_read_size(value, (uint64_t *)benchi_line_member(line, row));

	return end && !*end ? 0 : benchi_line_bad(line, row, value, "a whole number");
}

int benchi_setting_number(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	double *x = benchi_line_member(line, row);
	char expected[60] = "a number above 0";

	if (benchi_number(value, x) && *x > 0 && *x >= row->least && isfinite(*x)
	    && (!(row->most > 0) || *x <= row->most))
		return 0;
	if (row->most > 0)
		snprintf(expected, sizeof expected, "a number from %g to %g", row->least, row->most);
	return benchi_line_bad(line, row, value, expected);
}

int benchi_setting_ns(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	double *ns = benchi_line_member(line, row), most = row->most > 0 ? row->most : 1e14;
	char expected[60];

	if (benchi_duration(value, true, ns) && *ns <= most)
		return 0;
	snprintf(expected, sizeof expected, "a time such as 1s or 200ms, up to %.0fs", most / 1e9);
	return benchi_line_bad(line, row, value, expected);
}

int benchi_setting_seconds(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	int status = benchi_setting_ns(line, row, value);

	*(double *)benchi_line_member(line, row) /= 1e9;
	return status;
}

int benchi_setting_latency(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	return benchi_ramp_read_limit(value, benchi_line_member(line, row))
	           ? 0 : benchi_line_bad(line, row, value, "a time such as 10ms or 10ms@p99.9");
}

int benchi_setting_load(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	double *share = benchi_line_member(line, row);

	return benchi_share_read(value, share) && *share > 0 && *share <= 2
	           ? 0 : benchi_line_bad(line, row, value, "a share such as 80%, at most 200%");
}

bool benchi_share_read(const char *text, double *share)
{
	double value;
	const char *end = benchi_read_number(text, &value);

	if (!end || (*end && strcmp(end, "%")))
		return false;
	*share = !*end && value < 1 ? value : value / 100;
	return value >= 0 && isfinite(value);
}

int benchi_setting_share(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	double *share = benchi_line_member(line, row);
	char expected[60];

	if (benchi_share_read(value, share) && *share >= row->least && *share <= row->most)
		return 0;
	snprintf(expected, sizeof expected, "a share such as %.10s, %s%.0f%%", row->argument,
	         row->least > 0 ? "above 0 and at most " : "at most ", 100 * row->most);
	return benchi_line_bad(line, row, value, expected);
}

int benchi_setting_choice(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	size_t length = strlen(value), used = 0;
	char text[120] = "";     /* "a|b|c" as "a, b or c" */
	int k = 0;

	for (const char *at = row->argument; *at; k++) {
		size_t n = strcspn(at, "|");

		if (n == length && !memcmp(at, value, n)) {
			*(int *)benchi_line_member(line, row) = k;
			return 0;
		}
		if (used < sizeof text)
			used += (size_t)snprintf(text + used, sizeof text - used, "%s%.*s",
				k == 0 ? "" : at[n] ? ", " : " or ", (int)n, at);
		at += n + (at[n] == '|');
	}
	return benchi_line_bad(line, row, value, text);
}

/*
 * Help.
 */

/* Prints a line per option: names, then help in a column. A row without help names the next
 * row's option, too. brief: stops at the first heading. */
static void print_options(FILE *out, const benchi_setting *row, bool brief)
{
	const benchi_setting *before = NULL;
	size_t used = 0;

	for (; row->read || row->help; before = row++) {
		if (!row->read && brief)
			return;
		if (!row->read)
			fprintf(out, "\n%s:\n", row->help);
		if (!row->read)
			continue;

		/* "-q, --quiet", " --time TIME", "-S SHELL" */
		bool first = !used;
		bool argument = row->help && row->argument;
		/* the row before is the same option without an argument: this one takes it after '=' */
		bool optional = argument && before && before->word && row->word
			&& !strcmp(before->word, row->word);
		char letter[8] = "";

		if (row->letter && row->letter < WORDS)
			snprintf(letter, sizeof letter, "-%c%s", row->letter, row->word ? ", " : "");
		used += (size_t)fprintf(out, "%s%s%s%s%s%s", first ? "  " : ", ",
			first && !*letter ? "    " : letter, row->word ? "--" : "", row->word ? row->word : "",
			optional ? "=" : argument ? " " : "", argument ? row->argument : "");

		if (!row->help)
			continue;
		if (used + 2 > HELP_COLUMN) {
			fputc('\n', out);
			used = 0;
		}
		fprintf(out, "%*s%s\n", (int)(HELP_COLUMN - used), "", row->help);
		used = 0;
	}
}

int benchi_line_help(const benchi_command_line *line)
{
	fputs(line->usage, stdout);
	print_options(stdout, line->table, false);
	fputs(line->more, stdout);
	return 0;
}

int benchi_line_brief(const benchi_command_line *line)
{
	fputs(line->usage, stderr);
	print_options(stderr, line->table, true);
	fprintf(stderr, "\n'%s --help' lists all options.\n", line->program);
	return BENCHI_EXIT_MISUSE;
}

/*
 * Parsing.
 */

bool benchi_line_given(const benchi_command_line *line, const char *word)
{
	for (size_t i = 0; line->table[i].read || line->table[i].help; i++)
		if (line->given[i] && line->table[i].word && !strcmp(line->table[i].word, word))
			return true;
	return false;
}

/* Checks that the options given go together. Returns 0, or the exit status after a message. */
static int check_pairs(const benchi_command_line *line)
{
	const benchi_setting *table = line->table;

	for (size_t i = 0; table[i].read || table[i].help; i++)
		for (size_t k = 0; line->given[i] && (table[k].read || table[k].help); k++) {
			if (line->given[k] && benchi_listed(table[i].excludes, table[k].word))
				return benchi_line_complain(line, "--%s and --%s exclude each other", table[i].word,
				                            table[k].word);
			if (!line->given[k] && benchi_listed(table[i].needs, table[k].word))
				return benchi_line_complain(line, "--%s needs --%s",
				                            table[i].word, table[k].word);
		}
	return 0;
}

bool benchi_line_read(benchi_command_line *line, int argc, char **argv, int *status)
{
	const benchi_setting *const table = line->table;
	benchi_option known[2 * BENCHI_SETTINGS_MOST + 2], *to = known;
	int end = 1, letter;

	while (line->command && end < argc && strcmp(argv[end], "--"))
		end++;
	end = line->command ? end : argc > 0 ? argc : 1;
	*to++ = (benchi_option){ 'h', "help", false };
	for (int i = 0; table[i].read || table[i].help; i++) {
		if (table[i].word)
			*to++ = (benchi_option){ WORDS + i, table[i].word, table[i].argument != NULL };
		if (table[i].letter)
			*to++ = (benchi_option){ table[i].letter, NULL, table[i].argument != NULL };
	}
	*to = (benchi_option){ 0, NULL, false };
	benchi_options_start(&line->options, known, end - 1, argv + (argc > 0));
	*status = 0;
	line->bare = argc <= 1;
	while (!*status && (letter = benchi_options_next(&line->options)) != BENCHI_OPTION_END) {
		const benchi_setting *row = table;

		if (letter == 'h')
			line->helped = true;
		if (letter == 'h' && line->usage)
			*status = benchi_line_help(line);
		if (letter == 'h')
			return false;
		if (letter < 0) {
			const char *option = line->options.value;   /* as typed, for the message */
			char forms[160] = "";       /* such as " but --count=native" */

			for (size_t i = 0, n = strcspn(option, "="); table[i].read || table[i].help; i++)
				if (letter != BENCHI_OPTION_UNKNOWN && letter != BENCHI_OPTION_BARE && n > 2
				    && table[i].word && !strncmp(table[i].word, option + 2, n - 2)
				    && table[i].word[n - 2] == '=' && strlen(forms) < 100)
					sprintf(forms + strlen(forms), "%s --%.40s", *forms ? " or" : " but",
						table[i].word);
			*status = benchi_line_complain(line, "option '%s%s' %s%s (try '%s --help')",
				*option == '-' ? "" : "-", option,
				letter == BENCHI_OPTION_UNKNOWN ? "is unknown"
				: letter == BENCHI_OPTION_BARE ? "needs an argument" : "takes no argument", forms,
				line->program);
			break;
		}
		if (letter >= WORDS)
			row += letter - WORDS;
		else
			while (row->letter != letter)
				row++;
		line->given[row - table] = true;
		*status = row->read(line, row, line->options.value);
	}
	line->operand = line->options.argv;
	line->operands = line->options.operands;
	line->behind = argv + (end < argc ? end + 1 : argc);
	if (!*status)
		*status = check_pairs(line);
	if (line->bare && line->command && *line->command)
		*status = benchi_line_brief(line);
	if (!*status && line->command && *line->command
	    && (line->operands || !*line->behind || !**line->behind))
		*status = benchi_line_complain(line, "%s%s%sexpected %s after -- (try '%s --help')",
			line->operands ? "found '" : "", line->operands ? *line->operand : "",
			line->operands ? "', " : "", line->command, line->program);
	return !*status;
}
