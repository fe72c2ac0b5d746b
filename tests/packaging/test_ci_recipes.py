"""``examples/ci``: what other servers take, by their schemas, and the commands in them, run on a change."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "ci"
NEEDS_BASH = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
BROKEN = """\
import torch


@torch.compile
def {0}(x: torch.Tensor) -> torch.Tensor:
    print("{0}")
    return 2 * x
"""


@pytest.mark.parametrize(
    ("name", "schema"), [("gitlab-ci.yml", "gitlab-ci"), ("azure-pipelines.yml", "azure-pipelines")]
)
def test_the_server_takes_it(name: str, schema: str) -> None:
    checker = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    transform = ["--data-transform", schema, "--regex-variant", "python"]
    done = subprocess.run([*checker, *transform, EXAMPLES / name], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@dataclass
class Project:
    """A project whose change adds a finding to the one that it has."""

    folder: Path
    path: Path
    base: str

    def run(self, script: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-c", script],
            cwd=self.folder,
            env={
                **os.environ,
                "PATH": f"{self.path}{os.pathsep}{os.environ['PATH']}",
                "FULLGRAPH": "./fullgraph",
                **env,
            },
            capture_output=True,
            text=True,
        )


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=test", "-c", "user.email=test@example.invalid", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    path = tmp_path / "bin"
    path.mkdir()
    for name, line in [("fullgraph", f'exec "{sys.executable}" -P -m fullgraph "$@"'), ("pip", 'test "$*" != ""')]:
        (path / name).write_text(f"#!/bin/sh\n{line}\n")
        (path / name).chmod(0o755)
    origin = tmp_path / "origin"
    origin.mkdir()
    git(origin, "init", "--quiet", "--initial-branch=main")
    git(origin, "config", "uploadpack.allowAnySHA1InWant", "true")
    (origin / "net.py").write_text(BROKEN.format("double"))
    git(origin, "add", "--all")
    git(origin, "commit", "--quiet", "--message", "one")
    folder = tmp_path / "project"
    git(tmp_path, "clone", "--quiet", str(origin), str(folder))
    (folder / "net.py").write_text("# moved\n" + BROKEN.format("double"))
    (folder / "added.py").write_text(BROKEN.format("added"))
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "two")
    return Project(folder, path, git(origin, "rev-parse", "HEAD"))


def together(lines: Sequence[str]) -> str:
    """The lines of a job as GitLab's runner runs them: in one shell, which ends at the first that fails."""
    return "\n".join(["set -eo pipefail", *lines])


@NEEDS_BASH
def test_gitlab_has_a_report_of_all_and_fails_for_what_is_new(project: Project) -> None:
    jobs = yaml.safe_load((EXAMPLES / "gitlab-ci.yml").read_text(encoding="utf-8"))
    every, new = jobs["fullgraph"], jobs["fullgraph-new"]
    assert new["extends"] == "fullgraph"
    done = project.run(together([*every["before_script"], *every["script"]]))
    assert done.returncode == 0, done.stderr
    report = json.loads((project.folder / every["artifacts"]["reports"]["codequality"]).read_text())
    assert {one["location"]["path"] for one in report} == {"net.py", "added.py"}

    base = {"CI_MERGE_REQUEST_DIFF_BASE_SHA": project.base}
    done = project.run(together(new["script"]), **base)
    assert done.returncode == 1, done.stderr
    assert "added.py:6:5" in done.stdout
    assert "net.py:7:5" not in done.stdout
    junit = ElementTree.parse(project.folder / new["artifacts"]["reports"]["junit"])
    assert len(junit.findall(".//failure")) == 1
    assert "worktree" not in git(project.folder, "status", "--short")

    (project.folder / "added.py").unlink()
    (project.folder / "known.json").unlink()
    assert project.run(together(new["script"]), **base).returncode == 0


@NEEDS_BASH
def test_jenkins_has_both_reports(project: Project) -> None:
    text = (EXAMPLES / "Jenkinsfile").read_text(encoding="utf-8")
    code = re.sub(r"//[^\n]*", "", text)
    assert all(code.count(one) == code.count(other) for one, other in ("{}", "()", "[]"))
    (script,) = re.findall(r"sh '''\n(.*?)'''", text, re.S)
    assert "python3 -m venv .fullgraph\n" in script
    here = re.sub(r" *python3 -m venv .*\n", "", script).replace(".fullgraph/bin/", "")
    done = project.run(f"set -e\n{here}")
    assert done.returncode == 0, done.stderr
    (sarif,) = re.findall(r"pattern: '([^']+)'", text)
    assert len(json.loads((project.folder / sarif).read_text())["runs"][0]["results"]) == 2
    (junit,) = re.findall(r"testResults: '([^']+)'", text)
    assert len(ElementTree.parse(project.folder / junit).findall(".//failure")) == 2
    (project.folder / "wrong.py").write_text("def f(:\n")
    assert project.run(f"set -e\n{here}").returncode == 2


@NEEDS_BASH
def test_azure_shows_what_is_new_and_publishes_all(project: Project, tmp_path: Path) -> None:
    steps = yaml.safe_load((EXAMPLES / "azure-pipelines.yml").read_text(encoding="utf-8"))["steps"]
    scripts = {step["displayName"]: step["bash"] for step in steps if "bash" in step}
    everything = project.run(scripts["Check"])
    assert everything.returncode == 1
    assert everything.stdout.count("##vso[task.logissue type=error") == 2
    for target in ("refs/heads/main", "main"):
        new = project.run(scripts["Check"], SYSTEM_PULLREQUEST_TARGETBRANCH=target)
        assert new.returncode == 1, new.stderr
        assert new.stdout.count("##vso[task.logissue type=error") == 1
        assert "added.py" in new.stdout
    done = project.run(scripts["Write reports"], REPORTS=str(tmp_path))
    assert done.returncode == 0, done.stderr
    published = [step["inputs"] for step in steps if step.get("task", "").startswith("Publish")]
    names = {Path(one.get("PathtoPublish") or one["testResultsFiles"]).name for one in published}
    assert names == {path.name for path in tmp_path.glob("fullgraph.*")}
