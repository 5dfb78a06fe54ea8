/*
 * A choice in one line of text.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/sink.h"
#include "compare/choice.h"

static const char *end_text(const bench_choice *choice)
{
	switch (choice->end == BENCH_PICK_END_REMEMBERED ? choice->chosen : choice->end) {
	case BENCH_PICK_END_SURE:
		return "sure";
	case BENCH_PICK_END_BUDGET:
		return "not sure: the budget was over";
	case BENCH_PICK_END_ONLY_ONE:
		return "the only one left";
	case BENCH_PICK_END_FORCED:
		return "as the environment asks";
	default:
		return "unknown";
	}
}

/* ", 3.20 % faster than b (95 % CI ...)". */
static void put_lead(struct benchi_sink *sink, const bench_choice *choice, const char *next)
{
	double lead = choice->lead - 1;

	benchi_sink_put(sink, ", ");
	if (choice->kept)
		benchi_sink_put(sink, "kept, ");
	benchi_sink_percent(sink, fabs(lead));
	benchi_sink_put(sink, " %s than %s", lead < 0 ? "slower" : "faster", next);
	if (!isfinite(choice->lead_low) || !isfinite(choice->lead_high))
		return;
	benchi_sink_put(sink, " (");
	benchi_sink_percent(sink, choice->lead_low - 1);
	benchi_sink_put(sink, " to ");
	benchi_sink_percent(sink, choice->lead_high - 1);
	benchi_sink_put(sink, ")");
}

size_t bench_choice_text(const bench_choice *choice, const bench_case *c, size_t n, char *text,
                         size_t capacity)
{
	struct benchi_sink sink = { text, capacity, 0 };
	char digits[BENCHI_DIGITS];

	if (!choice || !c || choice->index >= n) {
		benchi_sink_put(&sink, "no choice: %s", choice && choice->status != BENCH_OK
			? bench_status_text(choice->status) : "none was made");
		return sink.used;
	}
	benchi_sink_put(&sink, "%s of %lu", benchi_candidate_name(c, choice->index, digits),
		(unsigned long)n);
	if (choice->runner_up < n && !isnan(choice->lead))
		put_lead(&sink, choice, benchi_candidate_name(c, choice->runner_up, digits));
	if (choice->tie)
		benchi_sink_put(&sink, ", a tie with others");
	if (choice->end == BENCH_PICK_END_REMEMBERED)
		benchi_sink_put(&sink, ", remembered");
	benchi_sink_put(&sink, ", %s", end_text(choice));
	if (choice->warnings & BENCH_WARN_UNPAIRED)
		benchi_sink_put(&sink, ", START and STOP are not paired");
	if (choice->elapsed_ns > 0) {
		benchi_sink_put(&sink, ", ");
		benchi_sink_time(&sink, choice->elapsed_ns);
	}
	return sink.used;
}
