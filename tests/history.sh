#!/bin/sh
# Does bench history keep results of commits, and find where they changed?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
TMPDIR=$work XDG_CACHE_HOME=$work/cache GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export TMPDIR XDG_CACHE_HOME GIT_CONFIG_GLOBAL GIT_CONFIG_NOSYSTEM
trap 'rm -rf "$work"' EXIT
bench=$(cd "$top_builddir" && pwd)/tools/bench
golden=$(cd "$top_srcdir/tests/golden" && pwd)
cd "$work" || exit 99

history() { # history STATUS WORDS...
	wanted=$1
	shift
	"$bench" history "$@" >out 2>err
	status=$?
	[ $status -eq "$wanted" ] || { echo "status $status"; cat out err; return 1; }
}
refuses() { # refuses TEXT WORDS...
	text=$1
	shift
	history 2 "$@" && grep -q -e "$text" err || { cat err; return 1; }
}

# series COLUMN CHANGE PLACE: a column of recorded medians as a history; from PLACE on they are CHANGE more
series() {
	echo '{"libbench": 1, "context": {}}'
	awk -F, -v column="$1" -v change="$2" -v place="$3" 'NR == 1 { name = $column; next } {
		printf "{\"benchmark\": \"%s\", \"commit\": \"c%d\", \"machine\": \"m\", ", name, NR - 2
		printf "\"date\": \"2026-01-%02dT%02d:00:00Z\", \"unit\": \"cycles\", ", 1 + NR / 24, NR % 24
		printf "\"cycles\": [%.17g]}\n", $column * (NR - 2 < place ? 1 : 1 + change)
	}' "$golden/history/noise.csv"
}
# recorded CHANGE MOST: in most of the recorded series it is found within one commit, and nothing else is
recorded() {
	right=0
	for column in 1 2 3 4 5 6; do
		place=$((40 * column + 25))
		series $column "$1" $place >h.jsonl && history 0 -F h.jsonl --format csv || return 1
		awk -F, -v place=$place 'NR > 2 { gsub(/[c"]/, "", $9); n++; right += $9 - place <= 1 && place - $9 <= 1 }
			END { exit !(n == 1 && right == 1) }' out && right=$((right + 1))
	done
	echo "$right of 6"
	[ $right -ge "$2" ]
}
unchanged() {
	for column in 1 2 3 4 5 6; do series $column 0 0; done >h.jsonl
	history 0 -F h.jsonl --format csv && [ "$(wc -l <out)" -eq 7 ]
}
tap "recorded commits without a change have none" unchanged
tap "10 % within one commit" recorded .1 5
tap "3 % within one commit" recorded .03 5
tap "-3 % within one commit" recorded -.03 5

# made NAME ENVIRONMENT VALUE...: a history of these medians, each of six processes
made() {
	name=$1 environment=$2 n=0
	shift 2
	for value; do
		n=$((n + 1))
		awk -v name="$name" -v environment="$environment" -v n=$n -v x="$value" 'BEGIN {
			printf "{\"benchmark\": \"%s\", \"commit\": \"c%d\", \"machine\": \"m\", \"unit\": \"ns\"", name, n
			if (environment) printf ", \"environment\": \"%s\"", environment
			printf ", \"ns\": [%s, %s, %s, %s, %s, %s]}\n", x * .998, x * .999, x * .9995, x * 1.0005, x * 1.001, x \
				* 1.002 }'
	done
}
facts() { echo '{"libbench": 1, "context": {}}'; }
before='100 100.3 99.8 100.1 99.9'
suspected() { # one commit is suspected, the next ones prove it
	{ facts && made one '' $before 110; } >h.jsonl && history 0 -F h.jsonl &&
		grep -q '^one  *5  *100 ns *$' out && grep -q '^  *1  *110 ns  *+10.00 %  *c5..c6  *suspected' out &&
		grep -q 'one: +10.00 % suspected at c5..c6; [12] more commits\{0,1\} like' out &&
			grep -q -e '--confirm --build' out &&
		history 0 -F h.jsonl --format csv && [ "$(wc -l <out)" -eq 2 ] && grep -q '"c6",0.1[0-9]*,[12],0$' out &&
		{ facts && made one '' $before 110 110.2 109.9; } >h.jsonl && history 0 -F h.jsonl &&
		grep -q '^  *3  *110 ns  *+10.00 %  *c5..c6 *$' out && ! grep -q suspected out
}
few() {
	{ facts && made one '' 100 105; } >h.jsonl && history 0 -F h.jsonl &&
		grep -q 'Only 2 commits: a change shows with 5 commits before it and 2 or 3 from it on' out &&
		{ facts && made one '' 100 105 && made one '' 101; } >h.jsonl && # the first is measured again
		history 0 -F h.jsonl && grep -q 'Only 2 commits' out
}
environments() {
	{ facts && made one fast $before && made one slow 300 301 299.6 300.2 300.1; } >h.jsonl && history 0 -F h.jsonl &&
		grep -q '^one  *m, fast  *5  *100 ns' out && grep -q '^one  *m, slow  *5  *300.1 ns' out &&
		history 0 add -F copy.jsonl h.jsonl && [ "$(grep -c '"environment": "slow"' copy.jsonl)" -eq 5 ]
}
noisy() { # noisy N VALUE: a history of N commits; VALUE: of commit i, in awk
	facts
	awk 'BEGIN {
		for (i = 0; i < '"$1"'; i++) {
			sum = 0
			for (j = 0; j < 6; j++) {
				state = (state * 16807 + 1) % 2147483647
				sum += state / 2147483647 - .5
			}
			printf "{\"benchmark\": \"one\", \"commit\": \"c%d\", \"machine\": \"m\", ", i
			printf "\"unit\": \"ns\", \"ns\": [%.6f]}\n", ('"$2"') * (1 + .003 * sum)
		}
	}'
}
climbs() { # a trend does not hide a change
	noisy 120 '100 * (1 + .002 * i) * (i < 60 ? 1 : 1.04)' >h.jsonl && history 0 -F h.jsonl --format csv &&
		grep -q '"c59","c60"' out || { cat out; return 1; }
}
tap "a change on a slope" climbs
moves() { # five times 50 commits, alternately 10 % slower
	noisy 250 'int(i / 50) % 2 ? 110 : 100' >h.jsonl && history 0 -F h.jsonl && grep -q '^one: moves up and down by up to +10.02 %' out && ! grep -q 'c49..c50' out &&
		history 0 -F h.jsonl --format csv && sed -n 2p out | grep -q '^"one","ns","ns","m",250,.*,0.[01][0-9]*$' &&
		head -201 h.jsonl >few.jsonl && history 0 -F few.jsonl &&
		grep -q '10.02 %  *c149..c150' out && ! grep -q 'again and again' out
}
tap "levels between which the machine moves are no changes" moves
tap "a suspected change is shown with what would prove it" suspected
tap "two commits are too few" few
tap "environments are separate series" environments

result() { # result FILE NS [PROCESSOR]
	cat >"$1" <<END
{"libbench": 1, "context": {"processor": "${3:-p}", "compiler": "gcc", "flags": "${4:--O2}"}, "results": [
 {"name": "one", "metric": "ns", "unit": "ns", "process": 0, "values": [$2, $2, 1]},
 {"name": "one", "metric": "ns", "unit": "ns", "process": 1, "values": [$2]}]}
END
}
commit() { git rev-list --reverse HEAD | sed -n "${1}p"; }
commits() { # commits FROM TO NS [WORDS OF RESULT]: adds a result of each; the later ones first
	i=$2
	while [ "$i" -ge "$1" ]; do
		result r "$3" "${4-}" "${5-}" && "$bench" history add --commit "$(commit $i)" r || return 1
		i=$((i - 1))
	done
}
added() {
	commits 21 40 110 p -O3 && commits 1 20 100 && history 0 &&
		[ "$(wc -l <bench-history.jsonl)" -eq 41 ] &&
		grep -q '"machine": "p", "build": "gcc -O2", "unit": "ns", "ns": \[100, 100\]}$' bench-history.jsonl &&
		change="$(commit 20 | cut -c1-10)..$(commit 21 | cut -c1-10)" &&
		grep -q '^one  *20  *100 ns *$' out && grep -q "^  *20  *110 ns  *+10.00 %  *$change  another build" out &&
		grep -q 'o commit: median' out && grep -q '^110 .*1.o' out && grep -q '^100 .*o.*o' out && history 0 --format markdown && grep -q '^| .*+10.00 %' out
}
page() {
	history 0 --html page.html && grep -q '<svg' page.html && ! [ -s out ] &&
		history 0 --format json && grep -q '"change": 0.1000' out
}
machines() { # another one's are no change of this one
	commits 1 20 300 q && history 0 --format csv && [ "$(wc -l <out)" -eq 4 ] &&
		history 0 && grep -q ' q  *20  *300 ns' out &&
		history 0 --filter 'x*' --filter 'o*' --metric ns && grep -q '^one ' out &&
			refuses 'no series matches the options' --metric cycles
}
formats() {
	rm -f f.jsonl
	for file in go.txt hyperfine.json google.json; do
		"$bench" history add -F f.jsonl --commit a --machine x "$golden/readers/$file" 2>err || return 1
	done
	history 0 -F f.jsonl -a && "$bench" describe f.jsonl >/dev/null &&
		printf 'machine: x\ncommit: a\nBenchmarkF 1 10 ns/op\ncommit: b\nBenchmarkF 1 11 ns/op\n' >go &&
		history 0 -F go && grep -q '^F  *2 ' out
}
other_histories() { # their commits and dates are kept, outside of a repository too
	mkdir -p elsewhere && (cd elsewhere && GIT_CEILING_DIRECTORIES=$PWD/.. &&
		export GIT_CEILING_DIRECTORIES && rm -f h &&
		history 0 add -F h "$golden/readers/asv.json" "$golden/readers/github_action.js" &&
		[ "$(wc -l <h)" -eq 17 ] && grep -q '"commit": "22*", "date": "2023-11-14T22:15:00Z", "unit": "ns"' h &&
		history 0 -F h && grep -q '^b.time_sort  *time  *vm, existing-python3  *1  *38.76 us' out &&
		grep -q '^Benchmark/serve  *throughput  *2  *905.8 iter/sec' out &&
		history 0 add -F copy h && cmp h copy)
}
notes() {
	result r 100
	"$bench" history add -F - r | git notes --ref bench add -F - HEAD &&
		git log --notes=bench --format=%N | "$bench" history -F - >out && grep -q '^one  *1  *100 ns' out
}
wrong() {
	result r 100
	cp bench-history.jsonl before
	printf '{"benchmark": "one", "ns": [1,\n' >>bench-history.jsonl
	cp bench-history.jsonl damaged
	printf '{"libbench": 3, "context": {}}\n{"benchmark": "one", "ns": 1}\n' >other
	printf '{"benchmark": "one", "commit": "a", "ns": 1}' >short
	: >empty
	refuses 'bench-history.jsonl:' add r && cmp damaged bench-history.jsonl && refuses 'bench-history.jsonl:' &&
		refuses "other:1: found 'another version" -F other &&
		refuses "found 'another version" add -F other r && [ "$(wc -l <other)" -eq 2 ] &&
		history 0 add -F short r && [ "$(wc -l <short)" -eq 2 ] &&
		cp "$golden/readers/go.txt" go && refuses 'expected a history or a new file' add -F go r &&
		cmp go "$golden/readers/go.txt" && cp r saved && refuses 'expected a history' add -F saved r && cmp r saved &&
		refuses 'missing: No such file' add -F new missing && [ ! -e new ] &&
		refuses 'empty' add -F new empty && [ ! -e new ] &&
		refuses 'no/h: No such file' -F no/h && refuses 'bench history add results.json' -F nothing && refuses 'no/h' add -F no/h r &&
		refuses 'add: no file given' add && refuses "unexpected argument 'x'" x &&
		refuses 'programs' --confirm --build true && refuses 'confirm' --build true &&
		mv before bench-history.jsonl
}
locked() { # all arrive
	result r 100
	for i in 1 2 3 4 5 6 7 8; do "$bench" history add -F many --commit "$i" r & done
	wait
	[ "$(wc -l <many)" -eq 9 ]
}
outside() {
	mkdir -p bare && cd bare && refuses 'not in a git work tree .*expected --commit NAME' add ../r && cd .. &&
		history 0 add -F bare/h --commit x r
}
# the program of a commit takes as long as its file says
confirmed() {
	build='cp source program && chmod +x program'
	"$bench" history --filter one --confirm --time 10h --build "$build" program >out 2>err
	status=$?
	cat out err
	[ $status -eq 1 ] && grep -q '^one, .*: +10.00 % in the history; measured again:' out &&
		grep -q '^one: slower +\(9\|10\)\.' out && grep -q '^gate: red' out
}
repository() {
	mkdir repo && cd repo && git init -q . && git config user.name a && git config user.email a@b || return 1
	for i in $(seq 1 40); do
		cat >source <<END
#!/bin/sh
[ "\$1" != --list ] || { echo one; exit 0; }
echo run >>"$work/runs"
awk -v k=\$(wc -l <"$work/runs") -v x=$((i < 21 ? 100 : 110)) 'BEGIN {
	x *= 1 + .003 * (k * 7 % 11 - 5) / 5
	printf "{\"libbench\": 1, \"context\": {\"processor\": \"p\"}, \"summaries\": [], \"results\": [" \
		"{\"name\": \"one\", \"metric\": \"ns\", \"unit\": \"ns\", \"values\": [%.9g]}, " \
		"{\"name\": \"one\", \"metric\": \"instructions\", \"unit\": \"\", \"values\": [100]}]}\n", x
}'
END
		echo "$i" >number && git add -A &&
			GIT_COMMITTER_DATE="2026-01-01T00:00:$(printf %02d "$i")Z" git commit -qm "$i" || return 1
	done
}
if ! command -v git >/dev/null; then tap_skip "commits" "no git"
else
	repository || exit 99
	tap "added results are levels, by date, with the commits between" added
	tap "a page, and records" page
	tap "--confirm builds the commits around a change" confirmed
	tap "machines are separate series" machines
	tap "git notes are a history" notes
	tap "what was damaged stays, and is named" wrong
	tap "adding at the same time" locked
	cd "$work" || exit 99
	result r 100
	tap "outside of a repository" outside
fi
folder() { # of asv: its machine and benchmarks are no results; many values without processes are one
	result r 100
	mkdir -p asv/vm && cp "$golden/readers/asv.json" asv/vm/1.json && seq 1000 >numbers &&
		printf '{"machine": "vm", "num_cpu": "4", "ram": "8"}' >asv/vm/machine.json && cp r asv/benchmarks.json &&
		history 0 add -F asv.jsonl --commit x --machine y asv numbers && [ "$(wc -l <asv.jsonl)" -gt 9 ] &&
		[ "$(grep -c '"x"' asv.jsonl)" -eq 1 ] && grep -q '"x".*\[500.5\]}$' asv.jsonl || { cat asv.jsonl; return 1; }
}
cd "$work" && tap "results of other tools" formats
tap "a folder of another tool" folder
tap "other tools' histories" other_histories
marked() { # a chart names the commits of a change, and how large it is, in both forms
	series 2 .5 60 >step.jsonl && history 0 -F step.jsonl && grep -qE '^ *1 at 6[01]: c(59..c60|60..c61): \+[45][0-9.]* %' out &&
		history 0 -F step.jsonl --html page.html && grep -qE '>c(59..c60|60..c61): \+[45][0-9.]* %</text>' page.html || { cat out; return 1; }
}
tap "a chart marks the commits of a change" marked
titled() { # a picture says what it shows
	"$bench" plot --svg step.svg step.jsonl && grep -q '>Medians and levels by commit: step.jsonl</text>' step.svg
}
tap "a picture says what it shows" titled
tap_end
