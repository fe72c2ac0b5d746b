"""Slices that only feed messages, behind a guard: the text, what keeps them, and runs before and after."""

import contextlib
import io
import logging
import textwrap
import warnings

import pytest
from fullgraph.lint.engine.api import Options, check
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """\
import io
import logging
import time
import warnings

import torch
from torch import nn

logger = logging.getLogger(__name__)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))
        self.verbose = True
        self.count = 0
        self.seen = []
        self.register_buffer("scale", torch.ones(4))

    def forward(self, x: torch.Tensor, flag: bool = False):
"""
ASKED = "not torch.compiler.is_compiling()"


def program(body):
    return HEAD + textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 8) + "\n"


@pytest.fixture
def fixed(tmp_path):
    """The body with all fixes made."""

    def fix(body):
        path = tmp_path / "case.py"
        path.write_text(program(body), encoding="utf-8")
        result = fix_paths([path], Options(), True, write=False)
        assert not result.errors
        text = result.files[0].text if result.files else path.read_text(encoding="utf-8")
        return textwrap.dedent(text[len(HEAD) :]).rstrip("\n")

    return fix


@pytest.fixture
def said(tmp_path):
    """What the fixes of a body's findings say, by code."""

    def messages(body):
        path = tmp_path / "case.py"
        path.write_text(program(body), encoding="utf-8")
        return {one.code: one.fix.message for one in check([path]).diagnostics if one.fix is not None}

    return messages


FIXED = {
    # One place.
    'msg = f"{x.mean().item():.3f}"\nlogger.info(msg)\nreturn x': (
        f'if {ASKED}:\n    msg = f"{{x.mean().item():.3f}}"\n    logger.info(msg)\nreturn x'
    ),
    "mask = x > 0\nn = mask.sum().item()\nif n > 3:\n    warnings.warn(f'{n}')\nreturn torch.where(mask, x, 0)": (
        f"mask = x > 0\nif {ASKED}:\n    n = mask.sum().item()\n    if n > 3:\n        warnings.warn(f'{{n}}')\n"
        "return torch.where(mask, x, 0)"
    ),
    # Several places, between which a name goes.
    "stats = []\nfor layer in self.layers:\n    x = layer(x)\n    stats.append(x.norm().item())\n"
    "print(stats)\nreturn x": (
        f"stats = []\neager = {ASKED}\nfor layer in self.layers:\n    x = layer(x)\n    if eager:\n"
        "        stats.append(x.norm().item())\nif eager:\n    print(stats)\nreturn x"
    ),
    "t0 = time.perf_counter()\nx = x * 2\nprint(time.perf_counter() - t0)\nreturn x": (
        f"eager = {ASKED}\nif eager:\n    t0 = time.perf_counter()\nx = x * 2\nif eager:\n"
        "    print(time.perf_counter() - t0)\nreturn x"
    ),
    "for layer in self.layers:\n    t = time.time()\n    x = layer(x)\n"
    "    logger.debug('%f', time.time() - t)\nreturn x": (
        f"eager = {ASKED}\nfor layer in self.layers:\n    if eager:\n        t = time.time()\n    x = layer(x)\n"
        "    if eager:\n        logger.debug('%f', time.time() - t)\nreturn x"
    ),
    # From one round of a loop to the next.
    "last = None\nfor layer in self.layers:\n    x = layer(x)\n    n = x.norm().item()\n    if last is not None:\n"
    "        print(n - last)\n    last = n\nreturn x": (
        f"last = None\neager = {ASKED}\nfor layer in self.layers:\n    x = layer(x)\n    if eager:\n"
        "        n = x.norm().item()\n        if last is not None:\n            print(n - last)\n"
        "        last = n\nreturn x"
    ),
    # Tests of tensor data.
    "if self.verbose and x.isnan().any():\n    print('nan')\nreturn x": (
        f"if {ASKED} and self.verbose and x.isnan().any():\n    print('nan')\nreturn x"
    ),
    "if x.isnan().any():\n    print('nan')\nelif x.isinf().any():\n    print('inf')\nreturn x": (
        f"if {ASKED}:\n    if x.isnan().any():\n        print('nan')\n    elif x.isinf().any():\n"
        f"        print('inf')\nreturn x"
    ),
    "if flag:\n    x = x + 1\nelif (n := x.isinf().sum().item()) > 0:\n    print('inf', n)\nreturn x": (
        f"if flag:\n    x = x + 1\nelif {ASKED} and (n := x.isinf().sum().item()) > 0:\n    print('inf', n)\nreturn x"
    ),
    "if n := x.isnan().any().item():\n    print(n)\nreturn x": (
        f"if {ASKED} and (n := x.isnan().any().item()):\n    print(n)\nreturn x"
    ),
    "print('large' if x.sum() > 0 else 'small')\nreturn x": (
        f"if {ASKED}:\n    print('large' if x.sum() > 0 else 'small')\nreturn x"
    ),
    # Exceptions that are caught with it.
    "try:\n    n = x.sum(0).max().item()\n    print(n)\nexcept RuntimeError:\n    pass\nreturn x": (
        f"if {ASKED}:\n    try:\n        n = x.sum(0).max().item()\n        print(n)\n    except RuntimeError:\n"
        f"        pass\nreturn x"
    ),
    "for row in x.tolist():\n    print(row)\nreturn x": f"if {ASKED}:\n    for row in x.tolist():\n"
    f"        print(row)\nreturn x",
    # Rows that statements share, comments and strings.
    "y = x + 1; print(y.sum().item()); y = y * 2\nreturn y": (
        f"y = x + 1\nif {ASKED}:\n    print(y.sum().item())\ny = y * 2\nreturn y"
    ),
    "if flag: n = x.sum().item(); print(n)\nelse: x = x + 1\nreturn x": (
        f"if flag:\n    if {ASKED}:\n        n = x.sum().item()\n        print(n)\nelse: x = x + 1\nreturn x"
    ),
    "# before\nn = x.sum().item()  # the sum\n# between\n\nprint('''a\n b''',\n      n)\n# after\nreturn x": (
        f"# before\nif {ASKED}:\n    n = x.sum().item()  # the sum\n    # between\n\n    print('''a\n"
        f" b''',\n          n)\n"
        "# after\nreturn x"
    ),
    # Guards that are there.
    f"n = x.sum().item()\nif {ASKED}:\n    print(n)\nreturn x": (
        f"if {ASKED}:\n    n = x.sum().item()\n    print(n)\nreturn x"
    ),
    f"n = x.sum().item()\nx = x * 2\nif {ASKED} and n > 0:\n    print(n)\nreturn x": (
        f"eager = {ASKED}\nif eager:\n    n = x.sum().item()\nx = x * 2\nif eager and n > 0:\n    print(n)\nreturn x"
    ),
    f"eager = {ASKED}\nx = x * 2\nt = time.time()\nx = x * 2\nprint(time.time() - t)\nreturn x": (
        f"eager = {ASKED}\nx = x * 2\nif eager:\n    t = time.time()\nx = x * 2\nif eager:\n"
        "    print(time.time() - t)\nreturn x"
    ),
    "eager = 3\nt = time.time()\nx = x * eager\nprint(time.time() - t)\nreturn x": (
        f"eager = 3\neager_2 = {ASKED}\nif eager_2:\n    t = time.time()\nx = x * eager\nif eager_2:\n"
        "    print(time.time() - t)\nreturn x"
    ),
    # One name for two things, of which one is a message's.
    "msg = 'start'\nx = x + 1\nmsg = f'{x.sum().item()}'\nprint(msg)\nmsg = x * 2\nreturn msg": (
        f"msg = 'start'\nx = x + 1\nif {ASKED}:\n    msg = f'{{x.sum().item()}}'\n    print(msg)\n"
        f"msg = x * 2\nreturn msg"
    ),
    # A counter that only decides when to speak.
    "self.count += 1\nif self.count % 2 == 0:\n    print(self.count)\nreturn x": (
        f"if {ASKED}:\n    self.count += 1\n    if self.count % 2 == 0:\n        print(self.count)\nreturn x"
    ),
    # NumPy's arrays and containers of the function's own.
    "c = x.detach().cpu().numpy()\nprint(c.mean())\nreturn x": (
        f"c = x.detach().cpu().numpy()\nif {ASKED}:\n    print(c.mean())\nreturn x"
    ),
    "d = {'x': x}\nd['n'] = x.sum().item()\nprint(d['n'])\nreturn x": (
        f"if {ASKED}:\n    d = {{'x': x}}\n    d['n'] = x.sum().item()\n    print(d['n'])\nreturn x"
    ),
    "best = max(layer(x).norm().item() for layer in self.layers)\nprint(best)\nreturn x": (
        f"if {ASKED}:\n    best = max(layer(x).norm().item() for layer in self.layers)\n    print(best)\nreturn x"
    ),
    "t = time.time()\ntry:\n    x = x * 2\nfinally:\n    print(time.time() - t)\nreturn x": (
        f"eager = {ASKED}\nif eager:\n    t = time.time()\ntry:\n    x = x * 2\nfinally:\n    if eager:\n"
        "        print(time.time() - t)\nreturn x"
    ),
    # Rows that messages share with what stays.
    "print(x.sum().item()); y = x + 1; print(y.sum().item())\nreturn y": (
        f"if {ASKED}:\n    print(x.sum().item())\ny = x + 1\nif {ASKED}:\n    print(y.sum().item())\nreturn y"
    ),
    "if flag:\n    x = x + 1\nelif x.isnan().any():\n    print('nan')\nelse:\n    print('finite')\nreturn x": (
        f"if flag:\n    x = x + 1\nelif {ASKED}:\n    if x.isnan().any():\n        print('nan')\n"
        "    else:\n        print('finite')\nreturn x"
    ),
    # Messages within expressions that nothing reads, and within those that something does.
    "_ = print(x.sum())\nreturn x": f"if {ASKED}:\n    _ = print(x.sum())\nreturn x",
    "[print(i) for i in range(2)]\nreturn x": f"if {ASKED}:\n    [print(i) for i in range(2)]\nreturn x",
    "flag or print(x)\nreturn x": f"if {ASKED}:\n    flag or print(x)\nreturn x",
    "y = self.scale.add(print(x.sum()) or 1)\nreturn x * y": (
        f"if {ASKED}:\n    print(x.sum())\ny = self.scale.add(1)\nreturn x * y"
    ),
    "x = x if not print('shape', x.shape) else x + 1\nreturn x": (
        f"if {ASKED}:\n    print('shape', x.shape)\nx = x\nreturn x"
    ),
    "if print(x) is None:\n    x = x + 1\nreturn x": f"if {ASKED}:\n    print(x)\nif True:\n    x = x + 1\nreturn x",
    "return logger.warning('a') or x": f"if {ASKED}:\n    logger.warning('a')\nreturn x",
    "y = x * 2 if not flag and print(x) is None else x\nreturn y": (
        "y = x * 2 if not flag and (None if torch.compiler.is_compiling() else print(x)) is None else x\nreturn y"
    ),
    "f = lambda: print(x)\nf()\nreturn x": (
        "f = lambda: None if torch.compiler.is_compiling() else print(x)\nf()\nreturn x"
    ),
}


@pytest.mark.parametrize("body", FIXED)
def test_text(fixed, body):
    assert fixed(body) == FIXED[body]
    assert fixed(FIXED[body]) == FIXED[body]


KEPT = {
    # What is read elsewhere.
    "t = time.time()\nx = x * 2\nprint(time.time() - t)\nreturn x, t": "t = time.time()",
    "t = time.time()\nx = x * 2\nself.seconds = time.time() - t\nreturn x": "self.seconds = time.time() - t",
    "n = 1\nif flag:\n    n = x.sum().item()\n    print(n)\nreturn x * n": "    n = x.sum().detach()",
    "a = b = x.sum().item()\nprint(a)\nreturn x * b": "a = b = x.sum().item()",
    "n = x.sum().item()\nif n > 100:\n    print(n)\n    return x\nreturn x * 2": "n = x.sum().item()",
    "n = x.sum().item()\nf = lambda: n\nprint(n)\nreturn x * f()": "n = x.sum().item()",
    "n = x.sum().item()\nclass A:\n    k = n\nprint(n)\nreturn x * A.k": "n = x.sum().item()",
    "n = x.sum().item()\nprint(locals())\nreturn x": "print(locals())",
    "n = x.sum().item()\nprint(n)\nexec('x = n')\nreturn x": "n = x.sum()",
    # What lives on, or is something else as well.
    "self.seen.append(x.sum().item())\nprint(self.seen)\nreturn x": "self.seen.append(x.sum().item())",
    "hist = []\nself.seen = hist\nhist.append(x.sum().item())\nprint(hist)\nreturn x": "hist.append(x.sum().item())",
    "hist = []\nother = hist\nhist.append(x.sum().item())\nprint(hist)\nreturn x * len(other)": (
        "hist.append(x.sum().item())"
    ),
    "d = {'x': x}\nd['n'] = x.sum().item()\nprint(d['n'])\nreturn d['x']": "d['n'] = x.sum().item()",
    "h = x\nh += 1\nprint(h.sum().item())\nreturn x": "h += 1",
    "s = x.sum()\nv = s.view(1)\ns += 1\nprint(s.item())\nreturn x + v": "s += 1",
    "s = x.sum(0)\ns[0] = 5\nprint(s.tolist())\nreturn x": "s[0] = 5",
    "self.count += 1\nif self.count % 2 == 0:\n    print(self.count)\nreturn x * self.count": "self.count += 1",
    # Draws, iterators, exceptions, contexts.
    "r = torch.rand(3).sum().item()\nprint(r)\nreturn x": "r = torch.rand(3).sum()",
    "it = iter([1, 2, 3])\nn = next(it)\nprint(n)\nreturn x * next(it)": "n = next(it)",
    "try:\n    n = x.sum(0).max().item()\n    y = x * 2\nexcept ValueError:\n    y, n = x, -1\nprint(n)\nreturn y": (
        "    n = x.sum(0).max().item()"
    ),
    # A number that torch can keep stays in the graph where more than messages is made of it.
    "bad = x.isnan().any()\nif bad:\n    print('nan')\n    x = x.nan_to_num()\nreturn x": "bad = x.isnan().any()",
    # What the program reads.
    "buffer = io.StringIO()\nprint(x.shape, file=buffer)\nreturn x * len(buffer.getvalue())": (
        "print(x.shape, file=buffer)"
    ),
    "with warnings.catch_warnings(record=True) as found:\n    warnings.warn('a')\nreturn x * len(found)": (
        "    warnings.warn('a')"
    ),
    # Within an expression.
    "x = x + 1 if print(next(iter([x]))) is None else x\nreturn x": (
        "x = x + 1 if print(next(iter([x]))) is None else x"
    ),
    "n = iter([1])\nx = x * next(n) * (print(x) or 1)\nreturn x": (
        "x = x * next(n) * ((None if torch.compiler.is_compiling() else print(x)) or 1)"
    ),
    "buffer = io.StringIO()\nx = x + (print('a', file=buffer) or len(buffer.getvalue()))\nreturn x": (
        "x = x + (print('a', file=buffer) or len(buffer.getvalue()))"
    ),
    # The name of torch.
    "torch = self.layers\nprint(x)\nreturn x": "print(x)",
}


@pytest.mark.parametrize("body", KEPT)
def test_kept(fixed, body):
    assert KEPT[body] in fixed(body).splitlines()


def test_messages(said):
    found = said("t = time.time()\nx = x * 2\nlogger.info(time.time() - t)\nreturn x")
    assert found["FG406"] == (
        "Skip it while compiling, with code that only serves it; "
        "the record is not logged and the clock is not read while compiled"
    )
    found = said("n = x.sum(0).max().item()\nif n > 3:\n    warnings.warn(f'{n}')\nreturn x")
    assert found["FG201"] == (
        "Skip it while compiling, with code that only serves it; the warning is not issued while compiled; "
        "skipped code raises no error, such as `x.sum(0).max().item()`"
    )
    found = said("self.count += 1\nif self.count > 3:\n    print('a')\nreturn x")
    assert "`self.count` stays as it is and the message is not printed while compiled" in found["FG701"]
    found = said("t = time.time()\nx = x * 2\nprint(x)\nreturn x, time.time() - t")
    assert found["FG406"] == "not rewritten: it is returned; measure the time around the call of the compiled function"


HELPERS = """
def report(name, value):
    \"\"\"Say it.\"\"\"
    if value > 3:
        logger.info("%s %s", name, value)


def keep(name, value, seen=[]):
    seen.append(value)
    print(name, value)


def total(value):
    print(value)
    return value
"""


@pytest.mark.parametrize("call", ["report('sum', {})", "self.note({})"])
def test_helpers_that_only_make_messages_are_skipped_with_what_they_are_given(tmp_path, call):
    method = "\n    def note(self, value):\n        print('x', value, self.verbose)\n"
    path = tmp_path / "case.py"
    path.write_text(program(f"{call.format('x.sum().item()')}\nreturn x") + method + HELPERS, encoding="utf-8")
    text = fix_paths([path], Options(), True, write=False).files[0].text
    assert f"        if {ASKED}:\n            {call.format('x.sum().item()')}\n        return x\n" in text


@pytest.mark.parametrize("call", ["keep('sum', {})", "y = total({})", "self.note({})"])
def test_helpers_that_do_more_are_called_as_before(tmp_path, call):
    method = "\n    def note(self, value):\n        self.seen.append(value)\n        print(value)\n"
    path = tmp_path / "case.py"
    path.write_text(program(f"{call.format('x.sum().item()')}\nreturn x") + method + HELPERS, encoding="utf-8")
    text = fix_paths([path], Options(), True, write=False).files[0].text
    assert f"\n        {call.partition('(')[0]}(" in text


def run(text, compiled):
    torch = pytest.importorskip("torch")
    scope = {"__name__": "case"}
    exec(text, scope)
    torch.manual_seed(0)
    model = scope["Model"]()
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    scope["logger"].handlers, scope["logger"].propagate = [handler], False
    scope["logger"].setLevel(logging.DEBUG)
    torch._dynamo.reset()
    called = torch.compile(model, backend="eager", fullgraph=True) if compiled else model
    x = torch.randn(3, 4, generator=torch.Generator().manual_seed(1))
    with contextlib.redirect_stdout(output), warnings.catch_warnings(record=True) as issued:
        warnings.simplefilter("always")
        results = [called(x), called(torch.full((3, 4), float("nan")))]
    return results, output.getvalue(), [str(one.message) for one in issued], model.count, torch.get_rng_state()


@pytest.mark.parametrize("body", [body for body in FIXED if "time" not in body])
def test_eager_runs_are_as_before_and_compiled_ones_are_one_silent_graph(fixed, body):
    torch = pytest.importorskip("torch")
    rewritten = program(fixed(body))
    before, after, compiled = run(program(body), False), run(rewritten, False), run(rewritten, True)
    for one, other, third in zip(before[0], after[0], compiled[0], strict=True):
        assert torch.equal(one.nan_to_num(), other.nan_to_num())
        assert torch.equal(one.nan_to_num(), third.nan_to_num())
    assert before[1:4] == after[1:4]
    assert torch.equal(before[4], after[4])
    assert compiled[1] == ""


def test_a_frame_that_goes_on_uncompiled_answers_as_the_one_before(fixed, capsys):
    """A guard of its own behind a graph break would read a name that the compiled half has not bound."""
    torch = pytest.importorskip("torch")
    body = (
        "t = time.time()\nx = x + 1\ntorch._dynamo.graph_break()\nx = x * 2\nfor _ in range(2):\n"
        "    torch._dynamo.graph_break()\n    x = x + 1\nprint('took', time.time() - t)\nreturn x"
    )
    scope = {"__name__": "case"}
    exec(program(fixed(body)), scope)
    torch._dynamo.reset()
    x = torch.ones(2, 4)
    assert torch.equal(torch.compile(scope["Model"](), backend="eager")(x), torch.full((2, 4), 6.0))
    assert capsys.readouterr().out == ""
