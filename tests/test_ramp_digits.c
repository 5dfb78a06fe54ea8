/*
 * What a step of a ramp comes to: one worker on a scripted clock, sums over several made up.
 *
 * SPDX-License-Identifier: MIT
 */

#define CHECK_EXACT 1
#include "digits.h"

#include "load/load.h"
#include "scripted.h"
#include "load/ramp.c"

static struct scripted scripted;

static const struct step_row {
	double takes_ns, more_ns;       /* every seventh operation takes more */
	uint64_t batch;
	double own;                     /* so much of an operation counts; 0: all */
	benchi_ramp_plan plan;
	size_t made;                    /* workers of a pool that is made up; 0: one runs */
	const char *name;
} steps[] = {
	{ 1e5, 7e5, 0, .plan = { .step_ns = 1e8 }, .name = "a closed loop" },
	{ 3e4, 1e4, 5, .plan = { .step_ns = 1e7, .limit_ns = 3e4, .bytes = 64 }, .name = "batches" },
	{ 3e4, 1e4, 2, .own = .25, .plan = { .step_ns = 1e7, .limit_ns = 1e4, .limit_share = .5 },
	  .name = "the part that counts" },
	{ 1e5, 9e6, .plan = { .step_ns = 1e9, .rate_hz = 300, .even = true }, .name = "an open loop" },
	{ 1e5, 9e6, .own = .5, .plan = { .step_ns = 1e9, .rate_hz = 500, .seed = 3 },
	  .name = "an open loop at random" },
	{ 5e6, 0, .plan = { .step_ns = 2e8, .rate_hz = 900, .limit_ns = 1e7 },
	  .name = "more than can be served" },
	{ 3e9, 0, .plan = { .step_ns = 2e10, .rate_hz = .25 }, .name = "a start in four seconds" },
	{ 1e5, 9e6, .plan = { .limit_ns = 1e8, .limit_share = .9, .bytes = 3 }, .made = 3,
	  .name = "three workers" },
	{ 2e5, 1e6, .plan = { .rate_hz = 70 }, .made = 2, .name = "two workers" },
	{ 1e8, 0, .plan = { .rate_hz = 0 }, .name = "a second" },
	{ 10, 0, .plan = { .step_ns = 1e6, .rate_hz = 7.5e6, .even = true },
	  .name = "millions of starts a second" },
};

/* The row that is run, and what its hooks have seen. */
static struct {
	const struct step_row *row;
	double operations, calls, took_ns, entered, left, parameters, slept_ns;
} work;

static bench_status operate(void *arg, size_t worker, uint64_t n)
{
	double ns = (double)n * work.row->takes_ns;

	if ((uint64_t)++work.calls % 7 == 0)
		ns += work.row->more_ns;
	work.operations += (double)n;
	work.parameters += (double)bench_parameter();
	work.took_ns = ns;
	scripted.ns += ns;
	return BENCH_OK;
}

static double own_ns(void *arg, size_t worker)
{
	return work.row->own > 0 ? work.row->own * work.took_ns : (double)NAN;
}

/* Of an operation, three quarters, and a millisecond before the first. */
static double cpu_ns(void *arg, size_t worker)
{
	return 1e6 + .75 * work.row->takes_ns * work.operations;
}

static void enter(void *arg, size_t worker)
{
	work.entered += 1 + (double)worker + 100 * work.operations;
}

static void leave(void *arg, size_t worker)
{
	work.left += 1 + (double)worker + work.operations;
}

static void sleep_scripted(void *ctx, double ns)
{
	((struct scripted *)ctx)->ns += ns + 30e3;
	work.slept_ns += ns;
}

/* Another number of operations for each worker and slice. */
static void make_pool(const struct step_row *row, benchi_pool *pool)
{
	benchi_pool_plan plan = { .workers = row->made };
	benchi_job job = { .operate = operate };

	plan.job = &job;
	ck_assert_int_eq(benchi_pool_prepare(&plan, pool), BENCH_OK);
	pool->slice_ns = 5e7;
	pool->slices = row->made == 2 ? 1 : 17;
	for (size_t i = 0; i < row->made; i++) {
		benchi_worker *w = &pool->worker[i];
		double k = (double)i + 1;

		for (int s = 0; s < BENCHI_POOL_SLICES; s++)
			w->slice[s] = 500 * k + s * (7 - 2 * k);
		for (int n = 0; n < 40; n++)
			benchi_histogram_add(&w->latency, k * (row->takes_ns + n * row->more_ns), 1);
		w->cpu_ns = 1e8 * k * k;
		w->cpu_operations = 700 * k;
		w->served_ns = 9e9 / k;
		w->served = 1000 * k;
		w->unserved = k;
	}
}

static void add_step(struct digits *d, const benchi_step *s)
{
	const double numbers[] = { (double)s->workers, s->offered_hz, s->throughput_hz, s->error_hz,
		s->slice_hz[0], s->slice_hz[7], s->slice_hz[16], s->slice_hz[19], s->operations, s->p50_ns,
		s->p90_ns, s->p99_ns, s->p999_ns, s->max_ns, s->mean_ns, s->service_ns, s->bytes_hz,
		s->limited_ns, s->wall_ns, s->cpu_ns, s->unserved, s->counted_ns, s->over };

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		digits_add(d, numbers[i]);
}

static void run(const struct step_row *row, struct digits *d)
{
	const double *const seen[] = { &work.operations, &work.calls, &work.entered, &work.left,
		&work.parameters, &scripted.ns, &work.slept_ns };
	benchi_job job = { .operate = operate, .own_ns = own_ns, .cpu_ns = cpu_ns, .enter = enter,
		.leave = leave, .parameter = 3, .batch = row->batch };
	benchi_ramp_plan plan = row->plan;
	benchi_ramp ramp;

	scripted = scripted_clock(1, 20);
	plan.clock = scripted_as_clock(&scripted);
	plan.sleep = sleep_scripted;
	plan.least = plan.most = 1;
	digits_add(d, benchi_ramp_run(&job, &plan, &ramp));
	add_step(d, ramp.step);
	digits_add(d, (double)(ramp.best + 10 * ramp.end + 100 * ramp.n));
	digits_add(d, (double)(ramp.batch + 100 * ramp.queueing.servers));
	for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
		digits_add(d, *seen[i]);
	benchi_ramp_free(&ramp);
}

START_TEST(a_step_comes_to_the_same_numbers)
{
	const struct step_row *row = &steps[_i];
	struct digits found = { .name = row->name };
	benchi_step step;
	benchi_pool pool;

	memset(&work, 0, sizeof work);
	work.row = row;
	if (row->made) {
		make_pool(row, &pool);
		ramp_sum(&row->plan, &pool, &step);
		add_step(&found, &step);
		ck_assert_double_eq_tol(step.busy * benchi_processors_allowed(),
			step.cpu_ns * step.throughput_hz / 1e9, 1e-9);
		benchi_pool_free(&pool);
	} else
		run(row, &found);
	digits_golden(&found);
}
END_TEST

DIGITS_MAIN("ramp", a_step_comes_to_the_same_numbers, steps)
