/*
 * The environment as text, and the task that a parent process sets.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif
#ifdef HAVE_SYS_AUXV_H
#include <sys/auxv.h>
#endif

int benchi_privileged(void)
{
#if defined HAVE_ISSETUGID
	return issetugid();
#elif defined HAVE_GETAUXVAL && defined AT_SECURE
	return getauxval(AT_SECURE) != 0;
#elif defined HAVE_GETEUID && defined HAVE_UNISTD_H
	return geteuid() != getuid() || getegid() != getgid();
#else
	return 0;
#endif
}

int benchi_stack_is_large(void)
{
#if defined HAVE_GETAUXVAL && defined AT_RANDOM
	char here;
	uintptr_t top = getauxval(AT_RANDOM);   /* bytes that the kernel put at the top */

	return top - (uintptr_t)&here < 1u << 20;
#else
	return 0;
#endif
}

const char *benchi_environment_text(const char *name)
{
	return benchi_privileged() ? NULL : getenv(name);
}

const char *benchi_task(const char *word)
{
	const char *text = benchi_environment_text(BENCHI_TASK);
	size_t length = strlen(word);

	return text && !strncmp(text, word, length) && text[length] == ' ' ? text + length + 1 : NULL;
}

/*
 * Finds the user's cache folder (XDG Base Directory Specification 0.8, XDG_CACHE_HOME).
 */

bench_status benchi_environment_cache(const char *below, char *path, size_t capacity)
{
	const char *between = "/";  /* the text between the folder and the name */
#ifdef _WIN32
	const char *folder = benchi_environment_text("LOCALAPPDATA");

	folder = folder && *folder ? folder : NULL;
#else
	const char *folder = benchi_environment_text("XDG_CACHE_HOME");

	if (!folder || *folder != '/') {
		folder = benchi_environment_text("HOME");
		folder = folder && *folder == '/' ? folder : NULL;
		between = "/.cache/";
	}
#endif

	*path = '\0';
	if (!folder)
		return benchi_fail(BENCH_ERR_UNSUPPORTED,
			"neither XDG_CACHE_HOME nor HOME is an absolute path");
	if ((size_t)snprintf(path, capacity, "%s%s%s", folder, between, below) < capacity)
		return BENCH_OK;
	*path = '\0';
	return benchi_fail(BENCH_ERR_UNSUPPORTED, "the name of the folder '%.80s...' is too long",
		folder);
}
