/*
 * Which of FFTW's plans transforms 1024 complex numbers the fastest?
 *
 * Plans are made one after the other by FFTW's estimate with parts of the planner switched off,
 * and by its own measurements. Each challenges the best so far (bench_challenge). A planner need
 * not be stable, so the likelier plan is kept if time does not suffice. Compared with
 * FFTW_MEASURE.
 *
 * SPDX-License-Identifier: MIT
 */
#include "embed.h"

#include <fftw3.h>

enum { N = 1024 };

static const unsigned kinds[] = { FFTW_ESTIMATE, FFTW_MEASURE, FFTW_ESTIMATE | FFTW_UNALIGNED,
	FFTW_ESTIMATE | FFTW_DESTROY_INPUT, FFTW_ESTIMATE | FFTW_CONSERVE_MEMORY,
	FFTW_ESTIMATE | FFTW_NO_SIMD, FFTW_ESTIMATE | FFTW_NO_VRECURSE,
	FFTW_ESTIMATE | FFTW_NO_BUFFERING };

enum { KINDS = sizeof kinds / sizeof *kinds, MEASURED = 1 };

static fftw_complex *in, *out;
static fftw_plan plan[KINDS];

static void transform(uint64_t n, void *arg)
{
	for (; n > 0; n--)
		fftw_execute(*(fftw_plan *)arg);
}

static bench_case make(int i)
{
	const bench_case c = { .body = transform, .arg = &plan[i] };

	plan[i] = fftw_plan_dft_1d(N, in, out, FFTW_FORWARD, kinds[i]);
	return c;
}

static long pick(void)
{
	bench_case pair[2] = { make(0), { .body = NULL } };
	long champion = 0;

	for (int i = 1; i < KINDS; i++) {
		bench_pick_options options = { .time_ns = 3e6, .margin = 0.01 };
		bench_choice choice;

		pair[1] = make(i);
		if (!plan[i] || bench_challenge(pair, &options, 0, &choice) != BENCH_OK)
			continue;
		if (choice.index == 1 || (choice.kept && choice.lead < 1)) {
			pair[0] = pair[1];
			champion = i;
		}
	}
	return champion;
}

static long own(void)
{
	make(MEASURED);
	return MEASURED;
}

static void truth(void)
{
	bench_case c[KINDS];

	for (int i = 0; i < KINDS; i++) {
		const bench_case one = { .body = transform, .arg = &plan[i] };

		c[i] = plan[i] ? one : make(i);
	}
	embed_medians(c, KINDS, EMBED_TRUTH_S, embed_ns);
}

static double loss(long choice)
{
	return embed_case_loss(embed_ns, KINDS, choice);
}

int main(int argc, char **argv)
{
	const struct embed e = { "FFTW plan of 1024", "FFTW_MEASURE", pick, own, truth, loss };

	in = fftw_malloc(N * sizeof *in);
	out = fftw_malloc(N * sizeof *out);
	if (!in || !out)
		return 1;
	for (int i = 0; i < N; i++)
		in[i][0] = in[i][1] = i % 13;
	return embed_main(argc, argv, &e);
}
