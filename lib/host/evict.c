/*
 * Evicts memory from the caches.
 *
 * Uses the processor's instruction where a program may: clflush on x86, dc civac on AArch64 Linux.
 * A fence after the last line waits until all are out. The page's address stays in the TLB, and
 * the branch predictor keeps what it learnt.
 *
 * Otherwise, and to evict everything, reads memory larger than the last-level cache: backwards by
 * lines within each page, so that a prefetcher that runs ahead cannot skip lines. Incomplete if a
 * cache is larger than processor or system report, or keeps rarely used lines.
 *
 * SPDX-License-Identifier: MIT
 */

#include "host/host.h"

#if defined HAVE_CPUID_H && (defined __x86_64__ || defined __i386__)
#include <cpuid.h>
#endif

static const double TIMES_LARGEST = 1.5, UNKNOWN_BYTES = 64e6, MOST_BYTES = 512e6;

enum { LINE = 64, PAGE = 4096, CACHES = 16 };

/* Every processor that has the fence also has the instruction, and lines of at least 64 bytes. */
#if defined HAVE_IA32_LFENCE
#define LINES_KNOWN 1
#define EVICT_LINE(at) __builtin_ia32_clflush(at)
#define WAIT_EVICTED() (__builtin_ia32_mfence(), __builtin_ia32_lfence())
#elif defined __aarch64__ && defined __linux__ && defined __GNUC__
#define LINES_KNOWN 1
#define EVICT_LINE(at) __asm__ volatile("dc civac, %0" : : "r"(at) : "memory")
#define WAIT_EVICTED() __asm__ volatile("dsb ish\n\tisb" : : : "memory")
#else
#define LINES_KNOWN 0
#define EVICT_LINE(at) (void)(at)
#define WAIT_EVICTED() (void)0
#endif

int benchi_evict_lines_known(void)
{
	return LINES_KNOWN;
}

void benchi_evict_lines(const void *memory, size_t bytes)
{
	const unsigned char *first = memory;
	size_t within = (uintptr_t)first % LINE;

	if (bytes == 0)
		return;
	for (size_t at = 0; at < bytes + within; at += LINE)
		EVICT_LINE(first + (at < within ? 0 : at - within));
	WAIT_EVICTED();
}

int benchi_sweep_begin(struct benchi_sweep *sweep)
{
	double largest = 0, bytes;      /* size of the largest cache; 0: unknown */

#if defined HAVE_CPUID_H && (defined __x86_64__ || defined __i386__)
	/* What the system's files repeat, in a tenth of the code: leaf 4 of CPUID, AMD's 0x8000001d. */
	for (unsigned leaf = 4; leaf; leaf = leaf == 4 ? 0x8000001d : 0) {
		unsigned r[4];

		for (unsigned i = 0; i < CACHES && __get_cpuid_count(leaf, i, &r[0], &r[1], &r[2], &r[3])
		     && (r[0] & 31) != 0; i++)
			largest = fmax(largest, ((double)r[2] + 1) * ((r[1] >> 22) + 1)
				* ((r[1] >> 12 & 1023) + 1) * ((r[1] & 4095) + 1));
	}
#else
	double cache_bytes[4];
	int number = benchi_processor_now();

	benchi_caches_system(cache_bytes);
	benchi_caches_files("", number < 0 ? 0 : number, cache_bytes);
	for (size_t i = 0; i < sizeof cache_bytes / sizeof *cache_bytes; i++)
		largest = fmax(largest, cache_bytes[i]);
#endif
	bytes = fmin(largest > 0 ? TIMES_LARGEST * largest : UNKNOWN_BYTES, MOST_BYTES);
	sweep->bytes = (size_t)bytes / PAGE * PAGE;
	sweep->memory = malloc(sweep->bytes);
	if (!sweep->memory)
		return -1;
	/* writes each page, so that they do not share one page of zeros */
	memset(sweep->memory, 1, sweep->bytes);
	return 0;
}

void benchi_sweep_all(const struct benchi_sweep *sweep)
{
	const volatile unsigned char *memory = sweep->memory;
	unsigned char sum = 0;

	for (size_t page = 0; page < sweep->bytes; page += PAGE)
		for (size_t line = PAGE; line > 0; line -= LINE)
			sum = (unsigned char)(sum + memory[page + line - LINE]);
	(void)sum;
}

void benchi_sweep_end(struct benchi_sweep *sweep)
{
	free(sweep->memory);
	sweep->memory = NULL;
}
