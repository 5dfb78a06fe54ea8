/*
 * Pictures: rectangles, lines, marks, paths and texts, written as SVG or painted for PNG.
 *
 * SVG is streamed; the picture is never held in memory. Colours are those of Okabe and Ito (Color
 * universal design, 2008), which colour-blind readers can tell apart. A style sheet names them,
 * with a second set for dark surroundings (prefers-color-scheme).
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/draw/draw.h"

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

const char *benchi_style_property(const char *class_name, const char *name)
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
	if (to->png)
		return benchi_png_begin(&to->raster, width, height);
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
	else if (to->raster)
		status = benchi_png_end(to->raster, to->out, status);
	to->raster = NULL;
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
		benchi_png_class(to->raster, to->group, kind, dash);
		return;
	}
	fprintf(to->out, "<path class=\"%s\"", kind);
	if (dash)
		fprintf(to->out, " stroke-dasharray=\"%s\"", dash);
	fputs(" d=\"", to->out);
}

void benchi_path_to(benchi_picture *to, char command, double x, double y)
{
	if (to->raster) {
		benchi_png_to(to->raster, command, x, y);
		return;
	}
	fputc(command, to->out);
	put_numbers(to->out, "# #", (double[]){ x, y });
}

void benchi_path_end(benchi_picture *to, bool closed, const char *hover)
{
	if (to->raster) {
		benchi_png_path(to->raster, closed);
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

	if (to->raster) {
		benchi_png_class(to->raster, to->group, kind, NULL);
		benchi_png_text(to->raster, x, y, anchor, text);
		return;
	}
	fprintf(to->out, "<text class=\"%s\"%s", kind, anchors[anchor]);
	put_numbers(to->out, " x=\"#\" y=\"#\"", (double[]){ x, y });
	benchi_xml_between(to->out, ">", text, "</text>\n");
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
		const double angle = BENCHI_TURN * (marks[k].turn + (double)i / marks[k].corners);
		const double reach = radius * marks[k].size;

		benchi_path_to(to, i ? 'L' : 'M', x + reach * cos(angle), y + reach * sin(angle));
	}
	benchi_path_end(to, true, hover);
}

const char *benchi_svg_colour(size_t k)
{
	return benchi_style_property(series_class(k), "color");
}
