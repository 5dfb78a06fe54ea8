/*
 * Text from outside within XML, HTML, JSON, CSV and Markdown.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_ESCAPE_H
#define BENCHI_DATA_ESCAPE_H

#include <stdio.h>

/* Text for XML and HTML: & < > " ' as entities; what XML does not allow (control
 * characters, broken UTF-8) as U+FFFD. */
void benchi_xml_text(FILE *out, const char *text);

/* A coordinate, two decimals at most, without regard to the locale. */
void benchi_xml_number(FILE *out, double x);

/* A string of JSON in its quotes; NULL: null.  What is no UTF-8 as U+FFFD. */
void benchi_json_text(FILE *out, const char *text);

/* A field of CSV in its quotes, "" for a quote; what is no UTF-8 as U+FFFD. */
void benchi_csv_text(FILE *out, const char *text);

/* The same, in quotes only where a reader could take it for something else. */
void benchi_csv_field(FILE *out, const char *text);

/* A cell of a Markdown table: on one line, safe for a terminal, with markup escaped. */
void benchi_markdown_text(FILE *out, const char *text);

#endif
