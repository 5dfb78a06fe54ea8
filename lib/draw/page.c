/*
 * The head and the end of a page with pictures.
 *
 * Everything is there without a script; the script only shows values under the pointer at once.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <bench.h>

#include "draw/page.h"
#include "draw/svg.h"

static const char page_style[] =
	"*{box-sizing:border-box}"
	"body{margin:0 auto;max-width:1700px;padding:1rem clamp(.75rem,3vw,2.5rem);"
	"font:16px/1.5 system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;"
	"background:#fff;color:#1b1b1b}"
	"h1{font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}"
	"h2{font-size:1.2rem;margin:2.5rem 0 .5rem;border-top:1px solid #d5d5d5;padding-top:1rem}"
	".answers{padding:0;list-style:none;display:grid;gap:.4rem .8rem;"
	"grid-template-columns:repeat(auto-fill,minmax(min(100%,27rem),1fr))}"
	".answers li{padding:.5rem .8rem;border-left:4px solid #767676;"
	"background:#f4f4f4;overflow-wrap:anywhere}"
	".answers.many{gap:.15rem .8rem;font-size:.85rem;"
	"grid-template-columns:repeat(auto-fill,minmax(min(100%,25rem),1fr))}"
	".answers.many li{padding:.15rem .6rem}"
	".answers small{display:block;color:#595959}"
	".answers .better{border-color:#008f68}.answers .worse{border-color:#d55e00}"
	".figures{display:grid;gap:1rem 1.5rem;align-items:start;"
	"grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr))}"
	"figure{margin:0;min-width:0}figure svg{width:100%;height:auto;display:block}"
	"figcaption{font-weight:600;font-size:.95rem}figcaption small{font-weight:400;color:#595959}"
	".scroll{overflow-x:auto;margin:1rem 0}"
	"table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.82rem}"
	"th,td{padding:.3rem .32rem;text-align:right;border-bottom:1px solid #e2e2e2;"
	"white-space:nowrap}"
	"th:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:6rem}"
	"footer,.remarks{color:#595959;font-size:.9rem}"
	"#tip{position:fixed;pointer-events:none;background:#1b1b1b;color:#fff;padding:.25rem .55rem;"
	"border-radius:4px;font-size:.85rem;max-width:90vw}"
	"@media(prefers-color-scheme:dark){body{background:#16181b;color:#ececec}"
	"h2{border-color:#3a3d42}.answers li{background:#212429}"
	".answers small,figcaption small,footer,.remarks{color:#b0b0b0}"
	"th,td{border-color:#34373b}#tip{background:#ececec;color:#1b1b1b}}";

static const char script[] =
	"(function(){var tip=document.createElement('div');tip.id='tip';tip.hidden=true;"
	"document.body.appendChild(tip);"
	"document.querySelectorAll('figure svg title').forEach(function(t){var e=t.parentNode;"
	"e.setAttribute('data-tip',t.textContent);e.setAttribute('aria-label',t.textContent);"
	"e.removeChild(t)});"
	"document.addEventListener('pointermove',function(v){"
	"var e=v.target.closest&&v.target.closest('[data-tip]');tip.hidden=!e;if(!e)return;"
	"tip.textContent=e.getAttribute('data-tip');"
	"var w=tip.offsetWidth,x=v.clientX+14,y=v.clientY+14;"
	"if(x+w>innerWidth)x=Math.max(4,innerWidth-w-4);"
	"if(y+tip.offsetHeight>innerHeight)y=v.clientY-tip.offsetHeight-10;"
	"tip.style.left=x+'px';tip.style.top=y+'px'})})();";

void benchi_page_begin(FILE *out, const char *title)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>", out);
	benchi_xml_text(out, title);
	fputs("</title>\n<style>", out);
	benchi_svg_style(out);
	fprintf(out, "%s</style>\n</head>\n<body>\n<header>\n<h1>", page_style);
	benchi_xml_text(out, title);
	fputs("</h1>\n</header>\n<main>\n", out);
}

void benchi_page_figure_begin(FILE *out, const char *caption, const char *words)
{
	fputs("<figure>\n<figcaption>", out);
	benchi_xml_text(out, caption);
	fputs(" <small>", out);
	benchi_xml_text(out, words);
	fputs("</small></figcaption>\n", out);
}

void benchi_page_figure_end(FILE *out)
{
	fputs("</figure>\n", out);
}

void benchi_page_end(FILE *out, const char *words, const char *program)
{
	fputs("</main>\n<footer>\n", out);
	if (words) {
		fputs("<p>", out);
		benchi_xml_text(out, words);
		fputs("</p>\n", out);
	}
	fputs("<p>Drawn by ", out);
	benchi_xml_text(out, program);
	fprintf(out, " (libbench %s).</p>\n</footer>\n<script>%s</script>\n</body>\n</html>\n",
	        bench_version(), script);
}
