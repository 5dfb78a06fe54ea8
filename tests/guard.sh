#!/bin/sh
# Are results of other conditions refused, each kind of difference by its name?
. "$top_srcdir/tests/tap.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
bench=$(cd "$top_builddir" && pwd)/tools/bench
program=$(cd "$top_builddir" && pwd)/tests/program_cases
cd "$work" || exit 99

cat >base.json <<'END'
{"libbench": 1, "interrupted": false,
 "context": {"program": "sort", "processor": "A \"fast\" one", "hypervisor": "kvm", "clock": "posix",
  "compiler": "gcc 12", "flags": "-O2", "libbench_version": "0.1.0", "libbench_flags": "-O2 -g"},
 "summaries": [{"name": "copy", "method": "function", "ns": 10}],
 "results": [{"name": "copy", "metric": "ns", "unit": "ns", "values": [10, 11, 10, 11, 10, 11]},
  {"name": "copy", "metric": "instructions", "unit": "", "better": "lower", "values": [1000]}]}
END
compare() { # compare STATUS WORDS...
	wanted=$1
	shift
	"$bench" compare "$@" >out 2>err
	status=$?
	[ $status -eq "$wanted" ] || { echo "status $status"; cat out err; return 1; }
}
same() { compare 0 base.json base.json && [ ! -s err ]; }
tap "equal conditions" same
differs() { # differs KEY FROM TO
	sed "s/\"$1\": \"$2/\"$1\": \"$3/" base.json >other.json
	compare 4 base.json other.json && grep -q "^base.json and other.json: $1: '" err && grep -q 'not comparable' err && [ ! -s out ] &&
		compare 0 --force base.json other.json && grep -q "$1: '" err && [ -s out ]
}
tap "another processor" differs processor A B
tap "another hypervisor" differs hypervisor kvm xen
tap "another clock" differs clock posix win32
tap "another compiler" differs compiler gcc clang
tap "other flags" differs flags -O2 -O3
tap "another version of the library" differs libbench_version 0.1 0.2
tap "other flags of the library" differs libbench_flags -O2 -O1
tap "another method" differs method function loop
bare() { sed 's/"hypervisor": "kvm", //' base.json >other.json && compare 4 base.json other.json && grep -q "hypervisor: 'kvm' and ''" err; }
tap "a virtual machine against none" bare
silent() { sed 's/"clock": "posix",//' base.json >other.json && compare 0 base.json other.json; }
tap "what a file does not state does not differ" silent
csv() {
	printf '# libbench 1\n# processor: P\n# flags: -O2\nbenchmark,ns\na,1\na,2\na,1\n' >a.csv
	sed 's/-O2/-O3/' a.csv >b.csv
	compare 4 a.csv b.csv && grep -q "flags: '-O2' and '-O3'" err
}
tap "tables" csv
exact() {
	sed 's/\[1000\]/[1001]/' base.json >other.json
	compare 1 -e --metric instructions base.json other.json && compare 1 -e --metric instructions other.json base.json && return 1
	compare 0 -e --metric instructions base.json base.json && compare 0 --metric instructions base.json other.json && grep -q '0.1 %' out
}
tap "one instruction more is a change" exact
saved() {
	"$program" -f quick --rounds 5 -o run.json >/dev/null && sed 's/"clock": "[a-z]*/"clock": "other/' run.json >other.json &&
		"$program" -f quick --rounds 5 --compare run.json >out && ! grep -q 'not comparable' out || return 1
	"$program" -f quick --rounds 5 --compare other.json >out
	[ $? -eq 4 ] && grep -q "clock: 'other' and '" out && grep -q 'not comparable with other.json' out || return 1
	"$program" -f quick --rounds 5 --force --compare other.json >out && grep -q '^note: \|quick' out
}
tap "--compare" saved
tap_end
