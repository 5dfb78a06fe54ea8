/*
 * Whether two programs' machine code is called the same exactly where it is.
 *
 * One program with a case for each kind of change is built in several forms: unchanged, with each
 * change, and with functions and data that nothing uses. The changed case must differ, and the
 * others must be the same.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "tools/versus/versus.h"

#if defined __x86_64__ && defined __linux__ && !defined __TINYC__

#include <elf.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/versus/image.h"

enum { COMMAND = 4000, MUTANTS = 400, LENGTHS = 200, FUNCTIONS = 40000 };

static char folder[] = "/tmp/bench-test-same-XXXXXX";

/* C(n, a, b) is b if change n is made, else a. */
static const char source[] =
	"#include <assert.h>\n#include <stdio.h>\n#include <string.h>\n#include <wchar.h>\n"
	"#ifndef CHANGE\n#define CHANGE -1\n#endif\n"
	"#define C(n, a, b) ((n) == CHANGE ? (b) : (a))\n"
	"#ifdef __clang__\n#define APART __attribute__((noinline))\n"
	"#else\n#define APART __attribute__((noinline, noclone))\n#endif\n"
	"#define HIDE(x) __asm__ volatile(\"\" : \"+r\"(x) : : \"memory\")\n"
	"#ifdef MOVE\n"
	"APART long unused(long x) { for (int i = 0; i < 77; i++) x = x * x + i; return x; }\n"
	"long (*volatile kept)(long) = unused;\n"
	"#endif\n"
	/* a function, a function it calls, and one it calls through a table */
	"APART static long callee(long x) { HIDE(x); return x * C(0, 3, 5); }\n"
	"APART static long caller(long x) { return callee(x) + 1; }\n"
	"APART static long twice(long x) { HIDE(x); return x * C(1, 2, 7); }\n"
	"static long (*const functions[])(long) = { callee, twice };\n"
	"APART static long by_table(long x) { int i = 1; HIDE(i); return functions[i](x); }\n"
	/* constants: loaded as a whole, and after the first NUL of a possible text */
	"APART static long loaded(long x) { double y = (double)x; __asm__(\"\" : \"+x\"(y));\n"
	"	return (long)(y * C(2, 2.7182818284590452, 2.718281828459046)); }\n"
	"APART static long sum(const char *p, int n) { long k = 0; while (n-- > 0) k += *p++; return "
	"k; }\n"
	"APART static long literal(long x) { return x + sum(C(3, \"GIF8\\0\\1\\2\", "
	"\"GIF8\\0\\1\\3\"), 7); }\n"
	"APART static long wide(long x) { const wchar_t *p = C(4, L\"abcd\", L\"abce\"); HIDE(p);\n"
	"	return x + p[3]; }\n"
	"APART static long local(long x) { long n[40] = { 65, 66, 67, [38] = C(5, 3, 4) }; long *p = "
	"n;\n"
	"	HIDE(p); return x + p[38]; }\n"
	/* data: via pointers in data, writable, thread-local, before the start of a table */
	"static const long numbers[8] = { 1, C(6, 20, 40), 3 };\n"
	"static const long *const where[] = { numbers, numbers };\n"
	"APART static long through(long x) { int i = 0; HIDE(i); return x + where[i][1]; }\n"
	"static long limit = C(7, 10, 20);\n"
	"APART static long written(long x) { return x + limit++; }\n"
	"static __thread long own = C(8, 10, 20);\n"
	"APART static long threads(long x) { return x + own++; }\n"
	"static const long counts[64] = { [30] = C(9, 300, 600) };\n"
	"APART static long biased(long x) { return counts[x + 29 - 3]; }\n"
	/* addresses: of a switch, of another variable, before main */
	"#if CHANGE == 10\n#define FIRST case 9:\n#define SECOND\n#else\n#define FIRST\n"
	"#define SECOND case 9:\n#endif\n"
	"APART static long chosen(long c) { long x = c; HIDE(x); switch (c) {\n"
	"	case 0: case 7: FIRST x = x * 3; break; case 1: case 8: SECOND x = x / 13; break;\n"
	"	case 2: x = x - 99; break; case 3: x = x / 7; break; case 4: x = ~x * 11; break;\n"
	"	case 5: x = x * 17; break; case 6: x = x % 21; break; } return x; }\n"
	"static volatile long one, two;\n"
	"APART static long store(long x) { C(11, one = x, two = x); return one; }\n"
	"static long prepared;\n"
	"__attribute__((constructor(101))) static void before(void) { prepared = C(12, 3, 4); }\n"
	"APART static long by_constructor(long x) { return x + prepared; }\n"
	"#ifdef __GLIBC__\n"
	"static long implementation(long x) { HIDE(x); return x + C(13, 3, 4); }\n"
	"static long (*resolve(void))(long) { return implementation; }\n"
	"long by_resolver(long x) __attribute__((ifunc(\"resolve\")));\n"
	"#else\n"
	"long by_resolver(long x) { return x + C(13, 3, 4); }\n"
	"#endif\n"
	"typedef struct plug { long n; } plug;\n"
	"static const plug p1 __attribute__((section(\"plugs\"), used)) = { 3 };\n"
	"static const plug p2 __attribute__((section(\"plugs\"), used)) = { C(14, 3, 4) };\n"
	"extern const plug __start_plugs[], __stop_plugs[];\n"
	"APART static long set(long x) {\n"
	"	for (const plug *p = __start_plugs; p < __stop_plugs; p++) x += p->n; return x; }\n"
	"#ifndef LINE\n#define LINE 1000\n#endif\n"
	"#line LINE \"a.c\"\n"
	"APART static long asserts_something_of_it(long x) { assert(x < 9); return x * C(15, 5, 6); }\n"
	"static const struct { const char *name; long (*body)(long); char rest[ROW - 16]; } rows[] = "
	"{\n"
	"	{ \"0\", caller, \"\" }, { \"1\", by_table, \"\" }, { \"2\", loaded, \"\" },\n"
	"	{ \"3\", literal, \"\" }, { \"4\", wide, \"\" }, { \"5\", local, \"\" },\n"
	"	{ \"6\", through, \"\" }, { \"7\", written, \"\" }, { \"8\", threads, \"\" },\n"
	"	{ \"9\", biased, \"\" }, { \"10\", chosen, \"\" }, { \"11\", store, \"\" },\n"
	"	{ \"12\", by_constructor, \"\" }, { \"13\", by_resolver, \"\" }, { \"14\", set, \"\" },\n"
	"	{ \"15\", asserts_something_of_it, \"\" } };\n"
	"int main(int i, char **a) { (void)a; return (int)rows[i & 7].body(i); }\n";

enum { CASES = 16 };

/* Whether a change affects a case. 1: yes; 0: no; -1: with some compilers. (clang evaluates
 * some constructors at compile time and makes tables of distances; data from which gcc -O0
 * copies arrays has no name; what precedes a wide text without a zero counts with it, as does the
 * array before a biased one, and a text behind it.) */
static int concerns(int change, int c)
{
	if (change == c || change == 8 || (change == 0 && c == 1))
		return 1;
	return change == 12 || (change == 4 && (c == 3 || c == 15)) || (change == 3 && c == 4) || c == 6
	       || (change == 6 && c == 9) || (change == 9 && c == 15) ? -1 : 0;
}

/* Forms that this machine cannot build are left out. */
static const struct form {
	const char *compiler;   /* NULL: the compiler of the test */
	const char *options;
	bool always;            /* not only in make check-all */
	bool all_or_nothing;    /* a change cannot be attributed to a case */
} forms[] = {
	{ NULL, "-O2", true, false },
	{ NULL, "-O0 -no-pie", true, false },
	{ NULL, "-O2 -static", false, true },
	{ NULL, "-Os -static-pie", false, true },
	{ NULL, "-O2 -mcmodel=large", false, true },
	{ NULL, "-O2 -flto", false, false },
	{ NULL, "-O2 -s", false, true },
	{ NULL, "-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections", false, false },
	{ NULL, "-O2 -Wl,-z,pack-relative-relocs", false, false },
	{ NULL, "-O2 -fuse-ld=gold -ffunction-sections -Wl,--icf=all", false, false },
	{ NULL, "-O2 -fuse-ld=mold", false, false },
	{ "clang", "-O2", false, false },
	{ "clang", "-O1 -fuse-ld=lld", false, false },
	{ "clang-19", "-O2", false, false },
	{ "musl-gcc", "-O2", false, false },
};

static void run(const char *command)
{
	ck_assert_msg(!system(command), "%s", command);
}

static char *path_of(const char *name, char path[COMMAND])
{
	snprintf(path, COMMAND, "%s/%s", folder, name);
	return path;
}

/* Builds a program from this source; returns false if the machine cannot. */
static bool build_of(const char *text, const char *name, const char *compiler, const char *options)
{
	char command[2 * COMMAND], path[COMMAND];

	snprintf(command, sizeof command, "mkdir -p %s", folder);
	run(command);
	/* the file's name becomes part of the program */
	snprintf(path, sizeof path, "%s/source.c", folder);
	check_put(path, text);
	snprintf(command, sizeof command, "cc=%s; ${cc%% -static} %s -w -DROW=%zu -o %s/%s %s 2>%s/log",
		compiler ? compiler : "${CC:-cc}", options, sizeof(bench_case), folder, name, path, folder);
	return !system(command);
}

static void build(const char *text, const char *name, const char *options)
{
	ck_assert_msg(build_of(text, name, NULL, options), "%s %s", name, options);
}

static struct versus_sameness *sameness(const char *before, const char *after)
{
	char a[COMMAND], b[COMMAND];

	return versus_same_new(path_of(before, a), path_of(after, b));
}

/* Whether two programs are the same in everything. */
static bool all_same(const char *before, const char *after)
{
	struct versus_sameness *s = sameness(before, after);
	bool same = versus_same_all(s);

	versus_same_free(s);
	return same;
}

static void setup(void)
{
	if (strchr(folder, 'X'))
		ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void teardown(void)
{
	char command[COMMAND];

	snprintf(command, sizeof command, "rm -rf %s", folder);
	run(command);
}

/* Compares the cases of the programs "old" and "new"; returns the number of wrong answers. */
static int wrong_cases(const struct form *form, int change)
{
	versus_case c[CASES];
	versus v = { .c = c, .cases = CASES };
	char name[CASES][16];
	struct versus_sameness *s = sameness("old", "new");
	int wrong = 0;

	ck_assert_ptr_nonnull(s);
	memset(c, 0, sizeof c);
	for (int i = 0; i < CASES; i++) {
		snprintf(name[i], sizeof name[i], i % 2 ? "%d" : "%d/x=1", i);
		c[i] = (versus_case){ .name = name[i], .listed = { true, true } };
	}
	if (versus_same_all(s))
		for (int i = 0; i < CASES; i++)
			c[i].same_code = true;
	else
		versus_same_rows(s, &v);
	versus_same_free(s);
	if (change == 0 && form->always)
		for (int i = 0; i < 2; i++)     /* reported as a function, whichever way it is called */
			ck_assert(c[i].changed && !strncmp(c[i].changed, "callee\t", 7));
	if (change == 0 && form->always)
		ck_assert_uint_eq(c[0].watch.n, 1);
	for (int i = 0; i < CASES; i++) {
		free(c[i].changed);
		free(c[i].watch.address[OLD]);
		free(c[i].watch.address[NEW]);
	}
	for (int i = 0; i < CASES; i++)
		if (concerns(change, i) > 0 ? c[i].same_code
			: !concerns(change, i) && !c[i].same_code && !form->all_or_nothing) {
			printf("# %s: change %d: case %d is%s the same\n", form->options, change, i,
				c[i].same_code ? "" : " not");
			wrong++;
		}
	fflush(stdout);
	return wrong;
}

TEST(each_change_is_seen_in_its_case_alone)
{
	const size_t n = sizeof forms / sizeof *forms;
	int wrong = 0, built = 0;
	char path[COMMAND];

	setup();
	ck_assert(!mkdir(path_of("old.link", path), 0700) && !mkdir(path_of("new.link", path), 0700));
	for (size_t k = 0; k < n; k++) {
		char options[COMMAND];
		const struct form *form = &forms[k];

		if (!form->always && check_trials(0, 1) == 0)
			continue;
		snprintf(options, sizeof options, "%s -Wl,-Map=%s/old.link/map", form->options, folder);
		if (!build_of(source, "old", form->compiler, options))
			continue;
		built++;
		for (int change = 0; change < CASES; change++) {
			snprintf(options, sizeof options, "%s -DCHANGE=%d -Wl,-Map=%s/new.link/map",
				form->options,
				change, folder);
			ck_assert(build_of(source, "new", form->compiler, options));
			wrong += wrong_cases(form, change);
		}
		snprintf(options, sizeof options, "%s -DMOVE -DLINE=2000 -Wl,-Map=%s/new.link/map",
			form->options, folder);
		ck_assert(build_of(source, "new", form->compiler, options));
		wrong += wrong_cases(form, -1);
	}
	teardown();
	ck_assert_int_gt(built, 0);
	ck_assert_int_eq(wrong, 0);
}

/* A longer text moves all texts after it; the linker's map shows which bytes are texts. */
static const char texts[] =
	"#include <stdio.h>\n"
	"static void say(const char *p) { puts(p); }\n"
	"static void (*volatile saying)(const char *) = say;\n"
	"void unused(void) { puts(OTHER); }\n"
	"int main(void) { saying(\"a text\"); saying(TEXT); return 0; }\n";

TEST(texts_that_move_are_the_same_where_a_map_shows_that_they_are_texts)
{
	char map[COMMAND], options[2 * COMMAND];

	setup();
	for (int mapped = 0; mapped < 2; mapped++) {
		const char *of[] = { "-DOTHER='\"b\"' -DTEXT='\"c\"'",
			"-DOTHER='\"longer\"' -DTEXT='\"c\"'",
			"-DOTHER='\"b\"' -DTEXT='\"changed\"'" };
		static const char *const names[] = { "first", "second", "third" };

		for (int i = 0; i < 3; i++) {
			char link[48];

			snprintf(link, sizeof link, "%s.link", names[i]);
			path_of(link, map);
			build(texts, names[i], of[i]);
			if (mapped) {
				ck_assert(!mkdir(map, 0700));
				snprintf(options, sizeof options, "-O2 %s -Wl,-Map=%s/map", of[i], map);
			}
			build(texts, names[i], mapped ? options : of[i]);
		}
		ck_assert(!all_same("first", "third"));
		ck_assert(!mapped || all_same("first", "second"));
	}
	teardown();
}

/* Without relocations, numbers in the range of addresses are addresses or only numbers. */
static const char numbers[] =
	"#ifdef MOVE\n"
	"__attribute__((section(\".apart\"), used)) int extra(void) { return 4; }\n"
	"#endif\n"
	"__attribute__((section(\".apart\"), noinline)) int first(int x) {\n"
	"	__asm__(USE : \"+r\"(x)); return x; }\n"
	"static const long mark __attribute__((section(\"marks\"), used)) = 3;\n"
	"extern const long __start_marks[], __stop_marks[];\n"
	"int main(int n, char **a) { (void)a;\n"
	"	for (const long *p = __start_marks; p < __stop_marks; p++) n += first((int)*p);\n"
	"	return n; }\n";

TEST(a_number_to_compute_with_is_no_address_and_the_end_of_a_section_is_one)
{
	static const struct {
		const char *use, *moved;
		bool same;
	} of[] = { { "and $0x610000, %0", "-DMOVE", true }, { "mov $0x610000, %0", "-DMOVE", false },
		{ "mov $3, %0", "-Wl,--section-start=marks=0x620020", true } };
	char options[COMMAND];

	setup();
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		for (int moved = 0; moved < 2; moved++) {
			snprintf(options, sizeof options, "-O1 -no-pie -fno-pie "
				"-Wl,--section-start=.apart=0x610000 -Wl,--section-start=marks=0x620000 "
				"-DUSE='\"%s\"' %s", of[i].use, moved ? of[i].moved : "");
			build(numbers, moved ? "new" : "old", options);
		}
		ck_assert_msg(all_same("old", "new") == of[i].same, "%s", of[i].use);
	}
	teardown();
}

static const char plain[] = "int main(void) { return 3; }\n";
static const char library[] = "int helper(void) { return NUMBER; }\n"
	"#ifdef SPARE\nint spare(void) { return SPARE; }\n#endif\n"
	"#ifdef TAKEN\nchar *getenv(const char *name) { return name ? 0 : TAKEN; }\n#endif\n"
	"#ifdef BEFORE\n__attribute__((constructor)) void before(void) { BEFORE; }\n#endif\n";

TEST(libraries_count_as_the_loader_finds_them)
{
	static const struct {
		const char *options;
		bool same;              /* as the first one */
	} of[] = { { "-DNUMBER=3", true }, { "-DNUMBER=3", true }, { "-DNUMBER=4", false },
		{ "-DNUMBER=3 -DSPARE=5", true },       /* not used by the program */
		{ "-DNUMBER=3 -DTAKEN=0", false },      /* may be used by the C library */
		{ "-DNUMBER=3 -DBEFORE=0", false } };
	char options[COMMAND], command[2 * COMMAND];

	setup();
	for (int i = 0; i < (int)(sizeof of / sizeof *of); i++) {
		char name[] = "user0";

		name[4] = (char)('0' + i);
		snprintf(command, sizeof command, "mkdir -p %s/lib%d", folder, i);
		run(command);
		snprintf(command, sizeof command, "lib%d/libhelper.so", i);
		snprintf(options, sizeof options, "-O1 -shared -fPIC %s", of[i].options);
		build(library, command, options);
		snprintf(options, sizeof options, "-Wl,-rpath,%s/lib%d -L%s/lib%d -Wl,--no-as-needed",
			folder, i, folder, i);
		snprintf(command, sizeof command, "cc=${CC:-cc}; cd %s && printf '%s' >source.c && "
			"${cc%% -static} -o %s source.c %s -lhelper", folder, "int helper(void); "
			"int main(void) { return helper(); }", name, options);
		run(command);
		ck_assert_msg(all_same("user0", name) == of[i].same, "%s", of[i].options);
	}
	build(plain, "plain", "");
	build(plain, "more", "-Wl,--no-as-needed -lm");
	ck_assert(!all_same("plain", "more"));
	build(plain, "aligned", "-Wl,-z,max-page-size=0x200000");
	ck_assert(!all_same("plain", "aligned"));
	ck_assert_ptr_null(sameness("plain", "missing"));
	ck_assert_ptr_null(sameness("plain", "source.c"));
	teardown();
}

/* A program that exports names to other files. */
static const char exported[] = "#ifdef LOOKS\n#include <dlfcn.h>\n#endif\n"
	"int NAME(int x) { return x * NUMBER; }\n"
	"int main(int n, char **a) {\n"
	"#ifdef LOOKS\n	return dlsym(0, a[n]) != 0;\n#endif\n"
	"	(void)a; return n; }\n";

TEST(exported_names_count_where_a_library_may_use_them)
{
	static const struct {
		const char *options;
		bool same;
	} of[] = { { "-DNAME=spare", true }, { "-DNAME=getenv", false },
		{ "-DNAME=spare -DLOOKS -ldl", false } };

	setup();
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		for (int number = 3; number < 5; number++) {
			char options[COMMAND];

			snprintf(options, sizeof options, "-O1 -fno-builtin -rdynamic -DNUMBER=%d %s", number,
				of[i].options);
			build(exported, number == 3 ? "old" : "new", options);
		}
		ck_assert_msg(all_same("old", "new") == of[i].same, "%s", of[i].options);
	}
	teardown();
}

/* Many functions in one long chain of calls: the comparison must not overflow the stack.  The test
 * prints how long it takes. */
TEST(programs_of_many_functions_are_compared)
{
	const int n = check_trials(FUNCTIONS / 10, FUNCTIONS);
	size_t size = (size_t)n * 80 + 100, at;
	char *text = malloc(size);
	clock_t from;

	ck_assert_ptr_nonnull(text);
	setup();
	at = (size_t)sprintf(text, "__asm__(\".text\\n\"\n");
	for (int i = 0; i < n; i++)
		at += (size_t)sprintf(text + at,
			"\".type f%d,@function\\nf%d: call f%d\\nret\\n.size f%d,.-f%d\\n\"\n",
			i, i, i + 1, i, i);
	sprintf(text + at, "\"f%d: mov $\" K \", %%eax\\nret\\n\");\nint f0(void);\n"
		"int main(void) { return f0(); }\n", n);
	build(text, "one", "-DK='\"3\"'");
	build(text, "two", "-DK='\"4\"'");
	build(text, "three", "-DK='\"3\"' -Wl,-z,norelro");
	from = clock();
	ck_assert(!all_same("one", "two"));
	ck_assert(all_same("one", "three"));
	printf("# %d functions: %.2f s\n", n, (double)(clock() - from) / CLOCKS_PER_SEC);
	free(text);
	teardown();
}

/* Which functions a process executes, including its constructors and its children. */
static const char watched[] =
	"#include <stdlib.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
	"#define APART __attribute__((noinline))\n"
	"static volatile int x;\n"
	"APART static void plain(void) { x = 1; }\n"
	"APART static void child(void) { x = 2; }\n"
	"APART static void again(void) { x = 3; }\n"
	"APART static void never(void) { x = 4; }\n"
	"__attribute__((constructor)) static void early(void) { x = 5; }\n"
	"int main(int n, char **a) {\n"
	"	if (n == 3) { again(); return 0; }\n"
	"	plain();\n"
	"	if (!fork()) { child(); _exit(0); }\n"
	"	if (!fork()) execl(a[0], a[0], \"1\", \"2\", (char *)0);\n"
	"	wait(0); wait(0);\n"
	"	if (n > 7) never();\n"
	"	return n == 2; }\n";

TEST(what_a_process_executes_is_seen)
{
	static const struct { const char *name; versus_executed answer; } of[] = {
		{ "plain", VERSUS_RUN }, { "child", VERSUS_RUN }, { "again", VERSUS_RUN },
		{ "early", VERSUS_RUN }, { "never", VERSUS_NOT_RUN } };
	static const char *const options[] = { "-O1", "-O0 -no-pie" };
	char path[COMMAND], fails[] = "fails", *argv[] = { path_of("watched", path), NULL, NULL };
	extern char **environ;

	setup();
	path_of("watched", path);
	for (int k = 0; k < 2; k++) {
		versus_image m;

		build(watched, "watched", options[k]);
		ck_assert_int_eq(versus_image_read(path, &m), BENCH_OK);
		for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
			const versus_piece *p = versus_image_named(&m, of[i].name);
			versus_executed answer;

			ck_assert_ptr_nonnull(p);
			argv[1] = NULL;
			answer = versus_executes(argv, environ, m.entry, &p->start, 1);
			ck_assert_msg(answer == of[i].answer || answer == VERSUS_NOT_KNOWN, "%s", of[i].name);
			argv[1] = fails;
			answer = versus_executes(argv, environ, m.entry, &p->start, 1);
			ck_assert_msg(answer != VERSUS_NOT_RUN, "%s", of[i].name);
		}
		versus_image_free(&m);
	}
	teardown();
}

static const char reader[] =
	"#include <fcntl.h>\n#include <sys/stat.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
	"int main(int n, char **a) {\n"
	"	struct stat s;\n"
	"	if (n > 1) return 0;\n"
	"	(void)open(\"link\", O_RDONLY); (void)openat(open(\"in\", O_RDONLY), \"read\", O_RDONLY);\n"
	"	(void)open(\"written\", O_WRONLY | O_CREAT, 0600); (void)open(a[0], O_RDONLY);\n"
	"	(void)stat(\"looked\", &s); (void)access(\"./asked\", R_OK); (void)stat(\".\", &s);\n"
	"	if (!fork()) { execl(\"./other\", \"./other\", \"x\", (char *)0); _exit(1); }\n"
	"	wait(0); return 0; }\n";

TEST(files_that_a_process_needs_are_found)
{
	static const char *const needed[] = { "read", "looked", "./asked", "other", "link", "in" };
	char path[COMMAND], here[COMMAND], real[COMMAND], *argv[] = { path, NULL };
	versus_files files = { .n = 0 };
	size_t found = 0;

	setup();
	build(reader, "reader", "");
	build(reader, "other", "");
	ck_assert_ptr_nonnull(realpath(folder, real));
	check_put(path_of("read", path), "x");
	snprintf(here, sizeof here, "cd %s && ln -s read link && ln -s . in", folder);
	run(here);
	path_of("reader", path);
	ck_assert_ptr_nonnull(getcwd(here, sizeof here));
	ck_assert_int_eq(chdir(folder), 0);
	if (versus_opened(argv, real, &files)) {
		for (size_t i = 0; i < files.n; i++) {
			ck_assert_str_ne(files.file[i].path, "written");
			ck_assert_str_ne(files.file[i].path, ".");
			if (!strcmp(files.file[i].path, "reader"))
				ck_assert(files.file[i].executed && files.file[i].opened == 1);
			for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
				found += !strcmp(files.file[i].path, needed[k]);
		}
		ck_assert_uint_eq(found, sizeof needed / sizeof *needed);
	}
	ck_assert_int_eq(chdir(here), 0);
	versus_files_free(&files);
	teardown();
}

/* Both trees have the same files; a link leads to another one, or a mode differs. */
TEST(files_differ_by_link_content_and_mode)
{
	static const struct { const char *change, *differs; } of[] = { { "true", NULL },
		{ "ln -sf two new/link", "link" }, { "ln -sfn w new/folder", "folder/file" },
		{ "ln -sfn w new/other", "other" },
		{ "chmod +x new/two", "two" }, { "echo 3 >new/two", "two" } };
	char name[][16] = { "link", "folder/file", "other", "two", "missing" }, command[2 * COMMAND];
	versus_file file[] = { { name[0], 0, false }, { name[1], 0, false }, { name[2], 0, false },
		{ name[3], 0, false }, { name[4], 0, false } };
	char old[COMMAND], new[COMMAND], *tree[SIDES] = { old, new };
	const versus_files files = { .file = file, .n = sizeof file / sizeof *file };

	struct versus_sameness *s;

	setup();
	build(plain, "plain", "");
	s = sameness("plain", "plain");
	ck_assert_ptr_nonnull(s);
	path_of("old", old);
	path_of("new", new);
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		snprintf(command, sizeof command, "cd %s && rm -rf old new && mkdir -p old/v old/w && "
			"cd old && echo 1 >one && echo 2 >two && echo 3 >v/file && echo 4 >w/file && "
			"ln -s one link && ln -s v folder && ln -s v other && cd .. && cp -a old new && %s",
			folder, of[i].change);
		run(command);
		const char *differs = versus_files_differ(&files, tree, s);
		ck_assert_msg(of[i].differs ? differs && !strcmp(differs, of[i].differs) : !differs, "%s",
			of[i].change);
	}
	versus_same_free(s);
	teardown();
}

/* What no pointer, relocation or size shows: places that a program computes from an address of
 * something else, numbers that only look like addresses, and the cache line of a variable. */
TEST(what_a_program_computes_counts)
{
#define HIDE "__asm__ volatile(\"\" : \"+r\"(i) : : \"memory\"); "
#define TWO "__asm__(\".text\\n.type f,@function\\nf: mov $5,%eax\\nret\\n.size f,.-f\\n" \
	".type g,@function\\ng: mov $\" K \",%eax\\nret\\n.size g,.-g\\n\");\n"
#define NOTE "__asm__(\".section .note.k,\\\"a\\\",@note\\n.long 4, \" K \", 1\\n.asciz " \
	"\\\"abc\\\"\\n.fill \" K \", 1, 0\\n.balign 4\\n.text\");\n"
	static const char fixed[] = "-O1 -no-pie -fno-pie", usual[] = "-O1";
	static const struct { const char *text, *options, *changed; bool same; } of[] = {
		/* constants in front of a function, with a name and without */
		{ "__asm__(\".text\\n.balign 16\\nlit: .quad \" K \", 5\\n.globl f\\n"
		  ".type f,@function\\nf: lea f(%rip),%rdx\\nmov -16(%rdx),%rax\\nret\\n"
		  ".size f,.-f\\n\"); long f(void); int main(void) { return (int)f(); }",
		  usual, "4", false },
		{ "__asm__(\".text\\n.balign 16\\n.quad \" K \", 5\\n.globl f\\n"
		  ".type f,@function\\nf: lea f(%rip),%rdx\\nmov -16(%rdx),%rax\\nret\\n"
		  ".size f,.-f\\n\"); long f(void); int main(void) { return (int)f(); }",
		  usual, "4", false },
		/* and behind it */
		{ "__asm__(\".text\\n.balign 16\\n.type f,@function\\nf: lea f(%rip),%rdx\\n"
		  "mov 16(%rdx),%rax\\nret\\n.size f,.-f\\n.balign 16\\n.quad \" K \", 5\\n"
		  ".type g,@function\\ng: ret\\n.size g,.-g\\n\"); long f(void); void g(void);\n"
		  "int main(void) { g(); return (int)f(); }", usual, "4", false },
		/* text in front of the place that is referred to */
		{ "int main(void) { const char *p = \"ab\" K \"def twelve\" + 4; int i = -2;\n"
		  "__asm__(\"\" : \"+r\"(p), \"+r\"(i)); return p[i]; }", usual, "4", false },
		{ "int main(void) { const char *p = \"ab\" \"cdef twelve\" + 4; int i = -2;\n"
		  "__asm__(\"\" : \"+r\"(p), \"+r\"(i)); return p[i] + !*K; }", usual, "4", true },
		/* an array from its end, where another one begins, and from before its start */
		{ "static const long a[64] = { [62] = sizeof K }, b[8] = { 5, 6 };\n"
		  "int main(void) { long i = -2; " HIDE "i = (a + 64)[i]; " HIDE "return b[i & 7]; }",
		  fixed, "44", false },
		{ "static const long a[64] = { [62] = sizeof K }, b[8] = { 5, 6 };\n"
		  "int main(void) { long i = -2; " HIDE "i = (a + 64)[i]; " HIDE "return b[i & 7]; }",
		  usual, "44", false },
		{ "static const long a[4] = { 5, 6 }, b[64] = { [2] = sizeof K };\n"
		  "int main(void) { long i = 6; " HIDE "i = (b - 4)[i]; " HIDE "return a[i & 3]; }",
		  fixed, "44", false },
		{ "static const long a[60 + sizeof K] = { [60] = sizeof K }, b[8] = { 5, 6 };\n"
		  "int main(void) { long i = -2; " HIDE "i = a[60 + sizeof K + i]; " HIDE
		  "return b[i & 7]; }", fixed, "44", false },
		/* addresses and distances in four and two bytes, and an address that is not aligned */
		{ TWO "__asm__(\".section .rodata\\n.balign 4\\nt: .long f, g\\n.text\");\n"
		  "extern int t[]; int main(void) { int i = 1; " HIDE
		  "return ((int (*)(void))(long)t[i])(); }", fixed, "4", false },
		{ TWO "__asm__(\".section .rodata\\n.balign 4\\nt: .long 0, g-f\\n.text\");\n"
		  "extern int t[]; int f(void); int main(void) { int i = 1; " HIDE
		  "return ((int (*)(void))((char *)f + t[i]))(); }", fixed, "4", false },
		{ TWO "__asm__(\".section .rodata\\n.balign 4\\nt: .short 0, g-f\\n.text\");\n"
		  "extern short t[]; int f(void); int main(void) { int i = 1; " HIDE
		  "return ((int (*)(void))((char *)f + t[i]))(); }", fixed, "4", false },
		{ "static const long a[2] = { sizeof K, 5 };\n"
		  "static const struct __attribute__((packed)) { char c; const long *p; } s[] =\n"
		  "	{ { 1, a } };\n"
		  "int main(void) { int i = 0; " HIDE "return (int)s[i].p[i]; }", fixed, "44", false },
		/* numbers that might be addresses */
		{ "static volatile long n = 0x401020 + 16 * sizeof K; int main(void) { return (int)n; }",
		  fixed, "44", false },
		{ "int main(void) { long i = 0x401020 + 16 * sizeof K; " HIDE "return (int)i; }",
		  fixed, "44", false },
		/* what lies between two addresses that a program walks through */
		{ "extern char __bss_start[], _end[];\n"
		  "static volatile char a[64], more[sizeof K > 2 ? 9999 : 9];\n"
		  "int main(void) { long n = a[3]; for (char *p = __bss_start; p < _end; p++) n += *p;\n"
		  "return (int)n; } void *other(void) { return (void *)more; }", usual, "44", false },
		{ "extern char __data_start[], edata[]; volatile long a[2] = { 3, sizeof K };\n"
		  "int main(void) { long n = 0; for (char *p = __data_start; p < edata; p++) n += *p;\n"
		  "return (int)n; }", usual, "44", false },
		{ "#define IN(n) __attribute__((section(\".plugs\"), used, aligned(8))) = { n }\n"
		  "static const long first[1] IN(1), middle[1] IN(sizeof K), last[1] IN(3);\n"
		  "int main(void) { const long *i = first, *end = last; long n = 0;\n" HIDE
		  "while (i < end) n += *i++; return (int)n; }", usual, "44", false },
		/* the program's headers, by address and by the system */
		{ NOTE "extern const unsigned char __ehdr_start[];\nint main(void) { int n = 0;\n"
		  "for (int i = 0; i < 1024; i++) n += __ehdr_start[i]; return n; }", usual, "44", false },
		{ NOTE "#include <sys/auxv.h>\nint main(void) { return (int)getauxval(3); }", usual, "44",
		  false },
		{ NOTE "int main(void) { return 3; }", usual, "44", true },
		/* a variable that the source puts on a separate cache line */
		{ "static volatile long a __attribute__((aligned(sizeof K > 2 ? 8 : 128)));\n"
		  "int main(void) { return (int)a++; }", usual, "44", false },
		{ "static volatile long a __attribute__((aligned(sizeof K > 2 ? 8 : 16)));\n"
		  "int main(void) { return (int)a++; }", usual, "44", true } };
	char options[COMMAND];
	size_t wrong = 0;

	setup();
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		snprintf(options, sizeof options, "%s -DK='\"3\"'", of[i].options);
		build(of[i].text, "old", options);
		snprintf(options, sizeof options, "%s -DK='\"%s\"'", of[i].options, of[i].changed);
		build(of[i].text, "new", options);
		if (all_same("old", "new") != of[i].same)
			printf("# row %zu is%s the same\n%s\n", i, of[i].same ? " not" : "", of[i].text);
		fflush(stdout);
		wrong += all_same("old", "new") != of[i].same;
	}
	teardown();
	ck_assert_uint_eq(wrong, 0);
#undef HIDE
#undef TWO
#undef NOTE
}

/* Instructions from a listing by objdump: their lengths, and how many bytes they access. */
TEST(instructions_are_decoded)
{
	static const struct { const char *code; unsigned n, length, memory, at, width; } of[] = {
		{ "\x66\x0f\x6e\x05\1\2\3\4", 8, 8, 4, 4, 0 },                /* movd */
		{ "\x0f\x12\x05\1\2\3\4", 7, 7, 8, 3, 0 },                    /* movlps */
		{ "\x66\x0f\x3a\x21\x05\1\2\3\4\x10", 10, 10, 4, 5, 1 },      /* insertps */
		{ "\x66\x0f\x38\x22\x05\1\2\3\4", 9, 9, 2, 5, 0 },            /* pmovsxbq */
		{ "\xc4\xe2\x7d\x18\x05\1\2\3\4", 9, 9, 4, 5, 0 },            /* vbroadcastss */
		{ "\xc5\xff\x12\x05\1\2\3\4", 8, 8, 32, 4, 0 },               /* vmovddup, 32 bytes */
		{ "\x62\xf1\xfd\x48\x58\x05\1\2\3\4", 10, 10, 64, 6, 0 },     /* vaddpd, 64 bytes */
		{ "\x62\xf1\xfd\x58\x58\x05\1\2\3\4", 10, 10, 8, 6, 0 },      /* one number for all */
		{ "\x0f\x38\xcb\x05\1\2\3\4", 8, 8, 16, 4, 0 },              /* sha256rnds2 */
		{ "\xc4\xe1\xfa\xe6\x05\1\2\3\4", 9, 9, 8, 5, 0 },           /* vcvtdq2pd, W set */
		{ "\x62\xf5\x7c\x48\x2e\x05\1\2\3\4", 10, 10, 2, 6, 0 },    /* vucomish */
		{ "\x62\xf5\xfc\x58\x5b\x05\1\2\3\4", 10, 10, 8, 6, 0 },    /* vcvtqq2ph of one */
		{ "\x62\xf3\x7c\x48\x0a\x05\1\2\3\4\1", 11, 11, 2, 6, 1 }, /* vrndscalesh */
		{ "\x66\x8f\x05\1\2\3\4", 7, 7, 2, 3, 0 },                     /* popw */
		{ "\x48\x8d\x05\1\2\3\4", 7, 7, 0, 3, 0 },                    /* lea */
		{ "\xf3\x0f\x10\x05\1\2\3\4", 8, 8, 4, 4, 0 },                /* movss */
		{ "\x48\xc7\x05\1\2\3\4\5\0\0\0", 11, 11, 8, 3, 4 },          /* movq $5 */
		{ "\x66\x81\x3d\1\2\3\4\5\0", 9, 9, 2, 3, 2 },                /* cmpw */
		{ "\xf7\x05\1\2\3\4\5\0\0\0", 10, 10, 4, 2, 4 },              /* testl */
		{ "\xf7\x1d\1\2\3\4", 6, 6, 4, 2, 0 },                        /* negl */
		{ "\x48\xb8\1\2\3\4\5\6\7\10", 10, 10, 0, 0, 8 },             /* movabs */
		{ "\xdb\x2d\1\2\3\4", 6, 6, 10, 2, 0 },                       /* fldt */
		{ "\xe8\1\2\3\4", 5, 5, 0, 0, 4 },
		{ "\x06", 1, 0, 0, 0, 0 },                                    /* not in 64-bit mode */
		{ "\xe8\1\2", 3, 0, 0, 0, 0 },                                /* not whole */
	};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		benchi_instruction is = benchi_decode((const unsigned char *)of[i].code, of[i].n);

		ck_assert_msg(is.length == of[i].length && (!is.length || (is.memory == of[i].memory
			&& is.at == of[i].at && is.width == of[i].width)), "row %zu: %u %u %u %u", i, is.length,
			is.memory, is.at, is.width);
	}
}

/* Different counts are not the same, and neither are missing counts. */
TEST(counts_are_compared_by_function)
{
	char name[] = "callee";
	benchi_function_count f = { name, 10 }, g = { name, 11 };
	versus_case c = { .counted = { { .function = &f, .functions = 1 },
		{ .function = &g, .functions = 1 } } };

	ck_assert(!versus_same_counts(&c));
	g.instructions = 10;
	ck_assert(versus_same_counts(&c));
	c.counted[OLD].functions = c.counted[NEW].functions = 0;
	ck_assert(!versus_same_counts(&c));
}

/* Compares the file with a valid program, which reads all of it. */
static void look_at(const char *bytes, size_t size)
{
	char path[COMMAND], name[] = "0/x=1";
	FILE *file = fopen(path_of("mutant", path), "wb");
	versus_case c = { .name = name, .listed = { true, true } };
	versus v = { .c = &c, .cases = 1 };

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
	ck_assert_int_eq(fclose(file), 0);
	for (int side = 0; side < 2; side++) {
		struct versus_sameness *s = side ? sameness("old", "mutant") : sameness("mutant", "old");

		(void)versus_same_all(s);
		versus_same_rows(s, &v);
		versus_same_free(s);
	}
	free(c.changed);
	free(c.watch.address[OLD]);
	free(c.watch.address[NEW]);
}

/* Truncated and modified files must not cause a crash, an endless loop or a read beyond the
 * end. */
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
	build(source, "old", "-O1");
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
			/* in the header, in the section headers at the end, or anywhere */
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
