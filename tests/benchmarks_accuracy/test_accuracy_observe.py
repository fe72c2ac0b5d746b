"""Which runs of the data are made again in eager, what is kept of them, and the file of all."""

from __future__ import annotations

import json
import types
from pathlib import Path

import pytest
from fullgraph.lint.facts import files
from fullgraph.lint.facts.schema import FunctionFact, Recorded

from benchmarks.accuracy import observe, observe_worker
from benchmarks.accuracy.measured import Run, load_zoo
from benchmarks.accuracy.recording import Made, Recording


def run(package: str, model: str, name: str, mode: str = "eval") -> Run:
    return Run(model, name, package, "2.15.0", mode, [], {})


def facts(file: str, digest: str = "0" * 32) -> Recorded:
    fact = FunctionFact(file, "f", digest, calls=2, runs=1)
    return Recorded({fact.key: fact})


RUNS = [
    run("transformers", "GPT2LMHeadModel", "gpt2"),
    run("transformers", "Glm46VForConditionalGeneration", "glm46v"),
    run("torchvision", "FCOS", "fcos_resnet50_fpn", "train"),
    run("monai", "VNet", "monai:VNet"),
]


def test_targets_are_those_of_verify_or_recipes() -> None:
    assert [(one.name, one.target) for one in observe.planned(RUNS)] == [
        ("transformers-gpt2-eval", "hf:GPT2LMHeadModel"),
        ("transformers-glm46v-eval", "benchmarks/fixes/recipes.py:glm46v"),
        ("torchvision-fcos_resnet50_fpn-train", "torchvision:fcos_resnet50_fpn"),
    ]
    assert [one.run.package for one in observe.planned(RUNS, ["FCOS", "gpt2"])] == ["transformers", "torchvision"]


def test_each_recipe_is_of_a_model_of_the_data() -> None:
    names = {one.name for one in load_zoo() if one.package == "transformers"}
    assert observe.recipe_names(observe.RECIPES.read_text(encoding="utf-8")) <= names


def test_a_run_that_is_there_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def wait(command: list[str], *_: object, **__: object) -> str:
        request = json.loads(Path(command[-2]).read_text(encoding="utf-8"))
        asked.append(request["target"])
        if request["mode"] == "train":
            return "no end after 9 s"
        files.write(Path(request["facts"]), facts("transformers/a.py", str(len(asked)) * 32))
        Path(command[-1]).write_text(json.dumps({"functions": 1, "versions": {"torch": "2.11.0"}}), encoding="utf-8")
        return ""

    monkeypatch.setattr(observe, "wait", wait)
    monkeypatch.setattr(observe, "load_zoo", lambda: RUNS)
    arguments = ["--folder", str(tmp_path), "--workers", "1"]
    assert observe.main([*arguments, "--stop-after", "0"]) == 2 and asked == []
    assert observe.main([*arguments, "--models", "gpt2"]) == 0 and asked == ["hf:GPT2LMHeadModel"]
    assert observe.main(arguments) == 0 and len(asked) == 3
    recording = Recording.read(tmp_path / "recorded.json.gz")
    assert [(one.label, one.failure) for one in recording.runs if one.failure] == [
        ("torchvision fcos_resnet50_fpn (train)", "no end after 9 s")
    ]
    assert len(recording.facts.functions) == 2 and recording.versions == {"torch": ["2.11.0"]}


def test_a_run_that_the_time_stops_is_left_for_the_next_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observe, "wait", lambda *_, **__: "no end after 2 s")
    assert observe.main(["--folder", str(tmp_path), "--models", "gpt2", "--stop-after", "2"]) == 2
    assert list(tmp_path.glob("*.run.json")) == []


def test_files_are_named_from_the_top_module_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the library lies, and only those of the packages."""
    (tmp_path / "setup.cfg").touch()
    sources = {name: tmp_path / "libs" / name for name in ("lib/net.py", "other/net.py")}
    for path in sources.values():
        path.parent.mkdir(parents=True)
        path.write_text("def f(x):\n    return x\n", encoding="utf-8")
    module = types.ModuleType("lib")
    module.__file__ = str(tmp_path / "libs" / "lib" / "__init__.py")
    monkeypatch.setitem(observe_worker.sys.modules, "lib", module)
    codes = [compile("", str(path), "exec") for path in sources.values()]
    seen = facts("libs/lib/net.py").join(facts("libs/other/net.py"))
    recorder = types.SimpleNamespace(plans=dict.fromkeys(codes), recorded=lambda: seen)
    found = observe_worker.below_modules(recorder, ["lib", "absent"])  # type: ignore[arg-type]
    assert [fact.file for fact in found.functions.values()] == ["lib/net.py"]


def test_the_file_is_the_same_for_the_same_content_and_check_reads_it_plain(tmp_path: Path) -> None:
    (tmp_path / "fullgraph.toml").touch()
    recording = Recording(facts("pkg/model.py"), [Made("pkg", "Model", "model", "eval", "", {"torch": "2.11.0"})])
    first, second, plain = (tmp_path / name for name in ("a.gz", "b.gz", "facts.json"))
    recording.write(first)
    Recording.read(first).write(second)
    assert first.read_bytes() == second.read_bytes()
    Recording.read(first).plain(plain, tmp_path / "zoo")
    assert [fact.file for fact in files.read(plain).functions.values()] == ["zoo/pkg/model.py"]
    assert Recording.read(plain).runs == []
