/*
 * Facts about the machine and its state.
 *
 * From uname, sysconf, getloadavg, sysctl or Windows' calls, whichever configure found;
 * the rest from Linux's files (machine_files.c).  The hypervisor's name is in
 * x86's CPUID, leaf 0x40000000, which most hypervisors fill in.
 *
 * Wrong where a container or hypervisor hides itself.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_SCHED_H
#include <sched.h>
#endif
#ifdef HAVE_SYS_UTSNAME_H
#include <sys/utsname.h>
#endif
#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif
#ifdef HAVE_SYSCTLBYNAME
#include <sys/types.h>
#include <sys/sysctl.h>
#endif
#ifdef HAVE_CPUID_H
#include <cpuid.h>
#endif
#ifdef _WIN32
#include <windows.h>
#undef far /* a macro of the system's headers */
#undef near
#endif

#include "host/machine.h"
#include "host/machine_files.h"
#include "host/processor.h"

static void clear(benchi_machine *machine)
{
	memset(machine, 0, sizeof *machine);
	machine->processors = machine->load = machine->memory_bytes = NAN;
	machine->page_bytes = machine->turbo = NAN;
	for (size_t i = 0; i < 4; i++)
		machine->cache_bytes[i] = NAN;
}

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
#else
	(void)machine;
#endif
}

/* sysconf's value if positive, else other. */
#ifdef HAVE_SYSCONF
static double system_number(int name, double other)
{
	long value = sysconf(name);

	return value > 0 ? (double)value : other;
}
#endif

static void find_sizes(benchi_machine *machine)
{
#ifdef HAVE_SYSCONF
#ifdef _SC_PAGESIZE
	machine->page_bytes = system_number(_SC_PAGESIZE, NAN);
#endif
#ifdef _SC_PHYS_PAGES
	machine->memory_bytes = system_number(_SC_PHYS_PAGES, NAN) * machine->page_bytes;
#endif
#ifdef _SC_LEVEL1_DCACHE_SIZE
	machine->cache_bytes[0] = system_number(_SC_LEVEL1_DCACHE_SIZE, NAN);
	machine->cache_bytes[1] = system_number(_SC_LEVEL2_CACHE_SIZE, NAN);
	machine->cache_bytes[2] = system_number(_SC_LEVEL3_CACHE_SIZE, NAN);
	machine->cache_bytes[3] = system_number(_SC_LEVEL4_CACHE_SIZE, NAN);
#endif
#ifdef _SC_NPROCESSORS_ONLN
	machine->processors = system_number(_SC_NPROCESSORS_ONLN, NAN);
#endif
#endif
#ifdef _WIN32
	MEMORYSTATUSEX memory;
	SYSTEM_INFO info;

	GetNativeSystemInfo(&info);
	machine->page_bytes = info.dwPageSize;
	machine->processors = info.dwNumberOfProcessors;
	memory.dwLength = sizeof memory;
	if (GlobalMemoryStatusEx(&memory))
		machine->memory_bytes = (double)memory.ullTotalPhys;
#endif
	(void)machine;
}

/* The processors that the process is confined to. */
static void find_allowed(benchi_machine *machine)
{
#if defined HAVE_SCHED_GETAFFINITY && defined CPU_COUNT
	cpu_set_t set;

	if (!sched_getaffinity(0, sizeof set, &set) && CPU_COUNT(&set) > 0)
		machine->processors = CPU_COUNT(&set);
#else
	(void)machine;
#endif
}

static void find_load(benchi_machine *machine)
{
#ifdef HAVE_GETLOADAVG
	double load;

	if (getloadavg(&load, 1) == 1)
		machine->load = load;
#else
	(void)machine;
#endif
}

/* Apple's and BSD's numbers. */
static void find_sysctl(benchi_machine *machine)
{
#ifdef HAVE_SYSCTLBYNAME
	static const char *const names[] = { "hw.l1dcachesize", "hw.l2cachesize", "hw.l3cachesize",
		"hw.memsize", "kern.hv_vmm_present" };
	double found[5];

	for (size_t i = 0; i < 5; i++) {
		unsigned char text[8] = { 0 };
		size_t size = sizeof text;
		uint32_t four;
		uint64_t eight;

		found[i] = NAN;
		if (sysctlbyname(names[i], text, &size, NULL, 0))
			continue;
		memcpy(&four, text, sizeof four);
		memcpy(&eight, text, sizeof eight);
		found[i] = size == sizeof eight ? (double)eight : size == sizeof four ? four : NAN;
	}
	for (size_t i = 0; i < 3; i++)
		if (found[i] > 0)
			machine->cache_bytes[i] = found[i];
	if (found[3] > 0)
		machine->memory_bytes = found[3];
	if (found[4] > 0)
		strcpy(machine->hypervisor, "virtual machine");
#else
	(void)machine;
#endif
}

static void find_hypervisor(benchi_machine *machine)
{
#if defined HAVE_CPUID_H && (defined __x86_64__ || defined __i386__)
	static const struct {
		const char *signature, *name;
	} known[] = { { "KVMKVMKVM", "KVM" }, { "Microsoft Hv", "Hyper-V" },
		{ "VMwareVMware", "VMware" }, { "XenVMMXenVMM", "Xen" }, { "VBoxVBoxVBox", "VirtualBox" },
		{ "TCGTCGTCGTCG", "QEMU" }, { "bhyve bhyve ", "bhyve" }, { "prl hyperv  ", "Parallels" },
		{ "ACRNACRNACRN", "ACRN" } };
	unsigned a = 0, word[3] = { 0, 0, 0 }, c = 0, unused = 0;
	char signature[sizeof word + 1] = "";

	if (!__get_cpuid(1, &a, &unused, &c, &unused) || !(c >> 31 & 1))
		return;
	strcpy(machine->hypervisor, "virtual machine");
	__cpuid(0x40000000, a, word[0], word[1], word[2]);
	memcpy(signature, word, sizeof word);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(signature, known[i].signature))
			strcpy(machine->hypervisor, known[i].name);
#else
	(void)machine;
#endif
}

void benchi_machine_find(benchi_machine *machine)
{
	int number = benchi_processor_now();

	clear(machine);
	benchi_machine_names(machine);
	find_sizes(machine);
	find_allowed(machine);
	find_sysctl(machine);
	find_hypervisor(machine);
	benchi_machine_files("", number < 0 ? 0 : number, machine);
	benchi_processor_name(machine->processor, sizeof machine->processor);
	if (!strcmp(machine->processor, "unknown"))
		*machine->processor = '\0';
	find_load(machine);
}
