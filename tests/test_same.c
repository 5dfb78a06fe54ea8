/*
 * Is machine code called the same where it is, and only there?  Small programs of the compiler.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "tools/versus/versus.h"

#if defined __x86_64__ && defined __linux__ && !defined __TINYC__

#include <elf.h>
#include <unistd.h>

#define SAME "-DFACTOR=3 -DTEXT='\"1.0\"'"   /* as the old build */

enum { COMMAND = 1000, MUTANTS = 400, LENGTHS = 200 };

static char folder[] = "/tmp/bench-test-same-XXXXXX";

/* FACTOR: of the callee; TEXT: what another function says; MORE: code before all of it. */
static const char source[] =
	"#include <stdio.h>\n"
	"#ifndef E\n#define E 2.7182818284590452\n#endif\n"
	"#ifndef FIRST\n#define FIRST \"\"\n#endif\n"
	"#ifdef __clang__\n#define APART __attribute__((noinline))\n"
	"#else\n#define APART __attribute__((noinline, noclone))\n#endif\n"
	"#ifdef MORE\n"
	"APART long more(long x) { return x * x * x + printf(\"%ld more\\n\", x); }\n"
	"APART float most(float x) { __asm__(\"\"); return x * 8.3f; }\n"
	"#endif\n"
	"#ifdef WHERE\n"
	"static const char where[] __attribute__((used)) = __FILE__;\n"
	"#endif\n"
	"APART long callee(long x) { __asm__(\"\"); return x * FACTOR; }\n"
	"APART long caller(long x) { puts(\"a text\"); return callee(x) + 1; }\n"
	"APART double constant(double x) { __asm__(\"\"); return x * E; }\n"
	"APART float single(float x) { __asm__(\"\"); return x * 1.7f; }\n"
	"static volatile int state;\n"
	"APART void store(void) { state = 0x1234567; if (state == 7) state = 8; }\n"
	"APART int chosen(int x) { switch (x) { case 0: return puts(\"a\"); case 1: return 7; case 2:\n"
	"	return puts(\"b\") + 1; case 3: return x * 9;\n"
	"	case 4: return puts(\"c\"); case 5: return 3; } return 0; }\n"
	"#ifndef SPARE\n#define SPARE 3\n#endif\n"
	"long spare(long x) { return x * SPARE; }\n"
	"static const char *const many[] = { TEXT, \"5\", \"6\", \"7\" };\n"
	"static const char *const few[] = { \"1\", \"2\", \"3\" };\n"
	"APART const char *const *end(void) { return few + 3; }\n"
	"APART void walk(void) { for (const char *const *p = few; p != end(); p++) puts(*p); }\n"
	"APART int look(int i) { return puts(many[i & 3]); }\n"
	"#ifdef BEFORE\n"
	"__attribute__((constructor)) static void before(void) { puts(\"before\"); }\n"
	"#endif\n"
	"APART long other(long x) { return x + puts(TEXT); }\n"
	"#ifdef ROW\n"
	"static const struct { const char *name; long (*body)(long); char rest[ROW - 16]; } rows[] =\n"
	"#ifndef SECOND\n#define SECOND 1\n#endif\n"
	"	{ [1 - SECOND] = { .name = \"first\", .body = caller },\n"
	"	[SECOND] = { .name = \"second\", .body = other } };\n"
	"#ifndef NAME\n#define NAME \"none\"\n#endif\n"
	"int main(int i, char **a) { (void)a; if (i > 9) remove(NAME);\n"
	"	return puts(\"start\" FIRST) + rows[i & 1].body(i); }\n"
	"#else\n"
	"int main(int argc, char **argv) { (void)argv;\n"
	"	store(); walk(); look(argc);\n"
	"	return (int)(single((float)argc) + caller(argc) + other(argc)\n"
	"		+ (long)constant(argc) + chosen(argc)); }\n"
	"#endif\n";

/* Of each pair one number, or the end of a text, differs. */
static const char constants[] =
	"#include <stdio.h>\n"
	"#include <string.h>\n"
	"typedef double two __attribute__((vector_size(16)));\n"
	"typedef struct ints { int x[64]; } ints;\n"
	"volatile two sum; volatile ints copy; volatile long double extended;\n"
	"int main(int argc, char **argv) { (void)argv;\n"
	"	sum = sum * (two){ 1.5, 2.5 + LANE };\n"
	"	if (argc > 90) remove(\"/usr/bin/program\" TEXT);\n"
	"	extended *= 1.1L + ULP;\n"
	"	ints numbers = { { 65, 66 + NUMBER, 67, [63] = 1 } };\n"
	"	copy = numbers;\n"
	"	return copy.x[argc]; }\n";

/* A function that ends in a jump of two bytes to another one. */
static const char jumps[] =
	"#define FUNCTION(name, code) \".type \" #name \", @function\\n\" \\\n"
	"	#name \": \" code \"\\n\" \\\n"
	"	\".size \" #name \", .-\" #name \"\\n\"\n"
	"__asm__(\".text\\n\" FUNCTION(leap, \"nop\\njmp \" TO)\n"
	"#ifdef GAP\n"
	"	FUNCTION(gap, \"ret\")\n"
	"#endif\n"
	"#ifdef SWAP\n"
	"	FUNCTION(two, \"mov $2, %eax\\nret\") FUNCTION(one, \"mov $1, %eax\\nret\"));\n"
	"#else\n"
	"	FUNCTION(one, \"mov $1, %eax\\nret\") FUNCTION(two, \"mov $2, %eax\\nret\"));\n"
	"#endif\n"
	"int leap(void);\n"
	"int main(void) { return leap(); }\n";

static const char asserts[] =
	"#include <assert.h>\n"
	"#include <stdio.h>\n"
	"int main(int argc, char **argv) { (void)argv;\n"
	"#line LINE \"a.c\"\n"
	"	assert(argc < 9);\n"
	"	return printf(\"%d %d\\n\", argc, CONSTANT); }\n";

static void run(const char *command)
{
	ck_assert_msg(!system(command), "%s", command);
}

static char *path_of(const char *name, char path[COMMAND])
{
	snprintf(path, COMMAND, "%s/%s", folder, name);
	return path;
}

/* Makes a program of a source under that name; not a static one, whose addresses are fixed: of such
 * programs it cannot be found out whether what moved is the same. */
static void build_of(const char *text, const char *name, const char *options)
{
	char command[2 * COMMAND], path[COMMAND];

	snprintf(command, sizeof command, "mkdir -p %s", folder);
	run(command);
	snprintf(path, sizeof path, "%s/%s.c", folder, name);
	check_put(path, text);
	snprintf(command, sizeof command, "cc=${CC:-cc}; ${cc%% -static} -O2 -fcf-protection=none %s "
		"-o %s/%s %s", options, folder, name, path);
	run(command);
}

static void build(const char *name, const char *options)
{
	build_of(source, name, options);
}

static struct versus_sameness *sameness(const char *before, const char *after)
{
	char a[COMMAND], b[COMMAND];

	return versus_same_new(path_of(before, a), path_of(after, b));
}

/* Is the code of two whole programs the same? */
static bool all_same(const char *before, const char *after)
{
	struct versus_sameness *s = sameness(before, after);
	bool same = versus_same_all(s);

	versus_same_free(s);
	return same;
}

/* A case that executes these functions, two texts with a blank between, equally often in both. */
static bool is_same(struct versus_sameness *s, const char *functions)
{
	const char *second = strchr(functions, ' ') + 1;
	benchi_function_count f[2] = { { benchi_copy(functions, (size_t)(second - functions) - 1), 10 },
		{ benchi_copy(second, strlen(second)), 20 } };
	benchi_result counted = { .function = f, .functions = 2 };
	versus_case c = { .counted = { counted, counted } };
	bool same = versus_same_case(s, &c);

	free(f[0].name);
	free(f[1].name);
	return same;
}

static void setup(void)
{
	if (!strchr(folder, 'X'))
		return;
	ck_assert_ptr_nonnull(mkdtemp(folder));
	build("old", SAME);
}

static void teardown(void)
{
	char command[COMMAND];

	snprintf(command, sizeof command, "rm -rf %s", folder);
	run(command);
}

/* A build of the source and the old one: is all the same, and cases of which functions are and are
 * not? */
static const struct pair {
	const char *name, *old, *options;
	int all;                    /* -1: not asked */
	const char *same[3], *other[3];
} pairs[] = {
	{ "another folder", "one", "-DWHERE " SAME, -1,
	  { "caller callee", "chosen constant", "other constant" }, { NULL } },
	{ "moved", "old", "-DMORE " SAME, 1, { NULL }, { NULL } },
	/* the first letter of a text that moved; walk: up to the end of an object */
	{ "letter", "old", "-DFACTOR=3 -DMORE -DTEXT='\"2.0\"'", -1,
	  { "single store", "walk store" }, { "other constant" } },
	{ "text", "old", "-DFACTOR=3 -DTEXT='\"a longer version\"'", 0,
	  { "caller callee", "chosen constant" }, { "other constant" } },
	{ "callee, which its callers show", "old", "-DFACTOR=5 -DTEXT='\"1.0\"'", 0,
	  { "chosen constant" }, { "callee constant", "caller constant" } },
	{ "constant", "old", SAME " -DE=2.718281828459046", -1, { "caller callee" },
	  { "chosen constant" } },
	{ "what nothing refers to", "old", "-DSPARE=5 " SAME, 1, { NULL }, { NULL } },
	{ "before main", "old", "-DBEFORE " SAME, 0, { NULL }, { NULL } },
	{ "fixed", "fixed", "-no-pie -DSPARE=5 " SAME, 0, { NULL }, { NULL } },
	{ "without symbols only all is the same", "bare", "-s -DFACTOR=5 -DTEXT='\"1.0\"'", 0,
	  { NULL }, { "callee caller" } },
};

TEST(what_differs_is_seen_and_what_moved_is_the_same)
{
	setup();
	build("one", "-DWHERE " SAME);
	build("fixed", "-no-pie " SAME);
	build("bare", "-s " SAME);
	ck_assert(all_same("old", "old") && all_same("bare", "bare"));
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		const struct pair *p = &pairs[i];
		struct versus_sameness *s;

		build("another_build_of_a_longer_name", p->options);
		s = sameness(p->old, "another_build_of_a_longer_name");
		ck_assert_ptr_nonnull(s);
		ck_assert_msg(p->all < 0 || versus_same_all(s) == p->all, "%s", p->name);
		for (int k = 0; k < 3; k++) {
			ck_assert_msg(!p->same[k] || is_same(s, p->same[k]), "%s: %s", p->name, p->same[k]);
			ck_assert_msg(!p->other[k] || !is_same(s, p->other[k]), "%s: %s", p->name,
				p->other[k]);
		}
		versus_same_free(s);
	}
	ck_assert_ptr_null(sameness("bare", "missing"));
	ck_assert_ptr_null(sameness("bare", "old.c"));
	teardown();
}

/* What is in them may differ, and is not looked at. */
TEST(libraries_in_folders_of_its_own_are_not_the_same)
{
	setup();
	build("own", SAME " -Wl,-rpath,/nowhere");
	ck_assert(!all_same("own", "own"));
	teardown();
}

/* Functions, strings, constants and tables lie elsewhere. */
TEST(constants_count_whole)
{
	static const char *const other[] = { "-DTEXT='\"1\"' -DNUMBER=0 -DLANE=1 -DULP=0",
		"-DTEXT='\"2\"' -DNUMBER=0 -DLANE=0 -DULP=0", "-DTEXT='\"1\"' -DNUMBER=1 -DLANE=0 -DULP=0",
		"-DTEXT='\"1\"' -DNUMBER=0 -DLANE=0 -DULP=1" };

	build_of(constants, "one", "-DTEXT='\"1\"' -DNUMBER=0 -DLANE=0 -DULP=0");
	for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
		build_of(constants, "two", other[i]);
		ck_assert_msg(!all_same("one", "two"), "%s", other[i]);
	}
}

TEST(short_jumps_between_functions_count_by_their_target)
{
	build_of(jumps, "one", "-DTO='\"one\"'");
	build_of(jumps, "gap", "-DTO='\"one\"' -DGAP");
	build_of(jumps, "swap", "-DTO='\"one\"' -DSWAP");
	build_of(jumps, "two", "-DTO='\"two\"' -DSWAP"); /* the same bytes lead elsewhere */
	CHECK_ALL(all_same("one", "gap"), all_same("one", "swap"), !all_same("one", "two"));
}

TEST(the_line_of_an_assertion_does_not_matter)
{
	build_of(asserts, "one", "-DLINE=1000 -DCONSTANT=500");
	build_of(asserts, "line", "-DLINE=2000 -DCONSTANT=500");
	build_of(asserts, "constant", "-DLINE=1000 -DCONSTANT=600");
	CHECK_ALL(all_same("one", "line"), !all_same("one", "constant"));
}

/* Two cases of a table, with parameters and without: which are the same? */
static void look_at_rows(const char *options, bool first, bool second)
{
	char text[COMMAND], one[] = "first/64", two[] = "second", three[] = "third";
	versus_case c[3] = { { .name = one, .listed = { true, true } },
		{ .name = two, .listed = { true, true } }, { .name = three, .listed = { true, true } } };
	versus v = { .c = c, .cases = 3 };
	struct versus_sameness *s;

	snprintf(text, sizeof text, "-DROW=%zu %s", sizeof(bench_case), options);
	build("rows", text);
	snprintf(text, sizeof text, "-DROW=%zu -DFACTOR=3 -DTEXT='\"1.0\"'", sizeof(bench_case));
	build("table", text);
	s = sameness("table", "rows");
	ck_assert_ptr_nonnull(s);
	versus_same_rows(s, &v);
	CHECK_NUMBERS({ c[0].same_code, first }, { c[1].same_code, second }, { !c[2].same_code, true });
	versus_same_free(s);
}

TEST(rows_of_tables_differ)
{
	setup();
	look_at_rows(SAME, true, true);
	look_at_rows("-DFACTOR=5 -DTEXT='\"1.0\"'", false, true);
	look_at_rows("-DFACTOR=3 -DTEXT='\"a longer version\"'", true, false);
	look_at_rows(SAME " -DSECOND=0", true, true);
	look_at_rows("-DFACTOR=5 -DTEXT='\"1.0\"' -DSECOND=0", false, true);
	look_at_rows(SAME " -DFIRST='\" is printed\"'", true, true);
	look_at_rows(SAME " -DNAME='\"other\"'", false, false);
	teardown();
}

/* Counts that differ are no same code, nor is what no function is known of. */
TEST(counts_decide_too)
{
	struct versus_sameness *s;
	benchi_function_count f = { NULL, 10 }, g = { NULL, 11 };
	versus_case c = { .counted = { { .function = &f, .functions = 1 },
		{ .function = &g, .functions = 1 } } };

	setup();
	f.name = g.name = benchi_copy("callee", 6);
	s = sameness("old", "old");
	ck_assert(!versus_same_case(s, &c));
	g.instructions = 10;
	ck_assert(versus_same_case(s, &c));
	c.counted[OLD].functions = c.counted[NEW].functions = 0;
	ck_assert(!versus_same_case(s, &c));
	ck_assert(!is_same(s, "nowhere elsewhere"));
	versus_same_free(s);
	free(f.name);
	teardown();
}

/* Reads all of it, as a comparison with itself and with a whole program does. */
static void look_at(const char *bytes, size_t size)
{
	char path[COMMAND];
	FILE *file = fopen(path_of("mutant", path), "wb");
	struct versus_sameness *s;
	benchi_elf e;

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
	ck_assert_int_eq(fclose(file), 0);
	s = sameness("mutant", "old");
	if (s) {
		(void)versus_same_all(s);
		(void)is_same(s, "caller chosen");
	}
	versus_same_free(s);
	s = sameness("old", "mutant");
	if (s)
		(void)versus_same_all(s);
	versus_same_free(s);
	if (benchi_elf_read(path, &e) == BENCH_OK)
		for (size_t i = 0; i < e.n; i++) {
			uint64_t target;

			(void)benchi_elf_bytes(&e, e.symbol[i].start, e.symbol[i].size);
			(void)benchi_elf_slot(&e, e.symbol[i].start, &target);
		}
	benchi_elf_free(&e);
}

/* Cut short, and with wrong bytes: anything but a crash, an endless loop or a read beyond. */
static size_t sections(const char *file)
{
	Elf64_Half n;

	memcpy(&n, file + offsetof(Elf64_Ehdr, e_shnum), sizeof n);
	return n;
}

static size_t section(const char *file, size_t i)
{
	Elf64_Off at;

	memcpy(&at, file + offsetof(Elf64_Ehdr, e_shoff), sizeof at);
	return (size_t)at + i * sizeof(Elf64_Shdr);
}

TEST(damaged_files_are_survived)
{
	char path[COMMAND], *bytes = NULL;
	const int every = check_trials(4, 1);
	uint64_t random = 7;
	size_t size;
	long length;
	FILE *file;

	setup();
	file = fopen(path_of("old", path), "rb");
	ck_assert(file && !fseek(file, 0, SEEK_END));
	length = ftell(file);
	ck_assert_int_gt(length, 1000);
	size = (size_t)length;
	bytes = malloc(size);
	rewind(file);
	ck_assert_uint_eq(fread(bytes, 1, size, file), size);
	fclose(file);
	for (size_t i = 0; i < LENGTHS; i += (size_t)every)
		look_at(bytes, i * size / LENGTHS);
	for (size_t i = sections(bytes); i-- > 0;) {
		char *most = bytes + section(bytes, i) + offsetof(Elf64_Shdr, sh_size) + 7, was = *most;

		*most = 0x7f;
		look_at(bytes, size);
		*most = was;
	}
	for (int i = 0; i < MUTANTS / every; i++) {
		size_t at[8];
		char was[8];

		for (int k = 0; k < 8; k++) {
			uint64_t r = benchi_random(&random);
			/* heads, section heads at the end, or anywhere */
			at[k] = k < 2 ? r % 64 : k < 5 ? size - 1 - r % 2000 : r % size;
			was[k] = bytes[at[k]];
			bytes[at[k]] = (char)(r >> 40);
			if (i % 3 == 0)
				break;
		}
		look_at(bytes, size);
		for (int k = i % 3 ? 7 : 0; k >= 0; k--)
			bytes[at[k]] = was[k];
	}
	free(bytes);
	teardown();
}

CHECK_SUITE("same")

#else

TEST(machine_code_is_compared_on_x86_64)
{
}

CHECK_SUITE("same")

#endif
