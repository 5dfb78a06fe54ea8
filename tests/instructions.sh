#!/bin/sh
# The table of bench/instructions: every line is understood, wrong ones are refused with their line, each
# assembler that is here knows all forms, and each form runs, on AArch64 in qemu-user.
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
from=$top_srcdir/bench

# rows MACHINE TABLE: the rows that it makes
rows() { awk -v machine="$1" -v mode=rows -f "$from/instructions.awk" "$2"; }

# forms MACHINE AT_LEAST: at least AT_LEAST forms, and no two rows of one name
forms()
{
	rows "$1" "$from/instructions.table" >"$work/rows" || return 1
	[ -z "$(cut -f1 "$work/rows" | sort | uniq -d)" ] || { echo "a name twice"; return 1; }
	count=$(sed 's/:.*//; s/ + .*//' "$work/rows" | sort -u | wc -l)
	[ "$count" -ge "$2" ] || { echo "$count forms"; return 1; }
}
tap "x86-64: 700 forms" forms x86-64 700
tap "AArch64: 340 forms" forms aarch64 340

# refused LINE MESSAGE: the line, third of a table, is refused with this message
refused()
{
	printf 'machine x86-64\nadd r64,r64 base 1\n%s\n' "$1" >"$work/table"
	if rows x86-64 "$work/table" >"$work/rows" 2>"$work/message"; then
		echo "accepted"
		return 1
	fi
	[ "$(cat "$work/message")" = "$work/table:3: $2" ] || { cat "$work/message"; return 1; }
}
while IFS='|' read -r line message; do
	line=$(echo "$line" | tr '!' '|') message=$(echo "$message" | tr '!' '|')
	tap "refused: $line" refused "$line" "$message"
done <<'END'
sub r64,r64 base|3 fields; a form has at least four: name, operands, feature, chain
sub r64,r65 base 1|operand "r65": not a class of registers or memory of x86-64, nor a literal
sub x,x base 1|operand "x": not a class of registers or memory of x86-64, nor a literal
sub r64;r64 base 1|";" in operands "r64;r64"
sub r64,=2 base 1|=2: register 2 is not one before it in "r64,=2"
sub r64,r64 sse9 1|feature "sse9" is not known
sub r64,r64 base 3|chain 3: "r64,r64" has 2 registers
sub r64,r64 base x|chain "x": a register's number, several with ! between them, * or -
movd xmm,r32 sse2 2|chain 2: the result is in a register of another kind; via NAME OPERANDS returns it
movd xmm,r32 sse2 2 via movd|via without a name and operands
movd xmm,r32 sse2 - via movd r32,xmm|via, but no register of the chain
sub r64,r64 base 1 slow|word "slow" is not known
sub!add r64,r64 base 1|add r64,r64 is in line 2 too
Sub r64,r64 base 1|name "Sub": small letters and digits, ! between names
machine x87|machine "x87": x86-64 or aarch64
END

# What bench_main is to the program: each body once for a pair, once for a block.
cat >"$work/stub.c" <<'END'
#include <bench.h>
#include <stdio.h>
void bench_build(const char *compiler, const char *flags) { (void)compiler; (void)flags; }
void bench_skip(const char *why) { (void)why; }
int bench_program(int argc, char **argv, const bench_case *cases, size_t n)
{
	(void)argc;
	(void)argv;
	for (size_t i = 0; i < n; i++) {
		printf("%s\n", cases[i].name);
		fflush(stdout);
		if (!cases[i].setup)
			cases[i].body(193, cases[i].arg);
	}
	return n < 100;
}
END

# assembled COMPILER...: all forms; the object is kept
assembled()
{
	"$from/instructions.build" "$work/forms.o" "$@" >"$work/left" || return 1
	[ ! -s "$work/left" ] || { cat "$work/left"; return 1; }
}

# runs RUNNER COMPILER...: every form that the machine has
runs()
{
	runner=$1
	shift
	"$@" -static -I"$top_srcdir/include" -o "$work/run" "$from/instructions.c" "$work/stub.c" "$work/forms.o" &&
		$runner "$work/run" >"$work/ran" || { tail -n 1 "$work/ran"; return 1; }
}

# compiler RUNNER NEWEST COMPILER...
compiler()
{
	runner=$1 newest=$2
	shift 2
	if ! command -v "$1" >/dev/null; then tap_skip "$*" "no $1"; return; fi
	printf '%s\n' "$newest" >"$work/newest.s"
	if ! "$@" -c -o "$work/newest.o" "$work/newest.s" 2>/dev/null; then tap_skip "$*" "its assembler is too old"; return; fi
	tap "$*: the assembler knows all forms" assembled "$@"
	if ! echo 'int main(void) { return 0; }' | "$@" -static -x c -o "$work/run" - 2>/dev/null || ! $runner "$work/run"; then
		tap_skip "$*: every form runs" "its programs do not run here"
		return
	fi
	tap "$*: every form runs" runs "$runner" "$@"
}
if tap_all "assemblers know all forms, and each form runs"; then
	case $(uname -m) in
	x86_64) compiler '' 'vaddph %zmm0, %zmm0, %zmm0' gcc; compiler '' 'vaddph %zmm0, %zmm0, %zmm0' clang ;;
	aarch64) compiler '' nop gcc; compiler '' nop clang ;;
	esac
	[ "$(uname -m)" = aarch64 ] || {
		compiler qemu-aarch64 nop aarch64-linux-gnu-gcc
		compiler qemu-aarch64 nop clang --target=aarch64-linux-gnu
	}
fi

# A form that the assembler does not know is left out, and named.
unknown()
{
	printf 'machine x86-64\nadd r64,r64 base 1\nvnothing ymm,ymm,ymm avx2 2\n' >"$work/table"
	INSTRUCTIONS_TABLE=$work/table "$from/instructions.build" "$work/forms.o" ${CC:-cc} >"$work/left" || return 1
	[ "$(cat "$work/left")" = "left out, not known to the assembler: vnothing ymm1, ymm15, ymm14" ] || { cat "$work/left"; return 1; }
}
case $(uname -m) in
x86_64) tap "an unknown form is left out, and named" unknown ;;
esac

# Next to a table in which everything takes 3 and 1 cycles: what is the same, different, noisy, or not judged.
cat >"$work/mca" <<'END'
#!/bin/sh
forms=$(cat)
if echo "$forms" | grep -q '^nop'; then echo 'error: an instruction that is unsupported, on no line' >&2; exit 1; fi
printf '[1]: #uOps\n[2]: Latency\n\n[1]    [2]    [3]    [4]    [5]    [6]    Instructions:\n'
echo "$forms" | awk '!/^\.|^$/ { print " 1      3     1.00                        " $0 }'
printf '\n\nResources:\n'
END
chmod +x "$work/mca"
result() { printf '  {"name": "%s", "cycles": %s, "cycles_low": %s, "cycles_high": %s},\n' "$@"; }
compared()
{
	{
		printf ' "architecture": "x86_64"\n "summaries": [\n'
		result 'imul r64,r64: latency 1>1' 3.003 3 3.01
		result 'imul r64,r64: throughput' 1.06 1.05 1.07
		result 'movd xmm,r32 + movd r32,xmm: latency 2>1, sum' 5.9 5.9 5.9
		result 'mov r64,[r64]: latency 2>1, address' 5 4 6
		result 'add r64,m64: latency 1>1, load' 1 1 1
		result 'nop: throughput' null null null
	} >"$work/results.json"
	LLVM_MCA=$work/mca "$from/instructions.mca" "$work/results.json" | tr -s ' ' >"$work/compared"
	diff - "$work/compared" <<'END'
row measured table difference
imul r64,r64: latency 1>1 3.003 3.00 same
imul r64,r64: throughput 1.060 1.00 +6 %
movd xmm,r32 + movd r32,xmm: latency 2>1, sum 5.900 6.00 same
mov r64,[r64]: latency 2>1, address 5.000 3.00 noisy
add r64,m64: latency 1>1, load 1.000 3.00 not judged

different from the table by more than 2 %:
imul r64,r64: throughput 1.060 1.00 +6 %

latency: 4 rows, 1 with an interval wider than 5 %; 2 judged, 2 of them within 2 % of the table
throughput: 1 rows, 0 with an interval wider than 5 %; 1 judged, 0 of them within 2 % of the table
END
}
tap "results next to LLVM's table" compared
tap_end
