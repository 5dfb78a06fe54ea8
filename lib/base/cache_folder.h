/*
 * Where files that may be lost are kept.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_CACHE_FOLDER_H
#define BENCHI_BASE_CACHE_FOLDER_H

#include <bench.h>

/*
 * The name of a file in the user's cache folder: below $XDG_CACHE_HOME if that is an
 * absolute path, else below $HOME/.cache, on Windows below %LOCALAPPDATA%.
 *
 * BENCH_ERR_UNSUPPORTED: none of these is set, the program is set-user-ID, or the name does
 * not fit into capacity; path is "".
 */
bench_status benchi_environment_cache(const char *below, char *path, size_t capacity);

#endif
