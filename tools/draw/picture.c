/*
 * Pictures: rectangles, lines, marks, paths and texts, written as SVG or painted for PNG.
 *
 * SVG is streamed; the picture is never held in memory. Colours are those of Okabe and Ito (Color
 * universal design, 2008), which colour-blind readers can tell apart. A style sheet names them,
 * with a second set for dark surroundings (prefers-color-scheme).
 *
 * PNG has twice the size, and the paint that the style sheet gives each class on a light page. Each
 * shape adds the signed area of its edges to a plane of pixels; the running sum along a row is the
 * covered part of each pixel. Letters are strokes on a grid. The file is compressed with deflate's
 * fixed code and runs of equal bytes: a row that equals the row above costs little.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/draw/draw.h"

const char benchi_style[] =
	":root{color-scheme:light dark}"
	".plot{font:12px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif}"
	".plot .paper{fill:#fff}.plot .ink{fill:#1b1b1b}.plot .soft{fill:#595959;font-size:11px}"
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
	".plot .value{fill:currentColor;font-size:12px;font-weight:600;stroke:#fff;stroke-width:4;"
	"paint-order:stroke;stroke-linejoin:round}"
	".plot .hollow{fill:#fff;stroke:currentColor;stroke-width:1.5}"
	"@media(prefers-color-scheme:dark){.plot .paper{fill:#16181b}.plot .ink{fill:#ececec}"
	".plot .soft{fill:#b0b0b0}.plot .strong,.plot .title{fill:#ececec}.plot .grid{stroke:#34373b}"
	".plot .axis{stroke:#8d8d8d}.plot .note{stroke:#b0b0b0}"
	".plot .value{stroke:#16181b}.plot .hollow{fill:#16181b}"
	".plot .s0{color:#56b4e9}.plot .s1{color:#ff8a3d}.plot .s2{color:#2fc79b}"
	".plot .s3{color:#e39cc6}.plot .s4{color:#f2f2f2}.plot .s5{color:#e69f00}"
	".plot .s6{color:#f0e442}}";

enum { ZOOM = 2, MOST_SIDE = 20000, POINTS = 4096, CLASS = 40 };

typedef struct paint {
	bool fill, stroke;
	double width, alpha, size;     /* width of lines; opacity of the fill; height of letters */
	bool bold;
	unsigned char of_fill[3], of_stroke[3];
	double dash[4];
	size_t dashes;
} paint;

struct benchi_raster {
	size_t width, height;
	unsigned char *rgb;            /* 3 bytes per pixel, rows from the top */
	float *area;                   /* shape being drawn: width + 1 numbers per row */
	size_t top, bottom, left;      /* rows and first column touched by the shape */
	char group[4];                 /* class of the open group, "s0" to "s6", or "" */
	char of[CLASS], in[4];         /* class and group of the latest element, */
	paint paint;                   /* and their paint */
	double (*at)[2];               /* n points of a path, up to POINTS; longer paths are divided */
	size_t n;
};
typedef struct benchi_raster raster;

/*
 * Shapes, in pixels.
 */

static void add_edge(raster *r, const double a[2], const double b[2])
{
	bool down = a[1] < b[1];
	const double *high = down ? a : b, *low = down ? b : a;
	double y = fmax(high[1], 0), last = fmin(low[1], (double)r->height);

	if (!(y < last))
		return;
	for (double slope = (low[0] - high[0]) / (low[1] - high[1]); y < last; ) {
		double next = fmin(floor(y) + 1, last), x = high[0] + (y - high[1]) * slope;
		size_t row = (size_t)y;

		r->top = row < r->top ? row : r->top;
		r->bottom = row + 1 > r->bottom ? row + 1 : r->bottom;

		/* Add the part of an edge within one row. dy: its signed height. */
		double x1 = x + (next - y) * slope;
		double dy = down ? next - y : y - next;
		float *line = r->area + row * (r->width + 1);
		double from = fmin(fmax(fmin(x, x1), 0), (double)r->width);
		double to = fmin(fmax(fmax(x, x1), 0), (double)r->width), length = to - from;

		r->left = (size_t)from < r->left ? (size_t)from : r->left;
		do {
			double cell = floor(from), end = fmin(cell + 1, to);
			double part = length > 0 ? dy * (end - from) / length : dy,
				mean = (from + end) / 2 - cell;
			size_t i = cell < (double)r->width ? (size_t)cell : r->width;

			line[i] += (float)(part * (1 - mean));
			if (i < r->width)
				line[i + 1] += (float)(part * mean);
			from = end;
		} while (from < to);

		y = next;
	}
}

static void add_polygon(raster *r, double (*at)[2], size_t n)
{
	for (size_t i = 0; i < n; i++)
		add_edge(r, at[i], at[(i + 1) % n]);
}

static void add_disc(raster *r, const double at[2], double radius)
{
	enum { CORNERS = 20 };
	double corner[CORNERS][2];

	for (int k = 0; k < CORNERS; k++) {
		corner[k][0] = at[0] + radius * cos(2 * 3.14159265358979 * k / CORNERS);
		corner[k][1] = at[1] + radius * sin(2 * 3.14159265358979 * k / CORNERS);
	}
	add_polygon(r, corner, CORNERS);
}

/* Draws a polyline through n points with round corners, dashed as the paint says. Each segment is
 * an area with its corners in clockwise order, so that overlapping segments count once. */
static void add_line(raster *r, double (*at)[2], size_t n, const paint *p)
{
	double width = p->width * ZOOM, left = p->dashes ? p->dash[0] * ZOOM : HUGE_VAL;
	size_t k = 0;

	for (size_t i = 1; i < n; i++) {
		double from[2] = { at[i - 1][0], at[i - 1][1] };
		double dx = at[i][0] - from[0], dy = at[i][1] - from[1], length = sqrt(dx * dx + dy * dy);

		if (i > 1 && !(k & 1) && width > 2)
			add_disc(r, from, width / 2);
		for (double done = 0; done < length; ) {
			double step = fmin(left, length - done), share = (done + step) / length;
			double to[2] = { at[i - 1][0] + share * dx, at[i - 1][1] + share * dy };
			double x = to[0] - from[0], y = to[1] - from[1], part = sqrt(x * x + y * y);
			double nx = part > 0 ? -y / part * width / 2 : 0;
			double ny = part > 0 ? x / part * width / 2 : 0;
			double corner[4][2] = { { from[0] + nx, from[1] + ny }, { from[0] - nx, from[1] - ny },
				{ to[0] - nx, to[1] - ny }, { to[0] + nx, to[1] + ny } };

			if (!(k & 1) && part > 0)
				add_polygon(r, corner, 4);
			memcpy(from, to, sizeof from);
			done += step;
			left -= step;
			if (!(left > 0)) {
				k = (k + 1) % (p->dashes ? p->dashes : 1);
				left = p->dash[k] * ZOOM;
			}
		}
	}
}

/* Paints the shape, its area if filled, or as a line, and clears the plane. */
static void shape_done(raster *r, const paint *p, bool filled)
{
	const unsigned char *colour = filled ? p->of_fill : p->of_stroke;
	const double alpha = filled ? p->alpha : 1;

	if (!(filled ? p->fill : p->stroke))
		return;
	for (size_t y = r->top; y < r->bottom; y++) {
		float *line = r->area + y * (r->width + 1);
		unsigned char *pixel = r->rgb + 3 * (y * r->width + r->left);
		double sum = 0;

		for (size_t x = r->left; x < r->width; x++, pixel += 3) {
			double share;

			sum += (double)line[x];
			share = alpha * fmin(fabs(sum), 1);
			for (int k = 0; k < 3 && share > 1e-3; k++)
				pixel[k] = (unsigned char)(pixel[k] + (colour[k] - pixel[k]) * share + .5);
		}
		memset(line + r->left, 0, (r->width + 1 - r->left) * sizeof *line);
	}
	r->top = r->height;
	r->bottom = 0;
	r->left = r->width;
}

/*
 * Letters: strokes through points "xy", in half units. The base line is 4; lower-case letters
 * reach e (14), capitals i (18). '~' rounds the corners of a stroke.
 */

static const struct glyph {
	const char *of;          /* the character in UTF-8 */
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
	{ ",", 2, "1502" }, { "-", 5, "0a5a" }, { ".", 1, "0504" }, { "/", 6, "6i03" },
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
	{ "\302\262", 5, "~0g1i4i5g04 0454" },
};

static int letter_number(char c)
{
	static const char digits[] = "0123456789abcdefghijk";
	const char *at = strchr(digits, c);

	return at ? (int)(at - digits) : 0;
}

/* Cuts each corner of a polyline at a quarter and three quarters of its sides; two passes look
 * round. at: n points, with capacity for 4 n. Returns the number of points. */
static size_t round_corners(double (*at)[2], size_t n)
{
	double from[160][2];
	bool closed = at[0][0] == at[n - 1][0] && at[0][1] == at[n - 1][1];
	size_t made;

	for (int turn = 0; turn < 2 && n > 2 && 2 * n < 160; turn++, n = made) {
		memcpy(from, at, n * sizeof *at);
		made = 0;
		for (size_t i = 0; i + 1 < n; i++)
			for (int part = 0; part < 2; part++) {
				double share = part ? .75 : .25;
				bool end = !closed && ((i == 0 && !part) || (i + 2 == n && part));

				for (int k = 0; k < 2; k++)
					at[made][k] = end ? from[part ? n - 1 : 0][k]
					              : from[i][k] + share * (from[i + 1][k] - from[i][k]);
				made++;
			}
		if (closed) {
			memcpy(at[made], at[0], sizeof *at);
			made++;
		}
	}
	return n;
}

/* Draws text from x on, with lines wider by `more`. Returns its width. r NULL: only measures. */
static double put_text(raster *r, double x, double y, const paint *p, double more,
                       const char *text)
{
	const double unit = p->size * .72 / 14 * ZOOM;
	const paint pen = { .width = p->size * (p->bold ? .125 : .085) + more };
	static const struct glyph unknown = { "", 8, "0i8i84040i" }; /* a box */
	double begin = x, stroke[160][2];
	benchi_character c;

	while (benchi_utf8_next(&text, &c)) {
		const struct glyph *g = glyphs, *end = glyphs + sizeof glyphs / sizeof *glyphs;
		const char *s;

		while (g < end && (strncmp(c.bytes, g->of, c.length) != 0 || g->of[c.length]))
			g++;
		g = g < end ? g : &unknown;
		s = g->strokes;
		while (r && *s) {
			bool round = *s == '~';
			size_t n = 0;

			for (s += round; *s && *s != ' '; s += 2, n++) {
				stroke[n][0] = x + unit * letter_number(s[0]);
				stroke[n][1] = y - unit * (letter_number(s[1]) - 4);
			}
			s += *s == ' ';
			if (round)
				n = round_corners(stroke, n);
			add_line(r, stroke, n, &pen);
		}
		x += unit * (g->width + 3);
	}
	return x - begin - unit * 3;
}

/*
 * Paint: what the style sheet says of a class.
 */

/* Reads "#1b1b1b", "#fff" or currentColor. Returns whether it is a colour. */
static bool read_colour(const char *text, const unsigned char current[3], unsigned char to[3])
{
	unsigned x = 0;
	size_t n = 0;

	if (!strncmp(text, "currentColor", 12)) {
		memcpy(to, current, 3);
		return true;
	}
	if (*text != '#')
		return false;
	for (; n < 6 && strchr("0123456789abcdef", text[n + 1]); n++)
		x = 16 * x + (unsigned)letter_number(text[n + 1]);
	for (int k = 0; k < 3; k++)
		to[k] = (unsigned char)(n == 3 ? (x >> (8 - 4 * k) & 15) * 17 : x >> (16 - 8 * k));
	return true;
}

/* Returns the value of a property that a class sets on light pages; NULL if it sets none. */
static const char *property(const char *class_name, const char *name)
{
	const char *found = NULL, *dark = strchr(benchi_style, '@');
	char mark[CLASS + 8];
	size_t n = strlen(name);

	snprintf(mark, sizeof mark, ".%.*s", CLASS, class_name);
	for (const char *at = benchi_style; (at = strstr(at, mark)) && at < dark; at += strlen(mark)) {
		const char *rule = at + strlen(mark);

		if (*rule == ',')
			rule = strchr(rule, '{');
		if (!rule || *rule != '{')
			continue;
		for (rule++; *rule && rule[-1] != '}'; rule += strcspn(rule, ";}") + 1)
			if (!strncmp(rule, name, n) && rule[n] == ':')
				found = rule + n + 1;
	}
	return found;
}

static double number_in(const char *class_name, const char *name, double other)
{
	const char *at = property(class_name, name);
	double x;

	return at && benchi_read_number(at, &x) ? x : other;
}

static void read_dashes(const char *text, paint *p)
{
	for (p->dashes = 0; text && p->dashes < 4; p->dashes++) {
		text = benchi_read_number(text + strspn(text, " ,"), &p->dash[p->dashes]);
		if (!text)
			return;
	}
}

/* Returns the paint of a class in the open group, valid until the next call. */
static const paint *paint_of(raster *r, const char *class_name)
{
	const char *colour, *fill, *stroke;
	unsigned char current[3] = { 0, 0, 0 };
	paint *p = &r->paint;

	if (!strcmp(r->of, class_name) && !strcmp(r->in, r->group))
		return p;
	snprintf(r->of, sizeof r->of, "%s", class_name);
	strcpy(r->in, r->group);
	*p = (paint){ .width = number_in(class_name, "stroke-width", 1),
		.alpha = number_in(class_name, "fill-opacity", 1),
		.size = number_in(class_name, "font-size", 12),
		.bold = number_in(class_name, "font-weight", 400) > 500 };
	colour = property(r->group, "color");
	if (colour)
		read_colour(colour, current, current);
	fill = property(class_name, "fill");
	stroke = property(class_name, "stroke");
	p->fill = fill && read_colour(fill, current, p->of_fill);
	p->stroke = stroke && read_colour(stroke, current, p->of_stroke);
	read_dashes(property(class_name, "stroke-dasharray"), p);
	return p;
}

/* Returns a coordinate in pixels, rounded as in the SVG. */
static double pixel(double x)
{
	double hundredths = isfinite(x) && fabs(x) < 1e6 ? (double)lround(fabs(x) * 100) : 0;

	return ZOOM * (x < 0 ? -hundredths : hundredths) / 100;
}

/* Fills the path collected so far, draws its outline, and empties it. closed: connects the end
 * with the beginning. */
static void path_part(raster *r, bool closed)
{
	const paint *p = &r->paint;

	if (p->fill && r->n > 2) {
		add_polygon(r, r->at, r->n);
		shape_done(r, p, true);
	}
	if (closed && r->n && r->n < POINTS)
		memcpy(r->at[r->n++], r->at[0], sizeof *r->at);
	if (p->stroke) {
		add_line(r, r->at, r->n, p);
		shape_done(r, p, false);
	}
	r->n = 0;
}

/*
 * The PNG file.
 */

typedef struct deflate {
	unsigned char *byte;         /* n bytes, from malloc */
	size_t n, capacity;
	uint32_t bits, held;         /* number of bits that do not yet fill a byte, and those bits */
	bool full;                   /* out of memory: bytes are missing */
} deflate;

static void put_bits(deflate *d, uint32_t bits, uint32_t n)
{
	d->held |= bits << d->bits;
	for (d->bits += n; d->bits >= 8; d->bits -= 8, d->held >>= 8) {
		d->full = d->full || !benchi_grow(&d->byte, 1, d->n, &d->capacity);
		if (!d->full)
			d->byte[d->n++] = (unsigned char)d->held;
	}
}

/* Puts a symbol of the fixed code, most significant bit first. */
static void put_symbol(deflate *d, unsigned symbol)
{
	static const struct { unsigned end, first, code, bits; } ranges[] = { { 144, 0, 0x30, 8 },
		{ 256, 144, 0x190, 9 }, { 280, 256, 0, 7 }, { 288, 280, 0xc0, 8 } };
	unsigned k = 0, code, turned = 0;

	while (symbol >= ranges[k].end)
		k++;
	code = ranges[k].code + symbol - ranges[k].first;
	for (unsigned bit = 0; bit < ranges[k].bits; bit++)
		turned |= (code >> bit & 1) << (ranges[k].bits - 1 - bit);
	put_bits(d, turned, ranges[k].bits);
}

/* Compresses the picture: each row as its difference from the row above, runs of equal bytes as
 * matches at distance 1. row: space for one row and its filter. */
static void compress(deflate *d, const raster *r, unsigned char *row)
{
	const size_t bytes = 3 * r->width;
	uint32_t a = 1, b = 0;        /* Adler's sums of the uncompressed bytes */

	put_bits(d, 0x178, 16);       /* zlib header: deflate, 32 KB window */
	put_bits(d, 3, 3);            /* last block, fixed code */
	row[0] = 2;                   /* PNG's filter "up" */
	for (size_t y = 0; y < r->height; y++) {
		const unsigned char *now = r->rgb + y * bytes;

		for (size_t i = 0; i < bytes; i++)
			row[1 + i] = (unsigned char)(now[i] - (y ? now[i - bytes] : 0));
		for (size_t i = 0; i <= bytes; i++) {
			a = (a + row[i]) % 65521;
			b = (b + a) % 65521;
		}
		for (size_t i = 0, run; i <= bytes; i += run) {
			unsigned base, extra = 0;

			put_symbol(d, row[i]);
			for (run = 1; run < 259 && i + run <= bytes && row[i + run] == row[i]; )
				run++;
			if (run < 4) {
				run = 1;
				continue;
			}
			/* Repeat the byte 3 to 258 times: base is how many more than 3. */
			base = (unsigned)run - 4;
			while (base >> extra >= 8)
				extra++;
			if (run == 259)
				put_symbol(d, 285);
			else {
				put_symbol(d, 257 + (extra ? 4 * (extra + 1) + ((base >> extra) & 3) : base));
				put_bits(d, base & ((1u << extra) - 1), extra);
			}
			put_bits(d, 0, 5);
		}
	}
	put_symbol(d, 256);
	put_bits(d, 0, (8 - d->bits) % 8);
	for (int k = 3; k >= 0; k--)
		put_bits(d, (b << 16 | a) >> 8 * k & 255, 8);
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

/*
 * Pictures.
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
	raster *r;

	if (!to->png) {
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
	width = pixel(width);
	height = pixel(height);
	if (!(width >= ZOOM && height >= ZOOM && fmax(width, height) <= MOST_SIDE))
		return benchi_fail(BENCH_ERR_UNSUPPORTED, "PNG: a picture of %.0f by %.0f is too large (at "
		                   "most %d); write SVG", width / ZOOM, height / ZOOM, MOST_SIDE / ZOOM);
	r = to->raster = calloc(1, sizeof *r);
	if (!r)
		return benchi_no_memory("the picture");
	r->width = (size_t)width;
	r->height = r->top = (size_t)height;
	r->left = r->width;
	r->rgb = malloc(3 * r->width * r->height);
	r->area = calloc((r->width + 1) * r->height, sizeof *r->area);
	r->at = malloc(POINTS * sizeof *r->at);
	if (!r->rgb || !r->area || !r->at)
		return benchi_no_memory("the picture");
	memset(r->rgb, 255, 3 * r->width * r->height);
	return BENCH_OK;
}

bench_status benchi_picture_end(benchi_picture *to, bench_status status)
{
	raster *r = to->raster;

	if (!to->png)
		fputs("</svg>\n", to->out);
	else if (r) {
		unsigned char head[13] = { [8] = 8, [9] = 2 };
		unsigned char *row = status ? NULL : malloc(3 * r->width + 1);
		deflate d = { .byte = NULL };

		if (row)
			compress(&d, r, row);
		if (row && !d.full) {
			put_big(head, (uint32_t)r->width);
			put_big(head + 4, (uint32_t)r->height);
			fwrite("\211PNG\r\n\032\n", 1, 8, to->out);
			put_chunk(to->out, "IHDR", head, sizeof head);
			put_chunk(to->out, "IDAT", d.byte, d.n);
			put_chunk(to->out, "IEND", NULL, 0);
		} else if (!status)
			status = benchi_no_memory("the picture");
		free(row);
		free(d.byte);
		free(r->rgb);
		free(r->area);
		free(r->at);
		free(r);
	}
	to->raster = NULL;
	return status || !ferror(to->out) ? status : benchi_fail(BENCH_ERR_OUTPUT,
		"chart: write failed");
}

void benchi_group_begin(benchi_picture *to, size_t k)
{
	if (to->raster)
		sprintf(to->raster->group, "s%d", (int)(k % BENCHI_COLOURS));
	else
		fprintf(to->out, "<g class=\"s%zu\">\n", k % BENCHI_COLOURS);
}

void benchi_group_end(benchi_picture *to)
{
	if (to->raster)
		*to->raster->group = '\0';
	else
		fputs("</g>\n", to->out);
}

void benchi_draw_rectangle(benchi_picture *to, const benchi_frame *f, const char *kind,
                           const char *hover)
{
	const double width = fmax(f->width, 0), height = fmax(f->height, 0);
	raster *r = to->raster;

	if (r) {
		const paint *p = paint_of(r, kind);
		double x = pixel(f->x), y = pixel(f->y), right = x + pixel(width);
		double foot = y + pixel(height);
		double corner[5][2] = { { x, y }, { right, y }, { right, foot }, { x, foot }, { x, y } };

		add_polygon(r, corner, 4);
		shape_done(r, p, true);
		if (p->stroke)
			add_line(r, corner, 5, p);
		shape_done(r, p, false);
		return;
	}
	fprintf(to->out, "<rect class=\"%s\"", kind);
	put_numbers(to->out, " x=\"#\" y=\"#\" width=\"#\" height=\"#\"",
		(double[]){ f->x, f->y, width, height });
	close_element(to->out, "rect", hover);
}

void benchi_draw_line(benchi_picture *to, double x1, double y1, double x2, double y2,
                      const char *kind)
{
	raster *r = to->raster;

	if (r) {
		const paint *p = paint_of(r, kind);

		add_line(r, (double[2][2]){ { pixel(x1), pixel(y1) }, { pixel(x2), pixel(y2) } }, 2, p);
		shape_done(r, p, false);
		return;
	}
	fprintf(to->out, "<line class=\"%s\"", kind);
	put_numbers(to->out, " x1=\"#\" y1=\"#\" x2=\"#\" y2=\"#\"", (double[]){ x1, y1, x2, y2 });
	close_element(to->out, "line", NULL);
}

void benchi_draw_text(benchi_picture *to, double x, double y, benchi_anchor anchor,
                      const char *kind, const char *text)
{
	static const char *const anchors[] = { "", " text-anchor=\"middle\"", " text-anchor=\"end\"" };
	raster *r = to->raster;

	if (r) {
		const paint *p = paint_of(r, kind);
		double width = anchor == BENCHI_ANCHOR_START ? 0 : put_text(NULL, 0, 0, p, 0, text);

		x = pixel(x) - (anchor == BENCHI_ANCHOR_MIDDLE ? width / 2 : width);
		if (p->stroke) { /* first an outline that keeps lines away from the text */
			put_text(r, x, pixel(y), p, p->width, text);
			shape_done(r, p, false);
		}
		put_text(r, x, pixel(y), p, 0, text);
		shape_done(r, p, true);
		return;
	}
	fprintf(to->out, "<text class=\"%s\"%s", kind, anchors[anchor]);
	put_numbers(to->out, " x=\"#\" y=\"#\"", (double[]){ x, y });
	benchi_xml_between(to->out, ">", text, "</text>\n");
}

void benchi_draw_mark(benchi_picture *to, size_t k, bool hollow, double x, double y, double radius,
                      const char *hover)
{
	const char *kind = hollow ? "hollow" : "mark";
	/* Corners of the marks (except the circle), for radius 1. */
	static const double corner[4][4][2] = {
		{ { -.88, -.88 }, { .88, -.88 }, { .88, .88 }, { -.88, .88 } },
		{ { 0, -1.15 }, { 1.1, .8 }, { -1.1, .8 }, { -1.1, .8 } },
		{ { 0, -1.25 }, { 1.25, 0 }, { 0, 1.25 }, { -1.25, 0 } },
		{ { 0, 1.15 }, { 1.1, -.8 }, { -1.1, -.8 }, { -1.1, -.8 } },
	};
	raster *r = to->raster;

	if (k % 5) {
		benchi_path_begin(to, kind, NULL);
		for (size_t i = 0; i < 4; i++)
			benchi_path_to(to, i ? 'L' : 'M', x + radius * corner[k % 5 - 1][i][0],
				y + radius * corner[k % 5 - 1][i][1]);
		benchi_path_end(to, true, hover);
	} else if (r) {
		const paint *p = paint_of(r, kind);
		const double at[2] = { pixel(x), pixel(y) };

		/* an outline is the colour's disc below the fill's */
		add_disc(r, at, pixel(radius) + (p->stroke ? p->width : 0));
		shape_done(r, p, !p->stroke);
		add_disc(r, at, p->stroke ? pixel(radius) - p->width : 0);
		shape_done(r, p, true);
	} else {
		fprintf(to->out, "<circle class=\"%s\"", kind);
		put_numbers(to->out, " cx=\"#\" cy=\"#\" r=\"#\"", (double[]){ x, y, radius });
		close_element(to->out, "circle", hover);
	}
}

void benchi_path_begin(benchi_picture *to, const char *kind, const char *dash)
{
	if (to->raster) {
		paint_of(to->raster, kind);
		if (dash) {
			read_dashes(dash, &to->raster->paint);
			*to->raster->of = '\0'; /* the class has other dashes */
		}
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
	if (command == 'M' && r->n)
		path_part(r, false);
	if (r->n == POINTS) {
		double last[2] = { r->at[POINTS - 1][0], r->at[POINTS - 1][1] };

		path_part(r, false);
		memcpy(r->at[r->n++], last, sizeof last);
	}
	r->at[r->n][0] = pixel(x);
	r->at[r->n++][1] = pixel(y);
}

void benchi_path_end(benchi_picture *to, bool closed, const char *hover)
{
	if (to->raster) {
		path_part(to->raster, closed);
		return;
	}
	fputs(closed ? "Z\"" : "\"", to->out);
	close_element(to->out, "path", hover);
}

const char *benchi_svg_colour(size_t k)
{
	char mark[] = ".plot .s0{color:";

	mark[sizeof ".plot .s" - 1] = (char)('0' + k % BENCHI_COLOURS);
	return strstr(benchi_style, mark) + sizeof mark - 1; /* the colours of light pages come first */
}
