/*
 * Decides which rounds of a run can be used.
 *
 * A round is clean if none of its windows failed or was interrupted and the core's whole width
 * was available: the high-IPC reference ran at its undisturbed rate.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "engine/estimate.h"
#include "measure/recorded.h"
#include "stats/order.h"
#include "timing/window.h"

static const double CLEAN_WANTED = 0.6;

int benchi_recorded_arm(const struct benchi_recorded *run, enum benchi_kind kind)
{
	for (size_t i = 0; i < benchi_engine_arms(&run->engine); i++)
		if (run->kind[i] == kind)
			return (int)i;
	return -1;
}

struct benchi_arms benchi_recorded_arms(const struct benchi_recorded *run)
{
	struct benchi_arms arms = { benchi_recorded_arm(run, BENCHI_LOW_IPC),
		benchi_recorded_arm(run, BENCHI_HIGH_IPC), benchi_recorded_arm(run, BENCHI_FEW),
		benchi_recorded_arm(run, BENCHI_MANY), { 0 } };

	for (size_t i = 0; i < benchi_engine_arms(&run->engine); i++)
		arms.usual_ns[i] = benchi_arm_median(&run->engine, i, run->memory.scratch);
	return arms;
}

/* Nanoseconds per tick in this round, by a reference. */
static double reference_tick_ns(const struct benchi_recorded *run, size_t round, int arm,
                                double ticks)
{
	const struct benchi_sample *sample = benchi_engine_sample(&run->engine, round, (size_t)arm);

	return sample->ns / (ticks * (double)sample->iterations + run->reference.fixed_ticks);
}

double benchi_recorded_tick_ns(const struct benchi_recorded *run, const struct benchi_arms *arms,
                               size_t round)
{
	return arms->low_ipc < 0 ? (double)NAN
	     : reference_tick_ns(run, round, arms->low_ipc, run->reference.low_ipc_ticks);
}

int benchi_recorded_whole(const struct benchi_recorded *run, const struct benchi_arms *arms,
                          size_t round)
{
	for (size_t i = 0; i < benchi_engine_arms(&run->engine); i++) {
		const struct benchi_sample *sample = benchi_engine_sample(&run->engine, round, i);

		if (isnan(sample->ns)
		    || benchi_interrupted(sample->ns, arms->usual_ns[i] * (double)sample->iterations))
			return 0;
	}
	return 1;
}

/* The share of the core's width that was available in this round, by the high-IPC reference; 1
 * without such a reference. */
double benchi_recorded_width(const struct benchi_recorded *run, const struct benchi_arms *arms,
                             size_t round)
{
	return arms->high_ipc < 0 ? 1 : benchi_recorded_tick_ns(run, arms, round)
	     / reference_tick_ns(run, round, arms->high_ipc, run->reference.high_ipc_ticks);
}

int benchi_recorded_clean(const struct benchi_recorded *run, const struct benchi_arms *arms,
                          size_t round)
{
	return benchi_recorded_whole(run, arms, round)
	       && fabs(benchi_recorded_width(run, arms, round) - 1) < BENCHI_WIDTH_MISSING;
}

struct benchi_width benchi_recorded_high_ipc(const struct benchi_recorded *run)
{
	struct benchi_arms arms = benchi_recorded_arms(run);
	double *ticks = run->memory.scratch;
	size_t n = 0, rounds = arms.high_ipc >= 0 ? benchi_engine_rounds(&run->engine) : 0;

	for (size_t round = 0; round < rounds; round++)
		if (benchi_recorded_whole(run, &arms, round))
			ticks[n++] = run->reference.high_ipc_ticks / benchi_recorded_width(run, &arms, round);
	return benchi_width_of(ticks, NULL, n, ticks + run->memory.rounds);
}

/* Counts the rounds without interruption and the clean ones. */
void benchi_recorded_count(const struct benchi_recorded *run, const struct benchi_arms *arms,
                           size_t *whole, size_t *clean)
{
	*whole = *clean = 0;
	for (size_t round = 0; round < benchi_engine_rounds(&run->engine); round++)
		if (benchi_recorded_whole(run, arms, round)) {
			++*whole;
			*clean += (size_t)benchi_recorded_clean(run, arms, round);
		}
}

int benchi_recorded_wants_more(const struct benchi_recorded *run)
{
	struct benchi_arms arms;
	size_t whole, clean;

	if (!run->reference.high_ipc || run->layout_spread || benchi_engine_rounds_given(&run->engine))
		return 0;       /* no reference shows it, or the caller chose the number of rounds */
	arms = benchi_recorded_arms(run);
	benchi_recorded_count(run, &arms, &whole, &clean);
	return (double)clean < CLEAN_WANTED * (double)whole;
}

int benchi_recorded_disturbed(const struct benchi_recorded *run, size_t round)
{
	struct benchi_arms arms = { benchi_recorded_arm(run, BENCHI_LOW_IPC),
		benchi_recorded_arm(run, BENCHI_HIGH_IPC), -1, -1, { 0 } };

	return fabs(benchi_recorded_width(run, &arms, round) - 1) >= BENCHI_WIDTH_MISSING;
}

struct cleaning {
	const struct benchi_recorded *run;
	struct benchi_arms arms;
};

static int keep_clean(const void *to, size_t round)
{
	const struct cleaning *c = to;

	return benchi_recorded_clean(c->run, &c->arms, round);
}

void benchi_recorded_keep_clean(struct benchi_recorded *run)
{
	const struct cleaning cleaning = { run, benchi_recorded_arms(run) };
	size_t before = benchi_engine_rounds(&run->engine);

	benchi_engine_keep(&run->engine, keep_clean, &cleaning);
	run->thrown += before - benchi_engine_rounds(&run->engine);
}
