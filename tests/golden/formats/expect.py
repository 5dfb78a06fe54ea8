#!/usr/bin/env python3
"""What the files in this folder hold, computed without bench: writes `expected`, a line each of file,
benchmark, metric, unit, number of values, mean.  Run it in this folder after a file changed.
SPDX-License-Identifier: MIT"""
import csv, glob, json, math, re, sys

def add(sets, name, metric, unit, *values):
    sets.setdefault((name, metric, unit), []).extend(values)

def lines(text):
    return [json.loads(l) for l in text.splitlines() if l.startswith('{')]

def series(t):
    """The values of a text with one JSON value after the other."""
    decoder, at, found = json.JSONDecoder(), 0, []
    while t[at:].strip():
        at += len(t[at:]) - len(t[at:].lstrip())
        value, at = decoder.raw_decode(t, at)
        found.append(value)
    return found

def unit_of(u):
    u = {'second': 's', 'byte': 'B', 'msec': 'ms'}.get(u, u)
    return u.split('/')[0] if u.split('/')[-1] in ('op', 'iter') and u.split('/')[0] in ('ns', 'us', 'ms', 's') else u

def by_unit(u):
    return 'throughput' if u.startswith('ops/') or u.endswith(('/s', '/sec')) else 'time' if u in ('ns', 'us', 'ms', 's') \
        else 'memory' if u == 'B' else u

def twins(names, parameters):
    return [n + p if names.count(n) > 1 else n for n, p in zip(names, parameters)]

def hyperfine1(t):
    s, r = {}, json.loads(t)['results']
    names = twins([x['command'] for x in r], [''.join('/%s=%s' % p for p in x.get('parameters', {}).items()) for x in r])
    for n, x in zip(names, r):
        add(s, n, 'time', 's', *x['times'])
        if 'memory_usage_byte' in x:
            add(s, n, 'memory_usage_byte', 'B', *x['memory_usage_byte'])
    return s

def hyperfine2(t):
    s, r = {}, json.loads(t)['results']
    names = twins([x.get('name') or x['command'] for x in r],
                  [''.join('/%s=%s' % (k, p['value']) for k, p in x.get('parameters', {}).items()) for x in r])
    for n, x in zip(names, r):
        for m in x['measurements']:
            for k, v in m.items():
                if k != 'exit_code':
                    add(s, n, k, unit_of(v.get('unit', '')), v['value'])
    return s

def google(t):
    s = {}
    d = series(t)
    for b in d[0].get('benchmarks', d):
        if b.get('run_type') == 'aggregate' or b.get('error_occurred') or b.get('skipped'):
            continue
        f = {'ns': 1, 'us': 1e3, 'ms': 1e6, 's': 1e9}[b.get('time_unit', 'ns')]
        for k, v in b.items():
            if k in ('real_time', 'cpu_time'):
                add(s, b['run_name'], k, 'ns', v * f)
            elif isinstance(v, (int, float)) and not isinstance(v, bool) and k not in ('family_index', 'repetitions',
                    'per_family_instance_index', 'repetition_index', 'threads', 'iterations') and math.isfinite(v):
                add(s, b['run_name'], k, 'B/s' if k == 'bytes_per_second' else 'B' if k.endswith('_bytes') else '', v)
    return s

def jmh(t):
    per = {'ops/s': 1, 'ops/ms': 1e3, 'ops/us': 1e6, 'ops/ns': 1e9}
    s, r = {}, series(t)
    r = r[0] if isinstance(r[0], list) else r
    base = [x['benchmark'] + ''.join('/%s=%s' % p for p in x.get('params', {}).items()) for x in r]
    modes = {b: {x['mode'] for x, c in zip(r, base) if b == c} for b in base}
    for b, x in zip(base, r):
        n = b + ('/mode=' + x['mode'] if len(modes[b]) > 1 else '')
        p = x['primaryMetric']
        u = unit_of(p['scoreUnit'])
        if 'rawDataHistogram' in p:
            add(s, n, by_unit(u), u, *[v for fork in p['rawDataHistogram'] for i in fork for v, k in i for _ in range(k)])
        else:
            first = r[0]['primaryMetric']['scoreUnit']  # bench converts to it
            f, u = (per[u] / per[first], first) if u in per and first in per else (1, u)
            add(s, n, by_unit(u), u, *[v * f for fork in p['rawData'] for v in fork])
        for k, q in x.get('secondaryMetrics', {}).items():
            v = [float(v) for fork in q.get('rawData', []) for v in fork if v != 'NaN']
            if v:
                add(s, n, k, unit_of(q['scoreUnit']), *v)
    return s

def pytest(t):
    s = {}
    for b in json.loads(t)['benchmarks']:
        add(s, b['fullname'], 'time', 's', *b['stats']['data'])
    return s

def pyperf(t):
    s, d = {}, json.loads(t)
    for b in d['benchmarks']:
        m = dict(d.get('metadata', {}), **b.get('metadata', {}))
        for r in b['runs']:
            u = unit_of(m['unit'])
            if r.get('values'):
                add(s, m['name'], by_unit(u), u, *r['values'])
    return s

def asv(t):
    s, d = {}, json.loads(t)
    at = {c: i for i, c in enumerate(d['result_columns'])}
    for n, row in d['results'].items():
        last = n.split('.')[-1]
        u = 'B' if last.startswith(('mem_', 'peakmem_')) else '' if last.startswith('track_') else 's'
        axes = row[at['params']] if len(row) > at['params'] else []
        samples = row[at['samples']] if len(row) > at['samples'] else None
        combinations = [()]
        for a in axes:
            combinations = [c + (v,) for c in combinations for v in a]
        for k, v in enumerate(row[at['result']] or []):
            name = n + ('(' + ', '.join(combinations[k]) + ')' if axes else '')
            v = samples[k] if samples and samples[k] else [v]
            if v[0] is not None and math.isfinite(v[0]):
                add(s, name, by_unit(u), u, *v)
    return s

def one(path, name, unit, records=None):
    """A form with one median, or samples, of each record."""
    def read(t):
        s = {}
        for r in records(json.loads(t)):
            v = path(r)
            if v:
                add(s, name(r), 'time', unit, *v)
        return s
    return read

def middle(l):
    return l.get('samples') or [l['p50']]

def nanobench(t):
    s = {}
    for r in json.loads(t)['results']:
        for m in r['measurements']:
            add(s, r['title'] + '/' + r['name'], 'time', 's', m['elapsed'])
    return s

def table(t, name, columns, delimiter=',', group=lambda r: ''):
    s = {}
    for r in csv.DictReader([l for l in t.splitlines() if l], delimiter=delimiter):
        for c, (metric, unit, f) in columns(r).items():
            if r[name] != name and r[c]:
                add(s, group(r) + r[name], metric, unit, float(r[c].replace(',', '')) * f)
    return s

def google_csv(t):
    t = re.sub(r'(?s)^\d.*?\n(?=name,)', '', t)  # the machine, above the table
    def columns(r):
        if r['name'].endswith(('_mean', '_median', '_stddev', '_cv', '_BigO', '_RMS', '_max')) or r['error_occurred']:
            return {}
        f = {'ns': 1, 'us': 1e3, 'ms': 1e6, 's': 1e9}[r['time_unit']]
        return {k: (k, 'ns' if k in ('real_time', 'cpu_time') else 'B/s' if k == 'bytes_per_second' else '',
                    f if k in ('real_time', 'cpu_time') else 1)
                for k in r if k not in ('name', 'iterations', 'time_unit', 'label', 'error_occurred', 'error_message')}
    return table(t, 'name', columns)

def jmh_csv(t):
    s = {}
    for r in csv.DictReader(t.splitlines(), delimiter=';' if ';' in t.splitlines()[0] else ','):
        n = r['Benchmark'] + ''.join('/%s=%s' % (k[7:], v) for k, v in r.items() if k.startswith('Param: ') and v)
        u = unit_of(r['Unit'])
        add(s, n, by_unit(u), u, float(r['Score'].replace(',', '.')))
    return s

def perf(t):
    s = {}
    for l in t.splitlines():
        l = re.sub('(\\d),(\\d)', r'\1.\2', l) if ';' in l else l  # decimal commas
        f = [x.strip() for x in re.split('[|]' if '|' in l else '[,;]' if ',' in l or ';' in l else ' ', l.strip())]
        if l.startswith('#') or len(f) < 4:
            continue
        if l[0] == ' ' and f[0][:1].isdigit():
            f = f[1:]  # the time of -I
        place = f[0] if f[0] and not re.match('[\\d.]+$|<not', f[0]) else ''
        f = f[(2 if re.match('S\\d', f[0]) else 1) if place else 0:]
        if f[0] and not f[0].startswith('<') and place != 'summary':
            add(s, place, f[2], unit_of(f[1]), float(f[0]))
    return s

def perf_json(t):
    s = {}
    for r in lines(t):
        if not r['counter-value'].startswith('<'):
            add(s, '', r['event'], unit_of(r['unit']), float(r['counter-value']))
    return s

def go(t):
    s, package, last = {}, '', 1
    for l in t.splitlines():
        f = l.split()
        if l.startswith('pkg: '):
            package = f[1] + '.'
        if len(f) > 3 and f[0].startswith('Benchmark') and f[1].isdigit():
            for v, u in zip(f[2::2], f[3::2]):
                add(s, package + f[0][9:], u, '', float(v))
    return s

def libtest(t):
    s = {}
    for m in re.finditer(r'^test (\S+) +\.\.\. bench: +([\d.,]+) ns/iter', t, re.M):
        add(s, m[1], 'time', 'ns', float(m[2].replace(',', '')))
    return s

def columns_of(t, k, unit, separator=None):
    s = {}
    for l in t.splitlines():
        f = l.split(separator)
        if len(f) < 6 or separator is None or not f[5]:
            add(s, '', 'latency', unit, float(f[k]))
    return s

def time(t):
    s = {}
    for name, minutes, seconds in re.findall(r'^(real|user|sys)\s+(?:(\d+)m)?([\d.]+)s?$', t.replace(',', '.'), re.M):
        add(s, '', name, 's', 60 * float(minutes or 0) + float(seconds))
    return s

def gnu_time(t):
    s = {}
    for user, system, minutes, seconds in re.findall(r'^([\d.]+)user ([\d.]+)system (\d+):([\d.]+)elapsed', t, re.M):
        for name, x in ('real', 60 * int(minutes) + float(seconds)), ('user', float(user)), ('sys', float(system)):
            add(s, '', name, 's', x)
    return s

def bmf(t):
    """Bencher's form: its latencies are nanoseconds."""
    s = {}
    for name, measures in json.loads(t).items():
        for k, m in measures.items():
            add(s, name, k, 'ns' if k == 'latency' else '', m['value'])
    return s

def k6(t):
    s = {}
    for r in lines(t):
        if r['type'] == 'Point':
            time = r['metric'].startswith('http_req_') and r['metric'] != 'http_req_failed' or 'duration' in r['metric']
            if not (time and r['data']['tags'].get('error_code')):
                add(s, r['data']['tags'].get('name', ''), r['metric'], 'ms' if time else '', r['data']['value'])
    return s

def vegeta_json(t):
    s = {}
    for r in lines(t):
        if not r['error']:
            add(s, r['attack'], 'latency', 'ns', r['latency'])
    return s

def hey(t):
    s = {}
    for r in csv.DictReader(t.splitlines()):
        for k in r:
            if int(r['status-code']) < 400 and k not in ('status-code', 'offset'):
                add(s, '', k, 's', float(r[k]))
    return s

def libtest_json(t):
    return {(r['name'], 'time', 'ns'): [r['median']] for r in lines(t) if r['type'] == 'bench'}

def cargo_criterion(t):
    s = {}
    for r in lines(t):
        if r['reason'] == 'benchmark-complete':
            add(s, r['id'], 'time', 'ns', *[v / n for v, n in zip(r['measured_values'], r['iteration_count'])])
    return s

def celero(t):
    s = {}
    for r in csv.DictReader(t.splitlines()):
        add(s, '%s/%s/Problem Space=%s' % (r['Group'], r['Experiment'], r['Problem Space']), 'time', 'us',
            float(r['us/Iteration']))
    return s

def benny(t):
    s = {}
    for r in json.loads(t)['results']:
        if 'details' in r:
            add(s, r['name'], 'time', 's', *r['details']['sampleResults'])
        else:
            add(s, r['name'], 'throughput', 'ops/s', r['ops'])
    return s

def gungraun(t):
    s = {}
    for d in lines(t):
        for p in d['profiles']:
            for k, m in p['data']['total']['metrics'].items():
                if isinstance(m, dict) and isinstance(m.get('values', {}).get('new'), (int, float)):
                    add(s, d['module_path'] + '/' + d['id'], k, '', m['values']['new'])
    return s

def ghz(t):
    return {('', 'latency', 'ns'): [r['latency'] for r in json.loads(t)['details'] if not r['error']]}

def ghz_csv(t):
    return {('', 'latency', 'ms'): [float(r['duration (ms)']) for r in csv.DictReader(t.strip().splitlines()) if not r['error']]}

def jmeter(t):
    s = {}
    for r in csv.DictReader(t.splitlines()):
        if r['success'] == 'true':
            add(s, r['label'], 'time', 'ms', float(r['elapsed']))
    return s

def rebench(t):
    s = {}
    for r in csv.DictReader([l for l in t.splitlines() if l[0] != '#'], delimiter='\t'):
        keys = ''.join('/%s=%s' % (k, r[k]) for k in sorted(('executor', 'suite', 'cores', 'inputSize')))
        add(s, r['benchmark'] + '/criterion=' + r['criterion'] + keys, 'value', r['unit'], float(r['value']))
    return s

VITEST5 = lambda d: [dict(k, group=b['name']) for f in d['testResults'] for a in f['assertionResults']
                     for b in a.get('benchmarks', []) for k in b['tasks']]
READERS = [
    ('hey*.csv', hey), ('libtest*.json', libtest_json),
    ('ab*g.csv', lambda t: {('', 'ttime', 'ms'): [float(r['ttime']) for r in csv.DictReader(t.splitlines(), delimiter='\t')]}),
    ('bench-node*jsonReport.json', lambda t: {(r['name'], 'throughput', 'ops/s'): [r['opsSec']] for r in json.loads(t)}),
    ('tinybench*results*', None), ('asv*machine.json', None),
    ('benchmark-ips*.json', lambda t: {(r['name'], 'throughput', 'i/s'): [r['ips']] for r in json.loads(t)}), ('benchmark-ips*', None),
    ('ghz*failed.json', None), ('ghz*.json', ghz), ('ghz*.csv', ghz_csv), ('ghz*', None), ('jmeter*.csv', jmeter),
    ('rebench*', rebench),
    ('hyperfine-1.2[01]*.json', hyperfine1), ('hyperfine-2*.json', hyperfine2),
    ('hyperfine-1*.csv', lambda t: table(t, 'command', lambda r: {'median': ('time', 's', 1)})),
    ('hyperfine-2*.csv', lambda t: table(t, 'command', lambda r: {k: (k[:-7], r[k[:-6] + 'unit'], 1)
                                                                 for k in r if k.endswith('_median')})),
    ('google*-aggregates-only.json', None), ('google*.json', google), ('google*.csv', google_csv),
    ('jmh*.json', jmh), ('jmh*csv', jmh_csv), ('pytest-benchmark*-no-data.json', None),
    ('pytest-benchmark*.json', pytest), ('pyperf*.json', pyperf), ('asv*.json', asv),
    ('pytest-codspeed*.json', one(lambda r: [r['stats']['median_ns']], lambda r: r['uri'], 'ns', lambda d: d['benchmarks'])),
    ('tinybench-2*.json', one(lambda r: r.get('samples'), lambda r: r['name'], 'ms', lambda d: d)),
    ('tinybench*.json', one(lambda r: 'latency' in r['result'] and middle(r['result']['latency']), lambda r: r['name'], 'ms',
                            lambda d: d['tasks'])),
    ('vitest-[134]*.json', one(lambda r: r.get('samples') or [r[k] for k in ('median', 'mean') if k in r][:1],
                           lambda r: r['group'] + '/' + r['name'], 'ms',
                           lambda d: [dict(b, group=g['fullName']) for f in d['files'] for g in f['groups']
                                      for b in g['benchmarks']])),
    ('vitest-5*.json', one(lambda r: middle(r['latency']), lambda r: r['group'] + '/' + r['name'], 'ms', VITEST5)),
    ('mitata-0*.json', one(lambda r: 'stats' in r and middle(r['stats']), lambda r: r['name'], 'ns', lambda d: d['benchmarks'])),
    ('tatami-ng*bmf.json', bmf),
    ('tatami-ng*.json', one(lambda r: 'stats' in r and [r['stats']['latency']['p50']], lambda r: r['name'], 'ns',
                            lambda d: d['benchmarks'])),
    ('deno*.json', one(lambda r: [x['ok']['avg'] for x in r['results'] if 'ok' in x],
                       lambda r: (r['group'] + '/' if r['group'] else '') + r['name'], 'ns', lambda d: d['benches'])),
    ('mitata*.json', one(lambda r: 'stats' in r and middle(r['stats']), lambda r: r['name'], 'ns',
                         lambda d: [r for b in d['benchmarks'] for r in b['runs']])),
    ('bench-node*time.json', one(lambda r: [r['totalTime']], lambda r: r['name'], 's', lambda d: d)),
    ('benchmark.js*suite.json', one(lambda r: r['stats']['sample'], lambda r: r['name'], 's',
                                    lambda d: [d[k] for k in d if k.isdigit()])),
    ('cargo-criterion*.json', cargo_criterion), ('celero*.csv', celero), ('benny*.json', benny),
    ('benny*.csv', lambda t: table(t, 'name', lambda r: {'ops': ('throughput', 'ops/s', 1)})),
    ('k6*summary.json', None), ('k6*.json', k6), ('vegeta*report.json', None), ('vegeta*.json', vegeta_json),
    ('h2load*', lambda t: columns_of(t, 2, 'us', '\t')),
    ('bench-node*results.json', one(lambda r: r['histogram']['sampleData'], lambda r: r['name'], 'ns', lambda d: d)),
    ('benchmark.js*.json', one(lambda r: r['stats']['sample'], lambda r: r['name'], 's', lambda d: d)),
    ('critcmp*.json', one(lambda r: [r[1]['criterion_estimates_v1']['median']['point_estimate']], lambda r: r[0], 'ns',
                          lambda d: d['benchmarks'].items())),
    ('criterion*sample.json', one(lambda r: [a / b for a, b in zip(r['times'], r['iters'])], lambda r: '', 'ns',
                                  lambda d: [d])),
    ('criterion*estimates.json', one(lambda r: [r['median']['point_estimate']], lambda r: '', 'ns', lambda d: [d])),
    ('nanobench*.json', nanobench),
    ('nanobench*.csv', lambda t: table(t, 'name', lambda r: {'elapsed': ('time', 's', 1)}, ';', lambda r: r['title'] + '/')),
    ('redis*.csv', lambda t: table(t, 'test', lambda r: {k: (k, '' if k == 'rps' else 'ms', 1) for k in r if k != 'test'})),
    ('bench-node*points.csv', None), ('bench-node*.csv', lambda t: table(t, 'name', lambda r: {'ops/sec': ('ops/sec', '', 1)})),
    ('cbdr*.csv', lambda t: table(t, 'benchmark', lambda r: {k: (k, 's', 1) for k in r if k.endswith('_time')})),
    ('perf*text.txt', None), ('perf*commas.csv', None), ('perf*.csv', perf), ('perf*.json', perf_json), ('go*.txt', go),
    ('go*.json', lambda t: go(''.join(r.get('Output', '') for r in lines(t)))), ('libtest*.txt', libtest),
    ('pgbench-15-l*.txt', lambda t: columns_of(t, 2, 'us')), ('vegeta*.csv', lambda t: columns_of(t, 2, 'ns', ',')),
    ('ioping*.json', lambda t: {('', 'latency', 'ns'): [r['io']['time'] for r in json.loads(t) if not r.get('io', {'ignored': 1})['ignored']]}),
    ('r-bench*times.csv', lambda t: table(t, 'expr', lambda r: {'time': ('time', 'ns', 1)})),
    ('gungraun*.json', gungraun), ('bash*time.txt', time), ('gnu-time*p.txt', time), ('gnu-time*v.txt', None), ('gnu-time*.txt', gnu_time),
]

def main():
    done = set()
    with open('expected', 'w') as out:
        for pattern, reader in READERS:
            for f in sorted(glob.glob(pattern)):
                if f in done:
                    continue
                done.add(f)
                if not reader:
                    continue
                for (n, m, u), v in reader(open(f).read()).items():
                    out.write('\t'.join((f, n, m, u, str(len(v)), '%.6g' % (sum(v) / len(v)))) + '\n')

main()
