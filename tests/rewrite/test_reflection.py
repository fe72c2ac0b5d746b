"""A number that a file replaces without naming it is no number that a safe fix may go by."""

from __future__ import annotations

import types

import pytest
import torch
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check

HEAD = """
import functools
import operator
import sys

import torch
from torch import nn

T = torch.ones(3, 1, 1)
SCALE = 2.0
"""
ATTRIBUTE = """

class Model({bases}nn.Module):
    def __init__(self, **given) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.gain = 2.0
        {init}

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.layer(x)
        if h.sum() > 0:
            h = h * self.gain
        return h


def make() -> nn.Module:
    model = Model(gain=T)
    {made}
    return model
"""
GLOBAL = """

class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.layer(x)
        if h.sum() > 0:
            h = h * SCALE
        return h


def make() -> nn.Module:
    {made}
    return Model()
"""
SETTER = """

class Swapping:
    def __setattr__(self, name, value):
        super().__setattr__(name, T if value == 2.0 else value)
"""
CALLED_SELF = {
    "setattr": "for name in given: setattr(self, name, given[name])",
    "an assignment": "self.gain = given['gain']",
}
IN_INIT = {
    "items of the dictionary": "self.__dict__.update(given)",
    "the dictionary by another name": "table = self.__dict__; table.update(given)",
    "the dictionary and another": "self.__dict__ |= given",
    "another dictionary": "self.__dict__ = {**self.__dict__, **given}",
    "vars": "for name in given: vars(self)[name] = given[name]",
    "setattr of the class above": "for name in given: super().__setattr__(name, given[name])",
    "a bound setattr": "put = self.__setattr__; [put(name, given[name]) for name in given]",
}
OF_ATTRIBUTE = {
    "vars": 'vars(model)["gain"] = T',
    "vars by another name": "table = vars(model); table |= dict(gain=T)",
    "an item of vars": 'vars(model).__setitem__("gain", T)',
    "operator": 'operator.setitem(vars(model), "gain", T)',
    "setattr by another name": 'put = setattr; put(model, "gain", T)',
    "a partial setattr": 'functools.partial(setattr, model)("gain", T)',
    "map": 'list(map(setattr, [model], ["gain"], [T]))',
    "the state": 'model.__setstate__({**model.__dict__, "gain": T})',
    "text": 'exec("model.gain = T")',
    "a dictionary by its name": 'getattr(model, "__dict__")["gain"] = T',
    "a getter by its name": 'operator.attrgetter("__dict__")(model).update(gain=T)',
    "a method by its name": 'operator.methodcaller("__setattr__", "gain", T)(model)',
    "a method of the table by its name": 'getattr(vars(model), "update")(gain=T)',
    "setattr of builtins": '__import__("builtins").setattr(model, "gain", T)',
}
OF_GLOBAL = {
    "globals": 'globals()["SCALE"] = T',
    "sys.modules": "sys.modules[__name__].SCALE = T",
    "setattr of the module": 'setattr(sys.modules[__name__], "SCALE", T)',
    "vars of the module": 'vars(sys.modules[__name__])["SCALE"] = T',
    "globals of a function": 'make.__globals__["SCALE"] = T',
    "text": 'exec("global SCALE; SCALE = T")',
    "the module, imported": '__import__("importlib").import_module(__name__).SCALE = T',
    "a method of sys.modules": "sys.modules.get(__name__).SCALE = T",
    "sys.modules by another name": "from sys import modules; modules[__name__].SCALE = T",
    "globals by another name": 'names = globals; names()["SCALE"] = T',
    "globals by their name": 'getattr(make, "__globals__")["SCALE"] = T',
}
READ = {
    "items": "print([name for name in self.__dict__], list(vars(self).items()), **self.__dict__)",
    "layers": "print(len(self._modules), self._modules['layer'], 'x' in self._buffers)",
    "names": "print(getattr(sys.modules[__name__], 'T'), globals()['T'], globals().get('T'))",
    "a name that is written": "super().__setattr__('other', 1)",
}


def made(text):
    """The model that a program makes, and the names of the program."""
    name = "reflecting"
    module = types.ModuleType(name)
    sys_modules = __import__("sys").modules
    sys_modules[name] = module
    try:
        exec(compile(text, "program.py", "exec"), module.__dict__)
        return module.make(), module
    finally:
        del sys_modules[name]


def safe(tmp_path, text):
    """Whether the branch has a fix that is safe."""
    path = tmp_path / "program.py"
    path.write_text(text, encoding="utf-8")
    result = check([path], Options())
    assert not result.errors
    (fix,) = (one.fix for one in result.diagnostics if one.code == "FG101")
    assert fix is not None
    return fix.applicability == "safe"


@pytest.mark.parametrize("way", IN_INIT)
def test_an_attribute_that_the_constructor_replaces(tmp_path, way):
    text = HEAD + ATTRIBUTE.format(bases="", init=IN_INIT[way], made="pass")
    assert isinstance(made(text)[0].gain, torch.Tensor)
    assert not safe(tmp_path, text)


@pytest.mark.parametrize("way", OF_ATTRIBUTE)
def test_an_attribute_that_another_function_replaces(tmp_path, way):
    text = HEAD + ATTRIBUTE.format(bases="", init="pass", made=OF_ATTRIBUTE[way])
    assert isinstance(made(text)[0].gain, torch.Tensor)
    assert not safe(tmp_path, text)


def test_an_attribute_that_a_base_class_replaces(tmp_path):
    text = HEAD + SETTER + ATTRIBUTE.format(bases="Swapping, ", init="pass", made="pass")
    assert isinstance(made(text)[0].gain, torch.Tensor)
    assert not safe(tmp_path, text)


@pytest.mark.parametrize("way", CALLED_SELF)
def test_an_attribute_that_a_function_replaces_on_what_it_calls_self(tmp_path, way):
    helper = f"\n\ndef configure(self, given):\n    {CALLED_SELF[way]}\n"
    text = HEAD + helper + ATTRIBUTE.format(bases="", init="pass", made='configure(model, {"gain": T})')
    assert isinstance(made(text)[0].gain, torch.Tensor)
    assert not safe(tmp_path, text)


@pytest.mark.parametrize("way", OF_GLOBAL)
def test_a_global_number_that_is_replaced(tmp_path, way):
    text = HEAD + GLOBAL.format(made=OF_GLOBAL[way])
    assert isinstance(made(text)[1].SCALE, torch.Tensor)
    assert not safe(tmp_path, text)


@pytest.mark.parametrize("way", READ)
def test_what_is_only_read_changes_nothing(tmp_path, way):
    assert safe(tmp_path, HEAD + ATTRIBUTE.format(bases="", init=READ[way], made="pass"))
    assert safe(tmp_path, HEAD + GLOBAL.format(made="pass"))
