/*
 * Of the file of choices nothing is lost: whoever writes at once, whatever stands there,
 * on a full disk and where nothing may be written.
 *
 * SPDX-License-Identifier: MIT
 */
#include "wisdom.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "wisdom/wisdom.h"

static const bench_case three[3] = { { .name = "byte" }, { .name = "word" }, { .name = "long" } };
static const bench_question copy = { "test/copy", three, 3, NULL, NULL, 0, 0, 0 };

/* How many choices a new process could use. */
static size_t usable(void)
{
	bench_wisdom *wisdom = load(BENCH_OK);
	size_t n = bench_wisdom_count(wisdom).usable;

	bench_wisdom_free(wisdom);
	return n;
}

TEST(a_file_of_another_else_is_left_alone)
{
	static const char *const theirs[] = { "dear diary\n", "libbench wisdom 2\nnew\n",
		"libbench wis" };
	bench_wisdom *wisdom;

	for (size_t i = 0; i < 3; i++) {
		put(theirs[i]);
		wisdom = load(BENCH_ERR_INPUT);
		ck_assert_ptr_nonnull(strstr(bench_detail(), "'libbench wisdom 1' in line 1"));
		ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 1), BENCH_OK);
		ck_assert_uint_eq(bench_wisdom_find(wisdom, &copy), 1);
		ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_ERR_INPUT);
		ck_assert_str_eq(get(), theirs[i]);
		bench_wisdom_free(wisdom);
	}
	put("");
	remember(&copy, 1);
	ck_assert_uint_eq(found(&copy, ""), 1);
}

TEST(no_plain_file_and_too_large_a_file_are_refused)
{
	bench_wisdom *wisdom;

	ck_assert_int_eq(mkfifo(path, 0600), 0);
	wisdom = load(BENCH_ERR_INPUT);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "no plain file"));
	bench_wisdom_free(wisdom);
	unlink(path);
	put("libbench wisdom 1\n");
	ck_assert_int_eq(truncate(path, BENCHI_WISDOM_BYTES + 1), 0);
	wisdom = load(BENCH_ERR_INPUT);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "larger than"));
	bench_wisdom_free(wisdom);
}

/* A choice of its own for each key, saved one by one. */
static void save_many(const char *who, int many)
{
	for (int i = 0; i < many; i++) {
		char key[40];
		bench_question question = { key, three, 3, NULL, NULL, 0, 0, 0 };

		snprintf(key, sizeof key, "%s/%d", who, i);
		remember(&question, (size_t)i % 3);
	}
}

TEST(processes_at_once_lose_nothing)
{
	enum { PROCESSES = 8, SAVES = 12 };
	int status, failed = 0;

	for (int i = 0; i < PROCESSES; i++)
		if (fork() == 0) {
			char who[20];

			snprintf(who, sizeof who, "process%d", i);
			save_many(who, SAVES);
			_exit(0);
		}
	for (int i = 0; i < PROCESSES; i++)
		failed += wait(&status) < 0 || status != 0;
	ck_assert_int_eq(failed, 0);
	ck_assert_uint_eq(usable(), PROCESSES * SAVES);
}

/* A process of many: saves one choice, again while others are in the way. */
static void save_one(int i)
{
	char key[20];
	bench_question question = { .key = key, .candidates = three, .n = 3 };
	bench_wisdom *wisdom;
	bench_status status = bench_wisdom_load(path, &wisdom);

	snprintf(key, sizeof key, "key%d", i);
	if (status == BENCH_OK)
		status = bench_wisdom_remember(wisdom, &question, 1);
	while (status == BENCH_OK && (status = bench_wisdom_save(wisdom)) == BENCH_ERR_BUSY)
		status = BENCH_OK;
	_exit(status != BENCH_OK);
}

TEST(three_hundred_processes_at_once_lose_nothing)
{
	enum { PROCESSES = 300 };
	int status, failed = 0;

	for (int i = 0; i < PROCESSES; i++)
		if (fork() == 0)
			save_one(i);
	for (int i = 0; i < PROCESSES; i++)
		failed += wait(&status) < 0 || status != 0;
	ck_assert_int_eq(failed, 0);
	ck_assert_uint_eq(usable(), PROCESSES);
}

/* Remembers; the first two save each time. */
static bench_wisdom *shared;

static void *in_a_thread(void *who)
{
	const char *name = who;

	for (int i = 0; i < 40; i++) {
		char key[40];
		bench_question question = { key, three, 3, NULL, NULL, 0, 0, 0 };

		snprintf(key, sizeof key, "%s/%d", name, i);
		if (bench_wisdom_remember(shared, &question, 1) != BENCH_OK
		    || (*name < 'c' && bench_wisdom_save(shared) != BENCH_OK)
		    || bench_wisdom_find(shared, &question) != 1)
			return NULL;
		usleep(*name < 'c' ? 0 : 100);
	}
	return who;
}

TEST(threads_at_once_lose_nothing)
{
	static char names[6][8] = { "a", "b", "c", "d", "e", "f" };
	pthread_t thread[6];
	void *result;

	shared = load(BENCH_OK);
	for (int i = 0; i < 6; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, in_a_thread, names[i]), 0);
	for (int i = 0; i < 6; i++) {
		ck_assert_int_eq(pthread_join(thread[i], &result), 0);
		ck_assert_ptr_nonnull(result);
	}
	ck_assert_int_eq(bench_wisdom_save(shared), BENCH_OK);
	bench_wisdom_free(shared);
	ck_assert_uint_eq(usable(), 240);
}

TEST(a_locked_file_is_waited_for_but_not_for_ever)
{
	struct benchi_file_lock lock;
	int ready[2], status;
	char byte;
	pid_t other;

	ck_assert_int_eq(pipe(ready), 0);
	other = fork();
	if (other == 0) {
		_exit(benchi_file_lock(path, 0, &lock) != BENCH_OK || write(ready[1], "x", 1) != 1
		      || pause());
	}
	ck_assert_int_eq((int)read(ready[0], &byte, 1), 1);
	ck_assert_int_eq(benchi_file_lock(path, 2e6, &lock), BENCH_ERR_BUSY);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "/wisdom'"));
	kill(other, SIGKILL);
	ck_assert_int_eq(waitpid(other, &status, 0), other);
	ck_assert_int_eq(benchi_file_lock(path, 0, &lock), BENCH_OK);
	benchi_file_unlock(path, &lock);
}

/* How many files there are beside the file, itself counted. */
static size_t files(void)
{
	DIR *open = opendir(folder);
	size_t n = 0;

	ck_assert_ptr_nonnull(open);
	while (readdir(open))
		n++;
	closedir(open);
	return n - 2;
}

/* A save that fails says so, leaves the file and nothing beside it, and works later. */
static void fails_to_save(bench_wisdom *wisdom, const char *words)
{
	static char before[sizeof text];

	strcpy(before, get());
	ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_ERR_OUTPUT);
	ck_assert_msg(strstr(bench_detail(), words) != NULL, "%s", bench_detail());
	ck_assert_str_eq(get(), before);
}

TEST(a_full_disk_leaves_the_old_file)
{
	struct rlimit limit = { 100, RLIM_INFINITY }, none = { RLIM_INFINITY, RLIM_INFINITY };
	bench_wisdom *wisdom;

	remember(&copy, 1);
	wisdom = load(BENCH_OK);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 2), BENCH_OK);
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	fails_to_save(wisdom, strerror(EFBIG));
	ck_assert_uint_eq(files(), 1);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
	ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_OK);
	bench_wisdom_free(wisdom);
	ck_assert_uint_eq(found(&copy, ""), 2);
}

TEST(what_a_killed_writer_left_is_replaced)
{
	FILE *left;

	snprintf(path, sizeof path, "%s/wisdom.part-bench", folder);
	ck_assert_ptr_nonnull(left = fopen(path, "w"));
	fclose(left);
	snprintf(path, sizeof path, "%s/wisdom", folder);
	remember(&copy, 1);
	ck_assert_uint_eq(files(), 1);
	ck_assert_uint_eq(found(&copy, ""), 1);
}

TEST(a_folder_that_cannot_be_written_leaves_the_old_file)
{
	bench_wisdom *wisdom;

	remember(&copy, 1);
	wisdom = load(BENCH_OK);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 2), BENCH_OK);
	if (geteuid() != 0) {
		ck_assert_int_eq(chmod(folder, 0500), 0);
		fails_to_save(wisdom, strerror(EACCES));
		ck_assert_int_eq(chmod(folder, 0700), 0);
	}
	bench_wisdom_free(wisdom);
	snprintf(path, sizeof path, "%s/missing/wisdom", folder);
	wisdom = load(BENCH_OK);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 2), BENCH_OK);
	fails_to_save(wisdom, "cannot open '");
	bench_wisdom_free(wisdom);
}

TEST(nothing_else_is_made_and_no_link_is_followed)
{
	bench_wisdom *wisdom;
	char other[160];

	remember(&copy, 1);
	ck_assert_uint_eq(files(), 1);
	wisdom = load(BENCH_OK);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 2), BENCH_OK);
	ck_assert_int_eq(unlink(path), 0);
	snprintf(other, sizeof other, "%s/other", folder);
	ck_assert_int_eq(symlink("other", path), 0);
	ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_ERR_OUTPUT);
	ck_assert_int_ne(access(other, F_OK), 0);
	bench_wisdom_free(wisdom);
	ck_assert_int_eq(bench_wisdom_load("/dev/null", &wisdom), BENCH_ERR_INPUT);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 2), BENCH_OK);
	ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_ERR_OUTPUT);
	ck_assert_int_ne(access("/dev/null.lock", F_OK), 0);
	bench_wisdom_free(wisdom);
}

/* Two descriptors of one process, as two copies of the library have them. */
TEST(one_process_excludes_itself)
{
	struct benchi_file_lock one, two;

	ck_assert_int_eq(benchi_file_lock(path, 0, &one), BENCH_OK);
	ck_assert_int_eq(benchi_file_lock(path, 0, &two), BENCH_ERR_BUSY);
	benchi_file_unlock(path, &one);
	ck_assert_int_eq(benchi_file_lock(path, 0, &two), BENCH_OK);
	benchi_file_unlock(path, &two);
	ck_assert_int_ne(access(path, F_OK), 0);
}

/* A child of a process that saves may save as soon as its parent has. */
TEST(a_child_forked_while_it_is_locked_may_lock_it_later)
{
	struct benchi_file_lock lock;
	int status;
	pid_t child;

	ck_assert_int_eq(benchi_file_lock(path, 0, &lock), BENCH_OK);
	child = fork();
	if (child == 0)
		_exit(benchi_file_lock(path, 5e9, &lock) != BENCH_OK);
	benchi_file_unlock(path, &lock);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}

TEST(permissions_stay)
{
	struct stat about;

	remember(&copy, 1);
	ck_assert_int_eq(chmod(path, 0640), 0);
	remember(&copy, 2);
	ck_assert_int_eq(stat(path, &about), 0);
	ck_assert_int_eq((int)(about.st_mode & 0777), 0640);
}

TEST(of_too_many_the_oldest_go)
{
	bench_wisdom *wisdom = load(BENCH_OK);
	char key[32];
	bench_question question = { key, three, 3, NULL, NULL, 0, 0, 0 };

	for (int i = 0; i < BENCHI_WISDOM_LIMIT + 10; i++) {
		snprintf(key, sizeof key, "%d", i);
		ck_assert_int_eq(bench_wisdom_remember(wisdom, &question, 0), BENCH_OK);
	}
	ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_OK);
	bench_wisdom_free(wisdom);
	ck_assert_uint_eq(usable(), BENCHI_WISDOM_LIMIT);
	ck_assert_uint_eq(found(&question, ""), 0);
	strcpy(key, "9");
	ck_assert_uint_eq(found(&question, "never"), BENCH_NONE);
	strcpy(key, "10");
	ck_assert_uint_eq(found(&question, ""), 0);
}

TEST(the_default_place_is_the_users_cache)
{
	bench_wisdom *wisdom;
	char here[512], cache[600];

	ck_assert_ptr_nonnull(getcwd(here, sizeof here));
	snprintf(cache, sizeof cache, "%s/%s/cache", here, folder);
	ck_assert_int_eq(setenv("XDG_CACHE_HOME", cache, 1), 0);
	ck_assert_int_eq(bench_wisdom_load(NULL, &wisdom), BENCH_OK);
	strcat(cache, "/libbench/wisdom");
	ck_assert_str_eq(bench_wisdom_path(wisdom), cache);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 2), BENCH_OK);
	ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_OK);
	ck_assert_int_eq(access(cache, R_OK), 0);
	bench_wisdom_free(wisdom);
	setenv("XDG_CACHE_HOME", "not/absolute", 1);
	setenv("HOME", "/home/nobody-is-here", 1);
	ck_assert_int_eq(bench_wisdom_load(NULL, &wisdom), BENCH_OK);
	ck_assert_str_eq(bench_wisdom_path(wisdom), "/home/nobody-is-here/.cache/libbench/wisdom");
	bench_wisdom_free(wisdom);
	ck_assert_int_eq(bench_wisdom_load(NULL, &wisdom), BENCH_OK);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 2), BENCH_OK);
	ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_ERR_OUTPUT);
	ck_assert_int_ne(access("/home/nobody-is-here", F_OK), 0);
	bench_wisdom_free(wisdom);
	unsetenv("XDG_CACHE_HOME");
	setenv("HOME", "", 1);
	ck_assert_int_eq(bench_wisdom_load(NULL, &wisdom), BENCH_ERR_UNSUPPORTED);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 2), BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &copy), 2);
	ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_ERR_UNSUPPORTED);
	bench_wisdom_free(wisdom);
}

CHECK_SUITE_BETWEEN("wisdom_file", begin, end)
