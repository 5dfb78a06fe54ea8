# Probes that autoconf has no macro for.

# BENCH_OPTIMISATION: unless the user gives CFLAGS, libbench is compiled for size, since it waits for
# most of its time; reading data, statistics and benchmarks for speed; and the rest to be built
# soon.  Behind AC_PROG_CC.
AC_DEFUN([BENCH_OPTIMISATION], [
SPEED_CFLAGS= SIZE_CFLAGS= SOON_CFLAGS=
AS_IF([test "x$bench_flags_given" = x], [
	AS_CASE([$CFLAGS], ["-g -O2"], [CFLAGS=-g1 SPEED_CFLAGS=-O2 SIZE_CFLAGS=-Os SOON_CFLAGS=-Og])])
AC_SUBST([SPEED_CFLAGS])
AC_SUBST([SIZE_CFLAGS])
AC_SUBST([SOON_CFLAGS])
])

# BENCH_NAN: missing numbers are NaN, so -Ofast and -ffast-math get -fno-fast-math behind them.
AC_DEFUN([BENCH_NAN], [
AC_COMPILE_IFELSE([AC_LANG_SOURCE([[#if defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__
#error "no NaN"
#endif]])], [], [CFLAGS="$CFLAGS -fno-fast-math"])
])

# BENCH_TAKES(VARIABLE, FLAGS): appends to the variable those flags that compiler and linker take,
# without a warning: all of them together, or else each that is.  The program uses the
# floating-point macros, because some compilers' warnings do not bear their own system's headers,
# and what may be fortified and protected.
AC_DEFUN([BENCH_TAKES], [
bench_save_CFLAGS=$CFLAGS
for bench_flag in "$2" $2; do
	AC_MSG_CHECKING([whether $CC takes $bench_flag])
	CFLAGS="$bench_save_CFLAGS -O1 -Werror $bench_flag"
	AC_LINK_IFELSE([AC_LANG_SOURCE([[
#include <math.h>
#include <string.h>
int main(int argc, char **argv)
{
	double x[2] = { NAN, argc };
	char to[8];
	memcpy(to, "1234567", sizeof to);
	return argv[0] && isfinite(x[0]) && !isnan(x[1]) && !isinf(x[1]) && to[0] ? 0 : 1;
}]])],
		[AC_MSG_RESULT([yes]); $1="$$1 $bench_flag"; AS_IF([test "x$bench_flag" = "x$2"], [break])],
		[AC_MSG_RESULT([no])])
done
CFLAGS=$bench_save_CFLAGS
])

# BENCH_TOGETHER(KIND, NAMES, PROGRAM): sets autoconf's cached answers to yes if a program that needs all of
# these headers or functions is built, as on most systems.  No-op if the caller gave any such answer.
AC_DEFUN([BENCH_TOGETHER], [
AS_IF([set | grep '^ac_cv_$1_' >/dev/null], [], [
	AC_MSG_CHECKING([for the usual $1s at once])
	AC_LINK_IFELSE([AC_LANG_SOURCE([$3])], [AC_MSG_RESULT([yes])
		for bench_name in $2; do AS_VAR_SET([AS_TR_SH([ac_cv_$1_$bench_name])], [yes]); done],
		[AC_MSG_RESULT([no])])])
])
# BENCH_HEADERS(NAMES), BENCH_FUNCTIONS(NAMES): AC_CHECK_HEADERS and AC_CHECK_FUNCS, in one program where all exist.
AC_DEFUN([BENCH_HEADERS], [BENCH_TOGETHER([header], [$1],
m4_foreach_w([bench_name], [$1], [[#include <]bench_name[>]
])[int main(void) { return 0; }])
AC_CHECK_HEADERS([$1])])
AC_DEFUN([BENCH_FUNCTIONS], [BENCH_TOGETHER([func], [$1],
m4_foreach_w([bench_name], [$1], [[char ]bench_name[(void);]
])[char (*volatile one)(void);
int main(void)
{
]m4_foreach_w([bench_name], [$1], [[	one = ]bench_name[;]
])[	return one == 0;
}])
AC_CHECK_FUNCS([$1])])

# BENCH_WARNINGS: every warning that this compiler knows goes into AM_CFLAGS.
# Left out on purpose: -Wfloat-equal (exact ties are compared on purpose),
# -Wpadded and -Winline (no defect), -Wconversion for the tests' sake (gcc warns
# of every count turned into a double).  Beside warnings, -ffp-contract=off: the same
# numbers on machines with and without fused multiplication; and -fno-math-errno: no code
# reads errno after a function of math.h, so a square root is one instruction.  (Not -fexcess-precision=
# standard: each link of a chain of doubles would go through memory on an x87, and mhz find
# no clock; see lib/base/base.h.)
AC_DEFUN([BENCH_WARNINGS], [
AM_CFLAGS= PIC_CFLAGS= HIDDEN_CFLAGS= SECTION_CFLAGS=
BENCH_TAKES([AM_CFLAGS], [-Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
-Wmissing-prototypes -Wold-style-definition -Wpointer-arith -Wcast-qual \
-Wwrite-strings -Wvla -Wundef -Wformat=2 -Wimplicit-fallthrough \
-Wduplicated-cond -Wlogical-op -Wnull-dereference -Wdouble-promotion -ffp-contract=off \
-fno-math-errno])
BENCH_TAKES([PIC_CFLAGS], [-fPIC])
BENCH_TAKES([HIDDEN_CFLAGS], [-fvisibility=hidden])
BENCH_TAKES([SECTION_CFLAGS], [-ffunction-sections -fdata-sections])
AC_COMPILE_IFELSE([AC_LANG_SOURCE([[#ifndef __ELF__
#error "longjmp may need the tables"
#endif]])], [BENCH_TAKES([SECTION_CFLAGS], [-fno-asynchronous-unwind-tables])])
])

# BENCH_HIDDEN_ARCHIVE: the objects of the archives are position-independent and hide the library's
# names: two shared libraries in one process that link it have each its own.
# --enable-exported-archive exports them.
# Each function is a section: what a program does not call, its linker leaves out if told so.
# No unwind tables, a tenth of the text: bench.hpp lets no exception into the library's frames, and
# debuggers have those of -g.
AC_DEFUN([BENCH_HIDDEN_ARCHIVE], [
AC_ARG_ENABLE([exported-archive],
	[AS_HELP_STRING([--enable-exported-archive], [a shared library that links libbench.a exports its names])])
ARCHIVE_CFLAGS="$PIC_CFLAGS $SECTION_CFLAGS"
AS_IF([test "x$HIDDEN_CFLAGS" != x && test "x$enable_exported_archive" != xyes], [
	ARCHIVE_CFLAGS="$ARCHIVE_CFLAGS $HIDDEN_CFLAGS -DBENCH_HIDDEN"])
AC_SUBST([ARCHIVE_CFLAGS])
AC_SUBST([PIC_CFLAGS])
])

# BENCH_SHARED: --enable-shared, by the linkers of ELF (GNU's, LLVM's) and of Darwin.
AC_DEFUN([BENCH_SHARED], [
AC_ARG_ENABLE([shared],
	[AS_HELP_STRING([--enable-shared], [shared libraries beside the archives (for packagers)])])
AS_IF([test "x$enable_shared" = xyes], [
	AC_COMPILE_IFELSE([AC_LANG_SOURCE([[#ifndef __APPLE__
#error "ELF"
#endif]])], [
		SO=dylib SO_NAME='$${file%.dylib}.$(BENCH_ABI).dylib' EXPORT='_&' EXPORTS=cat
		SHARED_LDFLAGS='-dynamiclib -install_name "$(libdir)/$(SO_NAME)" -exported_symbols_list $$exports'], [
		SO=so SO_NAME='$$file.$(BENCH_ABI)' EXPORT='&;' EXPORTS="sed '1s/^/{ global: /; \$\$s/\$\$/ local: *; };/'"
		SHARED_LDFLAGS='-shared -Wl,-soname,$(SO_NAME) -Wl,--version-script,$$exports'])])
AM_CONDITIONAL([SHARED], [test "x$enable_shared" = xyes])
AC_SUBST([SO])
AC_SUBST([SO_NAME])
AC_SUBST([EXPORT])
AC_SUBST([EXPORTS])
AC_SUBST([SHARED_LDFLAGS])
])

# BENCH_HARDENING: the usual protections of a library that others link, each where compiler
# and linker know it; --disable-hardening leaves them out.  Preprocessor and linker flags of the
# user's come behind ours and win.
AC_DEFUN([BENCH_HARDENING], [
AC_ARG_ENABLE([hardening],
	[AS_HELP_STRING([--disable-hardening], [no stack protector, fortified calls, or immediate binding])])
HARDENING_CFLAGS= HARDENING_LDFLAGS=
AS_IF([test "x$enable_hardening" != xno], [
	BENCH_TAKES([HARDENING_CFLAGS], [-fstack-protector])
	BENCH_TAKES([bench_fortify], [-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2])
	HARDENING_CFLAGS="$HARDENING_CFLAGS$bench_fortify"
	BENCH_TAKES([HARDENING_LDFLAGS], [-Wl,-z,relro -Wl,-z,now])
	# Fortified calls need optimisation, and a sanitizer checks better itself.
	AS_CASE([" $CFLAGS "], [*" -O0 "*|*-fsanitize*], [HARDENING_CFLAGS=])
	AS_CASE([" $CFLAGS $SPEED_CFLAGS "], [*" -O"*], [], [HARDENING_CFLAGS=])
])
])

# BENCH_PLAIN_LOOPS: what keeps this compiler from turning a copying loop into a call of
# memcpy, or into vectors.
AC_DEFUN([BENCH_PLAIN_LOOPS], [
PLAIN_LOOPS_CFLAGS=
BENCH_TAKES([PLAIN_LOOPS_CFLAGS], [-fno-tree-loop-distribute-patterns -fno-tree-vectorize])
AC_SUBST([PLAIN_LOOPS_CFLAGS])
])

# BENCH_THREAD_LOCAL: how this compiler spells a variable of one thread.
AC_DEFUN([BENCH_THREAD_LOCAL], [
AC_MSG_CHECKING([for thread-local variables])
bench_tls=no
for bench_word in _Thread_local __thread '__declspec(thread)'; do
	AS_IF([test "$bench_tls" = no], [AC_LINK_IFELSE([AC_LANG_PROGRAM(
		[[static $bench_word int x;]], [[x = 1; return x - 1;]])], [bench_tls=$bench_word])])
done
AC_MSG_RESULT([$bench_tls])
AS_IF([test "$bench_tls" = no], [bench_tls=
	AC_DEFINE([BENCHI_NO_THREAD_LOCAL], [1], [the compiler has no variables of one thread])])
AC_DEFINE_UNQUOTED([BENCHI_THREAD_LOCAL], [$bench_tls],
	[how to declare a variable of one thread; empty where the compiler cannot])
])

# BENCH_ORDERING_FENCE: a compiler intrinsic that keeps what follows a clock read
# from starting before the read is over.  No assembly; absent is fine.
AC_DEFUN([BENCH_ORDERING_FENCE], [
AC_MSG_CHECKING([for an instruction-ordering intrinsic])
bench_fence=none
AC_LINK_IFELSE([AC_LANG_PROGRAM([], [[__builtin_ia32_lfence();]])], [bench_fence=lfence])
AS_IF([test $bench_fence = none], [AC_LINK_IFELSE([AC_LANG_PROGRAM(
	[[#include <arm_acle.h>]], [[__isb(15);]])], [bench_fence=isb])])
AC_MSG_RESULT([$bench_fence])
AS_CASE([$bench_fence],
	[lfence], [AC_DEFINE([HAVE_IA32_LFENCE], [1], [the compiler has __builtin_ia32_lfence])],
	[isb], [AC_DEFINE([HAVE_ARM_ISB], [1], [the compiler has __isb in arm_acle.h])])
])

# BENCH_WRAP: a linker that puts our function in the place of another, for tests that let
# calls fail.
AC_DEFUN([BENCH_WRAP], [
AC_MSG_CHECKING([whether the linker takes --wrap])
bench_save_LDFLAGS=$LDFLAGS
LDFLAGS="$LDFLAGS -Wl,--wrap=malloc"
AC_LINK_IFELSE([AC_LANG_SOURCE([[
#include <stdlib.h>
#include <unistd.h>
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) { return __real_malloc(size); }
int main(void) { return !malloc(1); }]])], [bench_wrap=yes], [bench_wrap=no])
LDFLAGS=$bench_save_LDFLAGS
AC_MSG_RESULT([$bench_wrap])
AM_CONDITIONAL([HAVE_WRAP], [test "x$bench_wrap$ac_cv_func_posix_spawnp$ac_cv_func_fork" = xyesyesyes])
])
