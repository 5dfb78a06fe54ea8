#!/bin/sh
# Rust 1.95's libtest (cargo bench, #[bench]): the "+/-" behind "ns/iter" is neither a standard deviation nor the half of an interval. It is
# the whole range of the samples, largest minus least (5 % at each end cut to the next value), so that more samples make it wider. A
# body of 20 ms in one second and 40 ms in the next has "+/- 20", where its deviation is 10.
# "Different if further apart than +/-", a usual rule, asks far too much.
# Guess: a deviation, as in criterion's output of the same form and in Go's benchstat.
# Seen: "20,000,000 or 40,000,000 ns/iter (+/- 20,000,000)", give or take a hundredth
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >a.rs <<'END'
#![feature(test)]
extern crate test;
use std::time::{Duration, Instant};
#[bench]
fn two_speeds(b: &mut test::Bencher) {
    let start = Instant::now();
    b.iter(|| std::thread::sleep(Duration::from_millis(if start.elapsed().as_secs() % 2 == 0 { 20 } else { 40 })))
}
END
RUSTC_BOOTSTRAP=1 rustc -O --test a.rs -o a
./a --bench | grep ns/iter | tee out
range=$(sed 's/.*+\/- \(.*\))/\1/; s/,//g' out)
awk -v range="$range" 'BEGIN { exit !(range > 16e6 && range < 24e6) }'
