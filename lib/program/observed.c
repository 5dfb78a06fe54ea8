/*
 * Begins and ends what --observe and --snapshot ask for.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "program/observed.h"

int benchi_observed_begin(const benchi_settings *settings, benchi_observed *observed)
{
	benchi_beside *b = &observed->beside;

	if (!settings->observe.n && !settings->snapshot.n)
		return 0;
	observed->begun = true;
	b->observe = &settings->observe;
	b->snapshot = &settings->snapshot;
	b->stem = settings->output ? settings->output : settings->program;
	b->guard = &observed->guard;
	benchi_guard_start(b->guard);
	if (benchi_beside_start(b) != BENCH_OK)
		return benchi_complain(settings, "%s", bench_detail());
	benchi_snapshot_take("", &observed->from);
	return 0;
}

void benchi_observed_machine(const benchi_observed *observed, benchi_utilisation *machine)
{
	benchi_snapshot now;

	memset(machine, 0, sizeof *machine);
	if (!observed->begun)
		return;
	benchi_snapshot_take("", &now);
	benchi_utilisation_between(&observed->from, &now, machine);
}

int benchi_observed_end(const benchi_settings *settings, benchi_observed *observed)
{
	int status = 0;

	if (!observed->begun)
		return 0;
	if (benchi_beside_end(&observed->beside) != BENCH_OK)
		status = benchi_complain(settings, "%s", bench_detail());
	for (size_t i = 0; i < settings->observe.n; i++)
		if (observed->beside.ended[i])
			benchi_complain(settings, BENCHI_BESIDE_ENDED, settings->observe.word[i]);
	benchi_guard_end(&observed->guard);
	return status;
}
