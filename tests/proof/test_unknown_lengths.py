"""Where a length depends on data, `check` follows it through operations as TorchDynamo does under ``fullgraph=True``.

Each expression either breaks the graph, when something needs the length in the end, or does not: both are asked.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
import torch
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check

PAIRS, TIMES, ROWS = "x.nonzero()", "torch.repeat_interleave(k, k)", "x[x[:, 0] > -9]"
"""With as many rows as there are items that are not zero, with as many items as ``k`` has in all, some of the rows."""
EXPRESSIONS = [
    *(f"{text}.tolist()" for text in (TIMES, f"{TIMES}.cumsum(0)", f"{TIMES}.roll(0)", f"{TIMES}.clamp(0, 2)")),
    f"torch.nn.functional.pad({TIMES}, (1, 0)).tolist()",
    f"torch.cat([{TIMES}, k]).tolist()",
    f"torch.cat([{PAIRS}, {PAIRS}], dim=1)[:, 0].tolist()",
    f"torch.hstack([k, {TIMES}]).tolist()",
    f"torch.stack([{TIMES}, {TIMES}])[0].tolist()",
    *(f"{PAIRS}.{moved}[0].tolist()" for moved in ("t()", "T", "transpose(0, 1)", "permute(1, 0)", "swapaxes(0, 1)")),
    *(f"{PAIRS}.{less}.tolist()" for less in ("sum(dim=1)", "sum(-1)", "sum(1, keepdim=True)", "argmax(dim=1)")),
    f"{PAIRS}.max(dim=1).values.tolist()",
    f"{PAIRS}.sum(dim=0).tolist()",
    f"{PAIRS}.amax(0).tolist()",
    f"{TIMES}.sort()[1].tolist()",
    f"torch.nn.functional.one_hot({TIMES}, 9)[:, 0].tolist()",
    f"x.index_select(0, {PAIRS}[:, 0]).long()[:, 0].tolist()",
    f"({PAIRS}.float() @ torch.ones(2, 2)).long()[:, 0].tolist()",
    f"(torch.ones(3, 2) @ {PAIRS}.float().t()).long()[0].tolist()",
    f"({PAIRS}.float().t() @ {PAIRS}.float()).long()[0].tolist()",
    f"torch.matmul({PAIRS}.float(), torch.ones(2, 2)).long()[:, 0].tolist()",
    f"{TIMES}[:, None].expand(-1, 3)[:, 0].tolist()",
    f"{TIMES}.repeat(2).tolist()",
    f"{PAIRS}.unbind(1)[0].tolist()",
    f"{PAIRS}.unbind(1)",
    f"{PAIRS}.chunk(2, dim=1)[0][:, 0].tolist()",
    f"torch.gather({PAIRS}, 1, {PAIRS} * 0)[:, 0].tolist()",
    f"torch.searchsorted(k, {TIMES}).tolist()",
    f"torch.searchsorted({TIMES}, k).tolist()",
    f"torch.meshgrid({TIMES}, k)[0][:, 0].tolist()",
    f"torch.zeros({TIMES}.shape[0], 2, dtype=torch.long)[:, 0].tolist()",
    f"{TIMES}.new_zeros(({TIMES}.shape[0], 2))[:, 0].tolist()",
    f"{TIMES}.new_zeros((3, 2))[:, 0].tolist()",
    f"{TIMES}.unbind()",
    f"{TIMES}.chunk(2)",
    f"torch.split({TIMES}, 2)",
    "torch.split(x, k.tolist())",
    "x[k.tolist()]",
    "x[[0, 1]]",
    "x[k.tolist()[0]]",
    "torch.tensor(k.tolist())",
    *(f"{ROWS}.{sure}" for sure in ("sum()", "mean(0)", "softmax(0)", "sort(0)", "amax(0)", "flip(0)", "cumsum(0)")),
    *(f"{ROWS}.{asks}" for asks in ("logsumexp(0)", "logsumexp(1)", "roll(1, 1)", "diff(dim=0)")),
    f"{ROWS}.diff(dim=1)",
    f"torch.nn.functional.layer_norm({ROWS}, (4,))",
    f"torch.nn.functional.batch_norm({ROWS}, torch.zeros(4), torch.ones(4))",
    f"torch.cdist({ROWS}, {ROWS})",
    f"torch.fft.fft({ROWS}, dim=0)",
    f"torch.fft.fft({ROWS}, dim=1)",
    *(f"torch.fft.{name}({ROWS}, dim=0)" for name in ("ifft", "irfft", "hfft", "ihfft")),
    *(f"torch.{name}({ROWS})" for name in ("cov", "corrcoef")),
    f"torch.kron({ROWS}, {ROWS})",
    f"torch.special.logsumexp({ROWS}, 0)",
    *(f"torch.{name}({ROWS}, dim=0)" for name in ("trapezoid", "trapz", "cumulative_trapezoid")),
    f"torch.trapezoid({ROWS}, dim=1)",
    f"torch.nn.functional.instance_norm({ROWS}.t()[None])",
    *(f"{module}({ROWS})" for module in ("NORM", "NORM_IN_TRAINING")),
    f"INSTANCE({ROWS}.t()[None])",
    *(f"torch.arange(0, {ROWS}.shape[0]).{asks}" for asks in ("unbind(0)", "tolist()")),
    f"torch.mm({ROWS}.t(), {ROWS}).unbind(1)",
    f"torch.mm({ROWS}, {ROWS}.t()).unbind(0)",
    f"torch.bmm({ROWS}[None].transpose(1, 2), {ROWS}[None]).unbind(1)",
    f"torch.bmm({ROWS}[None], {ROWS}[None].transpose(1, 2)).unbind(2)",
    *(f"({ROWS}[:, 0] @ {ROWS}).{asks}" for asks in ("chunk(2)", "unbind(0)")),
    f"torch.matmul({ROWS}[:, 0], {ROWS}).roll(1)",
    f"torch.split({ROWS}, split_size_or_sections=[1, 1])",
    f"torch.split({ROWS}, SIZES)",
    f"{ROWS}.split(split_size=1)",
    *(
        f"{ROWS}.{fixed}"
        for fixed in ("long().sum(0, keepdim=True).unbind(0)", "mean(0).chunk(2)", "select(0, 0).unbind(0)")
    ),
    *(f"{ROWS}.{rest}.unbind(0)" for rest in ("amax(-1)", "std(1)", "view(2, 2, 2)")),
]
HEAD = """import torch

NORM = torch.nn.BatchNorm1d(4).eval()
NORM_IN_TRAINING = torch.nn.BatchNorm1d(4)
INSTANCE = torch.nn.InstanceNorm1d(4)
SIZES = [1, 1]


"""
ONE = "@torch.compile(fullgraph=True)\ndef f{}(x: torch.Tensor, k: torch.Tensor):\n    return {}\n\n\n"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lengths") / "lengths.py"
    path.write_text(HEAD + "".join(ONE.format(place, text) for place, text in enumerate(EXPRESSIONS)))
    return path


@pytest.fixture(scope="module")
def rows(program: Path) -> set[int]:
    """The rows with findings that hold under ``fullgraph=True``."""
    result = check([program], Options())
    assert not result.errors
    return {found.location.row for found in result.diagnostics if "fullgraph" in found.modes}


@pytest.fixture(scope="module")
def functions(program: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("lengths", program)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    text = program.read_text().replace(
        "@torch.compile(fullgraph=True)", '@torch.compile(fullgraph=True, backend="eager")'
    )
    exec(compile(text, str(program), "exec"), module.__dict__)
    return module


@pytest.mark.parametrize("place", range(len(EXPRESSIONS)), ids=EXPRESSIONS)
def test_check_and_the_compiler_agree(place: int, rows: set[int], functions: ModuleType) -> None:
    torch._dynamo.reset()
    x, k = torch.arange(8.0).reshape(2, 4), torch.tensor([1, 1])
    try:
        getattr(functions, f"f{place}")(x, k)
        breaks = False
    except (torch._dynamo.exc.TorchDynamoException, torch.fx.experimental.symbolic_shapes.GuardOnDataDependentSymNode):
        breaks = True
    row = HEAD.count("\n") + 5 * place + 3
    assert (row in rows) is breaks
