"""The commit that a change is compared with, and its files."""

from __future__ import annotations

import base64
import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from fullgraph_action.api import Api, ApiError
from fullgraph_action.context import ZEROS, Context, quiet_environment


class Unknown(Exception):
    """Why there is nothing to compare with, in one line."""


def git(*arguments: str, env: Mapping[str, str], cwd: Path | None = None) -> str | None:
    """What git prints; None where it fails."""
    command = ["git", "-c", f"core.hooksPath={os.devnull}", *arguments]
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env={**env, "GIT_LFS_SKIP_SMUDGE": "1", "GIT_TERMINAL_PROMPT": "0"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
        )
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def base_of(context: Context, api: Api) -> str:
    """The full name of the commit that the run's own is compared with; it is here then. Raises `Unknown`."""
    env = quiet_environment(context.env)
    if git("rev-parse", "--is-inside-work-tree", env=env) != "true":
        raise Unknown("there is no git repository here; actions/checkout makes one")
    name = context.given("BASE") or _named(context, api, env)
    found = _commit(name, env)
    if found is None:
        _fetch(name, context, env)
        found = _commit(name, env) or (_commit("FETCH_HEAD", env) if not _is_hash(name) else None)
    if found is None:
        raise Unknown(f"the commit {name[:40]} to compare with could not be fetched")
    return found


def _named(context: Context, api: Api, env: Mapping[str, str]) -> str:
    request = context.pull_request
    if request:
        return _of_pull_request(request, api, env)
    group = context.event.get("merge_group")
    name = group.get("base_sha") if isinstance(group, dict) else context.event.get("before")
    if isinstance(name, str) and _is_hash(name) and name != ZEROS:
        return name
    raise Unknown("this event has no commit to compare with; the input base can name one")


def _of_pull_request(request: Mapping[str, object], api: Api, env: Mapping[str, str]) -> str:
    ends = [request.get("base"), request.get("head")]
    base, head = (str(one.get("sha", "")) if isinstance(one, dict) else "" for one in ends)
    here = git("rev-parse", "HEAD", env=env) or ""
    # The commit as it is written names its parents in a shallow clone too.
    text = (git("cat-file", "commit", "HEAD", env=env) or "").partition("\n\n")[0]
    parents = [line.removeprefix("parent ") for line in text.splitlines() if line.startswith("parent ")]
    if len(parents) == 2 and parents[1] == head:
        return parents[0]  # the merge that GitHub makes for the run
    if not _is_hash(base):
        raise Unknown("the event does not say what the pull request is based on")
    found = git("merge-base", "HEAD", base, env=env)
    if found:
        return found
    try:
        found = api.merge_base(base, here)
    except ApiError as failure:
        raise Unknown(f"where the pull request branches off is not in this clone, and not told: {failure}") from None
    if found is None or not _is_hash(found):
        raise Unknown("where the pull request branches off is not told")
    return found


def _is_hash(name: str) -> bool:
    return len(name) in (40, 64) and set(name) <= set("0123456789abcdef")


def _commit(name: str, env: Mapping[str, str]) -> str | None:
    return git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}", env=env)


def _fetch(name: str, context: Context, env: Mapping[str, str]) -> None:
    """Fetch one commit: with the clone's own credentials, else with the token."""
    shallow = git("rev-parse", "--is-shallow-repository", env=env) == "true"
    command = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", *(["--depth=1"] if shallow else [])]
    command += ["--end-of-options", "origin", name]
    if git(*command, env=env) is not None:
        return
    token, server = context.given("TOKEN"), context.given("GITHUB_SERVER_URL")
    if token and urlsplit(server).scheme == "https":
        encoded = base64.b64encode(f"x-access-token:{token}".encode()).decode()
        header = {
            "GIT_CONFIG_COUNT": "1",  # by a variable: arguments can be read by all users
            "GIT_CONFIG_KEY_0": f"http.{server}/.extraheader",
            "GIT_CONFIG_VALUE_0": f"AUTHORIZATION: basic {encoded}",
        }
        git(*command, env={**env, **header})


@contextlib.contextmanager
def files_of(commit: str, context: Context) -> Iterator[Path]:
    """The folder of the commit that stands for the current one, for as long as this lasts. Raises `Unknown`."""
    env = quiet_environment(context.env)
    folder = context.temporary / "base"
    git("worktree", "remove", "--force", str(folder), env=env)
    shutil.rmtree(folder, ignore_errors=True)
    git("worktree", "prune", env=env)
    if git("worktree", "add", "--quiet", "--force", "--detach", str(folder), commit, env=env) is None:
        raise Unknown(f"the files of {commit[:12]} could not be checked out")
    try:
        yield folder / (git("rev-parse", "--show-prefix", env=env) or "")
    finally:
        git("worktree", "remove", "--force", str(folder), env=env)
