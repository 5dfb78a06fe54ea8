/*
 * Published latencies of single operations, in ticks.  The simulator builds chains from these.
 *
 * The operations are dependent, from register to register, with first-level cache hits.  Where a
 * source gives a range, one value of it was taken: the table represents the variety of processors,
 * not each of them exactly.  Sources:
 *   F  Agner Fog, "Instruction tables", www.agner.org/optimize (x86)
 *   U  Abel and Reineke, uops.info (x86)
 *   A  Arm, software optimization guides and technical reference manuals of the core
 *   J  D. Johnson, "Apple M1 Microarchitecture Research", dougallj.github.io
 *   P  IBM, processor user's manuals (POWER, PowerPC); Motorola, MPC user's manuals
 *   M  MIPS and SGI, processor user's manuals
 *   D  Digital, Alpha hardware reference manuals and compiler writer's guides
 *   S  Sun, SPARC user's manuals
 *   H  Hewlett-Packard, PA-RISC processor descriptions (HP Journal); Intel, Itanium 2
 *      reference manual
 *   K  Motorola, M68000 family user's manuals
 *   V  SiFive, T-Head core manuals; Loongson and Hitachi manuals
 * Left out: processors on which all chains take a common multiple of the clock (68000: 2) or half
 * ticks (Pentium 4's double-speed adders).  There the common divisor is not the clock, and times
 * alone cannot show that.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_PROCESSORS_H
#define TESTS_PROCESSORS_H

struct processor {
	char set;                  /* t: used for tuning; h: held out for judging */
	const char *name;
	char source, isa;          /* isa: x has lea, a has shifted operands, o has neither */
	double mhz_low, mhz_high;
	/* ticks added by each loop iteration; 0: hidden by out-of-order execution */
	double turn;
	/* add, variable shift, shift, shifted add or lea, multiply, load, fp add, fp multiply */
	double add, shift_by, shift, scaled, multiply, load, fadd, fmul;
};

static const struct processor processors[] = {
	{ 't', "486DX", 'F', 'x', 25, 100, 3, 1, 3, 2, 1, 18, 2, 10, 14 },
	{ 't', "Pentium III", 'F', 'x', 450, 1400, 0, 1, 1, 1, 1, 4, 3, 3, 5 },
	{ 't', "Prescott", 'F', 'x', 2600, 3800, 0, 1, 2, 1, 2, 10, 4, 5, 7 },
	{ 't', "Athlon", 'F', 'x', 500, 2200, 0, 1, 1, 1, 2, 4, 3, 4, 4 },
	{ 't', "K10", 'F', 'x', 1800, 3600, 0, 1, 1, 1, 1, 3, 3, 4, 4 },
	{ 't', "Bulldozer", 'F', 'x', 1400, 4200, 0, 1, 1, 1, 1, 4, 4, 5, 5 },
	{ 't', "Zen 1", 'U', 'x', 1550, 4200, 0, 1, 1, 1, 1, 3, 4, 3, 4 },
	{ 't', "Zen 3", 'U', 'x', 1700, 4900, 0, 1, 1, 1, 1, 3, 4, 3, 3 },
	{ 't', "Core 2", 'F', 'x', 1600, 3300, 0, 1, 1, 1, 1, 3, 3, 3, 5 },
	{ 't', "Sandy Bridge", 'U', 'x', 1200, 3900, 0, 1, 2, 1, 1, 3, 4, 3, 5 },
	{ 't', "Skylake", 'U', 'x', 800, 5000, 0, 1, 2, 1, 1, 3, 4, 4, 4 },
	{ 't', "Golden Cove", 'U', 'x', 800, 5500, 0, 1, 2, 1, 1, 3, 5, 3, 4 },
	{ 't', "Bonnell", 'F', 'x', 1200, 1860, 1, 1, 1, 1, 1, 5, 3, 5, 5 },
	{ 't', "Cortex-A8", 'A', 'a', 600, 1000, 2, 1, 1, 1, 1, 6, 3, 9, 10 },
	{ 't', "Cortex-A15", 'A', 'a', 1000, 2300, 0, 1, 1, 1, 2, 4, 4, 5, 5 },
	{ 't', "Cortex-A53", 'A', 'a', 400, 2000, 2, 1, 1, 1, 2, 4, 3, 4, 4 },
	{ 't', "Cortex-A72", 'A', 'a', 600, 2300, 0, 1, 1, 1, 2, 3, 4, 4, 4 },
	{ 't', "Cortex-A76", 'A', 'a', 600, 3000, 0, 1, 1, 1, 1, 2, 4, 2, 3 },
	{ 't', "Firestorm", 'J', 'a', 600, 3200, 0, 1, 1, 1, 2, 3, 4, 3, 4 },
	{ 't', "POWER8", 'P', 'o', 2000, 4300, 0, 2, 2, 2, 0, 4, 3, 6, 6 },
	{ 't', "PowerPC 970", 'P', 'o', 1600, 2700, 0, 2, 2, 2, 0, 7, 4, 6, 6 },
	{ 't', "PowerPC 604e", 'P', 'o', 100, 350, 0, 1, 1, 1, 0, 4, 2, 3, 3 },
	{ 't', "R4400", 'M', 'o', 100, 250, 4, 1, 2, 1, 0, 12, 3, 4, 8 },
	{ 't', "R10000", 'M', 'o', 150, 250, 0, 1, 1, 1, 0, 6, 2, 2, 2 },
	{ 't', "Alpha 21064", 'D', 'o', 100, 275, 3, 1, 2, 2, 0, 21, 3, 6, 6 },
	{ 't', "Alpha 21264", 'D', 'o', 450, 1000, 0, 1, 1, 1, 0, 7, 3, 4, 4 },
	{ 't', "UltraSPARC II", 'S', 'o', 168, 480, 2, 1, 1, 1, 0, 20, 2, 3, 3 },
	{ 't', "PA-7100", 'H', 'o', 33, 100, 2, 1, 1, 1, 0, 7, 2, 2, 2 },
	{ 't', "68020", 'K', 'o', 8, 33, 5, 2, 6, 4, 0, 43, 6, 51, 71 },
	{ 't', "68060", 'K', 'o', 50, 75, 1, 1, 1, 1, 0, 2, 3, 3, 3 },
	{ 't', "U74", 'V', 'o', 1000, 1500, 1, 1, 1, 1, 0, 3, 3, 5, 5 },

	{ 'h', "Pentium", 'F', 'x', 60, 200, 2, 1, 4, 1, 1, 10, 2, 3, 3 },
	{ 'h', "Pentium Pro", 'F', 'x', 150, 200, 0, 1, 1, 1, 1, 4, 3, 3, 5 },
	{ 'h', "K6", 'F', 'x', 166, 550, 0, 1, 1, 1, 1, 2, 2, 2, 2 },
	{ 'h', "K8", 'F', 'x', 1000, 3200, 0, 1, 1, 1, 2, 3, 3, 4, 4 },
	{ 'h', "Jaguar", 'F', 'x', 800, 2400, 0, 1, 1, 1, 1, 3, 3, 3, 4 },
	{ 'h', "Zen 2", 'U', 'x', 1400, 4700, 0, 1, 1, 1, 1, 3, 4, 3, 3 },
	{ 'h', "Zen 4", 'U', 'x', 400, 5700, 0, 1, 1, 1, 1, 3, 4, 3, 3 },
	{ 'h', "Nehalem", 'U', 'x', 1600, 3600, 0, 1, 1, 1, 1, 3, 4, 3, 5 },
	{ 'h', "Haswell", 'U', 'x', 800, 4400, 0, 1, 2, 1, 1, 3, 4, 3, 5 },
	{ 'h', "Ice Lake", 'U', 'x', 800, 4100, 0, 1, 2, 1, 1, 3, 5, 4, 4 },
	{ 'h', "Raptor Cove", 'U', 'x', 800, 6000, 0, 1, 2, 1, 1, 3, 5, 2, 4 },
	{ 'h', "Gracemont", 'U', 'x', 800, 4300, 0, 1, 1, 1, 1, 3, 4, 3, 4 },
	{ 'h', "Silvermont", 'F', 'x', 1300, 2600, 0, 1, 1, 1, 1, 3, 3, 3, 5 },
	{ 'h', "VIA Nano", 'F', 'x', 1000, 2000, 0, 1, 1, 1, 1, 2, 5, 2, 4 },
	{ 'h', "ARM1176", 'A', 'a', 400, 1000, 3, 1, 2, 1, 2, 5, 3, 8, 8 },
	{ 'h', "Cortex-A9", 'A', 'a', 800, 1600, 0, 1, 2, 1, 2, 4, 4, 4, 6 },
	{ 'h', "Cortex-A55", 'A', 'a', 400, 2200, 1, 1, 1, 1, 2, 3, 3, 4, 4 },
	{ 'h', "Cortex-A57", 'A', 'a', 600, 2100, 0, 1, 1, 1, 2, 5, 4, 5, 5 },
	{ 'h', "Cortex-A73", 'A', 'a', 600, 2800, 0, 1, 1, 1, 2, 3, 3, 3, 4 },
	{ 'h', "Cortex-X1", 'A', 'a', 600, 3000, 0, 1, 1, 1, 1, 2, 4, 2, 3 },
	{ 'h', "Avalanche", 'J', 'a', 600, 3500, 0, 1, 1, 1, 2, 3, 3, 3, 4 },
	{ 'h', "POWER7", 'P', 'o', 2400, 4250, 0, 2, 2, 2, 0, 4, 3, 6, 6 },
	{ 'h', "POWER9", 'P', 'o', 2000, 4000, 0, 2, 2, 2, 0, 5, 4, 7, 7 },
	{ 'h', "PowerPC 750", 'P', 'o', 200, 1000, 0, 1, 1, 1, 0, 5, 2, 3, 4 },
	{ 'h', "PowerPC 7450", 'P', 'o', 667, 1700, 0, 1, 1, 1, 0, 4, 3, 5, 5 },
	{ 'h', "R5000", 'M', 'o', 150, 300, 2, 1, 1, 1, 0, 9, 2, 4, 5 },
	{ 'h', "MIPS 24Kf", 'M', 'o', 300, 680, 2, 1, 1, 1, 0, 5, 2, 4, 5 },
	{ 'h', "Alpha 21164", 'D', 'o', 266, 600, 2, 1, 1, 1, 0, 12, 2, 4, 4 },
	{ 'h', "UltraSPARC III", 'S', 'o', 600, 1200, 1, 1, 1, 1, 0, 6, 2, 4, 4 },
	{ 'h', "PA-8000", 'H', 'o', 160, 240, 0, 1, 1, 1, 0, 9, 3, 3, 3 },
	{ 'h', "Itanium 2", 'H', 'o', 900, 1600, 1, 1, 1, 1, 0, 15, 2, 4, 4 },
	{ 'h', "68030", 'K', 'o', 16, 50, 5, 2, 6, 4, 0, 44, 6, 53, 75 },
	{ 'h', "68040", 'K', 'o', 25, 40, 2, 1, 4, 2, 0, 20, 3, 3, 5 },
	{ 'h', "SH-4", 'V', 'o', 167, 240, 2, 1, 1, 1, 0, 4, 2, 3, 3 },
	{ 'h', "C910", 'V', 'o', 1200, 2500, 0, 1, 1, 1, 0, 4, 3, 3, 4 },
	{ 'h', "LA464", 'V', 'o', 2000, 2500, 0, 1, 1, 1, 0, 4, 4, 5, 5 },
};

enum { PROCESSORS = sizeof processors / sizeof *processors };

#endif
