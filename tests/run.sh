#!/bin/sh
# Does bench run gather what a program publishes, and only that?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
top_builddir=$(cd "$top_builddir" && pwd) || exit 99
source=$(cd "$top_srcdir" && pwd) || exit 99
bench=$top_builddir/tools/bench
TMPDIR=$work
export TMPDIR
cd "$work" || exit 99
if ! grep -q 'define HAVE_POSIX_SPAWNP' "$top_builddir/config.h"; then
	tap_skip "bench run" "this system cannot start processes"
	tap_end
	exit
fi

# A program that publishes given values, shifted by its process number.
cat >program <<'END'
#!/bin/sh
k=$(($(cat count 2>/dev/null || echo 0) + 1))
echo $k >count
echo "talks"
[ "${BENCH_TASK%% *}" = results ] || exit 9
line() {
	printf '{"benchmark": "%s", "ns": %s, "iterations": 100, "samples": 7, "method": "two-loops"%s}\n' "$@" >>"${BENCH_TASK#* }"
}
line "/some/folder/a.c:5 x = f(x)" "1$k" ', "ns_raw": 1, "mhz": 2000, "cycles": '"10$k"
line "/some/folder/a.c:9 g()" "2$k"
line "/some/folder/a.c:9 g()" "3$k" ', "of the future": [{"a": null}]'
[ "$k" != "$FAILS" ]
END
chmod +x program

# run STATUS ARGUMENTS...
run() {
	wanted=$1
	shift
	rm -f count
	"$bench" run "$@" >out 2>err
	status=$?
	[ $status -eq "$wanted" ] || { echo "status $status, expected $wanted"; cat out err; return 1; }
}
value() { sed -n "s/.*\"name\": \"$1\",.* \"$2\": \([^,]*\),.*/\1/p" out; }

gathers() {
	run 0 --processes 7 --format json -- ./program && [ "$(value 'a.c:5 x = f(x)' ns)" = 14 ] &&
		[ "$(value 'a.c:5 x = f(x)' cycles)" = 104 ] && [ "$(value 'a.c:5 x = f(x)' processes)" = 7 ] &&
		[ "$(value 'a.c:9 g()' ns)" = 24 ] && [ "$(value 'a.c:9 g() #2' ns)" = 34 ]
}
formats() {
	for format in text csv google go; do
		run 0 --processes 6 --format $format -- ./program && grep -qi 'a.c:9.g()' out || return 1
	done
}
unfolded() { run 2 --format folded -- ./program && grep -q "only a program of bench_main" err; }
silent() { run 0 --processes 2 -- ./program && ! grep -q talks out err; }
shows() { run 0 --processes 2 --show-output -- ./program && grep -q talks err; }
saved() { run 0 --processes 6 -o x.json -- ./program && "$bench" compare x.json x.json >/dev/null &&
	run 0 --processes 6 -o - --format csv -- ./program && [ "$(sed -n 1p out)" = '# libbench 1' ] && grep -q '^a.c:9 g()' out && [ ! -e - ]; }
one() { run 0 --processes 1 -- ./program && grep -q 'scope: process' out; }
failed() {
	FAILS=2 run 1 --processes 6 --format csv -- ./program &&
		grep -q 'process 2 of 6 ended with status 1' err
}
nothing() { run 2 -- true && grep -q 'published no result' err; }
no_program() { run 2 -- ./none && [ ! -s out ] && grep -q "none" err; }
no_dashes() { run 2 && grep -q "'bench run --help' lists all options" err && run 2 ./program && grep -q 'expected a program after --' err; }
clean() { run 0 -p 1 -- ./program && ! ls "$work" | grep bench-run; } # also what was left when it was killed
whole() {
	program_cases=$top_builddir/tests/program_cases
	run 0 --processes 2 --format csv -- "$program_cases" -f quick --rounds 5 &&
		grep -q '^quick,,1,1,' out
}
# Results of every method and warning, one of them not in every process.
cat >odd <<'END'
#!/bin/sh
k=$(($(cat count 2>/dev/null || echo 0) + 1))
echo $k >count
{
	printf '{"benchmark": "/a/b/d.c:3 f(a/b)", "ns": 1%s.5, "cycles": 4%s, "ns_raw": 25.25, "mhz": 3700, "iterations": 100, "samples": 7, "method": "regions"}\n' $k $k
	printf '{"benchmark": "b.c:3 g(x)", "ns": 2%s, "iterations": 100, "samples": 7, "warnings": %s, "method": "function"}\n' $k $((4 + k % 2))
	printf '{"method": "no method", "benchmark": "c.c:1 h()", "ns": 3%s, "ns_raw": 1, "mhz": 1, "iterations": 1, "samples": 1}\n' $k
	[ $k = 3 ] || printf '{"benchmark": "c.c:2 seldom()", "ns": 4, "ns_raw": 1, "mhz": 1, "iterations": 1, "samples": 1, "method": "loop"}\n'
} >>"${BENCH_TASK#* }"
END
chmod +x odd
rare() { # a single process that publishes no mean has none in its row
	cat >rare <<'END'
#!/bin/sh
echo '{"benchmark": "r.c:1 r()", "ns": 9, "cycles": 1, "iterations": 9, "samples": 7, "warnings": 8192, "method": "loop"}' >>"${BENCH_TASK#* }"
END
	chmod +x rare && run 0 -q -p 1 -- ./rare && grep -q '^  W ' out && ! grep -q 'the mean is' out || { cat out err; return 1; }
}
recorded() {
	LC_ALL=C run 0 -q --processes 7 -- ./odd && [ ! -s err ] && mv out first &&
		run 0 -q -p 1 --format markdown -- ./odd && mv out second &&
		run 0 --processes 3 --format json -- "$work/odd" &&
		sed -n '/"interrupted":/p; /"program":/p; /"processes": 3,$/p; /"name":/p' out >third &&
		cat first second third | diff "$source/tests/golden/run.txt" -
}
cat >many <<'END'
#!/bin/sh
for i in $(seq 60); do
	echo "{\"benchmark\": \"m.c:$((i % 50)) f()\", \"ns\": $i, \"iterations\": 100, \"samples\": 7, \"method\": \"loop\"}"
done >>"${BENCH_TASK#* }"
END
chmod +x many
sixty() { # some of them twice
	run 0 -p 2 --format csv -- ./many && awk 'BEGIN { for (i = 1; i <= 60; i++) for (p = 0; p < 2; p++)
		printf "m.c:%d f()%s,,1,%d,0,100,%d,\n", i % 50, (i > 50 ? " #2" : ""), p, i }' | sed 's/,$//' >expected &&
		sed -n 's/,$//; /^m/p' out | diff expected -
}
# folders of any name, a name of the program's choice, and 2,000 passes of a loop
cat >places <<'END'
#!/bin/sh
awk 'function put(text, n) { for (; n > 0; n--) printf "{\"benchmark\": \"%s\", \"ns\": 5, \"iterations\": 9, \"samples\": 7}\n", text }
	BEGIN { put("/home/a b/c: d/x.c:12 f(a ? b : 1)", 1); put("a/b.c:3", 1); put("copy/64 bytes", 1); put("p q/y.c:7 g()", 2000) }' >>"${BENCH_TASK#* }"
END
chmod +x places
places() {
	run 0 -q -p 3 --format csv -- ./places && grep -q '^x.c:12 f(a ? b : 1),' out && grep -q '^b.c:3,' out &&
		grep -q '^copy/64 bytes,' out && [ "$(grep -c '^y.c:7 g()' out)" -eq 6000 ] && grep -q '^y.c:7 g() #2000,,1,2,' out
}
nowhere() { # the line does not count, whatever the folder
	cat >side <<'END'
#!/bin/sh
echo '{"benchmark": "my folder/r.c:$LINE r()", "ns": 9, "cycles": 1, "iterations": 9, "samples": 7}' >>"${BENCH_TASK#* }"
END
	sed 's/$LINE/4/' side >old && sed 's/$LINE/9/' side >new && chmod +x old new &&
		"$bench" versus --processes 6 ./old ./new >out 2>&1
	grep -q 'r.c r()' out || { cat out; return 1; }
}
cat >stops <<'END'
#!/bin/sh
k=$(($(cat count 2>/dev/null || echo 0) + 1))
echo $k >count
echo "{\"benchmark\": \"m.c:1 f()\", \"ns\": $k, \"iterations\": 100, \"samples\": 7}" >>"${BENCH_TASK#* }"
[ $k -lt 2 ] || kill -TERM $PPID
END
chmod +x stops
interrupted() { # by its second process
	run 143 -p 9 --format json -- ./stops && grep -q '"interrupted": true' out && grep -q '"processes": 2,$' out
}
twenty() { # and one that counts instructions, since a row may be of removed work
	run 0 --format csv -- ./odd && [ "$(cat count)" = 21 ] && run 0 --help && grep -q 'processes N .* (20)$' out &&
		grep -q 'count-limit N .* (20000000)$' out
}
not_more() { # the third failure ends it
	echo 'exit 3' >failing && run 2 --processes 9 -- sh -c 'k=$(cat count 2>/dev/null); echo $((k + 1)) >count; exit 3' &&
		[ "$(cat count)" = 3 ] && grep -q 'process 3 of 9 ended with status 3' err && ! grep -q 'process 4' err
}
most() { run 2 -p 10000 -- false && grep -q 'process 3 of 10000 ended' err; }
unwritable() { # before the program runs
	run 2 -p 1 -o none/x.json -- sh -c 'touch began' && [ ! -s out ] && grep -q 'none/x.json' err && [ ! -e began ]
}
signalled() { run 2 --processes 1 -- sh -c 'kill -9 $$' && grep -q 'process 1 of 1 was ended by signal 9' err && grep -q 'run sh on its own' err; }
both_ways() { # a file has the format that is requested, or JSON; the table goes out
	run 0 -q -p 2 -o x.any -- ./odd && grep -q '^{"libbench": 2, "form": "results"' x.any && grep -q '^benchmark' out &&
		run 0 -q -p 2 -o x.any --format csv -- ./odd && grep -q '^# libbench 1' x.any && grep -q '^benchmark .*time' out
}
refused() {
	run 2 -p 10001 -- false && grep -qxF "bench run: --processes: found '10001', expected a count from 1 to 10000" err &&
		run 0 --count-limit 1000 --help && run 2 --count-limit 0 -- ./odd &&
		grep -q "found '0', expected a count from 1" err &&
		run 2 --format none -- ./odd && grep -q "found 'none', expected text, csv," err && run 2 -p 1 -- && grep -q "after --" err
}
again() { # every fourth process calibrates again, where there is something to adopt
	rm -f had
	run 2 -p 8 -- sh -c 'if [ "${BENCH_CALIBRATION+set}" ]; then printf + >>had; else printf - >>had; fi'
	case $(cat had) in +++-+++- | --------) ;; *) cat had; return 1 ;; esac
}
unset FAILS
export FAILS
tap "three of four processes adopt the calibration" again
tap "rare work without a mean" rare
tap "what is a result and what is none, to the byte" recorded
tap "twenty processes unless told otherwise" twenty
tap "three that fail are enough" not_more
tap "no more than 10,000 processes" most
tap "a file that cannot be written" unwritable
tap "more rows than there was room for" sixty
tap "names of places, and of 2,000 passes" places
tap "a folder with a blank does not keep the line in a name" nowhere
tap "an interrupt ends it with what it has" interrupted

# what starts processes is killed: none is left behind
printf '#!/bin/sh\necho $$ >child\nexec sleep 69\n' >endless
chmod +x endless
orphans() {
	rm -f child
	CHILD=child "$@" >/dev/null 2>&1 &
	tap_until test -s child
	sleep 1 # its parent knows it too
	kill -9 $!
	tap_gone "$(cat child)"
}
tap "killed, it leaves no process behind" orphans "$bench" run -- ./endless
tap_slow "nor does versus" orphans "$bench" versus ./endless ./endless
tap_slow "nor ramp" orphans "$bench" ramp --max 1 -- ./endless
tap_slow "nor bench_main" orphans "$top_builddir/tests/program_cases" -f hangs --processes 2
heeded() { (trap '' CHLD; exec "$top_builddir/tests/program_cases" -f quick --processes 2 -q) >out; }
tap "children count where SIGCHLD is ignored" heeded
tap "a signal is named" signalled
tap "-o and the table" both_ways
tap "misuse names what is expected" refused
tap "each result is a row over the processes, repeated ones numbered" gathers
tap "every format" formats
tap "the program's output stays out" silent
tap "stacks are refused" unfolded
tap "or goes to standard error" shows
tap "-o writes what bench compare reads" saved
tap "one process is marked" one
tap "a process that fails: status 1, the others count" failed
tap "a program that publishes nothing: status 2" nothing
tap "no such program" no_program
tap "a program without --" no_dashes
tap "a program of bench_main is one of its processes" whole
tap "no file is left" clean
# The instructions of a program that uses BENCH alone, the same at each run.
make_first() {
	${CC:-cc} ${CFLAGS:-} -I"$source/include" -c "$source/doc/examples/01-first.c" -o first.o &&
		${CC:-cc} ${CFLAGS:-} -o first first.o "$top_builddir/libbench.a" $LIBS
}
counted() {
	run 0 -q --processes 1 --count "$@" -- ./first && sed -n '/^count/,$p' out >counted &&
		grep -q 'instructions$' counted && tail -1 counted | grep -q ' [1-9][0-9]*$'
}
counts() { counted && cp counted before && counted && diff before counted; }
limited() { ! counted --count-limit 5 && grep -q 'no exact count: over the limit' out; }
# Windows of known length: the k-th name's second window has k steps more than its first, and the last name has
# one window only.  Its own signal must reach the program, within a window and outside.
cat >known.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static volatile int got;
static void handler(int number) { got += number == SIGUSR1; }
static void window(int steps)
{
	volatile int i;

	raise(SIGURG);
	raise(SIGUSR1);
	for (i = 0; i < steps; i++)
		continue;
	raise(SIGURG);
}
int main(int argc, char **argv)
{
	const char *task = getenv("BENCH_TASK");
	FILE *out = fopen(strchr(task, ' ') + 1, "a");
	int counted = *task == 'c';

	puts("talks");
	for (int k = 0; argc < 2 && k < 30; k++) {
		fprintf(out, counted ? "{\"benchmark\": \"%sk.c:%d x\"}\n" : "{\"benchmark\": \"%sk.c:%d x\", \"ns\": 1}\n",
			!counted || k % 2 ? "f/" : "", k % 28);
	}
	for (int k = 0; argc > 1 && k < 3; k++)
		fprintf(out, "{\"benchmark\": \"e.c:%d x\", \"ns\": 0.1, \"cycles\": 0.2, \"warnings\": 1}\n", k);
	fclose(out);
	signal(SIGUSR1, handler);
	for (int k = 0; counted && argc > 1 && k < 3; k++) { /* work, none left, and in a loop just as long */
		window(3);
		window(k == 1 ? 3 : 5);
		window(3);
		window(k == 2 ? 5 : 3);
	}
	raise(SIGUSR1);
	for (int k = 0; counted && got && argc < 2 && k < 30; k++) {
		window(3);
		if (k < 29)
			window(3 + k);
		for (int i = 0; k < 29 && i < 2; i++) {
			raise(SIGURG);
			raise(SIGURG);
		}
	}
	return 0;
}
END
known() { # known ARGUMENTS...: name and count of each row, the latter in those of row 2
	run 0 -q -p 1 "$@" -- ./known && ! grep -q talks out && sed -n '/^count/,$p' out |
		awk 'NR > 1 { sub(/: no exact/, " :"); n = NF; if ($n ~ /^[0-9]+$/) { if (NR == 3) unit = $n; $n = unit ? $n / unit : $n } print }'
}
all_known() {
	awk 'BEGIN { for (k = 0; k < 29; k++) print "k.c:" (k % 28) " x " (k < 28 ? "" : "#2 ") k
		print "k.c:1 x #2 : count: its process ended too early" }' >expected
	known --count | diff expected -
}
over() { # over LIMIT NUMBER: NUMBER rows are over it
	run 0 -q -p 1 --count-limit $1 --count -- ./known && [ "$(grep -c 'x.*count: over the limit of instructions: raise --count-limit$' out)" -eq $2 ]
}
judged() { # of rows that may be of removed work, the one with instructions keeps no letter
	run 0 -q -p 1 -- ./known elided && grep -qE '^e\.c:0 x .*%$' out && grep -q '^e\.c:1 x .* E$' out && grep -q 'e\.c:2 x .* E$' out &&
		grep -qE 'e\.c:0 x: [1-9][0-9]* instructions per iteration' out && ! grep -q '^count' out
}
# More instructions than the limit of single steps, in code that is recorded instead
cat >far.c <<'END'
#include <bench.h>
static volatile int i;
int main(void)
{
	BENCH(for (i = 0; i < 100; i++));
	BENCH(for (i = 0; i < 100100; i++));
	return 0;
}
END
far() {
	run 0 -q -p 1 --count -- ./far && sed -n '/^count/,$p' out |
		awk 'NR == 2 { few = $NF } NR == 3 { n = ($NF - few) / 100000 } END { exit !(n >= 2 && n == int(n)) }'
}
limits() { over 100000 0 && over 10 29; }
if ! make_first; then tap_skip "--count" "no program here"
elif "$bench" run --processes 1 --count -- ./first 2>&1 | grep -qE 'forbids tracing|known on x86'; then
	tap_skip "--count" "single steps are not possible here"
else
	tap "--count counts the same twice" counts
	tap "--count-limit bounds it" limited
	if [ "$(uname -m)" = x86_64 ] && ${CC:-cc} ${CFLAGS:-} -I"$source/include" -c far.c &&
		${CC:-cc} ${CFLAGS:-} -o far far.o "$top_builddir/libbench.a" $LIBS
	then tap "--count beyond the limit of single steps" far
	else tap_skip "--count beyond the limit of single steps" "nothing records code here"; fi
	if ${CC:-cc} -o known known.c; then tap "the instructions of each of many, and what no process reached" all_known
		tap "a limit is one of each window" limits
		tap "work that is there is told from removed work" judged
	else tap_skip "the instructions of each of many, and what no process reached" "no signals here"; fi
fi
tap_end
