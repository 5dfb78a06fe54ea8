// node run.mjs PROGRAM.wasm [ARGUMENT...]: runs a program of wasm32-wasi.  SPDX-License-Identifier: MIT
import { readFile } from 'node:fs/promises';
import { argv, env } from 'node:process';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: argv.slice(2), env, preopens: { '/': '/', '.': '.' } });
const module = await WebAssembly.compile(await readFile(argv[2]));
wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
