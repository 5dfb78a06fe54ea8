/*
 * Arm's MPS2 board with a Cortex-M3 (AN385), as qemu has it: start, clock, text.
 *
 * The clock is SysTick, which counts 24 bits of the processor's 25 MHz down; its interrupt counts
 * the rest.  Text goes to the debugger (semihosting).
 *
 * SPDX-License-Identifier: MIT
 */
#include "bench.h"
#include "board.h"

#define SYSTICK ((volatile uint32_t *)0xe000e010u)   /* control, reload, value */
enum { PERIOD = 1 << 24, NS_PER_TICK = 40 };

extern uint32_t data_begin[], data_end[], data_load[], bss_begin[], bss_end[], stack_end[], stack_begin[];

static volatile uint32_t periods;
static double memory[1300];     /* for bench_pick of four, and bench_compare of 32 rounds */

static uint64_t now_ns(void *ctx)
{
	uint32_t before, value;

	(void)ctx;
	do {
		before = periods;
		value = SYSTICK[2];
	} while (before != periods);
	return ((uint64_t)before * PERIOD + (PERIOD - 1 - value)) * NS_PER_TICK;
}

bench_clock bench_clock_default(void)
{
	const bench_clock clock = { "systick", now_ns, 0 };

	return clock;
}

static int semihost(int operation, const void *argument)
{
	register int r0 __asm__("r0") = operation;
	register const void *r1 __asm__("r1") = argument;

	__asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
	return r0;
}

void print(const char *text)
{
	semihost(4, text);
}

void print_number(uint64_t n)
{
	char digits[21], *at = digits + sizeof digits - 1;

	*at = '\0';
	do {
		uint64_t tenth = 0;
		uint32_t rest = 0;

		for (int bits = 48; bits >= 0; bits -= 16) {    /* a division of 64 bits takes 750 bytes */
			rest = rest << 16 | ((uint32_t)(n >> bits) & 0xffff);
			tenth = tenth << 16 | rest / 10;
			rest %= 10;
		}
		*--at = (char)('0' + rest);
		n = tenth;
	} while (n > 0);
	print(at);
}

/* What of the stack is no longer as it was painted. */
unsigned stack_used(void)
{
	const uint32_t *at = stack_end;

	while (*at == 0xa5a5a5a5u)
		at++;
	return (unsigned)((const char *)stack_begin - (const char *)at);
}

static void tick(void)
{
	periods++;
}

/* For libm; newlib's own brings 1 KB along. */
int *__errno(void)
{
	static int error;

	return &error;
}

int main(void);

static void start(void)
{
	for (uint32_t *to = data_begin, *from = data_load; to < data_end; to++)
		*to = *from++;
	for (uint32_t *to = bss_begin; to < bss_end; to++)
		*to = 0;
	for (uint32_t *to = stack_end; to < (uint32_t *)__builtin_frame_address(0) - 16; to++)
		*to = 0xa5a5a5a5u;
	bench_bare_memory(memory, sizeof memory);
	SYSTICK[1] = PERIOD - 1;
	SYSTICK[2] = 0;
	SYSTICK[0] = 7;
	semihost(0x18, (const void *)(main() == 0 ? 0x20026u : 0x20023u));
	for (;;)
		;
}

static void fault(void)
{
	print("fault\n");
	semihost(0x18, (const void *)0x20023u);
}

__attribute__((section(".vectors"), used))
static void (*const vectors[16])(void) = { (void (*)(void))stack_begin, start, fault, fault, fault, fault, fault,
	0, 0, 0, 0, fault, fault, 0, fault, tick };
