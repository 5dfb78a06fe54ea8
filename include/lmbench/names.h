/*
 * The names of bench.h as macros, for compilers without asm labels: each plain name is the
 * library's.  rusage takes brackets, since struct rusage is the system's.  What is lost: a
 * member called start of a system structure, if its header came before.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_LMBENCH_NAMES_H
#define BENCH_LMBENCH_NAMES_H

#define start bench_lmbench_start
#define stop bench_lmbench_stop
#define gettime bench_lmbench_gettime
#define usecs_spent bench_lmbench_usecs_spent
#define settime bench_lmbench_settime
#define get_n bench_lmbench_get_n
#define save_n bench_lmbench_save_n
#define set_n bench_lmbench_set_n
#define get_enough bench_lmbench_get_enough
#define t_overhead bench_lmbench_t_overhead
#define l_overhead bench_lmbench_l_overhead
#define compute_enough bench_lmbench_compute_enough
#define timing_overhead bench_lmbench_timing_overhead
#define loop_overhead bench_lmbench_loop_overhead
#define sched_pin bench_lmbench_sched_pin
#define now bench_lmbench_now
#define Now bench_lmbench_Now
#define delta bench_lmbench_delta
#define Delta bench_lmbench_Delta
#define timespent bench_lmbench_timespent
#define tvdelta bench_lmbench_tvdelta
#define tvsub bench_lmbench_tvsub
#define benchmp bench_lmbench_benchmp
#define benchmp_getstate bench_lmbench_benchmp_getstate
#define benchmp_interval bench_lmbench_benchmp_interval
#define benchmp_childid bench_lmbench_benchmp_childid
#define handle_scheduler bench_lmbench_handle_scheduler
#define sigchld_wait_handler bench_lmbench_sigchld_wait_handler
#define sizeof_result bench_lmbench_sizeof_result
#define insertinit bench_lmbench_insertinit
#define insertsort bench_lmbench_insertsort
#define get_results bench_lmbench_get_results
#define set_results bench_lmbench_set_results
#define save_median bench_lmbench_save_median
#define save_minimum bench_lmbench_save_minimum
#define ftiming bench_lmbench_ftiming
#define timing bench_lmbench_timing
#define nano bench_lmbench_nano
#define micro bench_lmbench_micro
#define milli bench_lmbench_milli
#define mb bench_lmbench_mb
#define kb bench_lmbench_kb
#define micromb bench_lmbench_micromb
#define bandwidth bench_lmbench_bandwidth
#define latency bench_lmbench_latency
#define context bench_lmbench_context
#define ptime bench_lmbench_ptime
#define rusage(...) bench_lmbench_rusage(__VA_ARGS__)
#define use_int bench_lmbench_use_int
#define use_pointer bench_lmbench_use_pointer
#define bytes bench_lmbench_bytes
#define last bench_lmbench_last
#define morefds bench_lmbench_morefds
#define touch bench_lmbench_touch
#define bread bench_lmbench_bread
#define permutation bench_lmbench_permutation
#define cp bench_lmbench_cp
#define p64 bench_lmbench_p64
#define p64sz bench_lmbench_p64sz
#define lmbench_usage bench_lmbench_lmbench_usage
#define mygetopt bench_lmbench_mygetopt
#define myoptarg bench_lmbench_myoptarg
#define myoptind bench_lmbench_myoptind
#define myopterr bench_lmbench_myopterr
#define myoptopt bench_lmbench_myoptopt
#define int_compare bench_lmbench_int_compare
#define int_median bench_lmbench_int_median
#define int_mean bench_lmbench_int_mean
#define int_min bench_lmbench_int_min
#define int_max bench_lmbench_int_max
#define int_variance bench_lmbench_int_variance
#define int_moment bench_lmbench_int_moment
#define int_stderr bench_lmbench_int_stderr
#define int_skew bench_lmbench_int_skew
#define int_kurtosis bench_lmbench_int_kurtosis
#define int_bootstrap_stderr bench_lmbench_int_bootstrap_stderr
#define uint64_compare bench_lmbench_uint64_compare
#define uint64_median bench_lmbench_uint64_median
#define uint64_mean bench_lmbench_uint64_mean
#define uint64_min bench_lmbench_uint64_min
#define uint64_max bench_lmbench_uint64_max
#define uint64_variance bench_lmbench_uint64_variance
#define uint64_moment bench_lmbench_uint64_moment
#define uint64_stderr bench_lmbench_uint64_stderr
#define uint64_skew bench_lmbench_uint64_skew
#define uint64_kurtosis bench_lmbench_uint64_kurtosis
#define uint64_bootstrap_stderr bench_lmbench_uint64_bootstrap_stderr
#define double_compare bench_lmbench_double_compare
#define double_median bench_lmbench_double_median
#define double_mean bench_lmbench_double_mean
#define double_min bench_lmbench_double_min
#define double_max bench_lmbench_double_max
#define double_variance bench_lmbench_double_variance
#define double_moment bench_lmbench_double_moment
#define double_stderr bench_lmbench_double_stderr
#define double_skew bench_lmbench_double_skew
#define double_kurtosis bench_lmbench_double_kurtosis
#define double_bootstrap_stderr bench_lmbench_double_bootstrap_stderr
#define regression bench_lmbench_regression
#define lmbench_begin_ bench_lmbench_begin
#define lmbench_next_ bench_lmbench_next
#define lmbench_note_overhead_ bench_lmbench_note_overhead
#define lmbench_less_overhead_ bench_lmbench_less_overhead
#define lmbench_begin_inner_ bench_lmbench_begin_inner
#define lmbench_next_inner_ bench_lmbench_next_inner
#define lmbench_nothing_ bench_lmbench_nothing

#endif
