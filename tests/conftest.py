"""Settings that have to be there before torch is imported, and before processes are started."""

import os
import signal

if "PYTEST_XDIST_WORKER" in os.environ:
    # The workers share the cores: one thread each, or they wait for each other.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")

# inductor compiles programs to find out whether the processor's vectors work: 20 seconds for each cache that is empty.
os.environ.setdefault("TORCHINDUCTOR_VEC_ISA_OK", "1")

# A shell starts jobs in the background with Ctrl-C ignored, and so would be those whom tests send one.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
