#!/bin/sh
# criterion 0.5.1 (Rust): --quick takes two samples, one twice as long as the other, and prints and stores a 95 % interval like that of a
# full run. Its ends are the two samples: a bootstrap of two values cannot go beyond them. Two values hold the median in one of two cases.
# Guess: a wide interval, or none.
# Seen: "2 samples; interval from the smaller to the larger, at 0.95"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir benches src
touch src/lib.rs
cat >Cargo.toml <<'END'
[package]
name = "quick"
version = "0.1.0"
edition = "2021"
[dev-dependencies]
criterion = { version = "=0.5.1", default-features = false, features = ["cargo_bench_support"] }
[[bench]]
name = "sum"
harness = false
END
cat >benches/sum.rs <<'END'
use criterion::{black_box, criterion_group, criterion_main, Criterion};

fn sum(c: &mut Criterion) {
    c.bench_function("sum", |b| {
        b.iter(|| (0..black_box(1000u64)).fold(0u64, |s, i| s.wrapping_add(black_box(i) * i)))
    });
}

criterion_group!(benches, sum);
criterion_main!(benches);
END
cargo bench -q --bench sum -- --quick 2>/dev/null | grep 'time:'
python3 - <<'END'
import json
sample = json.load(open('target/criterion/sum/new/sample.json'))
mean = json.load(open('target/criterion/sum/new/estimates.json'))['mean']['confidence_interval']
each = sorted(t / n for t, n in zip(sample['times'], sample['iters']))
assert len(each) == 2 and sample['iters'][1] == 2 * sample['iters'][0], sample
near = lambda a, b: abs(a - b) < 1e-9 * b
assert near(mean['lower_bound'], each[0]) and near(mean['upper_bound'], each[1]), (mean, each)
print('%d samples; interval from the smaller to the larger, at %g' % (len(each), mean['confidence_level']))
END
