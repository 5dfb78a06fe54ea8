// divan on the chains that bench/accuracy times.
// SPDX-License-Identifier: MIT
use std::arch::asm;

fn main() {
    divan::main();
}

macro_rules! chain {
    ($name:ident, $n:literal) => {
        #[divan::bench]
        fn $name(bencher: divan::Bencher) {
            let mut a: u64 = 3;
            bencher.bench_local(|| unsafe {
                asm!(concat!(".rept ", $n), "xor {0}, {1}", ".endr", inout(reg) a, in(reg) 5u64);
            });
            divan::black_box(a);
        }
    };
}

chain!(chain_1, "1");
chain!(chain_6, "6");
chain!(chain_40, "40");
chain!(chain_4000, "4000");
