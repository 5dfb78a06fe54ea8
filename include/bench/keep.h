/*
 * Prevents the compiler from removing, merging or precomputing the timed code.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_KEEP_H
#define BENCH_KEEP_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/*
 * BENCH_KEEP(x): the compiler must compute x, each time, although nothing uses it.
 *
 * x: an expression of any type, commas and bit-fields included.  Where x is a variable
 *    that may be modified, of whatever type (in C a name or an array element; in C++ any
 *    lvalue but a member), the compiler must also forget x's value: it cannot merge later
 *    computations from x with earlier ones.
 *    Otherwise it may compute x once, before the loop, if x's inputs do not
 *    change: use BENCH_CLOBBER, or make each iteration depend on the one before.
 *    In C++ a bit-field that is named without its object does not compile: this->x.
 *
 * BENCH_CLOBBER(): the compiler must assume that all memory that code outside
 * the function can reach has changed: stored values are stored, loaded ones loaded again.
 *
 * With GNU C an empty asm statement: no instruction for integers, pointers, float and
 * double in registers; for larger values a store, and a load where they are used again.
 * In WebAssembly one store for each: its engines remove what is not stored.
 * Otherwise (or with BENCH_NO_ASM defined) an opaque call, which takes a few nanoseconds and
 * hides no value.  GCC before 9, and C++ before C++11, keep x without hiding its value.
 * Thread-safe.  Since 0.1.0.
 */
#if defined __GNUC__ && !defined BENCH_NO_ASM
#define BENCH_CLOBBER() __asm__ volatile("" : : : "memory")
#else
#define BENCH_KEEP(...) bench_keep(0, (__VA_ARGS__))
#define BENCH_CLOBBER() bench_clobber()
#endif

/* The asm constraint of a register for a double; where there may be no such register, of any
 * operand. */
#if defined __SSE2__
#define BENCH_REAL_ "x"
#elif defined __i386__ && !defined _SOFT_FLOAT
#define BENCH_REAL_ "t"
#elif defined __aarch64__ && defined __ARM_NEON \
	|| defined __arm__ && !defined __SOFTFP__ && defined __ARM_FP && (__ARM_FP & 8) != 0
#define BENCH_REAL_ "w"
#elif defined __riscv_flen && __riscv_flen >= 64 || defined __s390x__ \
	|| defined __powerpc64__ && !defined _SOFT_FLOAT
#define BENCH_REAL_ "f"
#elif defined __wasm__
#define BENCH_REAL_ "r"
#else
#define BENCH_REAL_ "m,r"    /* gcc for arm refuses "+r,m" */
#endif

/* Engines that compile WebAssembly see no asm statements and remove unused computations: V8 turned
 * 1.27 us into 141 ns.  So values that are kept in a register are stored too.  Cranelift removes
 * stores that another one follows, and merges the multiplications between them.  So a variable is
 * also read back, under a condition that never holds; only memory says so. */
#ifdef __wasm__
static volatile uint64_t bench_stored_[2] __attribute__((__unused__)); /* the value, 0 */
#define BENCH_STORED_(type) (*(volatile type *)(volatile void *)bench_stored_)
#define BENCH_STORE_(x) (void)(BENCH_STORED_(__typeof__(((void)0, x))) = (x))
#define BENCH_USE_(constraint, x) BENCH_STORE_(x)
#define BENCH_HIDE_(x) (BENCH_STORE_(x), bench_stored_[1] \
	? (void)((x) = BENCH_STORED_(__typeof__(((void)0, x)))) : (void)0)
#else
#define BENCH_HIDE_(x) (void)0
#define BENCH_USE_(constraint, x) __asm__ volatile("" : : constraint(x))
#endif

/* Where to keep a value of this class and size: 0 in a word, 1 in a floating-point register, 2 in
 * memory.  Classes are those of __builtin_classify_type. */
#ifdef __wasm__
#define BENCH_WORD_ sizeof(uint64_t)
#else
#define BENCH_WORD_ sizeof(void *)
#endif
#define BENCH_HELD_(class, size) \
	((class) >= 1 && (class) <= 5 && (size) <= BENCH_WORD_ ? 0 \
	 : (class) == 8 && (size) >= sizeof(float) && (size) <= sizeof(double) ? 1 : 2)

/* Whether the text lacks a character; a constant expression for gcc and clang. */
#define BENCH_NO_(text, as_text, character) \
	(__builtin_strlen(__builtin_strchr(text as_text, character)) == 1)
#define BENCH_TEXT_(...) #__VA_ARGS__

#if defined BENCH_KEEP
#elif defined __GNUC__ && !defined __clang__ && __GNUC__ < 9 \
	|| defined __cplusplus && __cplusplus < 201103L
#define BENCH_KEEP(...) __asm__ volatile("" : : "r,m"((__VA_ARGS__)))
#elif defined __cplusplus
#define BENCH_KEEP(...) bench_keep_<BENCH_NO_MEMBER_(BENCH_TEXT_(__VA_ARGS__))>::of((__VA_ARGS__))

/* Excludes members, since a reference cannot bind to a bit-field. */
#define BENCH_NO_MEMBER_(text) (BENCH_NO_(text, ".", '.') && BENCH_NO_(text, ">", '>'))
#define BENCH_INLINE_ __attribute__((__always_inline__)) static inline

extern "C++" {
#ifdef __wasm__
template <class T> BENCH_INLINE_ void bench_store_(const T &x)
{
	*static_cast<volatile T *>(static_cast<volatile void *>(bench_stored_)) = x;
}
template <class T> BENCH_INLINE_ void bench_replace_(T &x)
{
	bench_store_(x);
	if (bench_stored_[1])
		x = *static_cast<volatile T *>(static_cast<volatile void *>(bench_stored_));
}
#else
template <class T> BENCH_INLINE_ void bench_store_(const T &) {}
template <class T> BENCH_INLINE_ void bench_replace_(T &) {}
#endif

/* In memory; as bytes, since a class may have constant members. */
template <int held> struct bench_hold_ {
	template <class T> BENCH_INLINE_ void hide(T &x)
	{
		typedef volatile char bytes[sizeof(T)];
		volatile void *at = __builtin_addressof(x);

		__asm__ volatile("" : "+m"(*static_cast<bytes *>(at)));
	}
	template <class T> BENCH_INLINE_ void use(const T &x)
	{
		typedef const volatile char bytes[sizeof(T)];
		const volatile void *at = __builtin_addressof(x);

		__asm__ volatile("" : : "m"(*static_cast<bytes *>(at)));
	}
};
template <> struct bench_hold_<0> {
	template <class T> BENCH_INLINE_ void hide(T &x)
	{
		__asm__ volatile("" : "+r"(x));
		bench_replace_(x);
	}
	template <class T> BENCH_INLINE_ void use(const T &x)
	{
		__asm__ volatile("" : : "r"(x));
		bench_store_(x);
	}
};
template <> struct bench_hold_<1> {
	template <class T> BENCH_INLINE_ void hide(T &x)
	{
		__asm__ volatile("" : "+" BENCH_REAL_(x));
		bench_replace_(x);
	}
	template <class T> BENCH_INLINE_ void use(const T &x)
	{
		__asm__ volatile("" : : BENCH_REAL_(x));
		bench_store_(x);
	}
};

/* By type: what may be modified is hidden, else used; of a function, which cannot be constant,
 * the address is. */
template <class T, class constant = const T> struct bench_kept_ {
	template <int held> BENCH_INLINE_ void by(T &x) { bench_hold_<held>::hide(x); }
	BENCH_INLINE_ void of(T &x) { by<BENCH_HELD_(__builtin_classify_type(x), sizeof(T))>(x); }
};
template <class T> struct bench_kept_<const T, const T> {
	template <int held> BENCH_INLINE_ void by(const T &x) { bench_hold_<held>::use(x); }
	BENCH_INLINE_ void of(const T &x)
	{
		by<BENCH_HELD_(__builtin_classify_type(x), sizeof(T))>(x);
	}
};
template <class T, __SIZE_TYPE__ n> struct bench_kept_<T[n], const T[n]> {
	BENCH_INLINE_ void of(T (&x)[n]) { bench_hold_<2>::hide(x); }
};
template <class T, __SIZE_TYPE__ n> struct bench_kept_<const T[n], const T[n]> {
	BENCH_INLINE_ void of(const T (&x)[n]) { bench_hold_<2>::use(x); }
};
template <class T> struct bench_kept_<T, T> {
	BENCH_INLINE_ void of(T &x) { bench_hold_<0>::use(&x); }
};
template <bool modifiable> struct bench_keep_ {
	template <class T> BENCH_INLINE_ void of(const T &x) { bench_kept_<const T>::of(x); }
};
template <> struct bench_keep_<true> {
	template <class T> BENCH_INLINE_ void of(T &x) { bench_kept_<T>::of(x); }
	template <class T> BENCH_INLINE_ void of(const T &&x) { bench_kept_<const T>::of(x); }
};
}
#else
/* One of the asm statements is live; each has an operand of a suitable type.  There is no
 * comma outside brackets, so that the macro may be used in BENCH. */
#define BENCH_KEEP(...) BENCH_KEEP_AS_((__VA_ARGS__), BENCH_IS_NAME_(BENCH_TEXT_(__VA_ARGS__)))
#define BENCH_KEEP_AS_(x, name) \
	do { \
		void *bench_word_ = 0; \
		double bench_real_ = 0; \
		enum { bench_class_ = BENCH_CLASS_(x) }; \
		enum { bench_array_ = BENCH_IS_ARRAY_(BENCH_IF_(bench_class_ == 5, x, bench_word_)) }; \
		enum { bench_held_ = bench_array_ ? 2 \
			: BENCH_HELD_(bench_class_, BENCH_SIZE_(x)) }; \
		enum { bench_wide_ = bench_held_ == 2 && !bench_array_ && bench_class_ >= 1 \
			&& bench_class_ <= 8 }; \
		enum { bench_name_ = BENCH_IF_(name, 1, 0) && !BENCH_IS_FUNCTION_( \
			BENCH_IF_(bench_class_ == 5 && !bench_array_, x, &bench_word_)) }; \
		enum { bench_set_ = bench_name_ && BENCH_MODIFIABLE_(BENCH_IF_(bench_name_, x, 0)) \
			&& !BENCH_CONSTANT_(BENCH_IF_(bench_name_ && bench_class_ >= 1 \
				&& bench_class_ <= 9 && !bench_array_, x, bench_word_)) }; \
		if (bench_set_ && bench_held_ == 0) { \
			__asm__ volatile("" : "+r"(BENCH_IF_(bench_set_ && bench_held_ == 0, x, \
				bench_word_))); \
			BENCH_HIDE_(BENCH_IF_(bench_set_ && bench_held_ == 0, x, bench_word_)); \
		} else if (bench_set_ && bench_held_ == 1) { \
			__asm__ volatile("" : "+" BENCH_REAL_(BENCH_IF_(bench_set_ && bench_held_ == 1, x, \
				bench_real_))); \
			BENCH_HIDE_(BENCH_IF_(bench_set_ && bench_held_ == 1, x, bench_real_)); \
		} else if (bench_set_ && bench_wide_) \
			__asm__ volatile("" : "+m,r"(BENCH_IF_(bench_set_ && bench_wide_, x, \
				bench_word_))); \
		else if (bench_set_) \
			__asm__ volatile("" : "+m"(BENCH_BYTES_(BENCH_IF_(bench_set_ && bench_held_ == 2 \
				&& !bench_wide_, x, bench_word_)))); \
		else if (bench_array_ || BENCH_IS_COMPLEX_(x)) \
			__asm__ volatile("" : : "m"(BENCH_IF_(bench_array_, x, \
				*BENCH_COPY_(BENCH_IF_(BENCH_IS_COMPLEX_(x), x, 0))))); \
		else if (bench_held_ == 0) \
			BENCH_USE_("r", BENCH_IF_(bench_held_ == 0, x, bench_word_)); \
		else if (bench_held_ == 1) \
			BENCH_USE_(BENCH_REAL_, BENCH_IF_(bench_held_ == 1, x, bench_real_)); \
		else \
			__asm__ volatile("" : : "r,m"(BENCH_IF_(bench_held_ == 2 && !bench_array_ \
					&& !BENCH_IS_COMPLEX_(x), \
				BENCH_IF_(bench_class_ < 5, ((void)0, x), x), bench_word_))); \
	} while (0)
#define BENCH_IF_(condition, yes, no) __builtin_choose_expr((condition), yes, no)

/* Never asks for the class of a float, which would be promoted, nor of large objects, whose class
 * is 0 and which may be vectors.  The comma makes a value of a bit-field, which has no size. */
#define BENCH_CLASS_(x) \
	(BENCH_HAS_TYPE_(x, float) || BENCH_HAS_TYPE_(x, long double) ? 8 \
	 : BENCH_SIZE_(x) > sizeof(double) ? 0 \
	 : __builtin_classify_type(BENCH_IF_(BENCH_HAS_TYPE_(x, float) \
			|| BENCH_SIZE_(x) > sizeof(double), 0, x)))
#define BENCH_SIZE_(x) sizeof(__typeof__(((void)0, x)))
#define BENCH_HAS_TYPE_(x, type) \
	__builtin_types_compatible_p(__typeof__(((void)0, x)), type)

/* Only for operands of class 5, pointer.  Arrays and functions decay to a pointer, which is of
 * another type.  Dereferencing a function gives the function itself. */
#define BENCH_IS_ARRAY_(x) (!BENCH_HAS_TYPE_(x, __typeof__(x)) && !BENCH_IS_FUNCTION_(x))
#define BENCH_IS_FUNCTION_(x) __builtin_types_compatible_p(__typeof__(*(x)), __typeof__(x))

/* Clang accepts complex values only in memory. */
#define BENCH_IS_COMPLEX_(x) \
	(BENCH_HAS_TYPE_(x, _Complex float) || BENCH_HAS_TYPE_(x, _Complex double) \
	 || BENCH_HAS_TYPE_(x, _Complex long double))
#define BENCH_COPY_(x) (__typeof__(((void)0, x))[1]){ x }

/* In C only the text tells a variable (a name or an array element) from a value. */
#define BENCH_IS_NAME_(text) BENCH_IS_NAME_2_(text)
#define BENCH_IS_NAME_2_(t) \
	(BENCH_NO_(t, "(", '(') & BENCH_NO_(t, ".", '.') & BENCH_NO_(t, "+", '+') \
	 & BENCH_NO_(t, "-", '-') & BENCH_NO_(t, "*", '*') & BENCH_NO_(t, "/", '/') \
	 & BENCH_NO_(t, "%", '%') & BENCH_NO_(t, "<", '<') & BENCH_NO_(t, ">", '>') \
	 & BENCH_NO_(t, "=", '=') & BENCH_NO_(t, "&", '&') & BENCH_NO_(t, "|", '|') \
	 & BENCH_NO_(t, "^", '^') & BENCH_NO_(t, "!", '!') & BENCH_NO_(t, "~", '~') \
	 & BENCH_NO_(t, "?", '?') & BENCH_NO_(t, ",", ',') & BENCH_NO_(t, "'", '\'') \
	 & BENCH_NO_(t, "\"", '"'))

/* The operand is neither const nor a constant. */
#define BENCH_MODIFIABLE_(x) \
	(!__builtin_types_compatible_p(__typeof__(x) *, const __typeof__(x) *))
#define BENCH_CONSTANT_(x) \
	__builtin_types_compatible_p(__typeof__(8 ? (void *)((intptr_t)(x) * 0) : (int *)8), int *)

/* As bytes, since a structure may have const members, which asm must not write. */
#define BENCH_BYTES_(x) (*(volatile char (*)[sizeof(x)])&(x))
#endif

/*
 * bench_keep, bench_clobber: called by the two macros if there is no asm statement.  No visible
 * effect.
 *
 * none: ignored, like all further arguments.  Thread-safe.  Since 0.1.0.
 */
BENCH_API void bench_keep(int none, ...);
BENCH_API void bench_clobber(void);

/* Returns 0, which the compiler cannot know: code after a branch on it cannot be merged
 * with code before it.  Costs no instruction where asm may jump to a label; elsewhere two or
 * three, and a jump that is not taken: more than an addition that is done while renaming.
 * (Before 17, clang unrolls no loop of a function with such asm.) */
#if defined __GNUC__ && !defined BENCH_NO_ASM
#define BENCH_NEVER_ __builtin_expect(bench_never_(), 0)
#ifdef __clang__
#define BENCH_NEVER_DONE_ __asm__ volatile("")  /* keeps the branch from becoming a move */
#else
#define BENCH_NEVER_DONE_ (void)0               /* at -O1 gcc would jump over a statement */
#endif
__attribute__((__always_inline__)) static inline int bench_never_(void)
{
#if !defined __clang__ || __clang_major__ >= 17
	__asm__ goto("" : : : : never);
	return 0;
never:
	return 1;
#else
	int zero = 0;

	__asm__ volatile("" : "+r"(zero));
	return zero;
#endif
}
#else
#define BENCH_NEVER_ bench_never_()
#define BENCH_NEVER_DONE_ (void)0
static inline int bench_never_(void)
{
	static const volatile int zero = 0;

	return zero;
}
#endif

#endif
