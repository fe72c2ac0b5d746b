"""The layers of torch that the benchmark does not count as clean code: the compiler breaks in each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.accuracy.check import BREAKING_LAYERS, check_layers, holder

torch = pytest.importorskip("torch")


def _encoder() -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    layer = torch.nn.TransformerEncoderLayer(8, 2, batch_first=True)
    mask = torch.nn.Transformer.generate_square_subsequent_mask(5)
    return torch.nn.TransformerEncoder(layer, 2), (torch.randn(2, 5, 8),), {"mask": mask}


LAYERS: dict[tuple[str, str], Callable[[], tuple[Any, tuple[Any, ...], dict[str, Any]]]] = {
    ("adaptive.py", "AdaptiveLogSoftmaxWithLoss"): lambda: (
        torch.nn.AdaptiveLogSoftmaxWithLoss(8, 20, [5, 10]),
        (torch.randn(6, 8), torch.randint(0, 20, (6,))),
        {},
    ),
    ("batchnorm.py", "_BatchNorm"): lambda: (torch.nn.BatchNorm1d(8, momentum=None), (torch.randn(6, 8),), {}),
    ("instancenorm.py", "_InstanceNorm"): lambda: (torch.nn.InstanceNorm1d(7), (torch.randn(2, 5, 8),), {}),
    ("loss.py", "CTCLoss"): lambda: (
        torch.nn.CTCLoss(),
        (
            torch.randn(10, 2, 5).log_softmax(2),
            torch.randint(1, 5, (2, 3)),
            torch.tensor([10, 10]),
            torch.tensor([3, 3]),
        ),
        {},
    ),
    ("loss.py", "GaussianNLLLoss"): lambda: (
        torch.nn.GaussianNLLLoss(),
        (torch.randn(6, 8), torch.randn(6, 8), torch.ones(6, 8)),
        {},
    ),
    ("transformer.py", "_detect_is_causal_mask"): _encoder,
}


def test_each_has_a_proof() -> None:
    assert set(LAYERS) == BREAKING_LAYERS


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("place", sorted(LAYERS), ids="-".join)
def test_the_layer_breaks_where_it_is_said(place: tuple[str, str]) -> None:
    from fullgraph.runtime_check.observe.capture import capture

    layer, args, kwargs = LAYERS[place]()
    torch._dynamo.reset()
    with capture() as seen:
        torch.compile(layer, backend="eager")(*args, **kwargs)
    frames = [frame for found in seen.breaks for frame in found.stack]
    assert place in {
        holder(Path(frame.filename), frame.line) for frame in frames if Path(frame.filename).suffix == ".py"
    }


def test_torchs_own_layers_have_few_false_alarms(tmp_path: Path) -> None:
    clean, errors = check_layers(tmp_path)
    assert not errors and clean is not None
    assert clean.lines > 10_000
    assert clean.per_1000 < 0.1
