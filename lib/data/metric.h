/*
 * Numbers of a row beside its times: what its body counted.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_METRIC_H
#define BENCHI_DATA_METRIC_H

#include "data/results.h"
#include "measure/counts.h"

/* Of results beside a noisy neighbour: the share of the core's width that each process had. */
#define BENCHI_METRIC_CORE_WIDTH "core_width"
/* Of results with rare work: each process's mean over its median.  Comparisons there are of
 * means. */
#define BENCHI_METRIC_MEAN "mean_per_median"

/* The name of a counter's metric in every format: "probes/op", "probes/s" or "probes"; '_' in place
 * of what a format would take for something else.  text: BENCHI_METRIC_NAME bytes.  Returns it. */
const char *benchi_metric_name(const struct benchi_counted *counter, char *text);

/* Adds what one process found of a metric; the metric's value is then the median of all.
 * BENCH_ERR_MEMORY.  More than BENCHI_METRICS are left out. */
bench_status benchi_metric_add(benchi_result *result, const char *name, uint32_t process,
                               double value);

/* The row's metric of that name, or NULL. */
const benchi_metric *benchi_metric_find(const benchi_result *result, const char *name);

/* What that process found; NaN if nothing, or without the metric (NULL). */
double benchi_metric_of(const benchi_metric *metric, uint32_t process);

/* The names of all metrics of a report, in the order in which rows have them.  name: capacity for
 * BENCHI_METRIC_COLUMNS.  Returns how many; more are left out. */
enum { BENCHI_METRIC_COLUMNS = 64 };
size_t benchi_metric_names(const benchi_report *report, const char **name);

/* Frees what belongs to a row's metrics. */
void benchi_metrics_free(benchi_result *result);

#endif
