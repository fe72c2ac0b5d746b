"""What a runner tells a step: the event, the folders, and where the step writes what it has to say."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ZEROS = "0" * 40


@dataclass(frozen=True)
class Context:
    """The variables of one step, and the event that its run is for."""

    env: Mapping[str, str]
    event: Mapping[str, Any]

    @classmethod
    def of(cls, env: Mapping[str, str]) -> Context:
        """The context that the environment tells; an event that cannot be read is an empty one."""
        event: Any = None
        with contextlib.suppress(KeyError, OSError, ValueError):
            event = json.loads(Path(env["GITHUB_EVENT_PATH"]).read_text(encoding="utf-8"))
        return cls(env, event if isinstance(event, dict) else {})

    def given(self, name: str) -> str:
        """An input of the action, by the variable that the step has for it."""
        return self.env.get(name, "").strip()

    def asked(self, name: str) -> bool:
        """An input that is true or false."""
        return self.given(name).lower() == "true"

    @property
    def pull_request(self) -> Mapping[str, Any]:
        """The pull request of the event, empty where there is none."""
        found = self.event.get("pull_request")
        return found if isinstance(found, dict) else {}

    @property
    def temporary(self) -> Path:
        """A folder of the job's own."""
        folder = Path(self.env.get("RUNNER_TEMP") or tempfile.gettempdir()).absolute() / "fullgraph-action"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def lines(self, name: str) -> list[str]:
        """An input with one value a line."""
        return [line.rstrip("\r") for line in self.env.get(name, "").split("\n") if line.strip()]

    def output(self, name: str, value: str) -> None:
        """Set an output of the step."""
        _append(self.env.get("GITHUB_OUTPUT"), _assigned(name, value))

    def summary(self, markdown: str) -> None:
        """Add to the summary of the job."""
        _append(self.env.get("GITHUB_STEP_SUMMARY"), markdown.rstrip("\n") + "\n\n")


def notice(text: str, kind: str = "notice") -> None:
    """Print one line that the run shows beside its annotations."""
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    print(f"::{kind} title=fullgraph::{escaped}", flush=True)


def quiet_environment(env: Mapping[str, str]) -> dict[str, str]:
    """The variables for a command that has no use for the token."""
    return {name: value for name, value in env.items() if name != "TOKEN"}


def _assigned(name: str, value: str) -> str:
    if "\n" not in value:
        return f"{name}={value}\n"
    end = secrets.token_hex(16)
    return f"{name}<<{end}\n{value}\n{end}\n"


def _append(path: str | None, text: str) -> None:
    if path:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(text)


def environment() -> dict[str, str]:
    """The variables of this process."""
    return dict(os.environ)


def fullgraph() -> str:
    """The command of the environment that runs this."""
    name = "fullgraph.exe" if sys.platform == "win32" else "fullgraph"
    return str(Path(sys.executable).parent / name)
