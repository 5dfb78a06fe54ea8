#!/bin/sh
# benchmark-ips 2.7.2 (Ruby): "ips" of the JSON and of the screen is the mean of the rates of cycles of 100 ms, not iterations /
# time, and a slow cycle hardly counts in a mean of rates. In a block with a pause of 0.3 s in every fifth cycle the rate is reported
# well above the iterations that were done per second, although the file holds both iterations and microseconds.
# Guess: i/s are iterations / seconds, as both numbers are printed behind it ("10.000k in 1.5s").
# Seen: "ips is 1.3 or more times iterations / time"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download ruby-benchmark-ips=2.7.2-2 2>/dev/null
dpkg -x ruby-benchmark-ips_*.deb x
cat >b.rb <<'END'
require 'benchmark/ips'
require 'json'
n = 0
Benchmark.ips do |x|
  x.config(time: 4, warmup: 0.2)
  x.report('a') { n += 1; sleep(n % 500 == 0 ? 0.3 : 0.001) }
  x.json! 'out.json'
end
r = JSON.parse(File.read('out.json'))[0]
real = r['iterations'] / (r['microseconds'] / 1e6)
puts "ips #{r['ips'].round}, iterations / time #{real.round}"
exit r['ips'] > 1.2 * real
END
ruby -I x/usr/lib/ruby/vendor_ruby b.rb | tail -1
