/*
 * bench.hpp from outside (tests/hpp.sh): what it returns, keeps and throws.  With --cycles it prints
 * cycles of bodies by the macro and by a lambda.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static int failed;

static void check(bool right, const char *what)
{
	if (!right)
		std::printf("wrong: %s\n", what);
	failed += !right;
}

template <class Options = bench::options> static Options quick()
{
	Options o{};

	o.rounds = 20;
	return o;
}

struct counted {
	static int alive;
	counted() { alive++; }
	counted(const counted &) { alive++; }
	~counted() { alive--; }
};
int counted::alive;

static void throws()
{
	int calls = 0, most = 3, caught = 0;
	auto body = [&, c = counted()] { if (++calls > most) throw std::runtime_error("three"); };

	try {
		bench::measure(body, quick());
	} catch (const std::runtime_error &e) {
		caught += !std::strcmp(e.what(), "three");
	}
	calls = 0;
	try {
		bench::compare([] {}, body, quick<bench::compare_options>());
	} catch (const std::runtime_error &) {
		caught++;
	}
	calls = most = 0; // a busy machine may leave a candidate little
	try {
		bench::pick({ { "a", [] {} }, { "b", body } }, quick<bench::pick_options>());
	} catch (const std::runtime_error &) {
		caught++;
	}
	check(caught == 3, "exceptions pass through");
}

static void fails()
{
	bench::compare_options o{};

	o.confidence = 7;
	try {
		bench::compare([] {}, [] {}, o);
		check(false, "an error is thrown");
	} catch (const bench::error &e) {
		check(e.status() == BENCH_ERR_ARGUMENT && *e.what(), "its status");
	}
}

static void keeps()
{
	int i = 1;
	double d = 2;
	const long c = 3;
	std::string s = "words";

	bench::keep(i);
	bench::keep(d);
	bench::keep(c);
	bench::keep(s);
	bench::keep(i + 1);
	bench::keep(std::string("more"));
	check(i == 1 && d > 1.9 && s == "words", "keep changes nothing");
}

#define CHAIN(name, step) do { \
		std::uint64_t x = 88172645463325252u; \
		BENCH(step; BENCH_KEEP(x), 0); \
		double macro = bench_last()->cycles; \
		auto r = bench::measure([&] { step; bench::keep(x); }); \
		std::printf("%-10s %8.3f %8.3f\n", name, macro, r.cycles); \
	} while (0)

static void cycles()
{
	CHAIN("xorshift", (x ^= x << 13, x ^= x >> 7, x ^= x << 17));
	CHAIN("multiply", x *= 0x9e3779b97f4a7c15u; x |= 1);
	CHAIN("divide", x = UINT64_MAX / (x | 1));
	CHAIN("add", x += x >> 3);
	CHAIN("rotate", x = (x << 7 | x >> 57) + 1);
	CHAIN("sqrt", x = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(x))) + 12345);
	CHAIN("branch", x = x & 1 ? 3 * x + 1 : x >> 1);
	CHAIN("print", { char t[32]; x += static_cast<unsigned>(std::snprintf(t, sizeof t, "%d", 42)); });
	CHAIN("strlen", { char t[] = "some words"; bench::keep(t); x += std::strlen(t); });
	CHAIN("new", { int *p = new int(7); bench::keep(p); x += static_cast<unsigned>(*p); delete p; });
}

int main(int argc, char **argv)
{
	if (argc > 1 && !std::strcmp(argv[1], "--cycles")) {
		cycles();
		return 0;
	}
	if (argc > 1) {
		bench::cases all;
		int base = 3;
		std::uint64_t sum = 0;

		all.add("captures", [&sum, base] { sum += static_cast<unsigned>(base); bench::keep(sum); });
		all.add("range", [](std::uint64_t n) { while (n-- > 0) bench::keep(bench_parameter()); }).range = "1,2";
		struct fixture {
			int &state;

			void setup() { state = 1; }
			void prepare(std::uint64_t n) { state = n > 0 && state >= 1 ? 2 : -1; }
			void operator()() { if (state != 2) throw std::logic_error("not prepared"); bench::keep(state); }
			void teardown() { std::puts(state == 2 ? "torn down" : "wrong state"); }
		};
		struct unready { void setup() { throw std::runtime_error("no device"); } void operator()() {} };
		static int state;

		all.add("fixture", fixture{ state });
		all.add("unready", unready{});
		all.add("throws", [] { throw std::runtime_error("not here"); });
		all.add("later", [] { static int calls; if (++calls > 100) throw std::runtime_error("too late"); });
		return all.main(argc, argv);
	}
	int x = 0;
	bench::result one = bench::measure([&] { return ++x; }, quick());
	check(x > 20 && one.ns >= 0 && one.samples > 0, "a body with captures runs");
	auto several = bench::measure({ { "a", [&] { x++; } }, { "b", [](std::uint64_t n) { bench::keep(n); } } }, quick());
	check(several.size() == 2 && several[1].name == "b", "several");
	bench::difference d = bench::compare([&] { x++; }, [&] { x--; }, quick<bench::compare_options>());
	check(d.status == BENCH_OK && d.rounds > 0, "compare");
	bench::choice c = bench::pick({ { "only", [&] { x++; } } }, quick<bench::pick_options>());
	check(c.name == "only" && c.end == BENCH_PICK_END_ONLY_ONE, "pick");
	int (*const abs_of)(int) = bench::fastest<int(int)>("test/abs", { { "abs", std::abs, nullptr } },
		nullptr, nullptr);
	check(abs_of == static_cast<int (*)(int)>(std::abs), "fastest of one");
	bench_tuned t = bench::tune([] { std::uint64_t i = bench_parameter_named("i"); while (i-- > 0) bench::keep(i); },
		"i=1,400");
	check(t.row == 0 && t.rows == 2 && !std::strcmp(t.text, "i=1"), "tune");
	throws();
	fails();
	keeps();
	check(counted::alive == 0, "captures are destroyed");
	return failed != 0;
}
