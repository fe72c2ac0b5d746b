"""What goes from process to process arrives as it was sent."""

from __future__ import annotations

from pathlib import Path

import pytest
from fullgraph.runtime_check.arms import Arm
from fullgraph.runtime_check.process.protocol import (
    Agreement,
    ArmDone,
    ArmRequest,
    Begin,
    CompiledAgain,
    Done,
    EventReader,
    EventWriter,
    PairDone,
    PairRequest,
    Rank,
    RanksCompared,
    Reached,
    Ready,
    RecordingRequest,
    Request,
    RunSoFar,
    Timed,
    read_request,
    write_request,
)
from fullgraph.runtime_check.results import (
    ArmRun,
    DataParallel,
    EffectDifference,
    Failure,
    FixedSpeed,
    Numerics,
    Ratio,
    Run,
    Timing,
)

REQUEST = Request("m.py:f", "/", train=True, record=RecordingRequest(["--fast"], calls=3), rank=Rank(1, 2, "/store"))
FLAG = EffectDifference("value", "attribute told is True after a step in eager, False compiled", is_flag=True)


@pytest.mark.parametrize(
    "request_",
    [
        REQUEST,
        ArmRequest(REQUEST, Arm("static", lengths="dynamic=False"), "again", timed=True),
        PairRequest(REQUEST, REQUEST, "/a", "/b", Arm(""), Arm("", fullgraph=True), fixed_first=True),
    ],
)
def test_a_request_is_read_as_it_was_written(tmp_path: Path, request_: Request | ArmRequest | PairRequest) -> None:
    write_request(tmp_path / "request.json", request_)
    assert read_request(type(request_), tmp_path / "request.json") == request_


def test_events_are_read_as_they_were_sent(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    sent = [
        Begin("load"),
        RunSoFar(Run(compile_raises=True, effects=[FLAG])),
        Reached({"m.py": [1, 2]}, ["m.py"], ["m.py:f"], False, ["cpu", "float32"]),
        Agreement("eager", Numerics(1, 0.0, 0.0, None, "float64"), ["one differs"]),
        RanksCompared(DataParallel(ranks=2)),
        Ready(),
        CompiledAgain(1.5, None),
        Done(Run(failure=Failure("raised", "it raises", "load")), "HOME"),
        ArmDone(ArmRun(Arm("default"))),
        Timed(Timing(2.0, 1.0, 3.0, 9, [2.0]), Timing(1.0, 1.0, 1.0, 9, [1.0])),
        PairDone(FixedSpeed("regional", ratio=Ratio(2.0, 1.5, 2.5, 3, 30)), Failure("crash", "gone", "gains")),
    ]
    writer = EventWriter(path)
    with path.open("rb") as stream:
        reader = EventReader(stream)
        for event in sent:
            writer.send(event)
        assert reader.new() == sent
        assert reader.new() == []
