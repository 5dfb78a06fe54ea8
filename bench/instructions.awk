# Expands the table of forms, bench/instructions.table, for one machine.
#
#	awk -v machine=x86-64|aarch64 -v mode=forms|code [-v refused=FILE] -f instructions.awk TABLE
#
# mode forms: one line for each instruction, as the assembler reads it: for the assembler to accept or refuse, and for llvm-mca.
# mode code:  the assembly file that bench/instructions.c is linked with: a function for each row, and the table of them.
# mode rows:  what a comparison needs: row's name, kind, line of the form, line of the partner or 0, words; separated by tabs.
# refused:    lines of the first mode's output that the assembler refused, one number a line; those forms are left out.
#
# A function gets blocks in the first register, pairs in the second, and memory in the third: it runs its block of 384
# instances, and then its first two instances, as often as these say.
#
# SPDX-License-Identifier: MIT

function fail(text)
{
	print FILENAME ":" FNR ": " text > "/dev/stderr"
	failed = 1
	exit 2
}

# The family of a class of registers: g general, v vector, m mask; "" if it is none.  Sets size, of AArch64 with the lanes.
function family(word)
{
	size = word
	if (x86) {
		if (word ~ /^r(8|16|32|64)$/) return "g"
		if (word ~ /^[xyz]mm$/) return "v"
		return word == "k" ? "m" : ""
	}
	if (word ~ /^[wx]$/) return "g"
	return word ~ /^([bhsdq]|v\.([0-9]+)?[bhsdq])$/ ? "v" : ""
}

# The name of register n of a pool (0 and more) or of the constants (-1, -2, -3).
function register(kind, class, n,  name)
{
	if (!x86) {
		if (kind == "g") return class (n < 0 ? 16 + n : 4 + n)
		name = n < 0 ? 31 + n : 16 + n
		return class ~ /^v/ ? "v" name substr(class, 2) : class name
	}
	if (kind == "v") return class (n < 0 ? 16 + n : 1 + n)
	if (kind == "m") return "k" (n < 0 ? 1 : 2 + n)
	n = n < 0 ? 16 + n : n < 2 ? n : n + 6
	if (n > 1) return "r" n (class == "r8" ? "b" : class == "r16" ? "w" : class == "r32" ? "d" : "")
	name = n ? "b" : "a"
	return class == "r8" ? name "l" : (class == "r16" ? "" : class == "r32" ? "e" : "r") name "x"
}

# A fixed address, one of four neighbours: in one line for two stores per cycle, in several banks for three loads.
function memory(word, at,  size)
{
	if (!x86) return "[x2, " 64 + 16 * at "]"
	size = substr(word, 2) / 8
	return word_of[word] " ptr [rsi+" 64 + (size < 8 ? 8 : size) * at "]"
}

# Cuts operands into pieces: piece[n], and what each is: register number, memory, or text.  Sets registers and addresses.
function cut(operands,  rest, word, n, r)
{
	pieces = registers = addresses = fixed = 0
	rest = operands == "-" ? "" : operands
	while (rest != "") {
		if (match(rest, /^=[0-9]/)) {
			word = substr(rest, 1, 2)
			r = substr(word, 2) + 0
			if (r < 1 || r > registers) fail(word ": register " r " is not one before it in \"" operands "\"")
			kind_of[++pieces] = "r"; piece[pieces] = r
		} else if (match(rest, /^[A-Za-z0-9_.]+/)) {
			word = substr(rest, 1, RLENGTH)
			pieces++
			if (family(word) != "") {
				kind_of[pieces] = "r"; piece[pieces] = ++registers
				class[registers] = word; kin[registers] = family(word)
			} else if (word in word_of) {
				kind_of[pieces] = "m"; piece[pieces] = word; fixed = 1
			} else {
				if (word !~ literal)
					fail("operand \"" word "\": not a class of registers or memory of " machine ", nor a literal")
				sub(/^lsl_/, "lsl ", word)
				kind_of[pieces] = "t"; piece[pieces] = word
			}
		} else {
			match(rest, /^./)
			word = substr(rest, 1, 1)
			if (word !~ /[][{}+*,-]/) fail("\"" word "\" in operands \"" operands "\"")
			if (word == "[") addresses = 1
			kind_of[++pieces] = "t"; piece[pieces] = word == "," ? ", " : word
		}
		rest = substr(rest, RSTART + RLENGTH)
	}
}

# The instruction, with registers numbered use[1] ... of their pools and memory at line at.
function instance(name, at,  text, i)
{
	text = name
	gsub(/_/, " ", text)
	for (i = 1; i <= pieces; i++)
		text = text (i == 1 ? " " : "") (kind_of[i] == "r" ? register(kin[piece[i]], class[piece[i]], use[piece[i]]) \
		             : kind_of[i] == "m" ? memory(piece[i], at) : piece[i])
	return text
}

# A form as the assembler judges it: its result is in another register than its operands.
function example(name)
{
	constants()
	use[1] = 0
	return instance(name, 0)
}

function constants(  r)
{
	for (r = 1; r <= registers; r++)
		use[r] = -(r > 3 ? 3 : r < 2 ? 1 : r - 1)
}

# Notes an instruction for the assembler to judge; returns its line.
function judged(text)
{
	if (!(text in line_of)) {
		line_of[text] = ++lines
		if (mode == "forms") print text
	}
	return line_of[text]
}

# What the registers hold at first: the offset of the value in the memory, by the type in the name.
function value_at(name,  type)
{
	type = name ~ /([^u]p|s)d$/ ? 0 : name ~ /[ps]s$/ ? 1 : name ~ /[ps]h$/ ? 2 : 0
	if (!x86) type = $2 ~ /^(s|v\.[24]s)/ ? 1 : $2 ~ /^(h|v\.8h)/ ? 2 : 0
	return 512 + 256 * type
}

function code(name, operands, label, count, body, words,  where, wide)
{
	rows++
	wide = operands ~ /zmm/ ? "zmm" : operands ~ /ymm/ ? "ymm" : operands ~ /xmm/ ? "xmm" : "none"
	where = value_at(name)
	printf "row%d:\n\tenter %d, %s, %d, %d, %d\n", rows, addresses, wide, where, where + (name ~ /div/ ? 128 : 64),
	       operands ~ /(^|[^A-Za-z])k|\{k/
	printf "\t%s\n\t.p2align 6\n.Lblock%d:\n\t.rept %d\n", x86 ? "test rdi, rdi\n\tjz .Lpairs" rows : "cbz x0, .Lpairs" rows, rows, count
	printf "%s\t.endr\n\t%s .Lblock%d\n", body, x86 ? "dec rdi\n\tjnz" : "subs x0, x0, 1\n\tb.ne", rows
	printf ".Lpairs%d:\n\t%s .Lend%d\n.Lpair%d:\n%s", rows, x86 ? "test rbp, rbp\n\tjz" : "cbz x1,", rows, rows, pair
	printf "\t%s .Lpair%d\n.Lend%d:\n\tleave_%s\n", x86 ? "dec rbp\n\tjnz" : "subs x1, x1, 1\n\tb.ne", rows, rows, wide
	table = table sprintf("\t.quad .Lname%d, .Lfeature%d, row%d, %d\n", rows, rows, rows, 192)
	names = names sprintf(".Lname%d: .asciz \"%s\"\n.Lfeature%d: .asciz \"%s\"\n", rows, label, rows, feature)
}

function row(label, name, operands, kind, form, partner, words, count, body)
{
	if (mode == "rows") print label "\t" kind "\t" form "\t" partner "\t" words
	if (mode == "code") code(name, operands, label, count, body, words)
}

# The row of latency through register r (0: fixed registers), by way of the partner if there is one.
function latency(name, operands, r,  i, text, form, partner, body, words, n, label)
{
	if (r > registers) fail("chain " r ": \"" operands "\" has " registers " registers")
	if (r > 1 && partner_name == "" && kin[r] != kin[1])
		fail("chain " r ": the result is in a register of another kind; via NAME OPERANDS returns it")
	form = judged(example(name))
	body = pair = ""; n = 0
	for (i = 0; i < 2; i++) {
		constants()
		if (r == 1) use[1] = 0
		if (r > 1) { use[r] = partner_name == "" ? i : 0; use[1] = partner_name == "" ? 1 - i : kin[r] == kin[1] ? 1 : 0 }
		body = body "\t" instance(name, 0) "\n"
		if (partner_name != "") body = body "\t" second[r == 1] "\n"
	}
	pair = body
	partner = partner_name == "" ? 0 : judged(second[0])
	words = marks (r > 0 && fixed ? " load" : "") (addresses && r > 1 && name !~ /^lea/ ? " address" : "") (partner ? " sum" : "")
	label = name " " operands (partner ? " + " partner_name " " partner_operands : "")
	gsub(/_/, " ", label); sub(/ -$/, "", label)
	sub(/ -/, "", label)
	if (form in gone || partner in gone) return
	row(label ": latency" (r ? " " r ">1" : "") (words != "" ? ", " words_of(words) : ""), name, operands " " partner_operands, \
	    "latency", form, partner, words, 192, body)
}

function words_of(words)
{
	gsub(/^ +/, "", words); gsub(/ +/, " ", words)
	return words
}

function throughput(name, operands,  i, size_of, form, body, words, label)
{
	form = judged(example(name))
	size_of = registers == 0 ? 2 : kin[1] == "g" ? 8 : kin[1] == "v" ? 12 : 6
	body = pair = ""
	for (i = 0; i < size_of; i++) {
		constants()
		if (registers) use[1] = i
		body = body "\t" instance(name, i % 4) "\n"
		if (i == 1) pair = body
	}
	if (form in gone) return
	words = marks
	sub(/ move| memory/, "", words)
	label = name " " operands
	gsub(/_/, " ", label); sub(/ -$/, "", label)
	row(label ": throughput" (words != "" ? ", " words_of(words) : ""), name, operands, "throughput", form, 0, words, 384 / size_of, body)
}

# What surrounds the blocks: registers are filled, so that no number is denormal, no division overflows, and no address is wrong.
function begin_x86()
{
	print ".macro enter address, wide, pool, constant, mask"
	print "\t.irp r, rbx, rbp, r12, r13, r14, r15\n\tpush \\r\n\t.endr"
	print "\tsub rsp, 8\n\tstmxcsr [rsp]\n\tmov eax, [rsp]\n\tor eax, 0x8040\n\tmov [rsp+4], eax\n\tldmxcsr [rsp+4]"
	print "\tmov rbp, rsi\n\tmov rsi, rdx\n\txor edx, edx\n\tmov ecx, 1\n\tmov r14d, 1"
	print "\t.irp r, rbx, r8, r9, r10, r11, r12, r13\n\tmov \\r, rsi\n\t.endr"
	print "\t.if \\address\n\tmov rax, rsi\n\tmov r15, rsi\n\t.else\n\tmov eax, 0x12345678\n\tmov r15d, 1\n\t.endif"
	fill("xmm", "movups"); fill("ymm", "vmovups"); fill("zmm", "vmovups")
	print "\t.if \\mask\n\tkxnorw k1, k1, k1\n\t.endif\n.endm"
	leave("none", ""); leave("xmm", ""); leave("ymm", "\tvzeroupper\n"); leave("zmm", "\tvzeroupper\n")
	print ".text"
}

function fill(wide, move)
{
	print "\t.ifc \\wide, " wide
	print "\t.irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12\n\t" move " " wide "\\n, [rsi+\\pool]\n\t.endr"
	print "\t.irp n, 0, 13, 14, 15\n\t" move " " wide "\\n, [rsi+\\constant]\n\t.endr"
	print "\t.endif"
}

function leave(wide, end)
{
	print ".macro leave_" wide "\n" end "\tldmxcsr [rsp]\n\tadd rsp, 8"
	print "\t.irp r, r15, r14, r13, r12, rbp, rbx\n\tpop \\r\n\t.endr\n\tret\n.endm"
}

function begin_aarch64()
{
	print ".macro enter address, wide, pool, constant, mask\n\tadd x3, x2, 64"
	print "\t.irp r, x4, x5, x6, x7, x8, x9, x10, x11\n\tmov \\r, x2\n\t.endr"
	print "\t.irp r, x13, x14, x15\n\t.if \\address\n\tmov \\r, x2\n\t.else\n\tmov \\r, 1\n\t.endif\n\t.endr"
	print "\t.irp n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27\n\tldr q\\n, [x2, \\pool]\n\t.endr"
	print "\t.irp n, 28, 29, 30\n\tldr q\\n, [x2, \\constant]\n\t.endr\n.endm"
	print ".macro leave_none\n\tret\n.endm\n.text"
}

BEGIN {
	x86 = machine == "x86-64"
	if (!x86 && machine != "aarch64") {
		print "instructions.awk: machine \"" machine "\": x86-64 or aarch64" > "/dev/stderr"
		failed = 1
		exit 2
	}
	split(x86 ? "m8 byte m16 word m32 dword m64 qword m128 xmmword m256 ymmword m512 zmmword" : "mem x", pairs, " ")
	for (i = 1; i in pairs; i += 2)
		word_of[pairs[i]] = pairs[i + 1]
	literal = x86 ? "^([0-9]+|cl|rip|k1|z|xmm0)$" \
	              : "^([0-9]+|[0-9]+[.][0-9]+|[.]|eq|lsl_[0-9]|uxtw|[xq][0-9]+|pldl1keep|cntvct_el0)$"
	split("flags move idiom merge memory value", list, " ")
	for (i in list) known[list[i]] = 1
	split("base adx aes avx avx2 avx512bf16 avx512bitalg avx512bw avx512cd avx512dq avx512f avx512fp16 avx512ifma avx512vbmi " \
	      "avx512vbmi2 avx512vl avx512vnni avx512vpopcntdq avxvnni bmi1 bmi2 f16c fma gfni lzcnt movbe pclmul popcnt sha sse " \
	      "sse2 sse3 sse4.1 sse4.2 ssse3 vaes vpclmulqdq bf16 crc dotprod fp16 i8mm lse sha2 sha3 sha512", list, " ")
	for (i in list) features[list[i]] = 1
	while (refused != "" && (getline number < refused) > 0) gone[number + 0] = 1
	if (mode != "rows") print x86 ? ".intel_syntax noprefix" : ""
	if (mode == "code") x86 ? begin_x86() : begin_aarch64()
	lines = 1
}

{ sub(/#.*/, "") }
NF == 0 { next }
$1 == "machine" {
	if (NF != 2 || ($2 != "x86-64" && $2 != "aarch64")) fail("machine \"" $2 "\": x86-64 or aarch64")
	mine = $2 == machine
	next
}
!mine { next }
{
	if (NF < 4) fail(NF " fields; a form has at least four: name, operands, feature, chain")
	feature = $3
	if (!(feature in features)) fail("feature \"" feature "\" is not known")
	if ($4 !~ /^([1-9]([|][1-9])*|[*]|-)$/) fail("chain \"" $4 "\": a register's number, several with | between them, * or -")
	partner_name = partner_operands = marks = ""
	first = 5
	if ($5 == "via") {
		if (NF < 7) fail("via without a name and operands")
		if ($4 !~ /^[1-9]/) fail("via, but no register of the chain")
		partner_name = $6; partner_operands = $7; first = 8
		cut(partner_operands)
		constants()
		use[1] = 0
		second[1] = instance(partner_name, 0)
		for (i = 2; i <= registers; i++) use[i] = kin[1] == kin[i] ? 1 : 0
		second[0] = instance(partner_name, 0)
	}
	for (i = first; i <= NF; i++) {
		if (!($i in known)) fail("word \"" $i "\" is not known")
		marks = marks " " $i
	}
	if ($1 !~ /^[a-z][a-z0-9_.|]*$/) fail("name \"" $1 "\": small letters and digits, | between names")
	all_names = split($1, name_list, "|"); all_operands = split($2, operand_list, "|"); chains = split($4, chain_list, "|")
	for (o = 1; o <= all_operands; o++) {
		cut(operand_list[o])
		for (n = 1; n <= all_names; n++) {
			key = name_list[n] " " operand_list[o]
			if (key in seen) fail(key " is in line " seen[key] " too")
			seen[key] = FNR
			for (c = 1; c <= chains; c++)
				if (chain_list[c] != "-") latency(name_list[n], operand_list[o], chain_list[c] + 0)
			if (chain_list[1] != "*") throughput(name_list[n], operand_list[o])
		}
	}
}
END {
	if (failed) exit 2
	if (!rows && mode == "code") {
		print "instructions.awk: no form of " machine " in " FILENAME > "/dev/stderr"
		exit 2
	}
	if (mode == "code")
		printf "\t.section .rodata\n%s\t.section .data.rel.ro, \"aw\"\n\t.p2align 3\n\t.globl instructions, instructions_count\n" \
		       "instructions:\n%sinstructions_count: .quad %d\n\t.section .note.GNU-stack, \"\", %%progbits\n", names, table, rows
}
