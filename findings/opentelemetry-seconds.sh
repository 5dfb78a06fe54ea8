#!/bin/sh
# OpenTelemetry SDK 1.45.2 (Python): the default buckets of a histogram are made for milliseconds (0, 5, 10, 25, ... 10000), but the
# conventions of the same project say that durations are in seconds. A hundred requests of 1 to 100 ms, recorded with unit="s" as
# prescribed, are all in one bucket, (0, 5]: every percentile that is made of them is a guess between 0 and 5 s.
# Guess: the SDK looks at the unit, or has buckets from microseconds on.
# Seen: "of 16 buckets 1 is used, up to 5.0 s"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q opentelemetry-sdk==1.45.2
cat >a.py <<'END'
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
reader = InMemoryMetricReader()
histogram = MeterProvider(metric_readers=[reader]).get_meter('m').create_histogram('http.server.request.duration', unit='s')
for i in range(100): histogram.record(.001 * (i + 1))
point = reader.get_metrics_data().resource_metrics[0].scope_metrics[0].metrics[0].data.data_points[0]
used = [i for i, n in enumerate(point.bucket_counts) if n]
print('of %d buckets %d is used, up to %s s' % (len(point.bucket_counts), len(used), point.explicit_bounds[used[0]]))
END
said=$(v/bin/python a.py)
echo "$said"
[ "$said" = 'of 16 buckets 1 is used, up to 5.0 s' ]
