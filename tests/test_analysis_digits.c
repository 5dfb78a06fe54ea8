/*
 * What comparing saved results gives on made-up sets: every method with all its numbers.
 *
 * SPDX-License-Identifier: MIT
 */

#include "digits.h"

#include "tools/tools.h"

enum { VALUES = 120, COMPARISONS = 2 };

/* A set: values around at, and what is unusual about them. */
struct made {
	double at;
	size_t n;
	double spread;
	double mode;      /* so far away lies one of three */
	double far;       /* and so far one of 37 */
	double drift;     /* from one to the next */
	double tick;      /* rounded to multiples */
	size_t run_of;    /* values in a run, which differ by half the spread */
	double startup;   /* of a session: at first */
};

static const struct comparison_row {
	struct made made[2];
	benchi_question question;
	size_t blocks;
	const char *metric;
	bool rounds;
	struct digits expected;
} comparisons[] = {
	{ { { 100, 20, .spread = 2 }, { 103, 24, .spread = 4 } }, { .margin = .01, .alpha = .01 },
	  .expected = { "means", 41, {
		0, 2, -0.57301271, 1.7067087, 5.0256211, -0.57301271, 1.7067087, 5.0256211,
		100.44795, 1.0044796, 0.036047868, 0.99045564, 75, 20, 0, 0, -5.4792994, 0.69439352,
		0.99519328, 91, 0.005, 0.005, 0, 0, 0, 0, 0, 0, 64, 4, 0.34897571, 0.87113149,
		-0.21852212, 1101, 100.44795, 0, 0.15708326, 0.78496973, -0.19266197, 10100,
		102.15466 } } },
	{ { { 100, 20, .spread = 2 }, { 101, 20, .spread = 2 } }, { .margin = .01, .alpha = .01 },
	  .expected = { "means, unsure", 41, {
		0, 2, -1.0130161, 0.46913987, 2.3358907, -0.84942341, 0.46913987, 2.2316986,
		100.44795, 1.0044796, 0.3688624, 0.99051639, 325, 20, 0, 0, -2.467652, 1.0130161,
		0.9953188, 363, 0.005, 0.005, 0, 0, 0, 0, 0, 0, 0, 4, 0.34897571, 0.87113149,
		-0.21852212, 1101, 100.44795, 0, 0.87440969, 0.82033822, -0.13035831, 4100,
		100.9171 } } },
	{ { { 100, 60, .spread = .5 }, { 100.2, 50, .spread = .5 } },
	  { .margin = .01, .alpha = .01 },
	  .expected = { "means, the same", 41, {
		0, 11, 0.092858666, 0.32972797, 0.56659727, 0.11642427, 0.32972797, 0.54303166,
		99.924857, 0.99924857, 0.0004070138, 1, 0, 50, 0, 1, -0.56659727, -0.11642427, 1, 0,
		0.005, 0.01, 0, 0, 0, 0, 0, 0, 0, 0, 0.41488628, 0.37533092, -0.14726758, 10100,
		99.891093, 0, 0.5752188, 0.66358231, -0.020565478, 15100, 100.16732 } } },
	{ { { -5, 3, .spread = 1 }, { -6, 2, .spread = 1 } }, { .margin = .1, .alpha = .05 },
	  .expected = { "few", 41, {
		0, 1, -7.9306803, -2.7242408, 2.4821988, -5.7889766, -2.7242408, 0.34049503,
		4.3822028, 0.43822028, 0.11618593, 1, 2, 2, 0, 0, -6.0221339, 7.9306803, 1, 2,
		0.025, 0.025, 0, 0, 0, 0, 0, 0, 0, 1, 0.82705074, 0.29626987, -0.0054520009, 2100,
		-4.3309833, 1, NAN, 1, -0.5, 1100, -7.1064435 } } },
	{ { { 10, 1, .spread = 1 }, { 11, 2, .spread = 1 } }, { .margin = .1, .alpha = .05 },
	  .expected = { "one", 41, {
		0, 0, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0, NAN, 1, 2, 1, 0, 0, NAN, NAN, 1, 2,
		0.05, 0.05, 0, 0, 0, 0, 0, 0, 0, 1, NAN, NAN, NAN, 100, 10.933642, 1, NAN, 1, -0.5,
		1100, 9.8935565 } } },
	{ { { 100, 60, .spread = 2, .mode = 20 }, { 103, 50, .spread = 4, .far = 80 } },
	  { .margin = .01, .alpha = .01 },
	  .expected = { "ranks", 41, {
		0, 2, -2.3950838, 2.1020362, 3.8746902, -2.3950838, 2.1020362, 3.8746902, 100.75729,
		1.0075729, 0.15051379, 0.99, 146, 50, 0, 0, -4.0623952, 3.2484118, 0.995, 206,
		0.005, 0.005, 0, 0, 0, 0, 0, 0, 0, 50, 1.2544261e-08, 0.66914541, -0.49666549,
		10200, 120.37231, 36, 4.4895873e-13, 0.33188527, 0.019472555, 42102,
		102.85933 } } },
	{ { { 100, 80, .spread = 2, .tick = 1, .far = 9 }, { 100.4, 70, .spread = 2, .tick = 1 } },
	  { .margin = .01, .alpha = .05 },
	  .expected = { "ranks of ties", 41, {
		0, 2, 0, 0, 1, 0, 0, 1, 100, 1, 0.32772502, 0.95, 1, 70, 0, 0, -1, 0, 0.975, 1,
		0.025, 0.025, 0, 0, 0, 0, 0, 0, 0, 36, 1.0657495e-06, 0.61090171, -0.17886685,
		42101, 100, 32, 0.02491934, 0.15618788, 0.0056227768, 100, 100 } } },
	{ { { 50, 110, .spread = 1, .drift = .02, .far = 8 }, { 50, 105, .spread = 1, .drift = .02 } },
	  { .margin = .02, .alpha = .02 },
	  .expected = { "ranks, the same", 41, {
		0, 12, -0.60808553, -0.27070631, 0.17700037, -0.60808553, -0.27070631, 0.17700037,
		51.245648, 1.024913, 0.21407717, 0.98, 0, 105, 0, 1, -0.2227797, 0.64475437, 0.99,
		0, 0.01, 0.01, 0, 0, 0, 0, 0, 0, 0, 44, 7.7740064e-11, 5.4867281e-08, 0.038547544,
		42103, 51.245648, 24, 0.70790127, 8.6403918e-07, 0.27305271, 79100, 50.974942 } } },
	{ { { 100, 30, .spread = 3, .drift = .2 }, { 101, 30, .spread = 1, .drift = .2 } },
	  { .margin = .01, .alpha = .01, .paired = true },
	  .expected = { "pairs", 41, {
		0, 3, -0.27999618, 1.2681841, 2.8163644, -0.11466034, 1.2681841, 2.6510285,
		102.79615, 1.0279615, 0.031653029, 1, 49, 30, 0, 0, -2.9745649, 0.27999618, 1, 62,
		0.005, 0.005, 0, 0, 0, 0, 0, 0, 0, 0, 0.48116396, 0.13396534, -0.17079673, 24100,
		103.00124, 0, 0.65140979, 0.16404343, -0.064235482, 24100, 0.7815491 } } },
	{ { { 100, 40, .spread = 3, .far = 30 }, { 99, 40, .spread = 1, .mode = 9 } },
	  { .margin = .01, .alpha = .01, .paired = true }, .rounds = true,
	  .expected = { "signs", 41, {
		0, 4, -2.0097836, 1.4318721, 5.6730249, -1.4482915, 1.4318721, 5.4306406, 99.727293,
		0.99727292, 0.26818725, 0.99357342, 467, 40, 0, 0, -5.7023424, 2.0097836,
		0.99777857, 460, 0.005, 0.005, 0, 0, 0, 0, 0, 0, 0, 36, 1.3532618e-08, 0.55237651,
		-0.15920826, 5101, 99.727293, 36, 0.00025493472, 0.87961014, -0.2946462, 5101,
		1.4318721 } } },
	{ { { 3, 6, .spread = 1, .mode = 9 }, { 4, 6, .spread = 1, .far = 90 } },
	  { .margin = .01, .alpha = .01, .paired = true },
	  .expected = { "pairs, too few", 41, {
		0, 3, -50.5251, 13.171878, 76.868855, -39.984935, 13.171878, 66.328691, 6.5670609,
		0.065670609, 0.44238923, 1, 241, 6, 0, 0, -88.577777, 50.5251, 1, 327, 0.005, 0.005,
		0, 0, 0, 0, 0, 0, 64, 32, 0.012308532, 0.70711423, -0.56059099, 1100, 4.0101961, 36,
		0.00028617373, 0.25965636, -0.068495949, 5101, 0.2416701 } } },
	{ { { .5, 30, .spread = .0, .far = 1 }, { .5, 30, .spread = .0, .far = 2 } },
	  { .margin = 0, .alpha = .05, .paired = true },
	  .expected = { "differences of 0", 41, {
		0, 4, 0, 0, 0, 0, 0, 0, 0.5, 0, 1, 0.95722606, NAN, 30, 0, 0, 0, 0, 0.9838752, NAN,
		0.025, 0.025, 0, 0, 0, 0, 0, 0, 0, 36, 7.7663767e-12, 0.29842896, -0.035632184,
		5100, 0.5, 36, 7.7663767e-12, 0.29842896, -0.035632184, 5100, 0 } } },
	{ { { 100, 70, .spread = 2 }, { 104, 70, .spread = 2, .far = 50 } },
	  { .margin = .01, .alpha = .05, .anytime = true },
	  .expected = { "anytime", 41, {
		0, 35, 2.0825847, 3.8996342, 5.9674455, 2.0825847, 3.8996342, 5.9674455, 99.95251,
		0.9995251, 1.9369904e-11, 1, 0, 70, 0, 2, -5.9731512, -2.0141001, 1, 0, 0.025,
		0.025, 1, 0, 0, 0, 0, 0, 64, 0, 0.17054236, 0.43496286, 0.018707451, 12100,
		99.95251, 36, 6.6044207e-16, 0.13878248, 0.020907442, 5102, 104.09583 } } },
	{ { { -1, 70, .spread = 2 }, { 1, 70, .spread = 2 } },
	  { .margin = .01, .alpha = .05, .anytime = true },
	  .expected = { "anytime, around 0", 41, {
		0, 35, 0.079116702, 1.615138, 3.4582324, 0.079116702, 1.615138, 3.4582324,
		1.0474904, 0.010474904, 0.036976863, 1, 0, 70, 0, 0, -3.8709909, 0.015906572, 1,
		122, 0.025, 0.025, 0, 0, 0, 0, 0, 0, 0, 0, 0.17054236, 0.43496286, 0.018707451,
		12100, -1.0474904, 0, 0.4974227, 0.12828557, -0.0077951685, 100, 1.0647851 } } },
	{ { { 100, 70, .spread = 2 }, { 101, 60, .spread = 1 } },
	  { .margin = .02, .alpha = .05, .anytime = true },
	  .expected = { "two streams", 41, {
		0, 36, 0.075985074, 1.163961, 2.40543, 0.075985074, 1.163961, 2.40543, 99.95251,
		1.9990502, NAN, 1, 0, 60, 0, 0, -2.6433842, 0.19544697, 1, 109, 0.025, 0.025, 0, 0,
		0, 0, 0, 0, 64, 0, 0.17054236, 0.43496286, 0.018707451, 12100, 99.95251, 0,
		0.97891516, 0.2535999, -0.096283397, 36100, 101.11647 } } },
	{ { { 100, 4, .spread = 2 }, { 101, 5, .spread = 1 } },
	  { .margin = .02, .alpha = .05, .anytime = true },
	  .expected = { "two short streams", 41, {
		0, 6, -INFINITY, -0.12004411, INFINITY, -INFINITY, -0.12004411, INFINITY, 101.52548,
		2.0305097, NAN, 1, 10, 4, 0, 0, -INFINITY, INFINITY, 1, 11, 0.025, 0.025, 0, 0, 0,
		0, 0, 0, 0, 1, 0.3314574, 1, -0.3800605, 1100, 101.52548, 0, 0.8461098, 0.46243273,
		0.091242935, 4100, 101.40544 } } },
	{ { { 100, 84, .spread = 2, .run_of = 12 }, { 101, 77, .spread = 2, .run_of = 11 } },
	  { .margin = .001, .alpha = .05 },
	  .expected = { "runs", 41, {
		0, 1, -0.34719485, 1.2743348, 2.8958645, -0.050972993, 1.2743348, 2.5996427,
		99.925657, 0.099925657, 0.11222297, 1, 16, 7, 0, 0, -3.1812991, 0.34719485, 1, 21,
		0.025, 0.025, 3, 0, 0, 0, 1107, 0.38513955, 0, 0, 0.94117078, 1, -0.11142374, 6100,
		100.26626, 0, 0.83137052, 0.22955621, 0.067899678, 1100, 101.15584 } } },
	{ { { 100, 84, .spread = 2 }, { 101, 72, .spread = 2 } },
	  { .margin = .001, .alpha = .05 }, 6,
	  .expected = { "blocks", 41, {
		0, 31, 0.6347522, 1.3400589, 2.0453656, 0.75539045, 1.3400589, 1.9247273, 99.687055,
		0.099687054, 0.00064263926, 1, 0, 12, 0, 2, -2.0453656, -0.75539045, 1, 0, 0.025,
		0.05, 4, 0, 0, 0, 614, 0.13352992, 0, 0, 0.7655564, 1, -0.50706271, 1100, 99.928577,
		0, 0.99557965, 0.73170172, 0.29181521, 4100, 101.18261 } } },
	{ { { .02, 60, .spread = .001, .startup = .002 },
	    { .024, 50, .spread = .001, .startup = .0022 } },
	  { .margin = .01, .alpha = .05 },
	  .expected = { "two sessions", 41, {
		0, 31, 0.0013164297, 0.0042594559, 0.0046175335, 0.0013834778, 0.0042594559,
		0.0045591538, 0.019849714, 0.00019849714, 4.4944467e-06, 1, 0, 50, 0, 2,
		-0.0046701059, -0.0014841524, 1, 0, 0.05, 0.025, 1, 0.095516612, 0.00014887974,
		7.8111959, 0, 0, 0, 0, 0.41488628, 0.37533092, -0.14726758, 10100, 0.019782186, 0,
		0.5752188, 0.66358231, -0.020565478, 15100, 0.02393463 } } },
	{ { { 20, 60, .spread = 1, .startup = 2 }, { 20.1, 50, .spread = 1, .startup = 1.9 } },
	  { .margin = .05, .alpha = .05 },
	  .expected = { "two sessions, unsure", 41, {
		0, 31, 0.001378319, 0.35945593, 2.1926083, 0.059758037, 0.35945593, 2.1168318,
		19.849714, 0.9924857, 0.049140325, 1, 0, 50, 0, 0, -2.1232639, -0.001378319, 1, NAN,
		0.025, 0.025, 0, -0.053872017, 0.16413389, 7.3185156, 0, 0, 0, 0, 0.41488628,
		0.37533092, -0.14726758, 10100, 19.782186, 0, 0.5752188, 0.66358231, -0.020565478,
		15100, 20.03463 } } },
	{ { { 2000, 1, .spread = 0 }, { 2004, 1, .spread = 0 } },
	  { .margin = .05, .alpha = .05 }, .metric = "instructions",
	  .expected = { "counts", 41, {
		0, 37, 4, 4, 4, 4, 4, 4, 2000, 0, NAN, 1, 0, 1, 0, 2, -4, -4, 1, 0, 0.05, 0.05, 1,
		0, 0, 0, 0, 0, 0, 1, NAN, NAN, NAN, 100, 2000, 1, NAN, NAN, NAN, 100, 2004 } } },
	{ { { 7, 12, .spread = 0 }, { 7, 15, .spread = 0 } }, { .margin = .05, .alpha = .05 },
	  .expected = { "constant", 41, {
		0, 12, 0, 0, 0, 0, 0, 0, 7, 0.35, 1, 0.95, 0, 12, 0, 1, 0, 0, 0.975, 0, 0.025,
		0.025, 0, 0, 0, 0, 0, 0, 0, 128, NAN, 1, NAN, 100, 7, 128, NAN, 1, NAN, 100,
		7 } } },
	{ { { 100, 10, .spread = 1 }, { 101, 15, .spread = 1 } },
	  { .margin = .005, .alpha = .05, .unplanned = true },
	  .expected = { "unplanned", 41, {
		0, 31, 0.2760186, 1.1209593, 1.9659, 0.42138692, 1.1209593, 1.8205316, 99.985827,
		0.49992914, 0.011657829, 1, 0, 10, 0, 2, -1.9659, -0.42138692, 1, 0, 0.025, 0.05, 1,
		0, 0, 0, 0, 0, 0, 0, 0.061361422, 1, -0.36375373, 1100, 99.622172, 0, 0.64351344,
		0.16585666, 0.40205442, 14100, 101.16507 } } },
};

/* From 0 to 1. */
static double drawn(uint64_t *random)
{
	*random = *random * 6364136223846793005u + 1442695040888963407u;
	return (double)(*random >> 40) / (1 << 24);
}

/* Normal, nearly. */
static double noise(uint64_t *random)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += drawn(random);
	return sum;
}

/* The arrays of a side. */
struct values {
	double x[VALUES], startup[VALUES];
	uint32_t run[VALUES], round[VALUES];
	benchi_set set, ups;
};

static void make(const struct made *m, bool rounds, uint64_t random, struct values *v)
{
	uint64_t of_run = random + 1;
	double apart = 0;

	for (size_t i = 0; i < m->n; i++) {
		if (m->run_of && i % m->run_of == 0)
			apart = noise(&of_run) * m->spread / 2;
		v->startup[i] = m->startup * (1 + noise(&random) / 64);
		v->x[i] = m->at + noise(&random) * m->spread + apart + m->drift * (double)i;
		v->x[i] += i % 3 == 1 ? m->mode : 0;
		v->x[i] += i % 37 == 5 ? m->far : 0;
		if (m->tick > 0)
			v->x[i] = floor(v->x[i] / m->tick) * m->tick;
		v->run[i] = (uint32_t)(m->run_of ? i / m->run_of + 7 : 0);
		v->round[i] = (uint32_t)i;
	}
	v->set = (benchi_set){ .x = v->x, .n = m->n, .run = m->run_of ? v->run : NULL,
		.round = rounds ? v->round : NULL };
	v->ups = (benchi_set){ .x = v->startup, .n = m->n };
}

static void add_interval(struct digits *d, const benchi_interval *i)
{
	digits_add(d, i->low);
	digits_add(d, i->estimate);
	digits_add(d, i->high);
}

static void add_finding(struct digits *d, const benchi_finding *f)
{
	digits_add(d, f->method + 10 * (int)f->answer);
	add_interval(d, &f->sure);
	add_interval(d, &f->equal);
	digits_add(d, f->location);
	digits_add(d, f->margin);
	digits_add(d, f->p);
	digits_add(d, f->reached);
	digits_add(d, f->more);
	digits_add(d, (double)f->n);
}

static void add_shape(struct digits *d, const benchi_shape *s)
{
	digits_add(d, s->warnings);
	digits_add(d, s->normality.p);
	digits_add(d, s->trend.p);
	digits_add(d, s->trend.lag1);
	digits_add(d, (double)(s->far + 100 * s->modes.n + 1000 * s->outlier.index));
	digits_add(d, s->modes.n ? s->modes.at[s->modes.n - 1] : 0);
}

static void compare(const struct comparison_row *row, struct digits *d)
{
	static struct values v[2];
	benchi_side side[2];
	benchi_comparison c[COMPARISONS];

	memset(side, 0, sizeof side);
	memset(c, 0, sizeof c);
	for (size_t i = 0; i < 2; i++) {
		make(&row->made[i], row->rounds, 7919 * i + row->made[i].n, &v[i]);
		v[i].set.benchmark = i ? "test" : "base";
		v[i].set.metric = row->metric ? row->metric : "time";
		side[i].set = &v[i].set;
		side[i].label = i ? "test" : "base";
		side[i].file = i;
		side[i].startup = row->made[i].startup > 0 ? &v[i].ups : NULL;
		side[i].raw = (bench_numbers){ v[i].x, v[i].set.n };
		c[i].base = &side[i];
		c[i].test = &side[1 - i];
		c[i].higher = i == 0;
	}
	digits_add(d, benchi_comparisons_decide(&row->question, row->blocks, c, 1));
	add_finding(d, &c[0].finding);
	digits_add(d, benchi_comparisons_decide(&row->question, row->blocks, c, 2));
	digits_add(d, c[1].finding.answer);
	digits_add(d, c[1].finding.sure.low);
	digits_add(d, c[1].finding.equal.high);
	digits_add(d, c[1].finding.reached);
	digits_add(d, c[1].finding.more);
	digits_add(d, c[0].alpha);
	digits_add(d, c[1].alpha);
	digits_add(d, benchi_comparison_better(&c[0]) + 3 * benchi_comparison_by_run(&c[0]));
	digits_add(d, c[0].sessions ? c[0].session.startup : 0);
	digits_add(d, c[0].sessions ? c[0].session.se : 0);
	digits_add(d, c[0].sessions ? c[0].session.df : 0);
	digits_add(d, (double)side[0].units.n + 100 * (double)side[1].units.most);
	digits_add(d, side[0].units.n ? side[0].units.between : 0);
	digits_add(d, benchi_shape_spread(&side[0].shape, &side[1].shape));
	add_shape(d, &side[0].shape);
	add_shape(d, row->question.paired ? &c[0].gap : &side[1].shape);
	benchi_side_free(&side[0]);
	benchi_side_free(&side[1]);
}

START_TEST(comparing_saved_results_gives_the_same_numbers)
{
	struct digits found = { .name = comparisons[_i].expected.name };

	compare(&comparisons[_i], &found);
	digits_same(&found, &comparisons[_i].expected);
}
END_TEST

DIGITS_MAIN("analysis", comparing_saved_results_gives_the_same_numbers, comparisons)
