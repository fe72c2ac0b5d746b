"""Small programs before and after a rewrite: what they compute, print and raise in eager.

    python -m benchmarks.comparison.rewrites --environment FOLDER
    python -m benchmarks.comparison.rewrites --write-docs

``FOLDER`` is a virtual environment with jaclang 0.8.8 to 0.9.3, which has an optional pass that writes `torch.where`
for branches. Nothing else is needed in it: the rewritten text comes back and runs here. A program that shows the
deferral of prints, which this pass does not do, is rewritten by hand, as GraphMend's rule says. The other versions are
what `fullgraph check --fix` writes, without and with ``--unsafe-fixes``.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

RESULTS = Path(__file__).with_name("rewrites.json")
DECORATOR = "@torch.compile\n"
PASS = """
import ast, json, sys
from jaclang.compiler.program import JacProgram
from jaclang.settings import settings
settings.predynamo_pass = True
program = JacProgram()
found = program.compile(sys.argv[1])
print(json.dumps({"text": ast.unparse(found.gen.py_ast[0]), "errors": [str(one) for one in program.errors_had]}))
"""


@dataclass(frozen=True)
class Program:
    """A function ``f`` and a call of it; ``deferred`` is the function after GraphMend's rule for prints, by hand."""

    name: str
    what: str
    function: str
    call: str
    deferred: str = ""


PROGRAMS = (
    Program(
        "shapes",
        "arms of different shapes",
        """
def f(x):
    if x.sum() > 0:
        y = x * 2
    else:
        y = x[:1]
    return y
""",
        "tuple(f(torch.full((4,), -1.0)).shape)",
    ),
    Program(
        "dtypes",
        "arms of different dtypes",
        """
def f(x, n):
    if x.sum() > 0:
        y = x
    else:
        y = n
    return y
""",
        "f(torch.full((2,), -1.0), torch.tensor([2**24 + 1, 2])).tolist()",
    ),
    Program(
        "division",
        "a division in the arm not taken",
        """
def f(x, k):
    if x.sum() > 0:
        y = x / (1 / k)
    else:
        y = x
    return y
""",
        "f(torch.full((2,), -1.0), 0).tolist()",
    ),
    Program(
        "gradient",
        "a gradient through the arm not taken",
        """
def f(x):
    if x.sum() > 0:
        y = torch.sqrt(x)
    else:
        y = x * 3
    return y
""",
        "torch.autograd.grad(f(x := torch.zeros(2, requires_grad=True)).sum(), x)[0].tolist()",
    ),
    Program(
        "effect",
        "an arm with an effect",
        """
def f(x, seen):
    if x.sum() > 0:
        y = x * len(seen)
    else:
        y = x * seen.pop()
    return y
""",
        "f(torch.ones(2), seen := [5, 7]).tolist(), seen",
    ),
    Program(
        "statements",
        "arms of two statements",
        """
def f(x):
    if x.sum() > 0:
        y = x + 1
        y = y * 10
    else:
        y = x - 1
        y = y * 100
    return y
""",
        "f(torch.ones(2)).tolist()",
    ),
    Program(
        "flag",
        "a condition that is not a tensor",
        """
def f(x, training):
    if training:
        y = x * 2
    else:
        y = x
    return y
""",
        "f(torch.ones(2), False).tolist()",
    ),
    Program(
        "printed list",
        "a list that changes after it is printed",
        """
def f(x, sizes):
    print(sizes)
    sizes.append(4)
    return x * 2
""",
        "f(torch.ones(2), [3]).tolist()",
        """
def f(x, sizes):
    later = [(print, (sizes,))]
    sizes.append(4)
    result = x * 2
    for function, arguments in later:
        function(*arguments)
    return result
""",
    ),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit statuses: 0 it was run, 2 something cannot be run."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.comparison.rewrites", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--environment", type=Path, metavar="FOLDER", help="where jaclang is installed")
    parser.add_argument("--write-docs", action="store_true", help="write the table of docs/comparison.md")
    given = parser.parse_args(arguments)
    if given.environment is not None:
        try:
            results = measure(given.environment.resolve())
        except (OSError, subprocess.CalledProcessError) as error:
            print(
                f"error: {given.environment} cannot rewrite: {getattr(error, 'stderr', '') or error}", file=sys.stderr
            )
            return 2
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    if given.write_docs:
        from .runtime_docs import write_rewrites

        write_rewrites(json.loads(RESULTS.read_text(encoding="utf-8")))
    return 0


def measure(environment: Path) -> dict[str, object]:
    """Rewrite each program and run all versions of it."""
    import torch
    from fullgraph import __version__

    python = str(environment / "bin" / "python")
    code = "import importlib.metadata as m; print(m.version('jaclang'))"
    jaclang = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    rows = []
    for program in PROGRAMS:
        texts = {"before": module(program.function)}
        plain = texts["before"].replace(DECORATOR, "")  # jaclang does not read it in Python files
        texts["after"] = module(program.deferred) if program.deferred else rewritten(plain, python)
        texts["fix"] = fixed(texts["before"])
        texts["unsafe"] = fixed(texts["before"], "--unsafe-fixes")
        outcomes = {name: outcome(text, program.call) for name, text in texts.items()}
        rows.append({**asdict(program), "texts": texts, "outcomes": outcomes})
    return {
        "jaclang": jaclang,
        "torch": torch.__version__.partition("+")[0],
        "fullgraph": __version__,
        "programs": rows,
    }


def module(function: str) -> str:
    """A file with the function, compiled."""
    return f"import torch\n\n\n{DECORATOR}{function.lstrip()}"


def rewritten(text: str, python: str) -> str:
    """The text after jaclang's pass."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.py")
        path.write_text(text, encoding="utf-8")
        command = [python, "-c", PASS, str(path)]
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, env={"HOME": folder, "PATH": "/usr/bin:/bin"}
        )
    answer = json.loads(done.stdout.strip().splitlines()[-1])
    return str(answer["text"])


def fixed(text: str, *options: str) -> str:
    """The text after `fullgraph check --fix`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.py")
        path.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "fullgraph", "check", "--no-cache", "--fix", *options, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
        return path.read_text(encoding="utf-8")


def outcome(text: str, call: str) -> str:
    """What a call gives and prints in eager, or what it raises. The programs are those above."""
    import torch

    eager = text.replace(DECORATOR, "")
    names: dict[str, object] = {"torch": torch}
    printed = io.StringIO()
    torch.manual_seed(0)
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(eager, "program.py", "exec"), names)
            result = repr(eval(call, names))
    except Exception as error:
        result = f"{type(error).__name__}: {str(error).splitlines()[0][:80]}"
    return " ".join(filter(None, (f"prints {printed.getvalue().strip()}," if printed.getvalue() else "", result)))


if __name__ == "__main__":
    sys.exit(main())
