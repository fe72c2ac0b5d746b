"""The flake8 plugin: the findings of ``check`` beside those of other plugins, under their own codes.

flake8 hands over one file after the other, so that of other files only those of the same package are known, and shows
no evidence and no fixes. ``[tool.fullgraph]`` of the nearest file holds as it does for ``check``; what flake8's own
options say goes before it. Which of the codes that are left are reported, and what ``# noqa`` silences, is flake8's
affair; ``# fullgraph: ignore`` counts as well. A baseline and what is excluded are none of it: flake8 has its own
``exclude``. flake8 itself is not imported.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, get_args

from fullgraph import __version__
from fullgraph.lint.commands.options import engine_options
from fullgraph.lint.config.options import Scope
from fullgraph.lint.config.settings import SettingsFinder
from fullgraph.lint.config.toml_tables import ConfigurationError
from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES, Diagnostic, Fault, InputError, Mode
from fullgraph.lint.domain.faults import of_file
from fullgraph.lint.engine import api
from fullgraph.lint.registry.rule import load_rules
from fullgraph.lint.roots.roots import Roots
from fullgraph.lint.suppression import comments
from fullgraph.lint.torch_data import supported

NOT_CHECKED = "FG000"
"""No rule's code: the file, or a part of it, could not be checked, which must not end flake8's whole run."""

_OPTIONS = ("mode", "confidence", "scope", "follow", "torch_version")


class Plugin:
    """The plugin, as flake8 makes it for each file and runs it."""

    name = "fullgraph"
    version = __version__
    given: ClassVar[dict[str, Any]] = {}
    """The values of flake8's options, by the names of the settings."""
    finder: ClassVar[SettingsFinder] = SettingsFinder()

    def __init__(self, tree: ast.Module, filename: str, lines: Sequence[str]) -> None:
        # The tree is asked for because that is how flake8 knows what kind of plugin this is.
        self.path = Path(filename)
        self.text = "".join(lines)
        self.errors: list[InputError] = []

    @staticmethod
    def add_options(manager: Any) -> None:
        """Add the options to flake8's command line and configuration (its ``OptionManager``)."""

        def add(name: str, help: str, **kind: Any) -> None:
            manager.add_option(
                f"--fullgraph-{name}",
                parse_from_config=True,
                default=None,
                help=f"{help} (default: what [tool.fullgraph] says)",
                **kind,
            )

        add("mode", "How code is compiled that no torch.compile call decides", choices=get_args(Mode))
        add("confidence", "Leave out findings less sure than this", choices=CONFIDENCES)
        add("scope", "What is taken as compiled", choices=get_args(Scope))
        add("follow", "Installed packages that are read too", comma_separated_list=True)
        add("torch-version", "What this torch compiles, such as 2.13", type=_version)

    @classmethod
    def parse_options(cls, options: argparse.Namespace) -> None:
        """Take what was set."""
        told = {name: getattr(options, f"fullgraph_{name}") for name in _OPTIONS}
        if told["follow"] is not None:
            told["follow"] = tuple(told["follow"])
        cls.given = {name: value for name, value in told.items() if value is not None}
        cls.finder = SettingsFinder()

    def run(self) -> Iterator[tuple[int, int, str, type]]:
        """The findings as flake8 takes them: row, column from 0, code and message."""
        try:
            found, faults = self._found()
        except ConfigurationError as failure:
            yield 1, 0, f"{NOT_CHECKED} {failure}", type(self)
            return
        except Exception as failure:
            yield 1, 0, f"{NOT_CHECKED} {of_file(str(self.path), failure).message}", type(self)
            return
        for error in self.errors:
            yield 1, 0, f"{NOT_CHECKED} {error.message}", type(self)
        for one in sorted(found, key=lambda one: one.sort_key):
            yield one.location.row, one.location.column - 1, f"{one.code} {one.message}", type(self)
        for fault in faults:
            row, column = (fault.row or 1, fault.column or 1) if fault.filename == str(self.path) else (1, 1)
            yield row, column - 1, f"{NOT_CHECKED} {fault.message}", type(self)

    def _found(self) -> tuple[list[Diagnostic], list[Fault]]:
        """The findings that no comment of our own silences, and internal errors; what ``# noqa`` does, flake8 knows."""
        chosen = engine_options(self.finder.of(self.path).over(**self.given))
        options = replace(chosen, sources={self.path: self.text})
        rules = {rule.code: rule for rule in load_rules()}
        with api.collector_off():
            project, modules = api.read([self.path], options, [])
            self.errors = api.unknown_roots([self.path], options)
            interp = api.interpreter(project, options, rules.values())
            findings = Roots(interp, options.scope, options.roots).run(modules)
            found = api.diagnose(findings, rules, options, interp.faults)
        ignored = options.ignored_in(self.path)
        kept = [one for one in found if not one.code.startswith(ignored) and not self._is_silenced(one)]
        return kept, interp.faults.found

    def _is_silenced(self, one: Diagnostic) -> bool:
        return any("fullgraph" in comment.text.lower() for comment in comments.silencing(one, self.text))


def _version(text: str) -> str:
    try:
        return supported(text)
    except ValueError as failure:
        raise argparse.ArgumentTypeError(str(failure)) from None
