/*
 * Threads, terminals and regular expressions, where the system has them, and the system's files.
 *
 * SPDX-License-Identifier: MIT
 */
#include "host/host.h"

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif
#ifdef HAVE_SYS_IOCTL_H
#include <sys/ioctl.h>
#endif
#if defined(__unix__) || defined(__APPLE__)
#include <stddef.h>
#endif

/*
 * Threads: POSIX threads, if configure finds them and the compiler has thread-local variables.
 * Otherwise BENCH_ERR_UNSUPPORTED.
 */

#if defined HAVE_PTHREAD_H && !defined BENCHI_NO_THREAD_LOCAL
#define HAS_THREADS 1

static void *system_enter(void *thread)
{
	struct benchi_os_thread *self = (struct benchi_os_thread *)thread;

	self->run(self->arg);
	return NULL;
}
#endif

bench_status benchi_os_thread_start(struct benchi_os_thread *thread, void (*run)(void *arg),
                                    void *arg)
{
	thread->run = run;
	thread->arg = arg;
#ifdef HAS_THREADS
	int error = pthread_create(&thread->thread, NULL, system_enter, thread);

	return error ? benchi_fail(BENCH_ERR_UNSUPPORTED, "cannot create thread: %s", strerror(error))
		: BENCH_OK;
#else
	return benchi_fail(BENCH_ERR_UNSUPPORTED,
	                   "no POSIX threads, or a compiler without variables of one thread");
#endif
}

void benchi_os_thread_join(struct benchi_os_thread *thread)
{
#ifdef HAS_THREADS
	pthread_join(thread->thread, NULL);
#endif
}

/*
 * Terminals. Without <unistd.h> nothing is a terminal; without <sys/ioctl.h> sizes are unknown.
 */

bool benchi_terminal_is(FILE *file)
{
#if defined HAVE_UNISTD_H && !defined _WIN32
	return isatty(fileno(file)) == 1;
#else
	return false;
#endif
}

size_t benchi_terminal_size(FILE *file, bool rows)
{
#if defined HAVE_SYS_IOCTL_H && defined TIOCGWINSZ
	struct winsize size;

	if (benchi_terminal_is(file) && !ioctl(fileno(file), TIOCGWINSZ, &size))
		return rows ? size.ws_row : size.ws_col;
#endif
	return 0;
}

/*
 * Regular expressions of POSIX. Compiled again for each text, which is fast enough for names of
 * cases.
 */

#if defined(__unix__) || defined(__APPLE__)
#ifdef __TINYC__
#define _REGEX_NELTS(n)    /* tcc rejects the header's array bound that names another parameter */
#endif
#include <regex.h>
#endif

int benchi_regex_find(const char *expression, const char *text)
{
#if defined(__unix__) || defined(__APPLE__)
	regex_t compiled;
	int found;

	if (regcomp(&compiled, expression, REG_EXTENDED | REG_NOSUB))
		return -1;
	found = regexec(&compiled, text, 0, NULL, 0);
	regfree(&compiled);
	return !found;
#else
	return -1;
#endif
}

/*
 * Files of the system: numbers and lines of text.
 */

double benchi_system_number(const char *root, const char *path)
{
	char line[80];
	double value;

	return benchi_number(benchi_system_line(root, path, line, sizeof line), &value)
	       ? value : (double)NAN;
}

void benchi_system_lines(const char *root, const char *path,
                         bool (*take)(void *to, const char *line), void *to)
{
	char line[4096];
	FILE *file = benchi_system_open(root, path);

	if (!file)
		return;
	while (fgets(line, sizeof line, file) && take(to, line))
		;
	fclose(file);
}

size_t benchi_system_numbers(const char *text, double *x, size_t n)
{
	size_t k = 0;

	for (; k < n; k++) {
		text = benchi_read_number(text + strspn(text, " \t"), &x[k]);
		if (!text)
			break;
	}
	return k;
}
