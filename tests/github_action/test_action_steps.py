"""The steps of the action, in a clone of a pull request and against a fake API."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import action_host
import pytest
from action_host import NEW, OLD, REPOSITORY, TOKEN, Hosted
from fullgraph_action.comment import marker
from fullgraph_action.steps import main

ACTION = Path(__file__).resolve().parents[2] / "action"
MORE = OLD + '\n\n@torch.compile\ndef third(x: torch.Tensor) -> torch.Tensor:\n    print("third")\n    return x / 3\n'


@dataclass
class Job:
    """The files that a runner gives to the steps of a job, and what they say."""

    folder: Path
    api: action_host.Api
    monkeypatch: pytest.MonkeyPatch
    read: Callable[[], tuple[str, str]]

    def run(self, step: str, **env: str) -> int:
        for name, value in env.items():
            self.monkeypatch.setenv(name, value)
        return main([step])

    def event(self, event: object) -> None:
        (self.folder / "event.json").write_text(json.dumps(event))

    @property
    def summary(self) -> str:
        file = self.folder / "summary.md"
        return file.read_text(encoding="utf-8") if file.exists() else ""

    @property
    def outputs(self) -> dict[str, str]:
        lines = (self.folder / "outputs").read_text(encoding="utf-8").splitlines()
        return dict(line.split("=", 1) for line in lines)

    def comment(self) -> int:
        outputs = self.outputs
        return self.run("comment", COMMENT_FILE=outputs["comment-file"], NEW=outputs["new"])


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Iterator[Job]:
    api = action_host.Api()
    with action_host.serving(api) as api.url:
        for name in ("PATHS", "ARGS", "FAIL_ON", "BASE", "COMMENT", "OUTPUT_FILE", "SARIF_FILE", "UPLOAD_SARIF"):
            monkeypatch.delenv(name, raising=False)
        given = {
            "GITHUB_API_URL": api.url,
            "GITHUB_EVENT_PATH": str(tmp_path / "event.json"),
            "GITHUB_OUTPUT": str(tmp_path / "outputs"),
            "GITHUB_REPOSITORY": REPOSITORY,
            "GITHUB_SERVER_URL": "https://host.invalid",
            "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
            "RUNNER_TEMP": str(tmp_path / "temp"),
            "FULLGRAPH_CACHE_DIR": str(tmp_path / "cache"),
            "TOKEN": TOKEN,
            "SUMMARY": "true",
        }
        for name, value in given.items():
            monkeypatch.setenv(name, value)

        def read() -> tuple[str, str]:
            out, err = capfd.readouterr()
            return out, err

        yield Job(tmp_path, api, monkeypatch, read)


@pytest.fixture
def pull_request(job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hosted:
    """One finding is in ``net.py`` already; the pull request moves it, and adds one there and one in a new file."""
    hosted = action_host.hosted(tmp_path, {"net.py": OLD}, {"net.py": "# moved\n\n" + MORE, "added.py": NEW})
    monkeypatch.chdir(hosted.clone(tmp_path / "clone", hosted.merge))
    job.event(hosted.event)
    return hosted


def test_a_pull_request_is_told_what_is_new(job: Job, pull_request: Hosted) -> None:
    assert job.run("check", COMMENT="true", PATHS="net.py\nadded.py\r\n") == 1
    out, _ = job.read()
    assert out.count("::error file=") == 3, "annotations have all that is found"
    assert job.outputs["status"] == "1"
    assert job.outputs["new"] == "true"
    assert "fullgraph: 2 findings in 2 files" in job.summary
    assert f"What was found at {pull_request.base[:12]} already is left out." in job.summary
    assert job.comment() == 0
    (body,) = job.api.bodies()
    assert body.startswith(f"{marker('fullgraph')}\n### fullgraph: 2 findings in 2 files\n")
    assert "`net.py:14:5`" in body
    assert "`added.py:6:5`" in body
    assert "double" not in body
    assert action_host.git(Path.cwd(), "status", "--short") == ""

    Path("net.py").write_text(OLD)
    Path("added.py").write_text("")
    assert job.run("check", FAIL_ON="new") == 0
    assert job.comment() == 0
    assert len(job.api.comments) == 1
    assert "all checks passed" in job.api.bodies()[0]


def test_new_findings_alone_can_decide(job: Job, pull_request: Hosted) -> None:
    assert job.run("check", FAIL_ON="new") == 1
    out, _ = job.read()
    assert sorted(line.partition(",")[0] for line in out.splitlines() if line.startswith("::error ")) == [
        "::error file=added.py",
        "::error file=net.py",
    ]
    assert job.run("check", FAIL_ON="new", PATHS="meanwhile.py") == 0
    assert job.run("check", FAIL_ON="never", PATHS=".") == 0
    assert job.outputs["status"] == "1"
    assert job.run("check", FAIL_ON="never", PATHS="missing.py") == 2
    assert job.run("check", FAIL_ON="sometimes") == 2


def test_what_the_project_knows_is_not_new(job: Job, pull_request: Hosted) -> None:
    Path("known").mkdir()
    Path("third.py").write_text(NEW)
    for settings in ("", 'baseline = "known/known.json"\n'):
        Path("fullgraph.toml").unlink(missing_ok=True)
        arguments = "" if settings else "--baseline known/known.json"
        assert job.run("check", ARGS="--write-baseline known/known.json") in (0, 1)
        Path("fullgraph.toml").write_text(settings)
        assert job.run("check", FAIL_ON="new", ARGS=arguments) == 0
        Path("later.py").write_text(NEW)
        assert job.run("check", FAIL_ON="new", ARGS=arguments) == 1
        Path("later.py").unlink()


def test_without_a_base_all_findings_count(job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "no repository"
    folder.mkdir()
    (folder / "net.py").write_text(OLD)
    monkeypatch.chdir(folder)
    job.event({})
    assert job.run("check", FAIL_ON="new") == 1
    out, _ = job.read()
    assert "::notice title=fullgraph::All findings count, not only new ones: there is no git repository here" in out
    assert "fullgraph: 1 finding in 1 file" in job.summary
    assert "already is left out" not in job.summary
    assert job.run("comment", COMMENT_FILE=job.outputs["comment-file"], NEW="true") == 0
    assert "this run is for no pull request" in job.read()[0]


def test_a_token_that_may_not_comment_fails_nothing(job: Job, pull_request: Hosted) -> None:
    job.api.may_write = False
    assert job.run("check", COMMENT="true") == 1
    job.read()
    assert job.comment() == 0
    assert "No comment on a pull request without `pull-requests: write`" in job.read()[0]
    event = pull_request.event
    event["pull_request"]["head"]["repo"]["full_name"] = "other/fork"
    job.event(event)
    assert job.comment() == 0
    assert "from a fork, whose token only reads" in job.read()[0]
    job.api.broken = True
    assert job.comment() == 0
    assert "::warning title=fullgraph::No comment: GET" in job.read()[0]
    assert job.api.comments == []


def test_sarif_has_all_findings(job: Job, pull_request: Hosted) -> None:
    assert job.run("check", UPLOAD_SARIF="true", FAIL_ON="new", ARGS="--exit-zero") == 0
    report = json.loads(Path(job.outputs["sarif-file"]).read_text(encoding="utf-8"))
    assert len(report["runs"][0]["results"]) == 4
    assert job.outputs["new"] == "true", "also where the arguments say not to fail"


def test_no_module_of_what_is_checked_is_imported(job: Job, pull_request: Hosted) -> None:
    for name in ("fullgraph.py", "click.py", "fullgraph_action.py", "json.py"):
        Path(name).write_text("raise SystemExit('imported')\n")
    job.monkeypatch.setenv("PATHS", "click.py")
    done = subprocess.run([sys.executable, ACTION, "check"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert subprocess.run([sys.executable, ACTION, "nothing"], capture_output=True).returncode == 2


@pytest.mark.slow
def test_verify_holds_targets_against_what_is_expected(
    job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    job.event({})
    Path("net.py").write_text(
        "import os\n\nimport torch\n\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n"
        "        print('layer')\n        assert 'TOKEN' not in os.environ\n        return x + 1\n\n\n"
        "def inputs():\n    return (torch.ones(2),)\n"
    )
    arguments = "--backend aot_eager --bench-seconds 0 --device cpu"
    assert job.run("verify", VERIFY="net.py:Net", VERIFY_ARGS=arguments) == 1
    assert "### fullgraph verify: failed\n\n```text\nnet.py:Net\n" in job.summary
    assert job.run("verify", EXPECT="expected.toml", VERIFY_ARGS=f"{arguments} --update") == 0
    assert job.run("verify", VERIFY_ARGS=arguments) == 0
    assert "### fullgraph verify: passed" in job.summary
    Path("net.py").write_text(Path("net.py").read_text().replace("print('layer')", "print('layer'); print(x.sum())"))
    assert job.run("verify") == 1
    assert "new  break" in job.summary
    assert job.run("verify", VERIFY="nothing.py:Net") == 2
    assert "### fullgraph verify: could not be run" in job.summary
    assert job.outputs["verify-status"] == "2"
