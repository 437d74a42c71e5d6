"""Speed and memory, measured against a baseline in the same run: `python -m benchmarks`."""
