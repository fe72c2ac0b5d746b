"""What is lost where a message is skipped, and the calls that read the clock."""

PRINTED = "the message is not printed"
LOGGED = "the record is not logged"
WARNED = "the warning is not issued"

CLOCKS = frozenset(f"time.{name}" for name in "time perf_counter monotonic process_time thread_time".split())
CLOCKS |= {f"{name}_ns" for name in CLOCKS} | {
    "timeit.default_timer",
    "datetime.datetime.now",
    "datetime.datetime.today",
}
