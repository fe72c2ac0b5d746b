"""A host of repositories: its REST API, and a pull request as a runner checks it out."""

from __future__ import annotations

import json
import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

REPOSITORY = "someone/model"
TOKEN = "token-of-the-job"
BOT = {"login": "github-actions[bot]", "type": "Bot"}

OLD = """\
import torch


@torch.compile
def double(x: torch.Tensor) -> torch.Tensor:
    print("doubling")
    return 2 * x
"""
NEW = OLD.replace("double", "halve").replace("doubling", "halving").replace("2 *", "0.5 *")


@dataclass
class Api:
    """What the fake API holds, may do, and was asked."""

    url: str = ""
    comments: list[dict[str, Any]] = field(default_factory=list)
    may_write: bool = True
    login: str | None = None
    merge_base: str | None = None
    broken: bool = False
    asked: list[tuple[str, str]] = field(default_factory=list)

    def bodies(self) -> list[str]:
        return [one["body"] for one in self.comments]

    def add(self, body: str, user: dict[str, str]) -> dict[str, Any]:
        number = len(self.comments) + 1
        self.comments.append({"id": number, "body": body, "user": user, "html_url": f"https://host.invalid/{number}"})
        return self.comments[-1]

    def answer(self, method: str, address: str, body: Any, token: str | None) -> tuple[int, Any]:
        parts = urlsplit(address)
        self.asked.append((method, parts.path))
        if self.broken:
            return 502, None
        if token != f"Bearer {TOKEN}":
            return 401, {"message": "Bad credentials"}
        if parts.path == "/user":
            return (200, {"login": self.login}) if self.login else (403, {"message": "Resource not accessible"})
        if re.fullmatch(rf"/repos/{REPOSITORY}/compare/[0-9a-f]{{40}}\.\.\.[0-9a-f]{{40}}", parts.path):
            return 200, {"merge_base_commit": {"sha": self.merge_base}}
        if parts.path == f"/repos/{REPOSITORY}/issues/7/comments" and method == "GET":
            query = {key: int(values[0]) for key, values in parse_qs(parts.query).items()}
            first = (query["page"] - 1) * query["per_page"]
            return 200, self.comments[first : first + query["per_page"]]
        if method in ("POST", "PATCH") and not self.may_write:
            return 403, {"message": "Resource not accessible by integration"}
        if parts.path == f"/repos/{REPOSITORY}/issues/7/comments":
            if len(body["body"]) > 65_536:
                return 422, {"message": "body is too long"}
            user = {"login": self.login, "type": "User"} if self.login else BOT
            return 201, self.add(body["body"], user)
        found = re.fullmatch(rf"/repos/{REPOSITORY}/issues/comments/(\d+)", parts.path)
        if found and method == "PATCH":
            self.comments[int(found[1]) - 1]["body"] = body["body"]
            return 200, self.comments[int(found[1]) - 1]
        return 404, {"message": "Not Found"}


@contextmanager
def serving(api: Any) -> Iterator[str]:
    """Serve an object with ``answer`` on this machine; its address."""

    class Handler(BaseHTTPRequestHandler):
        def _any(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length)) if length else None
            status, answer = api.answer(self.command, self.path, body, self.headers.get("Authorization"))
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PATCH = _any

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=test", "-c", "user.email=test@example.invalid", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(folder: Path, files: dict[str, str]) -> str:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "change")
    return git(folder, "rev-parse", "HEAD")


@dataclass
class Hosted:
    """A repository with a pull request, number 7, against its branch ``main``, which has gone on since."""

    origin: Path
    start: str
    """Where the pull request branches off."""
    base: str
    head: str
    merge: str

    @property
    def event(self) -> dict[str, Any]:
        return {
            "pull_request": {
                "number": 7,
                "base": {"sha": self.base, "ref": "main"},
                "head": {"sha": self.head, "repo": {"full_name": REPOSITORY}},
            }
        }

    def clone(self, folder: Path, commit: str, *options: str) -> Path:
        """Check a commit out as actions/checkout does, with no more of the history than asked for."""
        folder.mkdir()
        git(folder, "init", "--quiet")
        git(folder, "remote", "add", "origin", self.origin.as_uri())
        git(folder, "fetch", "--quiet", "--no-tags", *(options or ("--depth=1",)), "origin", commit)
        git(folder, "checkout", "--quiet", "--detach", commit)
        return folder


def hosted(folder: Path, before: dict[str, str], change: dict[str, str]) -> Hosted:
    origin = folder / "origin"
    origin.mkdir()
    git(origin, "init", "--quiet", "--initial-branch=main")
    git(origin, "config", "uploadpack.allowAnySHA1InWant", "true")
    start = commit(origin, before)
    git(origin, "checkout", "--quiet", "-b", "change")
    head = commit(origin, change)
    git(origin, "checkout", "--quiet", "main")
    base = commit(origin, {"meanwhile.py": NEW})
    git(origin, "checkout", "--quiet", "--detach")
    git(origin, "merge", "--quiet", "--no-ff", "--message", "merge", "change")
    merge = git(origin, "rev-parse", "HEAD")
    git(origin, "update-ref", "refs/pull/7/merge", merge)
    git(origin, "checkout", "--quiet", "main")
    return Hosted(origin, start, base, head, merge)
