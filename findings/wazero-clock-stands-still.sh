#!/bin/sh
# wazero 1.8.2, the WebAssembly runtime for Go: unless the embedder asks for the system's clocks, a module's clocks are made up. The monotonic
# clock advances by 1 ms at each reading and never otherwise; the calendar is at 1 January 2022. A benchmark in such a module finds
# 1,000,000 ns for any body, with no scatter at all. The wazero command asks for the real clocks, so the same module is right there.
# Guess: a clock, or an error where none is granted; the files and variables of the host are absent rather than invented.
# Seen: "nothing: 1000000 ns, a million additions: 1000000 ns, year 2022"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.15.2
command -v go >/dev/null || apt-get install -q -y --no-install-recommends golang-go >/dev/null
cat >a.c <<'END_C'
#include <stdio.h>
#include <time.h>
static long long now(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}
int main(void)
{
	volatile int x = 0;
	long long begin = now(CLOCK_MONOTONIC), empty = now(CLOCK_MONOTONIC) - begin;
	begin = now(CLOCK_MONOTONIC);
	for (int i = 0; i < 1000000; i++)
		x += i;
	printf("nothing: %lld ns, a million additions: %lld ns", empty, now(CLOCK_MONOTONIC) - begin);
	printf(", year %lld\n", 1970 + now(CLOCK_REALTIME) / 1000000000 / 31556952);
	return 0;
}
END_C
v/bin/python -m ziglang cc -target wasm32-wasi -O1 a.c -o a.wasm
cat >main.go <<'END_GO'
package main

import (
	"context"
	"os"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

func main() {
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	module, _ := os.ReadFile("a.wasm")
	if _, err := r.InstantiateWithConfig(ctx, module, wazero.NewModuleConfig().WithStdout(os.Stdout)); err != nil {
		panic(err)
	}
}
END_GO
printf 'module a\ngo 1.21\n' >go.mod
export GOFLAGS=-mod=mod GOPATH="$work/go" GOCACHE="$work/cache"
go get github.com/tetratelabs/wazero@v1.8.2 2>/dev/null
rm a.c
go run . | tee said
[ "$(cat said)" = 'nothing: 1000000 ns, a million additions: 1000000 ns, year 2022' ]
