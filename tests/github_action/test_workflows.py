"""The workflows: valid by GitHub's schema, pinned, with no right that a job has no use for; and what they run."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from action_host import serving

from tools import release

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def loaded(name: str) -> dict[str, Any]:
    found = yaml.safe_load((ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def scripts(name: str) -> list[str]:
    return [step["run"] for job in loaded(name)["jobs"].values() for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_github_takes_it(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", path],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_it_is_pinned_and_may_little(path: Path) -> None:
    workflow = loaded(path.name)
    assert "pull_request_target" not in workflow[True], "YAML reads `on` as true"
    assert workflow["permissions"] in ({}, {"contents": "read"})
    for name, job in workflow["jobs"].items():
        assert job["timeout-minutes"] <= 90, name
        for step in job["steps"]:
            used = step.get("uses", "./")
            assert used == "./" or re.fullmatch(r"[\w-]+/[\w/-]+@[0-9a-f]{40}", used), used
            assert "${{" not in step.get("run", ""), "what is put into the script's text is run as such"
            if used.startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False, name
    for line in path.read_text(encoding="utf-8").splitlines():
        if "@" in line and "uses:" in line:
            assert re.search(r"  # v\d+\.\d+\.\d+$", line), f"no version beside {line}"


@pytest.mark.parametrize("path", [*WORKFLOWS, ROOT / "action.yml"], ids=lambda path: path.name)
def test_one_version_of_each_action_is_used(path: Path) -> None:
    everywhere = "\n".join(one.read_text(encoding="utf-8") for one in [*WORKFLOWS, ROOT / "action.yml"])
    for name, rest in re.findall(r"uses: ([\w-]+/[\w-]+)[\w/-]*(@.*)$", path.read_text(encoding="utf-8"), re.M):
        assert set(re.findall(rf"uses: {name}[\w/-]*(@.*)$", everywhere, re.M)) == {rest}


def test_a_release_is_built_by_a_job_that_cannot_publish_it() -> None:
    jobs = loaded("release.yml")["jobs"]
    assert {name: job["permissions"] for name, job in jobs.items()} == {
        "build": {"contents": "read"},
        "attest": {"attestations": "write", "id-token": "write"},
        "publish": {"id-token": "write"},
        "release": {"contents": "write"},
    }
    assert jobs["publish"]["environment"]["name"] == "pypi"
    assert jobs["publish"]["needs"] == ["build", "attest"]
    for name in ("attest", "publish", "release"):
        assert not any("checkout" in step.get("uses", "") for step in jobs[name]["steps"]), name
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert "secrets." not in text
    assert "password" not in text


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("name", [path.name for path in WORKFLOWS])
def test_bash_reads_the_scripts(name: str) -> None:
    for script in scripts(name):
        done = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_what_the_scripts_run_is_there() -> None:
    targets = set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    text = "\n".join(script for path in WORKFLOWS for script in scripts(path.name))
    assert set(re.findall(r"\bmake ([\w-]+)", text)) <= targets
    assert set(re.findall(r"tools\.release (\w+)", text)) == {"tag", "notes", "files"}
    tags = loaded("release.yml")[True]["push"]["tags"]
    assert tags == ["v[0-9]*"], "tools.release refuses those that are no versions"


CHANGELOG = """\
# Changelog

## [Unreleased]

### Added

- Later.

## [0.2.0] - 2026-12-01

### Added

- One thing.

### Fixed

- Another, `## [0.1.0]`.

## [0.2.0rc1] - 2026-11-30

## [0.1.0] - 2026-11-27

- The first.

[0.2.0]: https://example.invalid/compare
"""


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    found = release.notes(CHANGELOG, "v0.2.0")
    assert found == "### Added\n\n- One thing.\n\n### Fixed\n\n- Another, `## [0.1.0]`.\n"
    assert release.notes(CHANGELOG, "v0.1.0") == "- The first.\n"
    for tag, why in [
        ("v0.3.0", "has no section"),
        ("v0.2.0rc1", "says nothing"),
        ("0.2.0", "no tag of a version"),
        ("v0.2", "no tag of a version"),
        ("v0.2.0; id", "no tag of a version"),
    ]:
        with pytest.raises(release.NotReady, match=why):
            release.notes(CHANGELOG, tag)


def test_the_changelog_of_the_project_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["notes", "v999.0.0"]) == 1
    assert capsys.readouterr().err == "error: CHANGELOG.md has no section `## [999.0.0] - YYYY-MM-DD`\n"


def test_only_the_two_files_of_the_version_are_released(tmp_path: Path) -> None:
    (tmp_path / "fullgraph-0.2.0.tar.gz").touch()
    with pytest.raises(release.NotReady, match=r"not fullgraph-0\.2\.0-py3-none-any\.whl, "):
        release.check_files(tmp_path, "v0.2.0")
    (tmp_path / "fullgraph-0.2.0-py3-none-any.whl").touch()
    release.check_files(tmp_path, "v0.2.0")
    assert release.main(["files", "v0.2.0", str(tmp_path)]) == 0
    assert release.main(["files", "v0.2.1", str(tmp_path)]) == 1


class Tags:
    """The part of the API that tells tags."""

    def __init__(self, kind: str = "tag", verified: bool = True) -> None:
        self.kind, self.verified = kind, verified

    def answer(self, method: str, address: str, body: object, token: str | None) -> tuple[int, object]:
        if (method, token) != ("GET", "Bearer token"):
            return 401, {}
        if address == "/repos/someone/fullgraph/git/ref/tags/v0.2.0":
            return 200, {"object": {"type": self.kind, "sha": "abc"}}
        if address == "/repos/someone/fullgraph/git/tags/abc":
            signature = {"verified": self.verified, "reason": "valid" if self.verified else "unsigned"}
            tagger, target = {"name": "A maintainer"}, {"type": "commit", "sha": "def"}
            return 200, {"tag": "v0.2.0", "tagger": tagger, "object": target, "verification": signature}
        return 404, {}


@pytest.mark.parametrize(
    ("tags", "tag", "why"),
    [
        (Tags(), "v0.2.0", None),
        (Tags(verified=False), "v0.2.0", "the signature of v0.2.0 is not verified: unsigned"),
        (Tags(kind="commit"), "v0.2.0", "lightweight"),
        (Tags(), "v0.3.0", "404"),
        (Tags(), "vx", "no tag of a version"),
    ],
)
def test_a_tag_has_to_be_signed(
    tags: Tags, tag: str, why: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GITHUB_REPOSITORY", "someone/fullgraph")
    monkeypatch.setenv("GH_TOKEN", "token")
    with serving(tags) as address:
        monkeypatch.setenv("GITHUB_API_URL", address)
        status = release.main(["tag", tag])
    out, err = capsys.readouterr()
    if why is None:
        assert (status, out) == (0, "v0.2.0 is signed by A maintainer, at def\n")
    else:
        assert status == 1
        assert why in err
