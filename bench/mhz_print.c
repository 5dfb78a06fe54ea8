/*
 * Prints an estimate: with four significant digits for people; in --data and --json with as many
 * digits as it takes to read the same number back.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mhz.h"

/* Prints x with four significant digits, or all digits before the point. */
static void print_short(double x)
{
	int decimals = x > 0 && isfinite(x) ? 3 - (int)floor(log10(x)) : 0;

	printf("%.*f", decimals < 0 ? 0 : decimals > 12 ? 12 : decimals, x);
}

/* Prints x so that the same number is read back. */
static void print_whole(double x)
{
	char text[BENCHI_NUMBER_TEXT];

	fputs(benchi_number_text(x, text), stdout);
}

static void print_string(const char *text)
{
	benchi_json_text(stdout, text);
}

static void print_field(const char *name, double x)
{
	printf(", \"%s\": ", name);
	print_whole(x);
}

/* Prints the system's claims, if it makes any. */
static void print_claims(const struct mhz_result *result, bool json)
{
	const benchi_claimed_clock *claimed = &result->claimed;
	const struct { const char *key, *name; double mhz; } claims[] = {
		{ "cpufreq", "cpufreq", claimed->current },
		{ "cpufreq_max", "cpufreq, highest", claimed->highest },
		{ "cpuinfo", "/proc/cpuinfo", claimed->listed },
		{ "tsc", "time stamp counter", claimed->counter } };
	size_t n = 0;

	if (json)
		fputs(", \"claimed\": {", stdout);
	for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
		if (!json && isnan(claims[i].mhz))
			continue;
		printf(json ? "%s\"%s\": " : "%s%s ", n++ ? ", " : json ? "" : "claimed: ",
		       json ? claims[i].key : claims[i].name);
		if (json)
			print_whole(claims[i].mhz);
		else
			print_short(claims[i].mhz);
	}
	fputs(json ? "}" : n ? " MHz\n" : "", stdout);
}

/* Returns the change that the clock alone causes, in percent. */
static double change(const struct mhz_result *result)
{
	return result->alone ? 100 * (result->cpu.mhz / result->alone->mhz - 1) : (double)NAN;
}

static void print_json(const struct mhz_result *result)
{
	const bench_cpu *cpu = &result->cpu;
	size_t chains = bench_recording_chains(result->recording);

	fputs("{\"status\": ", stdout);
	print_string(result->status == BENCH_OK ? "ok" : bench_status_text(result->status));
	fputs(", \"host\": ", stdout);
	print_string(result->host);
	if (result->processor >= 0)
		print_field("processor", result->processor);
	print_field("mhz", cpu->mhz);
	print_field("low", cpu->low);
	print_field("high", cpu->high);
	print_field("tick_ns", cpu->tick_ns);
	print_field("confidence", cpu->confidence);
	print_field("chains", (double)cpu->chains);
	print_field("windows", (double)bench_recording_windows(result->recording));
	if (result->alone) {
		print_field("alone_mhz", result->alone->mhz);
		print_field("change_percent", change(result));
	}
	print_claims(result, true);
	fputs(", \"candidates\": [", stdout);
	for (size_t i = 0; result->recording && i < result->recording->candidates; i++) {
		fputs(i ? ", {\"mhz\": " : "{\"mhz\": ", stdout);
		print_whole(1000 / result->recording->candidate[i].ns);
		print_field("probability", result->recording->candidate[i].probability);
		putchar('}');
	}
	fputs("], \"expressions\": [", stdout);
	for (size_t i = 0; i < chains; i++) {
		bench_cpu_chain chain = bench_recording_chain(result->recording, i);

		printf("%s\n  {\"expression\": ", i ? "," : "");
		print_string(chain.name);
		print_field("ns", chain.ns);
		print_field("ticks", chain.ticks);
		putchar('}');
	}
	fputs("]}", stdout);
}

/* Prints a row as described in bench-format(5). Without an answer prints no row. */
static void print_row(const struct mhz_result *result)
{
	bool found = result->status == BENCH_OK;
	char processor[30] = "", *name = malloc(strlen(result->host) + sizeof processor);

	if (!name)
		return;
	if (result->processor >= 0)
		snprintf(processor, sizeof processor, " cpu %d", result->processor);
	strcpy(name, result->host);
	strcat(name, processor);
	fputs(found ? "{\"benchmark\": " : "{\"host\": ", stdout);
	print_string(name);
	fputs(", \"status\": ", stdout);
	print_string(found ? "ok" : bench_status_text(result->status));
	if (found)
		print_field("mhz", result->cpu.mhz);
	puts("}");
	free(name);
}

static void print_together(const struct mhz_result *result)
{
	printf("cpu %d: ", result->processor);
	if (isnan(change(result))) {
		puts("-1 System too busy");
		return;
	}
	print_short(result->alone->mhz);
	fputs(" MHz alone, ", stdout);
	print_short(result->cpu.mhz);
	printf(" MHz together, %+.1f %%\n", change(result));
}

/* Without a usable clock prints no line; stderr has the cause. */
static void print_line(const struct mhz_result *result)
{
	if (result->status != BENCH_OK && result->status != BENCH_ERR_BUSY
	    && result->status != BENCH_ERR_NO_TICK)
		return;
	if (result->processor >= 0)
		printf("cpu %d: ", result->processor);
	if (result->status != BENCH_OK) {
		puts("-1 System too busy");
		return;
	}
	print_short(result->cpu.mhz);
	fputs(" MHz, ", stdout);
	print_short(result->cpu.tick_ns);
	puts(" nanosec clock");
}

static void print_table(const struct mhz_result *result)
{
	size_t chains = bench_recording_chains(result->recording);

	printf("%-32s %12s %8s\n", "expression", "ns", "ticks");
	for (size_t i = 0; i < chains; i++) {
		bench_cpu_chain chain = bench_recording_chain(result->recording, i);

		printf("%-32s %12.4f ", chain.name, chain.ns);
		if (!isnan(chain.ticks))
			printf("%8.0f\n", chain.ticks);
		else if (result->status == BENCH_OK && chain.ns > 0)
			printf("%8.2f  not whole\n", chain.ns / result->cpu.tick_ns);
		else
			printf("%8s\n", "-");
	}
	print_line(result);
	print_claims(result, false);
	if (result->status == BENCH_ERR_NO_TICK)
		printf("not for a busy system: %s\n", result->detail);
	if (result->status != BENCH_OK)
		return;
	fputs("between ", stdout);
	print_short(result->cpu.low);
	fputs(" and ", stdout);
	print_short(result->cpu.high);
	printf(" MHz (95 %%), confidence %.4f that it is not off by a factor,\n"
	       "%lu of %lu expressions take whole ticks, %lu windows\n", result->cpu.confidence,
	       (unsigned long)result->cpu.chains, (unsigned long)chains,
	       (unsigned long)bench_recording_windows(result->recording));
}

void mhz_print(const struct mhz_result *result, enum mhz_form form)
{
	if (form == MHZ_JSON)
		print_json(result);
	else if (form == MHZ_JSONL)
		print_row(result);
	else if (form == MHZ_TABLE)
		print_table(result);
	else if (result->alone)
		print_together(result);
	else if (form == MHZ_TICK && result->status == BENCH_OK) {
		print_short(result->cpu.tick_ns);
		putchar('\n');
	} else
		print_line(result);
}

void mhz_print_data(const bench_recording *recording)
{
	size_t windows = bench_recording_windows(recording);

	puts("# mhz-data 1\n# expression\toperations\tnanoseconds");
	for (size_t i = 0; i < windows && !ferror(stdout); i++) {
		bench_cpu_window window = bench_recording_window(recording, i);

		printf("%s\t", window.expression);
		print_whole(window.operations);
		putchar('\t');
		print_whole(window.ns);
		putchar('\n');
	}
}
