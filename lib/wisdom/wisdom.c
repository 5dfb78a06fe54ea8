/*
 * Finds remembered choices: reads the wisdom file, and identifies a question.
 *
 * A file begins with a line that states its format. Then comes one line per choice, the oldest
 * first. A file without that first line is not a wisdom file. Damaged lines are skipped and
 * counted; the first one is reported. Limits: two megabytes and a thousand choices. Reading takes
 * time proportional to the size.
 *
 * A line has six fields separated by tabs:
 *
 *	key	chosen	number of candidates/hash of their names	margin	version	processor
 *	crc32	slicing-by-8	4/9c0a77b1c3d2e4f5	0.005	2/1.4	AMD EPYC (family 25, ...)
 *
 * Bytes below 32, "%" and 127 are written as "%XX", and so is "#" at the start of a line, because
 * lines that begin with "#" are comments. The margin has up to nine decimals. Words may follow it,
 * each after a slash: "table" for a table; "likely" for an uncertain choice, with its greatest
 * possible loss after another slash; "only" if no other candidate was left; "starts" with the
 * number of consecutive starts that made the choice. Examples: "0.005/table/likely/0.013",
 * "0.005/starts/2". The version is the number of the library's method, then a slash and the
 * caller's version.
 *
 * Choices stay text in memory. A line with six fields, candidates and no other control character is
 * a choice; only the line that answers a question is parsed.
 *
 * Thread-safe: one lock guards the lists. It is never held while waiting for a file.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"
#include "wisdom/wisdom.h"

enum { DECIMALS = 9 };

struct benchi_lock benchi_wisdom_lock = BENCHI_LOCK_INIT;

bool benchi_take_text(struct benchi_cursor *line, const char *stops, char *text, size_t capacity)
{
	size_t used = 0;

	while (line->at < line->end && !(*line->at && strchr(stops, *line->at))) {
		int c = (unsigned char)*line->at, bytes = 1;

		if (c == '%') {
			c = line->end - line->at < 3 ? -1 : benchi_hex_byte(line->at + 1);
			bytes = 3;
		} else if (c < ' ' || c == 127)
			c = -1;
		if (c <= 0 || used + 1 >= capacity)
			return false;
		line->at += bytes;
		text[used++] = (char)c;
	}
	text[used] = '\0';
	return true;
}

int benchi_take(struct benchi_cursor *line, char c)
{
	if (line->at >= line->end || *line->at != c)
		return 0;
	line->at++;
	return 1;
}

int benchi_take_number(struct benchi_cursor *line, unsigned base, uint64_t *value)
{
	const char *end = benchi_read_digits(line->at, line->end, base, UINT64_MAX, value);

	line->at = end ? end : line->at;
	return end != NULL;
}

/* Reads a share from 0 to 1, in billionths. Returns 0 if the text is not one. */
static int take_share(struct benchi_cursor *line, uint32_t *ppb)
{
	uint64_t whole, fraction = 0;
	int decimals = 0;

	if (!benchi_take_number(line, 10, &whole) || whole > 1)
		return 0;
	if (benchi_take(line, '.')) {
		const char *begin = line->at;

		if (!benchi_take_number(line, 10, &fraction) || line->at - begin > DECIMALS)
			return 0;
		decimals = (int)(line->at - begin);
	}
	for (; decimals < DECIMALS; decimals++)
		fraction *= 10;
	fraction += whole * 1000000000u;
	*ppb = (uint32_t)fraction;
	return fraction <= 1000000000u;
}

/* If the next word is this one, skips it and returns true. */
static bool take_word(struct benchi_cursor *line, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(line->end - line->at) < n || memcmp(line->at, word, n) != 0)
		return false;
	line->at += n;
	return true;
}

/* Parses all but key, version and processor. Returns false if a field is invalid. */
static bool take_entry(const struct benchi_wisdom_line *line, struct benchi_wisdom_entry *e)
{
	struct benchi_cursor text = { line->field[BENCHI_FIELD_CHOSEN],
		line->field[BENCHI_FIELD_VERSION] - 1 };

	memset(e, 0, sizeof *e);
	if (!benchi_take_text(&text, "\t", e->chosen, sizeof e->chosen) || !benchi_take(&text, '\t')
	    || !benchi_take_number(&text, 10, &e->n) || !benchi_take(&text, '/')
	    || !benchi_take_number(&text, 16, &e->set) || !benchi_take(&text, '\t')
	    || !take_share(&text, &e->margin_ppb))
		return false;
	/* words after the margin: what was chosen, and how */
	e->table = take_word(&text, "/table");
	e->end = take_word(&text, "/likely/") ? BENCH_PICK_END_BUDGET
		: take_word(&text, "/only") ? BENCH_PICK_END_ONLY_ONE : BENCH_PICK_END_SURE;
	return (e->end != BENCH_PICK_END_BUDGET || take_share(&text, &e->loss_ppb))
		&& (!take_word(&text, "/starts/") || benchi_take_number(&text, 10, &e->starts))
		&& text.at == text.end;
}

bool benchi_wisdom_split(const char *text, const char *end, struct benchi_wisdom_line *line)
{
	bool plain = true;
	int n = 0;

	line->field[n++] = text;
	for (; text < end && *text != '\n'; text++)
		if (*text == '\t' && n < BENCHI_FIELDS)
			line->field[n++] = text + 1;
		else
			plain &= (unsigned char)*text >= ' ' && *text != 127;
	line->field[BENCHI_FIELDS] = text + (text < end);
	return plain && n == BENCHI_FIELDS && text < end && *line->field[0] != '#';
}

bench_status benchi_wisdom_read(const char *name, struct benchi_wisdom_text *of,
                                bench_wisdom_counts *counts)
{
	static const char first_line[] = BENCHI_WISDOM_FIRST_LINE;
	const size_t first = sizeof first_line - 1;
	const char *at, *end;
	char *to;

	counts->damaged = counts->line = 0;
	if (of->size == 0)
		return BENCH_OK;
	if (of->size < first || memcmp(of->text, first_line, first) != 0) {
		of->size = 0;
		return benchi_fail(BENCH_ERR_INPUT, "'%.120s' is not a wisdom file: expected"
		                   " 'libbench wisdom 1' in line 1", name);
	}
	at = to = of->text + first;
	end = of->text + of->size;
	for (size_t number = 2; at < end; number++) {
		struct benchi_wisdom_line line;
		const bool blank = *at == '#' || *at == '\n';
		/* without candidates a line would forget: only a change does */
		const bool choice = benchi_wisdom_split(at, end, &line)
			&& line.field[BENCHI_FIELD_SET + 1] - line.field[BENCHI_FIELD_SET] > 1;
		const char *next = line.field[BENCHI_FIELDS];

		if (choice || (blank && next[-1] == '\n')) {
			memmove(to, at, (size_t)(next - at));
			to += next - at;
		} else if (!blank && counts->damaged++ == 0) {
			counts->line = number;
			benchi_fail(BENCH_ERR_INPUT, "%.80s:%lu: damaged: expected six fields separated by "
				"tabs, and a newline", name, (unsigned long)number);
		}
		at = next;
	}
	of->size = (size_t)(to - of->text);
	return BENCH_OK;
}

bench_status benchi_wisdom_read_file(const char *path, struct benchi_wisdom_text *to,
                                     bench_wisdom_counts *counts)
{
	bench_status status = benchi_file_read(path, BENCHI_WISDOM_BYTES, &to->text, &to->size);

	to->capacity = to->size;
	return status == BENCH_OK ? benchi_wisdom_read(path, to, counts) : status;
}

/*
 * Identifying a question by the candidates' names, key, version and margin.
 *
 * Two questions are the same if key, processor, version and margin are equal, the candidates have
 * the same names in any order, and the values, the confidence and the cold memory are the same.
 * One number stands for the names: the sum of their mixed 64-bit FNV-1a hashes, so that order does
 * not matter but repetition does. Hashes of anything else that differs from the defaults are added
 * to that number. The name of an unnamed candidate is its index in digits, as in reports.
 *
 * Wrong if two different sets with equally many names have the same number: once in 2^64.
 *
 * Source: Fowler, Noll and Vo, "FNV hash", 64-bit FNV-1a; Steele, Lea and Flood 2014 for mixing.
 */

static const double MARGIN = 0.005, CONFIDENCE = 0.99;  /* defaults of bench_pick_options */
/* greatest possible loss of a choice that is remembered */
static const double GOOD_ENOUGH = 0.02;

enum { IN_COLD = 1, OF_CONFIDENCE, AT_VALUE };
enum { OFFERS = sizeof ", offers 12345678" };

uint64_t benchi_wisdom_hash(const char *text)
{
	uint64_t value = benchi_hash(BENCHI_HASH, text, strlen(text));

	return benchi_random(&value);
}

static uint64_t mix(uint64_t a, uint64_t b)
{
	uint64_t state = a;

	state = benchi_random(&state) ^ b;
	return benchi_random(&state);
}

bench_status benchi_wisdom_ask(const bench_question *question, struct benchi_wisdom_entry *entry,
                               char version[BENCHI_WISDOM_VERSION])
{
	double margin = question && question->options ? question->options->margin : 0;
	char digits[BENCHI_DIGITS];

	memset(entry, 0, sizeof *entry);
	if (!question || !question->key || (!question->candidates && question->n > 0))
		return benchi_fail(BENCH_ERR_ARGUMENT, "question.key or .candidates is NULL");
	if (!*question->key || strlen(question->key) >= BENCHI_WISDOM_WORD)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the key is '%.40s', expected 1 to 127 bytes",
		                   question->key);
	if (!(margin >= 0 && margin < 1))
		return benchi_fail(BENCH_ERR_ARGUMENT, "margin is %g, expected 0 to below 1", margin);
	if (snprintf(version, BENCHI_WISDOM_VERSION, "%s%s%s", BENCHI_WISDOM_METHOD,
			question->version ? "/" : "", question->version ? question->version : "")
			>= BENCHI_WISDOM_VERSION)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the version is '%.40s...', expected at most"
		                   " 61 bytes", question->version);
	entry->end = BENCH_PICK_END_SURE;
	entry->margin_ppb = (uint32_t)((margin > 0 ? margin : MARGIN) * 1e9 + 0.5);
	entry->n = question->n;
	/* Hash what else the answer depends on: the values and their shares, in any order, the
	 * confidence, and whether memory is cold. 0 with the defaults. */
	const bench_pick_options *o = question->options;
	double sum = 0;

	if (question->n > 0 && question->candidates[0].cold)
		entry->set = mix(IN_COLD, question->candidates[0].cold);
	if (o && o->confidence > 0 && o->confidence < 1 && o->confidence != CONFIDENCE)
		entry->set += mix(OF_CONFIDENCE, (uint32_t)(o->confidence * 1e9 + 0.5));
	for (size_t i = 0; o && o->values && i < o->value_count; i++)
		sum += o->values[i].weight;
	for (size_t i = 0; o && o->values && i < o->value_count; i++) {
		double share = o->values[i].weight / sum;

		entry->set += mix(mix(AT_VALUE, o->values[i].value),
			share >= 0 && share <= 1 ? (uint32_t)(share * 1e9 + 0.5) : 0);
	}
	for (size_t i = 0; i < question->n; i++)
		entry->set += benchi_wisdom_hash(benchi_candidate_name(question->candidates, i, digits));
	return BENCH_OK;
}

bench_status bench_wisdom_load(const char *path, bench_wisdom **wisdom)
{
	bench_wisdom *made;
	bench_status status;

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "wisdom is NULL");
	*wisdom = made = calloc(1, sizeof *made);
	if (!made)
		return benchi_no_memory("wisdom");
	benchi_processor_name(made->processor, sizeof made->processor - OFFERS);
	snprintf(made->processor + strlen(made->processor), OFFERS, ", offers %08x",
		(unsigned)benchi_processor_instructions());
	status = BENCH_OK;
	if (!path) {
		/* A file in the user's cache folder (XDG Base Directory Specification 0.8): below
		 * $XDG_CACHE_HOME if that is an absolute path, else below $HOME/.cache; on Windows below
		 * %LOCALAPPDATA%. A set-user-ID program sees none of these. */
		const char *below = "/libbench/wisdom";
#ifdef _WIN32
		const char *folder = benchi_environment_text("LOCALAPPDATA");

		folder = folder && *folder ? folder : NULL;
#else
		const char *folder = benchi_environment_text("XDG_CACHE_HOME");

		if (!folder || *folder != '/') {
			folder = benchi_environment_text("HOME");
			folder = folder && *folder == '/' ? folder : NULL;
			below = "/.cache/libbench/wisdom";
		}
#endif
		made->folders = 0700;
		if (!folder)
			status = benchi_fail(BENCH_ERR_UNSUPPORTED,
				"neither XDG_CACHE_HOME nor HOME is an absolute path");
		else if ((size_t)snprintf(made->path, sizeof made->path, "%s%s", folder, below)
		         >= sizeof made->path) {
			*made->path = '\0';
			status = benchi_fail(BENCH_ERR_UNSUPPORTED,
				"the name of the folder '%.80s...' is too long", folder);
		}
	} else if (strlen(path) >= sizeof made->path)
		status = benchi_fail(BENCH_ERR_UNSUPPORTED, "file name '%.80s...' is too long", path);
	else
		memcpy(made->path, path, strlen(path)); /* "": memory only */
	if (status == BENCH_OK && *made->path)
		status = benchi_wisdom_read_file(made->path, &made->known, &made->counts);
	if (status == BENCH_ERR_MEMORY) {
		bench_wisdom_free(made);
		*wisdom = NULL;
		return status;
	}
	return status == BENCH_OK && made->counts.damaged > 0 ? BENCH_ERR_INPUT : status;
}

void bench_wisdom_free(bench_wisdom *wisdom)
{
	if (!wisdom)
		return;
	free(wisdom->known.text);
	free(wisdom->changes.text);
	free(wisdom->under.text);
	free(wisdom);
}

const char *bench_wisdom_path(const bench_wisdom *wisdom)
{
	return wisdom ? wisdom->path : "";
}

int benchi_wisdom_good_enough(const bench_question *question, double loss)
{
	return loss <= (question->good_enough > 0 ? question->good_enough : GOOD_ENOUGH);
}

/*
 * Finding the entry that answers a question.
 *
 * This is the newest entry for the key and this processor, from the user's file or else from the
 * files below it. If it answers another question, bench_detail says what differs.
 */

bool benchi_wisdom_field_is(const struct benchi_wisdom_line *line, enum benchi_wisdom_field i,
                            const char *text)
{
	struct benchi_cursor field = { line->field[i], line->field[i + 1] - 1 };
	char own[BENCHI_WISDOM_PROCESSOR];      /* the longest of these fields */

	return benchi_take_text(&field, "", own, sizeof own) && strcmp(own, text) == 0;
}

/* Finds the newest line of this key and processor. Returns false if there is none. *foreign: set if
 * another processor has one. */
static bool newest(const struct benchi_wisdom_text *of, const char *key, const char *processor,
                   struct benchi_wisdom_line *found, bool *foreign)
{
	const char *at = of->text, *end = at + of->size;
	struct benchi_wisdom_line line;
	bool known = false;

	for (; at < end; at = line.field[BENCHI_FIELDS]) {
		if (!benchi_wisdom_split(at, end, &line)
		    || !benchi_wisdom_field_is(&line, BENCHI_FIELD_KEY, key))
			continue;
		if (benchi_wisdom_field_is(&line, BENCHI_FIELD_PROCESSOR, processor)) {
			*found = line;
			known = true;
		} else {
			*foreign = true;
		}
	}
	return known;
}

bool benchi_wisdom_look_up(bench_wisdom *wisdom, const bench_question *question, int table,
                           struct benchi_wisdom_entry *found, struct benchi_wisdom_entry *stale)
{
	struct benchi_wisdom_entry asked, known;
	char version[BENCHI_WISDOM_VERSION];
	const char *why = NULL;         /* why the first line does not answer */
	bool answered = false, begun = false, foreign = false;

	stale->end = BENCH_PICK_END_FAILED;
	if (!wisdom) {
		benchi_fail(BENCH_OK, "wisdom is NULL");
		return false;
	}
	if (benchi_wisdom_ask(question, &asked, version) != BENCH_OK)
		return false;
	benchi_lock_take(&benchi_wisdom_lock);
	for (int k = 0; k < 2 && !answered; k++) {
		struct benchi_wisdom_line line = { 0 };
		const char *unfit;

		if (!newest(k ? &wisdom->under : &wisdom->known, question->key, wisdom->processor, &line,
				&foreign))
			continue;
		unfit = !take_entry(&line, &known) ? "has a damaged line"
			: !benchi_wisdom_field_is(&line, BENCHI_FIELD_VERSION, version)
			? "was chosen by another version"
			: !benchi_wisdom_good_enough(question, (double)known.loss_ppb / 1e9)
			? "may be too much slower than the best"
			: known.margin_ppb != asked.margin_ppb ? "was chosen at another margin"
			: known.n != asked.n || known.set != asked.set
			? "was chosen with other candidates, values, confidence or memory (cold or warm)"
			: known.table != table ? "is a table of ranges, or not" : NULL;
		answered = !unfit && !(known.starts > 0 && known.starts < question->starts);
		if (answered || (!unfit && !begun))
			*found = known;
		begun |= !unfit;
		if (unfit && !why) {
			*stale = known;
			why = unfit;
		}
	}
	benchi_lock_give(&benchi_wisdom_lock);
	if (!begun)
		benchi_fail(BENCH_OK, "'%.100s' %s", question->key, why ? why : foreign
			? "was never chosen on this processor" : "was never chosen");
	return begun;
}

/*
 * What was chosen, as text: names, and for a table the values from which they apply.
 *
 *	slicing-8                           a choice
 *	slicing-8,hardware                  a choice and its runner-up
 *	16:memcpy,120:words,3840:rep,65536  a table, and the last value that it covers
 *
 * In a name, ",", ":", "%" and bytes below 32 are written as "%XX".
 */

size_t benchi_wisdom_take_name(const bench_question *question, struct benchi_cursor *text)
{
	char name[BENCHI_WISDOM_WORD];

	return benchi_take_text(text, ",:", name, sizeof name)
	       ? benchi_candidate_find(question->candidates, question->n, name) : BENCH_NONE;
}

/* Parses a choice. Returns BENCH_NONE if the text is malformed or names no candidate. */
static size_t take_choice(const bench_question *question, const char *chosen, size_t *runner_up)
{
	struct benchi_cursor text = { chosen, chosen + strlen(chosen) };
	size_t index = benchi_wisdom_take_name(question, &text);

	*runner_up = benchi_take(&text, ',') ? benchi_wisdom_take_name(question, &text) : BENCH_NONE;
	return text.at < text.end ? BENCH_NONE : index;
}

size_t benchi_wisdom_find(bench_wisdom *wisdom, const bench_question *question,
                          struct benchi_wisdom_known *known)
{
	struct benchi_wisdom_entry found, stale;
	size_t index = BENCH_NONE, next;

	known->runner_up = known->incumbent = known->agreed = BENCH_NONE;
	known->end = BENCH_PICK_END_FAILED;
	known->starts = 0;
	if (benchi_wisdom_look_up(wisdom, question, 0, &found, &stale)) {
		known->end = found.end;
		index = take_choice(question, found.chosen, &known->runner_up);
		if (index == BENCH_NONE)
			benchi_fail(BENCH_OK, "'%.80s' was chosen for '%.80s', but is not a candidate",
			            found.chosen, question->key);
		if (index != BENCH_NONE && found.starts > 0 && found.starts < question->starts) {
			known->agreed = index;
			known->starts = found.starts;
			/* Too few starts agree; bench_detail says so. */
			benchi_fail(BENCH_OK, "'%.100s' was chosen in %lu consecutive start%s, expected %u",
				question->key,
				(unsigned long)found.starts, found.starts == 1 ? "" : "s", question->starts);
			index = BENCH_NONE;
		}
	} else if (stale.end != BENCH_PICK_END_FAILED && !stale.table)
		known->incumbent = take_choice(question, stale.chosen, &next);
	return index;
}

size_t bench_wisdom_find(bench_wisdom *wisdom, const bench_question *question)
{
	struct benchi_wisdom_known known;

	return benchi_wisdom_find(wisdom, question, &known);
}
