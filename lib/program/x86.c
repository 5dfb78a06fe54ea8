/*
 * Decodes instructions of x86-64 as far as comparing and copying machine code needs: their lengths,
 * the bytes that are distances or addresses, and how much memory they access.
 *
 * Method: one letter per opcode and map says what follows the opcode, another what the memory
 * operand is.  Source: Intel 64 Architectures Software Developer's Manual, volume 2, appendix A.
 *
 * APX, XOP and instructions that are invalid in 64-bit mode are unknown: their length is 0.  Where
 * the size of an operand is not in the table, the widest vector of the instruction is taken.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/steps.h"

enum { LONGEST = 15 };

/*
 * What follows an opcode: . nothing; M operand byte; b 1 byte; w 2 bytes; e 3; z 2 or 4, as the
 * operand size says; v 2, 4 or 8; o an address; B, Z: operand byte and b, z; g, G: operand byte,
 * and b, z for "test"; j, J: distance of 1 byte, 4 bytes; - unknown.
 */
static const char form_one[] =
	"MMMMbz--MMMMbz--" "MMMMbz--MMMMbz--" "MMMMbz--MMMMbz--" "MMMMbz--MMMMbz--"
	"----------------" "................" "---M----zZbB...." "jjjjjjjjjjjjjjjj"
	"BZ-BMMMMMMMMMMMM" "..........-....." "oooo....bz......" "bbbbbbbbvvvvvvvv"
	"BBw.--BZe.w..b-." "MMMM---.MMMMMMMM" "jjjjbbbbJJ-j...." "-.--..gG......MM";
static const char form_two[] =
	"MMMM-.....-.-M.B" "MMMMMMMMMMMMMMMM" "MMMM----MMMMMMMM" "......-.--------"
	"MMMMMMMMMMMMMMMM" "MMMMMMMMMMMMMMMM" "MMMMMMMMMMMMMMMM" "BBBBMMM.MMMMMMMM"
	"JJJJJJJJJJJJJJJJ" "MMMMMMMMMMMMMMMM" "...MBM--...MBMMM" "MMMMMMMMMMBMMMMM"
	"MMBMBBBM........" "MMMMMMMMMMMMMMMM" "MMMMMMMMMMMMMMMM" "MMMMMMMMMMMMMMMM";

/*
 * Bytes of the memory operand: b 1, w 2, d 4, q 8, x 16, Y 32; z operand size; y 4 or 8; V vector,
 * or 8 with MMX; v vector; H, Q, E half, quarter and eighth of it; S 4 or 8, a scalar; p by the
 * prefix: vector, vector, 4, 8; A only its address matters, or how much is unknown; ? see
 * operand_of_two, and so on; P 8, or 2 where the prefix says so.  The functions index strings of
 * four letters by the prefix: none, 66, f3, f2.
 */
static const char size_one[] =
	"bzbz....bzbz...." "bzbz....bzbz...." "bzbz....bzbz...." "bzbz....bzbz...."
	"................" "................" "...d.....z.z...." "................"
	"bz.zbzbzbzbzwAwP" "................" "................" "................"
	"bz....bz........" "bzbz....????????" "................" "......bz......b?";
static const char size_two[] =
	"w?ww.........b.q" "pp?qvv?qbxxzbzzz" "........vv?p????" "................"
	"zzzzzzzzzzzzzzzz" ".p??vvvvpp?vpppp" "???VVVVVVVVVvvy?" "?VVVVVV.????vv?V"
	"................" "??bbbbbbbbbbbbbb" "...Azz.....Azz?z" "bz?A??bwzzzAzzbw"
	"bzpyw.v?........" "v???VVq.VVVVVVVV" "V??VVV?VVVVVVVVV" "v???VVV.VVVVVVV.";
static const char size_38[] =
	"VVVVVVVVVVVVvvvv" "????????dqxYVVVv" "HQEHQHvvvvvvv?vv" "HQEHQHvvvvvvvvvv"
	"vxvSvvvvvvvvvSvS" "vv??vvvvdqxYvvvv" "vvvvvvvvvvvvvvvv" "vvvvvvvvbwvvvvvv"
	"xxxvvvvvvvvvvvvv" "SSSSvvvvvS??vSvS" "SSSSvvvvvS??vSvS" "vwvvvvvvvSvSvSvS"
	"vvvvvvvvvvv?v?vv" "vvvvvvvvvvvvvvvv" "yyyyyyyyyyyyyyyy" "??yyvyyyAyvvyvvv";
static const char size_3a[] =
	"vvvvvvvvvvdqvvvV" "vvvvbwydxxYYvHvv" "bdyvvvvSvvvvvvvv" "vvvvvvvvxxYYvvvv"
	"vxvvvvvvvvvvvvvv" "vSvvvSvSvvvvvvvv" "xxxxvvvSvvdqvvdq" "vvvvvvvvvvdqvvdq"
	"vvvvvvvvvvvvvvvv" "vvvvvvvvvvvvvvvv" "vvvvvvvvvvvvvvvv" "vvvvvvvvvvvvvvvv"
	"vvvvvvvvvvvvxvvv" "vvvvvvvvvvvvvvvx" "vvvvvvvvvvvvvvvv" "yvvvvvvvvvvvvvvv";

/* An instruction's prefixes, its opcode and the reg field of its ModRM byte. */
typedef struct prefixes {
	unsigned map, op, reg;
	unsigned pp;              /* 0: none; 1: 66; 2: f3; 3: f2 */
	bool wide, words, packed; /* operands of 8 bytes; of 2 bytes; VEX or EVEX prefix */
	bool evex, broadcast;
	unsigned vector;          /* bytes */
} prefixes;

/* Returns the operand letter of a two-byte opcode (0f ..) that prefixes decide. */
static char operand_of_two(const prefixes *x)
{
	bool w = x->wide, short_one = x->vector == 16;

	switch (x->op) {
	case 0x01:
		return "ttttwqwb"[x->reg];
	case 0x12:
		return (short_one ? "qqvq" : "qqvv")[x->pp];
	case 0x16:
		return "qqvv"[x->pp];
	case 0x2a:
		return "qqyy"[x->pp];
	case 0x2c: case 0x2d:
		return "qxdq"[x->pp];
	case 0x2e: case 0x2f:
		return "dqdq"[x->pp];
	case 0x52: case 0x53:
		return "vvdd"[x->pp];
	case 0x5a:
		return "Hvdq"[x->pp];
	case 0x60: case 0x61: case 0x62:
		return (x->packed ? "vvvv" : "dvvv")[x->pp];
	case 0x6f: case 0x70: case 0x7f:
		return (x->packed ? "vvvv" : "qvvv")[x->pp];
	case 0x78: case 0x79:
		return !x->packed ? 'q' : (w ? "vvdq" : "vHdq")[x->pp];
	case 0x7a:
		return (w ? "vvvv" : "vHHv")[x->pp];
	case 0x7b:
		return (w ? "vvyy" : "vHyy")[x->pp];
	case 0x7e:
		return "yyqy"[x->pp];
	case 0x90: case 0x91:
		return x->packed ? (w ? "qdqq" : "wbww")[x->pp] : 'b';
	case 0xae:
		return "AAddAAAb"[x->reg];
	case 0xc7:
		return x->reg == 1 && w ? 'x' : x->reg == 1 || x->reg > 5 ? 'q' : 'A';
	case 0xb2: case 0xb4: case 0xb5:
		return 'A';
	case 0xe6:
		return (w && x->evex ? "vvvv" : "vvHv")[x->pp];
	default:                /* shifts take their count as an immediate */
		return x->pp || x->packed ? 'x' : 'q';
	}
}

static char operand_of_38(const prefixes *x)
{
	if (x->op < 0x16)
		return x->pp == 2 ? "HQEHQH"[x->op & 7] : x->op == 0x13 ? 'H' : 'v';
	switch (x->op) {
	case 0x2d:
		return x->evex ? 'S' : 'v';
	case 0xcb: case 0xcd:
		return x->packed ? 'S' : 'x';
	case 0x9b: case 0xab:           /* four registers with the same four numbers */
		return x->pp == 3 ? 'x' : 'S';
	case 0x52: case 0x53: case 0x9a: case 0xaa:
		return x->pp == 3 ? 'x' : 'v';
	case 0xf0:
		return x->pp == 3 ? 'b' : 'z';
	case 0xf1:
		return 'z';
	default:
		return 'v';
	}
}

/* Returns the operand letter of numbers of 2 bytes: maps 5 and 6, and opcodes of 3a without a
 * prefix. */
static char operand_of_half(const prefixes *x)
{
	bool odd = x->op & 1;

	if (x->map == 3)
		return x->op == 0xc2 ? "vvwv"[x->pp] : x->op == 0x0a || (odd && x->op > 0x20) ? 'w'
			: 'v';
	if (x->map == 6)
		return x->op == 0x13 ? "wHww"[x->pp] : (x->op & 0x7f) == 0x57 ? 'd'
			: x->op == 0x2d || (x->op < 0x50 && odd) || (odd && (x->op & 0x0f) >= 9) ? 'w' : 'v';
	switch (x->op) {
	case 0x1d:
		return "dvvv"[x->pp];
	case 0x2a:
		return 'y';
	case 0x10: case 0x11: case 0x2c: case 0x2d: case 0x2e: case 0x2f: case 0x6e: case 0x7e:
		return 'w';
	case 0x5a:
		return "Qvwq"[x->pp];
	case 0x5b:
		return "vHHv"[x->pp];
	case 0x78: case 0x79:
		return "HQww"[x->pp];
	case 0x7a:
		return "vQvv"[x->pp];
	case 0x7b:
		return "vQyv"[x->pp];
	case 0x7c: case 0x7d:
		return 'v';
	default:
		return "vvwv"[x->pp];
	}
}

/* Returns the bytes of the memory operand; 0 if unknown, or if only its address is used. */
static unsigned memory_of(const prefixes *x)
{
	static const char *const x87[] = { "dddddddd", "dAddAwAw", "dddddddd", "ddddAtAt", "qqqqqqqq",
		"qqqqA.Aw", "wwwwwwww", "wwwwtqtq" };
	static const char *const sizes[] = { size_one, size_two, size_38, size_3a };
	bool half = x->map > 4 || (x->map == 3 && x->evex && !x->wide && (!x->pp || x->op == 0xc2));
	char letter = half ? operand_of_half(x) : sizes[x->map][x->op];

	if (letter == '?')
		letter = x->map == 1 ? operand_of_two(x) : x->map == 2 ? operand_of_38(x)
			: x->op == 0xff ? "zzqAqAP."[x->reg] : x87[x->op - 0xd8][x->reg];
	if (x->broadcast) {
		/* some opcodes of maps 5 and 6 read numbers of 4 or 8 bytes: they convert them to 2 bytes,
		 * or take them as pairs of 2-byte numbers */
		bool whole = x->map == 6 ? (x->op & 0x7f) == 0x56
			: x->map == 5 && ((x->pp == 1 && (x->op == 0x1d || x->op == 0x5a))
				|| (!x->pp && x->op == 0x5b) || (x->pp == 3 && x->op == 0x7a));

		return half && !whole ? 2 : x->wide ? 8 : 4;
	}
	switch (letter) {
	case 'b':
		return 1;
	case 'w':
		return 2;
	case 'd':
		return 4;
	case 'q':
		return 8;
	case 't':
		return 10;
	case 'P':
		return x->words && !x->wide ? 2 : 8;
	case 'x':
		return 16;
	case 'Y':
		return 32;
	case 'z':
		return x->wide ? 8 : x->words ? 2 : 4;
	case 'y':
	case 'S':
		return x->wide ? 8 : 4;
	case 'p':
		return x->pp == 2 ? 4 : x->pp == 3 ? 8 : x->vector;
	case 'V':
		return x->packed || x->pp ? x->vector : 8;
	case 'H':
		return x->vector / 2;
	case 'Q':
		return x->vector / 4;
	case 'E':
		return x->vector / 8;
	case 'A':
		return 0;
	default:
		return x->vector;
	}
}

/* Reads the operand byte, SIB byte and displacement.  Returns the index after them. */
static size_t read_operand(const unsigned char *p, size_t i, benchi_instruction *out)
{
	unsigned mod = p[i] >> 6, base = p[i] & 7, index = 4;

	i++;
	if (mod == 3)
		return i;
	out->has_memory = true;
	if (base == 4) {
		index = p[i] >> 3 & 7;
		base = (p[i++] & 7) == 5 && !mod ? 8 : 0;       /* 8: a distance without a base */
	} else if (base == 5 && !mod) {
		out->from = BENCHI_FROM_END;
	}
	if (mod == 2 || base == 8 || out->from == BENCHI_FROM_END) {
		out->at = (unsigned char)i;
		if (mod == 2)
			out->from = BENCHI_FROM_REGISTER;
		else if (base == 8)
			out->from = index == 4 ? BENCHI_FROM_ZERO : BENCHI_FROM_REGISTER;
		i += 4;
	}
	return i + (mod == 1);
}

/* Reads a VEX or EVEX prefix.  Returns the index of the opcode; 0: unknown prefix. */
static size_t read_vex(const unsigned char *p, size_t i, prefixes *x)
{
	x->packed = true;
	x->evex = p[i] == 0x62;
	if (p[i] == 0xc5) {
		x->map = 1;
		x->pp = p[i + 1] & 3;
		x->vector = p[i + 1] & 4 ? 32 : 16;
		return i + 2;
	}
	x->map = p[i + 1] & (x->evex ? 7 : 31);
	x->wide = p[i + 2] & 0x80;
	x->pp = p[i + 2] & 3;
	if (!x->evex) {
		x->vector = p[i + 2] & 4 ? 32 : 16;
		return x->map >= 1 && x->map <= 3 ? i + 3 : 0;
	}
	x->vector = 16u << (p[i + 3] >> 5 & 3);
	x->broadcast = p[i + 3] & 0x10;
	return x->vector <= 64 && x->map && x->map != 4 && x->map != 7 && !(p[i + 1] & 8) ? i + 4 : 0;
}

benchi_instruction benchi_decode(const unsigned char *code, size_t n)
{
	static const benchi_instruction none = { .length = 0 };
	unsigned char p[LONGEST + 16] = { 0 };
	benchi_instruction out = none;
	prefixes x = { .vector = 16 };
	size_t i = 0;
	char form;

	memcpy(p, code, n < LONGEST ? n : LONGEST);
	for (;; i++) {
		if (i >= LONGEST)
			return none;
		else if (p[i] == 0x66)
			out.words = x.words = true;
		else if (p[i] == 0x67)
			out.narrow = true;
		else if (p[i] == 0xf2 || p[i] == 0xf3)
			x.pp = p[i] == 0xf3 ? 2 : 3;
		else if (p[i] == 0x64 || p[i] == 0x65)
			out.segment = true;
		else if (!p[i] || !memchr("\x2e\x36\x3e\x26\xf0", p[i], 5))
			break;
	}
	out.repeats = x.pp > 0;
	x.pp = x.words && !x.pp ? 1 : x.pp;
	if ((p[i] & 0xf0) == 0x40)
		out.rex = p[i++];
	x.wide = out.rex & 8;
	out.opcode = (unsigned char)i;
	if (p[i] == 0xc5 || p[i] == 0xc4 || p[i] == 0x62) {
		i = read_vex(p, i, &x);
		if (!i)
			return none;
	} else if (p[i] == 0x0f) {
		x.map = p[i + 1] == 0x38 ? 2 : p[i + 1] == 0x3a ? 3 : 1;
		i += x.map == 1 ? 1 : 2;
	}
	x.op = p[i++];
	x.reg = p[i] >> 3 & 7;
	out.one = x.map == 0;
	out.op = (unsigned char)x.op;
	out.reg = (unsigned char)x.reg;
	form = x.map == 0 ? form_one[x.op] : x.map == 1 ? form_two[x.op] : x.map == 3 ? 'B' : 'M';
	if (form == '-' || (form == 'J' && x.packed) || (out.one && x.op == 0x8f && x.reg)
	    || (x.map == 1 && !x.packed && (x.op & 0xfe) == 0x78 && x.pp))
		return none;
	if (strchr("MBZgG", form))
		i = read_operand(p, i, &out);
	if (out.has_memory)
		out.memory = (unsigned char)memory_of(&x);
	out.immediate = (unsigned char)i;
	switch (form == 'g' ? (x.reg < 2 ? 'b' : '.') : form == 'G' ? (x.reg < 2 ? 'z' : '.') : form) {
	case 'b': case 'B': case 'j':
		out.width = 1;
		break;
	case 'w':
		out.width = 2;
		break;
	case 'e':
		out.width = 3;
		break;
	case 'z': case 'Z':
		out.width = x.words && !x.wide ? 2 : 4;
		break;
	case 'v':
		out.width = x.wide ? 8 : x.words ? 2 : 4;
		break;
	case 'o':
		out.width = out.narrow ? 4 : 8;
		break;
	case 'J':
		out.width = 4;
		break;
	}
	out.branches = form == 'j' || form == 'J' || (out.one && x.op == 0xc7 && x.reg == 7);
	out.ends = out.one ? x.op == 0xeb || x.op == 0xe9 || (x.op & 0xf6) == 0xc2 || x.op == 0xf4
		|| x.op == 0xcc || (x.op == 0xff && (x.reg == 4 || x.reg == 5))
		: x.map == 1 && x.op == 0x0b;
	i += out.width;
	out.length = (unsigned char)i;
	return i <= LONGEST && i <= n ? out : none;
}
