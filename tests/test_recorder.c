/*
 * Counts with copies of code that record what runs are those of single steps, for code of all
 * kinds.
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE 1	/* REG_RIP */
#include "program/program.h"
#include "check_main.h"

#if defined BENCHI_HAVE_STEPS && defined __x86_64__

#include <dlfcn.h>
#include <regex.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <bench.h>

static uint64_t seed = 88172645463325252u;
static char text[8192], copy[8192];

#define EACH for (; n > 0; n--)

static void allocating(uint64_t n, void *arg)
{
	EACH {
		void *p = malloc(24), *q = calloc(3, 7), *r = NULL;

		BENCH_KEEP(p);
		BENCH_KEEP(q);
		q = realloc(q, 3000);
		BENCH_KEEP(q);
		if (!posix_memalign(&r, 64, 100))
			free(r);
		free(q);
		free(p);
	}
}

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void sorting(uint64_t n, void *arg)
{
	EACH {
		int v[32];

		for (int i = 0; i < 32; i++)
			v[i] = i * 37 % 32;
		qsort(v, 32, sizeof *v, by_value);
		BENCH_CLOBBER();
	}
}

static void reading(uint64_t n, void *arg)
{
	double sum = 0;

	EACH {
		sum += strtod("3.14159265358979e12", NULL);
		BENCH_KEEP(sum);
	}
}

static void printing(uint64_t n, void *arg)
{
	EACH {
		snprintf(text, sizeof text, "%d %s %.3f", 42, "words", 2.5);
		BENCH_CLOBBER();
	}
}

/* Of string instructions every repetition is a step, and one that does not repeat is one. */
static void repeating(uint64_t n, void *arg)
{
	EACH {
		for (size_t bytes = 0; bytes < 200; bytes = bytes * 3 + 1) {
			void *to = copy, *from = text;
			size_t left = bytes;
			const char *end = text;

			__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(left) : : "memory");
			left = bytes;
			__asm__ volatile("repne scasb" : "+D"(end), "+c"(left) : "a"('w') : "memory", "cc");
			to = copy;
			left = bytes / 8;
			__asm__ volatile("rep stosq\n\tmovsb" : "+D"(to), "+S"(from), "+c"(left) : "a"(0L)
				: "memory");
		}
	}
}

static void hashing(uint64_t n, void *arg)
{
	EACH {
		uint64_t h = 0xcbf29ce484222325u;

		for (const char *c = "the quick brown fox jumps over the lazy dog"; *c; c++)
			h = (h ^ (unsigned char)*c) * 0x100000001b3u;
		BENCH_KEEP(h);
	}
}

static void matching(uint64_t n, void *arg)
{
	regex_t r;

	EACH {
		if (!regcomp(&r, "(a|b)*c+d?[e-g]{2}", REG_EXTENDED)) {
			regmatch_t m[2];

			regexec(&r, "xababccdef", 2, m, 0);
			regfree(&r);
		}
	}
}

static sigjmp_buf back;
static volatile sig_atomic_t handled;

static void jump_back(int number)
{
	handled++;
	siglongjmp(back, 1);
}

static void leaving_handlers(uint64_t n, void *arg)
{
	signal(SIGUSR1, jump_back);
	EACH {
		if (!sigsetjmp(back, 1))
			raise(SIGUSR1);
	}
}

static void faulting(uint64_t n, void *arg)
{
	signal(SIGSEGV, jump_back);
	signal(SIGILL, jump_back);
	signal(SIGFPE, jump_back);
	EACH {
		if (!sigsetjmp(back, 1))
			__asm__ volatile("xor %%eax, %%eax\n\tmovl $1, (%%rax)" : : : "rax", "memory");
		if (!sigsetjmp(back, 1))
			__asm__ volatile("ud2");
		if (!sigsetjmp(back, 1))
			__asm__ volatile("xor %%ecx, %%ecx\n\tidivl %%ecx" : : : "rax", "rcx", "rdx", "cc");
		if (!sigsetjmp(back, 1))
			__asm__ volatile("xor %%eax, %%eax\n\tjmp *%%rax" : : : "rax");
		if (!sigsetjmp(back, 1))
			__asm__ volatile("mov $8, %%ecx\n\tcall *(%%rcx)" : : : "rcx", "memory");
		if (!sigsetjmp(back, 1))
			__asm__ volatile("xor %%esp, %%esp\n\tret" : : : "memory");
	}
}

/* Continues behind a faulting instruction, and notes where and why. */
static void skip_fault(int number, siginfo_t *info, void *context)
{
	ucontext_t *c = context;

	seed += (uint64_t)number + (uint64_t)(info->si_code > 0)
		+ (*(unsigned char *)c->uc_mcontext.gregs[REG_RIP] == 0x0f);
	c->uc_mcontext.gregs[REG_RIP] += 2;
	if ((greg_t)(uintptr_t)info->si_addr != c->uc_mcontext.gregs[REG_RIP] - 2)
		_exit(1);
}

static void skipping_faults(uint64_t n, void *arg)
{
	struct sigaction action = { .sa_sigaction = skip_fault, .sa_flags = SA_SIGINFO };

	sigaction(SIGILL, &action, NULL);
	EACH
		__asm__ volatile("xor %%ecx, %%ecx\n\tud2\n\tinc %%ecx" : : : "ecx");
}

static __attribute__((noinline)) int deep(int n, jmp_buf to)
{
	if (n < 0)
		return n;
	if (!n)
		longjmp(to, 1);
	return deep(n - 1, to) + 1;
}

static void jumping_out(uint64_t n, void *arg)
{
	jmp_buf to;

	EACH {
		if (!setjmp(to))
			deep(20, to);
	}
}

static void loading(uint64_t n, void *arg)
{
	EACH {
		void *m = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
		double (*f)(double) = NULL;
		double x = 1.5;

		if (m)
			*(void **)&f = dlsym(m, "cbrt");
		if (f) {
			x = f(x);
			BENCH_KEEP(x);
		}
		if (m)
			dlclose(m);
	}
}

__attribute__((target("avx2"))) static void vectors(uint64_t n, void *arg)
{
	static float a[64], b[64];

	EACH {
		__asm__ volatile("vmovups %0, %%ymm0\n\tvfmadd231ps %1, %%ymm0, %%ymm0\n\t"
			"vmovups %%ymm0, %0"
			: "+m"(a) : "m"(b) : "xmm0");
		for (int i = 0; i < 64; i++)
			a[i] += b[i] * 3;
		BENCH_CLOBBER();
	}
}

static void forking(uint64_t n, void *arg)
{
	EACH {
		pid_t child = fork();

		if (!child)
			_exit(0);
		waitpid(child, NULL, 0);
	}
}

/* Code that is written while it runs: in memory that is always writable, and in memory that becomes
 * writable for a moment. */
static const unsigned char returns_7[] = { 0xb8, 7, 0, 0, 0, 0xc3 }, loops[] = { 0xb9, 9, 0, 0, 0,
	0xff, 0xc9, 0x75, 0xfc, 0xc3 };

static void writing_code(uint64_t n, void *arg)
{
	const int all = PROT_READ | PROT_WRITE | PROT_EXEC;
	unsigned char *p = mmap(NULL, 8192, all, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	EACH {
		for (int i = 0; i < 2; i++) {
			memcpy(p, i ? loops : returns_7, i ? sizeof loops : sizeof returns_7);
			((void (*)(void))(uintptr_t)p)();
			mprotect(p + 4096, 4096, PROT_READ | PROT_WRITE);
			memcpy(p + 4096, i ? loops : returns_7, i ? sizeof loops : sizeof returns_7);
			mprotect(p + 4096, 4096, PROT_READ | PROT_EXEC);
			((void (*)(void))(uintptr_t)(p + 4096))();
			((void (*)(void))(uintptr_t)(p + 4096))();
		}
	}
	munmap(p, 8192);
}

/* Code that is rewritten while nothing is counted: in the third call, after the first phase. */
static void rewriting_code(uint64_t n, void *arg)
{
	static unsigned char *p;
	static int calls;

	if (!p)
		p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	EACH {
		if (calls == 0 || calls == 2) {
			mprotect(p, 4096, PROT_READ | PROT_WRITE);
			memcpy(p, calls ? loops : returns_7, calls ? sizeof loops : sizeof returns_7);
			mprotect(p, 4096, PROT_READ | PROT_EXEC);
		}
		calls++;
		((void (*)(void))(uintptr_t)p)();
	}
}

/* Instructions that compilers use rarely, of every way to jump. */
static void jumping(uint64_t n, void *arg)
{
	EACH {
		__asm__ volatile(
			"lea -256(%%rsp), %%rsp\n\t"
			"mov $5, %%ecx\n"
			"1:	nop\n\tloop 1b\n\t"
			"mov $3, %%ecx\n"
			"2:	cmp $2, %%ecx\n\tloopne 2b\n\t"
			"jecxz 3f\n\tjrcxz 3f\n\tnop\n"
			"3:	call 4f\n"
			"4:	pop %%rax\n\tlea 5f-4b(%%rax), %%rax\n\tpush %%rax\n\tpush %%rax\n\t"
			"call *(%%rsp)\n\t"
			"add $8, %%rsp\n\tpop %%rax\n\tcall *%%rax\n\tlea 6f(%%rip), %%rcx\n\tjmp *%%rcx\n"
			"5:	pushf\n\tstc\n\tpopf\n\tret\n"
			"7:	cmpl $1, 7b(%%rip)\n\tret $8\n"
			"6:	push %%rax\n\tcall 7b\n\tmov %%fs:0, %%rax\n\t.byte 0x66, 0x48\n\tcall 5b\n\t"
			"xor %%eax, %%eax\n\tcmc\n\tjc 8f\n\tnop\n"
			"8:	lock incl (%%rsp)\n\tcpuid\n\tlea 256(%%rsp), %%rsp"
			: : : "rax", "rbx", "rcx", "rdx", "memory", "cc");
	}
}

static void *volatile memory_of_context;
static ucontext_t here, there;

static void in_context(void)
{
	swapcontext(&there, &here);
}

static void switching_stacks(uint64_t n, void *arg)
{
	memory_of_context = malloc(65536);
	EACH {
		getcontext(&there);
		there.uc_stack.ss_sp = memory_of_context;
		there.uc_stack.ss_size = 65536;
		there.uc_link = &here;
		makecontext(&there, in_context, 0);
		swapcontext(&here, &there);
		swapcontext(&here, &there);
	}
	free(memory_of_context);
}

static void calling(uint64_t n, void *arg)
{
	EACH {
		ssize_t got = write(-1, text, 3) + getppid();

		BENCH_KEEP(got);
	}
}

/* All flags, and registers that only the recorder's code would use, survive branches. */
static void keeping_flags(uint64_t n, void *arg)
{
	EACH {
		for (unsigned flags = 0; flags < 4; flags++) {
			unsigned char carry = flags & 1, overflow = 0x7e + (unsigned char)(flags & 2), c, o;
			uint64_t ax = 1, cx = 2, dx = 3, bx = 4;

			__asm__ volatile("add $1, %5\n\tadd $0xff, %4\n\tcall 2f\n\tjmp 1f\n2:	ret\n1:\t"
				"jmp 3f\n3:	setc %4\n\tseto %5"
				: "+a"(ax), "+c"(cx), "+d"(dx), "+b"(bx), "+r"(carry), "+r"(overflow)
				: : "cc", "memory");
			c = carry;
			o = overflow;
			if (c != (flags & 1) || o > 1 || ax != 1 || cx != 2 || dx != 3 || bx != 4)
				malloc(1000);
		}
	}
}

enum { COUNTED_TEXT = 1 << 16 };

/* Counts in a fresh process, so that no count finds what another left on the heap. Writes counts,
 * functions or stacks as lines of text to `text`, which is shared memory. */
static void count_into(char *counts, bench_body *body, bool by_steps, bool stacks, size_t limit)
{
	const bench_case item = { .name = "counted", .body = body };
	const benchi_settings s = { .count_limit = limit, .count_by_steps = by_steps,
		.count_functions = !stacks, .count_stacks = stacks };
	pid_t child = fork();
	int status;

	ck_assert_int_ge(child, 0);
	if (!child) {
		benchi_result r = { .row.item = &item };
		size_t used;

		benchi_count_steps(&s, INFINITY, &r);
		used = (size_t)snprintf(counts, COUNTED_TEXT, "%x '%s' %.17g %.17g %.17g\n", r.counted,
			r.uncounted, r.count[BENCHI_COUNT_INSTRUCTIONS], r.count[BENCHI_COUNT_ALLOCATIONS],
			r.count[BENCHI_COUNT_ALLOCATED_BYTES]);
		for (size_t i = 0; i < r.functions && used < COUNTED_TEXT; i++)
			used += (size_t)snprintf(counts + used, COUNTED_TEXT - used, "%.17g %s\n",
				r.function[i].instructions, r.function[i].name);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}

static char *counted[2];

static bool are_steps_possible(void)
{
	for (int i = 0; i < 2; i++)
		counted[i] = mmap(NULL, COUNTED_TEXT, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			-1, 0);
	count_into(counted[0], hashing, true, false, 5000);
	return *counted[0] != '0';
}

#define BODY(body) { #body, body }
static const struct {
	const char *name;
	bench_body *body;
} bodies[] = { BODY(allocating), BODY(sorting), BODY(reading), BODY(printing), BODY(repeating),
	BODY(hashing), BODY(matching), BODY(leaving_handlers), BODY(faulting), BODY(skipping_faults),
	BODY(jumping_out), BODY(loading), BODY(vectors), BODY(forking), BODY(writing_code),
	BODY(rewriting_code), BODY(jumping), BODY(switching_stacks), BODY(calling),
	BODY(keeping_flags) };

TEST(copies_count_as_single_steps_do)
{
	if (!are_steps_possible())
		return;
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i += (size_t)check_trials(3, 1)) {
		size_t limit = 750;

		if (bodies[i].body == vectors && !__builtin_cpu_supports("avx2"))
			continue;
#ifdef __SANITIZE_ADDRESS__
		if (bodies[i].body == switching_stacks) /* which the sanitizer does not know */
			continue;
#endif
		do {
			limit *= 4;
			count_into(counted[0], bodies[i].body, false, i % 4 != 0, limit);
		} while (limit < 48000 && *counted[0] != '7');
		count_into(counted[1], bodies[i].body, true, i % 4 != 0, limit);
		ck_assert_msg(!strcmp(counted[0], counted[1]), "%s:\n%s\nsteps:\n%s", bodies[i].name,
			counted[0], counted[1]);
	}
}

static uint64_t instructions_of(bench_body *body, size_t limit)
{
	const char *at;

	count_into(counted[0], body, false, false, limit);
	at = strstr(counted[0], "' ");
	ck_assert_msg(*counted[0] == '7' && at, "%s", counted[0]);
	return (uint64_t)strtod(at + 2, NULL);
}

static uint64_t repetitions;

static void looping(uint64_t n, void *arg)
{
	EACH {
		uint64_t left = repetitions;

		__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(left) : : "cc");
	}
}

/* More blocks than the log holds. */
TEST(long_loops_are_counted)
{
	uint64_t few;

	if (!are_steps_possible())
		return;
	repetitions = 100;
	few = instructions_of(looping, 10000000);
	repetitions = 100100;
	ck_assert_uint_eq(instructions_of(looping, 10000000) - few, 200000);
}

static unsigned char *jumps;

static void jumping_on(uint64_t n, void *arg)
{
	EACH
		((void (*)(void))(uintptr_t)jumps)();
}

static void write_jumps(size_t n)
{
	const size_t bytes = 1 << 20;

	jumps = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ck_assert_ptr_ne(jumps, MAP_FAILED);
	for (size_t i = 0; i < n; i++)
		memcpy(jumps + 2 * i, "\xeb", 2);
	jumps[2 * n] = 0xc3;
	ck_assert_int_eq(mprotect(jumps, bytes, PROT_READ | PROT_EXEC), 0);
}

/* More code than the arena holds. */
TEST(much_code_is_counted)
{
	enum { FEW = 2000, MANY = 30000 };
	uint64_t few;

	if (!are_steps_possible())
		return;
	write_jumps(FEW);
	few = instructions_of(jumping_on, 2 * FEW);       /* a single iteration */
	write_jumps(MANY);
	ck_assert_uint_eq(instructions_of(jumping_on, 2 * MANY) - few, MANY - FEW);
}

static volatile sig_atomic_t *alarms;

static void count_alarm(int number)
{
	++*alarms;
}

/* Checks its own results while signals interrupt it everywhere; allocates if one is wrong. */
static void interrupted(uint64_t n, void *arg)
{
	const struct itimerval often = { { 0, 200 }, { 0, 200 } }, never = { { 0, 0 }, { 0, 0 } };

	signal(SIGALRM, count_alarm);
	setitimer(ITIMER_REAL, &often, NULL);
	EACH {
		int v[64];
		uint64_t sum = 0;

		for (int round = 0; round < 50; round++) {
			for (int i = 0; i < 64; i++)
				v[i] = i * 37 % 64;
			qsort(v, 64, sizeof *v, by_value);
			for (int i = 0; i < 64; i++)
				sum += (uint64_t)(v[i] == i);
			memcpy(copy, text, sizeof copy);
		}
		if (sum != 3200)
			BENCH_KEEP(*(void *volatile *)malloc(sizeof(void *)));
	}
	setitimer(ITIMER_REAL, &never, NULL);
}

TEST(signals_find_the_original_code)
{
	if (!are_steps_possible())
		return;
	alarms = mmap(NULL, sizeof *alarms, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	count_into(counted[0], interrupted, false, false, 2000000);
	ck_assert_int_gt(*alarms, 5);
	ck_assert_msg(*counted[0] == '7', "%s", counted[0]);
	ck_assert_ptr_nonnull(strstr(counted[0], " 0 0\n"));
}

#endif

CHECK_SUITE("recorder")
