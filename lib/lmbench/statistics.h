/*
 * Statistics of one type, with lmbench's definitions. Included once per type: T is the type,
 * NAME(f) the function's name, STAT the type of functions that bootstrap takes.
 *
 * moment: the mean of (x - mean)^moment; variance: the sum of squares over n - 1; skew: the third
 * moment over the second to 3/2; kurtosis: the fourth over the second squared, minus 3, so that a
 * normal distribution has 0; stderr: standard error of the mean. The median of an even number of
 * values is the mean of the middle two. The functions do not reorder the values, and return 0 if
 * there are none.
 *
 * bootstrap_stderr: the standard deviation of f over 200 samples drawn with replacement (B. Efron,
 * The Annals of Statistics 7, 1979), the same samples on every machine.
 *
 * SPDX-License-Identifier: MIT
 */

int NAME(compare)(const void *a, const void *b)
{
	T x = *(const T *)a, y = *(const T *)b;

	return (x > y) - (x < y);
}

T NAME(median)(T *values, int size)
{
	T *sorted, median;

	if (size < 1)
		return 0;
	sorted = capacity((size_t)size * sizeof *sorted);
	memcpy(sorted, values, (size_t)size * sizeof *sorted);
	qsort(sorted, (size_t)size, sizeof *sorted, NAME(compare));
	median = sorted[size / 2];
	if (size % 2 == 0)
		median = sorted[size / 2 - 1] + (median - sorted[size / 2 - 1]) / 2;
	free(sorted);
	return median;
}

/* The mean as a double. */
static double NAME(centre)(const T *values, int size)
{
	double sum = 0;

	for (int i = 0; i < size; i++)
		sum += (double)values[i];
	return size < 1 ? 0 : sum / size;
}

T NAME(mean)(T *values, int size)
{
	return (T)NAME(centre)(values, size);
}

T NAME(min)(T *values, int size)
{
	T found = size < 1 ? 0 : values[0];

	for (int i = 1; i < size; i++)
		if (values[i] < found)
			found = values[i];
	return found;
}

T NAME(max)(T *values, int size)
{
	T found = size < 1 ? 0 : values[0];

	for (int i = 1; i < size; i++)
		if (values[i] > found)
			found = values[i];
	return found;
}

double NAME(moment)(int moment, T *values, int size)
{
	double mean = NAME(centre)(values, size), sum = 0;

	for (int i = 0; i < size; i++)
		sum += pow((double)values[i] - mean, moment);
	return size < 1 ? 0 : sum / size;
}

double NAME(variance)(T *values, int size)
{
	return size < 2 ? 0 : NAME(moment)(2, values, size) * size / (size - 1);
}

double NAME(stderr)(T *values, int size)
{
	return size < 1 ? 0 : sqrt(NAME(variance)(values, size) / size);
}

double NAME(skew)(T *values, int size)
{
	double second = NAME(moment)(2, values, size);

	return second > 0 ? NAME(moment)(3, values, size) / pow(second, 1.5) : 0;
}

double NAME(kurtosis)(T *values, int size)
{
	double second = NAME(moment)(2, values, size);

	return second > 0 ? NAME(moment)(4, values, size) / (second * second) - 3 : 0;
}

double NAME(bootstrap_stderr)(T *values, int size, STAT f)
{
	double found[SAMPLES];
	uint64_t state = 1;
	T *sample;

	if (size < 1)
		return 0;
	sample = capacity((size_t)size * sizeof *sample);
	for (int i = 0; i < SAMPLES; i++) {
		for (int k = 0; k < size; k++)
			sample[k] = values[benchi_random_below(&state, (uint64_t)size)];
		found[i] = (double)f(sample, size);
	}
	free(sample);
	return sqrt(double_variance(found, SAMPLES));
}

#undef T
#undef NAME
#undef STAT
