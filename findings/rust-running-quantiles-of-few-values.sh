#!/bin/sh
# average 0.17.0 and watermill 0.1.2 (Rust) keep quantiles in five markers, by the method of Jain and Chlamtac. With exactly five values, as many as
# a quick benchmark has runs, average answers with the third marker, whatever was asked: the 99th percentile of 1, 2, 3, 4 and 10 is 3, their
# median. watermill's interquartile range of 1 to 6 is 0.
# Guess: close to the largest value; about 3.
# Seen: "average: p99 of 1 2 3 4 10 is 3; watermill: interquartile range of 1 to 6 is 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "few"
version = "0.1.0"
edition = "2024"
[dependencies]
average = "=0.17.0"
watermill = "=0.1.2"
END
cat >src/main.rs <<'END'
use average::{Estimate, Quantile};
use watermill::stats::Univariate;

fn main() {
    let mut p99 = Quantile::new(0.99);
    for x in [1.0, 2.0, 3.0, 4.0, 10.0] {
        p99.add(x);
    }
    let mut range: watermill::iqr::IQR<f64> = watermill::iqr::IQR::default();
    for x in 1..=6 {
        range.update(x as f64);
    }
    println!("average: p99 of 1 2 3 4 10 is {}; watermill: interquartile range of 1 to 6 is {}", p99.quantile(), range.get());
}
END
said=$(cargo run -q 2>/dev/null)
echo "$said"
[ "$said" = 'average: p99 of 1 2 3 4 10 is 3; watermill: interquartile range of 1 to 6 is 0' ]
