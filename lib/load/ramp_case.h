/*
 * A case as a job for workers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LOAD_RAMP_CASE_H
#define BENCHI_LOAD_RAMP_CASE_H

#include "measure/case.h"
#include "load/ramp.h"

/* A job whose operation is an iteration of the case's body; item must stay where it is. */
benchi_job benchi_case_job(const bench_case **item, uint64_t parameter);

/* Sets the case up, in the calling thread, which stands there.  BENCH_ERR_ARGUMENT: no body, or
 * verify found the work wrong.  *skipped: what bench_skip said, or NULL. */
bench_status benchi_case_begin(const bench_case *item, const struct benchi_worker_context *place,
                               const char **skipped);

/* And down again, if it was not skipped. */
void benchi_case_end(const bench_case *item, const struct benchi_worker_context *place);

#endif
