# Probes that autoconf has no macro for.

# BENCH_OPTIMISATION: unless the user gives CFLAGS, libbench is compiled for size, since it waits
# for most of its time, and all else for speed.  Behind AC_PROG_CC.
AC_DEFUN([BENCH_OPTIMISATION], [
SPEED_CFLAGS= SIZE_CFLAGS=
AS_IF([test "x$bench_flags_given" = x], [
	AS_CASE([$CFLAGS], [*-O2], [CFLAGS=`AS_ECHO(["$CFLAGS"]) | sed 's/ *-O2//'`
		SPEED_CFLAGS=-O2 SIZE_CFLAGS=-Os])])
AC_SUBST([SPEED_CFLAGS])
AC_SUBST([SIZE_CFLAGS])
])

# BENCH_LIBTOOL_SHELL: libtool is a script of 11,000 lines that is read anew for each file; dash
# does it in half of bash's time.  Old ones (before 2.4.3) run in configure's shell only.
AC_DEFUN([BENCH_LIBTOOL_SHELL], [
AC_PATH_PROG([DASH], [dash])
AS_IF([test "x$DASH" != x && grep _G_HAVE_PLUSEQ_OP "$ac_aux_dir/ltmain.sh" >/dev/null 2>&1],
	[LIBTOOL='$(DASH) $(top_builddir)/libtool'])
])

# BENCH_WARNINGS: every warning that this compiler knows goes into AM_CFLAGS,
# probed one by one, so that an old or strange compiler loses only what it lacks.
# Left out on purpose: -Wfloat-equal (exact ties are compared on purpose),
# -Wpadded and -Winline (no defect), -Wconversion for the tests' sake (gcc warns
# of every count turned into a double).  Beside warnings, -ffp-contract=off: the same
# numbers on machines with and without fused multiplication.  (Not -fexcess-precision=
# standard: each link of a chain of doubles would go through memory on an x87, and mhz find
# no clock; see lib/base/base.h.)  The probe uses the floating-point macros, because some
# compilers' warnings do not bear their own system's headers.
AC_DEFUN([BENCH_WARNINGS], [
AM_CFLAGS=
bench_save_CFLAGS=$CFLAGS
for bench_flag in -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wold-style-definition -Wpointer-arith -Wcast-qual \
	-Wwrite-strings -Wvla -Wundef -Wformat=2 -Wimplicit-fallthrough \
	-Wduplicated-cond -Wlogical-op -Wnull-dereference -Wdouble-promotion \
	-ffp-contract=off; do
	AC_MSG_CHECKING([whether $CC takes $bench_flag])
	CFLAGS="$bench_save_CFLAGS -Werror $bench_flag"
	AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#include <math.h>
int main(int argc, char **argv)
{
	double x[2] = { NAN, argc };
	return argv[0] && isfinite(x[0]) && !isnan(x[1]) && !isinf(x[1]) ? 0 : 1;
}]])],
		[AC_MSG_RESULT([yes]); AM_CFLAGS="$AM_CFLAGS $bench_flag"],
		[AC_MSG_RESULT([no])])
done
AC_MSG_CHECKING([whether $CC takes -fvisibility=hidden])
CFLAGS="$bench_save_CFLAGS -Werror -fvisibility=hidden"
AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int main(void) { return 0; }]])],
	[AC_MSG_RESULT([yes]); AC_SUBST([HIDDEN_CFLAGS], [-fvisibility=hidden])],
	[AC_MSG_RESULT([no])])
AC_MSG_CHECKING([whether $CC takes -ffunction-sections])
CFLAGS="$bench_save_CFLAGS -Werror -ffunction-sections -fdata-sections"
AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int main(void) { return 0; }]])],
	[AC_MSG_RESULT([yes]); SECTION_CFLAGS='-ffunction-sections -fdata-sections'],
	[AC_MSG_RESULT([no]); SECTION_CFLAGS=])
CFLAGS=$bench_save_CFLAGS
])

# BENCH_HIDDEN_ARCHIVE: libtool compiles each object for the shared library, then for the archive.
# Those of the archive are position-independent too, and hide the library's names: two shared
# libraries in one process that link it have each its own.  --enable-exported-archive exports them.
# Each function is a section: what a program does not call, its linker leaves out if told so.
AC_DEFUN([BENCH_HIDDEN_ARCHIVE], [
AC_ARG_ENABLE([exported-archive],
	[AS_HELP_STRING([--enable-exported-archive], [a shared library that links libbench.a exports its names])])
ARCHIVE_CFLAGS=`AS_ECHO(["$lt_prog_compiler_pic"]) | $SED 's/-DPIC//; s/-DDLL_EXPORT//'`
AS_IF([test "x$HIDDEN_CFLAGS" != x && test "x$enable_exported_archive" != xyes], [
	ARCHIVE_CFLAGS="$ARCHIVE_CFLAGS $HIDDEN_CFLAGS -DBENCH_HIDDEN"
	lt_prog_compiler_pic="$lt_prog_compiler_pic -fvisibility=default -UBENCH_HIDDEN"])
ARCHIVE_CFLAGS="$ARCHIVE_CFLAGS $SECTION_CFLAGS"
AC_SUBST([ARCHIVE_CFLAGS])
])

# BENCH_HARDENING: the usual protections of a library that others link, each where compiler
# and linker know it; --disable-hardening leaves them out.  Preprocessor and linker flags of the
# user's come behind ours and win.
AC_DEFUN([BENCH_HARDENING], [
AC_ARG_ENABLE([hardening],
	[AS_HELP_STRING([--disable-hardening], [no stack protector, fortified calls, or immediate binding])])
HARDENING_CFLAGS= HARDENING_LDFLAGS=
AS_IF([test "x$enable_hardening" != xno], [
	bench_save_CFLAGS=$CFLAGS bench_save_LDFLAGS=$LDFLAGS
	for bench_flag in -fstack-protector-strong '-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2'; do
		AC_MSG_CHECKING([whether $CC takes $bench_flag])
		CFLAGS="$bench_save_CFLAGS -O1 -Werror $bench_flag"
		AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <string.h>]],
			[[char to[8]; memcpy(to, "1234567", 8); return to[0] == 0;]])],
			[AC_MSG_RESULT([yes]); HARDENING_CFLAGS="$HARDENING_CFLAGS $bench_flag"],
			[AC_MSG_RESULT([no])])
	done
	CFLAGS=$bench_save_CFLAGS
	for bench_flag in -Wl,-z,relro -Wl,-z,now; do
		AC_MSG_CHECKING([whether the linker takes $bench_flag])
		LDFLAGS="$bench_save_LDFLAGS $bench_flag"
		AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
			[AC_MSG_RESULT([yes]); HARDENING_LDFLAGS="$HARDENING_LDFLAGS $bench_flag"],
			[AC_MSG_RESULT([no])])
	done
	LDFLAGS=$bench_save_LDFLAGS
	# Fortified calls need optimisation, and a sanitizer checks better itself.
	AS_CASE([" $CFLAGS "], [*" -O0 "*|*-fsanitize*], [HARDENING_CFLAGS=])
	AS_CASE([" $CFLAGS $SPEED_CFLAGS "], [*" -O"*], [], [HARDENING_CFLAGS=])
])
])

# BENCH_PLAIN_LOOPS: what keeps this compiler from turning a copying loop into a call of
# memcpy, or into vectors.
AC_DEFUN([BENCH_PLAIN_LOOPS], [
PLAIN_LOOPS_CFLAGS=
bench_save_CFLAGS=$CFLAGS
for bench_flag in -fno-tree-loop-distribute-patterns -fno-tree-vectorize; do
	AC_MSG_CHECKING([whether $CC takes $bench_flag])
	CFLAGS="$bench_save_CFLAGS -Werror $bench_flag"
	AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int main(void) { return 0; }]])],
		[AC_MSG_RESULT([yes]); PLAIN_LOOPS_CFLAGS="$PLAIN_LOOPS_CFLAGS $bench_flag"],
		[AC_MSG_RESULT([no])])
done
CFLAGS=$bench_save_CFLAGS
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
