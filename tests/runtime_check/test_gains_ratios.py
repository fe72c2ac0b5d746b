"""Ratios with their intervals: what they cover, by simulation, and how they are told. Nothing is timed here."""

from __future__ import annotations

import math
import random
from statistics import NormalDist

import pytest
from fullgraph.runtime_check.gains import ratios
from fullgraph.runtime_check.gains.ratios import compare, pooled
from fullgraph.runtime_check.report.ratios import few_processes, show_ratio
from fullgraph.runtime_check.results import Ratio, Timing

TRIALS = 2000
ROUNDS = 10


def timing(*rounds: float) -> Timing:
    return Timing(sorted(rounds)[len(rounds) // 2], min(rounds), max(rounds), len(rounds), list(rounds))


def simulated(
    draw: random.Random, processes: int, ratio: float = 1.0, between: float = 0.03, within: float = 0.05
) -> Ratio:
    """Two versions whose ratio differs by ``between`` from process to process, and by ``within`` from turn to turn."""
    pairs = []
    for _ in range(processes):
        shift = draw.gauss(0, between)
        machine = [draw.uniform(1, 3) for _ in range(ROUNDS)]
        first = [speed * math.exp(draw.gauss(0, within)) for speed in machine]
        second = [speed * math.exp(draw.gauss(shift, within)) / ratio for speed in machine]
        pairs.append((timing(*first), timing(*second)))
    found = compare(pairs)
    assert found is not None
    return found


@pytest.mark.parametrize("processes", [2, 3, 5, 12])
@pytest.mark.parametrize("between", [0.0, 0.03, 0.2])
def test_without_a_difference_none_is_told_in_95_of_100_cases(processes: int, between: float) -> None:
    draw = random.Random(processes)
    told = [simulated(draw, processes, between=between).told for _ in range(TRIALS)]
    assert 0.935 <= told.count("same") / TRIALS <= 0.965


def test_the_interval_holds_the_ratio_whatever_it_is() -> None:
    draw = random.Random(7)
    found = [simulated(draw, 3, ratio=1.25) for _ in range(TRIALS)]
    assert 0.935 <= sum(one.low <= 1.25 <= one.high for one in found) / TRIALS <= 0.965


def test_turns_alone_would_find_differences_that_are_the_process() -> None:
    """All turns taken for independent: the mistake that the processes are there to avoid."""
    draw = random.Random(1)
    wrong = 0
    for _ in range(300):
        shift = draw.gauss(0, 0.03)
        logs = [shift + draw.gauss(0, 0.01) for _ in range(30)]
        half = 2 * (sum((x - sum(logs) / 30) ** 2 for x in logs) / 29 / 30) ** 0.5
        wrong += abs(sum(logs) / 30) > half
    assert wrong > 200


def test_a_difference_is_found() -> None:
    draw = random.Random(3)
    found = [simulated(draw, 3, ratio=1.3, between=0.01) for _ in range(200)]
    assert sum(one.told == "faster" for one in found) > 190
    assert sum(simulated(draw, 3, ratio=1 / 1.3, between=0.01).told == "slower" for _ in range(200)) > 190


def test_the_machines_speed_is_in_both_and_cancels() -> None:
    machine = [1.0, 5.0, 2.0]
    pair = (timing(*machine), timing(*(speed / 2 for speed in machine)))
    found = compare([pair, pair])
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((2, 2, 2))
    assert (found.processes, found.rounds, found.told) == (2, 6, "faster")


def test_the_fewer_processes_the_wider() -> None:
    draw = random.Random(5)
    widths = {}
    for processes in (2, 3, 6):
        every = [simulated(draw, processes) for _ in range(200)]
        widths[processes] = sorted(math.log(one.high / one.low) for one in every)[100]
    assert widths[2] > widths[3] > widths[6]


def test_one_process_has_the_range_of_its_turns() -> None:
    found = compare([(timing(2.0, 2.0, 2.0), timing(1.0, 2.0, 1.6))])
    assert found is not None
    assert (found.low, found.value, found.high, found.told) == pytest.approx((1.0, 1.25, 2.0, "same"))


def test_what_has_no_turns_is_not_compared() -> None:
    assert compare([]) is None
    assert compare([(Timing(1, 1, 1, 9), Timing(2, 2, 2, 9))]) is None


def test_students_t_goes_on_where_the_table_ends() -> None:
    assert ratios._student(2) == 4.303
    assert ratios._student(11) == pytest.approx(2.201, abs=0.003)
    assert ratios._student(10**6) == pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-4)


def test_times_of_several_processes_are_one() -> None:
    assert pooled([timing(1.0, 2.0, 3.0), timing(2.0, 3.0, 4.0)]) == Timing(2.5, 1.0, 4.0, 6, [1, 2, 3, 2, 3, 4])


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Ratio(1.22, 1.19, 1.25, 3, 30), "1.22x as fast as eager (1.19 to 1.25, 3 processes)"),
        (Ratio(0.8, 0.75, 0.9, 3, 30), "slower than eager, 1.25x the time (1.11 to 1.33, 3 processes)"),
        (Ratio(1.01, 0.98, 1.03, 1, 10), "no difference from eager was measured (0.98 to 1.03, 1 process)"),
        (Ratio(1.003, 1.002, 1.004, 3, 30), "1.003x as fast as eager (1.002 to 1.004, 3 processes)"),
        (Ratio(250.0, 200.0, 300.0, 3, 30), "250x as fast as eager (200 to 300, 3 processes)"),
    ],
)
def test_a_ratio_in_words(found: Ratio, text: str) -> None:
    assert show_ratio(found, "eager") == text


def test_few_processes_are_told() -> None:
    assert "--processes 3" in few_processes(Ratio(1, 1, 1, 1, 9))
    assert "wide interval" in few_processes(Ratio(1, 1, 1, 2, 9))
    assert few_processes(Ratio(1, 1, 1, 3, 9)) == ""
