window.BENCHMARK_DATA = {
  "lastUpdate": 1700000200000,
  "repoUrl": "https://example.org/owner/project",
  "entries": {
    "Benchmark": [
      {
        "commit": {
          "author": {"name": "A", "username": "a"},
          "id": "1111111111111111111111111111111111111111",
          "message": "First",
          "timestamp": "2023-11-14T23:13:20+01:00",
          "url": "https://example.org/owner/project/commit/1"
        },
        "date": 1700000000000,
        "tool": "cargo",
        "benches": [
          {"name": "parse/10", "value": 165, "range": "± 3", "unit": "ns/iter"},
          {"name": "serve", "value": 912.5, "unit": "iter/sec", "range": "stddev: 0.001"}
        ]
      },
      {
        "commit": {"id": "2222222222222222222222222222222222222222", "message": "Second"},
        "date": 1700000100000,
        "tool": "cargo",
        "benches": [
          {"name": "parse/10", "value": 172, "range": "± 2", "unit": "ns/iter"},
          {"name": "serve", "value": 899, "unit": "iter/sec"}
        ]
      }
    ]
  }
}
