#!/bin/sh
# Does bench versus say which build is faster?  The programs are scripts that write results of
# known times, so that nothing depends on a clock.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
TMPDIR=$work
export TMPDIR
trap 'rm -rf "$work"' EXIT
bench=$(cd "$top_builddir" && pwd)/tools/bench
script=$(cd "$top_srcdir" && pwd)/tools/versus/gate.sh
recipes=$(cd "$top_srcdir/doc" && pwd)/ci.md
cd "$work" || exit 99

# program FILE A B [LAYOUT [NEAR]]: case "one" takes A ns, "two" B ns, each +-0.3 % by process;
# LAYOUT: a share that this build adds; NEAR: one process in this number takes half more for "one",
# and reports a noisy neighbour; below 0: all others do.  It starts no program and counts in whole numbers.
program() {
	set -- "$1" $(awk -v a="$2" -v b="$3" -v layout="${4:-0}" 'BEGIN { printf "%.0f %.0f", a * (1 + layout) * 1e5, b * (1 + layout) * 1e5 }') "${5:-0}"
	case $4 in -*) set -- "$1" "$2" "$3" "k % $4 != 0" ;; [!0]*) set -- "$1" "$2" "$3" "k % $4 == 0" ;; esac
	cat >"$1" <<END
#!/bin/sh
[ "\$1" != --list ] || { printf 'one\ntwo\n'; exit 0; }
k=0; [ ! -f "$work/runs.${1##*/}" ] || read -r k <"$work/runs.${1##*/}"; echo \$((k += 1)) >"$work/runs.${1##*/}"
mean=
beside= rare= rows=
[ \$(($4)) -eq 0 ] || beside='"NEIGHBOUR"'
row() { # row NAME CASE NUMBER: 1e-5 ns
	x=\$((\$3 * (10000 + 6 * ((k * 7 + \$2 * 3) % 11 - 5))))
	[ \$2 -ne 0 ] || [ ! "\$beside" ] || x=\$((x + x / 2))
	row="{\"name\": \"\$1\", \"metric\":"
	rows="\${rows:+\$rows, }\$row \"ns\", \"unit\": \"ns\", \"values\": [\${x}e-9]}, \$row \"cycles\", \"unit\": \"cycles\", \"values\": [\$((3 * x))e-9]}, \$row \"instructions\", \"unit\": \"\", \"values\": [100]}"
}
row one 0 $2
row two 1 $3
echo '{"libbench": 1, "context": {"processor": "p", "clock": "c", "flags": "-O2"}, "summaries": [{"name": "one", '"\$mean"'"warnings": ['"\$beside\$rare"']}], "results": ['"\$rows"']}'
END
	chmod +x "$1"
}
runs() { read -r k <"runs.$1" && echo "$k"; }
versus() { # versus STATUS WORDS...: the table in out
	wanted=$1
	shift
	rm -f runs.*
	"$bench" versus --fail-on undecided --time 10h "$@" >out 2>err
	status=$?
	[ $status -eq "$wanted" ] || { echo "status $status"; cat out err; return 1; }
}

program old 100 50
program new 95 50.1
program slow 100 55
answers() {
	versus 0 ./old ./new && grep -q '^one .* faster' out && grep -q '^two .* same' out &&
		grep -q '^1 faster, 0 slower, 1 same within 1 %' out
}
tap "faster and same" answers
worse() { versus 1 ./old ./slow && grep -q '^one .* same' out && grep -q '^two .*165 cycles.* slower' out; }
tap "slower makes status 1" worse
tap_rest
wide() { versus 0 -m 60% ./old ./slow && grep -q 'same within 60 %' out && versus 1 -m 6% ./old ./slow; }
tap "a margin may exceed half" wide
null() { versus 0 --null ./old && [ "$(grep -c ' same' out)" -ge 2 ]; }
tap "--null: nothing differs from itself" null
# an interrupt of the terminal goes to the whole group: in the ninth process, the fifth pair
program stops 100 50
sed '3a\
o=0; [ ! -f runs.old ] || read -r o <runs.old\
[ $((o + k)) -lt 9 ] || { kill -s TERM -- "-$(cat boss)"; exec sleep 60; }' stops >s && cat s >stops
stopped() {
	rm -f runs.*
	setsid sh -c 'echo $$ >boss; exec "$@"' sh "$bench" versus --time 10h ./old ./stops >out 2>err
	[ $? -eq 143 ] && grep -q '^one .* inconclusive' out && ! grep . err
}
if command -v setsid >/dev/null; then tap "an interrupt: the table so far" stopped
else tap_skip "an interrupt: the table so far" "no setsid"; fi
few() { versus 3 --processes 3 ./old ./new && grep -q 'too few pairs  *inconclusive' out; }
tap "too few processes are inconclusive" few
program new 99 50
# means NUMBER [WORD]: "one" has a total time of NUMBER/100 medians in each process, +-0.1 %, and a warning
means() {
	sed 's/^mean=/m=$(('"$1"')); mean="\\"ns\\": 100, \\"mean_ns\\": $m, \\"mean_ns_low\\": $((m * 999))e-3, \\"mean_ns_high\\": $((m * 1001))e-3, \\"iterations\\": 1000, "/
		s/^beside= rare=/&\\"'"${2:-BIMODAL}"'\\"/'
}
means 100 <old >steady
means 'k % 5 ? 100 : 2000' <new >burst
means 'k % 3 ? 100 : 150' <new >small
program half 53 50
means 190 RARE <half >rare
means 236 RARE <half >rarer
means 189 <half >unsaid
chmod +x steady burst small rare rarer unsaid
burst() {
	versus 3 --processes 40 ./steady ./burst && grep -q '^one .* inconclusive  *total times do not agree: try a longer -t' out &&
		versus 3 --processes 40 ./steady ./small && grep -q '^one .* inconclusive  *total times do not agree: try a longer -t' out
}
tap "rare work that few processes saw" burst
totals() { # medians are 47 % lower, total times 0.7 % or 25 % higher
	versus 0 -m 2% ./steady ./rare && grep -q '^one .* same  *rare work: by total times' out &&
		versus 1 ./steady ./rarer && grep -q '^one .*+2[45]\.*[0-9]* %.* slower  *rare work: by total times' out &&
		versus 3 --processes 40 ./steady ./unsaid && grep -q '^one .* inconclusive  *total times do not agree: try a longer -t' out
}
tap "with rare work total times decide" totals
early() { # processes are not lengthened before the medians have an interval
	for name in steady small; do
		sed 's/^k=0/echo "$@" >>asked; &/' $name >asking.$name && chmod +x asking.$name || return
	done
	rm -f asked
	versus 3 --processes 11 ./asking.steady ./asking.small && [ "$(grep -c -- '--time 20000us$' asked)" -eq 20 ]
}
tap "processes are lengthened only where pairs are enough" early
shorter() { # and are as short as before once total times are sure
	means 100 RARE <far | sed '/^beside=/a\
[ $k -le 8 ] || rare=
s/^k=0/echo "$@" >>asked; &/' >asking.rare && chmod +x asking.rare && rm -f asked
	versus 3 --processes 22 ./old ./asking.rare && grep -q -- '--time 40000us$' asked &&
		tail -n 1 asked | grep -q -- '--time 20000us$'
}
layout() { versus 0 -m 0.1% ./old ./new && grep -q '^one .*faster  *may be layout: one build each' out; }
tap "a small difference of one build may be layout" layout
counts() {
	versus 0 -m 0.1% --count ./old ./new && grep -q 'same instructions, 1.0 % faster: layout or data, not code' out
}
tap "equal instructions explain a difference" counts
program near 100 50 0 2
neighbour() {
	versus 0 --processes 20 ./near ./old && grep -q '^one .* same$' out && grep -q ', [0-9]* left out: noisy neighbour' out
}
tap "pairs with a noisy neighbour are left out" neighbour
program third 100 50 0 -3
program fourth 100 50 0 -4
sixteen() { # of three times as many rounds as were requested, at most
	versus 3 -m 50% --processes 15 ./old ./third && grep -q ' 45 pairs, [0-9.]* s$' out &&
		tail -n 1 out | grep -qx '30 of 45 pairs had a noisy neighbour: measure again later' &&
		versus 0 -m 50% --processes 16 ./old ./third && grep -q ' 48 pairs, 32 left out: noisy neighbour' out &&
		versus 0 -m 50% --processes 22 ./old ./fourth && grep -q ' 64 pairs, 48 left out: noisy neighbour' out
}
tap "where sixteen others remain" sixteen
sed 's/6 \* ((k \* 7/60 * ((k * 5/' old >far
sed 's/^k=0/echo "$@" >>args; &/' old >told
chmod +x far told
tap "processes are lengthened only until total times are sure" shorter
interval() { versus 3 --processes 12 ./old ./far && grep -qE "^$1 .* $2 to $3 % " out; }
tap "the interval of twelve pairs" interval one -2.9 '[+]2.7'
told() { # the first pair ten times that
	versus 3 --processes 2 ./told ./told && [ "$(grep -c -- '--time 20000us$' args)" -eq 2 ] &&
		[ "$(grep -c -- '--time 200000us$' args)" -eq 2 ]
}
tap "a program has a millisecond a case, and 20 in all" told
brief() { # after twelve pairs six milliseconds a case; with a warning of rare work after twenty-four
	rm -f args && versus 3 --processes 14 ./told ./far && [ "$(grep -c -- '--time 20000us$' args)" -eq 11 ] &&
		[ "$(grep -c -- '--time 12000us$' args)" -eq 2 ] && means 100 RARE <told | sed '/^beside=/a\
[ $k -le 2 ] || rare=' >once && chmod +x once && rm args &&
		versus 3 --processes 26 ./once ./far && [ "$(grep -c -- '--time 12000us$' args)" -eq 2 ]
}
tap "later processes are shorter if there is no rare work" brief
defaults() { versus 0 --help && grep -q 'answered or not (30s)$' out && tr -s ' \n' ' ' <out | grep -q 'of each side (no limit)'; }
tap "thirty seconds, and as many processes as fit" defaults
stops() { versus 1 ./old ./slow && [ "$(runs old)" -lt 100 ]; }
tap "it stops once all is answered" stops
json() {
	versus 0 -m 0.1% --format json ./old ./new &&
		grep -q '"seconds": [0-9.]*, ' out && grep -q '"builds": 1,$' out &&
		tr -s ' \n' ' ' <out | grep -qE '"name": "one", "answer": "faster", "unit": "cycles", "old": (300|299\.9999)[0-9.]*,' || { cat out; return 1; }
}
tap "JSON" json
csv() { # new / old is the ratio, also where the programs' processes vary in another order
	sed 's/k \* 7/k * 5/' old >lag && chmod +x lag && versus 3 --processes 7 --format csv ./old ./lag &&
		awk -F, 'NR > 1 && ($5 / $4 / $6 - 1) ^ 2 < 1e-24 { n++ } END { exit n != 2 }' out &&
		versus 0 -m 0.1% --format csv ./old ./new &&
		[ "$(sed -n 1p out | tr -cd , | wc -c)" -eq 16 ] && [ "$(sed -n 2p out | tr -cd , | wc -c)" -eq 16 ]
}
tap "CSV" csv
markdown() {
	versus 0 -m 0.1% --format markdown ./old ./new &&
		grep -q '^| one | 300 cycles | 297 cycles | -1.0* % | .* | \*\*faster\*\* | may be layout' out
}
tap "Markdown" markdown

# builds: the layout of each adds more than the sources differ
mkdir olds news twins
i=0
for share in 0 .06 .02 .11 .04 .09 .01 .07; do
	i=$((i + 1))
	program olds/p.$i 100 50 $share
	program news/p.$i 98 50 $share
done
i=0
for share in .10 .03 .05 0 .08 .02 .11 .06; do
	i=$((i + 1))
	program twins/p.$i 100 50 $share
done
builds() {
	versus 0 --processes 5 olds news && grep -q '^one .* faster  *layout floor [0-9.]* %' out &&
		grep -q 'of 8 builds' out && grep -q '^two .* same' out
}
tap "builds: the source's difference, and the layout floor" builds
relinks() {
	versus 3 --processes 5 olds twins && [ "$(grep -c 'inconclusive *' out)" -ge 2 ] &&
		! versus 0 olds/p.1 twins/p.1 --quiet 2>/dev/null
}
tap "builds: relinking alone is no difference, one link each is" relinks
learnt() { versus 1 olds olds/p.3 -m 0.1% || versus 0 olds olds/p.3 -m 0.1%; grep -q 'may be layout' out; }
tap "one side's builds teach the floor" learnt
made() {
	mkdir kept && export TMPDIR="$work/kept" && cp olds/p.1 old1 && cp news/p.1 new1
	versus 0 --processes 5 --builds 3 --build 'cp olds/p.%d old1; cp news/p.%d new1; sleep 0' ./old1 ./new1 &&
		grep -q 'of 3 builds' out && ! ls kept/bench-versus-* 2>/dev/null
}
tap "--build makes them" made

program other 100 50
sed 's/\(clock[^c]*\)c/\1d/' old >other
guard() {
	versus 4 ./old ./other && grep -q "clock: 'c' and 'd'" err && grep -q 'not comparable' err &&
		versus 0 --force ./old ./other
}
tap "results of another clock are not comparable" guard
sed 's/-O2/-O3/' old >other
flags() { versus 0 ./old ./other && grep -q "flags: '-O2' and '-O3'" err; }
tap "other flags are stated" flags
# published FILE NS LINE: uses BENCH, takes no options, publishes NS twice under one name
published() {
	cat >"$1" <<END
#!/bin/sh
[ "\$1" != --list ] || exit 3
printf '{"benchmark": "a/a.c:%s f(x)", "ns": $2, "cycles": 300, "iterations": 100, "samples": 7}\n' $3 $(($3 + 1)) >>"\${BENCH_TASK#* }"
[ -z "\$1" ] || printf '{"benchmark": "%s", "ns": 5, "iterations": 100, "samples": 7}\n' "\$1" >>"\${BENCH_TASK#* }"
echo talks
END
	chmod +x "$1"
}
published bench1 100 5
published bench2 100 9
plain() {
	versus 0 ./bench1 ./bench2 && grep -q '^a\.c f(x)  .* same$' out && grep -q '^a\.c f(x) #2  .* same$' out &&
		! grep -q talks out && [ "$(ls "${TMPDIR:-/tmp}"/bench-versus* 2>/dev/null)" = "" ]
}
tap "programs that use BENCH alone, whatever the line" plain
passed() {
	versus 0 -f 'h*' ./bench1 ./bench2 -- hallo && [ "$(grep -c ' same$' out)" -eq 1 ] && grep -q '^hallo ' out
}
tap "arguments for both, and a filter" passed
quiet_program() {
	versus 2 /bin/echo /bin/echo -- x && grep -q 'is not a benchmark' err &&
		versus 2 --count ./bench1 ./bench2 && grep -q 'bench1 is not a program of bench_main(3)' err
}
tap "a program that publishes nothing" quiet_program
# a gate: revisions of a repository with a build that copies a script, or an executable
repository() {
	XDG_CACHE_HOME=$work/cache GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
	export XDG_CACHE_HOME GIT_CONFIG_GLOBAL GIT_CONFIG_NOSYSTEM
	mkdir repo && cd repo && git init -q . && git config user.name a && git config user.email a@b &&
		cp ../old source && git add -A && git commit -qm one && cp ../slow source && git commit -qam two &&
		cp ../old source && echo text >note && git add -A && git commit -qm three
}
gate() { # gate STATUS WORDS...
	wanted=$1
	shift
	rm -f "$work"/runs.*
	"$bench" versus --time 10h --build 'cp source program' "$@" >../out 2>../err
	status=$?
	[ $status -eq "$wanted" ] || { echo "status $status"; cat ../out ../err; return 1; }
}
slow="cp source program && sed -i '2i : >>$work/began; until [ -e $work/go ]; do sleep 0.05; done' program"
together() { # a gate waits for another one of the same repository, whose programs run where both build
	"$bench" versus --time 10h --build "$slow" --git HEAD~2..HEAD~1 program >"$work/first" 2>&1 &
	first=$!
	tap_until test -e "$work/began" || return 1
	"$bench" versus --time 10h --build 'cp source program' --git HEAD~2..HEAD~1 program >"$work/second" 2>&1 &
	second=$!
	tap_until grep -q 'waiting for another gate' "$work/second"
	waited=$?
	: >"$work/go"
	wait $first
	[ $? -eq 1 ] || { cat "$work/first"; return 1; }
	wait $second
	[ $? -eq 1 ] && [ $waited -eq 0 ] || { cat "$work/second"; return 1; }
}
waiting() { # a signal ends the wait for another gate
	rm -f "$work/began" "$work/go" "$work/second" "$work/boss"
	"$bench" versus --time 10h --build "$slow" --git HEAD~2..HEAD~1 program >"$work/first" 2>&1 &
	tap_until test -e "$work/began" || return 1
	{
		setsid sh -c 'echo $$ >"$0"; exec "$@"' "$work/boss" "$bench" versus --time 10h \
			--build 'cp source program' --git HEAD~2..HEAD~1 program >"$work/second" 2>&1
		echo $? >"$work/ended"
	} &
	tap_until grep -q 'waiting for another gate' "$work/second"
	kill -s TERM -- "-$(cat "$work/boss")"
	tap_until test -s "$work/ended"
	: >"$work/go"
	wait
	[ "$(cat "$work/ended")" -eq 143 ] || { cat "$work/ended" "$work/second"; return 1; }
}
red() { # thirteen pairs and a count: the error is that of one side
	gate 1 --git HEAD~2..HEAD~1 program && [ "$(cat ../runs.slow)" -eq 14 ] && grep -q '^two: slower +1[0-9.]* % ' ../out &&
		grep -q '^one: not slower' ../out && grep -q '^gate: red: .*: 1 slower' ../out &&
		gate 0 --git HEAD~2..HEAD~1 --margin 'tw*=20%' -c 95% program &&
		grep -q ': 0 slower, 0 undecided, 1 slower within the margin, 1 not slower; ' ../out && ! grep -q building ../err
}
counted() { # what changed, after the timing, and only that
	counting="sed 's|^k=0|echo \"\$0 \$@\" >>$work/args; &|' source >program && chmod +x program"
	gate 0 --git HEAD~2..HEAD --build "$counting" program && grep -q -- --processes=1 "$work/args" &&
		! grep -q -- --count "$work/args" && gate 1 --git HEAD~2..HEAD~1 --build "$counting" program &&
		[ "$(grep -c -- '--count=functions .*--filter two$' "$work/args")" -eq 2 ] &&
		[ "$(grep -c -- --count "$work/args")" -eq 2 ] && grep -q '^two: slower .*; functions not counted' ../out
}
copies() { # and none is left
	grep -q '/program\.[0-9]*\.copy --format=json --processes=1' "$work/args" && ! grep -q '/program --format=json --processes=1' "$work/args" &&
		! ls "$work"/cache/libbench/*/*/tree/*.copy 2>/dev/null
}
green() {
	gate 0 --git HEAD~2..HEAD program && grep -q '^gate: green: .*: 0 slower, 0 undecided, 2 not slower; ' ../out &&
		grep -q 'cannot compare the machine code of program' ../err
}
open() { # and why
	gate 0 --git HEAD~2..HEAD --processes 1 program && grep -q '^one: undecided .* (unknown); functions not counted$' ../out &&
		gate 0 --git HEAD~2..HEAD --processes 40 --build 'cp ../../../../../steady program
			! [ -f note ] || cp ../../../../../burst program' program &&
		grep -q '^one: undecided .*, total times do not agree), try a longer -t; functions not counted$' ../out
}
hang() { # takes ten seconds, while other tests run
	cp -r "$work/repo" "$work/hanging" && cd "$work/hanging" && "$bench" versus --git HEAD~2..HEAD --time 1s \
		--build 'cp source program; ! [ -f note ] || sed -i "2i exec sleep 1000" program' program >../hung 2>&1
	echo $? >"$work/hung.status"
}
hung() { # and killed: which build, and by which program to see it
	tap_until test -s "$work/hung.status" && [ "$(cat "$work/hung.status")" -eq 2 ] &&
		grep -q ': main neither ends nor calls bench_main within 10 s' "$work/hung" &&
		gate 2 --git HEAD~2..HEAD --build 'cp source program; ! [ -f note ] || sed -i "2i case \$* in *json*) kill -9 \$\$ ;; esac" program' program &&
		grep -q "^bench versus: [0-9a-f]*: '/.*/tree/program' on its own" ../err
}
removed() { # and new: nothing is compared, which CI systems call skipped
	renamed='cp source program; ! [ -f note ] || sed -i s/two/three/ program'
	gate 0 --git HEAD~2..HEAD --format junit --build "$renamed" program && grep -q ' failures="0" skipped="2" ' ../out &&
		grep -q 'name="two"><skipped message="removed"/></testcase>' ../out && grep -q 'name="three"><skipped message="new"/>' ../out &&
		grep -q 'name="one"><system-out>not slower' ../out &&
		gate 0 --git HEAD~2..HEAD --format tap --build "$renamed" program && grep -q '^ok [123] - two # SKIP removed$' ../out
}
tree() { # nothing of the user's changes
	cp ../slow source && touch new && git status --porcelain >../before && ls -a . .git >>../before
	gate 1 --git HEAD --format tap program && grep -q '^not ok [12] - two: slower' ../out
	git status --porcelain >../after && ls -a . .git >>../after && diff ../before ../after &&
		gate 1 --git HEAD --format junit program && grep -q '<failure message="slower +1[0-9.]* %' ../out &&
		gate 1 --git HEAD --format github program && grep -q '^::error title=two::slower' ../out &&
		gate 1 --git HEAD --format markdown program && grep -q '^| two | \*\*slower' ../out &&
		grep -q '<details>' ../out && gate 1 --git HEAD --format markdown --build 'cp source program; sed -i "s/^row one.*//" program' program &&
		! grep -q details ../out &&
		gate 1 --git HEAD --format json program && grep -q '"name": "two", "verdict": "red"' ../out
}
quick() { # a change of the same size, just after a checkout
	git checkout -q . && rm note new && git checkout -q note && echo next >note &&
		gate 0 --git HEAD program && grep -q '^gate: green: .* to working tree: ' ../out
}
products() { # of a build in the working tree, which make would take for new ones
	cp ../old program && cp ../slow source &&
		gate 1 --git HEAD --build '[ -f program ] || cp source program' program && rm program && git checkout -q .
}
wrong() {
	gate 2 --git none program && grep -q "no revision 'none' here" ../err &&
		gate 2 --git HEAD --build 'echo why; false' program && grep -q '^why$' ../err && grep -q "'echo why; false' failed" ../err &&
		gate 2 --git HEAD..HEAD other && grep -q 'did not make other' ../err &&
		gate 2 --git HEAD..HEAD --build 'mkdir bin; cp source bin/program' program && grep -q 'but bin/program$' ../err &&
		gate 0 --git HEAD~1..HEAD --build 'cp source program; ! [ -f note ] || cp source other' other &&
		grep -q 'a program is missing in the base' ../out && gate 2 --git HEAD --margin x program && gate 2 --git HEAD &&
		gate 2 --margin 'a=1%' program program && ! ls -d ../cache/libbench/*/tree 2>/dev/null &&
		cd .. && mkdir bare && cd bare && gate 2 --git HEAD program && grep -q 'not in a git work tree' ../err
}
# the last step of doc/ci.md, in a clone of a repository with a branch to judge
recipe() { # recipe STATUS BRANCH TEXT
	rm -rf clone && git clone -q -b "$2" hub.git clone && cd clone || return 1
	GITHUB_BASE_REF=main GITHUB_STEP_SUMMARY=$work/summary PATH=$(dirname "$bench"):$PATH sh "$work/step" 2>../err
	status=$?
	cd .. && cat err summary
	[ $status -eq "$1" ] && grep -q "$3" summary
}
ci() {
	awk '/^      - run:/ { step = "" }
		/^    env:/ { exit }
		/^          / { step = step $0 "\n" }
		END { printf "%s", step }' \
		"$recipes" >step
	grep -q 'bench versus --git' step && git init -q --bare hub.git &&
		git clone -q hub.git work 2>/dev/null && cd work &&
		git config user.name a && git config user.email a@b && git checkout -q -b main && cp ../old source &&
		printf 'sum: source\n\tcp source sum\n' >Makefile && git add -A && git commit -qm one &&
		git push -q origin main &&
		git checkout -q -b slow && cp ../slow source && git commit -qam two && git push -q origin slow &&
		git checkout -q -b text main && echo text >note && git add -A && git commit -qm three &&
		git push -q origin text &&
		cd .. && recipe 1 slow '^| two | \*\*slower' && : >summary && recipe 0 text '^\*\*gate: green'
}
kept() { # another environment is another build
	gate 0 --git HEAD~2..HEAD program && ! grep -q building ../err &&
		PKG_CONFIG_PATH=/elsewhere gate 0 --git HEAD~2..HEAD program && grep -q building ../err
}
layouts() { # a program that a compiler links, which runs a script; and one that it cannot link again
	mkdir linked && cd linked && git init -q . && git config user.name a && git config user.email a@b && cat >main.c <<'EOF'
#include <unistd.h>
int old = 1, slow = 2;
int main(int argc, char **argv) { return argc * NOTE && execv(SCRIPT, argv); }
EOF
	echo old >note && git add -A && git commit -qm one && echo slow >note && git commit -qam two &&
		make="${CC:-cc} -DNOTE=\$(cat note) -DSCRIPT='\"$work/'\$(cat note)'\"' -o program main.c" &&
		gate 0 --git HEAD~1..HEAD --time 1ms --build "$make -O1 -s" program && grep -q ', 9 layouts$' ../out &&
		grep -q 'main\.c' ../cache/libbench/*/*/tree/program &&       # a symbol
		gate 1 --git HEAD~1..HEAD --build "$make" program &&
		grep -q '^gate: red: .*, 9 layouts$' ../out && [ "$(ls ../cache/libbench/*/*/tree/program.variants/5 | grep -c '^program\.4$')" -eq 4 ] &&
		gate 1 --git HEAD~1..HEAD --build 'cp ../../../../../$(cat note) program' program && grep -q 'relinking is not covered$' ../out &&
		library
}
library() { # found in the program's own folder, as Meson has it; the first one that differs has layouts, in its place
	cc=${CC:-cc}
	cat >note.c <<EOF
#include <stdio.h>
#include <stdlib.h>
#ifndef MORE
#define MORE 0
#endif
int note(void) { return 1; }
__attribute__((constructor)) static void say(void)
{
	FILE *file = fopen("$work/placed", "a");
	volatile int more = MORE;
	fprintf(file, "%lu\\n", (unsigned long)note % 4096);
	fclose(file);
}
EOF
	sed -i 's/argc \* NOTE/note()/; 1i int note(void);' main.c &&
		git add -A && git commit -qm three && echo old >note && git commit -qam four || return
	${cc%% -static} -shared -fPIC -o libtry.so note.c 2>/dev/null || return 0
	lib="${cc%% -static} -shared -fPIC -o libnote.so note.c" program="-DSCRIPT='\"$work/'\$(cat note)'\"' -o program main.c -L."
	own="-lnote -Wl,-rpath,'\$ORIGIN'" more="echo 'char more[] = \"'\$(cat note)'\";' >>note.c &&"
	found() { # found PLACES LAYOUTS BUILD: in how many places processes find it, by the last digits of its address
		rm -f "$work/placed"
		gate 0 --git HEAD~1..HEAD --processes 2 --build "$3" program && grep -q ", 9 layouts$2" ../out &&
			[ "$(sort -u "$work/placed" | wc -l)" -eq "$1" ] || { cat "$work/placed"; return 1; }
	}
	found 1 '$' "$lib && ${cc%% -static} $program $own" && found 2 '$' "$more $lib && ${cc%% -static} $program $own" &&
		XDG_CACHE_HOME="$work/a cache" found 2 '$' "$more $lib && ${cc%% -static} $program $own" || return
	sanitizer='-fsanitize=address'
	echo 'int main(void) { return 0; }' | ${cc%% -static} $sanitizer -x c - -o sanitized 2>/dev/null && ./sanitized || sanitizer=
	found 2 '$' "$more $lib && ${cc%% -static} $sanitizer $program $own" &&
		found 2 '$' "$lib -DMORE=\$(wc -c <note) && ${cc%% -static} $program $own" && grep -q 'cannot compare the machine code' ../err &&
		found 2 ', but one of libmore\.so: ' "$more $lib && sed 's/note/extra/; s/more/most/; s/placed/other/' note.c >more.c &&
			${cc%% -static} -shared -fPIC -o libmore.so more.c &&
			${cc%% -static} $program -Wl,--no-as-needed $own -lmore" || return
	(
		XDG_CACHE_HOME="$work/a cache" build="$more $lib && ${cc%% -static} $program $own"
		export XDG_CACHE_HOME
		killed && full
	)
}
killed() { # a gate that is killed leaves a layout of the library; the next one puts the library back
	for library in "$XDG_CACHE_HOME"/libbench/*/*/tree/libnote.so; do
		cp "$library.variants/1/libnote.so.1" "$library" && ! cmp -s "$library.link/built" "$library" || return
	done
	gate 0 --git HEAD..HEAD --build "$build" program && gate 0 --git HEAD~1..HEAD~1 --build "$build" program || return
	for library in "$XDG_CACHE_HOME"/libbench/*/*/tree/libnote.so; do
		cmp "$library.link/built" "$library" || return
	done
}
full() { # a library that cannot be copied is reported, and its half copy is not used; nor are half its layouts
	for library in "$XDG_CACHE_HOME"/libbench/*/*/tree/libnote.so; do
		rm -rf "$library.variants" "$library.link/built"
		mkdir -p "$library.variants/1.part" && cp "$library" "$library.variants/1.part/libnote.so.9" || return
	done
	mkdir full && cat >full/cp <<EOF
#!/bin/sh
case \$* in *libnote.so.link*) echo half >"\$3"; exit 1 ;; esac
exec $(command -v cp) "\$@"
EOF
	chmod +x full/cp && PATH=$PWD/full:$PATH gate 2 --git HEAD~1..HEAD --build "$build" program &&
		grep -q 'cannot copy .*/libnote\.so to .*/built$' ../err && ! grep -q 'cannot be used' ../err && found 2 '$' "$build" &&
		ls "$XDG_CACHE_HOME"/libbench/*/*/tree/libnote.so.variants/1 >layouts && ! grep 'so\.9$' layouts
}
places() { # files and a library by the path where they were built, next to the tree, elsewhere; a program's own file
	compiler=${CC:-cc} compiler=${compiler%% -static}
	mkdir places && cd places && git init -q . && git config user.name a && git config user.email a@b && cat >main.c <<'EOF'
#include <fcntl.h>
#include <unistd.h>
int note(void);
#ifdef NARROW /* a system call of 32-bit programs */
static int narrow(const char *path)
{
	int r;
	__asm__ volatile("int $0x80" : "=a"(r) : "a"(5), "b"(path), "c"(0), "d"(0) : "memory");
	return r;
}
#define open(path, how) narrow(path)
#elif defined X32 /* a system call of x32, which few kernels have */
static int x32(const char *path)
{
	int r = (int)syscall(0x40000002L, path, 0, 0);
	return r < 0 ? open(path, O_RDONLY) : r;
}
#define open(path, how) x32(path)
#endif
int main(int argc, char **argv) { return open(argc ? DATA : "", O_RDONLY) < 0 || note() ? 9 : execv(SCRIPT, argv); }
EOF
	cat >build <<EOF
case \$1 in
built) data="\"\$PWD/data\"" ;;
beside) data='"../beside/data"' ;;
elsewhere) data='"$work/elsewhere"' ;;
itself) data='argv[0]' ;;
narrow) data="\"\$PWD/data\"" more='-DNARROW -no-pie' ;;
x32) data="\"\$PWD/data\"" more=-DX32 ;;
esac
mkdir -p out ../beside && cp data ../beside && cp data '$work/elsewhere' && $compiler -shared -fPIC -o out/libnote.so note.c &&
	$compiler \$more "-DDATA=\$data" '-DSCRIPT="$work/old"' -o out/program main.c -Lout -lnote -Wl,-rpath,"\$PWD/out" &&
	ln -sf out/program program
[ \$(cat data) = 1 ] || [ \$1 != itself ] || objcopy --add-section .other=data out/program
EOF
	echo 'int note(void) { return 0; }' >note.c && echo 1 >data && git add -A && git commit -qm one && echo text >text &&
		git add -A && git commit -qm two && echo 2 >data && git commit -qam three || return
	sh build built 2>/dev/null || return 0
	for data in built beside elsewhere itself; do
		gate 0 --git HEAD~2..HEAD~1 --build "sh build $data" program || return
		grep -q '2 same code' ../out || [ $data != built ] || return 0  # code is not compared on this machine
		gate 0 --git HEAD~1..HEAD --build "sh build $data" program && ! grep -q 'same code' ../out || return
		case $data in
		built) grep -q 'program reads data, which differs' ../err ;;
		beside) grep -q 'program reads ../beside/data, which differs' ../err ;;
		elsewhere) grep -q "program reads $work/elsewhere, which a build wrote outside its tree" ../err ;;
		itself) grep -q 'program reads out/program, which differs' ../err ;;
		esac || return
	done
	for calls in narrow x32; do
		[ "$(uname -m)" = x86_64 ] && sh build $calls 2>/dev/null && out/program --list >/dev/null 2>&1 || continue
		gate 0 --git HEAD~2..HEAD~1 --build "sh build $calls" program && ! grep -q 'same code' ../out &&
			grep -q 'cannot find out which files program reads' ../err || return
	done
	gate 2 --git HEAD~1..HEAD --build "sh build built && cp out/program $work/outside && ln -sf $work/outside program" program &&
		grep -q 'outside the tree' ../err
}
explained() { # a function that differs, and what is inlined into it; names of C++
	tab=$(printf '\t')
	cat >why.c <<'EOF'
#ifdef NEW
static unsigned spin(unsigned x) { for (int i = 0; i < 9; i++) x = x * 77 + x / 13; return x; }
#else
#define spin(x) (x)
#endif
unsigned longer(unsigned x) { return spin(x) * 3; }
EOF
	${CC:-cc} -O2 -g -c -o why.old why.c && ${CC:-cc} -O2 -g -c -DNEW -o why.new why.c || return
	lines=$(for side in old new; do
		nm -S why.$side | awk -v file="why.$side" '$4 == "longer" { print file, $1, $2 }'
	done | { printf longer; while read -r file at n; do printf '\t%s\t%d\t%d' $file 0x$at 0x$n; done; })
	sh "$script" explain "$lines
table" '_ZN1a1bIiEEvi +3 instructions' >out && cat out && grep -q 'changed: longer (inlines spin), table; a::b +3 instructions$' out
}
shapes() { # worktrees, shallow clones, submodules of submodules, folders with blanks, what main prints first
	cd "$work" && mkdir shapes && cd shapes && git init -q 'a b' && cd 'a b' && git config user.name a && git config user.email a@b &&
		mkdir 'my bench' && { sed 1q ../../old && printf 'echo first\n[ "$3" != "!*" ] || exit 2\n' && sed 1d ../../old; } >'my bench/source' &&
		chmod +x 'my bench/source' && git add -A && git commit -qm one && echo text >note && git add -A && git commit -qm two &&
		cd 'my bench' && gate 0 --git HEAD~1..HEAD --build 'cp source "my program"' 'my program' &&
		grep -q '2 not slower' ../out && ! grep -q ^first ../out && grep -q "^bench versus: my program prints 'first' with --list" ../err &&
		git worktree add -q ../../tree HEAD && cd '../../tree/my bench' &&
		gate 0 --git HEAD~1..HEAD program && cd ../.. && git clone -q --depth 1 "file://$PWD/a b" shallow && cd shallow &&
		gate 2 --git HEAD~1..HEAD program && grep -q 'fetch-depth: 0' ../err && cd .. &&
		for in in inner middle; do
			git init -q $in && (cd $in && git config user.name a && git config user.email a@b && echo $in >text &&
				if [ $in = middle ]; then
					git -c protocol.file.allow=always submodule --quiet add ../inner inner 2>/dev/null
				fi
			git add -A && git commit -qm one) || return 1
		done && cd 'a b' && git -c protocol.file.allow=always submodule --quiet add ../middle middle 2>/dev/null &&
		git -c protocol.file.allow=always submodule --quiet update --init --recursive && git commit -qm three &&
		echo more >>note && git commit -qam four &&
		gate 0 --git HEAD~1..HEAD --build 'grep -q inner middle/inner/text && cp "my bench/source" program' program &&
		git -c protocol.file.allow=always clone -q . ../without && cd ../without &&
		gate 0 --git HEAD~1..HEAD --build '[ -z "$(ls middle)" ] && cp "my bench/source" program' program && cd '../a b' &&
		cd middle && cp '../my bench/source' source && git add source &&
		git -c user.name=a -c user.email=a@b commit -qm two && gate 0 --git HEAD..HEAD program
}
conditions() { # a clone without contents, a hook that fails, a cache that cannot be made
	cd "$work" && mkdir conditions && cd conditions && printf '#!/bin/sh\nexit 1\n' >post-checkout && chmod +x post-checkout &&
		git -C ../repo config uploadpack.allowFilter true && git clone -q --filter=blob:none "file://$work/repo" clone && cd clone && (
		XDG_CACHE_HOME=/dev/null/none TMPDIR=$work/conditions GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath
		GIT_CONFIG_VALUE_0=$work/conditions
		export XDG_CACHE_HOME TMPDIR GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0
		gate 1 --git HEAD~2..HEAD~1 program
	) && ls -d ../bench-cache-*/libbench
}
skipped() { # in the new build: the other case is compared
	cd "$work/repo" && gate 0 --git HEAD~2..HEAD --build "cp source program
		[ ! -f note ] || sed -i 's/^row two.*//' program" program && grep -q '^two: skipped in the new build' ../out &&
		grep -q '^one: not slower' ../out
}
seconds() { # on a terminal: how long a build has taken, and its latest line; the build ends once that is shown
	script -qfc "'$bench' versus --build 'echo waits; i=0; until grep -q \"building [0-9a-f]*, 1 s\" $work/screen || [ \$((i += 1)) -gt 999 ]
		do sleep 0.05; done; cp source program' \
		--git HEAD~1..HEAD program" "$work/screen" >../out 2>../err
	grep -q 'building [0-9a-f]*, 1 s  waits' "$work/screen" || { cat -v "$work/screen"; return 1; }
}
if ! command -v git >/dev/null; then tap_skip "gates" "no git"
else
	repository || exit 99
	hang &
	tap "a gate: red, by the case's own limit, built once" red
	tap "a gate: one at a time" together
	if command -v setsid >/dev/null; then tap "a gate: a signal ends its wait for another" waiting
	else tap_skip "a gate: a signal ends its wait for another" "no setsid"; fi
	if script -qfc true /dev/null >/dev/null 2>&1; then tap "a gate: a terminal shows how long a build takes" seconds
	else tap_skip "a gate: a terminal shows how long a build takes" "no script -f"; fi
	tap "a gate: green" green
	tap "a gate: functions are counted where something changed" counted
	tap "a gate: each process is that of a new file" copies
	tap "a gate: undecided, by too few pairs or by rare work" open
	tap "a gate: a program that hangs, and one that is killed" hung
	tap "a gate: what is kept depends on the environment" kept
	tap "a gate: what is not compared is skipped in JUnit and TAP" removed
	tap "a gate: the working tree, in all formats, and nothing of it is changed" tree
	tap "a gate: a quick change" quick
	tap "a gate: products in the working tree are built again" products
	tap "a gate: misuse leaves nothing" wrong
	cd "$work" || exit 99
	tap "a gate: the recipe of doc/ci.md" ci
	cd "$work/repo" || exit 99
	tap "a gate: a case that the new build skips" skipped
	tap "a gate: repositories of other shapes" shapes
	tap "a gate: what jobs of a CI system have" conditions
	cd "$work" || exit 99
	tap "a gate: each pair has its own layout" layouts
	cd "$work" || exit 99
	tap "a gate: files and libraries where they were built, and elsewhere" places
	cd "$work" || exit 99
	if command -v addr2line >/dev/null && command -v c++filt >/dev/null && command -v nm >/dev/null; then
		tap "a gate: the functions behind a change" explained
	else tap_skip "a gate: the functions behind a change" "no binutils"; fi
	cd "$work" || exit 99
fi
misuse() {
	versus 2 ./old && versus 2 ./old ./missing && versus 2 --format x ./old ./new &&
		printf '#!/bin/sh\necho no\n' >none && chmod +x none && versus 2 ./old ./none
}
tap "misuse" misuse
program other 100 50 && sed -i 's/one/uno/g; s/two/due/g' other
common() { # seen after one pair
	versus 2 ./old ./other && grep -q 'old and ./other have no case in common' err && [ "$(runs old)" -eq 1 ]
}
tap "no case in common" common
few() { # one pair has no change, as it has no interval
	versus 3 --processes 1 ./old ./new && grep -qE '^one +300 cycles +297 cycles +too few pairs +inconclusive *$' out &&
		grep -q '2 inconclusive; 1 pair, ' out
}
tap "a single pair is no answer" few
twice() { # filters add up, for programs of both kinds
	versus 0 -f one -f two ./bench1 ./bench2 -- one && [ "$(grep -c ' same$' out)" -eq 1 ] &&
		versus 0 -f 'a.c*' -f h '-f!h*' ./bench1 ./bench2 -- h && [ "$(grep -c ' same$' out)" -eq 2 ] &&
		sed 's/^k=0/echo "$@" >args; &/' old >both && chmod +x both && versus 3 -f one -f two --processes 1 ./both ./new &&
		grep -q -e '--filter one --filter two' args
}
tap "filters add up" twice
prints() { # lines that cases print, which is said once; and a program that has no result
	sed '4i\
i=0; while [ $((i += 1)) -lt 200 ]; do echo line; done' old >loud && chmod +x loud &&
		versus 0 ./old ./loud -m 5% -f two && [ "$(grep -c 'loud prints 199 lines' err)" -eq 1 ] &&
		sed '4i\
exit 0' old >silent && chmod +x silent && versus 2 ./old ./silent && grep -q 'silent ended without results' err
}
tap "lines that a program prints" prints
over() { # the seconds of a pair that alone takes longer
	sed 's/^k=0/sleep 1.3; &/' old >slow && chmod +x slow && versus 3 -t 0.01s ./slow ./new &&
		grep -q ' 1 pair, [0-9.]* s: longer than --time$' out
}
tap "over the time" over
tap_end
