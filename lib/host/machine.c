/*
 * Facts about the machine and its state.
 *
 * They come from uname, sysconf, getloadavg, sysctl or Windows' functions, as configure found, and
 * from Linux's files. The hypervisor's name is in CPUID leaf 0x40000000 of x86, which most
 * hypervisors fill in.
 *
 * Wrong where a container or hypervisor hides itself.
 *
 * SPDX-License-Identifier: MIT
 */
#include "host/host.h"

#ifdef HAVE_SCHED_H
#include <sched.h>
#endif
#ifdef HAVE_SYS_UTSNAME_H
#include <sys/utsname.h>
#endif
#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif
#ifdef HAVE_CPUID_H
#include <cpuid.h>
#endif
#ifdef _WIN32
#include <windows.h>
#endif

/*
 * Facts about the machine from Linux's files in /proc and /sys.
 *
 * Each file is one short line, or missing: kernels, containers and virtual machines show only some
 * of them. The name of a hypervisor is in /sys/hypervisor/type (Xen), or else in the product's
 * name in the firmware's tables.
 *
 * Wrong if a container fakes the files.
 */

#define PATH_CAPACITY 512
#define CPU "/sys/devices/system/cpu/"

/*
 * Fills in governor, hypervisor, load, caches and turbo from the files below root/proc and
 * root/sys; missing facts stay as they are.
 *
 * number: the processor that provides frequency scaling and caches.
 */
static void find_in_files(const char *root, int number, benchi_machine *machine)
{
	static const struct {
		const char *part, *name;
	} known[] = { { "KVM", "KVM" }, { "VMware", "VMware" }, { "VirtualBox", "VirtualBox" },
		{ "QEMU", "QEMU" }, { "Virtual Machine", "Hyper-V" }, { "Bochs", "Bochs" },
		{ "Xen", "Xen" }, { "HVM domU", "Xen" }, { "OpenStack", "OpenStack" },
		{ "BHYVE", "bhyve" }, { "Parallels", "Parallels" } };
	static const char *const files[] = { "/sys/class/dmi/id/product_name",
		"/sys/class/dmi/id/sys_vendor" };
	char path[PATH_CAPACITY], line[128];
	double no_turbo, boost, load;

	snprintf(path, sizeof path, CPU "cpu%d/cpufreq/scaling_governor", number);
	snprintf(machine->governor, sizeof machine->governor, "%.60s",
	         benchi_system_line(root, path, line, sizeof line));
	no_turbo = benchi_system_number(root, CPU "intel_pstate/no_turbo");
	boost = no_turbo == 0 || no_turbo == 1 ? 1 - no_turbo
	        : benchi_system_number(root, CPU "cpufreq/boost");
	if (boost == 0 || boost == 1)
		machine->turbo = boost;

	if (*benchi_system_line(root, "/sys/hypervisor/type", line, sizeof line))
		snprintf(machine->hypervisor, sizeof machine->hypervisor, "%.60s",
		         strcmp(line, "xen") ? line : "Xen");
	for (size_t f = 0; f < sizeof files / sizeof *files && !*machine->hypervisor; f++) {
		benchi_system_line(root, files[f], line, sizeof line);
		for (size_t i = 0; i < sizeof known / sizeof *known && !*machine->hypervisor; i++)
			if (strstr(line, known[i].part))
				strcpy(machine->hypervisor, known[i].name);
	}

	benchi_caches_files(root, number, machine->cache_bytes);
	benchi_system_line(root, "/proc/loadavg", line, sizeof line);
	line[strcspn(line, " ")] = '\0';
	if (isnan(machine->load) && benchi_number(line, &load))
		machine->load = load;
}

#ifdef _WIN32

#undef far /* macros from the time of 16-bit Windows */
#undef near
#endif

void benchi_machine_names(benchi_machine *machine)
{
#if defined HAVE_UNAME && defined HAVE_SYS_UTSNAME_H
	struct utsname name;

	if (uname(&name) >= 0) {
		snprintf(machine->host, sizeof machine->host, "%.127s", name.nodename);
		snprintf(machine->system, sizeof machine->system, "%.79s %.79s", name.sysname,
		         name.release);
		snprintf(machine->architecture, sizeof machine->architecture, "%.63s", name.machine);
	}
#elif defined _WIN32
	DWORD capacity = sizeof machine->host;
	SYSTEM_INFO info;

	if (!GetComputerNameA(machine->host, &capacity))
		*machine->host = '\0';
	strcpy(machine->system, "Windows");
	GetNativeSystemInfo(&info);
	strcpy(machine->architecture,
	       info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_AMD64   ? "x86_64"
	       : info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_INTEL ? "i686"
	       : info.wProcessorArchitecture == 12                           ? "aarch64"
	                                                                     : "");
#endif
}

/* Returns sysconf's value if it is positive, else NaN. */
#ifdef HAVE_SYSCONF
static double system_number(int name)
{
	long value = sysconf(name);

	return value > 0 ? (double)value : (double)NAN;
}
#endif

/* Sizes and load from the system's calls. Only the processors that this process may use count. */
static void find_sizes(benchi_machine *machine)
{
	double memory = benchi_sysctl_number("hw.memsize");     /* macOS */

#ifdef HAVE_SYSCONF
#ifdef _SC_PAGESIZE
	machine->page_bytes = system_number(_SC_PAGESIZE);
#endif
#ifdef _SC_PHYS_PAGES
	machine->memory_bytes = system_number(_SC_PHYS_PAGES) * machine->page_bytes;
#endif
#ifdef _SC_NPROCESSORS_ONLN
	machine->processors = system_number(_SC_NPROCESSORS_ONLN);
#endif
#endif
#ifdef _WIN32
	MEMORYSTATUSEX status = { .dwLength = sizeof status };
	SYSTEM_INFO info;

	GetNativeSystemInfo(&info);
	machine->page_bytes = info.dwPageSize;
	machine->processors = info.dwNumberOfProcessors;
	if (GlobalMemoryStatusEx(&status))
		machine->memory_bytes = (double)status.ullTotalPhys;
#endif
	if (memory > 0)
		machine->memory_bytes = memory;
#if defined HAVE_SCHED_GETAFFINITY && defined CPU_COUNT
	cpu_set_t set;

	if (!sched_getaffinity(0, sizeof set, &set) && CPU_COUNT(&set) > 0)
		machine->processors = CPU_COUNT(&set);
#endif
#ifdef HAVE_GETLOADAVG
	double load;

	if (getloadavg(&load, 1) == 1)
		machine->load = load;
#endif
	benchi_caches_system(machine->cache_bytes);
}

void benchi_machine_find(const char *root, benchi_machine *machine)
{
	int number = *root ? 0 : benchi_processor_now();

	memset(machine, 0, sizeof *machine);
	machine->processors = machine->load = machine->memory_bytes = NAN;
	machine->page_bytes = machine->turbo = NAN;
	for (size_t i = 0; i < sizeof machine->cache_bytes / sizeof *machine->cache_bytes; i++)
		machine->cache_bytes[i] = NAN;
	if (!*root) {
		benchi_machine_names(machine);
		find_sizes(machine);

		/* The hypervisor, as the processor reports it. */
		if (benchi_sysctl_number("kern.hv_vmm_present") > 0)    /* macOS */
			strcpy(machine->hypervisor, "virtual machine");
#if defined HAVE_CPUID_H && (defined __x86_64__ || defined __i386__)
		static const struct {
			const char *signature, *name;
		} known[] = { { "KVMKVMKVM", "KVM" }, { "Microsoft Hv", "Hyper-V" },
			{ "VMwareVMware", "VMware" }, { "XenVMMXenVMM", "Xen" },
			{ "VBoxVBoxVBox", "VirtualBox" }, { "TCGTCGTCGTCG", "QEMU" },
			{ "bhyve bhyve ", "bhyve" }, { "prl hyperv  ", "Parallels" },
			{ "ACRNACRNACRN", "ACRN" } };
		unsigned a = 0, word[3] = { 0, 0, 0 }, c = 0, unused = 0;
		char signature[sizeof word + 1] = "";

		if (__get_cpuid(1, &a, &unused, &c, &unused) && c >> 31 & 1) {
			strcpy(machine->hypervisor, "virtual machine");
			__cpuid(0x40000000, a, word[0], word[1], word[2]);
			memcpy(signature, word, sizeof word);
			for (size_t i = 0; i < sizeof known / sizeof *known; i++)
				if (!strcmp(signature, known[i].signature))
					strcpy(machine->hypervisor, known[i].name);
		}
#endif
		benchi_processor_name(machine->processor, sizeof machine->processor);
		if (!strcmp(machine->processor, "unknown"))
			*machine->processor = '\0';
	}
	find_in_files(root, number < 0 ? 0 : number, machine);
}

/*
 * What cpufreq, /proc/cpuinfo and the time stamp counter claim about a core's clock.
 *
 * The time stamp counter of x86 runs at a constant rate, usually the nominal clock. It is compared
 * with the default clock over 2 ms, which is accurate to 0.01 %. Virtual machines may scale the
 * counter or invent /proc/cpuinfo, which is one reason to measure.
 */

#define FREQUENCY "/sys/devices/system/cpu/cpu%d/cpufreq/%s"
#define COUNTED_NS 2e6

/* Returns the MHz from a file of kHz; NaN if there is no such file. */
static double khz_file(const char *root, int number, const char *name)
{
	char path[100];
	double khz;

	snprintf(path, sizeof path, FREQUENCY, number, name);
	khz = benchi_system_number(root, path);
	return khz > 0 ? khz / 1000 : (double)NAN;
}

/* Reads the number after the colon. Returns false if the line does not begin with name, or has no
 * number. */
static bool machine_member(const char *line, const char *name, double *value)
{
	const char *colon = strchr(line, ':');
	char text[40];

	if (strncmp(line, name, strlen(name)) != 0 || !colon)
		return false;
	colon += 1 + strspn(colon + 1, " \t");
	snprintf(text, sizeof text, "%.*s", (int)strspn(colon, "0123456789."), colon);
	return benchi_number(text, value);
}

struct listed {
	double number, at, mhz; /* the processor wanted, the processor being listed, its MHz */
};

/* Stores the clock of the wanted processor if a line of /proc/cpuinfo states it. Returns true until
 * it is known. */
static bool machine_take_line(void *to, const char *line)
{
	struct listed *l = to;
	double value;

	(void)machine_member(line, "processor", &l->at);
	if (l->at == l->number
	    && (machine_member(line, "cpu MHz", &value) || machine_member(line, "clock", &value)))
		l->mhz = value > 0 ? value : (double)NAN;
	return isnan(l->mhz);
}

#if defined __GNUC__ && (defined __x86_64__ || defined __i386__)
static uint64_t counter(void)
{
	uint32_t low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
}

#endif

void benchi_claimed_clock_find(const char *root, int number, benchi_claimed_clock *claimed)
{
	int processor = number < 0 ? 0 : number;
	struct listed l = { processor, 0, (double)NAN };

	claimed->current = khz_file(root, processor, "scaling_cur_freq");
	claimed->highest = khz_file(root, processor, "cpuinfo_max_freq");
	benchi_system_lines(root, "/proc/cpuinfo", machine_take_line, &l);
	claimed->listed = l.mhz;
	claimed->counter = (double)NAN;
#if defined __GNUC__ && (defined __x86_64__ || defined __i386__)
	bench_clock clock = bench_clock_default();
	uint64_t began, ticks, now;

	if (!clock.now_ns || *root)
		return;
	began = clock.now_ns(clock.ctx);
	ticks = counter();
	do
		now = clock.now_ns(clock.ctx);
	while ((double)(now - began) < COUNTED_NS);
	claimed->counter = (double)(counter() - ticks) / (double)(now - began) * 1000;
#endif
}
