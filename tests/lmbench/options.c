/* mygetopt and invalid options.  Includes the header by the name in the manual pages.
 * SPDX-License-Identifier: MIT */
#include "lmbench.h"

main(argc, argv)
	char **argv;
{
	int c;

	opterr = 0;
	while ((c = getopt(argc, argv, "abc:")) != -1) {
		if (c == '?')
			lmbench_usage(argc, argv, "[-ab] [-c number] [file ...]");
		printf("%c %s\n", c, optarg ? optarg : "-");
	}
	for (; optind < argc; optind++)
		printf("%s\n", argv[optind]);
	return 0;
}
