/*
 * Pictures: rectangles, lines, marks, paths and texts, written as SVG or painted for PNG.
 *
 * SVG is streamed; the picture is never held in memory. Colours are those of Okabe and Ito (Color
 * universal design, 2008), which colour-blind readers can tell apart. A style sheet names them,
 * with a second set for dark surroundings (prefers-color-scheme).
 *
 * PNG has twice the size of SVG, and the paint that the style sheet gives each class on a light
 * page. Everything is polygons: a line has one per part, a letter is lines on a grid. A polygon
 * adds the signed area of its edges to a plane of pixels; the running sum along a row is the
 * covered part of each pixel. The file is compressed with deflate's fixed code and repeats of the
 * byte before: a row that equals the row above costs little.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/draw/draw.h"

#define TURN (2 * 3.14159265358979)

enum { ZOOM = 2, MOST_SIDE = 20000, NAME = 80, STROKE = 24, SHARES = 16 };

const char benchi_style[] =
	":root{color-scheme:light dark}"
	".plot{font:12px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif}"
	".plot .paper{fill:#ffffff}.plot .ink{fill:#1b1b1b}.plot .soft{fill:#595959;font-size:11px}"
	".plot .strong{fill:#1b1b1b;font-weight:600;font-size:14px}"
	".plot .title{fill:#1b1b1b;font-weight:600;font-size:18px}"
	".plot .grid{stroke:#e2e2e2}.plot .axis{stroke:#767676}"
	".plot .note{stroke:#595959;stroke-dasharray:2 3}"
	".plot .s0{color:#0072b2}.plot .s1{color:#d55e00}.plot .s2{color:#008f68}"
	".plot .s3{color:#b85a93}.plot .s4{color:#1b1b1b}.plot .s5{color:#9a6a00}"
	".plot .s6{color:#2f8fc4}"
	".plot .curve{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linejoin:round}"
	".plot .thin{fill:none;stroke:currentColor}"
	".plot .area{fill:currentColor;fill-opacity:.2}"
	".plot .bar{fill:currentColor;fill-opacity:.55}"
	".plot .mark{fill:currentColor;fill-opacity:.65}"
	".plot .box{fill:currentColor;fill-opacity:.12;stroke:currentColor}"
	".plot .h1{fill:currentColor;fill-opacity:.06}.plot .h2{fill:currentColor;fill-opacity:.12}"
	".plot .h3{fill:currentColor;fill-opacity:.22}.plot .h4{fill:currentColor;fill-opacity:.35}"
	".plot .h5{fill:currentColor;fill-opacity:.5}"
	".plot .heavy{stroke:currentColor;stroke-width:2.5}"
	".plot .value{fill:currentColor;font-size:12px;font-weight:600;stroke:#ffffff;stroke-width:4;"
	"paint-order:stroke;stroke-linejoin:round}"
	".plot .hollow{fill:#ffffff;stroke:currentColor;stroke-width:1.5}"
	"@media(prefers-color-scheme:dark){.plot .paper{fill:#16181b}.plot .ink{fill:#ececec}"
	".plot .soft{fill:#b0b0b0}.plot .strong,.plot .title{fill:#ececec}.plot .grid{stroke:#34373b}"
	".plot .axis{stroke:#8d8d8d}.plot .note{stroke:#b0b0b0}"
	".plot .value{stroke:#16181b}.plot .hollow{fill:#16181b}"
	".plot .s0{color:#56b4e9}.plot .s1{color:#ff8a3d}.plot .s2{color:#2fc79b}"
	".plot .s3{color:#e39cc6}.plot .s4{color:#f2f2f2}.plot .s5{color:#e69f00}"
	".plot .s6{color:#f0e442}}";

/* Returns where the style sheet states the value of a class's property on light pages; the rest of
 * the sheet follows the value. "" if the class does not set the property. */
static const char *style_property(const char *class_name, const char *name)
{
	char rule[40];
	size_t n = strlen(name);
	const char *at;

	snprintf(rule, sizeof rule, ".plot .%s{", class_name);
	at = strstr(benchi_style, rule);        /* the rules of light pages come first */
	for (at = at ? at + strlen(rule) : "}"; *at != '}'; at += *at == ';') {
		if (!strncmp(at, name, n) && at[n] == ':')
			return at + n + 1;
		at += strcspn(at, ";}");
	}
	return "";
}

typedef struct paint {
	long fill, stroke;             /* colours, 0xrrggbb; below 0: none */
	double width, alpha, size;     /* width of lines; opacity of the fill; height of letters */
	bool bold;
	double dash[4];
	size_t dashes;
} paint;

struct benchi_raster {
	size_t width, height, stride;  /* in pixels; stride: bytes per row */
	unsigned char *rows;           /* as in the file: a byte of the filter, 3 bytes per pixel */
	float *area;                   /* shape being drawn: width + 2 numbers per row */
	size_t top, bottom, left;      /* rows and first column touched by the shape */
	char classes[NAME];            /* classes and dashes of the latest element */
	paint paint;                   /* its paint */
	double (*at)[2];               /* the path being drawn: n points */
	size_t n, capacity;
	bool full;                     /* out of memory: points are missing */
};
typedef struct benchi_raster raster;

/*
 * Shapes, in pixels.
 */

/* Returns a coordinate in pixels. */
static double pixel(double x)
{
	return isfinite(x) && fabs(x) < 1e6 ? ZOOM * x : 0;
}

/* Adds a polygon: the signed area of each edge in each row that the edge crosses. */
static void add_polygon(raster *r, double (*at)[2], size_t n)
{
	const double right = (double)r->width;

	for (size_t i = 0; i < n; i++) {
		const double *a = at[i], *b = at[(i + 1) % n];
		const bool down = a[1] < b[1];
		const double *high = down ? a : b, *low = down ? b : a;
		const double slope = (low[0] - high[0]) / (low[1] - high[1]);
		const double last = fmin(low[1], (double)r->height);

		for (double y = fmax(high[1], 0), next; y < last; y = next) {
			const size_t row = (size_t)y;
			const double x = high[0] + (y - high[1]) * slope;
			float *line = r->area + row * (r->width + 2);
			double x1, dy, from, to, length;

			next = fmin(floor(y) + 1, last);
			x1 = x + (next - y) * slope;
			dy = down ? next - y : y - next;
			from = fmin(fmax(fmin(x, x1), 0), right);
			to = fmin(fmax(fmax(x, x1), 0), right);
			length = to - from;
			r->top = row < r->top ? row : r->top;
			r->bottom = row + 1 > r->bottom ? row + 1 : r->bottom;
			r->left = (size_t)from < r->left ? (size_t)from : r->left;
			for (size_t k = (size_t)from; ; k++) {
				const double end = fmin((double)k + 1, to), mean = (from + end) / 2 - (double)k;
				const double part = length > 0 ? dy * (end - from) / length : dy;

				/* this pixel gets what is right of the edge in it, the next one the rest */
				line[k] += (float)(part * (1 - mean));
				line[k + 1] += (float)(part * mean);
				if (end >= to)
					break;
				from = end;
			}
		}
	}
}

/* Adds a line through n points, in the dashes of the paint. Its parts have round ends; where a part
 * goes on from the part before, it leaves out that part's end, so that no pixel counts twice. Round
 * ends make a dash longer, and a gap shorter, by the width. */
static void add_line(raster *r, double (*at)[2], size_t n, bool closed, double width,
                     const paint *p)
{
	double left = p->dashes ? p->dash[0] * ZOOM - width : HUGE_VAL;
	size_t k = 0;                  /* an even dash is drawn, the others are gaps */
	bool begins = true;

	for (size_t i = 1; i < n + closed; i++) {
		const double *a = at[i - 1], *b = at[i % n];
		double dx = b[0] - a[0], dy = b[1] - a[1], length = sqrt(dx * dx + dy * dy), step;

		for (double done = 0; done < length; done += step) {
			double from = done / length, to, end[2][2], turn, corner[12][2];

			step = fmin(fmax(left, 0), length - done);
			to = (done + step) / length;
			for (int axis = 0; axis < 2; axis++) {
				end[0][axis] = a[axis] + to * (axis ? dy : dx);
				end[1][axis] = a[axis] + from * (axis ? dy : dx);
			}
			turn = atan2(end[0][1] - end[1][1], end[0][0] - end[1][0]) / TURN;
			for (int c = 0; c < 12 && k % 2 == 0; c++) {
				const double *centre = end[c / 6];
				const double angle = TURN * (c < 6 ? turn - .25 + c / 10.
					: turn + .25 + (begins ? c - 6 : 6 - c) / 10.);

				corner[c][0] = centre[0] + width / 2 * cos(angle);
				corner[c][1] = centre[1] + width / 2 * sin(angle);
			}
			if (k % 2 == 0)
				add_polygon(r, corner, 12);
			left -= step;
			begins = !(left > 0);
			if (begins) {
				k = (k + 1) % p->dashes;
				left = p->dash[k] * ZOOM + (k % 2 ? width : -width);
			}
		}
	}
}

/* Paints the shape, and clears the plane. */
static void paint_shape(raster *r, long colour, double alpha)
{
	for (size_t y = r->top; y < r->bottom; y++) {
		float *line = r->area + y * (r->width + 2);
		unsigned char *pixel = r->rows + y * r->stride + 1 + 3 * r->left;
		double sum = 0;

		for (size_t x = r->left; x < r->width; x++, pixel += 3) {
			double share;

			sum += (double)line[x];
			share = alpha * (int)(fmin(fabs(sum), 1) * SHARES + .5) / SHARES;
			for (int k = 0; k < 3 && share > 0; k++)
				pixel[k] = (unsigned char)(pixel[k]
					+ ((double)(colour >> (16 - 8 * k) & 255) - pixel[k]) * share + .5);
		}
		memset(line + r->left, 0, (r->width + 2 - r->left) * sizeof *line);
	}
	r->top = r->height;
	r->bottom = 0;
	r->left = r->width;
}

/* Fills the path, draws its outline, and empties it. */
static void paint_path(raster *r, bool closed)
{
	const paint *p = &r->paint;

	if (p->fill >= 0) {
		add_polygon(r, r->at, r->n);
		paint_shape(r, p->fill, p->alpha);
	}
	if (p->stroke >= 0) {
		add_line(r, r->at, r->n, closed, p->width * ZOOM, p);
		paint_shape(r, p->stroke, 1);
	}
	r->n = 0;
}

/*
 * Letters: strokes through points "xy", in half units. The base line is 4; lower-case letters
 * reach e (14), capitals i (18). '~' makes a curve of a stroke.
 */

static const struct glyph {
	const char *character;   /* the character in UTF-8 */
	int width;
	const char *strokes;
} glyphs[] = {
	{ " ", 3, "" }, { "0", 8, "~2i6i8f876424070f2i" }, { "1", 8, "1f5i54" },
	{ "2", 8, "~0f1i7i8f8c04 0484" }, { "3", 8, "~0g1i7i8g8c3b ~3b8b86741406" },
	{ "4", 8, "6i0888 6i64" }, { "5", 8, "7i1i0b ~0b2c8c88741406" },
	{ "6", 8, "~7g6i2i0f072464878a6c2c09" }, { "7", 8, "0i8i34" },
	{ "8", 8, "~2i6i8h8d6b2b0d0h2i ~2b6b8986642406092b" }, { "9", 8, "~162464878f6i2i0f0c2a6a8d" },
	{ "a", 7, "~1d2e5e7c79 7a74 ~7a2a0806144477" }, { "b", 8, "0i04 ~0b2e6e8b87642407" },
	{ "c", 8, "~8c6e2e0b07246486" }, { "d", 8, "8i84 ~8b6e2e0b07246487" },
	{ "e", 8, "0989 ~898b6e2e0b07246486" }, { "f", 5, "~6i4i2h2e24 0e5e" },
	{ "g", 8, "~8b6e2e0b07246487 ~8e82602001" }, { "h", 8, "0i04 ~0b2e6e8b84" },
	{ "i", 1, "0e04 0h0i" }, { "j", 2, "~2e2200 2h2i" }, { "k", 7, "0i04 7e08 3a74" },
	{ "l", 1, "0i04" }, { "m", 12, "0e04 ~0b2e4e6b64 ~6b8eaecbc4" },
	{ "n", 8, "0e04 ~0b2e6e8b84" }, { "o", 8, "~2e6e8b876424070b2e" },
	{ "p", 8, "0e00 ~0b2e6e8b87642407" }, { "q", 8, "8e80 ~8b6e2e0b07246487" },
	{ "r", 5, "0e04 ~0b2e5e" }, { "s", 7, "~7c6e1e0c0a78754414 06" }, { "t", 5, "~2h254454 0e5e" },
	{ "u", 8, "~0e07246487 8e84" }, { "v", 8, "0e448e" }, { "w", 10, "0e345c74ae" },
	{ "x", 8, "0e84 048e" }, { "y", 8, "0e44 8e30" }, { "z", 7, "0e7e0474" },
	{ "A", 8, "044i84 1878" }, { "B", 8, "040i ~0i6i8g8d6b0b ~0b6b89866404" },
	{ "C", 8, "~8f6i2i0f07246487" }, { "D", 8, "040i ~0i5i8f875404" }, { "E", 7, "7i0i0474 0b6b" },
	{ "F", 7, "7i0i04 0b6b" }, { "G", 9, "~8f6i2i0f0724648687 4b8b84" },
	{ "H", 8, "0i04 8i84 0b8b" }, { "I", 1, "0i04" }, { "J", 6, "~6i67442407" },
	{ "K", 8, "0i04 8i09 3c84" }, { "L", 7, "0i0474" }, { "M", 10, "040i59aia4" },
	{ "N", 8, "040i848i" }, { "O", 10, "~3i7iaea87434080e3i" }, { "P", 8, "040i ~0i6i8g8c6a0a" },
	{ "Q", 10, "~3i7iaea87434080e3i 68a3" }, { "R", 8, "040i ~0i6i8g8c6a0a 4a84" },
	{ "S", 8, "~8g6i2i0g0d89866424 06" }, { "T", 8, "0i8i 4i44" }, { "U", 8, "~0i072464878i" },
	{ "V", 8, "0i448i" }, { "W", 12, "0i346f94ci" }, { "X", 8, "0i84 048i" },
	{ "Y", 8, "0i4b8i 4b44" }, { "Z", 8, "0i8i0484" }, { "!", 1, "0i08 0504" },
	{ "\"", 3, "0i0f 3i3f" }, { "#", 8, "3i14 7i54 0d8d 0989" },
	{ "$", 8, "~8g6i2i0g0d89866424 06 4k42" },
	{ "%", 10, "~1i3i4h4e3d1d0e0h1i ~7999a8a59474656879 8i24" },
	{ "&", 9, "~942e2g3i5i6g6e1a07144488" }, { "'", 1, "0i0f" }, { "(", 3, "~3j0e0732" },
	{ ")", 3, "~0j3e3702" }, { "*", 6, "3h3b 0g6c 6g0c" }, { "+", 8, "0a8a 4e46" },
	{ ",", 2, "1502" }, { "-", 5, "0a5a" }, { ".", 3, "1525241415" }, { "/", 6, "6i03" },
	{ ":", 1, "0504 0d0c" }, { ";", 2, "1d1c 1502" }, { "<", 8, "8e0a86" },
	{ "=", 8, "0c8c 0888" }, { ">", 8, "0e8a06" }, { "?", 7, "~0g1i6i7g7d4b48 4544" },
	{ "@", 12, "~8a7c5c4a487677ca ~cacec9i3i0e08343 4 94" }, { "[", 3, "3j0j0232" },
	{ "\\", 6, "0i63" }, { "]", 3, "0j3j3202" }, { "^", 6, "0d3i6d" }, { "_", 8, "0282" },
	{ "`", 2, "0i2g" }, { "{", 3, "~3j1j1c0b ~0b1a1232" }, { "|", 1, "0j02" },
	{ "}", 3, "~0j2j2c3b ~3b2a2202" }, { "~", 8, "~0a1c3c5989b" },
	{ "\302\265", 8, "~0e07246487 8e84 0500" }, { "\316\274", 8, "~0e07246487 8e84 0500" },
	{ "\302\261", 8, "0b8b 4f47 0484" }, { "\303\227", 7, "1d77 177d" },
	{ "\342\200\223", 8, "0a8a" }, { "\342\200\224", 12, "0aca" }, { "\342\210\222", 8, "0a8a" },
	{ "\342\200\246", 8, "0504 4544 8584" }, { "\342\211\244", 8, "8f0b87 0484" },
	{ "\342\211\245", 8, "0f8b07 0484" }, { "\342\206\222", 12, "0aca 9dca97" },
	{ "\302\240", 3, "" }, { "\302\260", 4, "~1i3i4h4e3d1d0e0h1i" }, { "\302\267", 1, "0b0a" },
	{ "\302\262", 5, "~0g1i4i5g04 0454" }, { "", 8, "0i8i84040i" }, /* any other: a box */
};

/* Reads the next letter of a text. Returns NULL at its end. */
static const struct glyph *next_glyph(const char **text)
{
	const struct glyph *g = glyphs;
	benchi_character c;

	if (!benchi_utf8_next(text, &c))
		return NULL;
	while (*g->character
	       && (strncmp(c.bytes, g->character, c.length) != 0 || g->character[c.length]))
		g++;
	return g;
}

static int letter_number(char c)
{
	static const char digits[] = "0123456789abcdefghijk";

	return (int)strcspn(digits, (char[]){ c, '\0' });
}

/* Adds the strokes of a letter at x and y. A curve is the quadratic B-spline of its points, closed
 * if the ends are equal. */
static void add_glyph(raster *r, const char *s, double x, double y, double unit, double width)
{
	static const paint solid;
	double point[STROKE][2], smooth[4 * STROKE + 1][2];

	for (size_t n, made; *s; s += *s == ' ') {
		const bool round = *s == '~';

		for (n = made = 0, s += round; *s && *s != ' '; s += 2, n++) {
			point[n][0] = x + unit * letter_number(s[0]);
			point[n][1] = y - unit * (letter_number(s[1]) - 4);
		}
		const bool closed = round && point[0][0] == point[n - 1][0]
			&& point[0][1] == point[n - 1][1];

		for (size_t i = 0; round && i + closed < n; i++) {
			const double *before = point[i ? i - 1 : closed ? n - 2 : 0], *now = point[i];
			const double *after = point[i + 1 < n ? i + 1 : i];

			for (double t = 0; t < 1; t += .25, made++)
				for (int k = 0; k < 2; k++)
					smooth[made][k] = (1 - t) * (1 - t) / 2 * before[k]
						+ (.5 + t - t * t) * now[k] + t * t / 2 * after[k];
		}
		if (round)
			memcpy(smooth[made++], closed ? smooth[0] : point[n - 1], sizeof *smooth);
		add_line(r, round ? smooth : point, round ? made : n, false, width, &solid);
	}
}

/*
 * Paint: what the style sheet says of a class.
 */

static double number_in(const char *class_name, const char *name, double other)
{
	double x;

	return benchi_read_number(style_property(class_name, name), &x) ? x : other;
}

/* Returns the colour in "#1b1b1b", the current one for currentColor, or -1. */
static long colour_in(const char *class_name, const char *name, long current)
{
	const char *value = style_property(class_name, name);
	long colour = 0;

	if (*value != '#')
		return *value == 'c' ? current : -1;
	for (int k = 1; k <= 6; k++)
		colour = 16 * colour + letter_number(value[k]);
	return colour;
}

/* Sets the paint: that of a class in a group, or in none. */
static void set_paint(raster *r, const char *group, const char *class_name, const char *dash)
{
	paint *p = &r->paint;
	char classes[NAME];
	long current;

	snprintf(classes, sizeof classes, "%s %s %s", group ? group : "", class_name, dash ? dash : "");
	if (!strcmp(r->classes, classes))
		return;
	strcpy(r->classes, classes);
	current = group ? colour_in(group, "color", 0) : 0;
	*p = (paint){ .fill = colour_in(class_name, "fill", current),
		.stroke = colour_in(class_name, "stroke", current),
		.width = number_in(class_name, "stroke-width", 1),
		.alpha = number_in(class_name, "fill-opacity", 1),
		.size = number_in(class_name, "font-size", 12),
		.bold = number_in(class_name, "font-weight", 400) > 500 };
	dash = dash ? dash : style_property(class_name, "stroke-dasharray");
	for (; p->dashes < 4 && (dash = benchi_read_number(dash, &p->dash[p->dashes])); p->dashes++)
		dash += strspn(dash, " ");
}

/*
 * The PNG file.
 */

typedef struct deflate {
	unsigned char *byte;           /* n bytes, from malloc */
	size_t n, capacity;
	unsigned held, bits;           /* bits that do not yet fill a byte, and their number */
	bool full;                     /* out of memory: bytes are missing */
} deflate;

/* Puts n bits, least significant first. */
static void put_bits(deflate *d, unsigned bits, unsigned n)
{
	for (; n; n--, bits >>= 1) {
		d->held |= (bits & 1) << d->bits++;
		if (d->bits < 8)
			continue;
		d->full = d->full || !benchi_grow(&d->byte, 1, d->n, &d->capacity);
		if (!d->full)
			d->byte[d->n++] = (unsigned char)d->held;
		d->held = d->bits = 0;
	}
}

/* Puts a symbol of the fixed code, most significant bit first. */
static void put_symbol(deflate *d, unsigned symbol)
{
	static const struct { unsigned end, code, bits; } ranges[] = { { 144, 0x30, 8 },
		{ 256, 0x190 - 144, 9 }, { 280, 0u - 256, 7 }, { 288, 0xc0 - 280, 8 } };
	unsigned k = 0;

	while (symbol >= ranges[k].end)
		k++;
	for (unsigned bit = ranges[k].bits; bit-- > 0; )
		put_bits(d, (ranges[k].code + symbol) >> bit, 1);
}

/* Compresses n bytes: repeats of the byte before are matches. */
static void compress(deflate *d, const unsigned char *data, size_t n)
{
	uint32_t a = 1, b = 0;         /* Adler's sums of the uncompressed bytes */

	put_bits(d, 0x178, 16);        /* zlib header: deflate, 32 KB window */
	put_bits(d, 3, 3);             /* last block, fixed code */
	for (size_t i = 0, run; i < n; i += run) {
		unsigned more, extra = 0;  /* low bits of a length that its symbol leaves out */

		for (run = 0; i && run < 257 && i + run < n && data[i + run] == data[i - 1]; )
			run++;
		if (run < 3) {
			put_symbol(d, data[i]);
			run = 1;
			continue;
		}
		more = (unsigned)run - 3;
		while (more >> extra >= 8)
			extra++;
		put_symbol(d, 257 + 4 * extra + (more >> extra));
		put_bits(d, more, extra);
		put_bits(d, 0, 5);         /* distance 1 */
	}
	for (size_t i = 0; i < n; i++) {
		a = (a + data[i]) % 65521;
		b = (b + a) % 65521;
	}
	put_symbol(d, 256);
	put_bits(d, 0, (8 - d->bits) % 8);
	for (int k = 24; k >= 0; k -= 8)
		put_bits(d, (b << 16 | a) >> k, 8);
}

static void put_big(unsigned char to[4], uint32_t x)
{
	for (int k = 0; k < 4; k++)
		to[k] = (unsigned char)(x >> (24 - 8 * k));
}

/* Writes a chunk of a PNG: its length, its type of four letters, n bytes, their checksum. */
static void put_chunk(FILE *out, const char *type, const unsigned char *data, size_t n)
{
	unsigned char number[4];
	uint32_t crc = UINT32_MAX;

	put_big(number, (uint32_t)n);
	fwrite(number, 1, 4, out);
	fputs(type, out);
	if (n)
		fwrite(data, 1, n, out);
	for (size_t i = 0; i < 4 + n; i++) {
		crc ^= i < 4 ? (unsigned char)type[i] : data[i - 4];
		for (int k = 0; k < 8; k++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
	}
	put_big(number, ~crc);
	fwrite(number, 1, 4, out);
}

/* Writes the picture, and leaves in its rows their differences from the rows above. */
static bench_status write_png(raster *r, FILE *out)
{
	const size_t stride = r->stride;
	unsigned char head[13] = { [8] = 8, [9] = 2 };
	deflate d = { .byte = NULL };

	for (size_t y = r->height; y-- > 0; ) {
		unsigned char *row = r->rows + y * stride;

		*row = 2;                  /* the filter of differences */
		for (size_t i = 1; i < stride && y; i++)
			row[i] = (unsigned char)(row[i] - row[i - stride]);
	}
	compress(&d, r->rows, r->height * stride);
	if (!d.full) {
		put_big(head, (uint32_t)r->width);
		put_big(head + 4, (uint32_t)r->height);
		fwrite("\211PNG\r\n\032\n", 1, 8, out);
		put_chunk(out, "IHDR", head, sizeof head);
		put_chunk(out, "IDAT", d.byte, d.n);
		put_chunk(out, "IEND", NULL, 0);
	}
	free(d.byte);
	return d.full || r->full ? benchi_no_memory("the picture") : BENCH_OK;
}

/*
 * Elements of a picture.
 */

/* Writes text with the next number in place of each '#'. */
static void put_numbers(FILE *out, const char *text, const double *number)
{
	for (; *text; text++)
		if (*text == '#')
			benchi_xml_number(out, *number++);
		else
			fputc(*text, out);
}

/* Closes an element; with hover text, after a title. */
static void close_element(FILE *out, const char *element, const char *hover)
{
	if (!hover) {
		fputs("/>\n", out);
		return;
	}
	benchi_xml_between(out, "><title>", hover, "</title>");
	fprintf(out, "</%s>\n", element);
}

bench_status benchi_picture_begin(benchi_picture *to, double width, double height,
                                  const char *title, bool alone)
{
	if (to->png) {
		const double wide = pixel(width), high = pixel(height);
		raster *r;

		if (!(wide >= ZOOM && high >= ZOOM && fmax(wide, high) <= MOST_SIDE))
			return benchi_fail(BENCH_ERR_UNSUPPORTED, "PNG: a picture of %.0f by %.0f is too large "
				"(at most %d); write SVG", wide / ZOOM, high / ZOOM, MOST_SIDE / ZOOM);
		r = to->raster = calloc(1, sizeof *r);
		if (!r)
			return benchi_no_memory("the picture");
		r->width = r->left = (size_t)wide;
		r->height = r->top = (size_t)high;
		r->stride = 1 + 3 * r->width;
		r->rows = malloc(r->stride * r->height);
		r->area = calloc((r->width + 2) * r->height, sizeof *r->area);
		if (!r->rows || !r->area)
			return benchi_no_memory("the picture");
		memset(r->rows, 255, r->stride * r->height);
		return BENCH_OK;
	}
	fputs("<svg", to->out);
	if (alone)
		fputs(" xmlns=\"http://www.w3.org/2000/svg\"", to->out);
	fputs(" class=\"plot\" role=\"img\"", to->out);
	if (alone)
		put_numbers(to->out, " width=\"#\" height=\"#\"", (double[]){ width, height });
	fprintf(to->out, " viewBox=\"0 0 %.0f %.0f\"", width, height);
	benchi_xml_between(to->out, " aria-label=\"", title, "\">\n");
	if (alone) {
		benchi_xml_between(to->out, "<title>", title, "</title>\n");
		benchi_xml_between(to->out, "<desc>", title, "</desc>\n");
		fprintf(to->out, "<style>%s</style>\n"
		        "<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n", benchi_style);
	}
	return BENCH_OK;
}

bench_status benchi_picture_end(benchi_picture *to, bench_status status)
{
	if (!to->png)
		fputs("</svg>\n", to->out);
	if (to->raster) {
		if (!status)
			status = write_png(to->raster, to->out);
		free(to->raster->rows);
		free(to->raster->area);
		free(to->raster->at);
		free(to->raster);
		to->raster = NULL;
	}
	return status || !ferror(to->out) ? status : benchi_fail(BENCH_ERR_OUTPUT,
		"chart: write failed");
}

static const char *series_class(size_t k)
{
	static const char *const of[] = { "s0", "s1", "s2", "s3", "s4", "s5", "s6" };

	return of[k % BENCHI_COLOURS];
}

void benchi_group_begin(benchi_picture *to, size_t k)
{
	to->group = series_class(k);
	if (!to->raster)
		fprintf(to->out, "<g class=\"%s\">\n", series_class(k));
}

void benchi_group_end(benchi_picture *to)
{
	to->group = NULL;
	if (!to->raster)
		fputs("</g>\n", to->out);
}

void benchi_path_begin(benchi_picture *to, const char *kind, const char *dash)
{
	if (to->raster) {
		set_paint(to->raster, to->group, kind, dash);
		return;
	}
	fprintf(to->out, "<path class=\"%s\"", kind);
	if (dash)
		fprintf(to->out, " stroke-dasharray=\"%s\"", dash);
	fputs(" d=\"", to->out);
}

void benchi_path_to(benchi_picture *to, char command, double x, double y)
{
	raster *r = to->raster;

	if (!r) {
		fputc(command, to->out);
		put_numbers(to->out, "# #", (double[]){ x, y });
		return;
	}
	if (command == 'M')
		paint_path(r, false);
	r->full = r->full || !benchi_grow(&r->at, sizeof *r->at, r->n, &r->capacity);
	if (!r->full) {
		r->at[r->n][0] = pixel(x);
		r->at[r->n++][1] = pixel(y);
	}
}

void benchi_path_end(benchi_picture *to, bool closed, const char *hover)
{
	if (to->raster) {
		paint_path(to->raster, closed);
		return;
	}
	fputs(closed ? "Z\"" : "\"", to->out);
	close_element(to->out, "path", hover);
}

void benchi_draw_rectangle(benchi_picture *to, const benchi_frame *f, const char *kind,
                           const char *hover)
{
	const double right = f->x + fmax(f->width, 0), foot = f->y + fmax(f->height, 0);

	benchi_path_begin(to, kind, NULL);
	benchi_path_to(to, 'M', f->x, f->y);
	benchi_path_to(to, 'L', right, f->y);
	benchi_path_to(to, 'L', right, foot);
	benchi_path_to(to, 'L', f->x, foot);
	benchi_path_end(to, true, hover);
}

void benchi_draw_line(benchi_picture *to, double x1, double y1, double x2, double y2,
                      const char *kind)
{
	benchi_path_begin(to, kind, NULL);
	benchi_path_to(to, 'M', x1, y1);
	benchi_path_to(to, 'L', x2, y2);
	benchi_path_end(to, false, NULL);
}

void benchi_draw_text(benchi_picture *to, double x, double y, benchi_anchor anchor,
                      const char *kind, const char *text)
{
	static const char *const anchors[] = { "", " text-anchor=\"middle\"", " text-anchor=\"end\"" };
	raster *r = to->raster;
	double unit, pen, width = 0;
	const char *at = text;

	if (!r) {
		fprintf(to->out, "<text class=\"%s\"%s", kind, anchors[anchor]);
		put_numbers(to->out, " x=\"#\" y=\"#\"", (double[]){ x, y });
		benchi_xml_between(to->out, ">", text, "</text>\n");
		return;
	}
	set_paint(r, to->group, kind, NULL);
	unit = r->paint.size * .72 / 14 * ZOOM;
	pen = r->paint.size * (r->paint.bold ? .125 : .085) * ZOOM;
	for (const struct glyph *g; (g = next_glyph(&at)) != NULL; )
		width += unit * (g->width + 3);
	x = pixel(x) - anchor * (width - unit * 3) / 2;
	y = pixel(y);
	/* first an outline that keeps lines away from the text */
	for (int outline = r->paint.stroke >= 0; outline >= 0; outline--) {
		double from = x;

		at = text;
		for (const struct glyph *g; (g = next_glyph(&at)) != NULL; from += unit * (g->width + 3))
			add_glyph(r, g->strokes, from, y, unit, pen + (outline ? r->paint.width * ZOOM : 0));
		paint_shape(r, outline ? r->paint.stroke : r->paint.fill, 1);
	}
}

void benchi_draw_mark(benchi_picture *to, size_t k, bool hollow, double x, double y, double radius,
                      const char *hover)
{
	static const struct { int corners; double turn, size; } marks[] = { { 20, 0, 1 },
		{ 4, .125, 1.25 }, { 3, .75, 1.3 }, { 4, 0, 1.25 }, { 3, .25, 1.3 } };
	const char *kind = hollow ? "hollow" : "mark";

	k %= 5;
	if (!k && !to->raster) {
		fprintf(to->out, "<circle class=\"%s\"", kind);
		put_numbers(to->out, " cx=\"#\" cy=\"#\" r=\"#\"", (double[]){ x, y, radius });
		close_element(to->out, "circle", hover);
		return;
	}
	benchi_path_begin(to, kind, NULL);
	for (int i = 0; i < marks[k].corners; i++) {
		const double angle = TURN * (marks[k].turn + (double)i / marks[k].corners);
		const double reach = radius * marks[k].size;

		benchi_path_to(to, i ? 'L' : 'M', x + reach * cos(angle), y + reach * sin(angle));
	}
	benchi_path_end(to, true, hover);
}

const char *benchi_svg_colour(size_t k)
{
	return style_property(series_class(k), "color");
}
