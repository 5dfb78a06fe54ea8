/*
 * Draws a picture written by tools/draw/svg.c as PNG, at twice the size.
 *
 * Reads only what our own pictures contain (g, rect, line, circle, path with M, L and Z, text) and
 * the classes of their style sheet; no other SVG.
 *
 * Method: each shape adds the signed area of its edges to a plane of pixels. The running sum along
 * a row is the covered part of each pixel. Letters are strokes on a grid. The file is compressed
 * with deflate's fixed code and runs of equal bytes: a row that equals the row above costs little.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/draw/draw.h"

enum { ZOOM = 2, MOST_SIDE = 20000, POINTS = 4096, CLASS = 40, STYLE = 6000 };

typedef struct paint {
	bool fill, stroke;
	double width, alpha, size;     /* line width; fill; letter height */
	bool bold;
	unsigned char of_fill[3], of_stroke[3];
	double dash[4];
	size_t dashes;
} paint;

typedef struct raster {
	size_t width, height;
	unsigned char *rgb;            /* 3 bytes per pixel, rows from the top */
	float *area;                   /* shape being drawn: width + 1 numbers per row */
	size_t top, bottom, left;      /* rows and first column touched by the shape */
	char style[STYLE];             /* style sheet, up to the part for dark surroundings */
	char group[CLASS];             /* class of the open group, or "" */
	char last[2][CLASS];           /* class and group of the previous element, */
	paint paint;                   /* and their paint */
	/* up to POINTS points of a polyline; longer ones are truncated */
	double (*at)[2];
	size_t n;
} raster;

/*
 * Shapes.
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

/* Paints the shape and clears the plane. */
static void paint_shape(raster *r, const unsigned char colour[3], double alpha)
{
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

/* Adds a segment of a line of this width as an area. Its corners are in clockwise order, so that
 * overlapping segments count once. */
static void add_segment(raster *r, const double a[2], const double b[2], double width)
{
	double dx = b[0] - a[0], dy = b[1] - a[1], length = sqrt(dx * dx + dy * dy);
	double nx = length > 0 ? -dy / length * width / 2 : 0;
	double ny = length > 0 ? dx / length * width / 2 : 0;
	double corner[4][2] = { { a[0] + nx, a[1] + ny }, { a[0] - nx, a[1] - ny },
		{ b[0] - nx, b[1] - ny }, { b[0] + nx, b[1] + ny } };

	if (length > 0)
		add_polygon(r, corner, 4);
}

/* Draws a polyline through n points with round corners, dashed as the paint says. */
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

			if (!(k & 1))
				add_segment(r, from, to, width);
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

/*
 * Letters: strokes through points "xy", in half units. The base line is 4; lower-case letters
 * reach e (14), capitals i (18). '~' rounds the corners of a stroke.
 */

static const struct glyph {
	const char *of;          /* UTF-8 bytes */
	int width;
	const char *strokes;
} glyphs[] = {
	{ " ", 3, "" }, { "0", 8, "~2i6i8f876424070f2i" }, { "1", 8, "1f5i54" },
	{ "2", 8, "~0f1i7i8f8c04 0484" }, { "3", 8, "~0g1i7i8g8c3b ~3b8b86741406" },
	{ "4", 8, "6i0888 6i64" }, { "5", 8, "7i1i0b ~0b2c8c88741406" },
	{ "6", 8, "~7g6i2i0f072464878a6c2c09" }, { "7", 8, "0i8i34" },
	{ "8", 8, "~2i6i8h8d6b2b0d0h2i ~2b6b8986642406092b" }, { "9", 8, "~162464878f6i2i0f0c2a6a8d" },
	{ "a", 8, "8e84 ~8b6e2e0b07246487" }, { "b", 8, "0i04 ~0b2e6e8b87642407" },
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
 * round. at: capacity for 4 n points. */
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

/* Draws text from x on. Returns its width. r NULL: only measures. */
static double put_text(raster *r, double x, double y, const paint *p, const char *text)
{
	const double unit = p->size * .72 / 14 * ZOOM;
	const paint pen = { .width = p->size * (p->bold ? .125 : .085) };
	static const struct glyph unknown = { "", 8, "0i8i84040i" }; /* a box */
	double begin = x, stroke[160][2];

	for (size_t bytes; *text; text += bytes) {
		const struct glyph *g = glyphs, *end = glyphs + sizeof glyphs / sizeof *glyphs;
		const char *s;

		while (g < end && strncmp(text, g->of, strlen(g->of)))
			g++;
		for (bytes = 1; ((unsigned char)text[bytes] & 0xc0) == 0x80;)
			bytes++;
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
 * Elements and their classes.
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

/* Returns the value of a property that a class sets in the style sheet; NULL if it sets none. */
static const char *property(const raster *r, const char *class_name, const char *name)
{
	const char *found = NULL;
	char mark[CLASS + 8];
	size_t n = strlen(name);

	snprintf(mark, sizeof mark, ".%.*s", CLASS, class_name);
	for (const char *at = r->style; (at = strstr(at, mark)); at += strlen(mark)) {
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

static double number_in(const raster *r, const char *class_name, const char *name, double other)
{
	const char *at = property(r, class_name, name);
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

static paint paint_of(const raster *r, const char *class_name)
{
	const char *colour = property(r, r->group, "color"), *fill, *stroke;
	unsigned char current[3] = { 0, 0, 0 };
	paint p = { .width = number_in(r, class_name, "stroke-width", 1),
		.alpha = number_in(r, class_name, "fill-opacity", 1),
		.size = number_in(r, class_name, "font-size", 12),
		.bold = number_in(r, class_name, "font-weight", 400) > 500 };

	if (colour)
		read_colour(colour, current, current);
	fill = property(r, class_name, "fill");
	stroke = property(r, class_name, "stroke");
	p.fill = fill && read_colour(fill, current, p.of_fill);
	p.stroke = stroke && read_colour(stroke, current, p.of_stroke);
	read_dashes(property(r, class_name, "stroke-dasharray"), &p);
	return p;
}

/* Returns the value of an attribute of the element at `at`; NULL if absent. */
static const char *attribute_of(const char *at, const char *name)
{
	size_t n = strlen(name);

	for (at += strcspn(at, " >"); *at == ' '; at += *at == '"') {
		if (!strncmp(at + 1, name, n) && !strncmp(at + 1 + n, "=\"", 2))
			return at + n + 3;
		at += strcspn(at, "\">");
		at += *at == '"';
		at += strcspn(at, "\"");
	}
	return NULL;
}

static double number_of(const char *at, const char *name)
{
	const char *text = attribute_of(at, name);
	double x;

	return text && benchi_read_number(text, &x) ? x : 0;
}

static void shape_done(raster *r, const paint *p, bool filled, bool lined)
{
	if (filled && p->fill)
		paint_shape(r, p->of_fill, p->alpha);
	if (lined && p->stroke)
		paint_shape(r, p->of_stroke, 1);
}

/* Fills the path collected so far, draws its outline, and empties it. closed: connects the end
 * with the beginning. */
static void path_part(raster *r, const paint *p, bool closed)
{
	if (p->fill && r->n > 2) {
		add_polygon(r, r->at, r->n);
		shape_done(r, p, true, false);
	}
	if (closed && r->n < POINTS)
		memcpy(r->at[r->n++], r->at[0], sizeof *r->at);
	if (p->stroke) {
		add_line(r, r->at, r->n, p);
		shape_done(r, p, false, true);
	}
	r->n = 0;
}

static void draw_path(raster *r, const char *d, const paint *p)
{
	while (d && *d && *d != '"') {
		char command = *d++;
		double x, y;

		if (command == 'Z' || (command == 'M' && r->n))
			path_part(r, p, command == 'Z');
		if (command == 'Z')
			continue;
		d = benchi_read_number(d, &x);
		d = d ? benchi_read_number(d + strspn(d, " "), &y) : NULL;
		if (!d)
			break;
		if (r->n == POINTS) {
			double last[2] = { r->at[POINTS - 1][0], r->at[POINTS - 1][1] };

			path_part(r, p, false);
			memcpy(r->at[r->n++], last, sizeof last);
		}
		r->at[r->n][0] = x * ZOOM;
		r->at[r->n++][1] = y * ZOOM;
	}
	if (r->n)
		path_part(r, p, false);
}

static void draw_letters(raster *r, const char *at, const paint *p)
{
	static const char *const entity[][2] = { { "&amp;", "&" }, { "&lt;", "<" }, { "&gt;", ">" },
		{ "&quot;", "\"" }, { "&#39;", "'" }, { "&#160;", " " } };
	const char *anchor = attribute_of(at, "text-anchor"), *text = strchr(at, '>') + 1;
	double x = number_of(at, "x") * ZOOM, width;
	char plain[1000];
	size_t n = 0;

	while (*text && *text != '<' && n + 1 < sizeof plain) {
		size_t k = 0, entities = sizeof entity / sizeof *entity;

		while (k < entities && strncmp(text, entity[k][0], strlen(entity[k][0])) != 0)
			k++;
		plain[n++] = k < entities ? *entity[k][1] : *text;
		text += k < entities ? strlen(entity[k][0]) : 1;
	}
	plain[n] = '\0';
	width = put_text(NULL, 0, 0, p, plain);
	x -= !anchor ? 0 : *anchor == 'm' ? width / 2 : width;
	put_text(r, x, number_of(at, "y") * ZOOM, p, plain);
	shape_done(r, p, true, false);
}

/* Draws one element. at: the text after its '<'. */
static void draw_element(raster *r, const char *at)
{
	const char *class_text = attribute_of(at, "class");
	const char *dash = attribute_of(at, "stroke-dasharray");
	char class_name[CLASS] = "";
	paint p;

	if (class_text)
		snprintf(class_name, sizeof class_name, "%.*s",
		         (int)fmin((double)strcspn(class_text, "\""), CLASS - 1), class_text);
	if (!strncmp(at, "g ", 2))
		strcpy(r->group, class_name);
	else if (!strncmp(at, "/g>", 3))
		*r->group = '\0';
	if (!class_text || !strncmp(at, "g ", 2) || !strncmp(at, "svg ", 4)
	    || !strcmp(class_name, "paper"))
		return;
	if (strcmp(r->last[0], class_name) != 0 || strcmp(r->last[1], r->group) != 0) {
		strcpy(r->last[0], class_name);
		strcpy(r->last[1], r->group);
		r->paint = paint_of(r, class_name);
	}
	p = r->paint;
	if (dash)
		read_dashes(dash, &p);
	if (!strncmp(at, "rect ", 5)) {
		double x = number_of(at, "x") * ZOOM, y = number_of(at, "y") * ZOOM;
		double right = x + number_of(at, "width") * ZOOM, foot = y + number_of(at, "height") * ZOOM;
		double corner[5][2] = { { x, y }, { right, y }, { right, foot }, { x, foot }, { x, y } };

		add_polygon(r, corner, 4);
		shape_done(r, &p, true, false);
		if (p.stroke)
			add_line(r, corner, 5, &p);
		shape_done(r, &p, false, true);
	} else if (!strncmp(at, "path ", 5))
		draw_path(r, attribute_of(at, "d"), &p);
	else if (!strncmp(at, "text ", 5))
		draw_letters(r, at, &p);
	else if (!strncmp(at, "circle ", 7)) {
		add_disc(r, (double[]){ ZOOM * number_of(at, "cx"), ZOOM * number_of(at, "cy") },
		         ZOOM * number_of(at, "r"));
		shape_done(r, &p, true, false);
	} else if (!strncmp(at, "line ", 5)) {
		double end[2][2] = { { ZOOM * number_of(at, "x1"), ZOOM * number_of(at, "y1") },
			{ ZOOM * number_of(at, "x2"), ZOOM * number_of(at, "y2") } };

		add_line(r, end, 2, &p);
		shape_done(r, &p, false, true);
	}
}

/*
 * The PNG file.
 */

typedef struct deflate {
	FILE *out;
	unsigned char byte[1 << 14];
	size_t n;
	uint32_t crc, bits, held;    /* bits of the current chunk, not yet written: how many, which */
	uint32_t a, b;               /* Adler's sums of the uncompressed bytes */
	bool counting;               /* measure the length without writing */
	uint32_t length;
} deflate;

static uint32_t crc_of(uint32_t crc, const unsigned char *at, size_t n)
{
	for (crc = ~crc; n--; at++) {
		crc ^= *at;
		for (int k = 0; k < 8; k++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
	}
	return ~crc;
}

static void put_big(unsigned char to[4], uint32_t x)
{
	for (int k = 0; k < 4; k++)
		to[k] = (unsigned char)(x >> (24 - 8 * k));
}

static void flush_bytes(deflate *d)
{
	if (!d->counting) {
		d->crc = crc_of(d->crc, d->byte, d->n);
		fwrite(d->byte, 1, d->n, d->out);
	}
	d->length += (uint32_t)d->n;
	d->n = 0;
}

static void put_bits(deflate *d, uint32_t bits, uint32_t n)
{
	d->held |= bits << d->bits;
	for (d->bits += n; d->bits >= 8; d->bits -= 8, d->held >>= 8) {
		if (d->n == sizeof d->byte)
			flush_bytes(d);
		d->byte[d->n++] = (unsigned char)d->held;
	}
}

/* Puts a symbol of the fixed code, most significant bit first. */
static void put_symbol(deflate *d, unsigned symbol)
{
	unsigned code, n, turned = 0;

	if (symbol < 144)
		code = 0x30 + symbol, n = 8;
	else if (symbol < 256)
		code = 0x190 + symbol - 144, n = 9;
	else if (symbol < 280)
		code = symbol - 256, n = 7;
	else
		code = 0xc0 + symbol - 280, n = 8;
	for (unsigned k = 0; k < n; k++)
		turned |= (code >> k & 1) << (n - 1 - k);
	put_bits(d, turned, n);
}

/* Compresses a row as its difference from the row above. */
static void put_row(deflate *d, unsigned char *row, size_t bytes)
{
	for (size_t i = 0; i < bytes; ) {
		size_t run = 1;

		d->a = (d->a + row[i]) % 65521;
		d->b = (d->b + d->a) % 65521;
		put_symbol(d, row[i]);
		while (run < 259 && i + run < bytes && row[i + run] == row[i])
			run++;
		if (run < 4) {
			i++;
			continue;
		}
		for (size_t k = 1; k < run; k++) {
			d->a = (d->a + row[i]) % 65521;
			d->b = (d->b + d->a) % 65521;
		}

		/* Repeat the previous byte n (3 to 258) times: a match at distance 1. */
		unsigned n = (unsigned)run - 1;
		unsigned extra = 0, base = n - 3, code;

		if (n == 258) {
			put_symbol(d, 285);
		} else {
			while (base >> extra >= 8)
				extra++;
			code = extra ? 257 + 4 * (extra + 1) + ((base >> extra) & 3) : 257 + base;
			put_symbol(d, code);
			put_bits(d, base & ((1u << extra) - 1), extra);
		}
		put_bits(d, 0, 5);

		i += run;
	}
}

static void pack(deflate *d, const raster *r, unsigned char *row)
{
	size_t bytes = 3 * r->width;

	d->a = 1;
	d->b = d->bits = d->held = d->length = 0;
	d->n = 0;
	put_bits(d, 0x178, 16);   /* zlib header: deflate, 32 KB window */
	put_bits(d, 3, 3);        /* last block, fixed code */
	for (size_t y = 0; y < r->height; y++) {
		const unsigned char *now = r->rgb + y * bytes;

		row[0] = 2;           /* filter "up" */
		for (size_t i = 0; i < bytes; i++)
			row[1 + i] = (unsigned char)(now[i] - (y ? now[i - bytes] : 0));
		put_row(d, row, bytes + 1);
	}
	put_symbol(d, 256);
	put_bits(d, 0, (8 - d->bits) % 8);
	for (int k = 3; k >= 0; k--)
		put_bits(d, (d->b << 16 | d->a) >> 8 * k & 255, 8);
	flush_bytes(d);
}

static void put_chunk(FILE *out, const char *type, const unsigned char *data, size_t n)
{
	unsigned char number[4];

	put_big(number, (uint32_t)n);
	fwrite(number, 1, 4, out);
	fputs(type, out);
	fwrite(data, 1, n, out);
	put_big(number, crc_of(crc_of(0, (const unsigned char *)type, 4), data, n));
	fwrite(number, 1, 4, out);
}

static bench_status write_png(FILE *out, const raster *r)
{
	unsigned char head[13] = { [8] = 8, [9] = 2 }, number[4], *row = malloc(3 * r->width + 1);
	deflate *d = calloc(1, sizeof *d);

	if (!row || !d) {
		free(row);
		free(d);
		return benchi_no_memory("the picture");
	}
	put_big(head, (uint32_t)r->width);
	put_big(head + 4, (uint32_t)r->height);
	fwrite("\211PNG\r\n\032\n", 1, 8, out);
	put_chunk(out, "IHDR", head, sizeof head);
	d->out = out;
	d->counting = true;      /* the chunk's length comes first: one pass measures, one writes */
	pack(d, r, row);
	put_big(number, d->length);
	fwrite(number, 1, 4, out);
	fputs("IDAT", out);
	d->counting = false;
	d->crc = crc_of(0, (const unsigned char *)"IDAT", 4);
	pack(d, r, row);
	put_big(number, d->crc);
	fwrite(number, 1, 4, out);
	put_chunk(out, "IEND", head, 0);
	free(row);
	free(d);
	return ferror(out) ? benchi_fail(BENCH_ERR_OUTPUT, "PNG: write failed") : BENCH_OK;
}

bench_status benchi_png_write(FILE *svg, FILE *out)
{
	const long size = fflush(svg) || fseek(svg, 0, SEEK_END) ? -1 : ftell(svg);
	char *text = size < 0 || fseek(svg, 0, SEEK_SET) ? NULL : malloc((size_t)size + 1);
	const char *style;
	raster r = { .height = 0 };
	bench_status status = BENCH_ERR_MEMORY;
	double width, height;

	if (text && fread(text, 1, (size_t)size, svg) != (size_t)size) {
		free(text);
		return benchi_fail(BENCH_ERR_OUTPUT, "PNG: the picture cannot be read back");
	}
	if (text)
		text[size] = '\0';
	style = text ? strstr(text, "<style>") : NULL;
	width = text ? number_of(text, "width") : 0;
	height = text ? number_of(text, "height") : 0;

	if (text && !(width >= 1 && height >= 1 && ZOOM * fmax(width, height) <= MOST_SIDE)) {
		free(text);
		return benchi_fail(BENCH_ERR_UNSUPPORTED, "PNG: a picture of %.0f by %.0f is too large (at "
		                   "most %d); write SVG", width, height, MOST_SIDE / ZOOM);
	}
	r.width = (size_t)(ZOOM * width);
	r.height = (size_t)(ZOOM * height);
	r.rgb = text ? malloc(3 * r.width * r.height) : NULL;
	r.area = text ? calloc((r.width + 1) * r.height, sizeof *r.area) : NULL;
	r.at = malloc(POINTS * sizeof *r.at);
	r.top = r.height;
	r.left = r.width;
	if (text && r.rgb && r.area && r.at) {
		memset(r.rgb, 255, 3 * r.width * r.height);
		snprintf(r.style, sizeof r.style, "%.*s", (int)(style ? strcspn(style, "@") : 0),
		         style ? style : "");
		for (const char *at = text; (at = strchr(at, '<')); )
			draw_element(&r, ++at);
		status = write_png(out, &r);
	} else {
		benchi_no_memory("the picture");
	}
	free(text);
	free(r.rgb);
	free(r.area);
	free(r.at);
	return status;
}
