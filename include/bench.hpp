/*
 * libbench in C++17: bodies are callables, results are values, exceptions pass through.
 *
 *	auto r = bench::measure([&] { x = std::hash<int>{}(x); });
 *	std::printf("%.3f ns, %.2f cycles\n", r.ns, r.cycles);
 *
 * Header only, on the functions of bench.h; bench_hpp(3).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_HPP
#define BENCH_HPP

#include <bench.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace bench {

using options = bench_options;
using compare_options = bench_compare_options;
using pick_options = bench_pick_options;
using difference = bench_difference;

/* What bench.h's functions failed with. */
class error : public std::runtime_error {
public:
	explicit error(bench_status status)
		: std::runtime_error(std::string(bench_status_text(status))
		                     + (*bench_detail() ? ": " : "") + bench_detail()),
		  status_(status)
	{
	}
	bench_status status() const noexcept { return status_; }

private:
	bench_status status_;
};

/* A summary with the name it was measured under. */
struct result : bench_summary {
	std::string name;
};

/* A choice with the names of the fastest and the next. */
struct choice : bench_choice {
	std::string name, next;
};

/* keep: the compiler must compute x, and must not know its value afterwards; x is not copied. */
template <class T> inline void keep(T &&x) noexcept
{
#if defined __GNUC__ && !defined BENCH_NO_ASM
	BENCH_KEEP(x);
#else
	bench_keep(0, std::addressof(x));
#endif
}

namespace inside {

/* A callable as a body: f(n) does its work n times, f() once; what f() returns is kept. */
class arm {
public:
	virtual ~arm() = default;
	arm() = default;
	arm(const arm &) = delete;
	arm &operator=(const arm &) = delete;

	/* The exception that ended the body, once. */
	void rethrow()
	{
		if (error_)
			std::rethrow_exception(std::exchange(error_, nullptr));
	}

	static void body(std::uint64_t n, void *to) noexcept { of(to)->guard([=] { of(to)->run(n); }); }
	static void prepare(std::uint64_t n, void *to) noexcept { of(to)->guard([=] { of(to)->ready(n); }); }
	static void teardown(void *to) noexcept { of(to)->guard([=] { of(to)->end(); }); }
	static void setup(void *to) noexcept
	{
		if (of(to)->reports_)
			of(to)->error_ = nullptr;   /* an error of the row before */
		of(to)->guard([=] { of(to)->begin(); });
		of(to)->skip();
	}

	/* From now on exceptions are failures of the case, by bench_fail. */
	void report() noexcept { reports_ = true; }

	/* One iteration. */
	static int verify(void *to) noexcept
	{
		prepare(1, to);
		body(1, to);
		of(to)->skip();
		return 1;
	}

private:
	static arm *of(void *to) noexcept { return static_cast<arm *>(to); }
	virtual void run(std::uint64_t n) = 0;
	virtual void begin() = 0;
	virtual void end() = 0;
	virtual void ready(std::uint64_t n) = 0;

	/* The first exception is kept; from then on nothing is done. */
	template <class G> void guard(G call) noexcept
	{
		if (error_)
			return;
		try {
			call();
		} catch (const std::exception &e) {
			keep(e.what());
		} catch (...) {
			keep("an exception");
		}
	}

	void keep(const char *words) noexcept
	{
		error_ = std::current_exception();
		if (reports_)
			bench_fail(words);
	}

	/* An exception excludes a candidate, with its words. */
	void skip() noexcept
	{
		if (!error_ || reports_)
			return;
		try {
			rethrow();
		} catch (const std::exception &e) {
			bench_skip(e.what());
		} catch (...) {
			bench_skip("an exception");
		}
	}
	std::exception_ptr error_;
	bool reports_ = false;
};

/* Whether a callable object has setup(), teardown() and prepare(n). */
template <class F, class = void> struct has_setup : std::false_type {};
template <class F> struct has_setup<F, std::void_t<decltype(std::declval<F &>().setup())>> : std::true_type {};
template <class F, class = void> struct has_teardown : std::false_type {};
template <class F> struct has_teardown<F, std::void_t<decltype(std::declval<F &>().teardown())>> : std::true_type {};
template <class F, class = void> struct has_prepare : std::false_type {};
template <class F> struct has_prepare<F, std::void_t<decltype(std::declval<F &>().prepare(std::uint64_t{}))>>
	: std::true_type {};

template <class F> class arm_of final : public arm {
public:
	explicit arm_of(F f) : f_(std::forward<F>(f)) {}

private:
	void run(std::uint64_t n) override
	{
		[[maybe_unused]] auto left = static_cast<std::size_t>(n);

		if constexpr (std::is_invocable_v<F &, std::uint64_t>) {
			f_(n);
		} else if constexpr (std::is_void_v<std::invoke_result_t<F &>>) {
			BENCH_FOR_(left)
				BENCH_ONCE_ f_();
		} else {
			BENCH_FOR_(left)
				BENCH_ONCE_ bench::keep(f_());
		}
	}
	void begin() override
	{
		if constexpr (has_setup<F>::value)
			f_.setup();
	}
	void end() override
	{
		if constexpr (has_teardown<F>::value)
			f_.teardown();
	}
	void ready([[maybe_unused]] std::uint64_t n) override
	{
		if constexpr (has_prepare<F>::value)
			f_.prepare(n);
	}
	F f_;   /* a reference where the callable is an lvalue */
};

inline void check(bench_status status)
{
	if (status != BENCH_OK)
		throw error(status);
}

} // namespace inside

/* A callable with a name, for measure, pick and cases; captures are kept.  In pick and cases an object
 * may have setup(), teardown() and prepare(n) and its call, as bench_case has them. */
class named {
public:
	template <class F>
	named(std::string name, F f)
		: name_(std::move(name)), arm_(std::make_shared<inside::arm_of<F>>(std::move(f))),
		  prepares_(inside::has_prepare<F>::value)
	{
	}
	const std::string &name() const noexcept { return name_; }
	inside::arm &body() const noexcept { return *arm_; }
	bench_case as_case() const
	{
		bench_case c{};

		c.name = name_.c_str();
		c.body = inside::arm::body;
		c.setup = inside::arm::setup;
		c.teardown = inside::arm::teardown;
		c.prepare = prepares_ ? inside::arm::prepare : nullptr;
		c.arg = arm_.get();
		return c;
	}

private:
	std::string name_;
	std::shared_ptr<inside::arm> arm_;
	bool prepares_;
};

namespace inside {

/* The loops of BENCH, of one, two and four instances of f(): exact for a short one too. */
template <class F> void in_loops(F &f)
{
	if constexpr (std::is_void_v<std::invoke_result_t<F &>>)
		BENCH_NAMED_("bench::measure", f(), 0);
	else
		BENCH_NAMED_("bench::measure", bench::keep(f()), 0);
}

} // namespace inside

/* measure: BENCH of a callable f(); with options, or of f(n), bench_measure.  Throws what f throws,
 * or bench::error. */
template <class F> result measure(F &&f, const options &how)
{
	inside::arm_of<F &> body(f);
	inside::arm *arm = &body;
	result found{};
	bench_status status = bench_measure(inside::arm::body, arm, &how, &found);

	arm->rethrow();
	inside::check(status);
	return found;
}

template <class F> result measure(F &&f)
{
	if constexpr (std::is_invocable_v<F &, std::uint64_t>) {
		return measure(std::forward<F>(f), options{});
	} else {
		result found{};

		inside::in_loops(f);
		static_cast<bench_summary &>(found) = *bench_last();
		inside::check(found.status);
		return found;
	}
}

/* The same of several, one after the other. */
inline std::vector<result> measure(std::initializer_list<named> all, const options &how = options{})
{
	std::vector<result> found;

	for (const named &each : all) {
		result one{};
		bench_status status = bench_measure(inside::arm::body, &each.body(), &how, &one);

		each.body().rethrow();
		inside::check(status);
		one.name = each.name();
		found.push_back(std::move(one));
	}
	return found;
}

/* compare: bench_compare; the answer is of g against f. */
template <class F, class G> difference compare(F &&f, G &&g, const compare_options &how = compare_options{})
{
	inside::arm_of<F &> first(f);
	inside::arm_of<G &> second(g);
	inside::arm *arms[2] = { &first, &second };
	bench_case cases[2] = {};
	difference found{};

	for (std::size_t i = 0; i < 2; i++) {
		cases[i].body = inside::arm::body;
		cases[i].arg = arms[i];
	}
	bench_status status = bench_compare(cases, &how, &found);

	first.rethrow();
	second.rethrow();
	inside::check(status);
	return found;
}

/* pick: bench_pick among named callables. */
inline choice pick(std::initializer_list<named> all, const pick_options &how = pick_options{})
{
	std::vector<bench_case> cases;
	choice found{};

	for (const named &each : all)
		cases.push_back(each.as_case());
	bench_status status = bench_pick(cases.data(), cases.size(), &how, &found);

	for (const named &each : all)
		each.body().rethrow();
	inside::check(status);
	found.name = all.begin()[found.index].name();
	if (found.runner_up < all.size())
		found.next = all.begin()[found.runner_up].name();
	return found;
}

/* fastest: bench_fastest among functions of one type; usable may be null. */
template <class F> struct alternative {
	const char *name;
	F *function;
	int (*usable)(void);
};

template <class F>
F *fastest(const char *key, const std::vector<alternative<F>> &all, bench_sample *sample, bench_same *same,
           void *arg = nullptr, const std::vector<bench_value> &sizes = {}, double budget_ns = 0)
{
	std::vector<bench_alternative> list;

	for (const alternative<F> &each : all)
		list.push_back({ each.name, reinterpret_cast<bench_function *>(each.function), each.usable });
	return reinterpret_cast<F *>(bench_fastest(key, list.data(), list.size(), sample, same,
		arg, sizes.data(), sizes.size(), budget_ns));
}

/* tune: bench_tune of a callable f() or f(n) that asks bench_parameter_named for its values. */
template <class F>
bench_tuned tune(F &&f, const char *range, const pick_options &how = pick_options{})
{
	inside::arm_of<F &> body(f);
	inside::arm *arm = &body;
	bench_case c{};
	bench_tuned found{};

	c.body = inside::arm::body;
	c.arg = arm;
	c.range = range;
	bench_status status = bench_tune(&c, &how, &found);

	arm->rethrow();
	inside::check(status);
	return found;
}

/*
 * cases: a table for bench_main, from callables (link with libbench-program).  A case that throws,
 * in setup, prepare, teardown or any iteration, has failed, with the exception's words (bench_fail).
 */
class cases {
public:
	/* The case may be filled in further: .range, .bytes, .items. */
	template <class F> bench_case &add(std::string name, F f)
	{
		body_.emplace_back(std::move(name), std::move(f));
		table_.push_back(body_.back().as_case());
		table_.back().verify = inside::arm::verify;
		body_.back().body().report();
		return table_.back();
	}
	int main(int argc, char **argv)
	{
		for (std::size_t i = 0; i < body_.size(); i++)
			table_[i].name = body_[i].name().c_str();   /* names moved as the table grew */

		return bench_main(argc, argv, table_.data(), table_.size());
	}

private:
	std::vector<named> body_;
	std::vector<bench_case> table_;
};

} // namespace bench

#endif
