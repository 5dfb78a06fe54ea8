/*
 * Reads unwind information: the extents of functions, and how exceptions leave them.
 *
 * Source: Linux Standard Base Core 5.0, 10.5 and 10.6; the Itanium C++ ABI's exception tables.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/versus/versus.h"

#ifdef BENCHI_HAVE_ELF

#include "tools/versus/image.h"

#include <elf.h>

bool versus_image_uleb(const unsigned char **p, const unsigned char *end, uint64_t *x)
{
	*x = 0;
	for (unsigned shift = 0; *p < end && shift < 63; shift += 7) {
		unsigned char c = *(*p)++;

		*x |= (uint64_t)(c & 0x7f) << shift;
		if (!(c & 0x80))
			return true;
	}
	return false;
}

bool versus_image_encoded(const versus_image *m, unsigned encoding, uint64_t at, uint64_t *value,
                          size_t *size)
{
	int32_t narrow = 0;

	*size = (encoding & 0x0f) == 0x0b || (encoding & 0x0f) == 0x03 ? 4 : VERSUS_WORD;
	*value = 0;
	if (*size == VERSUS_WORD && (encoding & 0x0f) != 0x00 && (encoding & 0x0f) != 0x04
	    && (encoding & 0x0f) != 0x0c)
		return false;
	if (!(*size == 4 ? versus_image_word(m, at, &narrow, 4) : versus_image_word(m, at, value,
		VERSUS_WORD)))
		return false;
	if (*size == 4)
		*value = (encoding & 0x0f) == 0x03 ? (uint32_t)narrow : (uint64_t)(int64_t)narrow;
	if ((encoding & 0x70) == 0x10 && *value)
		*value += at;
	return (encoding & 0x70) == 0 || (encoding & 0x70) == 0x10;
}

/* Reads what a common entry (CIE) states for its frames. */
static bool read_common(const versus_image *m, uint64_t at, versus_frame *f, unsigned *pointer,
                        unsigned *exceptions)
{
	uint32_t length;
	const unsigned char *p, *end;
	const char *augmentation;
	uint64_t skipped;

	if (!versus_image_word(m, at, &length, 4) || length < 9 || length > VERSUS_FILE
	    || !(p = versus_image_bytes(m, at, length + 4ull)) || memcmp(p + 4, "\0\0\0\0\1", 5))
		return false;
	end = p + 4 + length;
	f->common = at;
	f->common_size = length + 4ull;
	augmentation = (const char *)p + 9;
	*pointer = 0;
	*exceptions = 0xff;
	if (!memchr(augmentation, '\0', (size_t)(end - (p + 9))) || (*augmentation
		&& *augmentation != 'z'))
		return false;
	p += 9 + strlen(augmentation) + 1;
	if (!versus_image_uleb(&p, end, &skipped) || !versus_image_uleb(&p, end, &skipped)
	    || !versus_image_uleb(&p, end, &skipped) || !*augmentation)
		return !*augmentation;
	if (!versus_image_uleb(&p, end, &skipped))
		return false;
	for (const char *a = augmentation + 1; *a; a++) {
		size_t size;

		if (p >= end)
			return *a == 'S' || *a == 'B';
		if (*a == 'R')
			*pointer = *p++;
		else if (*a == 'L')
			*exceptions = *p++;
		else if (*a == 'P') {
			unsigned encoding = *p++;

			f->personality_at = at + (uint64_t)(p - versus_image_bytes(m, at, 1));
			if (!versus_image_encoded(m, encoding, f->personality_at, &f->personality, &size))
				return false;
			f->personality_size = size;
			p += size;
		} else if (*a != 'S' && *a != 'B') {
			return false;
		}
	}
	return true;
}

/* Reads all frames of .eh_frame.  Unreadable frames are left out; a function then differs if only
 * one side has a frame. */
bool versus_read_frames(versus_image *m)
{
	size_t capacity = 0;
	uint64_t at = m->unwind, end;
	uint32_t length, back;

	while (at && versus_image_word(m, at, &length, 4) && length && length < VERSUS_FILE
	       && versus_image_word(m, at + 4, &back, 4)) {
		versus_frame f = { .start = 0 };
		unsigned pointer, exceptions;
		const unsigned char *p;
		uint64_t here = at, n, range;
		size_t narrow;

		at += 4ull + length;
		if (!back || !read_common(m, here + 4 - back, &f, &pointer, &exceptions)
		    || !versus_image_encoded(m, pointer, here + 8, &f.start, &narrow)
		    || !versus_image_encoded(m, pointer & 0x0f, here + 8 + narrow, &range, &narrow))
			continue;
		f.end = f.start + range;
		f.rest = here + 8 + 2 * narrow;
		f.rest_size = at - f.rest;
		if (exceptions != 0xff) {
			p = versus_image_bytes(m, f.rest, f.rest_size);
			if (!p || f.rest_size > length || !versus_image_uleb(&p, p + f.rest_size, &n))
				continue;
			f.exceptions_at = f.rest + (uint64_t)(p - versus_image_bytes(m, f.rest, 1));
			if (!versus_image_encoded(m, exceptions, f.exceptions_at, &f.exceptions, &narrow))
				continue;
			f.exceptions_size = narrow;
		}
		if (!benchi_grow(&m->frame, sizeof f, m->frames, &capacity))
			return false;
		m->frame[m->frames++] = f;
	}
	end = at;
	m->unwind_size = end - m->unwind;
	if (m->frames)
		qsort(m->frame, m->frames, sizeof *m->frame, versus_by_address);
	return !m->unwind || (versus_add_bound(m, m->unwind) && versus_add_bound(m, end));
}

#endif
