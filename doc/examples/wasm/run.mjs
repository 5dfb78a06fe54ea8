// node run.mjs PROGRAM.wasm [ARGUMENT...]: runs a program of wasm32-wasi.  SPDX-License-Identifier: MIT
import { readFile } from 'node:fs/promises';
import { argv, env } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { WASI } from 'node:wasi';

// The optimising compiler from the start: a call of main that has begun would end in the first compiler's code.
setFlagsFromString('--no-liftoff');

const wasi = new WASI({ version: 'preview1', args: argv.slice(2), env, preopens: { '/': '/' } });
const module = await WebAssembly.compile(await readFile(argv[2]));
wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
