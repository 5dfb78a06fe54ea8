/*
 * A machine is identified by its files; facts are missing if the files are.
 *
 * SPDX-License-Identifier: MIT
 */

#ifdef HAVE_PTHREAD_H
#include <pthread.h>
#endif

#include "host/host.h"
#include "made_files.h"

static benchi_machine found(void)
{
	benchi_machine machine;

	benchi_machine_find(made_root, &machine);
	return machine;
}

TEST(no_files_no_facts)
{
	benchi_machine machine = found();

	CHECK_TEXTS({ machine.governor, "" }, { machine.hypervisor, "" });
	ck_assert(isnan(machine.load) && isnan(machine.turbo) && isnan(machine.cache_bytes[0]));
}

TEST(a_processor_with_everything)
{
	benchi_machine machine;

	put("/proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD  EPYC 7B13 \nflags\t\t: fpu sse\n");
	put("/proc/loadavg", "0.52 0.58 0.59 1/257 12345\n");
	put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
	put("/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
	put("/sys/devices/system/cpu/cpu0/cache/index0/level", "1\n");
	put("/sys/devices/system/cpu/cpu0/cache/index0/type", "Data\n");
	put("/sys/devices/system/cpu/cpu0/cache/index0/size", "48K\n");
	put("/sys/devices/system/cpu/cpu0/cache/index1/level", "1\n");
	put("/sys/devices/system/cpu/cpu0/cache/index1/type", "Instruction\n");
	put("/sys/devices/system/cpu/cpu0/cache/index1/size", "32K\n");
	put("/sys/devices/system/cpu/cpu0/cache/index2/level", "3\n");
	put("/sys/devices/system/cpu/cpu0/cache/index2/type", "Unified\n");
	put("/sys/devices/system/cpu/cpu0/cache/index2/size", "260M\n");
	machine = found();
	CHECK_TEXTS({ machine.governor, "powersave" }, { machine.hypervisor, "" });
	CHECK_NUMBERS({ machine.cache_bytes[1], NAN }, { machine.load, .52 }, { machine.turbo, 0 },
		{ machine.cache_bytes[0], 48 * 1024 }, { machine.cache_bytes[2], 260 * 1048576.0 });
}

TEST(files_full_of_nonsense)
{
	put("/proc/cpuinfo", "model name\nmodel name:\nflags");
	put("/proc/loadavg", "high\n");
	put("/sys/devices/system/cpu/cpufreq/boost", "maybe\n");
	put("/sys/devices/system/cpu/cpu0/cache/index0/level", "9\n");
	put("/sys/devices/system/cpu/cpu0/cache/index1/level", "2\n");
	put("/sys/devices/system/cpu/cpu0/cache/index1/size",
		"99999999999999999999999999999999999999K");
	ck_assert(isnan(found().load) && isnan(found().turbo) && isnan(found().cache_bytes[1]));
	put("/sys/devices/system/cpu/cpufreq/boost", "1\n");
	ck_assert_double_eq(found().turbo, 1);
}

static void expect_hypervisor(const char *name)
{
	benchi_machine machine = found();

	ck_assert_str_eq(machine.hypervisor, name);
}

/* Hypervisors are recognised by part of the product's or vendor's name; /sys/hypervisor has
 * priority. */
TEST(hypervisors_by_their_names)
{
	static const struct { const char *text, *name; } known[] = { { "KVM", "KVM" },
		{ "VMware7,1", "VMware" }, { "VirtualBox", "VirtualBox" }, { "QEMU Standard PC", "QEMU" },
		{ "Virtual Machine", "Hyper-V" }, { "Bochs", "Bochs" }, { "Xen", "Xen" },
		{ "HVM domU", "Xen" }, { "OpenStack Nova", "OpenStack" }, { "BHYVE", "bhyve" },
		{ "Parallels Virtual Platform", "Parallels" }, { "Amazon EC2", "" } };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		put(i % 2 ? "/sys/class/dmi/id/sys_vendor" : "/sys/class/dmi/id/product_name",
			known[i].text);
		expect_hypervisor(known[i].name);
		put("/sys/class/dmi/id/product_name", "");
		put("/sys/class/dmi/id/sys_vendor", "");
	}
	put("/sys/hypervisor/type", "other\n");
	expect_hypervisor("other");
	put("/sys/hypervisor/type", "xen\n");
	expect_hypervisor("Xen");
}

/* All cache levels, units and processors. turbo is 1 for no_turbo "0" and 0 for boost "0". */
TEST(caches_and_turbo)
{
	static const struct { const char *size; double bytes; } sizes[] = { { "48K\n", 49152 },
		{ "2M", 2097152 }, { "512", 512 }, { "1G", NAN }, { "K", NAN }, { "-1K", NAN } };
	char path[100];

	for (int level = 1; level <= 4; level++)
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			char text[16];

			snprintf(text, sizeof text, "%d\n", level);
			snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/level",
				4 * level - 1);
			put(path, text);
			snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size",
				4 * level - 1);
			put(path, sizes[i].size);
			if (isnan(sizes[i].bytes))
				ck_assert(isnan(found().cache_bytes[level - 1]));
			else
				ck_assert_double_eq(found().cache_bytes[level - 1], sizes[i].bytes);
			put(path, "");
		}
	put("/sys/devices/system/cpu/cpufreq/boost", "0\n");
	ck_assert_double_eq(found().turbo, 0);
	put("/sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
	ck_assert_double_eq(found().turbo, 1);
}

/* Returns the value of a label for the first processor; "" if missing. */
static const char *cpuinfo(const char *label, char *value, size_t capacity)
{
	FILE *file = fopen("/proc/cpuinfo", "r");
	char line[4096];

	*value = '\0';
	while (!*value && file && fgets(line, sizeof line, file))
		if (strncmp(line, label, strlen(label)) == 0 && strchr("\t :", line[strlen(label)])
		    && strstr(line, ": "))
			snprintf(value, capacity, "%.*s", (int)strcspn(strstr(line, ": ") + 2, "\n"),
				strstr(line, ": ") + 2);
	if (file)
		fclose(file);
	return value;
}

/* The name is the kernel's where both report the family, and shorter if there is not enough
 * space. */
TEST(a_processor_is_named_by_model_and_stepping)
{
	char brand[100], family[20], model[20], stepping[20], name[200], expected[200];

	if (check_in_valgrind())
		return;         /* it simulates a different processor */
	cpuinfo("model name", brand, sizeof brand);
	cpuinfo("cpu family", family, sizeof family);
	cpuinfo("model", model, sizeof model);
	cpuinfo("stepping", stepping, sizeof stepping);
	snprintf(expected, sizeof expected, "%s (family %s, model %s, stepping %s)", brand, family,
		model, stepping);
	benchi_processor_name(name, sizeof name);
	ck_assert_uint_gt(strlen(name), 0);
#ifdef HAVE_CPUID_H     /* otherwise only the brand */
	if (*brand && *family && *model && *stepping)
		ck_assert_str_eq(name, expected);
#endif
	for (size_t capacity = 1; capacity <= strlen(name); capacity++) {
		char part[200];

		benchi_processor_name(part, capacity);
		CHECK_NUMBERS({ strlen(part) < capacity, true }, { strlen(part) + 2 >= capacity, true },
			{ strncmp(part, name, strlen(part)), 0 });
	}
}

TEST(this_machine)
{
	benchi_machine machine;

	memset(&machine, 0xff, sizeof machine);
	benchi_machine_find("", &machine);
	ck_assert(isnan(machine.processors) || machine.processors >= 1);
	ck_assert(isnan(machine.page_bytes) || machine.page_bytes >= 512);
	ck_assert(isnan(machine.memory_bytes) || machine.memory_bytes > machine.page_bytes);
	ck_assert_uint_lt(strlen(machine.processor), sizeof machine.processor);
	ck_assert_uint_lt(strlen(machine.system), sizeof machine.system);
}

TEST(claims)
{
	benchi_claimed_clock claimed;

	benchi_claimed_clock_find(made_root, 1, &claimed);
	ck_assert(isnan(claimed.current) && isnan(claimed.highest) && isnan(claimed.listed));
	put("/proc/cpuinfo", "processor\t: 0\ncpu MHz\t\t: 2000.5\n\nprocessor\t: 1\n"
	    "clock\t\t: 3425.000000MHz\n\nprocessor\t: 2\ncpu MHz\t\t: none\n");
	put("/sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "3400123\n");
	put("/sys/devices/system/cpu/cpu1/cpufreq/cpuinfo_max_freq", "3900000\n");
	benchi_claimed_clock_find(made_root, 1, &claimed);
	CHECK_NUMBERS({ claimed.current, 3400.123, 1e-9 }, { claimed.highest, 3900, 1e-9 },
		{ claimed.listed, 3425, 1e-9 });
	benchi_claimed_clock_find(made_root, -1, &claimed);
	CHECK_NUMBERS({ claimed.listed, 2000.5, 1e-9 }, { claimed.current, NAN });
	benchi_claimed_clock_find(made_root, 2, &claimed);
	ck_assert(isnan(claimed.listed));
	put("/proc/cpuinfo", "cpu MHz\t\t: 1500\n");    /* the only processor, without a number */
	benchi_claimed_clock_find(made_root, 0, &claimed);
	ck_assert_double_eq_tol(claimed.listed, 1500, 1e-9);
	benchi_claimed_clock_find(made_root, 1, &claimed);
	ck_assert(isnan(claimed.listed));
	benchi_claimed_clock_find("", 0, &claimed);
	ck_assert(isnan(claimed.counter) || claimed.counter > 1);
}

#ifdef HAVE_PTHREAD_H
enum { ASKING = 8 };

static void *ask_processors(void *to)
{
	*(int *)to = benchi_processors_allowed();
	return NULL;
}

/* Several threads ask first at the same time, for ThreadSanitizer. */
TEST(processors_asked_at_once)
{
	pthread_t thread[ASKING];
	int found[ASKING];

	for (int i = 0; i < ASKING; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, ask_processors, &found[i]), 0);
	for (int i = 0; i < ASKING; i++)
		ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
	for (int i = 0; i < ASKING; i++)
		ck_assert_int_eq(found[i], benchi_processors_allowed());
	for (int i = 1; i < found[0]; i++)
		ck_assert_int_gt(benchi_processor_number(i), benchi_processor_number(i - 1));
	ck_assert_int_ge(found[0], 1);
}
#else
TEST(processors_asked_at_once)
{
	ck_assert_int_ge(benchi_processors_allowed(), 1);
}
#endif

CHECK_SUITE_BETWEEN("machine", begin, end)
