/*
 * Finds rounds in which other programs used the machine.
 *
 * Method: over stretches of whole rounds of at least a second, the processor time that
 * all of the machine used, less that of our own children and of ourselves.  A stretch is
 * busy if the rest is over a tenth of a processor, or over a hundredth was stolen by the
 * hypervisor's other guests, or a processor was throttled.
 *
 * Wrong about a command that leaves work to others (a server, the kernel's threads).
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>

#include "tools/sample/sample.h"

#define STRETCH_S 1.0
#define SHARE_S 0.2 /* the system counts in hundredths of a second */
#define OTHERS 0.10
#define STOLEN 0.01

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

/* Processor time of this program and of all the children that it has waited for. */
static double ours_s(void)
{
	struct rusage self, children;

	getrusage(RUSAGE_SELF, &self);
	getrusage(RUSAGE_CHILDREN, &children);
	return seconds(self.ru_utime) + seconds(self.ru_stime) + seconds(children.ru_utime)
	       + seconds(children.ru_stime);
}

static void begin(sample *s, uint32_t first)
{
	benchi_activity_find(&s->busy.since);
	s->busy.began_s = sample_now_s();
	s->busy.ours_s = ours_s();
	s->busy.first = first;
}

double sample_busy_share(sample *s)
{
	busy *b = &s->busy;
	double now_s = sample_now_s(), span = now_s - b->latest_s, ours = ours_s(), share = b->share;
	benchi_activity now;

	if (span < SHARE_S)
		return share;
	benchi_activity_find(&now);
	if (b->latest_s > 0) {
		share = fmax(0, now.busy_s - b->latest.busy_s - (ours - b->latest_ours_s)) / span;
		share = isfinite(share) ? round(1000 * share) / 1000 : 0;
	}
	b->latest = now;
	b->latest_s = now_s;
	b->latest_ours_s = ours;
	return share;
}

void sample_busy_start(sample *s)
{
	begin(s, s->round + 1);
}

/* Adds the stretch that was gathered to the list. */
static void name_rounds(busy *b)
{
	size_t used = strlen(b->rounds);

	if (!b->from)
		return;
	if (used < sizeof b->rounds - 60)
		snprintf(b->rounds + used, sizeof b->rounds - used, b->from < b->to ? "%s%u-%u" : "%s%u",
		         used ? ", " : "", (unsigned)b->from, (unsigned)b->to);
	else if (b->rounds[used - 1] != '.')
		snprintf(b->rounds + used, sizeof b->rounds - used, ", ...");
	b->from = 0;
}

/* Stretches that follow each other are one. */
static void add_stretch(busy *b, uint32_t last)
{
	if (b->from && b->to + 1 < b->first)
		name_rounds(b);
	if (!b->from)
		b->from = b->first;
	b->to = last;
}

void sample_busy_round(sample *s, bool last)
{
	busy *b = &s->busy;
	double span = sample_now_s() - b->began_s, others, stolen, throttled;
	benchi_activity now;

	if (span < (last ? STRETCH_S / 2 : STRETCH_S) || s->round < b->first)
		return;
	benchi_activity_find(&now);
	others = now.busy_s - b->since.busy_s - (ours_s() - b->ours_s);
	stolen = now.stolen_s - b->since.stolen_s;
	throttled = now.throttled - b->since.throttled;
	if (others > OTHERS * span || stolen > STOLEN * span || throttled > 0) {
		add_stretch(b, s->round);
		b->any = true;
		b->span_s += span;
		b->others_s += isnan(others) ? 0 : fmax(others, 0);
		b->stolen_s += isnan(stolen) ? 0 : stolen;
		b->throttled += isnan(throttled) ? 0 : throttled;
	}
	begin(s, s->round + 1);
}

void sample_busy_report(sample *s)
{
	busy *b = &s->busy;

	if (!b->any)
		return;
	name_rounds(b);
	fprintf(stderr, "bench sample: the machine was busy with something else in rounds %s\n"
	                "    (of %u): other processes took %.0f %% of a processor, %.1f %% was "
	                "stolen%s\n", b->rounds, (unsigned)s->round, 100 * b->others_s / b->span_s,
	        100 * b->stolen_s / b->span_s,
	        b->throttled > 0 ? ", and it was slowed down for its heat" : "");
}
