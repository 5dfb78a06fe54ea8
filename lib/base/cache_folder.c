/*
 * Finds the folder for files that may be lost: the XDG Base Directory Specification 0.8,
 * XDG_CACHE_HOME.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "base/cache_folder.h"
#include "base/detail.h"
#include "base/environment.h"

/* The folder, and what comes between it and the name. */
#ifdef _WIN32

static const char *cache_folder(const char **between)
{
	const char *folder = benchi_environment_text("LOCALAPPDATA");

	*between = "/";
	return folder && *folder ? folder : NULL;
}

#else

static const char *absolute(const char *name)
{
	const char *text = benchi_environment_text(name);

	return text && *text == '/' ? text : NULL;
}

static const char *cache_folder(const char **between)
{
	const char *folder = absolute("XDG_CACHE_HOME");

	*between = folder ? "/" : "/.cache/";
	return folder ? folder : absolute("HOME");
}

#endif

bench_status benchi_environment_cache(const char *below, char *path, size_t capacity)
{
	const char *between, *folder = cache_folder(&between);

	*path = '\0';
	if (!folder)
		return benchi_fail(BENCH_ERR_UNSUPPORTED,
			"neither XDG_CACHE_HOME nor HOME says where files may be kept");
	if (strlen(folder) + strlen(between) + strlen(below) >= capacity)
		return benchi_fail(BENCH_ERR_UNSUPPORTED, "'%.80s...' is too long for a folder", folder);
	strcpy(path, folder);
	strcat(path, between);
	strcat(path, below);
	return BENCH_OK;
}
