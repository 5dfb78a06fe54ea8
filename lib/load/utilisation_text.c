/*
 * Prints what the machine did, and names the resource at its limit.
 *
 * Processors are at their limit when idle for at most 10 % of the time, no matter which program
 * uses them (time taken by a hypervisor is not idle). A disk is at its limit when it had requests
 * for 90 % of the time, an interface at 90 % of its stated speed, and a quota when it stopped the
 * load for 5 % of the time. The limit of loopback is the processors'.
 *
 * A load that does one thing after another fills nothing. If its processor time, or the busy time
 * of a disk, is at least half of its time, the longer of the two is named. Wrong if the load's
 * threads wait for something else at the same time.
 *
 * SPDX-License-Identifier: MIT
 */

#include "load/load.h"

static const struct {
	double idle, busy, throttled, time;  /* limits, as described above */
	double share, bytes, calls;          /* smaller utilisation gets no line; bytes and calls are
	                                        per second */
} use_policy = { 0.1, 0.9, 0.05, 0.5, 0.005, 1e3, 10 };

static char *rate_text(double bytes_hz, char text[BENCHI_SCALED_TEXT])
{
	return bytes_hz < 1 ? strcpy(text, "0 B/s")
	                    : benchi_scaled(bytes_hz, NAN, BENCHI_UNITS_RATE, text);
}

/* Adds a resource. waiting: share of the time in which a task waited for it; NaN: unknown. */
static void use_row(benchi_grid *g, const char *used, double waiting, const char *errors)
{
	benchi_grid_put(g, "%s", used);
	if (isnan(waiting))
		benchi_grid_put(g, "not seen");
	else
		benchi_grid_put(g, "waits %.0f %%", 100 * waiting);
	benchi_grid_put(g, "%s", errors);
}

static void use_device(benchi_grid *g, const char *kind, const benchi_device_use *d, double waiting)
{
	char in[BENCHI_SCALED_TEXT], out[BENCHI_SCALED_TEXT], text[BENCHI_UTILISATION_TEXT];
	struct benchi_sink to = { text, sizeof text, 0 };

	if (!*d->name || !(d->busy >= use_policy.share || d->in_hz + d->out_hz >= use_policy.bytes))
		return;
	if (!isnan(d->busy))
		benchi_sink_put(&to, "%.0f %% busy, ", 100 * d->busy);
	benchi_sink_put(&to, "%s in, %s out", rate_text(d->in_hz, in), rate_text(d->out_hz, out));
	benchi_grid_line(g, "%s %s", kind, d->name);
	if (d->errors_hz > 0)
		strcat(benchi_scaled(d->errors_hz, NAN, BENCHI_UNITS_COUNT, in), "/s");
	use_row(g, text, waiting, isnan(d->errors_hz) ? "not seen" : d->errors_hz > 0 ? in : "0");
}

/* "1.2k/s of 8.19 kB": calls per second and their mean size. */
static void use_calls(benchi_grid *g, const char *what, double calls, double bytes)
{
	char count[BENCHI_SCALED_TEXT], size[BENCHI_SCALED_TEXT];

	if (!(calls >= use_policy.calls))
		return;
	benchi_grid_line(g, "%s", what);
	benchi_grid_put(g, "%s/s of %s", benchi_scaled(calls, NAN, BENCHI_UNITS_COUNT, count),
	                benchi_scaled(bytes / calls, NAN, BENCHI_UNITS_BYTES, size));
}

/* Names what is at its limit: "2 of 2 processors busy", "disk vda 97 % busy", separated by
 * commas. Otherwise says where most of the time went; "" if unknown. Returns text. */
static char *utilisation_limit(const benchi_utilisation *u, char text[BENCHI_UTILISATION_TEXT])
{
	struct benchi_sink to = { text, BENCHI_UTILISATION_TEXT, 0 };

	*text = '\0';
	if (u->processors > 0 && u->idle <= use_policy.idle)
		benchi_sink_put(&to, "%.0f of %.0f processor%s busy%s", (1 - u->idle) * u->processors,
		                u->processors, u->processors > 1 ? "s" : "",
		                u->own < (u->user + u->system) / 2 ? ", mostly with other programs" : "");
	if (*u->disk.name && u->disk.busy >= use_policy.busy)
		benchi_sink_put(&to, "%sdisk %s %.0f %% busy", to.used ? ", " : "", u->disk.name,
		                100 * u->disk.busy);
	if (*u->disk.name && u->disk.allowed >= use_policy.busy)
		benchi_sink_put(&to, "%sdisk %s at %.0f %% of the bytes that a control group allows",
		                to.used ? ", " : "", u->disk.name, 100 * u->disk.allowed);
	if (*u->link.name && u->link.busy >= use_policy.busy)
		benchi_sink_put(&to, "%snetwork %s at %.0f %% of its speed", to.used ? ", " : "",
		                u->link.name, 100 * u->link.busy);
	if (u->throttled >= use_policy.throttled)
		benchi_sink_put(&to, "%sthe quota of %.3g processors, stopped %.0f %% of the time",
		                to.used ? ", " : "", u->quota, 100 * u->throttled);
	if (!to.used) {
		/* No resource is full: where did most of the time go? */
		double own = u->own * u->processors, disk = *u->disk.name ? u->disk.busy : 0;

		if (own >= use_policy.time && own >= disk)
			benchi_sink_put(&to, "nothing is full; most time goes to processors (%.1f of %.0f "
			                "with this load)", own, u->processors);
		else if (disk >= use_policy.time)
			benchi_sink_put(&to, "nothing is full; most time goes to disk %s (%.0f %% busy)",
			                u->disk.name, 100 * disk);
	}
	return text;
}

bench_status benchi_put_utilisation_text(FILE *out, const benchi_utilisation *u,
                                         const benchi_output_style *style)
{
	benchi_grid g = { .columns = 0 };
	char text[BENCHI_UTILISATION_TEXT], size[BENCHI_SCALED_TEXT];
	struct benchi_sink to = { text, sizeof text, 0 };
	bench_status status;

	if (!benchi_utilisation_known(u))
		return BENCH_OK;
	benchi_grid_heads(&g, "<resource|<utilisation|<saturation|<errors");
	if (u->processors > 0) {
		benchi_sink_put(&to, "%.0f %% user, %.0f %% system", 100 * u->user, 100 * u->system);
		if (u->stolen >= use_policy.share)
			benchi_sink_put(&to, ", %.0f %% stolen", 100 * u->stolen);
		benchi_grid_line(&g, "%.0f processor%s", u->processors, u->processors > 1 ? "s" : "");
		use_row(&g, text, u->waiting, "not seen");
	}
	if (u->processors > 1 && !isnan(u->busiest)) {
		benchi_grid_line(&g, "busiest: %d", u->busiest_number);
		benchi_grid_put(&g, "%.0f %% busy", 100 * u->busiest);
	}
	if (u->processors > 0 && !isnan(u->own)) {
		benchi_grid_line(&g, "this load");
		benchi_grid_put(&g, "%.0f %% of the processors", 100 * u->own);
	}
	if (u->processors > 0 && u->quota > 0) {
		benchi_grid_line(&g, "quota");
		benchi_grid_put(&g, "%.3g processors", u->quota);
		if (!isnan(u->throttled))
			benchi_grid_put(&g, "stopped %.0f %%", 100 * u->throttled);
	}
	if (u->memory > 0) {
		benchi_grid_line(&g, "memory");
		benchi_grid_put(&g, "%.0f %% of %s", 100 * u->memory_used,
		                benchi_scaled(u->memory, NAN, BENCHI_UNITS_BYTES, size));
		if (u->swapped_hz > 0)
			benchi_grid_put(&g, "swapping %s", rate_text(u->swapped_hz, size));
		else if (isnan(u->stalled))
			benchi_grid_put(&g, "no swapping");
		else
			benchi_grid_put(&g, "waits %.0f %%", 100 * u->stalled);
		if (isnan(u->killed))
			benchi_grid_put(&g, "not seen");
		else
			benchi_grid_put(&g, u->killed > 0 ? "%.0f killed" : "0", u->killed);
	}
	use_device(&g, "disk", &u->disk, u->blocked);
	use_device(&g, "network", &u->link, NAN);
	use_calls(&g, "reads of this load", u->calls.reads, u->calls.in);
	use_calls(&g, "writes of this load", u->calls.writes, u->calls.out);
	status = benchi_grid_end(&g, out, style);
	if (*utilisation_limit(u, text))
		benchi_put_wrapped(out, "limit: ", text, style->columns ? style->columns : 80);
	return status;
}

/* The numbers of a utilisation, in the order of its JSON. device: 1 for numbers of the disk, 2
 * of the link, unknown without such a device. */
static const struct {
	const char *key;
	size_t offset;
	int device;
} use_members[] = {
#define USE(key, member, device) { key, offsetof(benchi_utilisation, member), device }
#define USE_DEVICE(name, member, in, out, device) { name, SIZE_MAX, device }, \
	USE(name "_busy", member.busy, device), USE(in "_bytes_per_s", member.in_hz, device), \
	USE(out "_bytes_per_s", member.out_hz, device), \
	USE(name "_errors_per_s", member.errors_hz, device)
	USE("seconds", seconds, 0), USE("processors", processors, 0), USE("user", user, 0),
	USE("system", system, 0), USE("stolen", stolen, 0), USE("idle", idle, 0), USE("own", own, 0),
	USE("waiting", waiting, 0), USE("busiest", busiest, 0), USE("quota_processors", quota, 0),
	USE("throttled", throttled, 0), USE("memory_bytes", memory, 0),
	USE("memory_used", memory_used, 0), USE("memory_waiting", stalled, 0),
	USE("swapped_bytes_per_s", swapped_hz, 0), USE("killed", killed, 0),
	USE_DEVICE("disk", disk, "read", "written", 1),
	USE("disk_requests_per_s", disk.requests_hz, 1), USE("disk_allowed", disk.allowed, 1),
	USE("blocked", blocked, 0),
	USE_DEVICE("network", link, "received", "sent", 2), USE("read_calls_per_s", calls.reads, 0),
	USE("write_calls_per_s", calls.writes, 0), USE("call_bytes_read_per_s", calls.in, 0),
	USE("call_bytes_written_per_s", calls.out, 0)
};

void benchi_put_utilisation(FILE *out, const benchi_utilisation *u)
{
	const char *const names[] = { "-", u->disk.name, u->link.name };
	char text[BENCHI_UTILISATION_TEXT];

	for (size_t i = 0; i < sizeof use_members / sizeof *use_members; i++) {
		const char *device = names[use_members[i].device];
		double x = (double)NAN;

		fprintf(out, "%s\"%s\": ", i ? ", " : "{", use_members[i].key);
		if (use_members[i].offset == SIZE_MAX) {
			benchi_json_text(out, *device ? device : NULL);
			continue;
		}
		if (*device)
			memcpy(&x, (const char *)u + use_members[i].offset, sizeof x);
		benchi_put_number(out, x);
	}
	benchi_put_pair_text(out, "limit", *utilisation_limit(u, text) ? text : NULL);
	fputc('}', out);
}
