/*
 * Parameters of commands: {name} stands for each of its values in turn.
 *
 * Of several parameters every combination is run.  A command with a name gets the values
 * behind it as Go's benchmarks do, "sort/n=4"; one without a name is named by its text.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "tools/verbs.h"
#include "tools/sample/sample.h"

/* NULL after a message. */
static parameter *begin(sample_options *w, const char *name)
{
	parameter *p = &w->parameter[w->parameters];

	if (w->parameters == SAMPLE_PARAMETERS || !*name) {
		complain(SAMPLE_VERB, "expected at most %d parameters, each with a name",
		         SAMPLE_PARAMETERS);
		return NULL;
	}
	w->parameters++;
	memset(p, 0, sizeof *p);
	p->name = name;
	return p;
}

/* Takes text, of values with commas between, apart. */
static int take_values(parameter *p)
{
	for (char *at = p->text; at; p->n++) {
		char *comma = strchr(at, ',');

		if (p->n == SAMPLE_VALUES)
			return complain(SAMPLE_VERB, "%s: at most %d values", p->name, SAMPLE_VALUES);
		p->value[p->n] = at;
		if (comma)
			*comma++ = '\0';
		at = comma;
	}
	return 0;
}

int sample_take_list(sample_options *w, const char *name, const char *values)
{
	parameter *p = begin(w, name);

	if (!p)
		return EXIT_MISUSE;
	p->text = strdup(values);
	return p->text ? take_values(p) : complain(SAMPLE_VERB, "out of memory");
}

/* The step is applied when commands are added, since its option may come later: "MIN,MAX". */
int sample_take_scan(sample_options *w, const char *name, const char *low, const char *high)
{
	double first, last;
	parameter *p = begin(w, name);

	if (!p)
		return EXIT_MISUSE;
	if (!benchi_number(low, &first) || !benchi_number(high, &last) || first > last)
		return complain(SAMPLE_VERB, "--parameter-scan %s: found '%s' and '%s', expected a number "
		                "and one not below it", name, low, high);
	p->low = first;
	p->high = last;
	p->scan = true;
	return 0;
}

int sample_scan(sample_options *w)
{
	for (size_t i = 0; i < w->parameters; i++) {
		parameter *p = &w->parameter[i];
		double n = floor((p->high - p->low) / w->step + 1e-9) + 1;
		char number[BENCHI_NUMBER_TEXT], *at;

		if (!p->scan || p->text)
			continue;
		if (n > SAMPLE_VALUES)
			return complain(SAMPLE_VERB, "%s: at most %d values", p->name, SAMPLE_VALUES);
		at = p->text = calloc((size_t)n, BENCHI_NUMBER_TEXT + 1);
		if (!at)
			return complain(SAMPLE_VERB, "out of memory");
		for (double k = 0; k < n; k++)
			at += sprintf(at, "%s%s", k > 0 ? "," : "",
			              benchi_number_digits(p->low + k * w->step, 12, number));
		if (take_values(p))
			return EXIT_MISUSE;
	}
	return 0;
}

size_t sample_combinations(const sample_options *w)
{
	size_t n = 1;

	for (size_t i = 0; i < w->parameters; i++)
		n *= w->parameter[i].n;
	return n;
}

/* The i-th parameter's value in a combination; the last one changes fastest. */
const char *sample_value(const sample_options *w, size_t combination, size_t i)
{
	for (size_t k = w->parameters; --k > i;)
		combination /= w->parameter[k].n;
	return w->parameter[i].value[combination % w->parameter[i].n];
}

/* The parameter that "{name}" at text stands for, or w->parameters. */
static size_t parameter_at(const sample_options *w, const char *text)
{
	size_t i = 0;

	for (; i < w->parameters; i++) {
		size_t n = strlen(w->parameter[i].name);

		if (*text == '{' && !strncmp(text + 1, w->parameter[i].name, n) && text[n + 1] == '}')
			break;
	}
	return i;
}

char *sample_substitute(const sample_options *w, size_t combination, const char *text)
{
	char *made = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&made, &size);

	while (stream && *text) {
		size_t i = parameter_at(w, text);

		if (i < w->parameters) {
			fputs(sample_value(w, combination, i), stream);
			text += strlen(w->parameter[i].name) + 2;
		} else
			putc(*text++, stream);
	}
	if (stream && !fclose(stream))
		return made;
	free(made);
	return NULL;
}

char *sample_suffix(const sample_options *w, size_t combination)
{
	char *made = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&made, &size);

	for (size_t i = 0; stream && i < w->parameters; i++)
		fprintf(stream, "/%s=%s", w->parameter[i].name, sample_value(w, combination, i));
	if (stream && !fclose(stream))
		return made;
	free(made);
	return NULL;
}

void sample_free_parameters(sample_options *w)
{
	for (size_t i = 0; i < w->parameters; i++)
		free(w->parameter[i].text);
}
