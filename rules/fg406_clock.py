"""The clock in compiled code

## What it does
Finds calls that read the clock or wait: `time.time`, `time.perf_counter`, `time.sleep`, `datetime.now` and similar,
and constructors of `datetime` objects.

## Why the graph breaks
A graph that is compiled once cannot contain the time at which it runs. TorchDynamo ends the graph at each reading;
under `fullgraph=True` it raises. What runs between two readings in a compiled function is then no longer one graph,
and on a GPU the readings do not measure the time of the kernels.

## Example
```python
def forward(self, x):
    start = time.perf_counter()
    x = self.layer(x)
    self.seconds += time.perf_counter() - start
    return x
```

Use instead:
```python
start = time.perf_counter()
y = model(x)
torch.cuda.synchronize()
seconds = time.perf_counter() - start
```

Or time parts of the graph with `torch.profiler.record_function`, which is captured.

## The fix
If only messages use the readings (`print(time.perf_counter() - start)`), they move behind a guard together, as FG401
describes: **unsafe**, nothing is timed while compiled. A time that is returned or stored is not skipped.
"""

from __future__ import annotations

from dataclasses import replace

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.messages.vocabulary import CLOCKS
from fullgraph.rules.shared.names import Names, each

REGISTRY = ("GB0007", "GB9193", "GB0156", "GB0147", "GB0059")

NAMES = Names(
    each("time.", "time perf_counter monotonic process_time thread_time"),
    each("time.", "time_ns perf_counter_ns monotonic_ns process_time_ns thread_time_ns"),
    each("time.", "sleep strftime strptime localtime gmtime ctime asctime mktime clock_gettime get_clock_info"),
    each("datetime.datetime.", "now utcnow today fromtimestamp utcfromtimestamp fromisoformat strptime"),
    each("datetime.date.", "today fromtimestamp fromisoformat"),
    each("datetime.", "datetime date time timedelta timezone"),
    each("timeit.", "default_timer timeit repeat"),
)


@on_calls(*NAMES.all)
def check(event: Call) -> Finding | None:
    found = NAMES.finding(event)
    return replace(found, fix=fixes.clock_fix(event)) if found is not None and event.name in CLOCKS else found
