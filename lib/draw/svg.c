/*
 * Writes a picture as SVG.
 *
 * Everything is streamed; the picture is never held.  Colours are those of Okabe and
 * Ito (Color universal design, 2008), which those see apart who see fewer colours;
 * they are named in a style sheet with a second set for dark surroundings
 * (prefers-color-scheme).
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <string.h>

#include "draw/svg.h"

static const char style[] =
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
	".plot .heavy{stroke:currentColor;stroke-width:2.5}"
	"@media(prefers-color-scheme:dark){.plot .paper{fill:#16181b}.plot .ink{fill:#ececec}"
	".plot .soft{fill:#b0b0b0}.plot .strong,.plot .title{fill:#ececec}.plot .grid{stroke:#34373b}"
	".plot .axis{stroke:#8d8d8d}.plot .note{stroke:#b0b0b0}"
	".plot .s0{color:#56b4e9}.plot .s1{color:#ff8a3d}.plot .s2{color:#2fc79b}"
	".plot .s3{color:#e39cc6}.plot .s4{color:#f2f2f2}.plot .s5{color:#e69f00}"
	".plot .s6{color:#f0e442}}";


static void attribute(FILE *out, const char *name, double x)
{
	fprintf(out, " %s=\"", name);
	benchi_xml_number(out, x);
	fputc('"', out);
}

/* Ends an element that may have a title. */
static void close_element(FILE *out, const char *element, const char *hover)
{
	if (!hover) {
		fputs("/>\n", out);
		return;
	}
	fputs("><title>", out);
	benchi_xml_text(out, hover);
	fprintf(out, "</title></%s>\n", element);
}

void benchi_svg_style(FILE *out)
{
	fputs(style, out);
}

void benchi_svg_begin(FILE *out, double width, double height, const char *title,
                          const char *description, bool alone)
{
	fputs("<svg", out);
	if (alone)
		fputs(" xmlns=\"http://www.w3.org/2000/svg\"", out);
	fputs(" class=\"plot\" role=\"img\"", out);
	if (alone) {
		attribute(out, "width", width);
		attribute(out, "height", height);
	}
	fprintf(out, " viewBox=\"0 0 %.0f %.0f\" aria-label=\"", width, height);
	benchi_xml_text(out, title);
	fputs("\">\n", out);
	if (alone) {
		fputs("<title>", out);
		benchi_xml_text(out, title);
		fputs("</title>\n<desc>", out);
		benchi_xml_text(out, description ? description : title);
		fprintf(out, "</desc>\n<style>%s</style>\n"
		        "<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n", style);
	}
}

void benchi_svg_end(FILE *out)
{
	fputs("</svg>\n", out);
}

void benchi_group_begin(FILE *out, size_t k, const char *title)
{
	fprintf(out, "<g class=\"s%zu\">\n", k % BENCHI_COLOURS);
	if (title) {
		fputs("<title>", out);
		benchi_xml_text(out, title);
		fputs("</title>\n", out);
	}
}

void benchi_group_end(FILE *out)
{
	fputs("</g>\n", out);
}

void benchi_draw_rectangle(FILE *out, const benchi_frame *f, const char *kind, const char *hover)
{
	fprintf(out, "<rect class=\"%s\"", kind);
	attribute(out, "x", f->x);
	attribute(out, "y", f->y);
	attribute(out, "width", f->width > 0 ? f->width : 0);
	attribute(out, "height", f->height > 0 ? f->height : 0);
	close_element(out, "rect", hover);
}

void benchi_draw_line(FILE *out, const double from[2], const double to[2], const char *kind)
{
	fprintf(out, "<line class=\"%s\"", kind);
	attribute(out, "x1", from[0]);
	attribute(out, "y1", from[1]);
	attribute(out, "x2", to[0]);
	attribute(out, "y2", to[1]);
	close_element(out, "line", NULL);
}

void benchi_draw_text(FILE *out, const double at[2], benchi_anchor anchor, const char *kind,
                      const char *text)
{
	static const char *const anchors[] = { "", " text-anchor=\"middle\"", " text-anchor=\"end\"" };

	fprintf(out, "<text class=\"%s\"%s", kind, anchors[anchor]);
	attribute(out, "x", at[0]);
	attribute(out, "y", at[1]);
	fputc('>', out);
	benchi_xml_text(out, text);
	fputs("</text>\n", out);
}

/* Corners of the marks after the circle, of radius 1. */
static void corners(FILE *out, size_t shape, const double at[2], double r)
{
	static const double corner[4][4][2] = {
		{ { -.88, -.88 }, { .88, -.88 }, { .88, .88 }, { -.88, .88 } },
		{ { 0, -1.15 }, { 1.1, .8 }, { -1.1, .8 }, { -1.1, .8 } },
		{ { 0, -1.25 }, { 1.25, 0 }, { 0, 1.25 }, { -1.25, 0 } },
		{ { 0, 1.15 }, { 1.1, -.8 }, { -1.1, -.8 }, { -1.1, -.8 } },
	};

	for (size_t i = 0; i < 4; i++) {
		double to[2] = { at[0] + r * corner[shape][i][0], at[1] + r * corner[shape][i][1] };

		benchi_path_to(out, i ? 'L' : 'M', to);
	}
	fputc('Z', out);
}

void benchi_draw_mark(FILE *out, size_t k, const double at[2], double r, const char *hover)
{
	if (k % 5 == 0) {
		fputs("<circle class=\"mark\"", out);
		attribute(out, "cx", at[0]);
		attribute(out, "cy", at[1]);
		attribute(out, "r", r);
		close_element(out, "circle", hover);
		return;
	}
	benchi_path_begin(out, "mark", NULL);
	corners(out, k % 5 - 1, at, r);
	benchi_path_end(out, hover);
}

void benchi_path_begin(FILE *out, const char *kind, const char *dash)
{
	fprintf(out, "<path class=\"%s\"", kind);
	if (dash)
		fprintf(out, " stroke-dasharray=\"%s\"", dash);
	fputs(" d=\"", out);
}

void benchi_path_to(FILE *out, char command, const double at[2])
{
	fputc(command, out);
	benchi_xml_number(out, at[0]);
	fputc(' ', out);
	benchi_xml_number(out, at[1]);
}

void benchi_path_end(FILE *out, const char *hover)
{
	fputc('"', out);
	close_element(out, "path", hover);
}

const char *benchi_svg_colour(size_t k)
{
	char mark[] = ".plot .s0{color:";

	mark[sizeof ".plot .s" - 1] = (char)('0' + k % BENCHI_COLOURS);
	return strstr(style, mark) + sizeof mark - 1; /* the light ones come first */
}

const char *benchi_dash(size_t k)
{
	static const char *const dashes[] = { NULL, "6 3", "2 2", "8 3 2 3", "4 2", "10 4", "1 3" };

	return dashes[k % BENCHI_COLOURS];
}
