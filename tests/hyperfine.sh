#!/bin/sh
# Does `bench sample` take the command lines of hyperfine's users as they are?  The options of its README,
# manual and questions of its users; what they time is replaced by short commands.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
bench=$(cd "$top_builddir" && pwd)/tools/bench
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
"$bench" sample --help | grep -q COMMAND || { tap_skip "command lines" "not on this system"; tap_end; }
printf 'needle\n' >file
# hyperfine LINE: at most two runs each; its own -r and -M count
hyperfine() { eval "\"$bench\" sample -q --no-counters -M 2 --warmup 0 -o rows.csv $1" >out 2>err; }
# lines STATUS: each line of standard input ends with that status
lines() {
	while IFS= read -r line; do
		hyperfine "$line"
		[ $? -eq "$1" ] || { echo "$line"; cat out err; return 1; }
	done
}
plain() {
	lines 0 <<'END'
'sleep 0.003'
--runs 2 'sleep 0.003'
-r 2 'sleep 0.003'
'cat file' 'wc file'
--warmup 3 -S 'grep -R needle *'
-S --prepare 'sync file; echo 3 | tee cache' 'grep -R needle *'
--prepare 'true' --parameter-scan num_threads 1 3 'test -n {num_threads}'
--parameter-scan delay 0.003 0.007 -D 0.002 'sleep {delay}'
-L compiler true,echo '{compiler} -O2 main.cpp'
--shell sh 'for i in 1 2; do echo test; done'
-N 'grep needle file'
--shell=none 'grep needle file'
--shell=default 'grep needle file'
-S 'true'
-S 'my_function() { sleep 0.002; }; my_function'
--shell 'sh -e' 'test -n "$-"'
-w 1 -r 2 'true' --export-markdown a.md
--export-json a.json 'true' 'echo a'
--export-csv a.csv -w 1 'true'
--export-markdown=b.md --export-json=b.json --export-csv=b.csv 'true'
--show-output 'echo test' -r 1
--output=pipe 'seq 100'
--output=null 'seq 100'
--output=./output.log 'seq 10'
--output inherit -r 1 'seq 2'
--input=file 'cat'
--input file 'grep needle'
-i 'false'
-S --ignore-failure 'exit 1' 'true'
--ignore-failure=1,2 'false'
--ignore-failure=all-non-zero 'false'
--style=basic 'true'
--style none 'true'
--style full 'true'
--min-runs 1 --max-runs 2 'true'
-m 1 -M 2 'true'
--time-unit millisecond 'sleep 0.002'
-u second 'true'
-u microsecond 'true'
-n first 'true' -n second 'echo a'
--command-name=first 'true'
-n 'run {n}' -L n 1,2 'echo {n}'
--setup 'touch made' --cleanup 'rm made' 'test -e made'
-s 'true' -c 'true' 'true'
-p 'rm -f made' -p 'touch made' 'test ! -e made' 'test -e made'
--prepare 'touch made' --conclude 'rm made' 'test -e made'
-L size 1,2 -L name a,b 'echo {size} {name}'
--parameter-list opt '-a,-l' 'ls {opt}'
-P n 1 2 --setup 'touch in-{n}' 'cat in-{n}'
--reference 'sleep 0.002' 'sleep 0.004' 'sleep 0.006'
--reference 'true' --reference-name base -n new 'echo a'
--sort mean-time 'sleep 0.006' 'sleep 0.002'
--sort=command 'sleep 0.004' 'true' --export-markdown c.md
-S 'exit 0'
-S 'echo $HOME | wc -c' "printf 'a b' | wc -w" 'test "a b" = "a b"'
--metrics time_cpu 'true' 'echo a'
--metrics memory_peak_resident:MiB,time_wall_clock:ms 'true'
--metrics time 'true'
--metrics default 'true'
--metrics all 'true'
--env 'OMP_NUM_THREADS=8 CFLAGS="-O3 -march=native"' 'true'
--env 'A=8' 'true' --env 'B=8' 'echo a'
-P threads 1 2 --env 'OMP_NUM_THREADS={threads}' 'true'
--env='' 'true'
END
}
tap "command lines of hyperfine" plain
failing() {
	lines 1 <<'END' || return 1
-S 'exit 1'
'false' 'true'
'true' 'cat not-there'
END
	grep -q -e '-i' err || { cat err; return 1; }
}
refused() { # as 2.0 does, with the option that would do
	lines 2 <<'END' || return 1
'true && echo a'
'seq 3 | sort'
'sleep 0.01; true'
'echo a > out'
-N 'true || false'
END
	grep -q 'add -S' err || { cat err; return 1; }
}
tap "what needs a shell is refused without one" refused
tap "a command that fails ends with status 1 and names -i" failing
printf '#!/bin/sh\necho "{\\"v\\": $1}"\n' >script
chmod +x script
tables() { # the numbers are the script's
	hyperfine "-b ./script --metric v -w 1 -n slow 8 -n 'a|b' 1 --reference 3 --sort mean-time --export-markdown a.md" &&
		grep -q '^| `3` .* 1.00 |$' a.md && [ "$(sed -n 3p a.md | cut -c1-9)" = '| `a\|b` ' ] &&
		[ "$(sed -n 5p a.md | cut -c1-8)" = '| `slow`' ] || { cat a.md; return 1; }
}
tap "a table of a reference, in order" tables
tap_end
