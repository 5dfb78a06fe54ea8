/*
 * Messages by which a process passes on its results.
 *
 * Both ends are the same program, so numbers travel as they lie in memory; their size
 * and a mark make sure that they are what they should be.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "data/metric.h"
#include "measure/summary.h"
#include "program/message.h"

enum { MARK = 0x62656e63, READINGS_MOST = 100000000, TEXT_MOST = 4096, METHOD = 16 };

struct counted {
	char name[BENCHI_METRIC_NAME];
	double value;
};

struct head {
	uint32_t mark, size, row, outcome, text, metrics, process;
	char method[METHOD];
	uint64_t readings;
	double wall_ns, cpu_ns, waited_ns;
	bench_summary summary;
	struct counted metric[BENCHI_METRICS];
};

int benchi_message_write(FILE *out, size_t row, benchi_outcome outcome, const benchi_result *result)
{
	struct head head;
	size_t text = result->skipped ? strlen(result->skipped) : 0;

	memset(&head, 0, sizeof head);
	head.mark = MARK;
	head.size = sizeof head;
	head.row = (uint32_t)row;
	head.outcome = (uint32_t)outcome;
	if (result->summary.method)
		strncat(head.method, result->summary.method, METHOD - 1);
	head.text = (uint32_t)(text > TEXT_MOST ? TEXT_MOST : text);
	head.readings = result->n;
	head.wall_ns = result->wall_ns;
	head.cpu_ns = result->cpu_ns;
	head.waited_ns = result->waited_ns;
	head.summary = result->summary;
	head.metrics = (uint32_t)result->metrics;
	head.process = result->n ? result->reading[0].process : 0;
	for (size_t i = 0; i < result->metrics; i++) {
		strcpy(head.metric[i].name, result->metric[i].name);
		head.metric[i].value = result->metric[i].value;
	}
	if (fwrite(&head, sizeof head, 1, out) != 1
	    || (head.text && fwrite(result->skipped, head.text, 1, out) != 1)
	    || (result->n   /* without readings there is no memory for any */
	        && fwrite(result->reading, sizeof *result->reading, result->n, out) != result->n))
		return -1;
	return fflush(out) ? -1 : 0;
}

static int read_text(FILE *in, size_t length, benchi_result *result)
{
	char *text;

	if (!length)
		return 1;
	text = malloc(length + 1);
	if (!text || fread(text, length, 1, in) != 1) {
		free(text);
		return -1;
	}
	text[length] = '\0';
	free(result->skipped);
	result->skipped = text;
	return 1;
}

static int read_readings(FILE *in, uint64_t n, benchi_result *result)
{
	benchi_reading reading;

	for (; n > 0; n--)
		if (fread(&reading, sizeof reading, 1, in) != 1
		    || benchi_result_add(result, &reading) != BENCH_OK)
			return -1;
	return 1;
}

static int take_metrics(struct head *head, benchi_result *result)
{
	for (size_t i = 0; i < head->metrics; i++) {
		head->metric[i].name[BENCHI_METRIC_NAME - 1] = '\0';
		if (benchi_metric_add(result, head->metric[i].name, head->process, head->metric[i].value))
			return -1;
	}
	return 0;
}

int benchi_message_read(FILE *in, benchi_result *result, size_t rows, size_t *row,
                      benchi_outcome *outcome)
{
	struct head head;
	size_t got = fread(&head, 1, sizeof head, in);

	if (got == 0)
		return ferror(in) ? -1 : 0;
	if (got != sizeof head || head.mark != MARK || head.size != sizeof head || head.row >= rows
	    || head.outcome > BENCHI_WRONG || head.text > TEXT_MOST || head.metrics > BENCHI_METRICS
	    || head.readings > READINGS_MOST)
		return -1;
	*row = head.row;
	*outcome = (benchi_outcome)head.outcome;
	result += head.row;
	result->summary = head.summary;
	head.method[METHOD - 1] = '\0';
	result->summary.method = benchi_method_of(head.method, strlen(head.method));
	result->wall_ns = head.wall_ns;
	result->cpu_ns = head.cpu_ns;
	result->waited_ns = head.waited_ns;
	if (read_text(in, head.text, result) < 0 || take_metrics(&head, result))
		return -1;
	return read_readings(in, head.readings, result);
}
