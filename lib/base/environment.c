/*
 * Reads the environment: calibration values.
 *
 * The names are lmbench's, ENOUGH, TIMING_O and LOOP_O, in microseconds (Staelin
 * and McVoy 1998, section 6 and appendix), and the same with the prefix BENCH_,
 * which take precedence.  An empty text counts as unset.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif
#ifdef HAVE_SYS_AUXV_H
#include <sys/auxv.h>
#endif

#include "base/detail.h"
#include "base/environment.h"
#include "base/number.h"

int benchi_privileged(void)
{
#if defined HAVE_ISSETUGID
	return issetugid();
#elif defined HAVE_GETAUXVAL && defined AT_SECURE
	return getauxval(AT_SECURE) != 0;
#elif defined HAVE_GETEUID && defined HAVE_UNISTD_H
	return geteuid() != getuid() || getegid() != getgid();
#else
	return 0;
#endif
}

const char *benchi_environment_text(const char *name)
{
	return benchi_privileged() ? NULL : getenv(name);
}

/* A share from 0 to under 1. */
static bench_status read_share(const char *name, double *share)
{
	const char *text = benchi_environment_text(name);

	*share = NAN;
	if (!text || !*text)
		return BENCH_OK;
	if (!benchi_number(text, share) || !(*share >= 0) || !(*share < 1)) {
		*share = NAN;
		return benchi_fail(BENCH_ERR_ENVIRONMENT,
			"%s is '%.80s', expected a share from 0 to under 1", name, text);
	}
	return BENCH_OK;
}

/* One variable under its two names, from microseconds to nanoseconds. */
static bench_status read_us(const char *name, double *ns)
{
	const char *used = name, *text = benchi_environment_text(name);
	double us;

	*ns = NAN;
	if (!text || !*text) {
		used = name + sizeof "BENCH_" - 1;
		text = benchi_environment_text(used);
	}
	if (!text || !*text)
		return BENCH_OK;
	if (!benchi_number(text, &us) || us < 0 || us > 1e9)
		return benchi_fail(BENCH_ERR_ENVIRONMENT,
			"%s is '%.80s', expected microseconds from 0 to 1e9", used, text);
	*ns = us * 1e3;
	return BENCH_OK;
}

bench_status benchi_environment_read(struct benchi_environment *environment)
{
	bench_status status = BENCH_OK;

	environment->enough_ns = environment->empty_ns = environment->loop_ns = NAN;
	environment->precision = NAN;
	status = read_us("BENCH_ENOUGH", &environment->enough_ns);
	if (status == BENCH_OK)
		status = read_us("BENCH_TIMING_O", &environment->empty_ns);
	if (status == BENCH_OK)
		status = read_us("BENCH_LOOP_O", &environment->loop_ns);
	if (status == BENCH_OK)
		status = read_share("BENCH_PRECISION", &environment->precision);
	return status;
}

const char *benchi_environment_schedule(void)
{
	return benchi_environment_text("LMBENCH_SCHED");
}
