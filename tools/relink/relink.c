/*
 * `bench relink`: links the same program with other layouts.
 *
 * A linker places code in the order of its command line.  Each variant is linked by the given
 * command with objects and sources in a random order.  Before each of them is an object of padding:
 * up to the next page, then a random multiple of 16 bytes below a page of code, and as much data.
 * So the same seed places an object at the same offset in two versions of a program, whatever the
 * size of the other objects.  A variant uses the padding of the previous one from the second object
 * on, and one new object, because assembling takes longer than linking: 640 assemblies took 20 s of
 * a gate.  Only sources in the command are compiled.  The command may be a linker.  Then the
 * files that begin and end a program keep their place, archives get padding before them, and ld.lld
 * shuffles functions as well.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#define VERB "relink"

enum { PATH = 4096, STEPS = 256, STEP = 16, VARIANTS_MOST = 100, OBJECTS_MOST = 1000, LATE = 4,
	COMPILER = 4, PADS = 128 };

typedef struct relink {
	size_t variants;
	double time_s;           /* start no variant after this time */
	uint64_t seed;
	const char *folder;
	char **command;          /* ends in NULL */
	size_t words;
	size_t output;           /* index of the word after -o */
	size_t *input;           /* indices of the words that are objects or sources */
	size_t inputs;
	bool linker;             /* the command is ld, not a compiler */
	char **made;             /* the variant's command, with padding before each input */
	char (*pad)[PATH];       /* PADS objects, made on first use */
} relink;

/* Returns whether a word names an object or a source. For a linker, the compiler's own objects do
 * not count: crt1.o, Scrt1.o, crtbeginS.o. */
static bool is_input(const relink *r, const char *word)
{
	const char *crt = strstr(last_part(word), "crt");

	if (r->linker && crt && crt - last_part(word) <= 1)
		return false;
	return *word && *word != '-' /* the word is more than the suffix */
	       && benchi_ends_in(word + 1, ".o .obj .c .cc .cpp .cxx .C .s .S");
}

/* Runs a command to its end. Returns 0, or the exit status after a message. */
static int run(char *const *argv)
{
	benchi_command command = { argv, NULL, -1, STDERR_FILENO, STDERR_FILENO, false };
	benchi_usage usage;

	if (benchi_process_run(&command, NULL, &usage) != BENCH_OK)
		return complain(VERB, "%s", bench_detail());
	return usage.exited && !usage.code ? 0 : complain(VERB, "%s failed", argv[0]);
}

/* Makes one of the objects of padding, unless it exists.  Padding begins at a page, so that the
 * next object's offset within a page depends only on the seed, not on the size of the objects
 * before it.  Returns 0, or the exit status after a message. */
static int make_pad(relink *r, size_t i)
{
	char source[PATH], assembler[] = "as", compile[] = "-c", output[] = "-o";
	char *argv[COMPILER + 5];
	uint64_t random = r->seed * PADS + i;
	size_t n = 0;
	FILE *file;
	int status;

	if (*r->pad[i])
		return 0;
	/* the compiler may be two words: ccache gcc */
	while (!r->linker && n < COMPILER && r->command[n] && *r->command[n] != '-'
	       && !is_input(r, r->command[n])) {
		argv[n] = r->command[n];
		n++;
	}
	argv[n++] = r->linker ? assembler : compile;
	argv[n++] = source;
	argv[n++] = output;
	argv[n++] = r->pad[i];
	argv[n] = NULL;

	snprintf(source, sizeof source, "%s/.pad%zu.s", r->folder, i);
	snprintf(r->pad[i], PATH, "%s/.pad%zu.o", r->folder, i);
	file = fopen(source, "w");
	if (!file)
		return complain(VERB, "%s: %s", source, strerror(errno));
	for (int data = 0; data < 2; data++) {
		unsigned size = STEP * (unsigned)benchi_random_below(&random, STEPS);

		fprintf(file, ".%s\n.p2align 12\n", data ? "data" : "text");
		if (size) /* an assembler warns of .skip 0 */
			fprintf(file, ".skip %u\n", size);
	}
	fputs(".section .note.GNU-stack,\"\",%progbits\n", file);
	status = fclose(file) ? complain(VERB, "%s: write failed", source) : run(argv);
	unlink(source);
	return status;
}

static int make_all(relink *r)
{
	const double until_s = now_s() + r->time_s;
	const char *linker = last_part(r->command[0]);
	char folder[PATH];
	int status = 0;

	while (r->command[r->words])
		r->words++;
	r->linker = !strcmp(linker, "ld") || !strncmp(linker, "ld.", 3);
	r->input = calloc(r->words + 1, sizeof *r->input);
	r->made = calloc(2 * r->words + 2, sizeof *r->made);
	r->pad = calloc(PADS, sizeof *r->pad);
	if (!r->input || !r->made || !r->pad)
		return complain(VERB, "out of memory");
	for (size_t i = 1; i < r->words; i++) {
		if (!strcmp(r->command[i], "-o") && i + 1 < r->words)
			r->output = ++i;
		else if (is_input(r, r->command[i]))
			r->input[r->inputs++] = i;
		else if (!r->linker && (!strcmp(r->command[i], "-c") || !strcmp(r->command[i], "-shared")))
			return complain(VERB, "the command does not link a program: %s", r->command[i]);
	}
	if (!r->output)
		return complain(VERB, "the command has no '-o PROGRAM'");
	if (!r->inputs)
		return complain(VERB, "the command names no object or source file");
	if (r->inputs > OBJECTS_MOST)
		return complain(VERB, "more than %d objects", OBJECTS_MOST);
	if (!r->folder) {
		snprintf(folder, sizeof folder, "%s.variants", r->command[r->output]);
		r->folder = folder;
	}
	if (mkdir(r->folder, 0777) && errno != EEXIST)
		return complain(VERB, "%s: %s", r->folder, strerror(errno));
	for (size_t k = 1; k <= r->variants && !status && (k <= LATE || now_s() < until_s); k++) {
		uint64_t random = r->seed + k;
		size_t order[OBJECTS_MOST], n = 0, pads = 0;
		char output[PATH], functions[48];

		for (size_t i = 0; i < r->inputs; i++)
			order[i] = i;
		benchi_random_shuffle(&random, order, r->inputs);
		snprintf(output, sizeof output, "%s/%s.%zu", r->folder, last_part(r->command[r->output]),
			k);
		for (size_t word = 0, i = 0; word < r->words && !status; word++) {
			bool input = i < r->inputs && word == r->input[i];

			if (input || (r->linker && benchi_ends_in(r->command[word], ".a"))) {
				size_t pad = (k - 1 + pads++) % PADS;

				status = make_pad(r, pad);
				r->made[n++] = r->pad[pad];
			}
			r->made[n++] = input ? r->command[r->input[order[i++]]]
				: word == r->output ? output : r->command[word];
		}
		snprintf(functions, sizeof functions, "--shuffle-sections=.text*=%" PRIu64,
			1 + (r->seed + k) % 1000000);
		if (!strcmp(linker, "ld.lld"))
			r->made[n++] = functions;
		r->made[n] = NULL;
		if (!status)
			status = run(r->made);
	}
	for (size_t i = 0; i < PADS; i++)
		if (*r->pad[i])
			unlink(r->pad[i]);
	return status;
}

#define AT(member) offsetof(relink, member)

static const benchi_setting table[] = {
	BENCHI_LIMITED('n', "count", "N", "link N variants of the program (8)", benchi_setting_count,
		AT(variants), 1, VARIANTS_MOST),
	BENCHI_SETTING('o', "output", "FOLDER", "write PROGRAM.1 and so on there (PROGRAM.variants)",
		benchi_setting_text, AT(folder)),
	BENCHI_SETTING('t', "time", "TIME", "stop after this time, but not before four variants",
		benchi_setting_seconds, AT(time_s)),
	BENCHI_SETTING(0, "seed", "N", "seed the random padding and order of objects (1)",
		benchi_setting_seed, AT(seed)),
	BENCHI_SETTINGS_END
};

int verb_relink(int argc, char **argv)
{
	relink r = { .variants = 8, .time_s = INFINITY, .seed = 1 };
	benchi_command_line line = { .program = "bench " VERB, .table = table, .to = &r,
		.usage = "bench relink: link a program again with other layouts, for bench versus\n"
			"usage: bench relink [OPTION...] -- cc [ARGUMENT...] -o PROGRAM OBJECT...\n\n",
		.more = "\nEach variant has the same objects in another order, with padding between them.\n"
			"Exit status: 0 fine, 2 usage error or failed command.  More: bench-versus(1).\n",
		.command = "'cc ...'" };
	int status;

	if (!benchi_line_read(&line, argc, argv, &status))
		return status;
	r.command = line.behind;
	status = make_all(&r);
	free(r.input);
	free(r.made);
	free(r.pad);
	return status;
}
