/*
 * The machine's utilisation between two sets of recorded files, and the resources at their limit.
 *
 * SPDX-License-Identifier: MIT
 */

#include "golden.h"
#include "made_files.h"
#include "load/load.h"

/* Recorded on a machine with two processors and one virtual disk; loopback and disk are
 * rounded. */
static void put_first(void)
{
	put("/proc/uptime", "8010.25 2900.11\n");
	put("/proc/stat", "cpu  884856 201266 326965 139502 696 0 883 9003 0 0\n"
	    "cpu0 439262 102464 163785 71014 423 0 74 4519 0 0\n"
	    "cpu1 445593 98801 163180 68488 273 0 809 4484 0 0\nintr 7657019 0 0 0\nctxt 9\n");
	put("/proc/diskstats", "   7       1 loop1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
	    " 254       0 vda 64957 18460 2534826 14994 359773 376236 33806960 615980 0 131544 715996\n"
	    " 254       1 vda1 64957 18460 2534826 14994 359773 376236 33806960 615980 0 131544 7\n"
	    "   7      10 loop10 1 0 8 5 0 0 0 0 0 5 5\n");
	put("/proc/net/dev", "Inter-|   Receive                  |  Transmit\n"
	    " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets\n"
	    "    lo:   30365     121    0    0    0     0          0         0    30365     121 0 0 0\n"
	    "  ifb0:       0       0    0    0    0     0          0         0        0       0 0 0 0\n"
	    "  eth0: 140023324    4833    0    0    0     0          0         0   272543    3381 0 0"
	    "\n");
	put("/sys/class/net/eth0/speed", "-1\n");
}

static benchi_utilisation between(void (*second)(void))
{
	benchi_snapshot from, to;
	benchi_utilisation u;

	put_first();
	benchi_snapshot_take(made_root, &from);
	second();
	benchi_snapshot_take(made_root, &to);
	benchi_utilisation_between(&from, &to, &u);
	return u;
}

/* Returns the table's rows, with single blanks and "; " between rows. */
static char *rows_of(const benchi_utilisation *u)
{
	const benchi_output_style style = { .utf8 = false };
	FILE *file = check_file();
	char *text, *limit, *to, *from;

	ck_assert_int_eq(benchi_put_utilisation_text(file, u, &style), BENCH_OK);
	text = to = golden_contents(file);
	limit = strncmp(text, "limit: ", 7) ? strstr(text, "\nlimit: ") : text;
	if (limit)
		limit[limit != text] = '\0';
	from = strchr(text, '\n') ? strchr(text, '\n') + 1 : text + strlen(text);
	for (; *from; from++)
		if (*from == '\n' && from[1])
			to += sprintf(to, "; ");
		else if (*from != '\n' && (*from != ' ' || (to > text && to[-1] != ' ')))
			*to++ = *from;
	*to = '\0';
	return text;
}

/* Returns the limit in the JSON; "" for null. */
static const char *limit_of(const benchi_utilisation *u)
{
	static const char key[] = "\"limit\": ";
	static char limit[BENCHI_UTILISATION_TEXT];
	FILE *file = check_file();
	char *text, *at;

	benchi_put_utilisation(file, u);
	text = golden_contents(file);
	at = strstr(text, key);
	ck_assert_ptr_nonnull(at);
	at += sizeof key - 1;
	snprintf(limit, sizeof limit, "%.*s", *at == '"' ? (int)strcspn(at + 1, "\"") : 0, at + 1);
	free(text);
	return limit;
}

static void expect(const benchi_utilisation *u, const char *used, const char *limit)
{
	char *rows = rows_of(u);

	ck_assert_str_eq(rows, used);
	free(rows);
	ck_assert_str_eq(limit_of(u), limit);
}

/* Two seconds are 400 ticks: 312 user, 60 system, 20 stolen, 8 idle. */
static void processors_busy(void)
{
	put("/proc/uptime", "8012.25 2900.20\n");
	put("/proc/stat", "cpu  885158 201276 327015 139508 698 4 889 9023 0 0\ncpu0 1\ncpu1 1\n");
}

TEST(processors)
{
	benchi_utilisation u = between(processors_busy);

	CHECK_NUMBERS({ u.seconds, 2 }, { u.processors, 2 }, { u.user, 312. / 400 },
		{ u.system, 60. / 400 }, { u.stolen, 20. / 400 }, { u.idle, 8. / 400 }, { u.own, NAN });
	CHECK_TEXTS({ u.disk.name, "" }, { u.link.name, "" });
	expect(&u, "2 processors 78 % user, 15 % system, 5 % stolen not seen not seen",
		"2 of 2 processors busy");
	u.idle = .1;
	expect(&u, "2 processors 78 % user, 15 % system, 5 % stolen not seen not seen",
		"2 of 2 processors busy");
	u.idle = .101;
	expect(&u, "2 processors 78 % user, 15 % system, 5 % stolen not seen not seen", "");
}

TEST(one_processor)
{
	benchi_utilisation u;

	memset(&u, 0, sizeof u);
	u.processors = 1;
	u.user = u.own = .95;
	u.idle = .05;
	ck_assert_str_eq(limit_of(&u), "1 of 1 processor busy");
	u.idle = .2;
	u.user = u.own = .8;
	ck_assert_str_eq(limit_of(&u),
		"nothing is full; most time goes to processors (0.8 of 1 with this load)");
}

/* The load's own processor time: 3.6 of 4 s, 1.8 s, and more than there was. */
TEST(own_share)
{
	static const struct {
		double own_s, own;
		const char *used, *limit;
	} given[] = {
		{ 3.6, .9, "this load 90 % of the processors", "2 of 2 processors busy" },
		{ 1.8, .45, "this load 45 % of the processors",
			"2 of 2 processors busy, mostly with other programs" },
		{ 7, .98, "this load 98 % of the processors", "2 of 2 processors busy" },
	};
	benchi_snapshot from, to;
	benchi_utilisation u;
	char *rows;

	put_first();
	benchi_snapshot_take(made_root, &from);
	processors_busy();
	benchi_snapshot_take(made_root, &to);
	for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
		from.own_s = 100;
		to.own_s = 100 + given[i].own_s;
		benchi_utilisation_between(&from, &to, &u);
		ck_assert(fabs(u.own - given[i].own) < 1e-9);
		rows = rows_of(&u);
		ck_assert_ptr_nonnull(strstr(rows, given[i].used));
		free(rows);
		ck_assert_str_eq(limit_of(&u), given[i].limit);
	}
	benchi_snapshot_take("", &from);
#ifdef HAVE_GETRUSAGE
	ck_assert(from.own_s >= 0);
#endif
}

/* One second is 200 ticks, half of them waiting for the disk: busy for 970 ms, 102.4 MB
 * written. */
static void disk_busy(void)
{
	put("/proc/uptime", "8011.25 2900.20\n");
	put("/proc/stat", "cpu  884866 201266 326995 139562 796 0 883 9003 0 0\ncpu0 1\ncpu1 1\n");
	put("/proc/diskstats", "   7       1 loop1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
	    " 254       0 vda 64957 18460 2534826 14994 359773 376236 34006960 615980 0 132514 715996\n"
	    " 254       1 vda1 64957 18460 2534826 14994 359773 376236 34006960 615980 0 132544 7\n"
	    "   7      10 loop10 1 0 9 5 0 0 0 0 0 105 5\n");
}

TEST(disk)
{
	benchi_utilisation u = between(disk_busy);

	ck_assert_str_eq(u.disk.name, "vda");
	CHECK_NUMBERS({ u.disk.busy, .97, 1e-9 }, { u.disk.in_hz, 0 }, { u.disk.out_hz, 102.4e6 });
	expect(&u, "2 processors 5 % user, 15 % system not seen not seen; "
	       "disk vda 97 % busy, 0 B/s in, 102 MB/s out not seen not seen", "disk vda 97 % busy");
	u.disk.busy = .899;
	expect(&u, "2 processors 5 % user, 15 % system not seen not seen; "
	       "disk vda 90 % busy, 0 B/s in, 102 MB/s out not seen not seen",
	       "nothing is full; most time goes to disk vda (90 % busy)");
}

/* A load that waits for one thing after the other: mostly for the processor, for the disk, or
 * neither. */
TEST(most_of_the_time)
{
	static const struct {
		double own, disk;
		const char *limit;
	} given[] = {
		{ .5, .1, "nothing is full; most time goes to processors (1.0 of 2 with this load)" },
		{ .25, .5, "nothing is full; most time goes to processors (0.5 of 2 with this load)" },
		{ .24, .5, "nothing is full; most time goes to disk vda (50 % busy)" },
		{ .24, .49, "" },
		{ NAN, .8, "nothing is full; most time goes to disk vda (80 % busy)" },
	};
	benchi_utilisation u = between(disk_busy);

	for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
		u.own = given[i].own;
		u.disk.busy = given[i].disk;
		ck_assert_str_eq(limit_of(&u), given[i].limit);
	}
}

/* One second: 3 GB via loopback, 120 MB via an interface of 1 Gbit/s. */
static void network_busy(void)
{
	put("/proc/uptime", "8011.25 2900.20\n");
	put("/proc/net/dev", "Inter-|   Receive                  |  Transmit\n"
	    "    lo:3000030365     121    0    0    0     0          0         0 3000030365  121 0\n"
	    "  ifb0:       0       0    0    0    0     0          0         0        0       0 0 0 0\n"
	    "  eth0: 260023324    4833    0    0    0     0          0         0   272543    3381 0\n");
}

static void network_fast(void)
{
	network_busy();
	put("/sys/class/net/eth0/speed", "1000\n");
}

static void network_idle(void)
{
	network_busy();
	put("/sys/class/net/eth0/speed", "100000\n");
}

TEST(network)
{
	benchi_utilisation u = between(network_busy);

	expect(&u, "network lo 3.00 GB/s in, 3.00 GB/s out not seen not seen", "");
	ck_assert(isnan(u.link.busy) && isnan(u.idle) && isnan(u.processors));
	u = between(network_idle);
	expect(&u, "network lo 3.00 GB/s in, 3.00 GB/s out not seen not seen", "");
	u = between(network_fast);
	ck_assert_double_eq(u.link.busy, .96);
	expect(&u, "network eth0 96 % busy, 120 MB/s in, 0 B/s out not seen not seen",
	       "network eth0 at 96 % of its speed");
}

static void everything(void)
{
	disk_busy();
	network_fast();
	put("/proc/stat", "cpu  885056 201266 326965 139502 696 0 883 9003 0 0\ncpu0 1\ncpu1 1\n");
}

/* One second: 400 ms of waiting for a processor, 250 ms for a disk; 1000 reads of 8 KiB and 20
 * writes of 100 bytes, besides the snapshot's own reads. */
static void work_of_its_own(void)
{
	disk_busy();
	put("/proc/diskstats", " 254       0 vda 65057 18460 2534826 14994 359873 376236 34006960 "
	    "615980 0 132514 715996\n");
	put("/proc/pressure/cpu", "some avg10=9.0 avg60=1.0 avg300=1.0 total=1400000\nfull total=9\n");
	put("/proc/pressure/io", "some avg10=9.0 avg60=1.0 avg300=1.0 total=350000\n");
	put("/proc/self/io", "rchar: 8293000\nwchar: 2000\nsyscr: 1100\nsyscw: 20\nread_bytes: 0\n");
}

TEST(waiting_and_calls)
{
	benchi_utilisation u;

	put("/proc/pressure/cpu", "some avg10=9.0 avg60=1.0 avg300=1.0 total=1000000\n");
	put("/proc/pressure/io", "some avg10=9.0 avg60=1.0 avg300=1.0 total=100000\n");
	put("/proc/self/io", "rchar: 101000\nwchar: 0\nsyscr: 100\nsyscw: 0\nread_bytes: 4096\n");
	u = between(work_of_its_own);
	CHECK_NUMBERS({ u.waiting, .4, 1e-9 }, { u.blocked, .25, 1e-9 }, { u.disk.requests_hz, 200 },
		{ u.calls.reads, 1000 }, { u.calls.in, 8192000 });
	expect(&u, "2 processors 5 % user, 15 % system waits 40 % not seen; disk vda 97 % busy, "
	       "0 B/s in, 102 MB/s out waits 25 % not seen; reads of this load 1.00k/s of "
	       "8.19 kB; writes of this load 20.0/s of 100 B", "disk vda 97 % busy");
}

/* Two seconds: the second processor was always busy, 75 % of memory used, swapping, programs
 * killed, a quota of half a processor that stopped the group for 1.2 s, and errors of each
 * device. */
static void saturated(void)
{
	put("/proc/uptime", "8012.25 2900.20\n");
	put("/proc/stat", "cpu  885056 201266 326965 139702 696 0 883 9003 0 0\n"
	    "cpu0 439262 102464 163785 71214 423 0 74 4519 0 0\n"
	    "cpu1 445793 98801 163180 68488 273 0 809 4484 0 0\n");
	put("/proc/meminfo", "MemTotal: 4000000 kB\nMemFree: 9 kB\nMemAvailable: 1000000 kB\n");
	put("/proc/vmstat", "pswpin 1000\npswpout 5000\noom_kill 3\n");
	put("/proc/pressure/memory", "some avg10=9.0 avg60=1.0 avg300=1.0 total=700000\n");
	put("/sys/fs/cgroup/job/cpu.stat", "usage_usec 5\nnr_throttled 9\nthrottled_usec 1200000\n");
	put("/proc/diskstats", " 254       0 vda 64957 18460 2534826 14994 359773 376236 34006960 "
	    "615980 0 132544 715996\n");
	put("/sys/block/vda/device/ioerr_cnt", "0x11\n");
	put("/proc/net/dev", "  eth0: 140923324    4833    3    5    0     0          0         0   "
	    "272543    3381 1 0\n");
}

TEST(memory_quota_errors)
{
	benchi_utilisation u;

	put("/proc/vmstat", "pswpin 1000\npswpout 4000\noom_kill 1\n");
	put("/proc/pressure/memory", "some avg10=9.0 avg60=1.0 avg300=1.0 total=100000\n");
	put("/proc/self/cgroup", "0::/job\n");
	put("/sys/fs/cgroup/job/cpu.max", "50000 100000\n");
	put("/sys/fs/cgroup/job/cpu.stat", "usage_usec 4\nnr_throttled 1\nthrottled_usec 0\n");
	put("/sys/block/vda/device/ioerr_cnt", "0x10\n");
	u = between(saturated);
	ck_assert(u.swapped_hz >= 500 * 4096.);
	CHECK_NUMBERS({ u.busiest, 1 }, { u.busiest_number, 1 }, { u.memory_used, .75, 1e-12 },
		{ u.stalled, .3, 1e-9 }, { u.killed, 2 }, { u.throttled, .6, 1e-9 });
	u.swapped_hz = 2048000;
	expect(&u, "2 processors 50 % user, 0 % system not seen not seen; busiest: 1 100 % busy; quota "
		"0.5 processors stopped 60 %; memory 75 % of 4.10 GB swapping 2.05 MB/s 2 killed; disk vda "
		"50 % busy, 0 B/s in, 51.2 MB/s out not seen 0.500/s; network eth0 450 kB/s in, 0 B/s out "
		"not seen 4.50/s", "the quota of 0.5 processors, stopped 60 % of the time");
	u.swapped_hz = 0;
	u.killed = 0;
	u.throttled = .04;
	expect(&u, "2 processors 50 % user, 0 % system not seen not seen; busiest: 1 100 % busy; quota "
		"0.5 processors stopped 4 %; memory 75 % of 4.10 GB waits 30 % 0; disk vda 50 % "
		"busy, 0 B/s in, 51.2 MB/s out not seen 0.500/s; network eth0 450 kB/s in, 0 B/s out not "
		"seen 4.50/s", "nothing is full; most time goes to disk vda (50 % busy)");
}

/* The lowest quota of the group and the groups above it, for both versions of cgroups. */
TEST(quota_of_groups)
{
	benchi_snapshot s;

	put("/proc/self/cgroup", "0::/high/job\n");
	put("/sys/fs/cgroup/high/job/cpu.max", "max 100000\n");
	put("/sys/fs/cgroup/high/cpu.max", "150000 100000\n");
	put("/sys/fs/cgroup/high/cpu.stat", "throttled_usec 250000\n");
	benchi_snapshot_take(made_root, &s);
	CHECK_NUMBERS({ s.quota, 1.5, 1e-12 }, { s.throttled_s, .25, 1e-12 });
	put("/proc/self/cgroup", "3:cpuset:/\n2:cpu,cpuacct:/box\n1:a:/\n0::/none\n");
	put("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
	put("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
	put("/sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "70000\n");
	put("/sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
	put("/sys/fs/cgroup/cpu/box/cpu.stat", "nr_throttled 5\nthrottled_time 3000000000\n");
	benchi_snapshot_take(made_root, &s);
	CHECK_NUMBERS({ s.quota, .7, 1e-12 }, { s.throttled_s, 3, 1e-12 });
	put("/proc/self/cgroup", "3:cpuset:/box\n0::/none\n");
	benchi_snapshot_take(made_root, &s);
	ck_assert(isnan(s.quota) && isnan(s.throttled_s));
}

/* This load writes 13 MB/s of the 51. */
static void mostly_of_others(void)
{
	saturated();
	put("/proc/self/io", "rchar: 0\nwchar: 26000000\nsyscr: 1\nsyscw: 9\nread_bytes: 0\n");
}

/* The disk is far from busy, and writes what the group or the one above it allows: in version 1 of
 * cgroups 53 MB/s, in version 2 102 MB/s. */
TEST(throttled_disks)
{
	benchi_utilisation u;

	put("/proc/self/cgroup", "4:blkio:/box/job\n0::/none\n");
	put("/sys/fs/cgroup/blkio/box/blkio.throttle.write_bps_device", "253:1 9\n254:0 53000000\n");
	put("/sys/fs/cgroup/blkio/box/job/blkio.throttle.read_bps_device", "254:0 1000\n");
	u = between(saturated);
	CHECK_NUMBERS({ u.disk.allowed, 51.2e6 / 53e6, .01 }, { u.disk.busy, .5, .02 });
	put("/proc/self/cgroup", "0::/box/job\n");
	put("/sys/fs/cgroup/box/io.max", "254:0 rbps=max wbps=102400000 riops=max wiops=max\n");
	u = between(saturated);
	ck_assert_double_eq_tol(u.disk.allowed, .5, .01);
	put("/sys/fs/cgroup/box/job/io.max", "254:0 rbps=1 wbps=52000000 riops=max wiops=max\n");
	u = between(saturated);
	u.quota = u.throttled = (double)NAN;
	ck_assert_double_eq_tol(u.disk.allowed, 51.2 / 52, .01);
	u.disk.allowed = .98;
	ck_assert_str_eq(limit_of(&u), "disk vda at 98 % of the bytes that a control group allows");
	put("/proc/self/io", "rchar: 0\nwchar: 0\nsyscr: 1\nsyscw: 1\nread_bytes: 0\n");
	u = between(mostly_of_others);
	ck_assert_double_eq_tol(u.disk.allowed, .25, .01);
	put("/proc/self/cgroup", "0::/other\n");
	u = between(saturated);
	ck_assert(isnan(u.disk.allowed));
}

TEST(several_limits_and_json)
{
	benchi_utilisation u = between(everything);
	FILE *file = check_file();
	char *text;

	benchi_put_utilisation(file, &u);
	text = golden_contents(file);
	ck_assert_str_eq(text, "{\"seconds\": 1, \"processors\": 2, \"user\": 1, \"system\": 0, "
	                 "\"stolen\": 0, \"idle\": 0, \"own\": null, \"waiting\": null, "
	                 "\"busiest\": null, \"quota_processors\": null, \"throttled\": null, "
	                 "\"memory_bytes\": null, \"memory_used\": null, \"memory_waiting\": null, "
	                 "\"swapped_bytes_per_s\": null, \"killed\": null, "
	                 "\"disk\": \"vda\", \"disk_busy\": "
	                 "0.9699999999999989, \"read_bytes_per_s\": 0, \"written_bytes_per_s\": "
	                 "102400000, \"disk_errors_per_s\": null, "
	                 "\"disk_requests_per_s\": 0, \"disk_allowed\": null, \"blocked\": null, "
	                 "\"network\": \"eth0\", \"network_busy\": 0.96, "
	                 "\"received_bytes_per_s\": 120000000, \"sent_bytes_per_s\": 0, "
	                 "\"network_errors_per_s\": null, "
	                 "\"read_calls_per_s\": null, \"write_calls_per_s\": null, "
	                 "\"call_bytes_read_per_s\": null, \"call_bytes_written_per_s\": null, "
	                 "\"limit\": \"2 of 2 processors busy, disk vda 97 % busy, "
	                 "network eth0 at 96 % of its speed\"}");
	free(text);
}

/* Values below a limit are left out; each is tested slightly above and below. */
TEST(little_use)
{
	static const struct { double share, bytes_hz, calls; const char *used; } of[] = {
		{ .0075, 500, 15, "1 processor 0 % user, 0 % system, 1 % stolen waits 1 % not seen; "
		  "disk d 1 % busy, 500 B/s in, 0 B/s out waits 1 % 0; network n 1 % busy, "
		  "500 B/s in, 0 B/s out not seen 0; reads of this load 15.0/s of 2.00 B; writes of this "
		  "load 15.0/s of 2.00 B" },
		{ .004, 1500, 7, "1 processor 0 % user, 0 % system waits 0 % not seen; disk d 0 % "
		  "busy, 1.50 kB/s in, 0 B/s out waits 0 % 0; network n 0 % busy, 1.50 kB/s in, "
		  "0 B/s out not seen 0" },
		{ .004, 800, 7, "1 processor 0 % user, 0 % system waits 0 % not seen" } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		benchi_utilisation u = { .processors = 1, .own = (double)NAN, .stolen = of[i].share,
			.waiting = of[i].share, .blocked = of[i].share,
			.disk = { "d", .busy = of[i].share, .in_hz = of[i].bytes_hz },
			.link = { "n", .busy = of[i].share, .in_hz = of[i].bytes_hz },
			.calls = { of[i].calls, of[i].calls, 2 * of[i].calls, 2 * of[i].calls } };

		expect(&u, of[i].used, "1 of 1 processor busy");
	}
}

/* Intervals that are too short, invalid files, counters that were reset, missing files. */
static void too_soon(void)
{
	processors_busy();
	put("/proc/uptime", "8010.44 2900.20\n");
}

static void nonsense(void)
{
	put("/proc/stat", "cpu  nan inf x\ncpu\ncpu0");
	put("/proc/diskstats", "vda\n254 0\n254 0 vda 1 2 3\n254 0 vda -1 x\n\n");
	put("/proc/net/dev", ":\n:::\nlo:\n lo: 1 2 3\n");
	put("/proc/uptime", "9000 1\n");
}

static void begun_again(void)
{
	put("/proc/uptime", "8012.25 2900.20\n");
	put("/proc/stat", "cpu  1 1 1 1 1 1 1 1 0 0\ncpu0 1\ncpu1 1\n");
	put("/proc/net/dev", "lo: 1 0 0 0 0 0 0 0 1 0\n");
}

static void nothing(void)
{
	end();
}

TEST(unknown)
{
	benchi_snapshot from = { .at_s = 1 }, to = { .at_s = 1.3, .waited_s = .1 };
	benchi_utilisation u;
	void (*const second[])(void) = { too_soon, nonsense, begun_again, nothing };

	for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
		u = between(second[i]);
		expect(&u, "", "");
		ck_assert(!benchi_utilisation_known(&u));
	}
	benchi_utilisation_between(&from, &to, &u);
	ck_assert_double_eq_tol(u.waiting, 1. / 3, 1e-9);
}

TEST(partitions)
{
	static const char *const names[] = { "nvme0n1", "nvme0n1p1", "nvme0n1p12", "loop1", "loop10",
		"sda", "sda1", "sda10", "sdaa" }, *const kept[] = { "nvme0n1", "loop1", "loop10", "sda",
		"sdaa" };
	benchi_snapshot s;
	char text[1000] = "";

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		sprintf(text + strlen(text), "8 1 %s 1 1 1 1 1 1 1 1 1 1 1\n", names[i]);
	put("/proc/diskstats", text);
	benchi_snapshot_take(made_root, &s);
	ck_assert_uint_eq(s.disks, sizeof kept / sizeof *kept);
	for (size_t i = 0; i < s.disks; i++)
		ck_assert_str_eq(s.disk[i].name, kept[i]);
}

TEST(more_devices_than_kept)
{
	benchi_snapshot s;
	char text[8000] = "";

	for (int i = 0; i < 2 * BENCHI_DEVICES; i++)
		sprintf(text + strlen(text), "8 %d sd%c%c 1 1 1 1 1 1 1 1 1 1 1\n", i, 'a' + i / 26,
		        'a' + i % 26);
	put("/proc/diskstats", text);
	benchi_snapshot_take(made_root, &s);
	ck_assert_uint_eq(s.disks, BENCHI_DEVICES);
}

CHECK_SUITE_BETWEEN("utilisation", begin, end)
