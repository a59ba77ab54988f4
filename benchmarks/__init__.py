"""The package measured beside others of its kind: `python -m benchmarks` prints and writes all."""
