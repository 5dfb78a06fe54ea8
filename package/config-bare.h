/*
 * The facts of a machine without a system, for `make amalgam BARE=1`: no heap, files, threads,
 * environment or standard input and output.  package/bare.c takes the place of what asks a system.
 *
 * SPDX-License-Identifier: MIT
 */
#define BENCHI_THREAD_LOCAL             /* one thread */
#define BENCHI_NO_THREAD_LOCAL 1
#define BENCHI_CFLAGS ""
#define BENCHI_NO_DETAILS 1             /* bench_detail is "" */
#define BENCHI_SMALL 1                  /* what base.h says */
#define malloc benchi_bare_take         /* of the memory that bench_bare_memory was given */
#define calloc benchi_bare_take_zero
#define realloc benchi_bare_resize
#define free benchi_bare_free
