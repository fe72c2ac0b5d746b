"""One step of a target, repeatable: same state, same random numbers, same arguments, eager or compiled."""

from __future__ import annotations

import contextlib
import functools
import random
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any

import torch
from fullgraph.runtime_check.step.attributes import Attributes, named_values
from fullgraph.runtime_check.step.leaves import attributes_of, entries_of_output, equal, same_tensor, walk
from fullgraph.runtime_check.step.references import global_names
from fullgraph.runtime_check.target.inputs import CallArguments
from fullgraph.runtime_check.target.target import Target, TargetError

SEED = 0


@dataclass
class Outcome:
    """The outcome of one step. Tensors are detached copies, named by where they were found."""

    outputs: dict[str, Any] = field(default_factory=dict)
    """Tensors and plain values of the output, by path such as ``output.logits``."""
    gradients: dict[str, torch.Tensor] = field(default_factory=dict)
    """By ``grad of`` the parameter's or input's name."""
    inputs: dict[str, torch.Tensor] = field(default_factory=dict)
    """The arguments after the call: a target may write into them."""
    state: dict[str, torch.Tensor] = field(default_factory=dict)
    """The changed ones of parameters, buffers and tensors that are attributes, by names such as ``buffer n``."""
    loss: float | None = None


class Stepper:
    """Runs a target's step: the call and, where there is something to differentiate, the backward pass.

    The backward pass starts from the loss: ``target.loss(output)``, the output's ``loss``, or an output that is one
    float. Without a loss it starts from all float outputs that require a gradient, weighted by fixed random numbers.
    A module in eval mode without a loss runs under ``torch.no_grad``. Where the target has an optimizer, a timed step
    ends with its step; comparisons leave it out, since they begin from the same state each time.
    """

    own_reference = False
    """Whether `reference` makes the float64 outcomes, because no copy of the target can."""

    def __init__(self, target: Target, device: torch.device, train: bool | None = None) -> None:
        self.target = target
        self.device = device
        self.modules = modules_of(target.fn)
        for module in self.modules.values():
            module.to(device)
        self.calls = [to_device(call, device) for call in target.calls]
        self.owners = owners_of(target.fn)
        self._initialise()
        self.state = ModuleState(self.modules, self.owners)
        self.forced = target.train if train is None else train
        self.every_parameter = list(self.parameters().values())
        self.root: torch.nn.Module | None = target.fn if isinstance(target.fn, torch.nn.Module) else None
        self.grad = True
        self.backward = False
        self.has_loss = False
        self.optimizer = build_optimizer(target.optimizer, self.every_parameter)
        self.autocast: torch.dtype | None = None
        """Run the call and the loss under ``torch.autocast`` with this dtype."""
        self.prepare: Callable[[CallArguments], object] | None = None
        """Done to each copy of the arguments before the call, such as marking sizes as dynamic."""
        self.first_run: Callable[[], contextlib.AbstractContextManager[object]] = contextlib.nullcontext
        """What each call runs in the first time: what a target sets up then runs never again."""

    def _initialise(self) -> None:
        """Run each call once where a parameter or buffer has no shape before the first, as in ``nn.LazyLinear``."""
        tensors = (t for m in self.modules.values() for t in (*m.parameters(), *m.buffers()))
        if any(map(torch.nn.parameter.is_lazy, tensors)):
            seed_all(SEED)
            with torch.no_grad():
                for call in map(fresh, self.calls):
                    self.target.fn(*call.args, **call.kwargs)

    def settle(self) -> None:
        """Run each call once in eager and decide what a step is. What the target raises comes through."""
        self.restore()
        with torch.set_grad_enabled(self.forced is not False), self.casting():
            outputs = [self._first(call) for call in map(fresh, self.calls)]
        losses = [self.find_loss(output) for output in outputs]
        self.has_loss = all(loss is not None for loss in losses)
        differentiable = all(_differentiable(output) for output in outputs)
        if self.forced is False:
            self.grad = self.backward = False
        elif self.forced or (self.has_loss and differentiable):
            self.grad = self.backward = True
        elif self.root is not None and not self.root.training and not self.has_loss:
            self.grad = self.backward = False
        else:
            self.backward = differentiable
        if self.forced and not differentiable:
            raise TargetError("--train was given, but no output requires a gradient")

    def _first(self, call: CallArguments) -> object:
        with self.first_run():
            return self.target.fn(*call.args, **call.kwargs)

    @property
    def what(self) -> str:
        if not self.backward:
            return "forward"
        if self.optimizer is not None:
            return "training step (forward, loss, backward and optimizer)"
        return "training step (forward, loss and backward)" if self.has_loss else "forward and backward"

    def casting(self) -> contextlib.AbstractContextManager[Any]:
        """The context of the forward pass: autocast, where it was asked for."""
        return torch.autocast(self.device.type, self.autocast) if self.autocast else contextlib.nullcontext()

    def restore(self, seed: int = SEED) -> None:
        """Put parameters, buffers, plain attributes and random generators back to where they were at the start."""
        self.state.restore()
        seed_all(seed)

    def run(self, fn: Callable[..., Any], call: CallArguments) -> tuple[Any, CallArguments]:
        """Call and backward with fresh copies of the arguments; returns the output and these copies."""
        call = self.copy_of(call)
        self.clear_gradients()
        _begin_step()
        return self.step(fn, call), call

    def step(self, fn: Callable[..., Any], call: CallArguments) -> Any:
        with torch.set_grad_enabled(self.grad):
            with self.casting():
                output = fn(*call.args, **call.kwargs)
                loss = self.find_loss(output) if self.backward else None
            if self.backward:
                self.differentiate(output, loss)
        return output

    def copy_of(self, call: CallArguments) -> CallArguments:
        """Arguments to call with, prepared."""
        call = fresh(call)
        if self.prepare is not None:
            self.prepare(call)
        return call

    def differentiate(self, output: Any, loss: torch.Tensor | None) -> None:
        if loss is not None:
            torch.autograd.backward(loss)
            return
        tensors = [leaf for leaf in flatten(output).values() if _needs_grad(leaf)]
        torch.autograd.backward(tensors, [_weights(t.shape, t.dtype, t.device) for t in tensors])

    def observe(self, fn: Callable[..., Any], call: CallArguments, seed: int = SEED) -> Outcome:
        """One step from the initial state, with everything it computed."""
        self.restore(seed)
        output, used = self.run(fn, call)
        loss = self.find_loss(output)
        return Outcome(
            outputs={path: _copy(leaf) for path, leaf in flatten(output).items()},
            gradients=self.gradients(used),
            inputs={path: _copy(leaf) for path, leaf in flatten_call(used).items() if isinstance(leaf, torch.Tensor)},
            state=self.changed_tensors(),
            loss=float(loss.detach()) if loss is not None else None,
        )

    def reference(self) -> list[Outcome]:
        """The outcomes in float64, where ``own_reference`` is set."""
        raise NotImplementedError

    def changed_tensors(self) -> dict[str, torch.Tensor]:
        """Copies of the parameters, buffers and tensor attributes that are not what they were at the start."""
        before = {id(t): copy for t, copy in (*self.state.copies, *self.state.attributes.tensors)}
        found: dict[str, torch.Tensor] = {}
        for prefix, root in self.modules.items():
            for kind, named in (("parameter", root.named_parameters()), ("buffer", root.named_buffers())):
                for name, tensor in named:
                    kept = before.get(id(tensor), self.state.initial(prefix, name))
                    if kept is None or not same_tensor(tensor, kept):
                        found[f"{kind} {prefix}.{name}" if prefix else f"{kind} {name}"] = _copy(tensor)
        for path, value in self.named_values():
            if isinstance(value, torch.Tensor) and not (id(value) in before and same_tensor(value, before[id(value)])):
                found[f"attribute {path}"] = _copy(value)
        return found

    def named_values(self) -> Iterator[tuple[str, Any]]:
        """Every plain value and tensor that the step's modules and objects hold, by path."""
        return named_values(self.modules, self.owners)

    def find_loss(self, output: Any) -> torch.Tensor | None:
        if self.target.loss is not None:
            value = self.target.loss(output)
        elif isinstance(output, torch.Tensor):
            value = output
        elif isinstance(output, Mapping):
            value = output.get("loss")
        elif isinstance(output, tuple) and output and not hasattr(output, "loss"):
            value = output[0]
        else:
            value = getattr(output, "loss", None)
        scalar = isinstance(value, torch.Tensor) and value.numel() == 1 and value.dim() == 0
        return value if scalar and value.is_floating_point() else None

    def parameters(self) -> dict[str, torch.nn.Parameter]:
        found: dict[str, torch.nn.Parameter] = {}
        for prefix, module in self.modules.items():
            for name, parameter in module.named_parameters():
                found[f"{prefix}.{name}" if prefix else name] = parameter
        return found

    def gradients(self, call: CallArguments) -> dict[str, torch.Tensor]:
        if not self.backward:
            return {}
        found = {name: p.grad for name, p in self.parameters().items() if p.grad is not None}
        for path, leaf in flatten_call(call).items():
            if isinstance(leaf, torch.Tensor) and leaf.is_leaf and leaf.grad is not None:
                found[path] = leaf.grad
        return {f"grad of {name}": _copy(gradient) for name, gradient in found.items()}

    def clear_gradients(self) -> None:
        for parameter in self.every_parameter:
            parameter.grad = None

    def timed_pass(
        self,
        fn: Callable[..., Any],
        calls: list[CallArguments] | None = None,
        update: Callable[[], object] | None = None,
    ) -> Callable[[], None]:
        """A step for each input set in turn, to be timed together: what it takes does not depend on where one looks.

        Copies nothing on the way. ``update`` is the optimizer's step; the optimizer's own if None.
        """
        turns = [(call, _leaf_inputs(call)) for call in map(self.copy_of, calls or self.calls)]
        if update is None and self.optimizer is not None and self.backward:
            update = self.optimizer.step

        def one_pass() -> None:
            for call, leaves in turns:
                for tensor in (*self.every_parameter, *leaves):
                    tensor.grad = None
                _begin_step()
                self.step(fn, call)
                if update is not None:
                    update()

        return one_pass


def build_optimizer(declared: Any, parameters: list[torch.nn.Parameter]) -> torch.optim.Optimizer | None:
    """The optimizer that a target declares: an instance, or a function of the parameters. Raises `TargetError`."""
    if declared is None or isinstance(declared, torch.optim.Optimizer):
        return declared
    if not callable(declared):
        raise TargetError(
            f"the optimizer is a {type(declared).__name__}: give an optimizer, or a function of parameters"
        )
    built = declared(parameters)
    if not isinstance(built, torch.optim.Optimizer):
        raise TargetError(f"the optimizer function returned a {type(built).__name__}, not a torch.optim.Optimizer")
    return built


class ModuleState:
    """The state that a step may change: tensors of modules, and plain attributes of theirs and of ``objects``."""

    def __init__(self, modules: Mapping[str, torch.nn.Module], objects: Iterable[object] = ()) -> None:
        self.every = list({id(m): m for root in modules.values() for m in root.modules()}.values())
        self.tensors = [(dict(m._parameters), dict(m._buffers)) for m in self.every]
        self.attributes = Attributes([*self.every, *objects])
        live = {id(t): t for pair in self.tensors for group in pair for t in group.values() if t is not None}
        self.copies = [(t, t.detach().clone()) for t in live.values()]
        copies = {id(t): copy for t, copy in self.copies}
        self.names = {
            (prefix, name): copies[id(t)]
            for prefix, root in modules.items()
            for name, t in (*root.named_parameters(), *root.named_buffers())
        }

    def initial(self, prefix: str, name: str) -> torch.Tensor | None:
        """The value of a parameter or buffer at the start, whatever tensor has its place now."""
        return self.names.get((prefix, name))

    def restore(self) -> None:
        for module, (parameters, buffers) in zip(self.every, self.tensors, strict=True):
            _put_back(module._parameters, parameters)
            _put_back(module._buffers, buffers)
        self.attributes.restore()
        with torch.no_grad():
            for tensor, copy in self.copies:
                tensor.grad = None
                if not equal(tensor, copy):
                    tensor.copy_(copy)


def _put_back(held: MutableMapping[str, Any], kept: Mapping[str, Any]) -> None:
    """Set what is another object now, one by one: what a module of TorchScript has for a dictionary has no update."""
    for name, tensor in kept.items():
        if name not in held or held[name] is not tensor:
            held[name] = tensor


def modules_of(fn: Any) -> dict[str, torch.nn.Module]:
    """The modules a callable is or uses (itself, its owner, closure, globals, bound arguments), by a name to prefix."""
    if isinstance(fn, torch.nn.Module):
        return {"": fn}
    if isinstance(fn, functools.partial):
        found = modules_of(fn.func)
        bound = [*enumerate(fn.args), *fn.keywords.items()]
        return found | {str(name): value for name, value in bound if isinstance(value, torch.nn.Module)}
    if isinstance(fn, types.MethodType):
        owner = fn.__self__
        if isinstance(owner, torch.nn.Module):
            return {"": owner}
        return {name: value for name, value in attributes_of(owner).items() if isinstance(value, torch.nn.Module)}
    if not isinstance(fn, types.FunctionType):
        call = getattr(fn, "__call__", None)  # noqa: B004
        return modules_of(call) if isinstance(call, types.MethodType) else {}
    names: dict[str, Any] = {}
    for name, cell in zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=False):
        with contextlib.suppress(ValueError):
            names[name] = cell.cell_contents
    names |= {name: fn.__globals__[name] for name in global_names(fn.__code__) if name in fn.__globals__}
    return {name: value for name, value in names.items() if isinstance(value, torch.nn.Module)}


def owners_of(fn: Any) -> list[object]:
    """The object whose method a callable is, or that is called, unless it is a module: a call may change it."""
    if isinstance(fn, functools.partial):
        return owners_of(fn.func)
    if not isinstance(fn, (types.MethodType, types.FunctionType, torch.nn.Module)):
        fn = getattr(fn, "__call__", None)  # noqa: B004
    owner = fn.__self__ if isinstance(fn, types.MethodType) else None
    return [owner] if hasattr(owner, "__dict__") and not isinstance(owner, (type, torch.nn.Module)) else []


def flatten(value: Any, path: str = "output") -> dict[str, Any]:
    """The tensors and plain values inside an output, by path; objects are looked into, once each."""
    return dict(walk(value, path, entries_of_output, set()))


def flatten_call(call: CallArguments) -> dict[str, Any]:
    """The same for arguments: ``input 0``, ``input x``."""
    found: dict[str, Any] = {}
    for name, value in [*enumerate(call.args), *call.kwargs.items()]:
        found |= flatten(value, f"input {name}")
    return found


def fresh(call: CallArguments) -> CallArguments:
    """A copy of the arguments whose tensors can be written to and differentiated without a trace in the original."""

    def copy(leaf: Any) -> Any:
        if not isinstance(leaf, torch.Tensor):
            return leaf
        return leaf.detach().clone().requires_grad_(leaf.requires_grad)

    return _map_call(call, copy)


def to_device(call: CallArguments, device: torch.device) -> CallArguments:
    """The arguments with their tensors on the device; a tensor that requires a gradient stays a leaf."""

    def move(leaf: Any) -> Any:
        if not isinstance(leaf, torch.Tensor):
            return leaf
        return leaf.detach().to(device).requires_grad_(leaf.requires_grad)

    return _map_call(call, move)


def map_tensors(call: CallArguments, change: Callable[[torch.Tensor], torch.Tensor]) -> CallArguments:
    """The arguments with every tensor replaced."""
    return _map_call(call, lambda leaf: change(leaf) if isinstance(leaf, torch.Tensor) else leaf)


def _map_call(call: CallArguments, change: Callable[[Any], Any]) -> CallArguments:
    from torch.utils._pytree import tree_map

    args, kwargs = tree_map(change, (tuple(call.args), dict(call.kwargs)))
    return CallArguments(args, kwargs, call.label)


def seed_all(seed: int) -> None:
    """Seed every generator that a model may draw from."""
    random.seed(seed)
    torch.manual_seed(seed)
    with contextlib.suppress(ImportError):
        import numpy

        numpy.random.seed(seed)


def _needs_grad(leaf: Any) -> bool:
    return isinstance(leaf, torch.Tensor) and leaf.requires_grad and leaf.is_floating_point()


def _differentiable(output: Any) -> bool:
    return any(_needs_grad(leaf) for leaf in flatten(output).values())


@functools.lru_cache(maxsize=64)
def _weights(shape: torch.Size, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """Fixed random weights, the same for every run and precision."""
    generator = torch.Generator().manual_seed(SEED)
    return torch.randn(shape, generator=generator).to(device=device, dtype=dtype)


def _leaf_inputs(call: CallArguments) -> list[torch.Tensor]:
    return [leaf for leaf in flatten_call(call).values() if isinstance(leaf, torch.Tensor) and leaf.requires_grad]


def _begin_step() -> None:
    """CUDA graphs may reuse the memory of the step before from here on."""
    if "torch._inductor.cudagraph_trees" not in sys.modules:
        return  # Nothing has made one, and to say so would load all of inductor.
    torch.compiler.cudagraph_mark_step_begin()  # type: ignore[no-untyped-call]


def _copy(leaf: Any) -> Any:
    return leaf.detach().clone() if isinstance(leaf, torch.Tensor) else leaf
