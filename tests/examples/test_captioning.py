"""The captioning example: it trains, it breaks the graph in one place, and binding its loss is all that is missing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check
from fullgraph.lint.fixes.apply import fix_paths
from fullgraph.runtime_check.observe.capture import Capture, capture
from transformers.loss.loss_utils import ForCausalLMLoss

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "captioning"
sys.path.insert(0, str(EXAMPLE))

import train as example  # noqa: E402


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    torch.manual_seed(0)
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def losses(model: torch.nn.Module, padding: str, **options: object) -> tuple[list[float], Capture]:
    """The loss of each of four batches, forward and backward, on the ``eager`` backend."""
    found = []
    with capture() as seen:
        compiled = torch.compile(model, backend="eager", **options)
        for batch in example.batches(example.SMALL, steps=4, padding=padding):
            loss = compiled(**batch).loss
            loss.backward()
            found.append(loss.item())
    return found, seen


@pytest.mark.slow
def test_the_loss_dispatch_is_the_only_break() -> None:
    _, seen = losses(example.captioning(), "max")
    breaks = [found for found in seen.breaks if found.kind == "break"]
    assert [(Path(found.filename).name, found.line, found.registry_id) for found in breaks] == [
        ("modeling_utils.py", 5776, "GB0291")
    ]
    assert any(
        Path(frame.filename).name == "modeling_vision_encoder_decoder.py" and frame.line == 574
        for frame in breaks[0].stack
    )
    assert seen.graphs == 2
    assert not seen.recompiles


@pytest.mark.slow
def test_with_its_loss_bound_it_is_one_graph_of_the_same_values() -> None:
    original = example.captioning()
    bound = example.captioning()
    bound.load_state_dict(original.state_dict())
    bound.loss_function = ForCausalLMLoss

    compiled, seen = losses(bound, "max", fullgraph=True)
    assert seen.graphs == 1
    assert not seen.breaks
    assert not seen.recompiles

    eager = []
    for batch in example.batches(example.SMALL, steps=4, padding="max"):
        loss = original(**batch).loss
        loss.backward()
        eager.append(loss.item())
    assert compiled == pytest.approx(eager, rel=1e-5)
    gradients = dict(original.named_parameters())
    for name, parameter in bound.named_parameters():
        expected = gradients[name].grad
        assert (parameter.grad is None) == (expected is None), name
        if expected is not None:
            torch.testing.assert_close(parameter.grad, expected, rtol=1e-4, atol=1e-6)


@pytest.mark.slow
def test_padding_to_the_longest_recompiles_once_and_then_has_a_dynamic_length() -> None:
    model = example.captioning()
    model.loss_function = ForCausalLMLoss
    _, seen = losses(model, "longest", fullgraph=True)
    assert seen.graphs == 2
    assert ["labels" in recompile.guard for recompile in seen.recompiles] == [True]


def test_the_data_has_the_length_mix_and_padding_hides_nothing() -> None:
    captions = example.SyntheticCaptions(2000, example.SMALL)
    lengths = [len(captions[index][1]) for index in range(len(captions))]
    shares = [sum(low <= length <= high for length in lengths) / len(lengths) for _, low, high in example.LENGTH_MIX]
    assert shares == pytest.approx([0.90, 0.09, 0.01], abs=0.02)
    assert sum(shares) == 1

    some = [captions[index] for index in range(4)]
    widest = max(len(caption) for _, caption in some)
    padded = example.collate(some, "longest")["labels"]
    assert padded.shape == (4, widest)
    assert torch.equal(padded, example.collate(some, "max")["labels"][:, :widest])
    for row, (_, caption) in zip(padded, some, strict=True):
        assert torch.equal(row[: len(caption)], caption)
        assert (row[len(caption) :] == example.IGNORE).all()


@pytest.mark.slow
@pytest.mark.parametrize("padding", ["max", "longest"])
def test_the_script_trains(padding: str) -> None:
    command = [sys.executable, EXAMPLE / "train.py", "--steps", "20", "--learning-rate", "1e-2", "--padding", padding]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    reported = [float(line.split()[3]) for line in done.stdout.splitlines() if line.startswith("step")]
    assert len(reported) == 3
    assert reported[-1] < reported[0]


@pytest.mark.slow
def test_check_finds_the_break_and_its_fix_settles(tmp_path: Path) -> None:
    """What ``make demo`` begins and ends with."""
    script = tmp_path / "train.py"
    shutil.copy(EXAMPLE / "train.py", script)
    options = Options(follow=("transformers",))
    found = check([script], options)
    assert {diagnostic.code for diagnostic in found.diagnostics} == {"FG501"}
    fixed = fix_paths([script], options)
    assert not fixed.errors
    assert not fixed.diagnostics
    assert "loss_function = ForCausalLMLoss" in script.read_text(encoding="utf-8")
    assert not check([script], options).diagnostics
    assert not fix_paths([script], options).files
