/*
 * A calibration from another process is read completely or not at all. (test_core: adopted only if
 * this machine confirms it.)
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "host/host.h"

/* A calibration that another process on this machine could have given. */
static struct benchi_calibration given(void)
{
	struct benchi_calibration c = { .step_ns = 10, .reading_ns = 25.5,
		.enough_ns = 12e3, .loop_ns = 0.27, .vernier = 0, .tick_ns = 0.27, .low_ticks = 300,
		.low_iterations = 150, .other_ticks = 200, .other_iterations = 220, .high_ticks = NAN,
		.high_iterations = NAN, .width_sure = NAN, .region_ns = 30,
		.clock = "monotonic",
		.low = "d + k", .other = "(a * k) ^ m" };

	benchi_processor_name(c.processor, sizeof c.processor);
	return c;
}

static const char *line(struct benchi_calibration c)
{
	static char text[BENCHI_CALIBRATION_TEXT];

	ck_assert_uint_gt(benchi_calibration_write(&c, text, sizeof text), 100);
	return text;
}

/* The ends of a number's range can be read back; values beyond them are refused. */
TEST(numbers_have_ranges)
{
#define OF(member) offsetof(struct benchi_calibration, member)
	static const struct { size_t offset; double min, max; } of[] = { { OF(step_ns), 1e-3, 1e9 },
		{ OF(reading_ns), 1e-3, 1e9 }, { OF(enough_ns), 1, 1e9 }, { OF(loop_ns), 0, 1e9 },
		{ OF(tick_ns), 1e-2, 1e6 }, { OF(low_ticks), 1, 1e6 }, { OF(low_iterations), 1, 1e12 },
		{ OF(other_ticks), 1, 1e6 }, { OF(other_iterations), 1, 1e12 },
		{ OF(high_ticks), 1, 1e6 }, { OF(high_iterations), 1, 1e12 },
		{ OF(region_ns), -1e9, 1e9 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		const double min = of[i].min, value[] = { min, of[i].max, 1.5 * of[i].max,
			min < 0 ? 1.5 * min : min > 0 ? min / 1.5 : -1 };

		for (int k = 0; k < 4; k++) {
			struct benchi_calibration c = given(), back;

			memcpy((char *)&c + of[i].offset, &value[k], sizeof value[k]);
			ck_assert_int_eq(benchi_calibration_read(line(c), &back), k < 2);
		}
	}
}

TEST(a_line_is_read_back)
{
	struct benchi_calibration c = given(), back;
	char text[BENCHI_CALIBRATION_TEXT];
	size_t length = benchi_calibration_write(&c, text, sizeof text);

	CHECK_NUMBERS({ length, strlen(text) }, { !strchr(text, '\n'), true });
	ck_assert_int_eq(benchi_calibration_read(text, &back), 1);
	CHECK_NUMBERS({ back.region_ns, 30 }, { back.high_ticks, NAN });
	ck_assert_str_eq(back.processor, c.processor);
	ck_assert_uint_eq(benchi_calibration_write(&c, text, length), 0);
	ck_assert_str_eq(text, "");
}

TEST(a_damaged_line_is_refused)
{
	char text[BENCHI_CALIBRATION_TEXT + 8];
	struct benchi_calibration c;
	size_t length;

	strcpy(text, line(given()));
	length = strlen(text);
	for (size_t cut = 0; cut + strlen(given().processor) < length; cut++) {
		char kept = text[cut];

		text[cut] = '\0';
		ck_assert_int_eq(benchi_calibration_read(text, &c), 0);
		text[cut] = kept;
	}
	text[sizeof "bench-calibration-1"]++;   /* a different version of the library */
	ck_assert_int_eq(benchi_calibration_read(text, &c), 0);
	ck_assert_int_eq(benchi_calibration_read(NULL, &c), 0);
	ck_assert(isnan(c.tick_ns) && isnan(c.step_ns));
	strcpy(text, line(given()));
	strcat(text, "\tmore=1");
	ck_assert_int_eq(benchi_calibration_read(text, &c), 0);
}

CHECK_SUITE("adopt")
