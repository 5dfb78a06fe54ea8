#!/bin/sh
# Does bench relink make variants that differ in their layout alone?
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
bench=$(cd "$top_builddir" && pwd)/tools/bench
cc=${CC:-cc}
cd "$work" || exit 99
# a compiler that keeps a record: what it is to link, and how much padding lies before each object
cat >cc <<'EOF'
#!/bin/sh
shift
[ "$1" != -c ] || {
	{ printf '%s: ' "$4" && tr '\n' ';' <"$2"; echo; } >>log
	: >"$4"
	exit
}
echo "$*" >>log
[ ! -f fail ]
EOF
chmod +x cc
recorded() { # two words of the compiler; options, a source and a library stay where they are
	rm -f log
	"$bench" relink -n 2 --seed 5 -o rec -- ./cc gcc -g x.o -O2 y.c -o dir/prog z.S -lm &&
		diff - log <<'EOF'
rec/.pad0.o: .text;.p2align 12;.skip 880;.data;.p2align 12;.skip 2576;.section .note.GNU-stack,"",%progbits;
rec/.pad1.o: .text;.p2align 12;.skip 2528;.data;.p2align 12;.skip 1504;.section .note.GNU-stack,"",%progbits;
rec/.pad2.o: .text;.p2align 12;.skip 1024;.data;.p2align 12;.skip 2928;.section .note.GNU-stack,"",%progbits;
-g rec/.pad0.o y.c -O2 rec/.pad1.o x.o -o rec/prog.1 rec/.pad2.o z.S -lm
rec/.pad3.o: .text;.p2align 12;.skip 1312;.data;.p2align 12;.skip 928;.section .note.GNU-stack,"",%progbits;
-g rec/.pad1.o z.S -O2 rec/.pad2.o x.o -o rec/prog.2 rec/.pad3.o y.c -lm
EOF
}
tap "the command is the same but for order, padding and output" recorded
counted() {
	rm -f log && "$bench" relink -- ./cc cc x.o -o prog && [ "$(grep -c '^-c\|x.o' log)" -eq 8 ] &&
		grep -q '^prog.variants/.pad7.o x.o -o prog.variants/prog.8$' log && mv log eight &&
		"$bench" relink --seed 1 --count 8 -- ./cc cc x.o -o prog && cmp eight log && [ -z "$(ls -A prog.variants)" ] &&
		"$bench" relink --help >help && grep -q 'count N .* (8)$' help && grep -q 'seed N .* (1)$' help
}
tap "eight variants, the folder and the seed by default" counted
late() { rm -f log && "$bench" relink --time 1ns -- ./cc cc x.o -o prog && [ "$(grep -c 'x.o' log)" -eq 4 ]; }
tap "four variants, when the time is over" late
fails() {
	rm -rf rec log && : >fail && ! "$bench" relink -n 3 -o rec -- ./cc cc x.o -o prog 2>err && rm fail &&
		echo 'bench relink: ./cc failed' | diff - err && [ -z "$(ls -A rec)" ] && [ "$(wc -l <log)" -eq 2 ]
}
tap "a link that fails ends it, and no padding is left" fails
# one that keeps a record of its words and links nothing
printf '#!/bin/sh\necho "$*" >>log\necho talks\n' >words
chmod +x words
compilers() { # of one word to four; what it prints is no output of relink
	rm -f log
	"$bench" relink -n 1 -o rec -- ./words x.o -o p >said && "$bench" relink -n 1 -o rec -- ./words a b c d x.o -o p &&
		[ ! -s said ] && diff - log <<'EOF'
-c rec/.pad0.s -o rec/.pad0.o
rec/.pad0.o x.o -o rec/p.1
a b c -c rec/.pad0.s -o rec/.pad0.o
a b c d rec/.pad0.o x.o -o rec/p.1
EOF
}
tap "a compiler has up to four words" compilers
unpadded() { # once in 256 objects: no directive, since an assembler warns of .skip 0
	rm -f log
	for seed in 59 261; do "$bench" relink -n 1 --seed $seed -o rec -- ./cc cc a.o b.o -o p || return 1; done
	sed -n '1p; 4p' log | diff - odd
}
cat >odd <<'EOF'
rec/.pad0.o: .text;.p2align 12;.data;.p2align 12;.skip 256;.section .note.GNU-stack,"",%progbits;
rec/.pad0.o: .text;.p2align 12;.skip 1824;.data;.p2align 12;.section .note.GNU-stack,"",%progbits;
EOF
tap "no padding is none, not padding of 0 bytes" unpadded
refuses() { # refuses MESSAGE WORDS...
	message=$1
	shift
	"$bench" relink "$@" 2>err
	[ $? -eq 2 ] && echo "bench relink: $message" | diff - err
}
wrong() {
		refuses "expected 'cc ...' after -- (try 'bench relink --help')" -n 3 -- &&
		refuses "found 'more', expected 'cc ...' after -- (try 'bench relink --help')" more -- ./cc cc x.o -o p &&
		refuses "the command has no '-o PROGRAM'" -- ./cc && refuses "the command has no '-o PROGRAM'" -- ./cc cc x.o y.o &&
		refuses "more than 1000 objects" -- ./cc cc $(seq -f '%g.o' 1001) -o p &&
		refuses "the command has no '-o PROGRAM'" -- ./cc cc x.o -o &&
		refuses "the command names no object or source file" -- ./cc cc -lm .o -x.o -o p &&
		refuses "the command does not link a program: -c" -- ./cc cc -c a.c -o p &&
		refuses "the command does not link a program: -shared" -- ./cc cc -shared a.o -o p &&
		refuses "--count: found '0', expected a count from 1 to 100" -n 0 -- ./cc cc x.o -o p &&
		refuses "--count: found '101', expected a count from 1 to 100" -n 101 -- ./cc cc x.o -o p &&
		refuses "--seed: found 'x', expected a whole number" --seed x -- ./cc cc x.o -o p &&
		refuses "--output: found '', expected at least one character" -o '' -- ./cc cc x.o -o p &&
		mkdir -p full/.pad0.s && refuses "full/.pad0.s: Is a directory" -o full -- ./cc cc x.o -o p &&
		refuses "false failed" -n 100 -o rec -- false $(seq -f '%g.o' 1000) -o p &&
		refuses "'./none' cannot be run: No such file or directory" -o rec -- ./none x.o -o p &&
		refuses "none/here: No such file or directory" -o none/here -- ./cc cc x.o -o p
}
tap "misuse" wrong
every_ending() {
	rm -f log && "$bench" relink -n 1 -o rec -- ./cc cc a.o a.obj a.c a.cc a.cpp a.cxx a.C a.s a.S a.d -o p &&
		[ "$(grep -c ': ' log)" -eq 9 ]
}
tap "objects and sources are known by their ends" every_ending
# the real one
printf 'int b(void);\n#include <stdio.h>\nint main(void)\n{\n\tprintf("%%d\\n", b());\n\treturn 0;\n}\n' >a.c
printf 'int b(void);\nint b(void)\n{\n\treturn 7;\n}\n' >b.c
$cc -c a.c b.c || exit 99

makes() {
	# shellcheck disable=SC2086 # a command of several words
	"$bench" relink -n 4 -o out -- $cc a.o b.o -o p && [ "$(ls -A out | wc -l)" -eq 4 ] || return 1
	for seed in 59 261; do # no padding of code, of data
		"$bench" relink -n 1 --seed $seed -o many -- $cc a.o b.o -o p 2>err && [ ! -s err ] || { cat err; return 1; }
	done
	for each in out/p.*; do [ "$("$each")" = 7 ] || return 1; done
}
tap "four variants work" makes
differ() { [ "$(for each in out/p.*; do cksum <"$each"; done | sort -u | wc -l)" -eq 4 ]; }
tap "they differ" differ
addresses() {
	[ "$(for each in out/p.*; do nm "$each" | awk '$3 == "b" || $3 == "_b" { print $1 }'; done | sort -u | wc -l)" -ge \
		3 ]
}
if command -v nm >/dev/null; then tap "functions lie elsewhere" addresses
else tap_skip "functions lie elsewhere" "no nm"; fi
printf 'int b(void);\n#include <stdio.h>\nint more(int n)\n{\n\treturn n > 2 ? more(n / 2) + more(n / 3) : n;\n}\nint main(void)\n{\n\tprintf("%%d\\n", b());\n\treturn 0;\n}\n' >longer.c
$cc -w -c longer.c || exit 99
within_page() { nm "$1" | awk '$3 == "b" || $3 == "_b" { print substr($1, length($1) - 2) }'; }
alike() {
	# shellcheck disable=SC2086
	"$bench" relink -n 6 -o changed -- $cc longer.o b.o -o p || return 1
	"$bench" relink -n 6 -o unchanged -- $cc a.o b.o -o p || return 1
	for i in 1 2 3 4 5 6; do [ "$(within_page changed/p.$i)" = "$(within_page unchanged/p.$i)" ] || return 1; done
}
if command -v nm >/dev/null; then tap "other objects' sizes move no object within its page" alike
else tap_skip "other objects' sizes move no object within its page" "no nm"; fi
again() {
	# shellcheck disable=SC2086
	"$bench" relink -n 4 -o again -- $cc a.o b.o -o p && cmp out/p.3 again/p.3
}
tap "the same seed gives the same variants" again
default() {
	# shellcheck disable=SC2086
	"$bench" relink -n 1 --seed 9 -- $cc a.c b.c -o p && [ "$(p.variants/p.1)" = 7 ] && mkdir plain &&
		[ "$(ls -ld p.variants | cut -c1-10)" = "$(ls -ld plain | cut -c1-10)" ]
}
tap "sources, and the default folder" default
tap_end
