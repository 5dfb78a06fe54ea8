/*
 * A file is complete or absent, whoever else writes it and whatever an earlier program left
 * behind.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <errno.h>

#include "program/program.h"

#if defined HAVE_FSYNC && !defined _WIN32

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define TEMPORARY "out.part-bench"

static char folder[] = "atomic_file_XXXXXX";

static void enter(void)
{
	char made[sizeof folder];

	strcpy(made, folder);
	ck_assert_ptr_nonnull(mkdtemp(made));
	ck_assert_int_eq(chdir(made), 0);
	ck_assert_int_eq(setenv("FOLDER", made, 1), 0);
}

static void leave(void)
{
	ck_assert_int_eq(chdir(".."), 0);
	ck_assert_int_eq(system("rm -rf \"$FOLDER\""), 0);
}

static void holds(const char *path, const char *wanted)
{
	char text[100];

	ck_assert_str_eq(check_get(path, text, sizeof text), wanted);
}

static void write_it(const char *path)
{
	benchi_atomic_file file;

	ck_assert_int_eq(benchi_atomic_file_begin(path, &file), BENCH_OK);
	fputs("new", file.out);
	ck_assert_int_eq(benchi_atomic_file_keep(&file), BENCH_OK);
}

TEST(what_a_killed_writer_left_is_replaced)
{
	check_put("out", "old");
	check_put(TEMPORARY, "left behind");
	chmod(TEMPORARY, 01000);
	write_it("out");
	holds("out", "new");
	ck_assert_int_ne(access(TEMPORARY, F_OK), 0);
}

TEST(a_user_s_file_of_the_temporary_name_stays)
{
	benchi_atomic_file file;

	check_put(TEMPORARY, "the user's");
	ck_assert_int_eq(benchi_atomic_file_begin("out", &file), BENCH_ERR_OUTPUT);
	ck_assert_msg(strstr(bench_detail(), TEMPORARY) != NULL, "%s", bench_detail());
	holds(TEMPORARY, "the user's");
}

/* As in /tmp, where anyone may create a link with a name that a program is known to write. */
TEST(another_user_s_link_in_a_sticky_folder_is_not_followed)
{
	benchi_atomic_file file;
	struct stat about;

	check_put("target", "secret");
	chmod("target", 0600);
	ck_assert_int_eq(mkdir("sticky", 0777), 0);
	chmod("sticky", 01777);
	ck_assert_int_eq(symlink("../target", "sticky/out"), 0);
	if (lchown("sticky/out", 1, 1)) /* not root */
		return;
	ck_assert_int_eq(benchi_atomic_file_begin("sticky/out", &file), BENCH_ERR_OUTPUT);
	holds("target", "secret");
	ck_assert_int_eq(stat("target", &about), 0);
	ck_assert_uint_eq(about.st_mode & 0777, 0600);
}

TEST(a_second_writer_is_refused)
{
	benchi_atomic_file first, second;

	ck_assert_int_eq(benchi_atomic_file_begin("out", &first), BENCH_OK);
	ck_assert_int_eq(benchi_atomic_file_begin("out", &second), BENCH_ERR_OUTPUT);
	ck_assert_str_eq(bench_detail(), "out: another process or option is writing this file");
	ck_assert_ptr_null(second.replacement.path);
	fputs("new", first.out);
	ck_assert_int_eq(benchi_atomic_file_keep(&first), BENCH_OK);
	holds("out", "new");
}

TEST(an_error_names_the_file_that_it_is_about)
{
	benchi_atomic_file file;

	ck_assert_int_eq(mkdir(TEMPORARY, 0777), 0);
	ck_assert_int_eq(benchi_atomic_file_begin("out", &file), BENCH_ERR_OUTPUT);
	ck_assert_msg(strstr(bench_detail(), TEMPORARY) != NULL, "%s", bench_detail());
	ck_assert_ptr_null(file.replacement.path); /* nothing needs to be restored */
}

TEST(links_are_followed)
{
	static const char *const links[] = { "out", "there/more" };
	struct stat about;

	ck_assert_int_eq(mkdir("there", 0777), 0);
	ck_assert_int_eq(symlink("there/more", "out"), 0);
	ck_assert_int_eq(symlink("new", "there/more"), 0);
	for (int i = 0; i < 2; i++) {
		write_it("out");
		holds("there/new", "new");
		ck_assert_int_eq(lstat(links[i], &about), 0);
		ck_assert(S_ISLNK(about.st_mode));
	}
}

static mode_t mode_of(const char *path)
{
	struct stat about;

	ck_assert_int_eq(stat(path, &about), 0);
	return about.st_mode & 07777;
}

/* As from a shell's >(command): a link to something outside all folders. */
TEST(a_descriptor_s_name_is_written_in_place)
{
	char name[40], text[4] = "";
	int end[2];

	ck_assert_int_eq(pipe(end), 0);
	snprintf(name, sizeof name, "/dev/fd/%d", end[1]);
	if (!access(name, W_OK)) {
		write_it(name);
		ck_assert_int_eq(read(end[0], text, 3), 3);
		ck_assert_str_eq(text, "new");
	}
	close(end[0]);
	close(end[1]);
}

/* The target of a shell's >> keeps its contents and stays open. */
TEST(standard_output_is_added_to)
{
	check_put("out", "old ");
	ck_assert_ptr_nonnull(freopen("out", "a", stdout));
	write_it("-");
	write_it("/dev/stdout");
	ck_assert_int_eq(fflush(stdout), 0);
	holds("out", "old newnew");
}

TEST(permissions_stay)
{
	check_put("out", "old");
	chmod("out", 0666);
	umask(077);
	write_it("out");
	ck_assert_uint_eq(mode_of("out"), 0666);
	write_it("other");
	ck_assert_uint_eq(mode_of("other"), 0600);
}

/* The set-user-ID bit of the old file must not apply to the new contents. */
TEST(set_ids_go_and_owners_stay)
{
	struct stat about;

	check_put("out", "old");
	if (chown("out", 1, 1)) /* not root */
		return;
	chmod("out", 06755);
	write_it("out");
	holds("out", "new");
	ck_assert_int_eq(stat("out", &about), 0);
	CHECK_NUMBERS({ about.st_mode & 07777, 0755 }, { about.st_uid, 1 }, { about.st_gid, 1 });
}

TEST(a_changed_folder_changes_no_name)
{
	benchi_atomic_file file;

	ck_assert_int_eq(mkdir("below", 0777), 0);
	ck_assert_int_eq(benchi_atomic_file_begin("out", &file), BENCH_OK);
	fputs("new", file.out);
	ck_assert_int_eq(chdir("below"), 0);
	ck_assert_int_eq(benchi_atomic_file_keep(&file), BENCH_OK);
	ck_assert_int_eq(chdir(".."), 0);
	holds("out", "new");
	ck_assert_int_ne(access(TEMPORARY, F_OK), 0);
}

/* As for a mounted file (EBUSY), or if writing to the folder has become forbidden. */
#ifdef WRAPS_RENAME
static int no_names;

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to)
{
	if (!no_names)
		return __real_rename(from, to);
	errno = EBUSY;
	return -1;
}

TEST(what_has_no_other_name_is_written_into)
{
	struct stat before, after;

	check_put("out", "much older");
	ck_assert_int_eq(stat("out", &before), 0);
	no_names = 1;
	write_it("out");
	holds("out", "new");
	ck_assert_int_eq(stat("out", &after), 0);
	ck_assert(before.st_ino == after.st_ino);
	ck_assert_int_ne(access(TEMPORARY, F_OK), 0);
}

TEST(the_only_copy_stays)
{
	benchi_atomic_file file;

	no_names = 1;
	ck_assert_int_eq(benchi_atomic_file_begin("out", &file), BENCH_OK);
	fputs("new", file.out);
	ck_assert_int_eq(mkdir("out", 0777), 0);
	ck_assert_int_eq(benchi_atomic_file_keep(&file), BENCH_ERR_OUTPUT);
	ck_assert_msg(strstr(bench_detail(), "the output is in") != NULL, "%s", bench_detail());
	holds(TEMPORARY, "new");
}
#endif

/* A second signal removes all unfinished files except those that were released. */
TEST(a_second_signal_leaves_nothing)
{
	benchi_atomic_file one, two, three;
	pid_t child = fork();
	int state;

	if (!child) {
		benchi_interrupt_watch(false);
		if (benchi_atomic_file_begin("one", &one) || benchi_atomic_file_begin("two", &two)
		    || benchi_atomic_file_begin("three", &three))
			_exit(9);
		benchi_atomic_file_drop(&two);
		check_put("two.part-bench", "another's");
		raise(SIGTERM);
		usleep(120000);
		raise(SIGTERM);
		_exit(8);
	}
	ck_assert_int_eq(waitpid(child, &state, 0), child);
	ck_assert(WIFSIGNALED(state) && WTERMSIG(state) == SIGTERM);
	ck_assert_int_ne(access("one.part-bench", F_OK), 0);
	ck_assert_int_eq(access("two.part-bench", F_OK), 0);
	ck_assert_int_ne(access("three.part-bench", F_OK), 0);
}

CHECK_SUITE_BETWEEN("atomic_file", enter, leave)

#else

CHECK_SUITE("atomic_file")

#endif
