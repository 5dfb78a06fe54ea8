#!/bin/sh
# Does `bench sample` keep what it collects, and say what goes wrong?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
bench=$(cd "$top_builddir" && pwd)/tools/bench
examples=$(cd "$top_srcdir" && pwd)/doc/examples
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
"$bench" sample --help | grep -q COMMAND || { tap_skip "bench sample" "not on this system"; tap_end; }

# exits STATUS COMMAND...: the status and what was said
exits() {
	wanted=$1
	shift
	"$@" >out 2>err </dev/null
	got=$?
	[ $got -eq "$wanted" ] || { echo "exit $got"; cat err; return 1; }
}
says() {
	words=$1
	wanted=$2
	shift 2
	exits "$wanted" "$@" && { grep -qF -- "$words" err || { cat err; return 1; }; }
}
sample() { "$bench" sample -q --no-counters -S "$@"; } # by the shell
direct() { "$bench" sample -q --no-counters "$@"; }
rows() { [ "$(tail -n +2 "$1" | wc -l)" -eq "$2" ] || { cat "$1"; return 1; }; }
# column NAME: the column of that name in file out
column() {
	tr -d '"' <out |
		awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) n = i; next } { print $n }'
}

# rows
header=benchmark,sys_time,user_time,wall_time,round,run,anytime,max_rss,voluntary_switches
header=$header,involuntary_switches,minor_faults,major_faults,exit_status,started,others
whole() { exits 0 sample -r 5 --seed 1 a:true "b: true" && [ "$(head -1 out)" = $header ] && rows out 10; }
tap "every command once a round, under cbdr's columns" whole
rounds() {
	column round | uniq -c | awk '$1 != 2 || $2 != NR { exit 1 }' &&
		[ "$(tail -n +2 out | cut -d, -f1 | sort | uniq -c | tr -s ' \n' ' ')" = " 5 a 5 b " ]
}
tap "rounds are whole" rounds
second() {
	[ "$(sed -n 2p out | cut -d, -f1)" = a ] && [ "$(column run | sort -u | wc -l)" -eq 2 ]
}
first() { [ "$(sed -n 2p out | cut -d, -f1)" = a ] && [ "$(column run | sort -u | wc -l)" -eq 1 ]; }
tap "the first command comes first, and all rows are of one run" first
order() {
	sample -r 12 --seed 7 a:true b:true c:true | cut -d, -f1 >1
	sample -r 12 --seed 7 a:true b:true c:true | cut -d, -f1 >2
	cmp 1 2 && tail -n +2 1 | paste - - - | sort -u | awk 'END { exit NR < 3 }'
}
tap "the order is random, and the seed's" order
ordered() {
	for seed in 1 2 3 4; do sample -r 1 --seed $seed a:true b:true c:true d:true | cut -d, -f1 | tail -n +2 |
		tr -d '\n' | grep -qx abcd || return 1; done
}
tap "but for the first round" ordered
compare() {
	sample -r 3 a:true b:true >csv && "$bench" compare --format csv csv >out && [ "$(column metric)" = wall_time ]
}
tap "compare reads it, and compares the time" compare
asked() { "$bench" compare --format csv --metric max_rss csv >out && [ "$(column metric)" = max_rss ]; }
tap "and the rest when asked" asked
jsonl() {
	sample -r 3 --format jsonl a:true b:true >json && grep -q '^{"libbench": 1, "context": {.*"libbench_version"' json &&
		[ "$(grep -c '^{"benchmark": .*}$' json)" -eq 6 ] && "$bench" compare --format csv json >out &&
		[ "$(column metric)" = wall_time ]
}
judged() {
	"$bench" sample -S -q -r 3 -o "$work/judged.csv" a:true b:true --limit 'b:wall_time>1e6' --expect \
		'wall_time=0..1e6' >"$work/out"
	[ $? -eq 1 ] && grep -q '^impossible: b, b:wall_time>1e6: median ' "$work/out" &&
		[ "$(grep -c '^as expected: [ab], ' "$work/out")" -eq 2 ]
}
tap "limits and predictions are judged at the end" judged
# the time is for a sampling that never ends
piped_end() {
	timeout 100 "$bench" sample -S --no-counters a:true 'b:sleep .05' 2>err | cat >out
	grep -q 'ended by ' err && ! grep -q 'for rows until the reader' err && [ "$(wc -l <out)" -gt 20 ] &&
		row=$(timeout 100 "$bench" sample -q 'sleep .01') && [ "$(echo "$row" | wc -l)" -gt 10 ]
}
tap_slow "into a pipe it ends on its own too" piped_end
timed() { "$bench" sample -S --no-counters --timeout 300ms a:true 2>err | cat >out &&
	grep -q 'rounds, ended by --time' err; }
tap "a time limit alone ends it, too" timed
streamed() {
	sample --stream a:true | head -n 60 >out && rows out 59 &&
		says "--stream: runs without end" 2 sample --stream -r 2 true
}
tap "but for --stream" streamed
tap "JSON lines carry the facts, and are read" jsonl

odd() {
	sample -r 1 --format jsonl "$(printf 'echo "\351" \t;')" >json && "$bench" compare json json >/dev/null &&
		grep -qF '"benchmark": "echo \"\ufffd\" \u0009;"' json || { cat json; return 1; }
}
tap "whatever a name is made of" odd
terminal() { # names and errors, as a terminal may have them
	name=$(printf 'a\033[2J\302\233')
	"$bench" sample -S -r 3 --runs-until answer "$name:true" "b $name" 2>err >out
	"$bench" sample -S -r 3 --shell sh "$name:true" "b:printf '\\033[2J\\n' >&2; exit 3" 2>>err >>out
	grep -q 'b a?\[2J?: ended' err && grep -q 'ended with status 3' err && grep -q '^    ?\[2J' err &&
		! LC_ALL=C tr -d '\n' <err | LC_ALL=C grep -q '[[:cntrl:]]' || { cat -v err; return 1; }
}
tap "a terminal gets none of its control characters" terminal

# commands
words() { says "$2" 2 sample -r 1 "x:$1"; }
printf '#!/bin/sh\nfor i; do echo "[$i]" >&2; done; exit 1\n' >show; chmod +x show
quotes() {
	exits 1 direct -r 1 "x:./show 'a b' \"c\\\"d\" e\\ f ''" &&
		[ "$(tail -n +2 err | tr -d ' \n')" = "[ab][c\"d][ef][]" ] && grep -qF '[a b]' err
}
tap "words are split as the shell does" quotes
only() { says ' needs a shell: add -S' 2 direct -r 1 "$1" && grep -qF "'$1': " err && exits 0 sample -r 1 "$1" || return 1; }
shells() {
	for line in 'true && true' 'echo a | grep a' 'test -n "$HOME"' 'exit 0' 'echo >file' 'A=1 true' 'ls *'; do only \
		"$line" || return 1; done
}
tap "what only a shell understands is refused without -S" shells
tap "--shell default, as hyperfine has it" exits 0 direct -r 1 --shell default 'x:fg_ () { :; }'
tap "--shell takes a command line" exits 0 direct -r 1 --shell 'sh -e' 'x:test -n "$-" && true'
tap "without it such a command is named" says \
	"'jobs' cannot be run: No such file or directory (a command of the shell needs -S)" 2 direct -r 1 'x:jobs'
tap "-N and a shell exclude each other" says "-N excludes -S" 2 sample -r 1 -N 'x:exit 0'
tap "quotes keep it from the shell" says "'jobs' cannot be run" 2 direct -r 1 "x:jobs \"a;b\" '\$c'"
lines() {
	printf '# two\na: true\n\n  "b  c": false\ntrue x:y\n' | sed 3,4d | sample -r 1 >out && rows out 2 &&
		grep -q '^true x:y,' out
}
tap "commands one a line" lines
tap "a name twice" says "two commands are called 'a'" 2 sample -r 1 a:true a:false
tap "no command" says "a command is missing" 2 sample -r 1
tap "an empty command" says "found 'a:', expected a command" 2 sample -r 1 a:
quoted() {
	exits 0 sample -r 1 'echo "a,b"' && sed -n 2p out | grep -q '^"echo ""a,b""",' &&
		"$bench" compare out out >/dev/null
}
tap "a name with commas and quotes" quoted

# failures
tap "a failure has name, status and command" says "bad: ended with status 7 (-i continues after failures): sh -c 'exit 7'" 1 \
	sample -r 1 ok:true \
	"bad:sh -c 'exit 7'"
named_once() { exits 1 sample -r 1 'exit 7' &&
	grep -qx 'bench sample: exit 7: ended with status 7 (-i continues after failures)' err; }
tap "a command that has no other name is named once" named_once
last_lines() { exits 1 sample -r 1 "bad:./many" && [ "$(tail -n +2 err | tr -d ' \n')" = 56789 ]; }
printf '#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8 9; do echo $i >&2; done; exit 1\n' >many; chmod +x many
tap "and the last lines of its errors" last_lines
tap "death by a signal is reported" says "bad: was ended by signal 9" 1 sample -r 1 'bad:kill -9 $$'
ignored() {
	exits 0 sample -r 2 --ignore-failure 'a:exit 3' 'b:kill -9 $$' --shell default &&
		[ "$(column exit_status | sort | tr '\n' ' ')" = "137 137 3 3 " ]
}
tap "--ignore-failure keeps them with their status" ignored
codes() { exits 0 sample -r 2 --ignore-failure --export-json codes.json 'exit 3' && grep -q '"exit_codes": \[3, 3\]' codes.json; }
tap "and so does --export-json" codes
tap "a name with a blank is none, which is said" says "a name before ':' has no blank" 2 direct -r 1 'my name:true'
tap "what does not exist is named" says "x: './nowhere' cannot be run: No such file" 2 direct -r 1 x:./nowhere
tap "what hangs is ended" says "x: was ended after 0.05 s (--timeout): sleep 60" 1 sample -r 1 --timeout 50ms \
	'x:sleep 60'
stubborn() { # in a time in which it can start something
	rm -f pid
	for time in 50ms 1s 10s 100s; do
		says "x: was ended after" 1 sample -r 1 --timeout $time "x:./stub" || return 1
		[ ! -s pid ] || break
	done
	tap_gone "$(cat pid)"
}
printf '#!/bin/sh\nsleep 61 & echo $! >pid; wait\n' >stub; chmod +x stub
tap "with all that it started" stubborn
tap "what waits for a terminal has failed" says "x: was ended because it waited for the terminal" 1 timeout 600 \
	"$bench" sample -S -q -r 1 'x:kill -TTIN $$'
background() { exits 0 sample -r 1 "x:sleep 62 & echo \$! >>pids" && kill $(cat pids); }
tap "what it leaves in the background holds nobody up" background
tap "who wants input gets none" exits 0 sample -r 1 x:cat 'y:test -z "$(cat)"'
input() { echo text >in; exits 0 sample -r 2 --input in 'y:test "$(cat)" = text'; }
tap "or --input, from its start every time" input
tap "a missing input is named" says "--input nowhere: No such file" 2 sample -r 1 --input nowhere x:cat
much() { exits 0 sample -r 1 'x:head -c 30000000 /dev/zero' && rows out 1; }
tap "much output is discarded" much

# output
if [ -w /dev/full ]; then
	full() { "$bench" sample -S -q -r 2 x:true >/dev/full 2>err; [ $? -eq 2 ] && grep -q 'write failed: No space' err; }
	tap "a full disk is said" full
fi
# a file may grow to a block and no further: the row that breaks off is taken back
filled() {
	(ulimit -f 1; "$bench" sample -q --no-counters -r 99 -o cut.csv a:true b:true) 2>err
	[ $? -eq 2 ] && grep -q 'write failed: File too large' err && [ "$(tail -c 1 cut.csv | wc -l)" -eq 1 ] &&
		[ "$(wc -l <cut.csv)" -gt 3 ] && "$bench" compare cut.csv >/dev/null &&
		exits 0 sample -r 30 --resume cut.csv a:true b:true && rows cut.csv 60
}
if (trap '' XFSZ; ulimit -f 1; head -c 5000 /dev/zero >zeros) 2>/dev/null; [ "$(wc -c <zeros)" -lt 5000 ]; then tap \
	"of a disk that becomes full whole rows stay behind" filled
else tap_skip "of a disk that becomes full whole rows stay behind" "files cannot be limited"; fi
spared() {
	echo old >old.csv
	exits 1 sample -r 1 -o old.csv a:false && [ "$(cat old.csv)" = old ] && exits 0 sample -r 1 -o old.csv a:true &&
		rows old.csv 1
}
tap "a failure before the first row leaves the old file" spared
closed() {
	mkfifo gone
	{ cat gone; sample x:true; echo $? >status; } 2>err | { exec <&-; : >gone; }
	[ "$(cat status)" -eq 141 ] && [ ! -s err ]
}
tap "a reader that leaves ends it quietly" closed

# ends and goes on
# 'touch go' from within the third run kills the sampler (its pid is in boss)
printf '#!/bin/sh\necho >>count; [ "$(wc -l <count)" -ne "$2" ] || kill -$1 $(cat boss); exit 0\n' >kill; chmod +x kill
ended() {
	rm -f count
	sh -c 'echo $$ >boss; exec "$@"' sh "$bench" sample -S -q --no-counters --warmup 1 "$@" >out 2>err
}
killed() {
	ended -r 9 -o f.csv "a:./kill KILL 6" b:true
	[ $? -eq 137 ] && [ "$(tail -c 1 f.csv | wc -l)" -eq 1 ] && rows f.csv "$(($(wc -l <f.csv) - 1))" &&
		[ "$(wc -l <f.csv)" -ge 9 ]
}
tap "kill -9 loses no finished row" killed
orphans() {
	rm -f child seer boss
	sh -c 'echo $$ >boss; exec "$@"' sh "$bench" sample -S -q --no-counters --warmup 0 --observe \
		'echo $$ >seer; exec sleep 64' 'x:echo $$ >child; exec sleep 65' >/dev/null 2>&1 &
	until [ -s child ] && [ -s seer ]; do sleep .02; done
	kill -9 "$(cat boss)"
	wait
	tap_gone "$(cat child)" && tap_gone "$(cat seer)"
}
tap "kill -9 leaves no command behind" orphans
twice() { # SIGHUP counts as two interrupts
	rm -f child boss
	sh -c 'echo $$ >boss; exec "$@"' sh "$bench" sample -S -q --no-counters --warmup "$1" \
		'x:echo $$ >child; exec sleep 66' >out 2>err &
	until [ -s child ]; do sleep .02; done
	kill -HUP "$(cat boss)"
	wait $!; [ $? -eq 129 ] && tap_gone "$(cat child)" && grep -q "$2" err
}
once() {
	rm -f child
	"$bench" sample -S -q --no-counters --warmup 0 'x:echo $$ >child; exec sleep 67' >out 2>err &
	until [ -s child ]; do sleep .02; done
	kill -TERM $!
	wait $!
	[ $? -eq 143 ] && tap_gone "$(cat child)" && grep -q 'interrupted: 0 rows' err && [ "$(wc -l <out)" -eq 1 ]
}
tap "SIGTERM ends a command that hangs" once
if sh -c 'kill -HUP $$; echo ignored' 2>/dev/null | grep -q ignored; then
	tap_skip "SIGHUP too" "it is ignored here, as by nohup"
	tap_skip "in the warm-up too, which is said" "it is ignored here, as by nohup"
else
	tap "SIGHUP too" twice 0 'interrupted: 0 rows written'
	tap "in the warm-up too, which is said" twice 1 'interrupted while warming up: nothing was collected'
fi
printf 'a,0.1,0.' >>f.csv
cp f.csv torn.csv
resumed() {
	exits 0 sample -r 9 --resume f.csv a:true b:true && cp f.csv out && rows f.csv 18 && column round | sort | uniq -c |
		awk '$1 != 2 { exit 1 }'
}
tap "--resume cuts off the torn line and completes the rounds" resumed
tap "as its own run" second
same() { head -n "$(wc -l <torn.csv)" f.csv >begin && sed '$d' torn.csv >1; head -n "$(wc -l <1)" f.csv | cmp - 1; }
tap "leaving what was there" same
again() { cp f.csv before; exits 0 sample -r 9 --resume f.csv a:true b:true && cmp before f.csv; }
tap "and does nothing when nothing is left" again
partial() {
	sed '$d' before >f.csv
	exits 0 sample -r 9 --resume f.csv a:true b:true && grep -q 'f.csv continues after round 9' err && cp f.csv out &&
		rows f.csv 18 && column round | uniq -c |
		awk '$1 != 2 { exit 1 }'
}
tap "and only what a round lacks" partial
new() { exits 0 sample -r 2 --resume new.csv a:true b:true && rows new.csv 4; }
tap "--resume begins a new file" new
tap "a stranger in the file is named" says "f.csv: found rows of 'b', which is not one of these commands" 2 sample -r 10 \
	--resume f.csv a:true
columns() {
	echo benchmark,other,round >o.csv
	says "o.csv: found the columns 'benchmark,other" 2 sample -r 1 --resume o.csv a:true
}
tap "other columns are refused" columns
# a file that is not ours stays as it is, whatever is wrong with it
foreign() { printf "$1" >o.csv; cp o.csv before; exits 2 sample -r 1 --resume o.csv $2 a:true && cmp o.csv before; }
foreigners() {
	rows=$(printf 'a,0,0,0,%d,5,0,0,0,0,0,0,0,0\\n' 1 2 3)
	foreign "$header\na,0,\"0,0,1,5,0,0,0,0,0,0,0,0\n$rows" && foreign "$header\n\"a,0,0,0,1,5,0,0\n$rows" &&
		foreign '{"libbench": 1, "context": {}, "results": []}' --format jsonl &&
		foreign '{"libbench": 1, "context": {}, "results": []}\n' --format jsonl &&
		foreign '{"libbench": 1, "context": {}, "commands": {}}\n{"other": 1' --format jsonl || return 1
	foreign 'precious' && foreign 'benchmark,other\na,1\ntorn' &&
		foreign "$header\nb,0,0,0,1,5,0,0,0,0,0,0,0,0\ntorn" && foreign "$header\na,0,x,0,1,5,0,0,0,0,0,0,0,0\na,0"
}
tap "a file that is refused is not changed" foreigners
begun() { printf %.20s "$header" >o.csv; exits 0 sample -r 1 --resume o.csv a:true && rows o.csv 1; }
tap "a torn header is completed" begun
inside() {
	n=$(printf 'a\nb')
	rm -f o.csv
	exits 0 sample -r 2 --resume o.csv "echo '$n'" && cp o.csv before && printf '"echo \047a\n' >>o.csv &&
		exits 0 sample -r 2 --resume o.csv "echo '$n'" && cmp o.csv before
}
tap "a row torn within a quoted name is cut off whole" inside
second() {
	rm -f go
	sample --warmup 0 -o s.csv a:true 'b:until [ -s go ]; do sleep .02; done' -r 1 & until [ -s s.csv ]; do sleep \
		.02; done
	says "s.csv: another process is writing it" 2 sample -r 1 -o s.csv a:true
	status=$?
	echo >go
	wait
	return $status
}
tap "a second writer of a file is refused" second
# shared WORDS OPTIONS...: refused before a command runs, and no file is left or changed
shared() {
	rm -rf shared && mkdir shared && echo old >shared/old && ln -s old shared/link && words=$1 && shift &&
		says "$words" 2 sample -r 1 "$@" 'a:touch shared/began' && [ "$(ls shared | tr '\n' ' ')" = "$left" ] &&
		[ "$(cat shared/old)" = old ]
}
left='link old '
tap "a summary that cannot be written" shared 'none/e: No such file' --export-json none/e
tap "two summaries in one file" shared 'shared/link: another process or option' --export-json shared/old \
	--export-csv shared/link
tap "two summaries on standard output" shared 'two summaries on standard output' --export-json - --export-csv -
left='link old rows '
tap "rows and a summary in one file" shared 'cannot share a file' -o shared/rows --export-json shared/rows
hash() {
	exits 0 sample -r 1 --shell sh '#note:true' '#b' && grep -q '^"#' out && "$bench" compare --format csv out >got &&
		grep -q '#note' got
}
tap "a name that begins with # is no comment" hash
# ignored SIGNAL: the sampler goes on
ignored_signal() { rm -f count; (trap '' $1; ended -r 3 "a:./kill $1 3" b:true) && rows out 6; }
for signal in HUP INT TERM; do tap "SIG$signal stays ignored" ignored_signal $signal; done
interrupted() {
	ended -r 9 "a:./kill INT 4" b:true
	[ $? -eq 130 ] && rows out "$(($(wc -l <out) - 1))" &&
		grep -q 'interrupted: [56] rows written, [23] complete rounds' err
}
said() { # the first interrupt says what it does, once
	"$bench" sample -S --no-counters -w 0 -r 9 'x:kill -INT $PPID; sleep 1' >out 2>err
	[ $? -eq 130 ] && [ "$(grep -c 'interrupted: ends after this run' err)" -eq 1 ] &&
		grep -q 'interrupted: 1 rows written, 1 complete rounds' err
}
if [ "$(sh -c 'kill -INT $$; echo ignored' 2>/dev/null)" = ignored ]; then tap_skip \
	"an interrupt ends after a whole row, and says so" "SIGINT is ignored here"
else tap "an interrupt ends after a whole row, and says so" eval interrupted '&&' said; fi
limit() { exits 0 sample -t 1us a:true && rows out 1; }
tap "--time ends after a whole round" limit

# around the runs
around() {
	rm -f log
	exits 0 sample -r 2 -w 0 -s 'echo s >>log' -p 'echo p >>log' -C 'echo c >>log' -c 'echo e >>log' 'x:echo x >>log' &&
		[ "$(tr -d '\n' <log)" = spxcpxce ]
}
tap "setup and cleanup once, prepare and conclude each time" around
after() {
	rm -f log
	exits 1 sample -r 2 --prepare 'echo p >>log' --conclude 'echo c >>log' --cleanup 'echo e >>log' 'x:exit 3' \
		&& [ "$(tr -d '\n' <log)" = pce ] && grep -q 'ended with status 3' err
}
tap "and the last two after a failure" after
each() {
	rm -f log
	exits 0 sample -r 1 -w 0 -p 'echo p >>log' -p 'echo q >>log' 'echo x >>log' 'y:echo y >>log' &&
		[ "$(sort log | tr -d '\n')" = pqxy ] && says 'found 2 for 3 commands' 2 sample -r 1 -p a -p b true false :
}
tap "prepare per command" each
tap "a failing --prepare is named" says "--prepare: ended with status 4: exit 4" 1 sample -r 1 --prepare 'exit 4' x:true
observe() {
	echo 12345.46 2 >snap
	exits 0 sample -r 1 --warmup 0 --observe 'echo seen; exec sleep 63' --snapshot snap \
		'x:until [ -s bench-sample.observe1 ]; do :; done; echo 12345.67 5 >snap' && grep -q seen bench-sample.observe1 &&
		grep -qxF '+0.21 +3' bench-sample.change && grep -qx '12345.46 2' bench-sample.before && grep -qx '12345.67 5' bench-sample.after
}
tap "observers and snapshots are kept with the results" observe
early() { # the command waits for the first observer's end
	rm -f gone
	exits 0 sample -q -r 1 --warmup 0 --observe 'echo $$ >gone; exit 3' --observe 'exec sleep 64' \
		"x:until [ -s gone ] && grep -q ' Z ' /proc/\$(cat gone)/stat; do :; done" &&
		echo "bench sample: --observe: 'echo \$\$ >gone; exit 3' ended before the benchmark" | diff - err
}
if [ -r /proc/self/stat ]; then tap "an observer that ends early is named" early
else tap_skip "an observer that ends early is named" "no /proc"; fi
tap "a snapshot of what cannot be read is refused" says "snapshot: '.' is not a regular file" 2 sample -r 1 --snapshot . true
tap "or is not there" says "snapshot: no file 'nosuch'" 2 sample -r 1 --snapshot nosuch true
crowd() {
	z="0 0 0 0 0 0"
	echo "intr 5 $z $z 1 $z" >snap
	exits 0 sample -r 1 --warmup 0 --snapshot snap "x:echo intr 7 $z $z 2 $z >snap" &&
		grep -qxF 'intr +2 (12 times +0) +1 +0 +0 +0 +0 +0 +0' bench-sample.change
}
tap "a crowd of zeros is counted" crowd
startup() {
	"$bench" sample -S -r 1 --subtract-startup 'x:true' >out 2>err &&
		grep -q '[0-9.]* ms of start-up subtracted' err && rows out 1
}
tap "what starting takes is reported" startup
printf '#!/bin/sh\n[ "$2" = : ] && sleep .1; exec sh "$@"\n' >slow-start; chmod +x slow-start
negative() { # starting takes longer than the run; a run without that says nothing
	"$bench" sample --shell ./slow-start -r 3 -w 0 --subtract-startup 'x:true' >out 2>err &&
		grep -q '^some values are negative: starting ./slow-start took longer than the run after it$' err &&
		"$bench" sample -N -r 1 -w 0 --subtract-startup 'x:sleep .2' >out 2>err && ! grep -q '^some values are neg' err
}
tap_slow "negative times are explained" negative

# where output goes
where() {
	exits 0 sample -r 1 -w 0 "x:test -p /dev/stdout" &&
		exits 0 sample -r 1 -w 0 --output null "x:test -c /dev/stdout" &&
		exits 0 "$bench" sample -r 2 -w 0 --output pipe --output f.txt x:true y:'echo one' && [ "$(cat f.txt)" = one ] &&
		grep -q '; output: pipe, f.txt$' err
}
if [ -e /dev/stdout ] && (echo | test -p /dev/stdout ||
	true); then tap "output goes into a pipe, to nothing, to a file" where; fi
shown() { exits 0 sample -r 1 -w 0 --show-output "x:echo one" && [ "$(cat out)" = one ]; }
tap "or is shown" shown

# shells
facts() {
	exits 0 sample -r 1 --format jsonl 'x:echo $0' y:true && grep -q '"shell": "sh"' out &&
		exits 0 direct -r 1 --format jsonl y:true && grep -q '"shell": "none"' out
}
tap "facts name the shell" facts
printf '#!/bin/sh\nshift; echo "$1" >>shells; eval "$1"\n' >own_shell; chmod +x own_shell
own() { rm -f shells; exits 0 sample -r 1 -w 0 --shell ./own_shell 'true a' && grep -qx 'true a' shells; }
tap "--shell names the shell" own

# failures that are accepted, in the summary and from saved rows
printf '#!/bin/sh\necho >>failed; exit 3\n' >fails; chmod +x fails
failing() {
	exits 0 "$bench" sample -i -r 4 -o rows.csv ok:true bad:./fails &&
		grep -q 'bad: 4 of 4 runs ended with status 3; their times are used' err &&
		"$bench" compare rows.csv 2>&1 | grep -q "a run of 'bad' ended with status 3: used all the same"
}
tap "runs that fail are counted, which is said" failing
ended_runs() {
	exits 0 "$bench" sample -i -S -r 3 -o rows.csv ok:true 'hang:kill -9 $$' other:true &&
		grep -q 'hang: 3 of 3 runs were ended' err &&
		grep -q '^hang  *0  *-' out && ! grep -qE 'hang (is|against)|(than|against) hang|hang is' out &&
			grep -q 'other' out || { cat out; return 1; }
	for form in '' --format=jsonl; do
		exits 0 "$bench" sample -i -S -r 3 $form -o rows.saved ok:true 'hang:kill -9 $$' other:true || return 1
		"$bench" compare rows.saved >out 2>&1
		grep -q "a run of 'hang' was ended by a signal: left out" out &&
			! grep -qE 'hang (is|against)|(than|against) hang' out || { cat out; return 1; }
	done
}
tap "runs that are ended have no time, and no ratio" ended_runs
alone_left() { # nothing is left to compare with: the reader says why
	exits 0 sample -i -r 2 -o rows.saved ok:true 'hang:kill -9 $$' && says "a run of 'hang' was ended by a signal: left out" 2 \
		"$bench" compare rows.saved
}
tap "and are named where nothing else is left" alone_left
statuses() {
	exits 0 sample --ignore-failure=3,4 -r 1 'exit 3' 'exit 4' && exits 1 sample --ignore-failure=4 -r 1 'exit 3' &&
		exits 1 sample --ignore-failure=137 -r 1 'kill -9 $$' &&
			says 'expected exit statuses such as 1,2' 2 sample --ignore-failure=x true
}
tap "--ignore-failure takes statuses" statuses
late() { # the seventh run fails: what there is is shown and exported
	printf '#!/bin/sh\necho >>late; [ $(wc -l <late) -lt 7 ] || { echo no more >&2; exit 2; }\n' >flaky &&
		chmod +x flaky && rm -f late
	exits 1 "$bench" sample -r 20 -w 1 ./flaky true --export-json late.json &&
		grep -q 'ended with status 2 in round 6' err &&
		grep -q 'no more' err && grep -q 'ended by a failure' err && "$bench" describe late.json | grep -q .
}
tap "what was collected before a failure is shown" late
behind() {
	exits 0 "$bench" sample -S -r 2 --shell sh 'sleep 70 & echo $! >>pids' && kill $(cat pids) && rm pids &&
		grep -q '2 of 2 runs a process that it started was still running' err
}
rm -f pids
tap "what stays behind is said" behind
assigned() {
	exits 0 sample -r 1 -w 0 --env 'A="x  y" B=2' 'test "$A/$B" = "x  y/2"' &&
		exits 0 sample -r 1 -w 0 --env A=1 --env 'A={n}' -P n 2 3 'test "$A" = 1 -o {n} = 9' 'test "$A" = {n}' &&
		exits 0 sample -r 1 -w 0 --env A=1 -p 'test "$A" = 1' -s 'test "$A" = 1' true &&
			says 'expected NAME=VALUE' 2 sample --env A true &&
		says '--env: found 2 for 3 commands' 2 sample --env A=1 --env A=2 true : false
}
tap "--env sets variables" assigned
metrics() {
	exits 0 "$bench" sample -r 4 --no-counters -o rows --metrics time_cpu,memory_peak_resident:KiB,minor_faults \
		a:true b:true &&
		grep -q '^cpu_time ([mu]*s) ' out && grep -q '^max_rss (KiB)  *runs' out && grep -q '^minor_faults' out &&
		[ "$(grep -cE '^(cpu_time|max_rss|minor_faults):$' out)" -eq 3 ] && exits 0 sample -r 1 --metrics all true &&
		says "--metric: found no column 'instructions'" 2 "$bench" sample --no-counters --metrics instructions true &&
		says 'each once' 2 sample --metrics cpu_time,time_cpu true && says 'units' 2 sample --metrics time_cpu:MiB true
}
tap "--metrics" metrics
tap "a scan without a step asks for one" says 'Add -D, such as -D 0.225' 2 sample -P d 0.1 1.0 'true {d}'
twin() { # the null command is prepared as the first one is
	exits 0 "$bench" sample -q -r 2 -w 0 --null -o /dev/null --prepare 'echo a >>"$PWD/prepared"' --prepare 'echo b >>"$PWD/prepared"' a:true b:true &&
		[ "$(grep -c a prepared)" -eq 4 ] && [ "$(grep -c b prepared)" -eq 2 ]
}
tap "--null prepares its command as the first one" twin
nothing() { exits 0 "$bench" sample -r 4 -N --subtract-startup true /bin/true --export-markdown a.md &&
	awk -F'|' '/`/ && $3 ~ /^ -/ && $6 !~ / - /' a.md | { ! grep .; }; }
tap "no ratio to what is not above 0" nothing
cat >clock.c <<'END'
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
int clock_gettime(clockid_t id, struct timespec *t) { t->tv_sec = 1000000000; t->tv_nsec = 5; return 0; }
long syscall(long n, clockid_t id, struct timespec *t) { return n == SYS_clock_gettime ? clock_gettime(id, t) : -1; }
END
if [ "$(uname)" = Linux ] && [ -z "$tap_sanitize" ] && ${CC:-cc} -shared -fPIC -o clock.so clock.c 2>/dev/null &&
	! LD_PRELOAD=./clock.so true 2>&1 | grep -q .; then
	stands() { says 'the clock does not advance' 2 env LD_PRELOAD="$work/clock.so" timeout 60 "$bench" sample true; }
	tap "a clock that stands is named" stands
else tap_skip "a clock that stands is named" "no preloading here"; fi

# parameters, names
scan() {
	exits 0 sample -r 1 -P n 1 3 -D 2 -L t a,b 'x:true {n} {t}' 'true {n}-{t}' &&
		[ "$(column benchmark | tr '\n' ' ')" = \
		"x/n=1/t=a x/n=1/t=b x/n=3/t=a x/n=3/t=b true 1-a true 1-b true 3-a true 3-b " ]
}
tap "parameters" scan
used() { exits 0 sample -r 1 -L n 1,2 --prepare 'echo {n}' true; }
tap "a parameter that nothing uses is refused" says 'no command has {a}' 2 sample -r 1 -L b 1,2 -P a 1 2 'x:true {b}'
tap "--prepare may use it" used
tap "a margin as a limit" says "--min-runs: found '1%', expected a count from 1 (the margin is --margin)" 2 sample -m 1% true
tap "limits the wrong way round" says '--min-runs 5 is above --max-runs 3' 2 sample -m 5 -M 3 true
charted() {
	exits 0 "$bench" sample -S -r 2 -o rows -P n 1 3 'x:true {n}' 'y:true {n}' && grep -q '/n=3' out &&
		grep -q '^ *a x   b y' out || { cat out; return 1; }
	exits 0 "$bench" sample -S -r 2 -o rows2 -P n 1 3 'true {n}' 'true n{n}' &&
		grep -q '^ *a true 1   b true n1$' out ||
		{ cat out; return 1; }
}
tap "a scan ends with a chart over the parameter" charted
named() { exits 0 sample -r 1 -n one -n two true false -i && [ "$(column benchmark | tr '\n' ' ')" = "one two " ]; }
tap "names" named

# ends on its own, with a summary; which answer it is, no clock decides here
alone() {
	exits 0 "$bench" sample -N --no-counters -m 8 -o s.csv 'sleep .01' && grep -q '^  median .*(95 % CI .* to ' out &&
		grep -q '^  user .*, system ' out && grep -q '^  min, max .* of [0-9]* runs' out &&
		grep -q 'ended by .*; output: pipe' out
}
tap_slow "one command ends with a summary" alone
several() {
	exits 0 "$bench" sample --no-counters -o s.csv a:true 'b:sleep .05' --export-json s.json --export-csv t.csv \
		--export-markdown t.md &&
			grep -q '^command ([mu]*s)  *runs  *median  *CI  *min  *max  *user  *system  *ratio' out &&
		grep -q 'ended by ' out && grep -qE 'b (is [0-9.]* % slower than|takes [0-9.]* times as long as) a|inconclusive' out &&
		grep -qx "ratio: median of the rounds' ratios" out &&
		! awk 'length > 80' out | grep . && "$bench" compare --format csv s.json | grep -q time &&
		grep -q '^command,mean,stddev,median,user,system,min,max$' t.csv && grep -q '^| `b` | ' t.md
}
tap "several end with answers, in hyperfine's files too" several
ratios() { # the ratio of the table is that of the answer; rounds whose number is fixed are compared as pairs
	exits 0 "$bench" sample --no-counters -r 12 -o s.csv a:true 'b:sleep .02' &&
		grep -qE "^ratio: (1 \\+ the (mean|median) of the rounds' differences / the reference's (mean|median))$" out &&
		[ "$(grep -c '^ratio: ' out)" -eq 1 ] || { cat out; return 1; }
}
tap "a table says which ratio it has" ratios
spans() { # within backticks Markdown knows no other escape than that of a cell's end
	"$bench" sample --no-counters -q -r 2 --format markdown 'env LC_ALL=C true' 'a`b|c*:true' >got &&
		grep -qF '| `env LC_ALL=C true` |' got && grep -qF '| `` a`b\|c* `` |' got || { cat got; return 1; }
}
tap "names in Markdown are code as it is typed" spans
formats() { # a summary on standard output takes the place of the rows
	"$bench" sample --no-counters -q -r 2 --format markdown a:true 'b:sleep .02' >got && [ "$(wc -l <got)" -eq 4 ] &&
		grep -q '^| Command | Mean \[[mnu]*s\] |' got && grep -q '^| `b` | ' got &&
		"$bench" sample --no-counters -q -r 2 -o - true >got && grep -q '^true,' got && [ ! -e - ] &&
		sample -r 2 --export-json - true >got && "$bench" describe got >out &&
		sample -r 2 -o rows --format json true >got && "$bench" describe got >out &&
		"$bench" sample --no-counters -q -r 2 --format jsonl true | head -n 1 | grep -q '^{' &&
			exits 2 sample --format xml true
}
tap "--format, and summaries on standard output" formats
tap "--max-runs" exits 0 sample -M 2 a:true b:true
bound() { rows out 4; }
tap "is a bound" bound

# start-up is measured in every round: as many starts of the shell as runs, and its spread is in the values
printf '#!/bin/sh\necho >>starts; exec sh "$@"\n' >counted; chmod +x counted
started() {
	rm -f starts
	exits 0 sample -r 4 -w 0 --shell ./counted --subtract-startup ':' && [ "$(wc -l <starts)" -eq $((15 + 2 * 4)) ]
}
tap "--subtract-startup starts nothing during a run" started

# a script for perf, with counts as a virtual machine has them
mkdir perf.d; cat >perf.d/perf <<'END'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
printf '4.90,msec,task-clock,4900000,100.00,,\n1,,context-switches,4900000,100.00,,\n' >"$2"
printf '<not supported>,,cycles:u,0,100.00,,\n9800000,ns,duration_time,9800000,100.00,,\n' >>"$2"
shift 3; exec "$@"
END
chmod +x perf.d/perf
perf_script() {
	PATH=$PWD/perf.d:$PATH exits 0 sample -r 2 -b "$examples/perf-bench" x:true &&
		[ "$(head -1 out)" = benchmark,context_switches,cpu_utilization,task_clock,round,run,anytime ] &&
		grep -q '^x,1,0.5,4.9,1,' out
}
tap "the script for perf prints what is counted" perf_script

# scripts
printf '#!/bin/sh\necho "{\\"b\\": ${#1}, \\"a\\": 2}"\n' >script; chmod +x script
script() {
	exits 0 sample -r 2 -b ./script x:abc 'y:a $b c' && [ "$(head -1 out)" = benchmark,a,b,round,run,anytime ] &&
		[ "$(column b | sort | tr '\n' ' ')" = "3 3 6 6 " ]
}
tap "a script measures" script
printf '#!/bin/sh\necho "{\\"a\\": \\"b\\"}"\n' >script
tap "in numbers" says "x: the script's 'a' is not a number" 2 sample -r 1 -b ./script x:abc
printf '#!/bin/sh\necho oops\n' >script
tap "in JSON" says "x: the script's output:1: found 'o" 2 sample -r 1 -b ./script x:abc

# answers: the script's values decide, no clock
printf '#!/bin/sh\necho "{\\"v\\": $1}"\n' >script
answer() {
	exits 0 "$bench" sample --runs-until answer --metric v -r 200 -b ./script a:100 b:120 &&
		grep -q 'b is 20.0 % higher than a' err && [ "$(wc -l <out)" -lt 100 ]
}
tap "--runs-until answer ends with one" answer
order() { # order WORDS SORT: the table's names
	exits 0 "$bench" sample --metric v -r 3 --sort "$2" -o order.csv -b ./script a:100 b:50 c:75 &&
		[ "$(grep -o '^[abc]  *3 ' out | tr -d ' 3\n')" = "$1" ] || { cat out; return 1; }
}
tap "the table by mean" order bca mean-time
tap "the table in the order of the commands" order abc command
fixed() { # for a number of runs that was given, as compare does with the rows
	exits 0 "$bench" sample --metric v -r 10 -b ./script a:100 b:144 && grep -q 'b is 44.0 % higher than a' err
}
tap "a fixed number of runs has the test for one" fixed
# one file has one answer: the values drift, so that only rounds are alike
cat >drifting <<'END'
#!/bin/sh
n=$(cat count 2>/dev/null || echo 0); echo $((n + 1)) >count
echo "{\"v\": $((1000 + n * 7 % 31 + n * n / 3 + $1 * (n % 5)))}"
END
chmod +x drifting
joined() { grep -o -E '(inconclusive: )?b (is|against) [^(]*\(95 % CI[^)]*\)' | head -1; }
same_answer() { # OPTION...: sample, compare and plot say the same of the same rows
	rm -f count one.csv
	"$bench" sample --seed 1 --metric v -o one.csv -b ./drifting "$@" a:0 b:9 >err 2>&1 </dev/null
	fold -w 10000 err | tr '\n' ' ' | tr -s ' ' | joined >answers
	for verb in compare plot; do "$bench" $verb one.csv | tr '\n' ' ' | tr -s ' ' | joined >>answers; done
	[ "$(sort -u answers | wc -l)" -eq 1 ] && [ "$(wc -l <answers)" -eq 3 ] || { cat answers; return 1; }
	cut -d, -f5 one.csv | sort -u | tr '\n' ' '
}
agree() {
	[ "$(same_answer -r 30)" = "0 anytime " ] && "$bench" compare one.csv | grep -q 'pairs compared' &&
		[ "$(same_answer --runs-until answer -M 25)" = "1 anytime " ] &&
		"$bench" compare one.csv | grep -q 'valid at any time' &&
		[ "$(same_answer -r 12 --format jsonl | tr -d ' ')" != "" ] && "$bench" compare one.csv | grep -q 'pairs compared'
}
tap_slow "sample, compare and plot have one answer of one file" agree
said() { # NOTES WORDS EXPRESSION [COMMAND...]: of the values of run n, from 0
	printf '#!/bin/sh\nn=$(cat count 2>/dev/null || echo 0); echo $((n + 1)) >count\necho "{\\"v\\": $((%s))}"\n' "$3" >ordered
	chmod +x ordered; rm -f count; notes=$1; words=$2; shift 3
	exits 0 "$bench" sample -S -r 24 --seed 1 --metric v -o rows -b ./ordered "$@" && [ "$(grep -c '^note: ' out)" -eq "$notes" ] &&
		grep -q "$words" out || { cat ordered out; return 1; }
}
order_said() {
	said 1 '^note: a: drifts: later values are higher$' '1000 + n' a:x && said 2 '^note: b: drifts: later values are lower$' '1000 - n' a:x b:x &&
		said 1 '^note: a: successive values alternate (correlation -0[.][0-9]*): not independent$' '100 + n % 2 * 9 + n * 7 % 5' a:x &&
		said 4 '^note: and 2 more such remarks$' '1000 + n' a:x b:x c:x d:x e:x && said 0 '^24 rounds' '100 + n * n % 17 * 5 % 7' a:x
}
tap "the summary says that runs drift, or are like their neighbours" order_said
budget() { exits 3 sample --runs-until answer --metric v -r 5 -b ./script a:100 b:120; }
tap "or at its limit, which is no answer" budget
onward() {
	rm -f g.csv
	exits 3 sample --runs-until answer --metric v -r 5 -b ./script --resume g.csv a:100 b:120 &&
		exits 0 sample --runs-until answer --metric v -r 200 -b ./script --resume g.csv a:100 b:120 &&
		grep -q 'b is 20.0 % higher than a' err && [ "$(wc -l <g.csv)" -lt 100 ]
}
tap "and goes on from there" onward
facts() {
	rm -f g.json
	exits 0 sample --format jsonl -r 2 --resume g.json a:true b:true &&
		exits 0 sample --format jsonl -r 4 --runs-until answer --resume g.json a:true b:true || [ $got -eq 3 ] &&
		[ "$(grep -c '^{"libbench"' g.json)" -eq 1 ] && [ "$(grep -c '^{"benchmark"' g.json)" -eq 8 ]
}
tap "JSON lines go on too" facts
equal() {
	exits 0 "$bench" sample --runs-until answer --metric v -r 200 -b ./script a:100 b:100.1 && grep -q 'the same' err
}
tap "the same is an answer" equal
# the order is the seed's: the first pass finds it, the second gives one name other values
printf '#!/bin/sh\nread -r v <values; sed -i 1d values; echo "{\\"v\\": $v}"\n' >script
plan() {
	yes 1 | head -n 100 >values
	sample --seed 5 --null --metric v -r 40 -b ./script a:x >order 2>/dev/null
	{ echo 100; sed 1d order | sed 's/^a,.*/100/; s/^null,.*/130/'; } >values
}
null() {
	plan
	says "the same command under two names differs" 3 sample --seed 5 --null --metric v -r 40 -b ./script a:x
}
tap_slow "a command that differs from itself voids the answer" null

# live
# the second half comes once the first has been shown
live() {
	sample -r 3 a:true b:true >csv
	{ head -3 csv; until grep -q '^wall_time' out; do sleep .02; done; tail -n +4 csv; } | "$bench" compare --live >out
	[ "$(grep -c '^wall_time .*runs' out)" -eq 2 ] && grep -q '^a  *1 ' out && grep -q '^a  *3 ' out &&
		grep -q 'valid at any time' out
}
: >out
tap "compare --live shows the answer so far, and the last one" live
tap_end
