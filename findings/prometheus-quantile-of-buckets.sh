#!/bin/sh
# Prometheus 2.42 (Debian 12's promtool): histogram_quantile() of requests that all took longer than the last finite bucket is that bucket's
# bound: 10 s, also where each took a minute. If all were in the first bucket, below 5 ms, the median is 2.5 ms: the line is drawn from
# 0. So an overloaded service has a flat, credible latency of 10, and a fast one a latency that its buckets made.
# Guess: +Inf or NaN for the first, 5 ms or less for the second.
# Seen: "10 and 0.0025" (promtool's own test of rules passes with both)
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download prometheus=2.42.0+ds-5+deb12u1
dpkg -x prometheus*.deb x
cat >slow_and_fast.yml <<'END'
evaluation_interval: 1m
tests:
  - interval: 1m
    input_series:
      - { series: 'slow_bucket{le="0.005"}', values: '0 0 0' }
      - { series: 'slow_bucket{le="10"}', values: '0 0 0' }
      - { series: 'slow_bucket{le="+Inf"}', values: '0 100 200' }
      - { series: 'fast_bucket{le="0.005"}', values: '0 100 200' }
      - { series: 'fast_bucket{le="10"}', values: '0 100 200' }
      - { series: 'fast_bucket{le="+Inf"}', values: '0 100 200' }
    promql_expr_test:
      - expr: histogram_quantile(0.5, rate(slow_bucket[2m]))
        eval_time: 2m
        exp_samples: [{ labels: '{}', value: 10 }]
      - expr: histogram_quantile(0.5, rate(fast_bucket[2m]))
        eval_time: 2m
        exp_samples: [{ labels: '{}', value: 0.0025 }]
END
x/usr/bin/promtool test rules slow_and_fast.yml
