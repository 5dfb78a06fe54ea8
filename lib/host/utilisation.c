/*
 * Utilisation, saturation and errors of processors, memory, disks and network interfaces, from
 * Linux's files (the USE method: B. Gregg, "Systems Performance", 2013, 2.5.9).
 *
 * Method: /proc/uptime, /proc/stat, /proc/meminfo, /proc/vmstat (pages),
 * /proc/diskstats (sectors of 512 bytes, milliseconds with requests), /proc/net/dev (bytes),
 * /sys/class/net/NAME/speed (Mbit/s), /sys/block/NAME/device/ioerr_cnt (SCSI), /proc/pressure
 * (microseconds in which some task waited), cpu.max and cpu.stat of the process's control group
 * and those above it (version 1: cpu.cfs_quota_us), and /proc/self/io (calls), before and after.
 * The fields are described in proc(5) and the kernel's admin-guide/iostats.rst,
 * accounting/psi.rst, admin-guide/cgroup-v2.rst and scheduler/sched-bwc.rst. Partitions are left
 * out, because their disk includes them.
 *
 * A process's own time is getrusage's; the time of a child is added when it has been waited for.
 *
 * Wrong if the process may use only a part of the machine (a set of processors, a quota): the
 * counts are the whole machine's. A disk that can serve many requests at once counts as busy with
 * a single one. Other systems do not have these files, and nothing is known there.
 *
 * SPDX-License-Identifier: MIT
 */
#include "host/host.h"

#ifdef HAVE_GETRUSAGE
#include <sys/resource.h>
#include <sys/time.h>
#endif
#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif
#ifdef __linux__
#include <fcntl.h>
#include <unistd.h>
#endif

#define SECTOR 512
#define DIGITS "0123456789"
#define MEGABIT 125000.0    /* bytes */
#define AT_LEAST_S 0.2
#define PATH_CAPACITY 512

/* Adds a line of /proc/stat to the times. Returns false after the processors, which come first. */
static bool take_processor(void *to, const char *line)
{
	double t[8] = { 0, 0, 0, 0, 0, 0, 0, 0 };
	benchi_processor_times *times = to;

	if (strncmp(line, "cpu", 3))
		return false;
	if (line[3] != ' ') {
		size_t i = (size_t)times->processors++;

		if (i < BENCHI_PROCESSORS && benchi_system_numbers(line + strcspn(line, " "), t, 8) >= 4) {
			times->idle_of[i] = t[3] + t[4];
			times->busy_of[i] = t[0] + t[1] + t[2] + t[5] + t[6] + t[7];
		}
	} else if (benchi_system_numbers(line + 3, t, 8) >= 4) {
		times->user = t[0] + t[1];
		times->system = t[2] + t[5] + t[6];
		times->idle = t[3] + t[4];
		times->stolen = t[7];
	}
	return true;
}

/* Reads /proc/stat (user, nice, system, idle, iowait, irq, softirq, steal; see proc(5)). Waiting
 * for a disk counts as idle. */
static benchi_processor_times processor_times(const char *root)
{
	benchi_processor_times times = { 0, NAN, NAN, NAN, NAN, { 0 }, { 0 } };

	benchi_system_lines(root, "/proc/stat", take_processor, &times);
	return times;
}

/* Copies one word. Returns the byte after it. */
static const char *utilisation_take_word(const char *text, const char *ends, char *word,
                                         size_t capacity)
{
	size_t n;

	text += strspn(text, " \t");
	n = strcspn(text, ends);
	snprintf(word, capacity, "%.*s", (int)n, text);
	return text + n;
}

/* Adds a line such as "254 0 vda 64957 ..." (device numbers, name, counts), unless the device is a
 * partition or was never busy. Returns false if there is no space. */
static bool take_disk(void *to, const char *line)
{
	benchi_snapshot *s = to;
	benchi_device *d = &s->disk[s->disks];
	double x[10];

	if (s->disks == BENCHI_DEVICES)
		return false;
	for (int i = 0; i < 3; i++) {
		line = utilisation_take_word(line, " \t\n", d->name, sizeof d->name);
		if (i < 2 && !benchi_read_number(d->name, &d->number[i]))
			d->number[i] = NAN;
	}
	if (benchi_system_numbers(line, x, 10) < 10 || x[9] <= 0)
		return true;
	/* Leave out partitions: sda1 of sda, nvme0n1p1 of nvme0n1, but loop10 is not one of loop1. */
	for (size_t i = 0; i < s->disks; i++) {
		const char *disk = s->disk[i].name;
		size_t n = strlen(disk);

		if (strncmp(d->name, disk, n) || (strspn(disk + n - 1, DIGITS) && d->name[n++] != 'p'))
			continue;
		if (d->name[n] && strspn(d->name + n, DIGITS) == strlen(d->name + n))
			return true;
	}
	d->in = x[2] * SECTOR;
	d->out = x[6] * SECTOR;
	d->busy_s = x[9] / 1e3;
	d->requests = x[0] + x[4];
	d->most = d->errors = d->allowed[0] = d->allowed[1] = NAN;
	s->disks++;
	return true;
}

/* A control group's file of limits on devices. */
struct io_limits {
	benchi_snapshot *to;
	int way;                  /* version 1: bytes read (0) or written (1); -1: version 2 */
};

/* Version 1: "254:0 1048576"; version 2: "254:0 rbps=1048576 wbps=max riops=max wiops=max". */
static bool take_io_limit(void *to, const char *line)
{
	static const char *const keys[] = { "rbps=", "wbps=" };
	const struct io_limits *l = to;
	double number[2], most;
	const char *at = benchi_read_number(line, &number[0]);

	at = at && *at == ':' ? benchi_read_number(at + 1, &number[1]) : NULL;
	for (size_t i = 0; at && i < l->to->disks; i++) {
		benchi_device *d = &l->to->disk[i];

		for (int way = 0; way < 2; way++) {
			const char *limit = l->way < 0 ? strstr(at, keys[way]) : way == l->way ? at + 1 : NULL;

			if (d->number[0] == number[0] && d->number[1] == number[1] && limit
			    && benchi_read_number(limit + (l->way < 0 ? 5 : 0), &most))
				d->allowed[way] = fmin(d->allowed[way], most); /* leaves NaN out */
		}
	}
	return true;
}

static bool take_link(void *to, const char *line)
{
	benchi_snapshot *s = to;
	benchi_device *d = &s->link[s->links];
	double x[12] = { 0 };
	size_t n;

	if (s->links == BENCHI_DEVICES)
		return false;
	line = utilisation_take_word(line, ":", d->name, sizeof d->name);
	n = *d->name && *line == ':' ? benchi_system_numbers(line + 1, x, 12) : 0;
	if (n < 9 || x[0] + x[8] <= 0)
		return true;
	d->in = x[0];
	d->out = x[8];
	d->errors = n < 12 ? (double)NAN : x[2] + x[3] + x[10] + x[11];
	d->busy_s = d->most = d->requests = d->allowed[0] = d->allowed[1] = NAN;
	s->links++;
	return true;
}

/* A name to look for in a file of "name number" lines; equal names add up. */
typedef struct named {
	const char *name;
	double *sum, unit;
} named;

static bool take_named(void *to, const char *line)
{
	double x;

	for (const named *n = to; n->name; n++)
		if (!strncmp(line, n->name, strlen(n->name))
		    && benchi_system_numbers(line + strlen(n->name), &x, 1))
			*n->sum = (isnan(*n->sum) ? 0 : *n->sum) + x * n->unit;
	return true;
}

/* Where the counts are read from, and where they go. */
struct group_search {
	const char *root;
	benchi_snapshot *to;
};

/* Reads the limits of the group in "0::/path" (control groups, version 2) or "1:cpu,cpuacct:/path"
 * (version 1): on processors and, for known disks, on bytes. Groups above it limit it, too. Of
 * the limits on processors the lowest counts: cpu.max is "200000 100000" or "max 100000" in
 * version 2; cpu.cfs_quota_us is -1 without a limit in version 1. Returns true: a line for each
 * controller may follow. */
static bool take_group(void *to, const char *line)
{
	static const char *const files[] = { "blkio.throttle.read_bps_device",
		"blkio.throttle.write_bps_device", "io.max" };
	const struct group_search *search = to;
	benchi_snapshot *s = search->to;
	named stopped[] = { { "throttled_usec ", &s->throttled_s, 1e-6 },
		{ "throttled_time ", &s->throttled_s, 1e-9 }, { NULL, NULL, 0 } };
	double x[2];
	const char *listed = line + strcspn(line, ":"), *at = strchr(line, '/');
	const bool second = strspn(listed, ":") > 1;
	char controllers[80], folder[PATH_CAPACITY / 2], path[PATH_CAPACITY], text[80];

	/* each controller between two commas */
	snprintf(controllers, sizeof controllers, ",%.*s,", (int)strcspn(listed, "/"), listed);
	for (char *c = controllers; *c; c++)
		*c = *c == ':' ? ',' : *c;
	for (int disks = 0; at && disks < 2; disks++) {
		const char *base = second ? "/sys/fs/cgroup" : disks ? "/sys/fs/cgroup/blkio"
			: "/sys/fs/cgroup/cpu";

		if (!second && !strstr(controllers, disks ? ",blkio," : ",cpu,"))
			continue;
		snprintf(folder, sizeof folder, "%s%.*s", base, (int)strcspn(at, "\n"), at);
		for (char *end = folder + strlen(folder); end;
		     end = strrchr(folder + strlen(base), '/')) {
			*end = '\0';
			x[0] = x[1] = 0;
			snprintf(path, sizeof path, "%s/cpu.max", folder);
			if (!disks && *benchi_system_line(search->root, path, text, sizeof text)) {
				if (benchi_system_numbers(text, x, 2) < 2)
					x[0] = 0;
			} else if (!disks) {
				snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder);
				x[0] = benchi_system_number(search->root, path);
				snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
				x[1] = benchi_system_number(search->root, path);
			}
			if (x[0] > 0 && x[1] > 0 && x[0] / x[1] < s->quota) {
				s->quota = x[0] / x[1];
				s->throttled_s = NAN;
				snprintf(path, sizeof path, "%s/cpu.stat", folder);
				benchi_system_lines(search->root, path, take_named, stopped);
			}
			for (int way = second ? 2 : 0; disks && way < (second ? 3 : 2); way++) {
				struct io_limits limits = { search->to, second ? -1 : way };

				snprintf(path, sizeof path, "%s/%s", folder, files[way]);
				benchi_system_lines(search->root, path, take_io_limit, &limits);
			}
		}
	}
	return true;
}

/* Reads the number of system calls and bytes that this process read and wrote; NaN if unknown. */
static void find_calls(const char *root, benchi_io_calls *calls)
{
	named lines[] = { { "syscr:", &calls->reads, 1 }, { "syscw:", &calls->writes, 1 },
		{ "rchar:", &calls->in, 1 }, { "wchar:", &calls->out, 1 }, { NULL, NULL, 0 } };

	*calls = (benchi_io_calls){ NAN, NAN, NAN, NAN };
	benchi_system_lines(root, "/proc/self/io", take_named, lines);
}

/* Returns the seconds in which at least one task waited. */
static double pressure_s(const char *root, const char *path)
{
	char line[200];
	const char *total = strstr(benchi_system_line(root, path, line, sizeof line), "total=");
	double us;

	return total && benchi_number(total + 6, &us) ? us / 1e6 : (double)NAN;
}

/* Returns the processor time of this process and its finished children; NaN if unknown. */
static double own_s(void)
{
#ifdef HAVE_GETRUSAGE
	struct rusage own, children;

	if (!getrusage(RUSAGE_SELF, &own) && !getrusage(RUSAGE_CHILDREN, &children))
		return (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec
				+ children.ru_utime.tv_sec + children.ru_stime.tv_sec)
			+ (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec
				+ children.ru_utime.tv_usec + children.ru_stime.tv_usec) / 1e6;
#endif
	return NAN;
}

void benchi_snapshot_take(const char *root, benchi_snapshot *snapshot)
{
	struct group_search search = { root, snapshot };
	named memory[] = { { "MemTotal:", &snapshot->memory, 1024 },
		{ "MemAvailable:", &snapshot->available, 1024 }, { NULL, NULL, 0 } };
	named pages[] = { { "pswpin ", &snapshot->swapped, 1 }, { "pswpout ", &snapshot->swapped, 1 },
		{ "oom_kill ", &snapshot->killed, 1 }, { NULL, NULL, 0 } };
	char path[PATH_CAPACITY], line[80];

	memset(snapshot, 0, sizeof *snapshot);
	find_calls(root, &snapshot->calls[0]);
	snapshot->waited_s = pressure_s(root, "/proc/pressure/cpu");
	snapshot->blocked_s = pressure_s(root, "/proc/pressure/io");
	snapshot->stalled_s = pressure_s(root, "/proc/pressure/memory");
	snapshot->memory = snapshot->available = snapshot->swapped = snapshot->killed = NAN;
	benchi_system_lines(root, "/proc/meminfo", take_named, memory);
	benchi_system_lines(root, "/proc/vmstat", take_named, pages);

	snapshot->own_s = *root ? (double)NAN : own_s();
	snapshot->times = processor_times(root);
	benchi_system_line(root, "/proc/uptime", line, sizeof line);
	if (!benchi_read_number(line, &snapshot->at_s))
		snapshot->at_s = NAN;
	benchi_system_lines(root, "/proc/diskstats", take_disk, snapshot);
	snapshot->quota = HUGE_VAL;
	snapshot->throttled_s = NAN;
	benchi_system_lines(root, "/proc/self/cgroup", take_group, &search);
	if (isinf(snapshot->quota))
		snapshot->quota = NAN;
	benchi_system_lines(root, "/proc/net/dev", take_link, snapshot);

	/* Speeds of network interfaces. An interface without a link reports -1. */
	for (size_t i = 0; i < snapshot->links; i++) {
		double speed;

		snprintf(path, sizeof path, "/sys/class/net/%s/speed", snapshot->link[i].name);
		speed = benchi_system_number(root, path);
		if (speed > 0)
			snapshot->link[i].most = speed * MEGABIT;
	}

	/* Failed requests of disks, hexadecimal numbers after 0x. */
	for (size_t i = 0; i < snapshot->disks; i++) {
		double *errors = &snapshot->disk[i].errors;

		snprintf(path, sizeof path, "/sys/block/%s/device/ioerr_cnt", snapshot->disk[i].name);
		if (strncmp(benchi_system_line(root, path, line, sizeof line), "0x", 2))
			continue;
		*errors = 0;
		for (const char *c = line + 2; benchi_hex_digit(*c) >= 0; c++)
			*errors = 16 * *errors + benchi_hex_digit(*c);
	}
	find_calls(root, &snapshot->calls[1]);
}

/* Returns the difference of two counts. Counts may go back a little (disk waits do), or restart. */
static double added(double from, double to)
{
	return to < from ? 0 : to - from;
}

/* Returns the growth per second of a time in seconds, at most 1; NaN if the time went back. */
static double utilisation_share_of(double from_s, double to_s, double seconds)
{
	double share = (to_s - from_s) / seconds;

	return share < 0 ? (double)NAN : share > 1 ? 1 : share;
}

/* Returns the most used of n devices: the one with the highest share. Devices without a share rank
 * by bytes, ahead of devices that use less than a tenth of their speed. from: the devices before; a
 * new one began at 0. */
static benchi_device_use most_used(const benchi_device *from, size_t before,
                                   const benchi_device *to, size_t n, double seconds,
                                   const benchi_io_calls *own)
{
	benchi_device_use most = { .name = "" };

	for (size_t i = 0; i < n; i++) {
		const benchi_device *now = &to[i];
		benchi_device was = { .name = "" };
		benchi_device_use use;

		for (size_t k = 0; k < before; k++)
			if (!strcmp(from[k].name, now->name))
				was = from[k];
		snprintf(use.name, sizeof use.name, "%s", now->name);
		use.in_hz = added(was.in, now->in) / seconds;
		use.out_hz = added(was.out, now->out) / seconds;
		use.requests_hz = isnan(now->requests) ? (double)NAN
		                                       : added(was.requests, now->requests) / seconds;
		use.errors_hz = added(was.errors, now->errors) / seconds;
		use.busy = isnan(now->busy_s) ? fmax(use.in_hz, use.out_hz) / now->most
		                              : added(was.busy_s, now->busy_s) / seconds;
		use.busy = use.busy > 1 ? 1 : use.busy;
		/* Other groups use the disk, too: this process has at most the bytes of its own calls. */
		use.allowed = fmax(fmin(use.in_hz, own->in) / now->allowed[0],
			fmin(use.out_hz, own->out) / now->allowed[1]);

		double share = fmax(isnan(use.busy) ? .1 : use.busy, use.allowed);
		double best = fmax(isnan(most.busy) ? .1 : most.busy, most.allowed);
		double bytes = use.in_hz + use.out_hz;

		if ((use.busy > 0 || bytes > 0) && (!*most.name || share > best
		    || (share >= best && bytes > most.in_hz + most.out_hz)))
			most = use;
	}
	return most;
}

void benchi_utilisation_between(const benchi_snapshot *from, const benchi_snapshot *to,
                                benchi_utilisation *u)
{
	static const benchi_utilisation unknown = { .processors = NAN, .own = NAN, .user = NAN,
		.system = NAN, .stolen = NAN, .idle = NAN, .waiting = NAN, .blocked = NAN, .stalled = NAN,
		.busiest = NAN, .memory = NAN, .memory_used = NAN, .swapped_hz = NAN, .killed = NAN,
		.quota = NAN, .throttled = NAN, .calls = { NAN, NAN, NAN, NAN } };

	double page_bytes = 4096;

#if defined HAVE_SYSCONF && defined _SC_PAGESIZE
	page_bytes = (double)sysconf(_SC_PAGESIZE);
#endif
	*u = unknown;
	u->seconds = to->at_s - from->at_s;
	if (!(u->seconds >= AT_LEAST_S))
		return;
	u->waiting = utilisation_share_of(from->waited_s, to->waited_s, u->seconds);
	u->blocked = utilisation_share_of(from->blocked_s, to->blocked_s, u->seconds);
	u->stalled = utilisation_share_of(from->stalled_s, to->stalled_s, u->seconds);
	u->memory = to->memory;
	u->memory_used = 1 - to->available / to->memory;
	u->swapped_hz = added(from->swapped, to->swapped) * page_bytes / u->seconds;
	u->killed = added(from->killed, to->killed);
	u->quota = to->quota;
	u->throttled = utilisation_share_of(from->throttled_s, to->throttled_s, u->seconds);
	const benchi_io_calls *before = &from->calls[1], *after = &to->calls[0];

	u->calls.reads = (after->reads - before->reads) / u->seconds;
	u->calls.writes = (after->writes - before->writes) / u->seconds;
	u->calls.in = (after->in - before->in) / u->seconds;
	u->calls.out = (after->out - before->out) / u->seconds;

	/* Processors, each by its own counts, and all of them. */
	const benchi_processor_times *was = &from->times, *now = &to->times;
	double user = added(was->user, now->user), system = added(was->system, now->system);
	double stolen = added(was->stolen, now->stolen), idle = added(was->idle, now->idle);
	double sum = user + system + stolen + idle;
	const bool counted = sum > 0 && now->processors > 0;

	if (counted) {
		u->processors = now->processors;
		u->user = user / sum;
		u->system = system / sum;
		u->stolen = stolen / sum;
		u->idle = idle / sum;
	}
	for (int i = 0; counted && i < BENCHI_PROCESSORS && i < (int)now->processors; i++) {
		double busy = added(was->busy_of[i], now->busy_of[i]);
		double share = busy / (busy + added(was->idle_of[i], now->idle_of[i]));

		if (share > u->busiest || (share >= 0 && isnan(u->busiest))) {
			u->busiest = share;
			u->busiest_number = i;
		}
	}
	u->own = (to->own_s - from->own_s) / (u->seconds * u->processors);
	u->own = u->own > 1 - u->idle ? 1 - u->idle : u->own;
	u->disk = most_used(from->disk, from->disks, to->disk, to->disks, u->seconds, &u->calls);
	u->link = most_used(from->link, from->links, to->link, to->links, u->seconds, &u->calls);
}

bool benchi_utilisation_known(const benchi_utilisation *u)
{
	return u->processors > 0 || *u->disk.name || *u->link.name;
}

/*
 * Activity of the whole machine: processor time, steal, throttling.
 *
 * Method: the first line of Linux's /proc/stat, in clock ticks, and the thermal throttling counts
 * of the first 64 processors. A tick is 10 ms, so differences over less than a second mean little.
 */

#define PROCESSORS 64

void benchi_activity_find(benchi_activity *activity)
{
	benchi_processor_times times = processor_times("");
	double unit = 100;              /* ticks per second */

#if defined HAVE_SYSCONF && defined _SC_CLK_TCK
	unit = (double)sysconf(_SC_CLK_TCK);
#endif
	activity->busy_s = (times.user + times.system) / unit;
	activity->stolen_s = times.stolen / unit;
	activity->own_s = own_s();
	activity->throttled = NAN;
	for (int i = 0; i < PROCESSORS; i++) {
		char path[96];
		double count;

		snprintf(path, sizeof path,
		         "/sys/devices/system/cpu/cpu%d/thermal_throttle/core_throttle_count", i);
		count = benchi_system_number("", path);
		if (isnan(count))
			break;
		activity->throttled = (i ? activity->throttled : 0) + count;
	}
}

/*
 * Reads a thread's waiting time, the second number of /proc/thread-self/schedstat (Linux 3.17 and
 * later, with scheduler statistics; Documentation/scheduler/sched-stats.rst). Excludes waiting for
 * locks and devices.
 */

void benchi_run_queue_open(struct benchi_run_queue *queue)
{
	queue->file = 0;
#ifdef __linux__
	queue->file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC) + 1;
#endif
}

double benchi_run_queue_waited_ns(const struct benchi_run_queue *queue)
{
#ifdef __linux__
	char text[96];
	const char *second;
	uint64_t waited;
	ssize_t n = queue->file ? pread(queue->file - 1, text, sizeof text - 1, 0) : -1;

	text[n > 0 ? n : 0] = '\0';
	second = benchi_read_whole(text, UINT64_MAX, &waited);
	if (second && *second == ' ' && benchi_read_whole(second + 1, UINT64_MAX, &waited))
		return (double)waited;
#endif
	return NAN;
}

void benchi_run_queue_close(struct benchi_run_queue *queue)
{
#ifdef __linux__
	if (queue->file)
		close(queue->file - 1);
#endif
	queue->file = 0;
}
