"""Classes that stand for objects of libraries, by dotted name."""

from __future__ import annotations

import string
from collections.abc import Sequence

from fullgraph.lint.domain.values import LOW, NONE, Const, ExternalInstance, Value, alternatives, replace

TEXTS = {
    f"string.{name}": Const(getattr(string, name))
    for name in "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits punctuation".split()
}
"""Names of the standard library that stand for texts."""

FILE = "io.IOBase"
"""The class that stands for all open files."""


PROGRESS_BAR = "tqdm.std.tqdm"


UNTRACED = frozenset((FILE, PROGRESS_BAR, "rich.progress.Progress", "concurrent.futures.ThreadPoolExecutor"))
"""Entering them ends the graph, and what stands inside of the ``with`` runs uncompiled: its calls are not told."""


SCRIPTED = "torch.jit.ScriptModule"
"""The class that stands for all modules that were scripted or loaded."""


SCRIPT_CLASS = "torch.jit._script.ScriptModule"
"""The class that stands for all modules whose own class derives from ``torch.jit.ScriptModule``."""


TRACED = "torch.jit.TopLevelTracedModule"


HOOK_HANDLE = "torch.utils.hooks.RemovableHandle"
"""The class of what a tensor gives for a hook; its evidence leads to the tensor."""


DATETIME, DATE, TIME, SPAN = (f"datetime.{name}" for name in ("datetime", "date", "time", "timedelta"))
DECIMAL = "decimal.Decimal"
COMPILED_CLASSES = (DATETIME, DATE, TIME, SPAN, DECIMAL)
"""Classes of the standard library, of compiled code, of which TorchDynamo reads the attributes of objects alone."""


IMAGE = "PIL.Image.Image"
"""Pillow's images."""


NAMESPACES = frozenset(("types.SimpleNamespace", "argparse.Namespace"))
"""Classes whose objects hold what they are given by keyword, and what is set later."""


SUPER_PROPERTY = "builtins.super.<property>"
SUPER_OF_FUNCTION = "builtins.super.<autograd.Function>"
"""Stands for a property that is read through ``super()``, as a call of its getter."""


CACHED_METHOD = "functools.lru_cache.<method>"
"""Stands for a bound method that ``functools.lru_cache`` or ``cache`` wraps before compiled code runs."""


PARTIAL_METHOD = "functools.partialmethod"
READ_PARTIAL_METHOD = f"{PARTIAL_METHOD}.<read>"
"""Stands for reading what it made from an object, which counts as a call; no name can have it."""


FACTORY = "dataclasses.field.<factory>"
"""Stands for the call of a field's factory by the constructor of a dataclass; its argument is the factory."""


HELD_CALL = "<held>"
"""Stands for the ``__call__`` of an object that was made before compiled code ran; no name can have it."""


MADE_CLASS = "builtins.type.<made>"
"""Stands for a class that compiled code makes by ``type(name, bases, members)``; no name can have it."""


COMPILED_MODULE = "torch._dynamo.OptimizedModule"
"""The class of a compiled module."""


def modules_among(value: Value) -> Sequence[Value]:
    """What a value can be. Whether it is a TorchScript module is unsure where it can be something else.

    Libraries script their modules where an option, or a version, asks for it.
    """
    options = [option for option in alternatives(value) if option != NONE]
    if len(options) < 2:
        return options
    return [
        replace(option, confidence=LOW)
        if isinstance(option, ExternalInstance) and option.cls in (SCRIPTED, TRACED)
        else option
        for option in options
    ]
