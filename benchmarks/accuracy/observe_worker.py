"""The process of one run: a model in one mode, in eager, and what was seen of its functions.

    python -m benchmarks.accuracy.observe_worker REQUEST RESULT

``REQUEST`` is a JSON file with the fields of `Request`; to ``RESULT`` the fields of `Seen` are written, and the facts
to where the request says.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys
import traceback
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fullgraph.lint.facts.schema import Recorded
    from fullgraph.runtime_check.facts.recorder import Recorder


@dataclass
class Request:
    """What to run, and where the facts go."""

    target: str
    """As `fullgraph verify` takes it."""
    mode: str
    modules: list[str]
    """The top modules of the packages whose functions are kept; the first is the model's."""
    facts: str


@dataclass
class Seen:
    """How a run went."""

    failure: str = ""
    calls: int = 0
    """The input sets that ran."""
    functions: int = 0
    versions: dict[str, str] = field(default_factory=dict)
    """Of Python, torch and the packages whose functions were met."""


def main(arguments: Sequence[str]) -> int:
    request = Request(**json.loads(Path(arguments[0]).read_text(encoding="utf-8")))
    warnings.filterwarnings("ignore")
    seen = Seen()
    try:
        observe(request, seen)
    except Exception as error:
        lines = str(error).strip().splitlines() or [""]
        seen.failure = f"{type(error).__name__}: {lines[0][:300]}"
        traceback.print_exc()
    Path(arguments[1]).write_text(json.dumps(dataclasses.asdict(seen)), encoding="utf-8")
    return 0


def observe(request: Request, seen: Seen) -> None:
    """Build the model as the target says and record two runs of each of its input sets: the first sets things up."""
    import torch
    from fullgraph.lint.facts import files
    from fullgraph.runtime_check.facts.recorder import Recorder
    from fullgraph.runtime_check.step import step
    from fullgraph.runtime_check.target.models import BuildOptions
    from fullgraph.runtime_check.target.target import load_target, parse_spec

    train, is_hf = request.mode == "train", request.target.startswith("hf:")
    step.seed_all(step.SEED)
    # the data's runs were given labels, in eval mode too
    target = load_target(parse_spec(request.target), [], None, BuildOptions("small", train or is_hf))
    if isinstance(target.fn, torch.nn.Module):
        target.fn.train(train)
    stepper = step.Stepper(target, torch.device("cpu"), True if train else None)
    recorder = Recorder([_site(request.modules[0])], request.modules)
    stepper.first_run = recorder.recording
    stepper.settle()
    for call in stepper.calls:
        stepper.restore()
        with recorder.recording():
            stepper.run(stepper.target.fn, call)
    if recorder.problem:
        raise RuntimeError(recorder.problem)
    found = below_modules(recorder, request.modules)
    files.write(Path(request.facts), found)
    met = {
        name for name in request.modules if any(fact.file.startswith(f"{name}/") for fact in found.functions.values())
    }
    seen.calls, seen.functions = len(stepper.calls), len(found.functions)
    seen.versions = {
        "python": sys.version.partition(" ")[0],
        **{name: _version(name) for name in sorted({"torch", *met})},
    }


def below_modules(recorder: Recorder, modules: Sequence[str]) -> Recorded:
    """What was recorded of the packages, each file named from its top module on, wherever the package lies."""
    from fullgraph.lint.facts import identity
    from fullgraph.lint.facts.schema import Recorded

    names: dict[str, str] = {}
    for module in modules:
        if module in sys.modules:
            site = _site(module)
            for code in recorder.plans:
                path = Path(code.co_filename).resolve()
                if path.is_relative_to(site / module):
                    names[identity.of_file(path)] = path.relative_to(site).as_posix()
    facts = recorder.recorded().functions
    return Recorded({key: fact for key, fact in facts.items() if fact.file in names}).renamed(names)


def _site(module: str) -> Path:
    """The folder that a package lies in."""
    found: Any = importlib.import_module(module)
    return Path(found.__file__).resolve().parents[1]


def _version(module: str) -> str:
    return str(getattr(importlib.import_module(module), "__version__", "unknown"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
