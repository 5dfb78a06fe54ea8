/*
 * `bench new`: writes a small benchmark program to begin with.
 *
 * The program has a case with a range, a set-up and a check, and runs as it is, as C and as C++.
 * Its first lines have the command that compiles it, and a rule for a Makefile: with pkg-config if
 * it knows the library, otherwise with the paths next to this program.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"
#include "tools/tools.h"

#include <errno.h>

#define VERB "new"

/* '@' stands for the name, '~' for its last part, which names the case, '%' for the flags, '%%' for
 * the flags in a Makefile. */
static const char program[] =
	"/*\n"
	" * cc -O2 @.c -o @ % && ./@\n"
	" *\n"
	" * In a Makefile:\n"
	" * @: @.c\n"
	" *\t$(CC) -O2 @.c -o @ %%\n"
	" */\n"
	"#include <bench.h>\n"
	"#include <string.h>\n"
	"\n"
	"enum { MOST = 65536 };\n"
	"\n"
	"static char from[MOST], to[MOST];\n"
	"\n"
	"/* Before the timing.  The compiler must not know what is in the arrays. */\n"
	"static void fill(void *arg)\n"
	"{\n"
	"\t(void)arg;\n"
	"\tmemset(from, 'x', sizeof from);\n"
	"\tBENCH_KEEP(&from[0]);\n"
	"\tBENCH_KEEP(&to[0]);\n"
	"}\n"
	"\n"
	"/* What is timed: put your code here.  size comes from .range. */\n"
	"static void work(void *arg, uint64_t size)\n"
	"{\n"
	"\t(void)arg;\n"
	"\tmemcpy(to, from, size);\n"
	"\tBENCH_CLOBBER();                /* the compiler must store the result */\n"
	"}\n"
	"\n"
	"/* Once, before the timing: nonzero if the result is right. */\n"
	"static int right(void *arg)\n"
	"{\n"
	"\twork(arg, bench_parameter());\n"
	"\treturn memcmp(to, from, bench_parameter()) == 0;\n"
	"}\n"
	"\n"
	"int main(int argc, char **argv)\n"
	"{\n"
	"\tstatic const bench_case cases[] = {\n"
	"\t\t{ .name = \"~\", .setup = fill, .bytes = 1, .range = \"bytes=64..64k x4\",\n"
	"\t\t  .verify = right, .call = work },\n"
	"\t};\n"
	"\n"
	"\treturn bench_main(argc, argv, cases, sizeof cases / sizeof *cases);\n"
	"}\n";

/* The characters of a name.  Shells and make take them literally. */
static const char plain[] =
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";

/* Finds the compiler's flags: pkg-config if it knows the library, otherwise the paths next to
 * this program, in quotes if they need them. called: argv[0]; flags: `size` bytes. */
static void find_flags(char *called, char *flags, size_t size)
{
	snprintf(flags, size, "$(pkg-config --cflags --libs libbench-program)");
#ifdef BENCHI_HAVE_PROCESSES
	char name[] = "pkg-config", option[] = "--exists", package[] = "libbench-program";
	char *const argv[] = { name, option, package, NULL };
	const benchi_command command = { argv, NULL, -1, -1, -1, false };
	char own[4096], path[5000], *self, *slash;
	const char *quote;
	benchi_usage usage;
	FILE *header, *archive;

	if (benchi_process_run(&command, NULL, &usage) == BENCH_OK && usage.exited && !usage.code)
		return;
	self = benchi_process_self(called, own, sizeof own);
	for (int up = 0; up < 2 && (slash = strrchr(self, '/')); up++) /* remove bin/bench from the
	                                                                  path */
		*slash = '\0';
	quote = self[strspn(self, plain)] ? "'" : "";
	snprintf(path, sizeof path, "%s/include/bench.h", self);
	header = fopen(path, "r");
	snprintf(path, sizeof path, "%s/libbench-program.a", self); /* in a build's folder */
	archive = fopen(path, "r");
	if (header)
		snprintf(flags, size, "-I%s%s/include%s -L%s%s%s%s -lbench-program -lbench -lm", quote,
			self, quote, quote, self, archive ? "" : "/lib", quote);
	if (header)
		fclose(header);
	if (archive)
		fclose(archive);
#else
	(void)called;
#endif
}

static const benchi_setting table[] = {
	{ 0, "force", NULL, "replace an existing file", benchi_setting_flag, 0, 0, 0, NULL, NULL },
	BENCHI_SETTINGS_END
};

int verb_new(int argc, char **argv)
{
	bool force = false;
	benchi_command_line line = { .program = "bench " VERB, .table = table, .to = &force,
		.usage = "bench new: write a small benchmark program to begin with\n"
			"usage: bench new [OPTION] NAME\n"
			"       bench new popcount    writes popcount.c\n\n",
		.more = "\nWrites NAME.c: a case with a range, a set-up and a check.\n"
			"Exit status: 0 written, 2 usage error or NAME.c exists.  More: bench(1).\n" };
	char path[300], flags[9000], *name;
	FILE *out;
	int status;

	if (!benchi_line_read(&line, argc, argv, &status))
		return status;
	if (line.bare)
		return complain(VERB, "expected a name, such as popcount (try 'bench new --help')");
	name = line.operands ? line.operand[0] : NULL;
	if (line.operands > 1)
		return complain(VERB, "found '%s' as well, expected one name", line.operand[1]);
	if (line.operands != 1 || !*name || strlen(name) > 200
	    || name[strspn(name, plain)] || name[strlen(name) - 1] == '/' || *name == '-')
		return complain(VERB, "%s%s%sexpected a name of letters, digits, '_', '-', '.' and '/'",
		                name ? "found '" : "", name ? name : "", name ? "', " : "");
	if (benchi_ends_in(name, ".c"))
		name[strlen(name) - 2] = '\0';
	snprintf(path, sizeof path, "%s.c", name);
	out = force ? NULL : fopen(path, "r");
	if (out) {
		fclose(out);
		return complain(VERB, "%s exists (--force replaces it)", path);
	}
	find_flags(argv[0], flags, sizeof flags);
	out = fopen(path, "w");
	for (const char *at = program; out && *at; at++)
		if (*at == '@')
			fputs(name, out);
		else if (*at == '~')
			fputs(last_part(name), out);
		else if (*at == '%') {
			at += at[1] == '%';
			fprintf(out, "%s%s", *flags == '$' && at[-1] == '%' ? "$" : "", flags);
		} else
			putc(*at, out);
	if (!out || ferror(out) || fclose(out))
		return complain(VERB, "%s: %s%s", path, strerror(errno),
		                errno == ENOENT ? " (make the folder first)" : "");
	printf("%s is written.  Compile and run:\n\ncc -O2 %s -o %s %s && ./%s\n", path, path, name,
	       flags, name);
	return 0;
}
