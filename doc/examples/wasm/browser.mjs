// node browser.mjs PROGRAM.wasm [ARGUMENT...]: runs a program of wasm32-wasi in headless Chromium, prints its output.
// BROWSER: the program to start, default chromium.  ISOLATED=0: without the headers that make the page's clock fine.
// SPDX-License-Identifier: MIT
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, env, exit } from 'node:process';

// The page.  WASI's functions return 0 or an error number; memory is read anew at each call, since it may grow.
async function page(args, post) {
	const bad = 8, missing = 44, unsupported = 52;
	const texts = args.map(arg => new TextEncoder().encode(arg + '\0'));
	let instance, text = '', code = 0;
	const view = () => new DataView(instance.exports.memory.buffer);
	const set = (at, ...values) => { values.forEach((v, i) => view().setUint32(at + 4 * i, v, true)); return 0; };
	const known = {
		args_sizes_get: (count, size) => set(count, texts.length) || set(size, texts.reduce((n, t) => n + t.length, 0)),
		args_get(pointers, at) {
			texts.forEach((t, i) => {
				set(pointers + 4 * i, at);
				new Uint8Array(instance.exports.memory.buffer).set(t, at);
				at += t.length;
			});
			return 0;
		},
		environ_sizes_get: (count, size) => set(count, 0) || set(size, 0),
		environ_get: () => 0,
		clock_time_get(id, precision, at) {
			const ns = id === 0 ? Date.now() * 1e6 : performance.now() * 1e6;
			view().setBigUint64(at, BigInt(Math.round(ns)), true);
			return 0;
		},
		random_get(at, size) {
			crypto.getRandomValues(new Uint8Array(instance.exports.memory.buffer, at, size));
			return 0;
		},
		fd_fdstat_get(fd, at) {
			set(at, 2, 0, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff);
			return fd > 2 ? bad : 0;
		},
		fd_prestat_get: () => bad,
		fd_write(fd, list, count, written) {
			let all = 0;
			for (let i = 0; i < count; i++) {
				const size = view().getUint32(list + 8 * i + 4, true);
				text += new TextDecoder().decode(new Uint8Array(instance.exports.memory.buffer,
					view().getUint32(list + 8 * i, true), size));
				all += size;
			}
			return set(written, all);
		},
		fd_read: (fd, list, count, got) => set(got, 0),
		fd_close: () => 0,
		fd_fdstat_set_flags: () => 0,
		path_open: () => missing,
		proc_exit(status) { code = status; throw post; },
	};
	try {
		const module = await WebAssembly.compileStreaming(fetch('/program.wasm'));
		const functions = {};
		for (const { name } of WebAssembly.Module.imports(module))
			functions[name] = known[name] ?? (() => unsupported);
		instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: functions });
		instance.exports._start();
	} catch (end) {
		if (end !== post) {
			text += end + '\n';
			code = 1;
		}
	}
	// the steps of the page's clock: between different readings, the least and the middle one
	const steps = [];
	for (let before = performance.now(); steps.length < 101;) {
		const now = performance.now();
		if (now !== before)
			steps.push(now - before);
		before = now;
	}
	steps.sort((a, b) => a - b);
	post({ text, code, isolated: crossOriginIsolated, us: [steps[0] * 1e3, steps[50] * 1e3] });
}

const html = `<!doctype html><script type="module">(${page})(${JSON.stringify(argv.slice(2))}, result =>
	fetch('/result', { method: 'POST', body: JSON.stringify(result) }))</script>`;
const isolation = env.ISOLATED === '0' ? {} :
	{ 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const profile = mkdtempSync(join(tmpdir(), 'bench-browser-'));
let browser;

function end(status) {
	browser?.once('exit', () => {
		rmSync(profile, { recursive: true, force: true, maxRetries: 9, retryDelay: 100 }); // its children still write
		exit(status);
	});
	if (!browser?.kill())
		exit(status);
}

const server = createServer((request, response) => {
	if (request.url === '/result') {
		let body = '';
		request.on('data', part => body += part).on('end', () => {
			const { text, code, isolated, us } = JSON.parse(body);
			process.stdout.write(text);
			console.error(`clock of the ${isolated ? 'isolated ' : ''}page: steps of ${us[0].toFixed(1)} us ` +
				`at least, ${us[1].toFixed(1)} us in the middle`);
			response.end();
			end(code);
		});
	} else if (request.url === '/program.wasm')
		response.writeHead(200, { ...isolation, 'Content-Type': 'application/wasm' }).end(readFileSync(argv[2]));
	else if (request.url === '/')
		response.writeHead(200, { ...isolation, 'Content-Type': 'text/html' }).end(html);
	else
		response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => {
	browser = spawn(env.BROWSER ?? 'chromium', ['--headless', '--no-sandbox', '--disable-gpu', '--js-flags=--no-liftoff',
		`--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore' });
	browser.on('error', error => { console.error(`browser.mjs: ${error.message}`); exit(2); });
});
setTimeout(() => { console.error('browser.mjs: no result within 120 s'); end(1); }, 120e3).unref();
