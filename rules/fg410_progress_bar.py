"""Progress bars and console output in compiled code

## What it does
Finds the bars of `tqdm`, and bars and output of `rich` and `click`.

## Why the graph breaks
A bar is a side effect on the host; it also reads the clock and takes locks. TorchDynamo does not follow `tqdm`, even
if it is disabled, and breaks inside `rich` and `click`. A loop over a bar is worse than other breaks: the whole
function runs uncompiled. Under `fullgraph=True` it raises.

## Example
```python
def forward(self, x):
    for layer in tqdm(self.layers):
        x = layer(x)
    return x
```

Use instead:
```python
def forward(self, x):
    for layer in self.layers:
        x = layer(x)
    return x
```

Put a bar around the steps that call the compiled function.

## The fix
For statements that only move a bar or print. Unsafe: while compiled, the bar does not move, and nothing is printed.
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call, Iterate
from fullgraph.lint.domain.externals import PROGRESS_BAR
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import ExternalInstance
from fullgraph.rules.rewrite.messages.vocabulary import PRINTED
from fullgraph.rules.shared.names import Names, each

REGISTRY = ("GB0007", "GB0008", "GB0156", "GB0142", "GB0116", "GB1472", "GB0292", "GB9193", "GB7151")

_STILL = "the bar does not move"

NAMES = Names(
    each("tqdm.", "tqdm auto.tqdm std.tqdm autonotebook.tqdm asyncio.tqdm rich.tqdm"),
    each("tqdm.", "trange auto.trange std.trange rich.trange contrib.tenumerate contrib.tzip contrib.tmap"),
    each("tqdm.", "tqdm.write auto.tqdm.write", skipped=PRINTED),
    each(f"{PROGRESS_BAR}.", "write", shown="the bar's .", skipped=PRINTED),
    each(
        f"{PROGRESS_BAR}.",
        "update refresh reset close clear display set_postfix set_postfix_str set_description set_description_str",
        shown="the bar's .",
        skipped=_STILL,
    ),
    each("rich.progress.", "track Progress"),
    each("rich.progress.Progress.", "update advance", skipped=_STILL),
    each("rich.progress.Progress.", "add_task track start stop"),
    each("rich.", "print", skipped=PRINTED),
    each("rich.console.", "Console"),
    each("rich.console.Console.", "print log", skipped=PRINTED),
    each("rich.console.Console.", "status"),
    each("rich.live.", "Live"),
    each("click.", "echo secho", skipped=PRINTED),
    each("click.", "progressbar"),
)


@on_calls(*NAMES.all)
def check(event: Call) -> Finding | None:
    owner = event.args[0] if event.args else None
    if isinstance(owner, ExternalInstance) and owner.site == event.frame.untraced_site:
        return None  # eager runs the body of the ``with`` that made it
    return NAMES.finding(event)


def check_loop(event: Iterate) -> Finding | None:
    bar = event.value
    if not isinstance(bar, ExternalInstance) or bar.cls != PROGRESS_BAR:
        return None
    return Finding(event, "a loop over a progress bar breaks the graph", confidence=CONFIDENCES[bar.confidence])
