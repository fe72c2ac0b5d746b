"""Predictions and observations are matched by line, through the chain where check reports elsewhere."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import pytest
from fullgraph.lint.diagnostics.condition import Condition
from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Mode, Position
from fullgraph.lint.diagnostics.step import Step
from fullgraph.runtime_check.process.supervise import Observation
from fullgraph.runtime_check.report import show
from fullgraph.runtime_check.results import ObservedBreak, Place, Run
from fullgraph.runtime_check.session.prediction import add_predictions, match
from fullgraph.runtime_check.statements import Branch


def seen(filename: str, line: int) -> ObservedBreak:
    return ObservedBreak(Place(filename, line), "r", None, None, "", "break")


def said(
    code: str,
    filename: str,
    row: int,
    end: int | None = None,
    modes: tuple[Mode, ...] = ("default",),
    **chains: tuple[Step, ...],
) -> Diagnostic:
    end_location = Position(end or row, 9)
    return Diagnostic(code, code, "m", filename, Position(row, 1), end_location, modes=modes, **chains)  # type: ignore[arg-type]


def predicted(found: ObservedBreak, *diagnostics: Diagnostic) -> list[str]:
    match([found], diagnostics)
    return found.predicted_by


def test_same_line() -> None:
    assert predicted(seen("/a.py", 3), said("FG101", "/a.py", 3)) == ["FG101"]
    assert predicted(seen("/a.py", 3), said("FG101", "/a.py", 4), said("FG101", "/b.py", 3)) == []


def test_any_line_of_the_expression() -> None:
    assert predicted(seen("/a.py", 5), said("FG402", "/a.py", 3, end=6)) == ["FG402"]


@pytest.mark.parametrize("chain", ["trace", "evidence", "also"])
def test_through_the_chain(chain: str) -> None:
    steps = (Step("called"), Step("there", "/lib.py", 40))
    assert predicted(seen("/lib.py", 40), said("FG501", "/a.py", 3, **{chain: steps})) == ["FG501"]


def test_through_the_chain_to_another_line_of_the_statement(tmp_path: Path) -> None:
    path = tmp_path / "lib.py"
    path.write_text(
        "def f(x, y):\n    if (\n        x.any()\n        or y.any()\n    ):\n        x = (\n            x + 1)\n"
    )
    finding = said("FG101", "/a.py", 3, also=(Step("x.any()", str(path), 3),))
    assert predicted(seen(str(path), 2), finding) == ["FG101"]
    assert predicted(seen(str(path), 4), finding) == ["FG101"]
    assert predicted(seen(str(path), 6), finding) == []
    path.write_text("def f(x, y):\n    x = x + 1\n    if x.any():\n        x = x - 1\n")
    os.utime(path, ns=(0, 0))
    assert predicted(seen(str(path), 2), finding) == [], "what the file was before does not count"
    assert predicted(seen(str(path), 3), finding) == ["FG101"]


def test_the_line_itself_is_preferred_to_a_chain_that_passes_through() -> None:
    passing = said("FG501", "/a.py", 3, trace=(Step("call", "/a.py", 7),))
    assert predicted(seen("/a.py", 7), passing, said("FG101", "/a.py", 7)) == ["FG101"]


def test_a_claim_about_fullgraph_only_predicts_nothing_in_the_default_mode() -> None:
    assert predicted(seen("/a.py", 3), said("FG201", "/a.py", 3, modes=("fullgraph",))) == []


def test_relative_and_absolute_names_are_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert predicted(seen(str(tmp_path / "a.py"), 3), said("FG101", "a.py", 3)) == ["FG101"]


def test_what_did_not_happen_tells_reached_from_unreached(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\n"
        "class M(torch.nn.Module):\n"
        "    def forward(self, x):\n"
        "        print('a')\n"
        "        return x\n"
        "class N(torch.nn.Module):\n"
        "    def forward(self, x):\n"
        "        print('b')\n"
        "        return x\n"
    )
    observation = Observation(Run(), {str(path): {3, 4, 5}}, [path])
    add_predictions(observation, [path], ())
    found = {prediction.place.line: prediction.reached for prediction in observation.run.unobserved}
    assert found == {4: True, 8: False}


def test_a_line_that_asks_itself_whether_the_claim_holds_does_not_test_it_by_running(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\n"
        "class M(torch.nn.Module):\n"
        "    def forward(self, x):\n"
        "        if self.training and torch.rand([]) < 0.5:\n"
        "            x = x + 1\n"
        "        if self.training:\n"
        "            print('a')\n"
        "        return x\n"
    )
    observation = Observation(Run(), {str(path): {4, 5, 6, 7, 8}}, [path])
    add_predictions(observation, [path], ())
    found = {prediction.place.line: prediction.reached for prediction in observation.run.unobserved}
    assert found == {4: False, 7: True}


@pytest.mark.parametrize(
    ("training", "met", "expected"),
    [
        (None, [], {6: True, 8: True}),
        (True, ["cpu", "float32"], {6: True, 8: False}),
        (False, ["cpu", "float16"], {6: False, 8: True}),
    ],
)
def test_a_run_tests_what_holds_in_its_mode_and_dtype(
    tmp_path: Path, training: bool | None, met: list[str], expected: dict[int, bool]
) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\n"
        "class M(torch.nn.Module):\n"
        "    def forward(self, x: torch.Tensor):\n"
        "        if not self.training:\n"
        "            x = x + 1\n"
        "        else: print('a')\n"
        "        if x.dtype == torch.float16:\n"
        "            print('b')\n"
        "        return x\n"
    )
    observation = Observation(Run(), {str(path): {4, 5, 6, 7, 8, 9}}, [path], training=training, met=met)
    add_predictions(observation, [path], ())
    found = {one.place.line: (one.reached, one.unmet) for one in observation.run.unobserved}
    assert found == {line: (holds, not holds) for line, holds in expected.items()}


def test_what_holds_in_the_first_call_alone_is_not_tested_behind_the_eager_run(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\n"
        "class M(torch.nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.layer = torch.nn.Linear(3, 3)\n"
        "    def forward(self, x):\n"
        "        self.layer.requires_grad_(False)\n"
        "        print('a')\n"
        "        return self.layer(x)\n"
    )
    observation = Observation(Run(), {str(path): {7, 8, 9}}, [path])
    add_predictions(observation, [path], ())
    found = {one.place.line: (one.reached, one.unmet) for one in observation.run.unobserved}
    assert found == {7: (False, True), 8: (True, False)}


@pytest.mark.parametrize("asked", [3, 9])
def test_a_line_of_a_package_that_asks_itself_does_not_test_it_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: int
) -> None:
    mine, library = tmp_path / "mine.py", "/site-packages/library.py"
    claim = said("FG405", str(mine), 5, evidence=(Step("os.path.exists(path)", library, 3),))
    claim = dataclasses.replace(claim, conditions=(Condition(Step("isinstance(path, str)", library, asked)),))
    monkeypatch.setattr("fullgraph.runtime_check.session.prediction.diagnostics_of", lambda *_: ([claim], []))
    observation = Observation(Run(), {str(mine): {5}, library: {3, 9}}, [mine])
    add_predictions(observation, [mine], ("library",))
    assert [one.reached for one in observation.run.unobserved] == [asked != 3]


def test_nothing_is_tested_where_the_compiled_call_raises(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text("import torch\nclass M(torch.nn.Module):\n    def forward(self, x):\n        print('a')\n")
    for raises, reached in ((False, True), (True, False)):
        observation = Observation(Run(compile_raises=raises), {str(path): {4}}, [path])
        add_predictions(observation, [path], ())
        assert [prediction.reached for prediction in observation.run.unobserved] == [reached]


def test_check_is_asked_of_a_followed_package_that_a_factory_leads_into(tmp_path: Path) -> None:
    library, helper, mine = tmp_path / "library.py", tmp_path / "helper.py", tmp_path / "mine.py"
    library.write_text(
        "import torch\n"
        "from helper import told\n"
        "class M(torch.nn.Module):\n"
        "    def forward(self, x):\n"
        "        print('a')\n"
        "        x.undefined()\n"
        "        return told(x)\n"
    )
    helper.write_text("def told(x):\n    print('b')\n    return x\n")
    mine.write_text("def model():\n    import library\n    return library.M()\n")
    breaks = [seen(str(library), 6), seen(str(helper), 2), seen(str(mine), 2)]
    breaks[1].stack = [Place(str(library), 7, "M.forward"), Place(str(helper), 2, "told")]
    observation = Observation(Run(breaks=breaks), {str(library): {4, 5, 6, 7}, str(helper): {1, 2, 3}}, [mine])
    add_predictions(observation, [mine], ())
    assert [found.predicted_by for found in breaks] == [[], ["FG401"], []]
    assert [found.missed_in for found in breaks] == [["default"], [], ["default"]]
    assert observation.run.unobserved == [], "what else check says of the library is no claim about this target"


def test_check_knows_what_the_target_gives_to_a_followed_package(tmp_path: Path) -> None:
    library, mine = tmp_path / "library.py", tmp_path / "mine.py"
    library.write_text(
        "import torch\n"
        "class M(torch.nn.Module):\n"
        "    def __init__(self, told):\n"
        "        super().__init__()\n"
        "        self.told = told\n"
        "    def forward(self, x):\n"
        "        return self.told.tell(x)\n"
        "class Told:\n"
        "    def tell(self, x):\n"
        "        print('b')\n"
        "        return x\n"
    )
    for made, predicted in (("library.M(library.Told())", ["FG401"]), ("library.M(None)", [])):
        mine.write_text(f"import library\nMODELS = {{'a': lambda: {made}}}\n")
        found = seen(str(library), 10)
        observation = Observation(Run(breaks=[found]), {str(library): {7, 10, 11}}, [mine])
        add_predictions(observation, [mine], ())
        assert found.predicted_by == predicted


@pytest.mark.parametrize("training", [True, False, None])
def test_a_claim_about_train_mode_is_not_tested_in_eval_mode(tmp_path: Path, training: bool | None) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\n"
        "class M(torch.nn.Module):\n"
        "    def forward(self, x):\n"
        "        skip = False\n"
        "        if self.training:\n"
        "            skip = torch.rand([]) < 0.5\n"
        "        if skip:\n"
        "            x = x + 1\n"
        "        if not self.training:\n"
        "            print('a')\n"
        "        return x\n"
    )
    observation = Observation(Run(), {str(path): set(range(4, 12))}, [path], training=training)
    add_predictions(observation, [path], ())
    found = {prediction.place.line: prediction.reached for prediction in observation.run.unobserved}
    assert found == {7: training is not False, 10: training is not True}


def test_a_recompile_predicts_no_break(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\n"
        "class M(torch.nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.calls = 0\n"
        "    def forward(self, x):\n"
        "        self.calls += 1\n"
        "        return x\n"
    )
    observation = Observation(Run(), {str(path): {7, 8}}, [path])
    add_predictions(observation, [path], ())
    assert observation.run.unobserved == []


def test_a_break_of_both_modes_that_is_predicted_for_one() -> None:
    found = seen("/a.py", 3)
    found.modes = ["default", "fullgraph"]
    match([found], [said("FG201", "/a.py", 3, modes=("default",))])
    assert (found.predicted_by, found.missed_in) == (["FG201"], ["fullgraph"])
    match([found], [said("FG101", "/a.py", 3, modes=("default", "fullgraph"))])
    assert (found.predicted_by, found.missed_in) == (["FG101"], [])


def test_a_break_inside_of_a_package_is_predicted_at_the_call_that_leads_there() -> None:
    found = seen("/site-packages/scipy/quad.py", 40)
    found.stack = [Place("/a.py", 3), Place("/site-packages/scipy/quad.py", 40)]
    assert predicted(found, said("FG502", "/a.py", 3)) == ["FG502"]
    assert predicted(found, said("FG502", "/a.py", 4)) == []
    assert predicted(found, said("FG401", "/a.py", 3)) == [], "others name the line that breaks"


def test_claims_about_data_are_not_tested_behind_a_break_of_fullgraph(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\n"
        "class M(torch.nn.Module):\n"
        "    def forward(self, x):\n"
        "        kept = x[x > 0]\n"
        "        if len(kept) == 0:\n"
        "            return x\n"
        "        if len(kept) > 1:\n"
        "            x = x + 1\n"
        "        print('a')\n"
        "        return x\n"
    )
    first = seen(str(path), 5)
    for modes in (["fullgraph"], ["default"]):
        first.modes = list(modes)
        observation = Observation(Run(breaks=[first]), {str(path): set(range(3, 11))}, [path])
        add_predictions(observation, [path], ())
        found = {(one.place.line, *one.modes): one.reached for one in observation.run.unobserved}
        assert found[9, "default", "fullgraph"], "what does not depend on data shows behind a break too"
        assert found[7, "fullgraph"] is (modes == ["default"])


def test_claims_that_wait_for_a_break_to_go_are_not_tested_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\n"
        "class Cache:\n"
        "    def __init__(self):\n"
        "        self.past = []\n"
        "    def trim(self, end):\n"
        "        assert self.past\n"
        "        self.past = [k[:end] for k in self.past]\n"
        "class M(torch.nn.Module):\n"
        "    def forward(self, x):\n"
        "        cache = Cache()\n"
        "        cache.past.append((x, x + 1))\n"
        "        with open('/dev/null'):\n"
        "            cache.trim(2)\n"
        "        return x\n"
    )
    reached = {str(path): set(range(4, 15))}
    for line, tested in ((12, ["fullgraph"]), (None, ["default", "fullgraph"])):
        observation = Observation(Run(breaks=[seen(str(path), line)] if line else []), reached, [path])
        for one in observation.run.breaks:
            one.modes = ["default"]
        add_predictions(observation, [path], ())
        found = {one.place.line: one for one in observation.run.unobserved}
        assert found[6].reached and found[6].modes == tested


def test_what_did_not_happen_in_one_mode(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text("import torch\nclass M(torch.nn.Module):\n    def forward(self, x):\n        print('a')\n")
    one = seen(str(path), 4)
    observation = Observation(Run(breaks=[one]), {str(path): {3, 4}}, [path])
    add_predictions(observation, [path], ())
    assert [(p.code, p.modes) for p in observation.run.unobserved] == [("FG401", ["fullgraph"])]
    one.modes = ["default", "fullgraph"]
    add_predictions(observation, [path], ())
    assert observation.run.unobserved == []
    assert (one.predicted_by, one.missed_in) == (["FG401"], [])


def test_lines_of_a_function_left_to_eager_were_not_tested(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\n"
        "class M(torch.nn.Module):\n"
        "    def forward(self, x):\n"
        "        for _ in range(2):\n"
        "            print('a')\n"
        "            print('b')\n"
        "        return self.other(x)\n"
        "    def other(self, x):\n"
        "        print('c')\n"
        "        return x\n"
    )
    one = seen(str(path), 5)
    one.kind = "skip"
    observation = Observation(Run(breaks=[one]), {str(path): set(range(3, 11))}, [path])
    add_predictions(observation, [path], ())
    tested = {(p.place.line, tuple(p.modes)): p.reached for p in observation.run.unobserved}
    assert tested == {
        (5, ("fullgraph",)): True,
        (6, ("default", "fullgraph")): False,
        (9, ("default", "fullgraph")): True,
    }


def test_claims_about_numbers_that_change_are_not_tested_by_one_number(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\n"
        "class M(torch.nn.Module):\n"
        "    def forward(self, x, lengths):\n"
        "        numbers = lengths.tolist()\n"
        "        x = x * sorted(numbers)[0]\n"
        "        x = x * divmod(numbers[0], 2)[0]\n"
        "        self.text = str(numbers[0])\n"
        "        return x.nonzero()\n"
    )
    observation = Observation(Run(breaks=[seen(str(path), 4)]), {str(path): set(range(3, 9))}, [path])
    add_predictions(observation, [path], ())
    # Under fullgraph=True there is no break here but those: each of them was tested, and refuted.
    tested = {one.place.line: (one.reached, one.modes) for one in observation.run.unobserved}
    assert tested == {
        5: (True, ["fullgraph"]),
        6: (True, ["fullgraph"]),
        7: (True, ["fullgraph"]),
        8: (True, ["default"]),
    }


@pytest.mark.parametrize(
    ("where", "follow", "unread"),
    [
        ("/venv/lib/site-packages/kornia/augmentation/base.py", (), None),
        ("/venv/lib/site-packages/networkx/utils/misc.py", (), "networkx"),
        ("/venv/lib/site-packages/networkx/utils/misc.py", ("networkx",), None),
        ("/venv/lib/site-packages/tabulate.py", (), "tabulate"),
        ("/home/me/model.py", (), None),
    ],
)
def test_a_package_that_check_does_not_read(
    tmp_path: Path, where: str, follow: tuple[str, ...], unread: str | None
) -> None:
    path = tmp_path / "m.py"
    path.write_text("import torch\nclass M(torch.nn.Module):\n    def forward(self, x):\n        print('a')\n")
    own, found = seen(str(path), 3), seen(where, 7)
    add_predictions(Observation(Run(breaks=[own, found]), {str(path): {3, 4}}, [path]), [path], follow)
    assert (own.not_followed, found.not_followed) == (None, unread)
    hint = f", which does not read {unread} (--follow {unread} does)" if unread else ""
    assert show.predicted(found) == f"missed by check{hint}"


def test_lines_of_a_caller_that_was_left_to_eager_were_not_tested(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\n"
        "class M(torch.nn.Module):\n"
        "    def forward(self, x):\n"
        "        for _ in range(2):\n"
        "            x = self.other(x)\n"
        "        print('a')\n"
        "        return x\n"
        "    def other(self, x):\n"
        "        print('b')\n"
        "        print('c')\n"
        "        return x\n"
    )
    one = seen(str(path), 9)
    one.kind, one.modes, one.left = "skip", ["default", "fullgraph"], [Place(str(path), 3, "forward")]
    observation = Observation(Run(breaks=[one]), {str(path): set(range(3, 12))}, [path])
    add_predictions(observation, [path], ())
    assert {p.place.line: p.reached for p in observation.run.unobserved} == {6: False, 10: True}
    assert show.left(one) == "the whole of forward runs in eager"


def test_lines_behind_a_break_that_nothing_resumes_were_not_tested(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\n"
        "class M(torch.nn.Module):\n"
        "    def forward(self, x):\n"
        "        print('before')\n"
        "        x = self.other(x)\n"
        "        print('after')\n"
        "        return self.last(x)\n"
        "    def last(self, x):\n"
        "        print('b')\n"
        "        return x\n"
    )
    one = seen(str(path), 5)
    one.resumes = False
    observation = Observation(Run(breaks=[one]), {str(path): set(range(3, 11))}, [path])
    add_predictions(observation, [path], ())
    assert {p.place.line: p.reached for p in observation.run.unobserved} == {4: True, 6: False, 9: True}
    assert show.left(one) == "the rest of the function runs in eager"


def test_a_claim_whose_condition_did_not_hold_was_not_tested(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\n"
        "class M(torch.nn.Module):\n"
        "    def forward(self, x, scale: torch.Tensor = None):\n"
        "        if scale is not None and self.scales:\n"
        "            scale = scale.to(x.dtype)\n"
        "        else:\n"
        "            scale = None\n"
        "        if scale:\n"
        "            x = x * scale\n"
        "        return x\n"
    )

    def tested(*ran: int) -> dict[int, bool]:
        observation = Observation(Run(), {str(path): {3, 4, 8, 10, *ran}}, [path])
        add_predictions(observation, [path], ())
        return {one.place.line: one.reached for one in observation.run.unobserved}

    assert tested(5) == {8: True}
    assert tested(7) == {8: False}
    assert tested(5, 7) == {8: True}


@pytest.mark.parametrize(
    ("test", "condition", "arm"),
    [
        ("a is not None", "a is not None", "taken"),
        ("a is not None", "a is None", "other"),
        ("self.training and a > 1", "a > 1", "taken"),
        ("self.training and a > 1", "a <= 1", ""),
        ("not a", "a", "other"),
        ("f(a)", "f( a )", "taken"),
        ("f(a)", "f(a", ""),
    ],
)
def test_the_arm_that_a_condition_leads_into(test: str, condition: str, arm: str) -> None:
    branch = Branch(test, range(2, 4), range(5, 9))
    assert branch.arm(condition) == {"taken": branch.taken, "other": branch.other, "": range(0)}[arm]


def test_nobody_has_to_predict_a_break_that_is_there_for_another_one(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text("def f(x):\n    return x\n")
    one, other = seen(str(path), 2), seen(str(path), 2)
    one.kind = "induced"
    match([one, other], [])
    assert (one.missed_in, other.missed_in) == ([], ["default"])
    assert show.predicted(one) == "only because of another break"
