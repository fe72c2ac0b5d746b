"""Train steps: functions that call backward themselves, and perhaps step an optimizer.

    def train_step(batch):
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        return loss

Compiling such a function as a whole breaks the graph at the backward call. Its users compile the model in it, so that
is what is verified: the step runs in eager, and compiled are the modules that it calls, or what its factory names;
functions that it has compiled itself stay the unit of compiling. Before each run the parameters, buffers, gradients,
the optimizer's state and that of schedulers are put back; what is compared is the loss, the gradients, and the
parameters after the step.
"""

from __future__ import annotations

import copy
import dataclasses
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from fullgraph.runtime_check.step.leaves import PLAIN, equal
from fullgraph.runtime_check.step.references import Reference, original, references
from fullgraph.runtime_check.step.step import SEED, ModuleState, Outcome, Stepper, fresh, map_tensors
from fullgraph.runtime_check.target.target import Target, TargetError, undo_compile


class TrainStep:
    """A step that can be run as it is, or with its parts compiled."""

    def __init__(self, fn: Callable[..., Any], parts: Sequence[torch.nn.Module | Reference]) -> None:
        self.fn = fn
        self.parts = list(parts)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.fn(*args, **kwargs)

    def compiled(self, **options: Any) -> Callable[..., Any]:
        """The step with its parts under ``torch.compile`` with these options; the step itself stays in eager."""
        made = [(part, torch.compile(_callable_of(part), **options)) for part in self.parts]

        def run(*args: Any, **kwargs: Any) -> Any:
            for part, compiled in made:
                _place(part, compiled)
            try:
                return self.fn(*args, **kwargs)
            finally:
                for part, _ in made:
                    _place(part, None)

        return run

    @property
    def names(self) -> list[str]:
        return [p.name if isinstance(p, Reference) else type(p).__name__ for p in self.parts]


def compile_target(fn: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    """``torch.compile``, of a train step's parts where the target is one."""
    compiled: Callable[..., Any] = fn.compiled(**options) if isinstance(fn, TrainStep) else torch.compile(fn, **options)
    return compiled


def compiled_parts(fn: Callable[..., Any]) -> list[Callable[..., Any]]:
    """The callables that `compile_target` compiles."""
    if isinstance(fn, TrainStep):
        return [part.value if isinstance(part, Reference) else part for part in fn.parts]
    return [fn]


def _callable_of(part: torch.nn.Module | Reference) -> Callable[..., Any]:
    if isinstance(part, Reference):
        fn: Callable[..., Any] = part.value
        return fn
    call: Callable[..., Any] = part._call_impl
    if type(part).__module__.partition(".")[0] != "torch":
        return call
    # Dynamo skips frames of torch's own files: for a bare nn.Sequential the trace has to begin outside of them, as it
    # does where users compile the object itself.
    return lambda *args, **kwargs: call(*args, **kwargs)


def _place(part: torch.nn.Module | Reference, compiled: Any) -> None:
    """Have calls of the part run what is compiled; None: the part itself."""
    if isinstance(part, Reference):
        part.put(part.value if compiled is None else compiled)
    else:
        # What nn.Module.compile() sets, without the way through nn.Module.__setattr__.
        vars(part)["_compiled_call_impl"] = compiled


def make_stepper(target: Target, device: torch.device, train: bool | None = None) -> Stepper:
    """The stepper for a target; a function is called once, in eager, to see whether it is a train step.

    What the target raises comes through. Raises `TargetError` for a train step in which there is nothing to compile.
    """
    if isinstance(target.fn, torch.nn.Module):
        return Stepper(target, device, train)
    held = references(target.fn)
    for one in held:
        if isinstance(one.value, torch.nn.Module):
            one.value.to(device)
    plain = Stepper(target, device, train)
    state = StepState.of(held)
    plain.restore()
    functions = [
        Reference(one.name, original(one.value), one.put) for one in held if original(one.value) is not one.value
    ]
    with (
        _observing(functions) as seen,
        warnings.catch_warnings(),
        torch.enable_grad(),
        torch.compiler.set_stance("force_eager"),
    ):
        warnings.simplefilter("ignore")  # torch warns of the hooks that watch
        call = fresh(plain.calls[0])
        target.fn(*call.args, **call.kwargs)
    state.restore()
    plain.restore()
    if not seen.backward and target.marked is None:
        return plain
    if train is False:
        raise TargetError("the target is a training step, which calls backward itself: it cannot run with --no-train")
    parts = _parts(target, held, functions, seen)
    state.add([m for m in parts if isinstance(m, torch.nn.Module)], seen.optimizers)
    stepped = bool(seen.optimizers or state.optimizers)
    names = ", ".join(TrainStep(target.fn, parts).names)
    notes = (*target.notes, f"the target calls backward itself: its callees are compiled ({names}), not the step")
    made = dataclasses.replace(target, fn=TrainStep(target.fn, parts), notes=notes)
    return TrainStepper(made, device, state, stepped)


def _parts(
    target: Target, held: Sequence[Reference], functions: Sequence[Reference], seen: _Observer
) -> list[torch.nn.Module | Reference]:
    """The parts that are compiled: what its factory names, else its compiled functions and the modules it calls."""
    for module in {id(m): m for root in seen.called for m in root.modules()}.values():
        vars(module)["_compiled_call_impl"] = None
    if target.marked:
        return [_marked(one, held) for one in target.marked]
    found: list[torch.nn.Module | Reference] = [*functions]
    found += [module for module in seen.called if any(True for _ in module.parameters())]
    if not found:
        raise TargetError(
            "the target is a training step, but calls no module with parameters that could be compiled: have a factory "
            "return {'step': step, 'fn': what_to_compile, 'inputs': inputs}"
        )
    return found


def _marked(wanted: Any, held: Sequence[Reference]) -> torch.nn.Module | Reference:
    plain = undo_compile(wanted)
    if isinstance(plain, torch.nn.Module):
        return plain
    for one in held:
        if original(one.value) is plain:
            return Reference(one.name, plain, one.put)
    name = getattr(plain, "__name__", type(plain).__name__)
    raise TargetError(
        f"the training step does not use {name}, which is to be compiled in it, by a global or closure name"
    )


class _Observer:
    """Sees what one run of a step does."""

    def __init__(self) -> None:
        self.backward = False
        self.called: list[torch.nn.Module] = []
        """The modules that the step called itself, in order, each once; not those within functions that it compiles."""
        self.optimizers: list[torch.optim.Optimizer] = []
        self._inside: list[object] = []
        """The modules and functions that are being called, outermost first."""

    def around(self, fn: Callable[..., Any]) -> Callable[..., Any]:
        """The function, within which the step itself calls nothing."""

        def call(*args: Any, **kwargs: Any) -> Any:
            self._inside.append(fn)
            try:
                return fn(*args, **kwargs)
            finally:
                self._inside.pop()

        return call

    def enter(self, module: torch.nn.Module, _args: Any) -> None:
        if isinstance(module, torch._dynamo.OptimizedModule):
            inner: Any = module
            inner.forward = inner._orig_mod.__call__
            return
        if not self._inside and not any(module is one for one in self.called):
            self.called.append(module)
        self._inside.append(module)

    def leave(self, module: torch.nn.Module, _args: Any, _output: Any) -> None:
        if self._inside and self._inside[-1] is module:
            self._inside.pop()

    def stepped(self, optimizer: torch.optim.Optimizer, _args: Any, _kwargs: Any) -> None:
        if not any(optimizer is one for one in self.optimizers):
            self.optimizers.append(optimizer)

    def differentiated(self) -> None:
        # A module may differentiate something within its forward; a step does so outside.
        self.backward = self.backward or not self._inside


@contextmanager
def _observing(functions: Sequence[Reference]) -> Iterator[_Observer]:
    """Observe a step that runs in the block; ``functions`` are those that it compiles."""
    from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook
    from torch.optim.optimizer import register_optimizer_step_pre_hook

    seen = _Observer()
    plain = torch.autograd.backward

    def backward(*args: Any, **kwargs: Any) -> Any:
        seen.differentiated()
        return plain(*args, **kwargs)

    handles = [
        register_module_forward_pre_hook(seen.enter),
        register_module_forward_hook(seen.leave, always_call=True),
        register_optimizer_step_pre_hook(seen.stepped),
    ]
    torch.autograd.backward = backward
    for one in functions:
        one.put(seen.around(one.value))
    try:
        yield seen
    finally:
        for one in functions:
            one.put(one.value)
        torch.autograd.backward = plain
        for handle in handles:
            handle.remove()


@dataclass
class StepState:
    """All that a step changes: modules, optimizers, schedulers and scalers, and numbers kept on its object."""

    modules: dict[str, torch.nn.Module] = field(default_factory=dict)
    parameters: dict[str, torch.Tensor] = field(default_factory=dict)
    """The parameters of no module that the step uses by name."""
    optimizers: list[tuple[torch.optim.Optimizer, Any, list[dict[str, Any]]]] = field(default_factory=list)
    others: list[tuple[Any, Any]] = field(default_factory=list)
    """Objects with a state dict, and what it held."""
    values: list[tuple[Any, dict[str, Any]]] = field(default_factory=list)
    """Objects, and their attributes that are plain values."""
    tensors: list[tuple[torch.Tensor, torch.Tensor]] = field(default_factory=list)

    @classmethod
    def of(cls, held: Sequence[Reference]) -> StepState:
        state = cls()
        state.add([], [one.value for one in held if isinstance(one.value, torch.optim.Optimizer)])
        for one in held:
            value = one.value
            if isinstance(value, torch.nn.Module):
                inner = undo_compile(value)
                known = any(inner is module for root in state.modules.values() for module in root.modules())
                if not known:
                    state.modules[one.name] = inner
            elif isinstance(value, (torch.optim.Optimizer, type)):
                continue
            elif isinstance(value, torch.Tensor):
                if value.is_leaf and value.requires_grad:
                    state.parameters[one.name] = value
            elif callable(getattr(value, "state_dict", None)) and callable(getattr(value, "load_state_dict", None)):
                state.others.append((value, copy.deepcopy(value.state_dict())))
            elif one.name == "self":
                plain = {name: entry for name, entry in vars(value).items() if isinstance(entry, PLAIN)}
                state.values.append((value, plain))
        state._keep()
        return state

    def add(self, modules: Sequence[torch.nn.Module], optimizers: Sequence[torch.optim.Optimizer]) -> None:
        """Take in what only running the step has shown, as it is now."""
        for module in modules:
            if not any(module is one for root in self.modules.values() for one in root.modules()):
                self.modules[type(module).__name__] = module
        for optimizer in optimizers:
            if not any(optimizer is one for one, _, _ in self.optimizers):
                kept = {key: _copied(value) for key, value in optimizer.state.items()}
                groups = [{k: v for k, v in group.items() if k != "params"} for group in optimizer.param_groups]
                self.optimizers.append((optimizer, kept, copy.deepcopy(groups)))
        self._keep()

    def _keep(self) -> None:
        known = {id(tensor) for tensor, _ in self.tensors}
        live: list[torch.Tensor] = [*self.parameters.values()]
        live += [t for m in self.modules.values() for t in (*m.parameters(), *m.buffers())]
        live += [p for optimizer, _, _ in self.optimizers for group in optimizer.param_groups for p in group["params"]]
        for tensor in live:
            if id(tensor) not in known:
                known.add(id(tensor))
                self.tensors.append((tensor, tensor.detach().clone()))

    def restore(self) -> None:
        for optimizer, kept, groups in self.optimizers:
            optimizer.state.clear()
            optimizer.state.update({key: _copied(value) for key, value in kept.items()})
            for group, values in zip(optimizer.param_groups, groups, strict=False):
                group.update(copy.deepcopy(values))
        for value, state in self.others:
            value.load_state_dict(copy.deepcopy(state))
        for value, plain in self.values:
            vars(value).update(plain)
        with torch.no_grad():
            for tensor, kept_tensor in self.tensors:
                tensor.grad = None
                if not equal(tensor, kept_tensor):
                    tensor.copy_(kept_tensor)

    def widen(self) -> None:
        """Everything in float64, in place: the optimizers keep hold of the same parameters."""
        for tensor, _ in self.tensors:
            tensor.grad = None
            tensor.data = _wide(tensor.data)
        self.tensors = [(tensor, _wide(kept)) for tensor, kept in self.tensors]
        self.optimizers = [
            (optimizer, {key: _widened(value) for key, value in kept.items()}, groups)
            for optimizer, kept, groups in self.optimizers
        ]


def _copied(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    if isinstance(value, Mapping):
        return {key: _copied(entry) for key, entry in value.items()}
    return copy.deepcopy(value)


def _wide(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.detach().double() if tensor.is_floating_point() else tensor.detach()


def _widened(value: Any) -> Any:
    if isinstance(value, Mapping):
        # An optimizer's counter of steps is a float32 tensor whatever its parameters are.
        return {key: entry if key == "step" else _widened(entry) for key, entry in value.items()}
    return _wide(value) if isinstance(value, torch.Tensor) else value


class TrainStepper(Stepper):
    """Runs a train step: forward, backward and optimizer are the step's own."""

    own_reference = True

    def __init__(self, target: Target, device: torch.device, state: StepState, stepped: bool) -> None:
        self.step_state = state
        super().__init__(target, device, True)
        self.stepped = stepped
        self.modules = state.modules
        self.owners = []  # what the step itself is kept by is the state's
        self.state = ModuleState(self.modules)
        self.every_parameter = list(self.parameters().values())

    def settle(self) -> None:
        self.restore()
        self.grad = self.backward = True
        call = fresh(self.calls[0])
        self.has_loss = self.find_loss(self.target.fn(*call.args, **call.kwargs)) is not None
        self.restore()

    def parameters(self) -> dict[str, torch.nn.Parameter]:
        found: dict[str, Any] = super().parameters() | self.step_state.parameters
        return found

    @property
    def what(self) -> str:
        return "training step as written (forward, backward" + (", optimizer)" if self.stepped else ")")

    def restore(self, seed: int = SEED) -> None:
        super().restore(seed)
        self.step_state.restore()

    def differentiate(self, output: Any, loss: torch.Tensor | None) -> None:
        """The step has done it."""

    def find_loss(self, output: Any) -> torch.Tensor | None:
        if self.target.loss is None and isinstance(output, float):
            return torch.tensor(output)
        return super().find_loss(output)

    def changed_tensors(self) -> dict[str, torch.Tensor]:
        before = {id(tensor): kept for tensor, kept in self.step_state.tensors}
        loose = self.step_state.parameters.items()
        changed = {name: p for name, p in loose if not equal(p.detach(), before[id(p)])}
        return super().changed_tensors() | {f"parameter {name}": p.detach().clone() for name, p in changed.items()}

    def reference(self) -> list[Outcome]:
        """The outcomes in float64, in eager; everything is as before afterwards."""
        kept, calls = self.step_state, self.calls
        wide = copy.copy(kept)
        self.restore()
        types = [(tensor, tensor.dtype) for tensor, _ in kept.tensors]
        module_state = self.state
        try:
            wide.widen()
            self.step_state, self.state = wide, ModuleState(self.modules)
            self.calls = [map_tensors(call, _wide_input) for call in calls]
            return [self.observe(self.target.fn, call) for call in self.calls]
        finally:
            self.step_state, self.calls, self.state = kept, calls, module_state
            for tensor, dtype in types:
                tensor.grad = None
                tensor.data = tensor.data.to(dtype)
            self.restore()


def _wide_input(tensor: torch.Tensor) -> torch.Tensor:
    return _wide(tensor).requires_grad_(tensor.requires_grad)
