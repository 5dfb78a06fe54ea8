/*
 * The name of this processor, precise enough to distinguish models.
 *
 * On x86 this is the brand string of CPUID; elsewhere the first paragraph of /proc/cpuinfo, or
 * else the system's sysctl or uname. Virtual machines hide the brand ("AMD EPYC" for every
 * generation), so family, model and stepping follow: "AMD EPYC (family 25, model 17, stepping 1)".
 *
 * Wrong if a machine has different cores (the first one is named), if a virtual machine moves to
 * another processor while it runs, and if only uname is available (all processors of an
 * architecture have one name).
 *
 * Source: Intel's and AMD's manuals, CPUID leaves 1 and 0x80000002 to 0x80000004.
 *
 * SPDX-License-Identifier: MIT
 */
#include "host/host.h"

#if defined HAVE_CPUID_H && (defined __x86_64__ || defined __i386__)
#include <cpuid.h>
#endif

#if defined HAVE_CPUID_H && (defined __x86_64__ || defined __i386__)

#define HAS_CPUID 1
#endif
#ifdef HAVE_SYS_AUXV_H
#include <sys/auxv.h>
#endif
#if defined HAVE_SYSCTLBYNAME || defined __OpenBSD__
#include <sys/types.h>
#include <sys/sysctl.h>
#endif
#if defined HAVE_SYS_UTSNAME_H && !defined HAS_CPUID
#include <sys/utsname.h>
#endif

/* A string of words. Words that do not fit are dropped. */
struct words {
	char *text;
	size_t capacity;
};

/* Appends words. Runs of blanks and unprintable bytes become one space. */
static void processor_add(struct words *words, const char *more, size_t length)
{
	size_t used = strlen(words->text);

	for (size_t i = 0; i < length && more[i] && used + 1 < words->capacity; i++) {
		char c = (unsigned char)more[i] <= ' ' || more[i] == 127 ? ' ' : more[i];

		if (c != ' ' || (used > 0 && words->text[used - 1] != ' '))
			words->text[used++] = c;
	}
	words->text[used] = '\0';
}

/* Removes a blank at the end. */
static void processor_end(struct words *words)
{
	size_t used = strlen(words->text);

	while (used > 0 && words->text[used - 1] == ' ')
		words->text[--used] = '\0';
}

#ifdef HAS_CPUID

/* Appends the brand string of CPUID, and the model. */
static void ask_processor(struct words *words)
{
	char model_text[80];
	unsigned r[4], family, model;

	for (unsigned leaf = 0x80000002; leaf <= 0x80000004; leaf++)
		if (__get_cpuid(leaf, &r[0], &r[1], &r[2], &r[3])) {
			char part[sizeof r];

			memcpy(part, r, sizeof r);
			processor_add(words, part, sizeof part);
		}
	processor_end(words);
	if (!__get_cpuid(1, &r[0], &r[1], &r[2], &r[3]))
		return;
	family = r[0] >> 8 & 15;
	model = r[0] >> 4 & 15;
	if (family == 6 || family == 15)
		model += (r[0] >> 16 & 15) << 4;
	if (family == 15)
		family += r[0] >> 20 & 255;
	snprintf(model_text, sizeof model_text, "%sfamily %u, model %u, stepping %u)",
	         *words->text ? " (" : "x86 (", family, model, r[0] & 15);
	processor_add(words, model_text, sizeof model_text);
}

#else

/* Appends the value of a "label : value" line of /proc/cpuinfo. Returns true until the first
 * paragraph ends, which describes the first processor. */
static bool processor_take_line(void *to, const char *line)
{
	static const struct { const char *label, *said; } kinds[] = {
		{ "model name", "" }, { "cpu model", "" }, { "Processor", "" }, { "cpu", "" },
		{ "uarch", "" }, { "isa", "" }, { "revision", "revision " },
		{ "CPU implementer", "implementer " }, { "CPU architecture", "architecture " },
		{ "CPU variant", "variant " }, { "CPU part", "part " }, { "CPU revision", "revision " },
	};
	struct words *words = to;
	size_t length = strcspn(line, "\n"), colon = strcspn(line, ":\n"), name = colon;

	while (name > 0 && (line[name - 1] == ' ' || line[name - 1] == '\t'))
		name--;
	for (size_t i = 0; colon < length && i < sizeof kinds / sizeof *kinds; i++) {
		if (strlen(kinds[i].label) != name || memcmp(kinds[i].label, line, name) != 0)
			continue;
		if (*words->text)
			processor_add(words, ", ", 2);
		processor_add(words, kinds[i].said, strlen(kinds[i].said));
		processor_add(words, line + colon + 1 + (line[colon + 1] == ' '), length - colon - 1);
		processor_end(words);
	}
	return length > 0;
}

#endif

void benchi_processor_name(char *name, size_t capacity)
{
	struct words words = { name, capacity };

	*name = '\0';
#ifdef HAS_CPUID
	ask_processor(&words);
#else
	benchi_system_lines("", "/proc/cpuinfo", processor_take_line, &words);
#endif
#ifdef HAVE_SYSCTLBYNAME
	static const char *const names[] = { "machdep.cpu.brand_string", "hw.model" };

	for (size_t i = 0; i < 2 && !*name; i++) {
		char found[128];
		size_t size = sizeof found;

		if (sysctlbyname(names[i], found, &size, NULL, 0) == 0)
			processor_add(&words, found, size < sizeof found ? size : sizeof found);
	}
#elif defined __OpenBSD__
	static const int model[] = { CTL_HW, HW_MODEL };
	char found[128];
	size_t size = sizeof found;

	if (!*name && sysctl(model, 2, found, &size, NULL, 0) == 0)
		processor_add(&words, found, size);
#endif
#if defined HAVE_SYS_UTSNAME_H && !defined HAS_CPUID
	struct utsname system;

	if (!*name && uname(&system) >= 0)
		processor_add(&words, system.machine, strlen(system.machine));
#endif
	processor_end(&words);
	if (!*name)
		processor_add(&words, "unknown", 7);
}

uint32_t benchi_processor_instructions(void)
{
#ifdef HAS_CPUID
	unsigned r[4], offers[7] = { 0 };
	uint32_t mixed = 0x811c9dc5u;

	if (__get_cpuid(1, &r[0], &r[1], &r[2], &r[3])) {
		offers[0] = r[2];
		offers[1] = r[3];
		if (r[2] >> 27 & 1)     /* add the wide registers that the system saves */
			__asm__ volatile("xgetbv" : "=a"(offers[2]), "=d"(r[0]) : "c"(0));
	}
	if (__get_cpuid_count(7, 0, &r[0], &r[1], &r[2], &r[3])) {
		offers[3] = r[1];
		offers[4] = r[2];
		offers[5] = r[3];
		if (r[0] > 0 && __get_cpuid_count(7, 1, &r[0], &r[1], &r[2], &r[3]))
			offers[6] = r[0];
	}
	for (size_t i = 0; i < sizeof offers / sizeof *offers; i++)
		for (int shift = 0; shift < 32; shift += 8)
			mixed = (mixed ^ (offers[i] >> shift & 255)) * 0x01000193u;
	return mixed;
#elif defined HAVE_GETAUXVAL && defined HAVE_SYS_AUXV_H && defined AT_HWCAP2
	return (uint32_t)(getauxval(AT_HWCAP) ^ getauxval(AT_HWCAP2) * 0x9e3779b1u);
#else
	return 0;
#endif
}
