
/* ---- a machine without a system: what the program brings along (doc/internals/bare-metal.md) ----
 * SPDX-License-Identifier: MIT */

#ifdef __cplusplus
extern "C" {
#endif

/*
 * bench_clock_default: the clock of this machine, which the program defines: a counter, as
 * nanoseconds that never run backwards.
 *
 * bench_bare_memory: gives the library the memory that it may use.
 *
 * memory, bytes: of any alignment, until the next call; in use by nothing else.  bench_pick uses it
 *                only where its options name no memory.  NULL or too little: BENCH_ERR_MEMORY.
 * Not thread-safe, as nothing is in this build.
 */
void bench_bare_memory(void *memory, size_t bytes);

#ifdef __cplusplus
}
#endif
