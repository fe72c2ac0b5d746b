"""Find the thing to verify and the arguments to call it with.

A target is ``hf:ClassName``, ``timm:name``, ``torchvision:name``, ``diffusers:ClassName`` or ``pyg:ClassName``, a model
that `fullgraph.runtime_check.target.models` builds with its inputs, or ``package.module:attribute`` or
``path/file.py:attribute``; the attribute may be dotted. It may be

- an ``nn.Module`` instance, or an ``nn.Module`` class that builds without arguments;
- a function or other callable, called with the inputs;
- a factory: a callable without required parameters that returns a module or function, a pair of it and its inputs, a
  dict with the keys ``model`` (or ``fn``), ``inputs`` and optionally ``loss``, ``train``, ``optimizer`` and ``pad``, or
  an object with these attributes. ``loss`` maps the output to a scalar tensor; ``optimizer`` is one, or a function that
  makes it of the parameters, and ends each step that is timed; ``pad(inputs, size)`` makes inputs longer without
  changing what is computed (the attribute ``fullgraph_pad`` does for a target that is no factory);
- a train step: a function that calls backward itself (`fullgraph.runtime_check.step.train_step`). A factory's dict
  names one as ``step``: it is called with the inputs, or with ``model`` and the inputs, and ``model`` (or ``fn``, or a
  list of either) is what is compiled in it.

A callable without required parameters is called once to see whether it is a factory.

Inputs come from, in this order: ``--input``; ``--inputs``; the factory; the target's attribute ``fullgraph_inputs``; in
the target's file, a function or value named ``<attribute>_inputs``, or else ``inputs``.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from fullgraph.lint.config import input_names
from fullgraph.runtime_check.target.inputs import Argument, CallArguments, as_calls, build_calls
from fullgraph.runtime_check.target.models import LIBRARIES, BuildOptions, ModelError, build


class TargetError(Exception):
    """A target that cannot be used: one line that says what is wrong and what to do.

    ``cause`` is that of a `ModelError`, where the target is a library's model.
    """

    def __init__(self, message: str, cause: str = "") -> None:
        super().__init__(message)
        self.cause = cause


@dataclass(frozen=True)
class Spec:
    """A parsed ``where:attribute``."""

    where: str
    attribute: str

    def __str__(self) -> str:
        return f"{self.where}:{self.attribute}"

    @property
    def is_model(self) -> bool:
        """One of a library's models, by its name there."""
        return self.where in LIBRARIES

    @property
    def module(self) -> str:
        """The module that holds the code, of a target that is no file."""
        return LIBRARIES.get(self.where, self.where)

    @property
    def is_file(self) -> bool:
        return self.where.endswith(".py") or "/" in self.where or "\\" in self.where

    @property
    def path(self) -> Path:
        return Path(self.where).expanduser()


@dataclass
class Target:
    """A callable to compile, the calls to make, and how to get a loss (None: found in the output)."""

    fn: Callable[..., Any]
    calls: list[CallArguments]
    loss: Callable[[Any], Any] | None = None
    train: bool | None = None
    notes: tuple[str, ...] = ()
    optimizer: Any = None
    """A ``torch.optim.Optimizer``, or a function that makes one of the parameters."""
    pad: Callable[..., Any] | None = None
    """``pad(inputs, size)``: the inputs, longer and with the same result; for compiling at few sizes."""
    marked: list[Any] | None = None
    """The parts that are compiled in ``fn``, a train step. None: running it tells whether it is one."""


def parse_spec(text: str) -> Spec:
    """Split ``where:attribute``; raises `TargetError`."""
    where, colon, attribute = text.rpartition(":")
    if where in LIBRARIES and attribute:
        return Spec(where, attribute)
    if not colon or not where or not all(part.isidentifier() for part in attribute.split(".")):
        raise TargetError(
            f"{text!r} is not a target: write package.module:attribute or path/file.py:attribute, such as "
            "model.py:Net, or a library's model: hf:BertForMaskedLM, timm:resnet18, diffusers:AutoencoderKL, pyg:GCN"
        )
    return Spec(where, attribute)


def absolute(spec: Spec, folder: Path) -> Spec:
    """The target with the path of its file, if it is one, taken from this folder on."""
    return Spec(str(folder / spec.path), spec.attribute) if spec.is_file else spec


def package_root(path: Path) -> tuple[Path, str]:
    """The folder to import a file from, and its dotted name there: the parent of the topmost package that holds it."""
    path = path.resolve()
    parts = [path.stem] if path.stem != "__init__" else []
    folder = path.parent
    while (folder / "__init__.py").is_file() and folder.name.isidentifier():
        parts.insert(0, folder.name)
        folder = folder.parent
    return folder, ".".join(parts)


def import_module(spec: Spec) -> ModuleType:
    """Import the file or module. Raises `TargetError` if it is not there; what its own code raises comes through."""
    return _import_file(spec) if spec.is_file else _import_name(spec)


def _import_file(spec: Spec) -> ModuleType:
    path = spec.path
    if not path.is_file():
        raise TargetError(f"there is no file {spec.where}")
    root, name = package_root(path)
    _prepend(root)
    if "." not in name:
        # A script may be called like a module that is already loaded (`types.py`), which must stay what it is.
        name = f"_target_{name}" if name in sys.modules or name in sys.stdlib_module_names else name
        found = importlib.util.spec_from_file_location(name, path.resolve())
        if found is None or found.loader is None:
            raise TargetError(f"{spec.where} is not a Python file")
        module = importlib.util.module_from_spec(found)
        sys.modules[name] = module
        try:
            found.loader.exec_module(module)
        except BaseException:
            sys.modules.pop(name, None)
            raise
        return module
    return importlib.import_module(name)


def _import_name(spec: Spec) -> ModuleType:
    _prepend(Path.cwd(), keep_existing=True)
    try:
        return importlib.import_module(spec.where)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if spec.where == missing or spec.where.startswith(missing + "."):
            raise TargetError(
                f"there is no module {missing!r} (looked in the current folder and in what is installed)"
            ) from None
        raise


def _prepend(folder: Path, keep_existing: bool = False) -> None:
    entry = str(folder)
    if keep_existing and entry in sys.path:
        return
    sys.path.insert(0, entry)


def get_attribute(module: ModuleType, spec: Spec) -> Any:
    """Follow the dotted attribute; raises `TargetError` with the names that are there."""
    value: Any = module
    seen = spec.where
    for part in spec.attribute.split("."):
        try:
            value = _instance_for(value, part)
            value = getattr(value, part)
        except AttributeError:
            names = [name for name in dir(value) if not name.startswith("_")]
            close = _closest(part, names)
            hint = f"; did you mean {close}?" if close else ""
            raise TargetError(f"{seen} has no attribute {part!r}{hint}") from None
        seen = f"{seen}:{part}" if value is not None and seen == spec.where else f"{seen}.{part}"
    return value


def _instance_for(value: Any, part: str) -> Any:
    """For a method of a class, such as ``Trainer.train_step``: an object to call it on."""
    if not isinstance(value, type) or not inspect.isfunction(inspect.getattr_static(value, part, None)):
        return value
    _require_no_parameters(value, f"name an object that has {part}, or give a factory")
    return value()


def _closest(name: str, names: list[str]) -> str | None:
    import difflib

    found = difflib.get_close_matches(name, names, 1)
    return found[0] if found else None


def load_target(
    spec: Spec, arguments: list[Argument], inputs_from: Spec | None, options: BuildOptions | None = None
) -> Target:
    """Import, build and give inputs to a target. Raises `TargetError`, `InputSpecError`, or what the target raises.

    ``options`` are for the models of libraries.
    """
    if spec.is_model:
        return _load_model(spec, _declared(arguments, inputs_from), options or BuildOptions())
    module = import_module(spec)
    value = get_attribute(module, spec)
    declared = _declared(arguments, inputs_from)
    return resolve(value, declared, lambda built: _conventional_inputs(module, spec, value, built))


def _declared(arguments: list[Argument], inputs_from: Spec | None) -> list[CallArguments] | None:
    if arguments:
        return build_calls(arguments)
    if inputs_from is not None:
        return as_calls(_value_of(get_attribute(import_module(inputs_from), inputs_from)))
    return None


def _load_model(spec: Spec, declared: list[CallArguments] | None, options: BuildOptions) -> Target:
    try:
        return resolve(build(spec.where, spec.attribute, options), declared, lambda _built: None)
    except ModelError as error:
        raise TargetError(str(error), error.cause) from error


def resolve(
    value: Any, declared: list[CallArguments] | None, find_inputs: Callable[[Any], list[CallArguments] | None]
) -> Target:
    """Turn what the attribute holds into a target. ``find_inputs`` looks for inputs that were not declared."""
    import torch

    notes: list[str] = []
    if isinstance(value, type):
        if not issubclass(value, torch.nn.Module):
            raise TargetError(f"the class {value.__name__} is not an nn.Module: name a function, a module or a factory")
        _require_no_parameters(value, "give a factory that builds it")
        value = value()
    parts: Mapping[str, Any] | None = _parts(value)
    if parts is None and not callable(value):
        raise TargetError(f"a {type(value).__name__} cannot be called: name a module, a function or a factory")
    if parts is None and not isinstance(value, torch.nn.Module):
        calls = declared or find_inputs(value)
        if _accepts(value, [CallArguments()]):
            parts = _built(value, required=calls is None or not _accepts(value, calls))
            if parts is None and calls is None:
                calls = [CallArguments(label="no arguments")]
        if parts is None:
            return _finish(value, calls, {}, notes)
    parts = parts or {"model": value}
    if parts.get("step") is not None:
        return _train_step(parts, declared, find_inputs)
    fn = parts.get("model", parts.get("fn"))
    if isinstance(fn, type) and issubclass(fn, torch.nn.Module):
        fn = fn()
    if not callable(fn):
        raise TargetError(f"the factory's model is a {type(fn).__name__}, which cannot be called")
    calls = declared
    if calls is None and parts.get("inputs") is not None:
        calls = as_calls(_value_of(parts["inputs"]))
    return _finish(fn, calls or find_inputs(fn), parts, notes)


def _train_step(
    parts: Mapping[str, Any],
    declared: list[CallArguments] | None,
    find_inputs: Callable[[Any], list[CallArguments] | None],
) -> Target:
    """The step of a factory that names one, with what is compiled in it."""
    import torch

    step, model = parts["step"], parts.get("model", parts.get("fn"))
    if not callable(step):
        raise TargetError(f"the factory's step is a {type(step).__name__}, which cannot be called")
    marked = [] if model is None else list(model) if isinstance(model, (list, tuple)) else [model]
    for one in marked:
        if not callable(one) or isinstance(one, type):
            raise TargetError(f"what a training step compiles must be modules or functions, not {_named(one)}")
    calls = declared
    if calls is None and parts.get("inputs") is not None:
        calls = as_calls(_value_of(parts["inputs"]))
    calls = calls or find_inputs(step)
    if calls and isinstance(model, torch.nn.Module) and not _accepts(step, calls):
        step = functools.partial(step, model)
    target = _finish(step, calls, parts, [])
    target.marked = marked
    return target


def _named(value: Any) -> str:
    return f"the class {value.__name__}" if isinstance(value, type) else f"a {type(value).__name__}"


def _built(factory: Callable[[], Any], *, required: bool) -> Mapping[str, Any] | None:
    """Call what has no required parameters; None if it builds nothing to verify, so that it is no factory.

    ``required``: it must be one, as it cannot be called with the inputs; then what it raises comes through.
    """
    import torch

    try:
        built = factory()
    except Exception:
        if required:
            raise
        return None
    parts = _parts(built)
    if parts is None and callable(built) and not isinstance(built, torch.Tensor):
        parts = {"model": built}
    return parts


def _finish(
    fn: Callable[..., Any], calls: list[CallArguments] | None, parts: Mapping[str, Any], notes: list[str]
) -> Target:
    if calls is None:
        raise TargetError(
            "no inputs: give them with --input 'x=f32[8,3,32,32]' or --inputs file.py:function, "
            "or put a function <attribute>_inputs next to the target"
        )
    plain = undo_compile(fn)
    if plain is not fn:
        notes = [*notes, "the target is already compiled: verified the object it wraps"]
    for call in calls:
        if not _accepts(plain, [call]):
            raise TargetError(f"the target cannot be called with these inputs ({call.label}): {_why_not(plain, call)}")
    pad = parts.get("pad", _attribute(plain, "fullgraph_pad"))
    return Target(plain, calls, parts.get("loss"), parts.get("train"), tuple(notes), parts.get("optimizer"), pad)


def put_into_mode(target: Target, mode: Literal["eval", "train"]) -> None:
    """Put the modules that are the target, or parts of a train step, into eval or train mode."""
    import torch

    for one in (target.fn, *(target.marked or ())):
        if isinstance(one, torch.nn.Module):
            one.train(mode == "train")


def converted(target: Target, dtype: str) -> Target:
    """The target with its parameters, buffers and inputs of floating point in a dtype. Raises `TargetError`."""
    import torch
    from torch.utils._pytree import tree_map_only

    wanted = getattr(torch, dtype, None)
    if not isinstance(wanted, torch.dtype) or not wanted.is_floating_point:
        raise TargetError(f"{dtype!r} is not a floating-point dtype: use float32, bfloat16, float16 or float64")

    def change(value: torch.Tensor) -> torch.Tensor:
        if not value.is_floating_point():
            return value
        return value.detach().to(wanted).requires_grad_(value.requires_grad)

    for one in (target.fn, *(target.marked or ())):
        if isinstance(one, torch.nn.Module):
            one.to(wanted)
    calls = [
        dataclasses.replace(
            call,
            args=tuple(tree_map_only(torch.Tensor, change, list(call.args))),
            kwargs=tree_map_only(torch.Tensor, change, dict(call.kwargs)),
        )
        for call in target.calls
    ]
    return dataclasses.replace(target, calls=calls)


def undo_compile(fn: Any) -> Any:
    """The plain callable inside a compiled one, so that both can be compared."""
    import torch

    if isinstance(fn, torch.nn.Module):
        wrapped = getattr(fn, "_orig_mod", None)
        inner = fn if wrapped is None else wrapped
        if getattr(inner, "_compiled_call_impl", None) is not None:
            inner._compiled_call_impl = None
        return inner
    # `torch.compiler.disable` wraps in the same way, and undoing that would change what is verified.
    return fn if getattr(fn, "_torchdynamo_disable", False) else getattr(fn, "_torchdynamo_orig_callable", fn)


def _parts(value: Any) -> Mapping[str, Any] | None:
    """The pieces of a target-like value, or None if it is not one."""
    import torch

    if isinstance(value, (torch.nn.Module, type)):
        return None
    if isinstance(value, Mapping):
        return value if {"model", "fn", "step"} & set(value) else None
    if isinstance(value, tuple) and len(value) == 2 and callable(value[0]) and not isinstance(value[0], torch.Tensor):
        return {"model": value[0], "inputs": value[1]}
    if hasattr(value, "inputs") and (hasattr(value, "model") or hasattr(value, "fn")):
        names = ("model", "fn", "step", "inputs", "loss", "train", "optimizer", "pad")
        return {name: getattr(value, name) for name in names if hasattr(value, name)}
    return None


def _conventional_inputs(module: ModuleType, spec: Spec, value: Any, built: Any) -> list[CallArguments] | None:
    for owner in (value, built):
        own = _attribute(owner, input_names.ATTRIBUTE)
        if own is not None:
            return as_calls(_value_of(own))
    for name in (spec.attribute.rpartition(".")[2] + input_names.OF_TARGET, input_names.INPUTS):
        if hasattr(module, name):
            return as_calls(_value_of(getattr(module, name)))
    return None


def _attribute(owner: Any, name: str) -> Any:
    """An attribute that says something to us; None if it is not there."""
    try:
        return getattr(owner, name, None)
    except Exception:  # a __getattr__ that knows its own names only
        return None


def _value_of(source: Any) -> Any:
    """Call an inputs function; take any other value as it is."""
    import torch

    if callable(source) and not isinstance(source, (torch.Tensor, Mapping)):
        _require_no_parameters(source, "an inputs function is called without arguments")
        return source()
    return source


def _signature(fn: Any) -> inspect.Signature | None:
    import torch

    try:
        return inspect.signature(fn.forward if isinstance(fn, torch.nn.Module) else fn)
    except (TypeError, ValueError):
        return None


def _accepts(fn: Any, calls: list[CallArguments]) -> bool:
    signature = _signature(fn)
    return signature is None or all(_why_not(fn, call) is None for call in calls)


def _why_not(fn: Any, call: CallArguments) -> str | None:
    signature = _signature(fn)
    if signature is None:
        return None
    try:
        signature.bind(*call.args, **call.kwargs)
    except TypeError as error:
        return str(error)
    return None


def _require_no_parameters(fn: Any, advice: str) -> None:
    try:
        inspect.signature(fn).bind()
    except TypeError as error:
        raise TargetError(
            f"{getattr(fn, '__name__', fn)}() cannot be called without arguments ({error}): {advice}"
        ) from None
    except ValueError:
        return
