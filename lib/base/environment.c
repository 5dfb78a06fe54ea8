/*
 * What the process was started with: privileges, a large stack, and the environment.
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
	uintptr_t top = getauxval(AT_RANDOM);   /* random bytes that the kernel put at the top of the
	                                           stack */

	return top - (uintptr_t)&here < 1u << 20;
#else
	return 0;
#endif
}

const char *benchi_environment_text(const char *name)
{
	return benchi_privileged() ? NULL : getenv(name);
}
