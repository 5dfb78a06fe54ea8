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
 * caller's version. Parsing looks at each byte once. A line with a field that is too long is
 * damaged.
 *
 * Thread-safe: one lock guards the lists. It is never held while waiting for a file.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"
#include "wisdom/wisdom.h"

enum { SHOWN = 40, FIRST_CAPACITY = 16, DECIMALS = 9 };

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

/* If the next word, after a slash, is this one, skips it and returns 1. */
static int take_word(struct benchi_cursor *line, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(line->end - line->at) <= n || *line->at != '/'
	    || memcmp(line->at + 1, word, n) != 0)
		return 0;
	line->at += n + 1;
	return 1;
}

/* Parses a line without its newline. Returns NULL, or what was expected at *rest; the entry is then
 * invalid. */
static const char *parse_line(const char *text, size_t length, struct benchi_wisdom_entry *e,
                              const char **rest)
{
	static const char margin[] = "a margin from 0 to 1 and a tab";
	struct benchi_cursor line = { text, text + length };
	const char *wrong = NULL;

	memset(e, 0, sizeof *e);
	if (!benchi_take_text(&line, "\t", e->key, sizeof e->key) || !*e->key)
		wrong = "a key of 1 to 127 bytes and a tab";
	else if (!benchi_take(&line, '\t')
	         || !benchi_take_text(&line, "\t", e->chosen, sizeof e->chosen)
	         || !benchi_take(&line, '\t'))
		wrong = "at most 1023 bytes and a tab";
	else if (!benchi_take_number(&line, 10, &e->n) || !benchi_take(&line, '/'))
		wrong = "the number of candidates and '/'";
	else if (!benchi_take_number(&line, 16, &e->set) || !benchi_take(&line, '\t'))
		wrong = "up to 16 hexadecimal digits and a tab";
	else if (!take_share(&line, &e->margin_ppb))
		wrong = margin;
	if (wrong) {
		*rest = line.at;
		return wrong;
	}

	/* Words after the margin: what was chosen, and how. */
	e->table = take_word(&line, "table");
	e->end = BENCH_PICK_END_SURE;
	if (take_word(&line, "likely")) {
		e->end = BENCH_PICK_END_BUDGET;
		if (!benchi_take(&line, '/') || !take_share(&line, &e->loss_ppb))
			wrong = margin;
	} else if (!e->table && take_word(&line, "only"))
		e->end = BENCH_PICK_END_ONLY_ONE;
	if (!wrong && take_word(&line, "starts")
	    && !(benchi_take(&line, '/') && benchi_take_number(&line, 10, &e->starts) && e->starts > 0))
		wrong = margin;
	if (wrong || !benchi_take(&line, '\t'))
		wrong = margin;
	else if (!benchi_take_text(&line, "\t", e->version, sizeof e->version)
	         || !*e->version || !benchi_take(&line, '\t'))
		wrong = "a version and a tab";
	else if (!benchi_take_text(&line, "\t", e->processor, sizeof e->processor) || !*e->processor
	         || line.at < line.end)
		wrong = "the processor's name and the end of the line";
	*rest = line.at;
	return wrong;
}

bool benchi_wisdom_reserve(struct benchi_wisdom_list *list)
{
	size_t capacity = list->capacity ? list->capacity * 2 : FIRST_CAPACITY;
	struct benchi_wisdom_entry *more;

	if (list->n < list->capacity || list->n >= BENCHI_WISDOM_LIMIT)
		return true;
	more = realloc(list->entry, capacity * sizeof *more);
	if (!more)
		return false;
	list->entry = more;
	list->capacity = capacity;
	return true;
}

bench_status benchi_wisdom_read(const char *name, const char *text, size_t size,
                                struct benchi_wisdom_list *list, bench_wisdom_counts *counts)
{
	static const char first_line[] = BENCHI_WISDOM_FIRST_LINE;
	const char *end = text + size;
	size_t line = 1;

	counts->damaged = counts->line = 0;
	if (size == 0)
		return BENCH_OK;
	if (size < sizeof first_line - 1 || memcmp(text, first_line, sizeof first_line - 1) != 0)
		return benchi_fail(BENCH_ERR_INPUT, "'%.120s' is not a wisdom file: expected"
		                   " 'libbench wisdom 1' in line 1", name);
	text += sizeof first_line - 1;
	for (size_t length, n; text < end; text += length + 1) {
		const char *newline = memchr(text, '\n', (size_t)(end - text)), *rest = text, *wrong;
		struct benchi_wisdom_entry entry;
		char shown[SHOWN + 1];

		line++;
		length = (size_t)((newline ? newline : end) - text);
		if (length == 0 || *text == '#')
			continue;
		wrong = !newline ? "the end of the line"
			: list->n == BENCHI_WISDOM_LIMIT ? "at most 1000 choices"
			: parse_line(text, length, &entry, &rest);
		if (!wrong && !benchi_wisdom_reserve(list))
			return benchi_no_memory("wisdom");
		if (!wrong)
			list->entry[list->n++] = entry;
		if (!wrong || counts->damaged++ > 0)
			continue;
		/* Report the first damaged line, with unprintable bytes as '?'. */
		counts->line = line;
		n = length - (size_t)(rest - text) < SHOWN ? length - (size_t)(rest - text) : SHOWN;
		for (size_t i = 0; i < n; i++)
			shown[i] = (unsigned char)rest[i] < ' ' || (unsigned char)rest[i] >= 127 ? '?'
				: rest[i];
		shown[n] = '\0';
		benchi_fail(BENCH_ERR_INPUT, "%.80s:%lu: found '%s', expected %s", name,
		            (unsigned long)line, shown, wrong);
	}
	return BENCH_OK;
}

bench_status benchi_wisdom_read_file(const char *path, struct benchi_wisdom_list *list,
                                     bench_wisdom_counts *counts)
{
	char *text;
	size_t size;
	bench_status status = benchi_file_read(path, BENCHI_WISDOM_BYTES, &text, &size);

	if (status == BENCH_OK && text)
		status = benchi_wisdom_read(path, text, size, list, counts);
	free(text);
	return status;
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

bench_status benchi_wisdom_ask(const bench_question *question, const char *processor,
                               struct benchi_wisdom_entry *entry)
{
	double margin = question && question->options ? question->options->margin : 0;
	char digits[BENCHI_DIGITS];

	memset(entry, 0, sizeof *entry);
	if (!question || !question->key || (!question->candidates && question->n > 0))
		return benchi_fail(BENCH_ERR_ARGUMENT, "question.key or .candidates is NULL");
	if (!*question->key || strlen(question->key) >= sizeof entry->key)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the key is '%.40s', expected 1 to 127 bytes",
		                   question->key);
	if (!(margin >= 0 && margin < 1))
		return benchi_fail(BENCH_ERR_ARGUMENT, "margin is %g, expected 0 to below 1", margin);
	memcpy(entry->key, question->key, strlen(question->key));
	snprintf(entry->processor, sizeof entry->processor, "%s", processor);
	if (question->version
	    && strlen(question->version) >= sizeof entry->version - sizeof BENCHI_WISDOM_METHOD)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the version is '%.40s...', expected at most"
		                   " 61 bytes", question->version);
	snprintf(entry->version, sizeof entry->version, "%s%s%s", BENCHI_WISDOM_METHOD,
		question->version ? "/" : "", question->version ? question->version : "");
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

/* Path of a file in the user's cache folder (XDG Base Directory Specification 0.8): below
 * $XDG_CACHE_HOME if that is an absolute path, else below $HOME/.cache; on Windows below
 * %LOCALAPPDATA%. BENCH_ERR_UNSUPPORTED, and path "": none of these is set, the program is
 * set-user-ID, or the path does not fit. */
static bench_status cache_path(const char *below, char *path, size_t capacity)
{
	const char *between = "/";  /* the text between the folder and the name */
#ifdef _WIN32
	const char *folder = benchi_environment_text("LOCALAPPDATA");

	folder = folder && *folder ? folder : NULL;
#else
	const char *folder = benchi_environment_text("XDG_CACHE_HOME");

	if (!folder || *folder != '/') {
		folder = benchi_environment_text("HOME");
		folder = folder && *folder == '/' ? folder : NULL;
		between = "/.cache/";
	}
#endif

	*path = '\0';
	if (!folder)
		return benchi_fail(BENCH_ERR_UNSUPPORTED,
			"neither XDG_CACHE_HOME nor HOME is an absolute path");
	if ((size_t)snprintf(path, capacity, "%s%s%s", folder, between, below) < capacity)
		return BENCH_OK;
	*path = '\0';
	return benchi_fail(BENCH_ERR_UNSUPPORTED, "the name of the folder '%.80s...' is too long",
		folder);
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
		made->folders = 0700;
		status = cache_path("libbench/wisdom", made->path, sizeof made->path);
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

	/* Count the choices of each kind. */
	const struct benchi_wisdom_list *known = &made->known;
	const size_t method = sizeof BENCHI_WISDOM_METHOD - 1;

	for (size_t i = 0; i < known->n; i++)
		if (strcmp(known->entry[i].processor, made->processor) != 0)
			made->counts.foreign++;
		else if (memcmp(known->entry[i].version, BENCHI_WISDOM_METHOD, method) != 0
		         || !strchr("/", known->entry[i].version[method]))
			made->counts.stale++;
		else
			made->counts.usable++;

	return status == BENCH_OK && made->counts.damaged > 0 ? BENCH_ERR_INPUT : status;
}

void bench_wisdom_free(bench_wisdom *wisdom)
{
	if (!wisdom)
		return;
	free(wisdom->known.entry);
	free(wisdom->changes.entry);
	free(wisdom->under.entry);
	free(wisdom);
}

const char *bench_wisdom_path(const bench_wisdom *wisdom)
{
	return wisdom ? wisdom->path : "";
}

bench_wisdom_counts bench_wisdom_count(const bench_wisdom *wisdom)
{
	static const bench_wisdom_counts none;

	return wisdom ? wisdom->counts : none;
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

bool benchi_wisdom_look_up(bench_wisdom *wisdom, const bench_question *question, int table,
                           struct benchi_wisdom_entry *found, struct benchi_wisdom_entry *stale)
{
	struct benchi_wisdom_entry asked;
	bool answered = false, begun = false, foreign = false;

	*stale->key = '\0';
	if (!wisdom) {
		benchi_fail(BENCH_OK, "wisdom is NULL");
		return false;
	}
	if (benchi_wisdom_ask(question, wisdom->processor, &asked) != BENCH_OK)
		return false;
	benchi_lock_take(&benchi_wisdom_lock);
	for (int k = 0; k < 2 && !answered; k++) {
		const struct benchi_wisdom_list *list = k ? &wisdom->under : &wisdom->known;
		const struct benchi_wisdom_entry *known = NULL;

		for (size_t i = list->n; i-- > 0 && !known;) {
			const struct benchi_wisdom_entry *entry = &list->entry[i];

			if (strcmp(entry->key, asked.key) != 0)
				continue;
			if (strcmp(entry->processor, asked.processor) == 0)
				known = entry;
			else
				foreign = true;
		}
		if (!known)
			continue;

		bool fits = false;

		if (strcmp(known->version, asked.version) != 0)
			benchi_fail(BENCH_OK, "'%.100s' was chosen by version %s, not %s", asked.key,
				known->version, asked.version);
		else if (!benchi_wisdom_good_enough(question, (double)known->loss_ppb / 1e9))
			benchi_fail(BENCH_OK, "'%.100s' may be up to %.3g %% slower than the best", asked.key,
				(double)known->loss_ppb / 1e7);
		else if (known->margin_ppb != asked.margin_ppb)
			benchi_fail(BENCH_OK, "'%.100s' was chosen at the margin %g, not %g", asked.key,
				(double)known->margin_ppb / 1e9, (double)asked.margin_ppb / 1e9);
		else if (known->n != asked.n || known->set != asked.set)
			benchi_fail(BENCH_OK, "'%.100s' was chosen with other candidates, values, confidence "
				"or memory (cold or warm)", asked.key);
		else if (known->table != table)
			benchi_fail(BENCH_OK, "'%.100s' is %s", asked.key,
				known->table ? "a table of ranges" : "a single choice");
		else
			fits = true;
		answered = fits && !(known->starts > 0 && known->starts < question->starts);
		if (answered || (fits && !begun))
			*found = *known;
		else if (!fits && !*stale->key)
			*stale = *known;
		begun = begun || fits;
	}
	answered = answered || begun;
	benchi_lock_give(&benchi_wisdom_lock);
	if (!answered && !*stale->key)
		benchi_fail(BENCH_OK, "'%.100s' was never chosen%s", asked.key,
		            foreign ? " on this processor" : "");
	return answered;
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
			            found.chosen, found.key);
		if (index != BENCH_NONE && found.starts > 0 && found.starts < question->starts) {
			known->agreed = index;
			known->starts = found.starts;
			/* Too few starts agree; bench_detail says so. */
			benchi_fail(BENCH_OK, "'%.100s' was chosen in %lu consecutive start%s, expected %u",
				found.key,
				(unsigned long)found.starts, found.starts == 1 ? "" : "s", question->starts);
			index = BENCH_NONE;
		}
	} else if (*stale.key && !stale.table)
		known->incumbent = take_choice(question, stale.chosen, &next);
	return index;
}

size_t bench_wisdom_find(bench_wisdom *wisdom, const bench_question *question)
{
	struct benchi_wisdom_known known;

	return benchi_wisdom_find(wisdom, question, &known);
}
