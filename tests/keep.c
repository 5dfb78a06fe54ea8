/*
 * BENCH_KEEP of each type in each form, in C and C++.
 *
 * tests/keep.sh searches the assembly. A function that is called if a known value has changed is
 * present only if the value was hidden from the compiler. A function without side effects is
 * called only if its result was kept.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>
#ifdef DROP    /* without BENCH_KEEP, for comparison */
#undef BENCH_KEEP
#define BENCH_KEEP(...) ((void)(__VA_ARGS__))
#endif

#ifdef __cplusplus
#define C_NAMES extern "C"
#define NO_THROW noexcept
#else
#define C_NAMES
#define NO_THROW
#endif
#if defined __cplusplus && __cplusplus >= 201703L && __STDC_HOSTED__ && !defined DROP
#include <bench.hpp>
#define KEEP_CALLED(x) bench::keep(x)
#define HAS_HPP
#else
#define KEEP_CALLED(x) BENCH_KEEP(x)
#endif
#if defined __cplusplus && defined __GNUC__ && !defined __clang__
#pragma GCC diagnostic ignored "-Wignored-attributes"
#endif
#ifdef __clang__
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"
#endif

/* FUNCTION(form, name, type) declares a function without side effects. */
#define FUNCTION(form, name, type) \
	C_NAMES __attribute__((__const__)) type form##_of_##name(void) NO_THROW;
#define CHANGED(form, name) C_NAMES void form##_of_##name(void);
/* ROW(name) starts a row; the script expects all of its forms. */
#define ROW(name) C_NAMES void row_##name(void); void row_##name(void)

/* TYPE(name, type, initialiser, condition: x is not the initial value) */
#define TYPE(name, type, known, other) \
	struct in_##name { char before; type member; }; \
	CHANGED(variable, name) CHANGED(element, name) CHANGED(called, name) \
	FUNCTION(value, name, type) FUNCTION(member, name, type) FUNCTION(constant, name, type) \
	FUNCTION(array, name, type) FUNCTION(pointed, name, type) FUNCTION(comma, name, type) \
	FUNCTION(rvalue, name, type) \
	ROW(name) \
	{ \
		{ type x = known; BENCH_KEEP(x); if (other) variable_of_##name(); } \
		{ type x = known; KEEP_CALLED(x); if (other) called_of_##name(); } \
		{ type xs[2] = { known, known }; BENCH_KEEP(xs[1]); \
			{ type x = xs[1]; if (other) element_of_##name(); } } \
		BENCH_KEEP(value_of_##name()); \
		KEEP_CALLED(rvalue_of_##name()); \
		BENCH_KEEP((void)0, comma_of_##name()); \
		{ struct in_##name s; s.member = member_of_##name(); BENCH_KEEP(s.member); } \
		{ type const c = constant_of_##name(); BENCH_KEEP(c); } \
		{ type xs[3]; xs[2] = array_of_##name(); BENCH_KEEP(xs); } \
		{ type x = pointed_of_##name(); type *p = &x; BENCH_KEEP(*p); } \
	}

enum colour { RED, GREEN };
union word { int whole; char part[4]; };
struct opaque;
typedef void routine(int);
C_NAMES routine one_routine;
static char here[2];
typedef int vector __attribute__((__vector_size__(16)));

#ifdef __cplusplus
typedef bool truth;
#else
typedef _Bool truth;
#endif
TYPE(bool, truth, 1, x != 1)
TYPE(char, char, 1, x != 1)
TYPE(schar, signed char, 1, x != 1)
TYPE(short, short, 1, x != 1)
TYPE(int, int, 1, x != 1)
TYPE(long, long, 1, x != 1)
TYPE(longlong, long long, 1, x != 1)
TYPE(ulonglong, unsigned long long, 1, x != 1)
TYPE(float, float, 1, x < 1)
#if defined __FLT16_MAX__ && defined __x86_64__ && !defined __cplusplus
TYPE(half, _Float16, 1, x < 1)
#endif
TYPE(double, double, 1, x < 1)
TYPE(longdouble, long double, 1, x < 1)
TYPE(enum, enum colour, GREEN, x != GREEN)
TYPE(union, union word, { 1 }, x.whole != 1)
TYPE(pointer, char *, here, x != here)
TYPE(incomplete, struct opaque *, 0, x != 0)
TYPE(void, void *, 0, x != 0)
TYPE(routine, routine *, one_routine, x != one_routine)
TYPE(complex, _Complex double, 1, __real__ x < 1)
TYPE(complexfloat, _Complex float, 1, __real__ x < 1)
#ifdef __SIZEOF_INT128__
TYPE(int128, __int128, 1, x != 1)
#endif
#if !defined __i386__ || defined __SSE2__    /* otherwise returning one causes a warning */
TYPE(vector, vector, { 1 }, x[0] != 1)
#endif
#define BYTES(n) struct bytes##n { char b[n]; }; \
	TYPE(bytes##n, struct bytes##n, { { 1 } }, x.b[0] != 1)
BYTES(1) BYTES(2) BYTES(3) BYTES(4) BYTES(5) BYTES(6) BYTES(7) BYTES(8) BYTES(9) BYTES(12)
BYTES(16) BYTES(24) BYTES(32) BYTES(64)
struct reals { double a, b; };
#define ONES { 1, 1 }
TYPE(reals, struct reals, ONES, x.b < 1)
struct fixed { const int a; int b; };

/* Arrays, which functions cannot return. */
#define ARRAY(n) \
	CHANGED(variable, array##n) CHANGED(called, array##n) FUNCTION(value, array##n, char) \
	FUNCTION(member, array##n, char) FUNCTION(constant, array##n, char) \
	ROW(array##n) \
	{ \
		{ char x[n] = { 1 }; BENCH_KEEP(x); if (x[0] != 1) variable_of_array##n(); } \
		{ char x[n] = { 1 }; KEEP_CALLED(x); if (x[0] != 1) called_of_array##n(); } \
		{ char x[n]; x[n - 1] = value_of_array##n(); BENCH_KEEP(x); } \
		{ struct { char c; char x[n]; } s; s.x[n - 1] = member_of_array##n(); BENCH_KEEP(s.x); } \
		{ const char x[n] = { constant_of_array##n() }; BENCH_KEEP(x); } \
	}
ARRAY(1) ARRAY(2) ARRAY(3) ARRAY(4) ARRAY(5) ARRAY(6) ARRAY(7) ARRAY(8) ARRAY(16) ARRAY(33)

struct bits {
	int narrow : 3;
	unsigned one : 1;
	long long wide : 40;
	unsigned long long widest : 64;
};
#define BITS(name) \
	FUNCTION(member, name, int) FUNCTION(pointed, name, int) \
	ROW(name) \
	{ \
		struct bits s; \
		struct bits t; \
		struct bits *p = &t; \
		s.name = member_of_##name() & 1; \
		p->name = pointed_of_##name() & 1; \
		BENCH_KEEP(s.name); \
		BENCH_KEEP(p->name); \
	}
BITS(narrow) BITS(one) BITS(wide) BITS(widest)

/* Must only compile, or has only one form. */
C_NAMES void compiles(int n);
CHANGED(variable, fixed)
FUNCTION(value, volatile, int)
FUNCTION(value, constvolatile, int)
FUNCTION(value, packed, int)
struct __attribute__((__packed__)) packed { char c; int i; };
ROW(fixed) { struct fixed x = { 1, 1 }; BENCH_KEEP(x); if (x.b != 1) variable_of_fixed(); }
ROW(volatile) { volatile int x = value_of_volatile(); BENCH_KEEP(x); }
ROW(constvolatile) { const volatile int x = value_of_constvolatile(); BENCH_KEEP(x); }
ROW(packed) { struct packed x; x.i = value_of_packed(); BENCH_KEEP(x.i); }
C_NAMES void value_of_function(void);
ROW(function) { BENCH_KEEP(value_of_function); }
void compiles(int n)
{
	static int many[4];
	const volatile double cv = n;
#ifndef __cplusplus
	register long long wide = n;
	register double real = n;

	BENCH_KEEP(wide);
	BENCH_KEEP(real);
#endif

	BENCH_KEEP(RED); BENCH_KEEP(5); BENCH_KEEP(1.5); BENCH_KEEP("text"); BENCH_KEEP('a');
	BENCH_KEEP(5ull); BENCH_KEEP(0); BENCH_KEEP(n++); BENCH_KEEP(n = 3); BENCH_KEEP(&n);
	BENCH_KEEP(&many[1]);
	BENCH_KEEP(many + 1); BENCH_KEEP(cv); BENCH_KEEP(sizeof n); BENCH_KEEP(&one_routine);
	BENCH_KEEP(!n);
#ifndef __wasm__    /* clang does not support it */
	BENCH_KEEP(1e5L);
#endif
	BENCH_KEEP(many[n]); BENCH_KEEP((n)); BENCH_KEEP(n ? 1.0 : 2.0); BENCH_KEEP(__func__);
}

#ifdef __cplusplus
struct counted {
	explicit counted(int n) : a(n) {}
	~counted();
	int a;
};
struct alone {                        /* can be neither copied nor moved */
	alone() : a(1) {}
	alone(const alone &) = delete;
	alone &operator=(const alone &) = delete;
	int a;
};
struct referring { int &r; };
struct virtually { virtual ~virtually(); int a; };
struct owner {                        /* is empty after it was moved from */
	owner() : a(1) {}
	owner(owner &&o) : a(o.a) { o.a = 0; }
	int a;
};
enum class kind : unsigned char { first = 1, second };
TYPE(kind, kind, kind::first, x != kind::first)
TYPE(memberpointer, int alone::*, &alone::a, x != &alone::a)
typedef int (alone::*method)();
TYPE(methodpointer, method, nullptr, x != nullptr)
#define CLASS(name, test) CHANGED(variable, name) CHANGED(called, name) \
	ROW(name) \
	{ \
		{ int n = 1; (void)n; name##_type; BENCH_KEEP(x); if (test) variable_of_##name(); } \
		{ int n = 1; (void)n; name##_type; KEEP_CALLED(x); if (test) called_of_##name(); } \
	}
#define counted_type counted x(1)
#define alone_type alone x
#define referring_type referring x = { n }
#define virtually_type virtually x; x.a = 1
#define owner_type owner x
#define lambda_type auto x = [n]() mutable { return n++; }
CLASS(counted, x.a != 1)
CLASS(alone, x.a != 1)
CLASS(referring, x.r != 1)
CLASS(virtually, x.a != 1)
CLASS(owner, x.a != 1)
CLASS(lambda, x() != 1)
C_NAMES void cpp_compiles(const alone &one, const volatile int *p, void (*f)() noexcept,
                          decltype(nullptr) no);
void cpp_compiles(const alone &one, const volatile int *p, void (*f)() noexcept,
                  decltype(nullptr) no)
{
	struct nothing {} empty;
	int many[2][3] = {};

	BENCH_KEEP(one); BENCH_KEEP(*p); BENCH_KEEP(p[1]); BENCH_KEEP(*f); BENCH_KEEP(no);
	BENCH_KEEP(empty);
	BENCH_KEEP(one.a); BENCH_KEEP(alone()); BENCH_KEEP(many); BENCH_KEEP(many[1]);
	BENCH_KEEP(nullptr);
	BENCH_KEEP(one_routine); BENCH_KEEP(counted(3)); BENCH_KEEP(static_cast<alone &&>(alone()));
	BENCH_KEEP(true);
	KEEP_CALLED(one); KEEP_CALLED(*p); KEEP_CALLED(one_routine); KEEP_CALLED(alone());
	KEEP_CALLED(many);
	KEEP_CALLED(5); KEEP_CALLED(1.5); KEEP_CALLED("text"); KEEP_CALLED(empty);
}
#ifdef HAS_HPP
CHANGED(called, moved)
/* BENCH_KEEP does not move from its argument, so the compiler cannot know the value. */
C_NAMES void row_moved(void);
void row_moved(void)
{
	alone x;

	KEEP_CALLED(static_cast<alone &&>(x));
	if (x.a != 1)
		called_of_moved();
}
#endif
#endif
