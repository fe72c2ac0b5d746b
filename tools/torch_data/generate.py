"""Write ``torch-<major.minor>.json`` for the torch installed: ``python -m tools.torch_data.generate``.

Sources, in this order: torch's stub files, Python annotations, operator schemas and tags, and calls on small tensors.
"""

from __future__ import annotations

import importlib
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from fullgraph.lint.torch_data.kinds import Kind

from tools.torch_data import FOLDER
from tools.torch_data.breaks import Subject, judge, judge_modules, method_call, quiet
from tools.torch_data.observe import MODULES, Observed, module_kind
from tools.torch_data.overloads import (
    called,
    dispatched,
    flagged,
    leaves,
    parameter_words,
    python_signatures,
    with_defaults,
    with_flags,
)
from tools.torch_data.samples import MORE_FUNCTIONS, plain, torch_modules, torch_operators
from tools.torch_data.schemas import aliases_argument, has_tag, is_augmented, method_operator, packets
from tools.torch_data.stubs import (
    Signature,
    Stub,
    annotated,
    from_schema,
    merge,
)

NAMESPACES = {
    # Public namespace: the prefix of its operators' names, None where its functions are plain Python.
    "torch": "",
    "torch.nn.functional": "",
    "torch.linalg": "linalg_",
    "torch.fft": "fft_",
    "torch.special": "special_",
    "torch.nn.init": None,
    "torch.nn.utils": None,
    "torch.nn.utils.rnn": None,
    "torch.nn.attention": None,
    "torch.amp": None,
    "torch.autograd": None,
    "torch.compiler": None,
    "torch.cuda": None,
    "torch.distributed": None,
    "torch.func": None,
    "torch.jit": None,
    "torch.onnx": None,
    "torch.random": None,
    "torch.utils.checkpoint": None,
}

# Called with these, they can return their argument.
IDLE: tuple[dict[str, Any], ...] = ({}, {"p": 0.0, "train": False}, {"p": 0.0, "training": False}, {"p": 0.0})


TABLES = ("functions", "methods", "properties", "modules", "fields", "breaks")


class Generator:
    """Collects the tables for the torch installed."""

    def __init__(self) -> None:
        self.root = Path(torch.__file__).parent
        types = {name: cls for name, cls in vars(torch.return_types).items() if hasattr(cls, "n_sequence_fields")}
        self.tuples = {name: cls.n_sequence_fields for name, cls in types.items()}
        self.names = {name: tuple(cls.__match_args__) for name, cls in types.items()}
        self.table: dict[str, Any] = {name: {} for name in TABLES}
        self.functions: dict[str, Subject] = {}
        self.methods: dict[str, Subject] = {}
        self.sets: dict[str, set[str]] = {
            name: set()
            for name in ("data_read", "dynamic_shape", "random", "inplace", "views", "pointwise", "floating")
        }

    def build(self) -> dict[str, Any]:
        self._methods()
        self._functions()
        self._random_python()
        self._modules()
        self._dtypes()
        with quiet():
            self._breaks()
        for table in TABLES:
            self.table[table] = dict(sorted(self.table[table].items()))
        return {**self.table, **{name: sorted(found) for name, found in self.sets.items()}}

    def _classify(self, name: str, ops: list[Any], seen: Observed | None, kind: Kind) -> None:
        """Put a function or method into the sets that its operators' tags and its calls on samples say."""

        def tagged(tag: torch.Tag) -> bool:
            return has_tag(ops, tag) or (seen is not None and tag in seen.tags)

        if tagged(torch.Tag.nondeterministic_seeded):
            self.sets["random"].add(name)
        # An operator can be both: torch.max of two tensors is pointwise, of one it is not.
        pointwise = has_tag(ops, torch.Tag.pointwise) or (seen is not None and seen.pointwise)
        if pointwise and kind != "bool" and not (seen is not None and seen.reshapes):
            self.sets["pointwise"].add(name)

    def _methods(self) -> None:
        stub = Stub(self.root / "_C" / "__init__.pyi", self.tuples, "TensorBase")
        attributes = {**stub.attributes}
        for name in dir(torch.Tensor):
            if name.startswith("_") and not name.endswith("__"):
                continue
            member = inspect.getattr_static(torch.Tensor, name)
            if inspect.isdatadescriptor(member) or isinstance(member, property):
                kind = attributes.get(name, "any")
                if kind != "any":
                    self.table["properties"][name] = kind
                if kind == "tensor":
                    self.sets["views"].add(name)
                continue
            if not callable(getattr(torch.Tensor, name)) or isinstance(member, type):
                continue
            ops = packets(method_operator(name))
            kind = stub.functions.get(name, "any")
            if kind == "any":
                kind = self._python(member, ops)
            overloads = flagged(member)
            if overloads:
                kind = merge(overloads)
            seen = Observed(member) if not name.startswith(("__init", "__new", "__del", "__reduce")) else None
            if kind == "any" and seen is not None and seen.unary == ["tensor"]:
                kind = "tensor"
            self._classify(name, ops, seen, kind)
            if seen is not None:
                found = [
                    Signature(f"self:tensor {one.words}", one.defaults) for one in stub.signatures.get(name, ())
                ] or python_signatures(member, ops)
                self.methods[name] = Subject(name, method_call(name), found, is_method=True)
            if (name.endswith("_") and not name.endswith("__")) or is_augmented(name):
                self.sets["inplace"].add(name)
            elif aliases_argument(ops) or (seen is not None and seen.aliases):
                self.sets["views"].add(name)
            if kind != "any":
                self.table["methods"][name] = kind
            if name in stub.named:
                self.table["fields"][name] = self.names[stub.named[name]]
        self.sets["inplace"].add("__setitem__")

    def _functions(self) -> None:
        stubs = [
            Stub(self.root / "_C" / "_VariableFunctions.pyi", self.tuples),
            Stub(self.root / "_C" / "_nn.pyi", self.tuples),
            Stub(self.root / "nn" / "functional.pyi", self.tuples),
        ]
        constructors: dict[str, Kind] = {"torch.Size": "size", "torch.device": "device", "torch.nn.Parameter": "tensor"}
        constructors |= {"torch.nn.Buffer": "tensor", "torch.Tensor": "tensor"}
        constructors |= {"torch.broadcast_shapes": "size"}
        self.table["functions"].update(constructors)
        for namespace, prefix in NAMESPACES.items():
            module = importlib.import_module(namespace)
            for name in dir(module):
                function = getattr(module, name)
                if name.startswith("_") or not callable(function) or isinstance(function, type):
                    continue
                if (getattr(function, "__module__", None) or "torch").split(".")[0] not in ("torch", "builtins"):
                    continue
                self._function(f"{namespace}.{name}", name, function, prefix, stubs if prefix == "" else [])

    def _function(self, full: str, name: str, function: Any, prefix: str | None, stubs: list[Stub]) -> None:
        ops = packets(prefix + name) if prefix is not None else []
        kind: Kind = "any"
        stubs = stubs[1:] if full.startswith("torch.nn.functional.") else stubs[:1]
        overloads = flagged(function) or dispatched(function, self.tuples)
        if overloads:
            kind = merge(overloads)
        for stub in stubs:
            if kind == "any":
                kind = stub.functions.get(name, "any")
                if name in stub.named:
                    self.table["fields"][full] = self.names[stub.named[name]]
        if kind == "any":
            kind = self._python(function, ops)
        known = bool(ops) or any(name in stub.functions for stub in stubs)
        known |= full.startswith("torch.nn.functional.") or getattr(function, "__module__", "") == "torch.functional"
        seen = Observed(function, IDLE if "dropout" in name else ({},)) if known and prefix is not None else None
        if kind == "any" and seen is not None and seen.unary == ["tensor"]:
            kind = "tensor"
        self._classify(full, ops, seen, kind)
        if seen is not None or full in MORE_FUNCTIONS:
            found = [with_defaults(one, ops) for stub in stubs for one in stub.signatures.get(name, ())]
            self.functions[full] = Subject(full, function, found or python_signatures(function, ops))
        if not name.endswith("_") and (aliases_argument(ops) or (seen is not None and seen.aliases)):
            self.sets["views"].add(full)
        if kind != "any":
            self.table["functions"][full] = kind

    def _python(self, function: Callable[..., Any], ops: list[Any]) -> Kind:
        """What a function without a stub returns: by its annotation, else by the operators of its name."""
        kind = annotated(function, self.tuples)
        if kind != "any" or not ops:
            return kind
        kinds = [from_schema([str(result.type) for result in op._schema.returns]) for op in ops]
        return kinds[0] if all(other == kinds[0] for other in kinds) else "any"

    def _random_python(self) -> None:
        """Note the functions of torch.nn.functional in plain Python that call a random function by name."""
        functional = {name: getattr(torch.nn.functional, name) for name in dir(torch.nn.functional) if name[0] != "_"}
        grown = True
        while grown:
            bare = {name.rpartition(".")[2] for name in self.sets["random"]}
            found = {
                f"torch.nn.functional.{name}"
                for name, function in functional.items()
                if inspect.isfunction(function) and any(called(leaf) & bare for leaf in leaves(function))
            }
            grown = not found <= self.sets["random"]
            self.sets["random"] |= found

    def _modules(self) -> None:
        bare = {name.rpartition(".")[2] for name in self.sets["random"]} | {"Dropout"}
        for name in dir(torch.nn):
            cls = getattr(torch.nn, name)
            if (
                not (isinstance(cls, type) and issubclass(cls, torch.nn.Module))
                or cls.forward is torch.nn.Module.forward
            ):
                continue
            full = f"torch.nn.{name}"
            if name in MODULES:
                kind = module_kind(name)
                if "return_indices" in inspect.signature(cls.__init__).parameters:
                    words = parameter_words(cls.__init__)[1:]
                    kind = merge(
                        (with_flags(words, {"return_indices": flag}), module_kind(name, return_indices=flag))
                        for flag in (False, True)
                    )
            else:
                kind = annotated(cls.forward, self.tuples)
                result = inspect.signature(cls.forward).return_annotation
                if isinstance(result, type) and issubclass(result, tuple) and hasattr(result, "_fields"):
                    kind = ["tensor"] * len(result._fields)
                    self.table["fields"][full] = result._fields
            if kind != "any":
                self.table["modules"][full] = kind
            methods = {**vars(cls), "forward": cls.forward}.items()
            calls = [method for name, method in methods if "init" not in name and "reset" not in name]
            if any(called(method) & bare for method in calls if inspect.isfunction(method)):
                self.sets["random"].add(full)

    def _breaks(self) -> None:
        """Note which calls end the graph because of tensor data, as TorchDynamo has it."""
        subjects = [*self.methods.values(), *self.functions.values()]
        for sample in plain():
            for subject in subjects:
                subject.add(sample, typed=True)
        self._samples_of_operators()
        for name, samples in MORE_FUNCTIONS.items():
            for sample in samples:
                self.functions[name].add(sample)
        for subject in subjects:
            verdict = judge(subject)
            if verdict is not None:
                self._note_break(subject.name, verdict.kind, verdict.shape)
        modules: dict[str, list[Subject]] = {}
        for name, (build, sample) in torch_modules():
            modules.setdefault(name, []).append(Subject(name, build(), samples=[sample]))
        for name, built in modules.items():
            verdict = judge_modules(built)
            if verdict is not None:
                self._note_break(name, verdict.kind, verdict.shape)

    def _samples_of_operators(self) -> None:
        by_identity: dict[int, list[Subject]] = {}
        for subject in self.functions.values():
            by_identity.setdefault(id(subject.call), []).append(subject)
        for function, name, sample in torch_operators():
            named = self.functions.get(f"torch.{name}")
            for subject in by_identity.get(id(function)) or ([named] if named is not None else []):
                subject.add(sample)
            method = self.methods.get(name)
            if method is not None and isinstance(sample.args[0], torch.Tensor):
                method.add(sample)

    def _note_break(self, name: str, kind: Kind, shape: bool) -> None:
        bare = name.rpartition(".")[2]
        shape |= has_tag(packets(method_operator(bare)), torch.Tag.dynamic_output_shape)
        self.table["breaks"][name] = kind
        self.sets["dynamic_shape" if shape else "data_read"].add(name)

    def _dtypes(self) -> None:
        found = {name: value for name, value in vars(torch).items() if isinstance(value, torch.dtype)}
        self.table["dtypes"] = {f"torch.{name}": str(value) for name, value in sorted(found.items())}
        self.sets["floating"] = {str(value) for value in found.values() if value.is_floating_point or value.is_complex}


def path() -> Path:
    """The file of the torch installed."""
    return FOLDER / f"torch-{'.'.join(torch.__version__.split('.')[:2])}.json"


def content() -> str:
    """The text of the file; what ``tools.torch_data.numbers`` has written to it stays."""
    known = json.loads(path().read_text()) if path().exists() else {}
    return json.dumps({**Generator().build(), "numbers": known.get("numbers", {})}, separators=(",", ":")) + "\n"


def main() -> None:
    """Write the file."""
    path().write_text(content())
    print(path())


if __name__ == "__main__":
    main()
