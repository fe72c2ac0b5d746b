"""What a change is compared with, in the clones that runners make."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import action_host
import pytest
from action_host import NEW, OLD, REPOSITORY, TOKEN, Hosted
from fullgraph_action.api import Api
from fullgraph_action.base import Unknown, base_of, files_of, git
from fullgraph_action.context import Context


@pytest.fixture
def repository(tmp_path: Path) -> Hosted:
    return action_host.hosted(tmp_path, {"net.py": OLD}, {"added.py": NEW})


def context(tmp_path: Path, event: Any, **env: str) -> Context:
    given = {"GITHUB_REPOSITORY": REPOSITORY, "RUNNER_TEMP": str(tmp_path / "temp"), "TOKEN": TOKEN}
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event))
    return Context.of({**os.environ, **given, "GITHUB_EVENT_PATH": str(file), **env})


def test_the_merge_of_a_pull_request_is_compared_with_its_first_parent(
    repository: Hosted, fake: action_host.Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit is not in the clone, which has no history, and is fetched alone."""
    clone = repository.clone(tmp_path / "clone", repository.merge)
    monkeypatch.chdir(clone)
    here = context(tmp_path, repository.event)
    assert base_of(here, Api(fake.url, REPOSITORY, TOKEN)) == repository.base
    assert fake.asked == []
    with files_of(repository.base, here) as folder:
        assert sorted(path.name for path in folder.glob("*.py")) == ["meanwhile.py", "net.py"]
    assert not folder.exists()
    assert action_host.git(clone, "worktree", "list").count("\n") == 0
    assert action_host.git(clone, "status", "--short") == ""


def test_the_head_of_a_pull_request_is_compared_with_where_it_branches_off(
    repository: Hosted, fake: action_host.Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = context(tmp_path, repository.event)
    monkeypatch.chdir(repository.clone(tmp_path / "shallow", repository.head))
    fake.merge_base = repository.start
    assert base_of(here, Api(fake.url, REPOSITORY, TOKEN)) == repository.start
    assert len(fake.asked) == 1
    fake.broken = True
    with pytest.raises(Unknown, match="502"):
        base_of(here, Api(fake.url, REPOSITORY, TOKEN))

    full = repository.clone(tmp_path / "full", repository.head, "--no-auto-gc")
    action_host.git(full, "fetch", "--quiet", "origin", "main")
    monkeypatch.chdir(full)
    assert base_of(here, Api(fake.url, REPOSITORY, TOKEN)) == repository.start
    assert len(fake.asked) == 2, "a clone with its history asks nobody"


def test_pushes_and_merge_groups_name_their_own(
    repository: Hosted, fake: action_host.Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = Api(fake.url, REPOSITORY, TOKEN)
    monkeypatch.chdir(repository.clone(tmp_path / "clone", repository.base))
    assert base_of(context(tmp_path, {"before": repository.start}), api) == repository.start
    assert base_of(context(tmp_path, {"merge_group": {"base_sha": repository.start}}), api) == repository.start
    assert base_of(context(tmp_path, {}, BASE="change"), api) == repository.head
    for event in ({}, {"before": "0" * 40}, {"before": "--upload-pack=touch x"}, {"pull_request": {"number": 7}}, []):
        with pytest.raises(Unknown):
            base_of(context(tmp_path, event), api)
    with pytest.raises(Unknown, match="could not be fetched"):
        base_of(context(tmp_path, {}, BASE="no-such-branch"), api)
    with pytest.raises(Unknown, match="could not be fetched"):
        base_of(context(tmp_path, {}, BASE="--upload-pack=touch ran"), api)
    assert not Path("ran").exists()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Unknown, match="no git repository"):
        base_of(context(tmp_path, {}), api)


def test_no_hook_of_the_clone_is_run(repository: Hosted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clone = repository.clone(tmp_path / "clone", repository.base)
    hook = clone / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ntouch ran\n")
    hook.chmod(0o755)
    monkeypatch.chdir(clone)
    with files_of(repository.base, context(tmp_path, {})) as folder:
        assert not (folder / "ran").exists()
    assert not (clone / "ran").exists()
    with (
        pytest.raises(Unknown, match="could not be checked out"),
        files_of("0" * 40, context(tmp_path, {})),
    ):
        pass
    assert git("no-such-command", env=os.environ) is None
