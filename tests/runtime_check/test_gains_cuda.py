"""What only a CUDA device shows: kernels, CUDA graphs, capturable optimizers, caches with Triton's kernels."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
import torch
from fullgraph.runtime_check.arms import parse_arm
from fullgraph.runtime_check.gains import optimizers
from fullgraph.runtime_check.gains.kernels import launched
from fullgraph.runtime_check.process.measure_arms import measure_arms
from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.supervise import Limits
from fullgraph.runtime_check.results import Gains
from fullgraph.runtime_check.step import measure
from fullgraph.runtime_check.step.step import Stepper
from fullgraph.runtime_check.target.target import load_target, parse_spec

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")]

ZOO = Path(__file__).with_name("gains_zoo.py")
CUDA = torch.device("cuda")


@functools.cache
def gains_of(name: str, text: str) -> Gains:
    request = Request(f"{ZOO}:{name}", str(ZOO.parent), device="cuda", bench_seconds=0.5)
    (run,) = measure_arms([(request, parse_arm(text))], Limits(600))
    assert run.failure is None, run.failure
    assert run.gains is not None, run.note
    assert run.agrees is not None
    assert run.agrees.status == "pass", run.agrees
    return run.gains


def test_kernels_are_counted() -> None:
    x = torch.ones(1000, device=CUDA)
    found = launched(lambda: x.sin().cos(), CUDA, 1)
    assert found is not None
    assert (found.kernels, found.launches, found.graph_launches) == (2, 2, 0)
    copied = launched(lambda: x.clone(), CUDA, 1)
    assert copied is not None
    assert (copied.kernels, copied.launches) == (0, 1), "a copy is launched, and is no kernel"


def test_a_replayed_graph_is_one_launch_of_many_kernels() -> None:
    x = torch.ones(1000, device=CUDA)
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        x.sin().cos()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        x.sin().cos().exp()
    found = launched(graph.replay, CUDA, 1)
    assert found is not None
    assert (found.kernels, found.launches, found.graph_launches) == (3, 1, 1)


def test_what_a_graph_works_in_is_memory_though_nothing_there_is_allocated() -> None:
    x = torch.ones(2**20, device=CUDA)
    before = measure.graph_memory(CUDA)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        total = (x + 1).sum()
    graph.replay()
    assert float(total) == 2.0**21
    assert measure.graph_memory(CUDA) - before >= x.nbytes


def test_fusion_shows_in_kernels_and_memory_is_known() -> None:
    gains = gains_of("halves", "default")
    assert gains.kernels_eager == 4
    assert gains.kernels_compiled == 1
    assert gains.cudagraphs is None
    assert gains.peak_memory_eager
    assert gains.peak_memory_compiled
    assert gains.throughput is not None


def test_cuda_graphs_are_replayed() -> None:
    gains = gains_of("one_length", "reduce-overhead")
    assert gains.cudagraphs is True, gains
    assert gains.cudagraph_skips == []
    assert gains.launches_compiled is not None
    assert gains.kernels_compiled is not None
    assert gains.launches_compiled < gains.kernels_compiled


def test_why_cuda_graphs_are_skipped_is_told() -> None:
    gains = gains_of("mutating", "reduce-overhead")
    assert gains.cudagraphs is False
    assert any("mutated inputs" in reason for reason in gains.cudagraph_skips), gains.cudagraph_skips


def test_private_caches_are_cold_then_warm_with_artifacts() -> None:
    gains = gains_of("one_length", "artifacts")
    assert gains.cache_hits == 0
    assert gains.cache_hits_warm
    assert gains.compile_seconds_warm is not None
    assert gains.compile_seconds_warm < gains.compile_seconds
    assert gains.compile_seconds_artifacts is not None
    assert gains.compile_seconds_artifacts < gains.compile_seconds
    assert gains.artifact_bytes


@pytest.mark.parametrize("mode", ["default", "reduce-overhead"])
@pytest.mark.parametrize("kind", ["compiled-optimizer", "foreach-map-optimizer"])
def test_compiled_optimizers_make_the_same_update(kind: str, mode: str) -> None:
    gains = gains_of("stack", f"{mode}+{kind}+buckets")
    assert gains.kernels_compiled is not None
    assert gains.kernels_eager is not None
    assert gains.kernels_compiled < gains.kernels_eager


@pytest.mark.skipif(torch.cuda.device_count() < 2, reason="needs two CUDA devices")
@pytest.mark.parametrize("mode", ["default", "reduce-overhead"])
def test_a_target_on_the_second_device_has_that_one_as_its_current(mode: str) -> None:
    request = Request(f"{ZOO}:at_home", str(ZOO.parent), device="cuda:1", bench_seconds=0.2)
    (run,) = measure_arms([(request, parse_arm(mode))], Limits(600), again=False)
    assert run.failure is None, run.failure
    assert run.gains is not None, run.note
    assert run.agrees is not None
    assert run.agrees.status == "pass", run.agrees
    assert run.gains.peak_memory_compiled
    assert run.gains.kernels_compiled


def test_the_twin_counts_its_steps_on_the_device() -> None:
    stepper = Stepper(load_target(parse_spec(f"{ZOO}:stack"), [], None), CUDA)
    stepper.settle()
    own = optimizers.primed(stepper)
    other = optimizers.twin(own)
    assert not own.param_groups[0]["capturable"]
    assert other.param_groups[0]["capturable"]
    assert all(state["step"].is_cuda for state in other.state.values())
    assert not any(state["step"].is_cuda for state in own.state.values())
    assert optimizers.problems_of(stepper, own, other, other.step) == []


@pytest.mark.parametrize("arm", ["regional", "bfloat16", "dynamic", "mark-dynamic", "static", "shape-padding"])
def test_other_arms_run_and_agree(arm: str) -> None:
    assert gains_of("stack", arm).graphs
