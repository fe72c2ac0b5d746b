"""Settings that have to be in the environment before torch is imported."""

import os

if "PYTEST_XDIST_WORKER" in os.environ:
    # The workers share the cores: one thread each, or they wait for each other.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")
