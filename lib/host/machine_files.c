/*
 * Facts about the machine from Linux's files in /proc and /sys.
 *
 * Each file is one short line, or missing: kernels, containers and virtual machines
 * show only some of them.  A hypervisor is named by /sys/hypervisor/type (Xen), else
 * by the product's name in the firmware's tables; else only a flag in x86's /proc/cpuinfo
 * shows that there is one.
 *
 * Wrong where a container fakes the files.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/whole.h"
#include "host/machine_files.h"
#include "host/system_file.h"

#define PATH_CAPACITY 512
#define CPU "/sys/devices/system/cpu/"

/* "48K", "1024K", "260M" in bytes. */
static int size_of(const char *text, double *bytes)
{
	uint64_t number;
	const char *unit = benchi_read_whole(text, UINT64_MAX, &number);
	double scale = !unit ? 0 : *unit == 'K' ? 1024 : *unit == 'M' ? 1048576 : *unit ? 0 : 1;

	*bytes = scale * (unit ? (double)number : 0);
	return scale > 0 ? 0 : -1;
}

static void find_caches(const char *root, int number, benchi_machine *machine)
{
	char path[PATH_CAPACITY], type[32], level[32], size[64];
	double bytes;

	for (int i = 0; i < 16; i++) {
		snprintf(path, sizeof path, CPU "cpu%d/cache/index%d/level", number, i);
		benchi_system_line(root, path, level, sizeof level);
		snprintf(path, sizeof path, CPU "cpu%d/cache/index%d/type", number, i);
		benchi_system_line(root, path, type, sizeof type);
		snprintf(path, sizeof path, CPU "cpu%d/cache/index%d/size", number, i);
		benchi_system_line(root, path, size, sizeof size);
		if (*level < '1' || *level > '4' || level[1] || !strcmp(type, "Instruction"))
			continue;
		if (!size_of(size, &bytes))
			machine->cache_bytes[*level - '1'] = bytes;
	}
}

struct flags {
	bool whole, begun, hypervisor; /* the latest line ended; is of flags; has it */
};

static bool take_flags(void *to, const char *piece)
{
	struct flags *f = to;

	if (f->whole)
		f->begun = !strncmp(piece, "flags", 5);
	f->whole = strchr(piece, '\n') != NULL;
	f->hypervisor = f->begun && strstr(piece, " hypervisor") != NULL;
	return !f->hypervisor;
}

/* Does a processor's line of flags hold "hypervisor"? */
static bool is_flagged(const char *root)
{
	struct flags f = { true, false, false };

	benchi_system_lines(root, "/proc/cpuinfo", take_flags, &f);
	return f.hypervisor;
}

static void find_hypervisor(const char *root, benchi_machine *machine)
{
	static const struct {
		const char *part, *name;
		int metal; /* the vendor also rents bare metal: the flag decides */
	} known[] = { { "KVM", "KVM", 0 }, { "VMware", "VMware", 0 }, { "VirtualBox", "VirtualBox", 0 },
		{ "QEMU", "QEMU", 0 }, { "Virtual Machine", "Hyper-V", 0 }, { "Bochs", "Bochs", 0 },
		{ "Xen", "Xen", 0 }, { "HVM domU", "Xen", 0 }, { "Google Compute Engine", "KVM", 1 },
		{ "Amazon EC2", "Amazon EC2", 1 }, { "OpenStack", "OpenStack", 0 },
		{ "BHYVE", "bhyve", 0 }, { "Parallels", "Parallels", 0 } };
	static const char *const files[] = { "/sys/class/dmi/id/product_name",
		"/sys/class/dmi/id/sys_vendor" };
	bool flagged = is_flagged(root);
	char line[128];

	if (*benchi_system_line(root, "/sys/hypervisor/type", line, sizeof line)) {
		snprintf(machine->hypervisor, sizeof machine->hypervisor, "%.60s",
		         strcmp(line, "xen") ? line : "Xen");
		return;
	}
	if (*machine->hypervisor)
		return;
	for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
		benchi_system_line(root, files[f], line, sizeof line);
		for (size_t i = 0; i < sizeof known / sizeof *known; i++)
			if (strstr(line, known[i].part) && (!known[i].metal || flagged)) {
				strcpy(machine->hypervisor, known[i].name);
				return;
			}
	}
	if (flagged)
		strcpy(machine->hypervisor, "virtual machine");
}

static void find_scaling(const char *root, int number, benchi_machine *machine)
{
	char path[PATH_CAPACITY], line[80];

	snprintf(path, sizeof path, CPU "cpu%d/cpufreq/scaling_governor", number);
	snprintf(machine->governor, sizeof machine->governor, "%.60s",
	         benchi_system_line(root, path, line, sizeof line));
	benchi_system_line(root, CPU "intel_pstate/no_turbo", line, sizeof line);
	if (!strcmp(line, "0") || !strcmp(line, "1"))
		machine->turbo = *line == '0';
	else {
		benchi_system_line(root, CPU "cpufreq/boost", line, sizeof line);
		if (!strcmp(line, "0") || !strcmp(line, "1"))
			machine->turbo = *line == '1';
	}
}

void benchi_machine_files(const char *root, int number, benchi_machine *machine)
{
	char line[80];
	double load;

	find_scaling(root, number, machine);
	find_hypervisor(root, machine);
	find_caches(root, number, machine);
	benchi_system_line(root, "/proc/loadavg", line, sizeof line);
	line[strcspn(line, " ")] = '\0';
	if (benchi_number(line, &load))
		machine->load = load;
}
