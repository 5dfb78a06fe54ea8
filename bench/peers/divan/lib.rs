// The peer's benchmark is in benches/.
