"""What calls of torch, of layers, of builtins and of methods do."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from fullgraph.lint.domain.values import (
    NONE,
    ClassValue,
    Const,
    External,
    ExternalInstance,
    Function,
    Instance,
    MappingValue,
    Method,
    Partial,
    PyValue,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    scalar_part,
    tensor_part,
    truth,
)
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.lint.torch_data import layers
from fullgraph.lint.torch_data.compiling import WHILE_COMPILING
from fullgraph.lint.torch_data.operators import ACTIVATIONS, NEW_MEMORY, PREDICATES
from fullgraph.rules.rewrite.analysis.effects.attributes import attributes_set, is_observed, is_record, is_transformed
from fullgraph.rules.rewrite.analysis.effects.kinds import holds_tensors, is_data, is_plain_container, result_of
from fullgraph.rules.rewrite.analysis.effects.statements import _ROUNDS, Statements
from fullgraph.rules.rewrite.analysis.effects.summary import NOWHERE, OWN, Arguments, GivenUp, Ref
from fullgraph.rules.rewrite.analysis.memory import OUTSIDE, READING, VIEWING

_ASKING = frozenset(f"builtins.{name}" for name in "len isinstance issubclass type callable id".split())
_HOLDING = frozenset(
    f"builtins.{name}"
    for name in "zip enumerate min max abs tuple list dict set sum sorted reversed any all divmod".split()
)
_TORCH_FACTS = frozenset(
    f"torch.{name}"
    for name in (
        "finfo iinfo is_tensor is_floating_point is_complex is_grad_enabled get_default_dtype numel Size".split()
    )
)
_DOING_MORE = frozenset(
    "batch_norm instance_norm swap_tensors backward set_ resize_ resize_as_ requires_grad_ retain_grad register_hook "
    "register_post_accumulate_grad_hook detach_ share_memory_ apply_ map_ map2_ from_file from_dlpack resize resize_as "
    "set_default_dtype set_num_threads save module_load names rename_ rename refine_names swapaxes_ swapdims_ t_ "
    "transpose_ unsqueeze_ squeeze_ as_strided_ unsafe_split unsafe_chunk unsafe_split_with_sizes "
    "fused_moving_avg_obs_fake_quant quantized_batch_norm get_rng_state initial_seed seed".split()
)
"""Functions and methods that change more than values, or what others see."""
_WITHOUT_GRADIENT = frozenset(
    "argmax argmin argsort bincount count_nonzero detach any all randn_like rand_like zeros_like ones_like full_like "
    "empty_like new_zeros new_ones new_full new_empty long int bool byte short char nonzero numel size dim".split()
)
_LISTING = frozenset(
    "parameters named_parameters buffers named_buffers children named_children modules named_modules".split()
)
_GROWING = frozenset("append extend insert add update setdefault".split())
_SHRINKING = frozenset("pop popitem remove clear discard sort reverse".split())
_LOOKING = frozenset("get keys values items copy index count children named_children".split())


@dataclass
class Calls(Statements):
    """The calls of a function; of the project's functions ``functions`` knows more."""

    def _function(self, callee: Function, owner: Ref, given: Arguments, text: str) -> Ref:
        raise NotImplementedError

    def _of_call(self, node: ast.Call) -> Ref:
        callee = self.values.get(node.func)
        given = Arguments()
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                given.rest = self.evaluate(argument).join(*([given.rest] if given.rest is not None else []))
            else:
                given.args.append((self.evaluate(argument), self.value(argument)))
        for keyword in node.keywords:
            ref = self.evaluate(keyword.value)
            if keyword.arg is None:
                given.rest = ref.join(*([given.rest] if given.rest is not None else []))
            else:
                given.keywords[keyword.arg] = (ref, self.value(keyword.value))
        text = self.frame.text(node.func)
        if callee is None:
            raise GivenUp(f"what `{text}` does is unknown")
        return self.apply(callee, *self.callee(node.func, callee), given, text)

    def callee(self, node: ast.expr, value: Value) -> tuple[Ref, Ref]:
        """What a call calls, and the object whose method that is."""
        outside = Ref(frozenset({OUTSIDE}), exact=False, holds=True)
        if not isinstance(node, ast.Attribute):
            return self.evaluate(node), outside
        receiver = node.value
        if isinstance(receiver, ast.Call) and dotted_name(receiver.func) == "super":
            first = next(iter(self.names), "")
            return outside, self.names.get(first, outside)
        if all(isinstance(one, Method) for one in alternatives(value)):
            return outside, self.evaluate(receiver)
        return self.evaluate(node), self.evaluate(receiver)

    def apply(self, callee: Value, whole: Ref, owner: Ref, given: Arguments, text: str) -> Ref:
        """The result of a call, with its effects noted.

        ``whole``: what is called; ``owner``: the object whose method it is, where it is one.
        """
        refs = [self._apply(one, whole, owner, given, text) for one in alternatives(callee) if one != NONE]
        if not refs:
            raise GivenUp(f"what `{text}` does is unknown")
        joined = refs[0] if len(refs) == 1 else OWN.join(*refs)
        return replace(joined, exact=joined.exact and len(refs) == 1)

    def _apply(self, callee: Value, whole: Ref, owner: Ref, given: Arguments, text: str) -> Ref:
        if isinstance(callee, Function):
            return self._function(callee, owner, given, text)
        if isinstance(callee, Instance):
            return self._object(callee, whole, given, text)
        if isinstance(callee, ExternalInstance):
            return self._layer(callee, whole, given, text)
        if isinstance(callee, SequenceValue) and callee.kind == "sequential":
            return self._sequential(callee, whole, given, text)
        if isinstance(callee, External):
            return self._named(callee.name, given, text)
        if isinstance(callee, Method):
            return self._method(callee, owner, given, text)
        if isinstance(callee, Partial):
            outside = Ref(frozenset({OUTSIDE}), exact=False, holds=True)
            named = {name: (outside, value) for name, value in callee.kwargs}
            more = Arguments(
                [*((outside, value) for value in callee.args), *given.args], {**named, **given.keywords}, given.rest
            )
            return self.apply(callee.func, outside, outside, more, text)
        if isinstance(callee, ClassValue) and is_record(callee.cls):
            return replace(given.joined(), holds=True)
        raise GivenUp(f"what `{text}` does is unknown")

    def _object(self, callee: Instance, owner: Ref, given: Arguments, text: str) -> Ref:
        """An object of the project is called: a module's ``forward``, and hooks if it has any."""
        cls = callee.cls
        if not callee.exact:
            raise GivenUp(f"`{text}` may be of a subclass")
        method = cls.find_method("__call__")
        if method is None and is_module_class(cls):
            if is_observed(cls.module, self.frame.module):
                raise GivenUp(f"hooks may run where `{text}` is called")
            generic, heap = self.summaries.generic(callee, self.heap)
            sites = {callee.site, *([generic.site] if isinstance(generic, Instance) else [])}
            if any("forward" in heap.of(site) for site in sites) or "forward" in self.summaries.changed_in(cls):
                raise GivenUp(f"the method that `{text}` calls is set elsewhere")
            method = cls.find_method("forward")
        if method is None:
            raise GivenUp(f"what `{text}` does is unknown")
        return self._function(Function(method, callee), owner, given, text)

    def _sequential(self, callee: SequenceValue, owner: Ref, given: Arguments, text: str) -> Ref:
        """A chain of modules: each gets what the one in front of it gave."""
        if len(given.args) != 1 or given.keywords or given.rest is not None:
            raise GivenUp(f"`{text}` is called in another way than a chain of modules")
        ref, value = given.args[0]
        if callee.items is not None:
            for index, layer in enumerate(callee.items):
                at = Ref(frozenset({OUTSIDE}), path=f"{owner.path}[{index}]" if owner.path else "")
                ref = self.apply(layer, at, at, Arguments([(ref, value)]), text)
                value = result_of(value)
            return ref
        if type(callee.element) is Value:
            raise GivenUp(f"which modules `{text}` contains is unknown")
        for _ in range(_ROUNDS):
            at = Ref(frozenset({OUTSIDE}), path="")
            given = Arguments([(ref, result_of(value))])
            after = ref.join(self.apply(callee.element, at, at, given, text))
            if after == ref:
                break
            ref = after
        return replace(ref, exact=False)

    def _layer(self, callee: ExternalInstance, owner: Ref, given: Arguments, text: str) -> Ref:
        """A layer of torch, or an object of another library."""
        cls = callee.cls.rpartition(".")[2]
        known = callee.cls.startswith("torch.nn.") and callee.cls in self.torch.modules and not cls.startswith("Lazy")
        if not known or is_transformed(self.frame.module) or is_observed(self.frame.module):
            raise GivenUp(f"what `{text}` does is unknown")
        if layers.has_statistics(cls):
            self.note(trains=True)
        if callee.cls in self.torch.random or cls in layers.DRAWING:
            self.note(draws=True)
        if callee.cls in self.torch.data_read or callee.cls in self.torch.dynamic_shape:
            self.note(reads=True)
        joined = given.joined()
        own = frozenset({owner.path} - {""}) if layers.has_parameters(cls) else NOWHERE
        sources = joined.sources | own
        exact = joined.exact and (bool(owner.path) or not layers.has_parameters(cls))
        told = layers.told(cls)
        if told is not None and (callee.writes is not False or "inplace" in attributes_set(self.frame.module)):
            if told[0] == "max_norm":
                self.write(Ref(frozenset({OUTSIDE})))
            else:
                self.write(joined)
                return Ref(joined.places, sources, exact)
        fresh = cls in layers.FRESH or cls in layers.FRESH_UNLESS_IN_PLACE
        return Ref(NOWHERE if fresh else joined.places, sources, exact)

    def _named(self, name: str, given: Arguments, text: str) -> Ref:
        """A function of torch, of Python's library, or a builtin."""
        bare = name.rpartition(".")[2]
        values = [value for _, value in given.all()]
        data = any(tensor_part(value) is not None or scalar_part(value) is not None for value in values)
        if name.startswith("torch.") and name not in WHILE_COMPILING:
            return self._torch(name, bare, given, text)
        if name in WHILE_COMPILING:
            return OWN
        if name in ("builtins.print",) or name.startswith(("logging.", "warnings.")):
            if given.keywords.keys() & {"file", "extra"}:
                raise GivenUp(f"what `{text}` does is unknown")
            self.note(shows=True, reads=data)
            return OWN
        if name.startswith("math.") or bare in ("int", "float", "bool", "round", "str", "repr", "format", "range"):
            if any(isinstance(option, Instance) for value in values for option in alternatives(value)):
                raise GivenUp(f"`{text}` may run code of the project")
            known = name.startswith(("math.", "builtins."))
            if not known:
                raise GivenUp(f"what `{text}` does is unknown")
            self.note(reads=data)
            return OWN
        if name in _ASKING:
            own = any(isinstance(option, Instance) for value in values for option in alternatives(value))
            if bare == "len" and own:
                raise GivenUp(f"`{text}` may run code of the project")
            return OWN
        if name in _HOLDING:
            for value in values:
                if not all(is_plain_container(option) for option in alternatives(value)):
                    raise GivenUp(f"`{text}` may run code of the project, or use up an iterator")
            if set(given.keywords) - {"strict", "start"}:
                raise GivenUp(f"what `{text}` does is unknown")
            if bare in ("min", "max", "any", "all", "sorted"):
                self.note(reads=data or holds_tensors(values))
            return replace(given.joined(), holds=True)
        if name.startswith("einops.") and name in self.torch.functions and given.rest is None:
            return replace(given.joined(), exact=False)
        if name == "typing.cast" and len(given.args) == 2:
            return given.args[1][0]
        raise GivenUp(f"what `{text}` does is unknown")

    def _torch(self, name: str, bare: str, given: Arguments, text: str) -> Ref:
        kind = self.torch.functions.get(name)
        family = name.rpartition(".")[0] in (
            "torch",
            "torch.nn.functional",
            "torch.linalg",
            "torch.special",
            "torch.fft",
        )
        if name in _TORCH_FACTS:
            return OWN
        gives = "tensor" in str(kind) or kind in ("bool", "int", "size", "dtype")
        if not family or kind is None or not gives or bare in _DOING_MORE or given.rest is not None:
            raise GivenUp(f"what `{text}` does is unknown")
        for value in (value for _, value in given.all()):
            if not all(is_data(option) for option in alternatives(value)):
                raise GivenUp(f"`{text}` may call its arguments")
        joined = given.joined()
        if "out" in given.keywords:
            raise GivenUp(f"`{text}` writes into a tensor")
        if "max_norm" in given.keywords or (bare in ("embedding", "embedding_bag") and len(given.args) > 3):
            raise GivenUp(f"`{text}` may write to the weights")
        if bare.endswith("_"):
            self.write(given.args[0][0] if given.args else joined)
            return replace(joined, exact=False)
        if name != "torch.where" or len(given.args) + len(given.keywords) < 3:
            self._draws_or_reads(name)
        if self._told_to_write(name, bare, given):
            self.write(joined)
            return joined
        return self._computed(name, bare, joined)

    def _told_to_write(self, name: str, bare: str, given: Arguments) -> bool:
        """Return whether an activation function may be told to write to its argument."""
        if "inplace" in given.keywords:
            return truth(given.keywords["inplace"][1]) is not False
        if bare not in ACTIVATIONS and "dropout" not in bare:
            return False
        first = 3 if "dropout" in bare else 1
        flags = [value for _, value in given.args[first:]]
        return any(not (isinstance(flag, Const) and flag.value is not True) for flag in flags)

    def _draws_or_reads(self, key: str) -> None:
        data = self.torch
        if key in data.random:
            self.note(draws=True)
        if key in data.data_read or key in data.dynamic_shape:
            self.note(reads=True)

    def _computed(self, key: str, bare: str, joined: Ref) -> Ref:
        """The result of a function or method of torch that only reads; ``key`` is its name in the data."""
        data = self.torch
        if bare in PREDICATES or bare in _WITHOUT_GRADIENT:
            sources, exact = NOWHERE, True
        else:
            certain = key in data.pointwise or bare in NEW_MEMORY or key in data.views
            sources, exact = joined.sources, joined.exact and certain and bare not in ("to", "type_as", "type")
        views = key in data.views or bare in VIEWING
        fresh = not views and (key in data.pointwise or bare in NEW_MEMORY or bare in READING)
        return Ref(NOWHERE if fresh else joined.places, sources, exact, holds=not fresh)

    def _method(self, callee: Method, owner: Ref, given: Arguments, text: str) -> Ref:
        """A method of a tensor, of a Python value, or of ``nn.Module``."""
        of, name = callee.owner, callee.name
        if isinstance(of, Tensor):
            return self._tensor_method(name, owner, given, text)
        if isinstance(of, (SequenceValue, MappingValue)):
            return self._container_method(name, owner, given, text)
        plain = (isinstance(of, Const) and isinstance(of.value, str)) or of in (PyValue("str"), PyValue("size"))
        if plain:
            for _, value in given.all():
                self._format(value, text)
            return OWN
        if isinstance(of, ExternalInstance) and of.cls.startswith("logging.Logger"):
            data = any(tensor_part(value) is not None for _, value in given.all())
            self.note(shows=True, reads=data)
            return OWN
        if isinstance(of, ExternalInstance) and name == "forward":
            return self._layer(of, owner, given, text)
        if isinstance(of, Instance) and is_module_class(of.cls) and name in _LISTING and not given.all():
            return Ref(frozenset({OUTSIDE}), exact=False, holds=True)
        raise GivenUp(f"what `{text}` does is unknown")

    def _tensor_method(self, name: str, owner: Ref, given: Arguments, text: str) -> Ref:
        data = self.torch
        if name not in data.methods or name in _DOING_MORE or given.rest is not None or "out" in given.keywords:
            raise GivenUp(f"what `{text}` does is unknown")
        for value in (value for _, value in given.all()):
            if not all(is_data(option) for option in alternatives(value)):
                raise GivenUp(f"`{text}` may call its arguments")
        self._draws_or_reads(name)
        joined = owner.join(given.joined())
        if name in data.inplace:
            self._update(replace(owner, holds=False), given.joined())
            return Ref(owner.places, joined.sources, exact=False)
        return self._computed(name, name, joined)

    def _container_method(self, name: str, owner: Ref, given: Arguments, text: str) -> Ref:
        if name in _GROWING:
            self.put_into(owner, given.joined())
            return replace(owner.join(given.joined()), exact=False, holds=True)
        if name in _SHRINKING:
            self.write(owner)
            return replace(owner.join(given.joined()), exact=False, holds=True)
        if name in _LOOKING:
            return replace(owner.join(given.joined()), exact=False, holds=True)
        raise GivenUp(f"what `{text}` does is unknown")
