/*
 * The machine's name.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#if defined HAVE_UNAME && defined HAVE_SYS_UTSNAME_H
#include <sys/utsname.h>
#endif

#include "mhz.h"

const char *mhz_host(void)
{
#if defined HAVE_UNAME && defined HAVE_SYS_UTSNAME_H
	static struct utsname name;

	return uname(&name) >= 0 ? name.nodename : "";
#else
	const char *name = getenv("COMPUTERNAME"); /* Windows */

	return name ? name : "";
#endif
}
