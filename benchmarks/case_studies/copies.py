"""Two copies of a study's package, as it was released and with what ``fullgraph check --fix`` makes of it."""

from __future__ import annotations

import dataclasses
import difflib
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from .studies import Package, Study

TARGETS = Path(__file__).with_name("targets")
FIX = ("check", "--fix", "--unsafe-fixes", "--verify", "--target")
SECONDS = 600.0
"""That fixing one study may take."""


class CopyError(Exception):
    """A package that is not to be had, or a fix that cannot be made: one line that says why."""


@dataclass(frozen=True)
class Fix:
    """What the tool made of the package."""

    command: str
    """As one would type it in the folder that holds the package and the study."""
    said: str
    """What the command said of the fixes that it ran."""
    patch: str
    torch: str
    """The version of torch that it ran with."""


@dataclass(frozen=True)
class Copies:
    """The two folders of a study; both hold the package and ``study.py``."""

    released: Path
    fixed: Path
    needs: Path
    """The folder with what the package imports beside."""

    @property
    def paths(self) -> dict[Path, list[str]]:
        """What goes before all else on the import path, for each."""
        return {folder: [str(folder), str(self.needs)] for folder in (self.released, self.fixed)}


def copies_of(study: Study, root: Path) -> Copies:
    folder = root / study.name
    return Copies(folder / "released", folder / "fixed", root / "needs")


def prepare(study: Study, root: Path, wheels: Path | None) -> tuple[Copies, Fix]:
    """Make both copies and fix the second, or find them as they were made before. Raises `CopyError`.

    What was changed is kept in the folder ``fixes`` of the root; where only that is there, the copies are made from it.
    """
    copies = copies_of(study, root)
    kept = root / "fixes" / f"{study.name}.json"
    made = copies.fixed.parent / "made"
    if made.is_file() and kept.is_file():
        return copies, _read(kept)[0]
    package = place(study.package, root, wheels)
    for needed in study.package.needs:
        _provide(*needed, copies.needs, root, wheels)
    for folder in (copies.released, copies.fixed):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        shutil.copytree(package / study.package.module, folder / study.package.module, ignore=_NOT_CODE)
        shutil.copy(TARGETS / f"{study.targets}.py", folder / "study.py")
    if kept.is_file():
        for name, text in _read(kept)[1].items():
            (copies.fixed / name).write_text(text, encoding="utf-8")
    else:
        kept.parent.mkdir(exist_ok=True)
        fix = _fix(study, copies)
        texts = {name: new for name, (_, new) in changes(copies.released, copies.fixed).items()}
        kept.write_text(json.dumps({"fix": dataclasses.asdict(fix), "texts": texts}), encoding="utf-8")
    made.touch()
    return copies, _read(kept)[0]


def _read(kept: Path) -> tuple[Fix, dict[str, str]]:
    """A fix and the texts of the files that it changed."""
    found = json.loads(kept.read_text(encoding="utf-8"))
    return Fix(**found["fix"]), found["texts"]


_NOT_CODE = shutil.ignore_patterns("__pycache__")


def _fix(study: Study, copies: Copies) -> Fix:
    """Fix the second copy by what runs on the CPU: the small target."""
    root = ["--root", study.root] if study.root else []
    arguments = [*FIX, study.target(small=True), *root, *study.checked]
    kept = [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([*kept, str(copies.needs)]),
        "CUDA_VISIBLE_DEVICES": "",
    }
    try:
        done = subprocess.run(
            [sys.executable, "-m", "fullgraph", *arguments],
            cwd=copies.fixed,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise CopyError(f"check --fix takes longer than {SECONDS:g} s") from None
    patch = difference(copies.released, copies.fixed)
    said = done.stdout[done.stdout.find("Verified") :].strip() if "Verified" in done.stdout else ""
    if not patch:
        told = [line.strip() for line in (said or done.stderr or done.stdout).splitlines() if study.name in line]
        raise CopyError(f"check --fix changes nothing: {told[0] if told else 'nothing said'}")
    return Fix(f"fullgraph {shlex.join(arguments)}", said, patch, metadata.version("torch"))


def changes(released: Path, fixed: Path) -> dict[str, tuple[str, str]]:
    """The texts of the files that differ, before and after, by their paths below these folders."""
    found = {}
    for path in sorted(released.rglob("*.py")):
        name = path.relative_to(released).as_posix()
        texts = path.read_text(encoding="utf-8"), (fixed / name).read_text(encoding="utf-8")
        if texts[0] != texts[1]:
            found[name] = texts
    return found


def difference(released: Path, fixed: Path) -> str:
    """What was changed, as a unified diff."""
    found: list[str] = []
    for name, (old, new) in changes(released, fixed).items():
        found += difflib.unified_diff(old.splitlines(), new.splitlines(), name, name, lineterm="", n=2)
    return "".join(f"{line}\n" for line in found)


def place(package: Package, root: Path, wheels: Path | None) -> Path:
    """The folder that holds the package's own, as released: of a wheel, what is installed, or got by pip.

    Raises `CopyError`.
    """
    folder = root / "packages" / f"{package.name}-{package.version}"
    if (folder / package.module).is_dir():
        return folder
    installed = _installed(package)
    if installed is not None and _wheel(package.name, package.version, wheels) is None:
        shutil.copytree(installed, folder / package.module, ignore=_NOT_CODE)
    else:
        _unpack(_got(package.name, package.version, root, wheels), package.module, folder)
    return folder


def _installed(package: Package) -> Path | None:
    try:
        if metadata.version(package.name) != package.version:
            return None
    except metadata.PackageNotFoundError:
        return None
    found = importlib.util.find_spec(package.module)
    return Path(next(iter(found.submodule_search_locations))) if found and found.submodule_search_locations else None


def _provide(name: str, version: str, module: str, folder: Path, root: Path, wheels: Path | None) -> None:
    if importlib.util.find_spec(module) is None and not (folder / module).exists():
        _unpack(_got(name, version, root, wheels), None, folder)


def _wheel(name: str, version: str, folder: Path | None) -> Path | None:
    stem = f"{name.replace('-', '_')}-{version}-"
    found = sorted(folder.glob(f"{stem}*.whl")) if folder is not None and folder.is_dir() else []
    return found[0] if found else None


def _got(name: str, version: str, root: Path, wheels: Path | None) -> Path:
    """The wheel that was handed over, or that pip gets or builds."""
    found = _wheel(name, version, wheels) or _wheel(name, version, root / "wheels")
    if found is not None:
        return found
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", f"{name}=={version}"]
    done = subprocess.run([*command, "--wheel-dir", str(root / "wheels")], capture_output=True, text=True)
    found = _wheel(name, version, root / "wheels")
    if found is None:
        raise CopyError(f"pip cannot get {name} {version}: {done.stderr.strip()[-300:]}")
    return found


def _unpack(wheel: Path, module: str | None, folder: Path) -> None:
    """Unpack a module of a wheel, or all that it holds."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if module is None or name.startswith(f"{module}/")]
        archive.extractall(folder, names)
