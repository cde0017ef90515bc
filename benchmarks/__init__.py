"""How fast Meldroom is; run in a checkout as `python -m benchmarks`."""
