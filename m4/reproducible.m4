# BENCH_REPRODUCIBLE_TAR: `make dist` gives the same bytes again, where tar knows how: sorted, as
# root, with plain modes, and with one date for all, that of package/date.sh.
AC_DEFUN([BENCH_REPRODUCIBLE_TAR], [
AC_CACHE_CHECK([for a tar that makes the same archive again], [bench_cv_same_tar], [
	bench_cv_same_tar=no
	mkdir conftest.dir
	for bench_tar in "${TAR-tar}" gtar; do
		AS_IF([$bench_tar --format=ustar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner \
			--mode=u=rwX,go=rX -chf conftest.tar conftest.dir >&AS_MESSAGE_LOG_FD 2>&1],
			[bench_cv_same_tar=$bench_tar; break])
	done
	rm -rf conftest.dir conftest.tar])
AS_IF([test "x$bench_cv_same_tar" != xno], [
	am__tar="$bench_cv_same_tar --format=ustar --sort=name --mtime=@\`\$(SHELL) \$(srcdir)/package/date.sh\` \
--owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -chf - \"\$\$tardir\""])
])
