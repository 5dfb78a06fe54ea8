/*
 * Which signals wait, in this thread: sigprocmask is not defined where there are several.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_SIGNAL_MASK_H
#define BENCHI_HOST_SIGNAL_MASK_H

#include <config.h>

#include <signal.h>

#ifdef SIG_BLOCK
static inline void benchi_signal_mask(int how, const sigset_t *set, sigset_t *before)
{
#ifdef HAVE_PTHREAD_H
	(void)pthread_sigmask(how, set, before);
#else
	(void)sigprocmask(how, set, before);
#endif
}
#endif

#endif
