/*
 * What a step of a ramp comes to: one worker on a scripted clock, sums over several made up.
 *
 * SPDX-License-Identifier: MIT
 */

#include "digits.h"

#include "load/load.h"
#include "scripted.h"

static struct scripted scripted;

static const struct step_row {
	double takes_ns, more_ns;       /* every seventh operation takes more */
	uint64_t batch;
	double own;                     /* so much of an operation counts; 0: all */
	benchi_ramp_plan plan;
	size_t made;                    /* workers of a pool that is made up; 0: one runs */
	struct digits expected;
} steps[] = {
	{ 1e5, 7e5, 0, .plan = { .step_ns = 1e8 }, .expected = { "a closed loop", 33, {
		0, 1, NAN, 5021.1245, 72.104054, 5274.8681, 5280.9918, 4938.9087, 5449.8638, 503,
		100352, 800020, 800020, 800020, 800020, 200218.81, 200218.81, NAN, 800020,
		199158.58, 75000, 0, 1e+08, 0, 100, 1, 504, 504, 1, 505, 1512, 1.1008101e+09, 0 } } },
	{ 3e4, 1e4, 5, .plan = { .step_ns = 1e7, .limit_ns = 3e4, .bytes = 64 },
	  .expected = { "batches", 33, {
		0, 1, NAN, 33028.929, 68.738769, 33328.889, 33039.464, 32662.312, 33328.889, 335,
		30080, 32004, 32004, 32004, 32004, 30272.657, 30272.657, 2113851.5, 32004,
		30276.488, 22500, 0, 10000000, 1, 99, 5, 340, 68, 1, 341, 204, 1.0102914e+09, 0 } } },
	{ 3e4, 1e4, 2, .own = .25, .plan = { .step_ns = 1e7, .limit_ns = 1e4, .limit_share = .5 },
	  .expected = { "the part that counts", 33, {
		0, 1, NAN, 32555.815, 36.836876, 32655.781, 32655.781, 32396.513, 32655.781, 326,
		7520, 8750, 8750, 8750, 8750, 7676.3804, 7676.3804, NAN, 7520, 30716.479, 22500, 0,
		10000000, 0, 100, 2, 328, 164, 1, 329, 492, 1.0100733e+09, 0 } } },
	{ 1e5, 9e6, .plan = { .step_ns = 1e9, .rate_hz = 300, .even = true },
	  .expected = { "an open loop", 33, {
		0, 1, 300, 299, 3.4817384, 254.65198, 287.32599, 300, 299.9998, 300, 100352,
		9100020, 9100020, 9100020, 9100020, 2552036.8, 1390020, NAN, 9100020, 3344481.6,
		75000, 0, 1e+09, 0, 100, 1, 301, 301, 1, 302, 903, 2.0092001e+09, 5.7048802e+08 } } },
	{ 1e5, 9e6, .own = .5, .plan = { .step_ns = 1e9, .rate_hz = 500, .seed = 3 },
	  .expected = { "an open loop at random", 33, {
		0, 1, 500, 509, 16.994022, 500, 397.67704, 422.36469, 500, 509, 4554752, 8159232,
		11403264, 12517144, 12517144, 3906355.1, 686542.24, NAN, 11403264, 1964636.5, 75000,
		0, 1e+09, 0, 100, 1, 510, 510, 1, 511, 1530, 1.9970045e+09, 2.8184089e+08 } } },
	{ 5e6, 0, .plan = { .step_ns = 2e8, .rate_hz = 900, .limit_ns = 1e7 },
	  .expected = { "more than can be served", 33, {
		0, 1, 900, 197.85118, 2.1472204, 157.05399, 199.9984, 199.9984, 199.9984, 194,
		2.401239e+08, 2.9569843e+08, 3.1615095e+08, 3.1615095e+08, 3.1615095e+08,
		2.163868e+08, 5000020, NAN, 3.1615095e+08, 5054304, 3750000, 114, 2e+08, 1, 99, 1,
		81, 81, 1, 82, 243, 1.4071505e+09, 2047229 } } },
	{ 3e9, 0, .plan = { .step_ns = 2e10, .rate_hz = .25 },
	  .expected = { "a start in four seconds", 33, {
		0, 1, 0.25, 0.19306776, 0.03519991, 0, 0.089966877, 0.24336649, 0.33333333, 5,
		3.5567698e+09, 7.0261977e+09, 7.0261977e+09, 7.0261977e+09, 7.0261977e+09,
		4.5043004e+09, 3e+09, NAN, 7.0261977e+09, 5.1795287e+09, 2.25e+09, 0, 2e+10, 0, 100,
		1, 6, 6, 1, 7, 18, 2.7415935e+10, 8.410721e+09 } } },
	{ 1e5, 9e6, .plan = { .limit_ns = 1e8, .limit_share = .9, .bytes = 3 }, .made = 3,
	  .expected = { "three workers", 23, {
		3, NAN, 61440, 220.45408, 60000, 61260, 62880, NAN, 120, 2.8940698e+08,
		7.298089e+08, 1.0276045e+09, 1.0533e+09, 1.0533e+09, 3.512e+08, 2750000, 184320,
		7.298089e+08, 16276.042, 333333.33, 6, 8.5e+08, 1 } } },
	{ 2e5, 1e6, .plan = { .rate_hz = 70 }, .made = 2, .expected = { "two workers", 23, {
		2, 140, 30000, 30000, 30000, NAN, NAN, NAN, 80, 26214400, 62652416, 78400000,
		78400000, 78400000, 29550000, 4500000, NAN, 200000, 33333.333, 238095.24, 3,
		50000000, 0 } } },
	{ 1e8, 0, .plan = { .rate_hz = 0 }, .expected = { "a second", 33, {
		0, 1, NAN, 9.999998, 0, 9.999998, 9.999998, 9.999998, 9.999998, 10, 100000020,
		100000020, 100000020, 100000020, 100000020, 100000020, 100000020, NAN, 100000020,
		100000020, 75000000, 0, 1e+09, 0, 100, 1, 11, 11, 1, 12, 33, 2.1000002e+09, 0 } } },
	{ 10, 0, .plan = { .step_ns = 1e6, .rate_hz = 7.5e6, .even = true },
	  .expected = { "millions of starts a second", 33, {
		0, 1, 7500000, 7499000, 1000, 7480000, 7500000, 7500000, 7500000, 7499, 37.25, 47, 47,
		47, 47, 38.666489, 30, NAN, 47, 133.35111, 7.5, 0, 1000000, 0, 100, 1, 7500, 7500, 1,
		7501, 22500, 1.001e+09, 0 } } },
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
	struct digits found = { .name = row->expected.name };
	benchi_step step;
	benchi_pool pool;

	memset(&work, 0, sizeof work);
	work.row = row;
	if (row->made) {
		make_pool(row, &pool);
		benchi_ramp_sum(&row->plan, &pool, &step);
		add_step(&found, &step);
		ck_assert_double_eq_tol(step.busy * benchi_processors_allowed(),
			step.cpu_ns * step.throughput_hz / 1e9, 1e-9);
		benchi_pool_free(&pool);
	} else
		run(row, &found);
	digits_same(&found, &row->expected);
}
END_TEST

DIGITS_MAIN("ramp", a_step_comes_to_the_same_numbers, steps)
