"""Speed and memory, measured against a baseline in the same run: `python -m benchmarks`."""

import os

# processor time is measured, and the threads of a linear algebra library spend it while they wait
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
