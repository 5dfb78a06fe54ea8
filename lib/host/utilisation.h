/*
 * The utilisation of the machine's processors, disks and network interfaces over a stretch of
 * time: the difference of two snapshots of the system's counts.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_UTILISATION_H
#define BENCHI_HOST_UTILISATION_H

#include <stdbool.h>
#include <stddef.h>

#include "host/system_file.h"

#define BENCHI_DEVICES 32     /* of a kind that were used; further ones are left out */
#define BENCHI_DEVICE_NAME 32

/* A disk's or an interface's counts since the system's start. */
typedef struct benchi_device {
	char name[BENCHI_DEVICE_NAME];
	double in, out;           /* bytes read or received, written or sent */
	double busy_s;            /* a disk: time with requests; an interface: NaN */
	double requests;          /* of a disk, finished; an interface: NaN */
	double most;              /* an interface: bytes a second each way; NaN: not stated */
} benchi_device;

/* Calls that read and write, of whatever (files, pipes, sockets), and their bytes. */
typedef struct benchi_io_calls {
	double reads, writes;
	double in, out;
} benchi_io_calls;

/* Counts since the system's start.  What the system does not state is NaN, or no device. */
typedef struct benchi_snapshot {
	double at_s;              /* since the system's start */
	benchi_processor_times times;
	double own_s;             /* processor time of this process and of children waited for */
	double waited_s, blocked_s;  /* time in which a task waited for a processor, for a device */
	benchi_io_calls calls[2];    /* of this process and of children waited for: before the
	                                snapshot, and after it, since it reads files itself */
	benchi_device disk[BENCHI_DEVICES], link[BENCHI_DEVICES];
	size_t disks, links;
} benchi_snapshot;

/* The device of its kind that was used most.  Name "": none was. */
typedef struct benchi_device_use {
	char name[BENCHI_DEVICE_NAME];
	double busy;              /* share of the time (disk), of its speed (interface), or NaN */
	double in_hz, out_hz;     /* bytes a second */
	double requests_hz;
} benchi_device_use;

/* What the machine did between two snapshots; shares are 0 to 1 of all processors. */
typedef struct benchi_utilisation {
	double seconds;
	double processors, user, system, stolen, idle;
	double own;               /* this process and its children, of the same processors */
	double waiting, blocked;  /* share of the time in which a task waited for a processor, for a
	                             device */
	benchi_device_use disk, link;
	benchi_io_calls calls;       /* of this process and its children, a second */
} benchi_utilisation;

/* The counts now, from root/proc and root/sys.  root: "" for the system's own, else own_s is
 * NaN.  Takes some
 * 0.2 ms. */
void benchi_snapshot_take(const char *root, benchi_snapshot *snapshot);

/* Between two snapshots.  Under 0.2 s everything is unknown, because the counts' unit is 10 ms. */
void benchi_utilisation_between(const benchi_snapshot *from, const benchi_snapshot *to,
                                benchi_utilisation *u);

/* Is anything known? */
bool benchi_utilisation_known(const benchi_utilisation *u);

#endif
