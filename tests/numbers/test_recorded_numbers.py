"""What the data about torch says of operators' numbers is what TorchDynamo does, for some of them."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("expecttest")
from fullgraph.lint.torch_data import load  # noqa: E402

from tools.torch_data import numbers  # noqa: E402
from tools.torch_data.breaks import quiet  # noqa: E402
from tools.torch_data.samples import Sample  # noqa: E402

X = torch.arange(12.0).reshape(3, 4) / 12
CALLS = {
    "torch.cat": (torch.cat, Sample(([X, X], 1)), (1, "")),
    "torch.add": (torch.add, Sample((X, X), {"alpha": 2.0}), (-1, "alpha")),
    "torch.Tensor.narrow": (torch.Tensor.narrow, Sample((X, 1, 0, 2)), (3, "")),
    "torch.nn.functional.hardtanh": (torch.nn.functional.hardtanh, Sample((X,), {"max_val": 0.5}), (-1, "max_val")),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_number_is_recorded_as_torchdynamo_takes_it(name: str) -> None:
    function, sample, place = CALLS[name]
    with quiet():
        told = numbers.need(function, sample, place)
    word = place[1] or numbers.named(name, function, place[0])
    position = numbers.placed(name, function, word)
    assert told
    need, given = told
    (recorded,) = (entry for entry in load(torch.__version__).numbers[name] if entry[1] == word)
    assert list(recorded[:3]) == [position, word, need]
    assert given or not recorded[3]  # recorded where it holds for the numbers of all samples


def test_a_place_for_a_tensor_is_none() -> None:
    with quiet():
        assert numbers.need(torch.clamp, Sample((X, 0.5)), (1, "")) is None
