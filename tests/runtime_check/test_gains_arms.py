"""Arms: their names, what varies between input sets, buckets, repeated blocks, and optimizers that are compiled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from fullgraph.runtime_check.arms import CHOICES, Arm, ArmError, choose_arms, parse_arm
from fullgraph.runtime_check.gains import lengths, optimizers
from fullgraph.runtime_check.gains.agreement import Expected
from fullgraph.runtime_check.gains.hints import listening
from fullgraph.runtime_check.gains.regions import repeated_blocks
from fullgraph.runtime_check.gains.timing import items_of
from fullgraph.runtime_check.gains.versions import NotForThis, VersionPair, build, compile_options, prepare
from fullgraph.runtime_check.process.arm_worker import compile_and_warm, settle
from fullgraph.runtime_check.step.step import Stepper
from fullgraph.runtime_check.target.inputs import CallArguments
from fullgraph.runtime_check.target.target import load_target, parse_spec
from hypothesis import given
from hypothesis import strategies as st

ZOO = Path(__file__).with_name("gains_zoo.py")
CPU = torch.device("cpu")


def stepper_of(name: str) -> Stepper:
    torch._dynamo.reset()
    stepper = Stepper(load_target(parse_spec(f"{ZOO}:{name}"), [], None), CPU)
    stepper.settle()
    return stepper


def pair_of(stepper: Stepper, text: str, backend: str = "aot_eager") -> VersionPair:
    arm = parse_arm(text)
    prepare(stepper, arm)
    return build(stepper, arm, backend)


@pytest.mark.parametrize("name", sorted(CHOICES))
def test_every_name_is_an_arm_that_differs_from_the_default(name: str) -> None:
    arm = parse_arm(name)
    assert arm.name == name
    plain = {**vars(Arm("")), "name": name}
    assert (vars(arm) == plain) == (name in ("default", "automatic"))


def test_names_are_put_together() -> None:
    assert parse_arm("reduce-overhead+compiled-optimizer+bfloat16") == Arm(
        "reduce-overhead+compiled-optimizer+bfloat16", mode="reduce-overhead", optimizer="compiled", amp="bfloat16"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fast", "there is no arm 'fast': put one together from default, reduce-overhead"),
        ("", "there is no arm ''"),
        ("default+max-autotune", "says twice what the mode is to be"),
        ("dynamic+buckets", "says twice what done about sizes is to be"),
        ("shape-padding+no-shape-padding", "sets shape padding twice"),
    ],
)
def test_what_is_no_arm_is_told_in_a_line(text: str, message: str) -> None:
    with pytest.raises(ArmError) as caught:
        parse_arm(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_shorthands_give_each_arm_once() -> None:
    arms = choose_arms(["default", "regional"], "default, reduce-overhead", strategies=True)
    names = [arm.name for arm in arms]
    assert names == [
        *("default", "reduce-overhead", "automatic", "mark-dynamic", "dynamic", "static", "buckets", "regional")
    ]
    with pytest.raises(ArmError, match="no mode 'quick'"):
        choose_arms(modes="quick")


def test_options_come_on_top_of_what_the_mode_sets() -> None:
    assert compile_options(parse_arm("reduce-overhead"), "inductor")["mode"] == "reduce-overhead"
    both = compile_options(parse_arm("reduce-overhead+no-shape-padding"), "inductor")
    assert "mode" not in both
    assert both["options"] == {"triton.cudagraphs": True, "shape_padding": False}
    assert compile_options(parse_arm("reduce-overhead"), "aot_eager") == {"backend": "aot_eager"}


def call(*shapes: tuple[int, ...], **named: tuple[int, ...]) -> CallArguments:
    return CallArguments(tuple(map(torch.zeros, shapes)), {name: torch.zeros(shape) for name, shape in named.items()})


def test_what_varies_is_found_by_dimension() -> None:
    found = lengths.varying([call((2, 5), y=(5, 3)), call((2, 7), y=(7, 3))])
    assert [(each.path, each.dim, each.sizes) for each in found] == [("input 0", 1, (5, 7)), ("input y", 0, (5, 7))]
    assert lengths.varying([call((2, 5)), call((2, 5))]) == []
    # Neither a tensor that only one call has nor one of another rank has sizes to compare.
    assert lengths.varying([call((2,), y=(3,)), call((2,))]) == []
    assert lengths.varying([call((2,)), call((2, 3))]) == []


@given(st.lists(st.integers(1, 5000), min_size=1))
def test_buckets_are_few_and_hold_every_size(sizes: list[int]) -> None:
    found = lengths.buckets(sizes)
    assert found == sorted(set(found))
    assert len(found) <= lengths.BUCKETS
    assert found[-1] == max(sizes)
    assert all(size % lengths.MULTIPLE == 0 for size in found[:-1])


def test_calls_are_padded_by_the_target() -> None:
    asked: list[Any] = []

    def pad(inputs: Any, size: Any) -> Any:
        asked.append((type(inputs), size))
        return inputs

    named = [call(x=(1, length)) for length in (3, 9, 64)]
    lengths.padded(named, lengths.varying(named), pad)
    assert asked == [(dict, 8), (dict, 16), (dict, 64)]
    asked.clear()
    several = [call((1, 3), (5,)), call((1, 16), (6,)), call((1, 7), (6,))]
    lengths.padded(several, lengths.varying(several), pad)
    assert asked == [(tuple, (8, 6)), (tuple, (16, 6)), (tuple, (8, 6))]


def test_items_are_the_first_sizes() -> None:
    assert items_of([call((4, 2)), call((8, 2))]) == 6
    assert items_of([CallArguments((3,), {})]) is None


def test_blocks_are_what_a_model_repeats() -> None:
    class Block(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = torch.nn.ModuleList(Leaf() for _ in range(2))

    class Leaf(torch.nn.Module):
        pass

    root = torch.nn.Module()
    root.layers = torch.nn.ModuleList([Block(), Block(), Leaf()])
    root.plain = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 2))
    found = repeated_blocks(root)
    assert found == list(root.layers)[:2], "outermost, several of a class, and not PyTorch's own"


def test_equal_blocks_are_one_graph() -> None:
    stepper = stepper_of("one_length")
    pair = pair_of(stepper, "regional")
    compiled = compile_and_warm(stepper, pair)
    # The first block's input needs no gradient in the first call only if an embedding does not make it: here it does.
    assert (compiled.graphs, compiled.recompiles) == (1, 0)
    assert "2 Block" in pair.compiled_with
    assert settle(stepper, pair) is None
    assert all(block._compiled_call_impl is None for block in stepper.target.fn.blocks), "eager outside of its turn"


def test_numbered_blocks_recompile_up_to_the_limit() -> None:
    compiled = compile_and_warm(stepper := stepper_of("numbered"), pair_of(stepper, "regional"))
    assert compiled.graphs == torch._dynamo.config.recompile_limit
    assert any("limit" in note for note in compiled.notes), compiled.notes
    assert any("self.number" in note for note in compiled.notes), compiled.notes


def test_six_blocks_of_three_lengths_are_two_graphs() -> None:
    stepper = stepper_of("stack")
    regional = compile_and_warm(stepper, pair_of(stepper, "regional"))
    assert (regional.graphs, regional.recompiles) == (2, 1), "one length, then any"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arm", "graphs"), [("automatic", 2), ("mark-dynamic", 1), ("dynamic", 1), ("static", 3), ("buckets", 3)]
)
def test_strategies_differ_in_graphs(arm: str, graphs: int) -> None:
    stepper = stepper_of("stack")
    prepare(stepper, parse_arm(arm))
    expected = Expected(stepper)
    pair = build(stepper, parse_arm(arm), "aot_eager")
    assert compile_and_warm(stepper, pair).graphs == graphs
    verdict = expected.judge(stepper, pair)
    assert verdict.status == "pass", verdict
    assert settle(stepper, pair) is None


def test_padding_that_changes_the_loss_is_found() -> None:
    stepper = stepper_of("careless_padding")
    expected = Expected(stepper)
    pair = pair_of(stepper, "buckets")
    assert pair.is_padded
    verdict = expected.judge(stepper, pair)
    assert verdict.status == "fail"
    assert all(note.startswith("grad of ") for note in verdict.notes[:10]), verdict.notes


@pytest.mark.parametrize(
    ("target", "arm", "why"),
    [
        ("one_length", "buckets", "no size varies"),
        ("one_length", "mark-dynamic", "no size varies"),
        ("one_length", "compiled-optimizer", "declares no optimizer"),
        ("halves", "regional", "no ModuleList or Sequential"),
        ("shrug", "buckets", "declare a function pad"),
    ],
)
def test_an_arm_with_nothing_to_do_says_why(target: str, arm: str, why: str) -> None:
    with pytest.raises(NotForThis, match=why):
        pair_of(stepper_of(target), arm)


@pytest.mark.slow
@pytest.mark.parametrize("arm", ["compiled-optimizer", "foreach-map-optimizer"])
def test_a_compiled_optimizer_makes_the_same_update(arm: str) -> None:
    stepper = stepper_of("stack")
    expected = Expected(stepper)
    pair = pair_of(stepper, arm)
    compile_and_warm(stepper, pair)
    verdict = expected.judge(stepper, pair)
    assert verdict.status == "pass", verdict
    assert "the optimizer's update was compared for the same gradients" in verdict.notes


def test_another_update_is_found() -> None:
    stepper = stepper_of("stack")
    own = optimizers.primed(stepper)
    other = optimizers.twin(own)
    for group in other.param_groups:
        group["lr"] = group["lr"] * 1.1
    problems = optimizers.problems_of(stepper, own, other, other.step)
    assert len(problems) == len(stepper.parameters())
    assert all(problem.startswith("after the optimizer's step, ") for problem in problems)


@pytest.mark.parametrize("decay", [0.0, 0.1])
@pytest.mark.parametrize("kind", [torch.optim.Adam, torch.optim.AdamW])
def test_foreach_map_is_adam(kind: type[torch.optim.Adam], decay: float) -> None:
    torch._dynamo.reset()
    generator = torch.Generator().manual_seed(0)
    left = [torch.nn.Parameter(torch.randn(3, 2, generator=generator)) for _ in range(3)]
    right = [torch.nn.Parameter(p.detach().clone()) for p in left]
    own, other = (kind(params, lr=0.05, weight_decay=decay) for params in (left, right))
    for a, b in zip(left, right, strict=True):
        a.grad = b.grad = torch.zeros_like(a)
    own.step()
    other.step()
    step = optimizers.foreach_map_step(other, {"backend": "aot_eager"})
    for _ in range(3):
        for a, b in zip(left, right, strict=True):
            a.grad = torch.randn(3, 2, generator=generator)
            b.grad = a.grad.clone()
        own.step()
        step()
    for a, b in zip(left, right, strict=True):
        torch.testing.assert_close(a, b)


def test_foreach_map_is_for_adam_only() -> None:
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.1)
    with pytest.raises(optimizers.NoUpdate, match="not for SGD"):
        optimizers.foreach_map_step(optimizer, {})


def test_the_twin_shares_what_is_large_and_leaves_the_original_alone() -> None:
    stepper = stepper_of("stack")
    own = optimizers.primed(stepper)
    other = optimizers.twin(own)
    for p, state in own.state.items():
        assert other.state[p]["exp_avg"] is state["exp_avg"]
        assert other.state[p]["step"] is not state["step"]
    assert isinstance(own.param_groups[0]["lr"], float)
    assert isinstance(other.param_groups[0]["lr"], torch.Tensor)


def test_autocast_is_around_the_forward_pass_of_both() -> None:
    stepper = stepper_of("one_length")
    pair = pair_of(stepper, "bfloat16")
    expected = Expected(stepper)
    assert expected.eager[0].outputs["output.logits"].dtype == torch.bfloat16
    assert expected.judge(stepper, pair).status == "pass"


def test_hints_are_heard_and_not_printed(capfd: pytest.CaptureFixture[str]) -> None:
    logger = torch._logging.getArtifactLogger("torch._inductor.compile_fx", "perf_hints")
    level = logger.level
    with listening() as told:
        logger.info("a hint with %s", "words")
        logger.info("a hint with words")
        logger.warning("skipping cudagraphs due to %s", "a reason")
    assert told.hints == ["a hint with words"]
    assert told.cudagraph_skips == ["skipping cudagraphs due to a reason"]
    assert logger.level == level
    assert "words" not in "".join(capfd.readouterr())
