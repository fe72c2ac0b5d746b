"""Write ``scipy.json``: which of SciPy's functions and classes end the graph where compiled code calls them.

``python -m tools.torch_data.scipy_names`` asks TorchDynamo about the SciPy that is installed; it takes ten minutes.
With ``--merge`` a name stays only if it is in the file already: run it once for every version of torch.

Each is called with the first of `ARGUMENTS` that it takes outside of compiled code: as they are, with arrays made of
the input, and with lists in the place of arrays. What raises for all of them is in neither list.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import multiprocessing
import warnings
from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
import torch
from fullgraph.lint.torch_data.scipy_names import FILE

from tools.torch_data import FOLDER

NAMESPACES = tuple(
    f"scipy.{name}"
    for name in (
        "fft ndimage signal signal.windows special linalg optimize integrate interpolate spatial spatial.distance "
        "sparse sparse.linalg sparse.csgraph stats cluster.hierarchy cluster.vq"
    ).split()
)
SECONDS = 60
"""So long a function may take."""

_TABLE = np.random.default_rng(0).standard_normal((6, 6)) + 3 * np.eye(6)
_ROW = _TABLE[0]
_SQUARE = _TABLE[:4, :4]
Way = Literal["constants", "input", "lists"]
"""Where the arrays of a call come from."""
ARGUMENTS: Sequence[tuple[Any, ...]] = (
    (_ROW,),
    (_TABLE,),
    (_SQUARE,),
    (_ROW, _ROW),
    (_TABLE, _TABLE),
    (_ROW, 3),
    (_TABLE, 3),
    (_ROW, _ROW, _ROW),
    (3,),
    (3.0,),
    (2, 3),
    (_ROW, np.ones(3) / 3),
    (_SQUARE, _ROW[:4]),
    (np.arange(6),),
    (_ROW, 2, 0.2),
    (lambda t: t * t, 0.0, 1.0),
    (lambda t: (t * t).sum(), _ROW),
    (lambda t, y: y, (0.0, 1.0), np.ones(1)),
    (np.ones(3) / 3, np.array([1.0]), _ROW),
    (_TABLE > 0,),
    ((4, 4),),
    ("hann", 8),
    (8, 0.5),
    (_TABLE.astype(int),),
    (np.abs(_ROW) + 1, 2.0),
    (4, 0.1, "low"),
)


def taken(function: Callable[..., object]) -> tuple[Any, ...] | None:
    """The first arguments that a function takes."""
    for arguments in ARGUMENTS:
        with contextlib.suppress(Exception):
            function(*arguments)
            return arguments
    return None


def breaks(function: Callable[..., object], arguments: tuple[Any, ...], way: Way) -> bool:
    """Whether a call ends the graph."""
    places = [0 if one is _ROW else 1 if one is _TABLE else None for one in arguments]
    lists = tuple(one if place is None else one.tolist() for one, place in zip(arguments, places, strict=True))

    def called(x: torch.Tensor) -> torch.Tensor:
        if way == "input":
            table = x.numpy()
            row = table[0]
            pairs = zip(arguments, places, strict=True)
            function(*(one if place is None else (row, table)[place] for one, place in pairs))
        elif way == "lists":
            function(*lists)
        else:
            function(*arguments)
        return x + 1

    torch._dynamo.reset()
    try:
        torch.compile(called, backend="eager", fullgraph=True)(torch.tensor(_TABLE))
    except Exception:
        return True
    return False


def answer(function: Callable[..., object]) -> str | None:
    """The list that a function belongs to."""
    arguments = taken(function)
    if arguments is None:
        return None
    has_arrays = any(one is _ROW or one is _TABLE for one in arguments)
    ways: tuple[Way, ...] = ("constants", "input", "lists") if has_arrays else ("constants",)
    return "breaks" if all(breaks(function, arguments, way) for way in ways) else "traced"


def answered_apart(function: Callable[..., object]) -> str | None:
    """The same in a process of its own: some crash, and some do not end, with arguments that mean nothing to them."""
    context = multiprocessing.get_context("fork")
    inbox, outbox = context.Pipe(duplex=False)
    process = context.Process(target=lambda: outbox.send(answer(function)))
    process.start()
    outbox.close()
    found = None
    with contextlib.suppress(EOFError):
        found = inbox.recv() if inbox.poll(SECONDS) else None
    process.kill()
    process.join()
    return found


def collect() -> dict[str, list[str]]:
    """The public names of SciPy by whether their calls end the graph."""
    found: dict[str, list[str]] = {"breaks": [], "traced": []}
    for namespace in NAMESPACES:
        module = importlib.import_module(namespace)
        for name in sorted(module.__all__):
            function = getattr(module, name, None)
            if not callable(function) or (isinstance(function, type) and issubclass(function, BaseException)):
                continue
            kind = answered_apart(function)
            if kind is not None:
                found[kind].append(f"{namespace}.{name}")
                print(kind, found[kind][-1], flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--merge", action="store_true", help="keep only names that are in the file")
    path = FOLDER / FILE
    warnings.simplefilter("ignore")
    merges = parser.parse_args().merge
    torch.set_num_threads(1)
    breaks(np.sum, (_ROW,), "input")  # what the first compilation loads is there for all processes
    data = collect()
    if merges:
        before = json.loads(path.read_text(encoding="utf-8"))
        traced = {*before["traced"], *data["traced"]}
        data = {"breaks": [one for one in before["breaks"] if one not in traced], "traced": sorted(traced)}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(path)


if __name__ == "__main__":
    main()
