/*
 * `bench history`: the commit of results.
 *
 * SPDX-License-Identifier: MIT
 */
#include <time.h>

#include "tools/history/history.h"

/* $1: the revision.  Prints the commit's name, a tab, and its date. */
static const char commit_script[] =
	"commit=$(git rev-parse -q --verify \"${1:-HEAD}^{commit}\" 2>/dev/null) || exit 1\n"
	"[ -n \"$1\" ] || git diff --quiet HEAD -- 2>/dev/null || echo 'bench history: the working "
		"tree has changes: recorded as its commit' >&2\n"
	"printf '%s\\t' \"$commit\"\n"
	"TZ=UTC0 git log -1 --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ \"$commit\"\n";

int history_find_commit(const char *revision, history_origin *of)
{
	static char today[24];
	benchi_output o;
	char *date;
	const char *const words[] = { revision ? revision : "", NULL };
	int status = script_run("history", commit_script, words, &o, &date);

	of->text = o.text;
	if (status)
		return status == RUN_STOPPED ? BENCHI_EXIT_SIGNAL + benchi_interrupt_came() : EXIT_MISUSE;
	if (!date && !revision)
		return complain("history", "not in a git work tree with a commit: expected --commit NAME");
	of->commit = date ? o.text : revision;
	of->date = date ? date : benchi_date_text((double)time(NULL), today);
	return 0;
}
