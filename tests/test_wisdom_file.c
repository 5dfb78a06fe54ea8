/*
 * Nothing in the file of choices is lost, whoever writes to it at the same time, whatever it
 * contains, if the disk is full, and if it cannot be written.
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
static const bench_question copy = { .key = "test/copy", .candidates = three, .n = 3 };

/* Returns the number of choices that a new process could use. */
static size_t usable(void)
{
	bench_wisdom *wisdom = load(BENCH_OK);
	size_t n = bench_wisdom_count(wisdom).usable;

	bench_wisdom_free(wisdom);
	return n;
}

/* Loads the file and adds a choice. */
static bench_wisdom *load_and_remember(size_t index)
{
	bench_wisdom *wisdom = load(BENCH_OK);

	ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, index), BENCH_OK);
	return wisdom;
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
	static const char *const words[] = { "not a regular file", "larger than" };

	for (int large = 0; large < 2; large++) {
		bench_wisdom *wisdom;

		if (large) {
			unlink(path);
			put("libbench wisdom 1\n");
			ck_assert_int_eq(truncate(path, BENCHI_WISDOM_BYTES + 1), 0);
		} else {
			ck_assert_int_eq(mkfifo(path, 0600), 0);
		}
		wisdom = load(BENCH_ERR_INPUT);
		ck_assert_ptr_nonnull(strstr(bench_detail(), words[large]));
		bench_wisdom_free(wisdom);
	}
}

/* One of many processes: saves choices, and tries again while the file is locked. */
static void save_some(int process, int saves)
{
	bench_status status = BENCH_OK;

	for (int i = 0; i < saves && status == BENCH_OK; i++) {
		char key[30];
		bench_question question = { .key = key, .candidates = three, .n = 3 };
		bench_wisdom *wisdom;

		snprintf(key, sizeof key, "key%d/%d", process, i);
		status = bench_wisdom_load(path, &wisdom);
		if (status == BENCH_OK)
			status = bench_wisdom_remember(wisdom, &question, 1);
		while (status == BENCH_OK && (status = bench_wisdom_save(wisdom)) == BENCH_ERR_BUSY)
			status = BENCH_OK;
		bench_wisdom_free(wisdom);
	}
	_exit(status != BENCH_OK);
}

TEST(processes_at_once_lose_nothing)
{
	const int cases[][2] = { { 8, check_trials(3, 12) }, { check_trials(20, 200), 1 } };
	size_t saved = 0;

	for (int i = 0; i < 2; i++) {
		int status, failed = 0;

		for (int k = 0; k < cases[i][0]; k++)
			if (fork() == 0)
				save_some(1000 * i + k, cases[i][1]);
		for (int k = 0; k < cases[i][0]; k++)
			failed += wait(&status) < 0 || status != 0;
		ck_assert_int_eq(failed, 0);
		ck_assert_uint_eq(usable(), saved += (size_t)(cases[i][0] * cases[i][1]));
	}
}

#ifndef BENCHI_NO_THREAD_LOCAL
/* Remembers choices; the first two threads save after each one. */
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
	save(shared);
	ck_assert_uint_eq(usable(), 240);
}
#endif

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

/* Returns the number of files in the folder, including the file of choices. */
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

/* A failed save reports the reason and leaves only the old file. */
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
	wisdom = load_and_remember(2);
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	fails_to_save(wisdom, strerror(EFBIG));
	ck_assert_uint_eq(files(), 1);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
	save(wisdom);
	ck_assert_uint_eq(found(&copy, ""), 2);
}

TEST(a_folder_that_cannot_be_written_leaves_the_old_file)
{
	bench_wisdom *wisdom;

	remember(&copy, 1);
	wisdom = load_and_remember(2);
	if (geteuid() != 0) {
		ck_assert_int_eq(chmod(folder, 0500), 0);
		fails_to_save(wisdom, strerror(EACCES));
		ck_assert_int_eq(chmod(folder, 0700), 0);
	}
	bench_wisdom_free(wisdom);
	snprintf(path, sizeof path, "%s/missing/wisdom", folder);
	wisdom = load_and_remember(2);
	fails_to_save(wisdom, "cannot open '");
	bench_wisdom_free(wisdom);
}

TEST(nothing_else_is_made_and_no_link_is_followed)
{
	bench_wisdom *wisdom;
	char other[160];

	remember(&copy, 1);
	ck_assert_uint_eq(files(), 1);
	wisdom = load_and_remember(2);
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

/* Two descriptors of one process, as with two copies of the library. */
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

/* A child forked while the parent has the lock can lock the file after the parent releases it. */
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

TEST(of_too_many_the_oldest_go)
{
	static const struct { const char *key; size_t index; } kept[] = { { "1009", 0 },
		{ "9", BENCH_NONE }, { "10", 0 } };
	bench_wisdom *wisdom = load(BENCH_OK);
	char key[32];
	bench_question question = { .key = key, .candidates = three, .n = 3 };

	for (int i = 0; i < BENCHI_WISDOM_LIMIT + 10; i++) {
		snprintf(key, sizeof key, "%d", i);
		ck_assert_int_eq(bench_wisdom_remember(wisdom, &question, 0), BENCH_OK);
	}
	save(wisdom);
	ck_assert_uint_eq(usable(), BENCHI_WISDOM_LIMIT);
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
		question.key = kept[i].key;
		ck_assert_uint_eq(found(&question, "never"), kept[i].index);
	}
}

/* Expects this default path and these statuses of loading and saving. */
static void check_place(const char *cache, const char *home, const char *place,
                        bench_status loaded, bench_status saved)
{
	bench_wisdom *wisdom;

	ck_assert_int_eq(cache ? setenv("XDG_CACHE_HOME", cache, 1) : unsetenv("XDG_CACHE_HOME"), 0);
	if (home)
		setenv("HOME", home, 1);
	ck_assert_int_eq(bench_wisdom_load(NULL, &wisdom), loaded);
	ck_assert_str_eq(bench_wisdom_path(wisdom), place);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 2), BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &copy), 2);
	ck_assert_int_eq(bench_wisdom_save(wisdom), saved);
	bench_wisdom_free(wisdom);
}

TEST(the_default_place_is_the_users_cache)
{
	static const char unknown[] = "/home/nobody-is-here";
	char here[512], cache[600], place[640];

	ck_assert_ptr_nonnull(getcwd(here, sizeof here));
	snprintf(cache, sizeof cache, "%s/%s/cache", here, folder);
	snprintf(place, sizeof place, "%s/libbench/wisdom", cache);
	check_place(cache, NULL, place, BENCH_OK, BENCH_OK);
	ck_assert_int_eq(access(place, R_OK), 0);
	check_place("not/absolute", unknown, "/home/nobody-is-here/.cache/libbench/wisdom", BENCH_OK,
		BENCH_ERR_OUTPUT);
	ck_assert_int_ne(access(unknown, F_OK), 0);
	check_place(NULL, "", "", BENCH_ERR_UNSUPPORTED, BENCH_ERR_UNSUPPORTED);
}

CHECK_SUITE_BETWEEN("wisdom_file", begin, end)
