/*
 * Rows of Google Benchmark's JSON.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_READ_GOOGLE_H
#define BENCHI_DATA_READ_GOOGLE_H

#include "data/json_record.h"

/* The sets of one of Google Benchmark's records.  in: for messages. */
bench_status benchi_take_google(const benchi_input *in, benchi_record *record, benchi_rows *rows);

#endif
