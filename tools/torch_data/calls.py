"""Write ``methods.json``, what the methods of tensors can be called with.

``python -m tools.torch_data.calls`` asks the torch installed. By name: how many arguments a method takes (the fewest
and, by position, the most, -1 for any number) and its keywords. Left out are methods of which torch does not say it.
The stub files leave out a few keywords, such as the ``memory_format`` of ``x.float()``: each method is called with each
name that is a keyword of another one.
"""

from __future__ import annotations

import inspect
import json
import re
import warnings
from pathlib import Path
from typing import Any

import torch
from fullgraph.lint.torch_data import load

from tools.torch_data import FOLDER
from tools.torch_data.stubs import Stub

SYNONYMS = {"dim": ("axis",), "keepdim": ("keepdims",), "other": ("x2",)}
"""What torch takes keywords by beside their names, as NumPy spells them."""
_REFUSED = re.compile("unexpected keyword|no keyword arguments|unrecognized keyword|missing|invalid combination")


def of_stub(words: str) -> tuple[int, int, set[str]]:
    """What one overload takes; its parameters in the form that ``kinds`` describes."""
    fewest = most = 0
    keywords = set()
    for word in words.split():
        name, _, types = word.partition(":")
        keywords.add(name.lstrip("*"))
        if types.endswith("..."):
            most = -1
        elif not name.startswith("*"):
            most += most >= 0
            fewest += not types.endswith("=")
    return fewest, most, keywords


def of_python(function: Any) -> tuple[int, int, set[str]] | None:
    """What a method that is written in Python takes; None where it takes whatever it is given."""
    try:
        parameters = list(inspect.signature(function).parameters.values())[1:]
    except (TypeError, ValueError):
        return None
    kinds = {parameter.kind for parameter in parameters}
    if inspect.Parameter.VAR_KEYWORD in kinds:
        return None
    positional = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    fewest = sum(one.default is one.empty for one in positional)
    most = -1 if inspect.Parameter.VAR_POSITIONAL in kinds else len(positional)
    return fewest, most, {parameter.name for parameter in parameters}


def unnamed(method: str, known: set[str], others: set[str]) -> set[str]:
    """The keywords that a method takes and the stub file does not name."""
    found = set()
    for keyword in others - known:
        try:
            getattr(torch.ones(2), method)(**{keyword: object()})
        except Exception as error:  # what it says of the value, once it took the name, does not matter
            if isinstance(error, TypeError) and not _REFUSED.search(str(error)):
                found.add(keyword)
    try:
        getattr(torch.ones(2), method)(*[object()] * 12)
    except Exception as error:
        told = str(error).partition("but expected")[2]
        found |= {
            part.split()[-1]
            for signature in re.findall(r"\(([^()]*)\)", told)
            for parameter in signature.split(",")
            if len((part := parameter.partition("=")[0]).split()) > 1
        }
    return found


def content() -> str:
    """The text of the file."""
    stub = Stub(Path(torch.__file__).parent / "_C" / "__init__.pyi", {}, "TensorBase")
    found: dict[str, tuple[int, int, set[str]]] = {}
    for name in sorted(load().methods):
        if name.startswith("__"):
            continue
        known = [of_stub(signature.words) for signature in stub.signatures.get(name, ())]
        if name in vars(torch.Tensor):
            written = of_python(vars(torch.Tensor)[name])
            if written is None:
                continue
            known.append(written)
        if known:
            fewest, counts, keywords = zip(*known, strict=True)
            found[name] = min(fewest), -1 if -1 in counts else max(counts), set().union(*keywords)
    every = {keyword for _, _, keywords in found.values() for keyword in keywords}
    methods: dict[str, list[Any]] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, (few, many, named) in found.items():
            named |= unnamed(name, named, every)
            named |= {other for keyword in named for other in SYNONYMS.get(keyword, ())}
            methods[name] = [few, many, sorted(named)]
    version = torch.__version__.partition("+")[0]
    return json.dumps({"torch": version, "methods": methods}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    path = FOLDER / "methods.json"
    path.write_text(content())
    print(path)
