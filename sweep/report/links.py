"""Addresses of lines of code on GitHub, of rules, and of PyTorch's registry of graph breaks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from fullgraph.sweep.rows import Environment

REGISTRY_PAGE = "https://meta-pytorch.github.io/compile-graph-break-site/gb/{}.html"


@dataclass(frozen=True)
class _Repository:
    """Where the releases of a package are developed."""

    name: str
    distribution: str
    tag: str
    folder: str = ""


_REPOSITORIES = {
    "transformers": _Repository("huggingface/transformers", "transformers", "v{}", "src/"),
    "diffusers": _Repository("huggingface/diffusers", "diffusers", "v{}", "src/"),
    "timm": _Repository("huggingface/pytorch-image-models", "timm", "v{}"),
    "torchvision": _Repository("pytorch/vision", "torchvision", "v{}"),
    "torch_geometric": _Repository("pyg-team/pytorch_geometric", "torch_geometric", "{}"),
    "torch": _Repository("pytorch/pytorch", "torch", "v{}"),
}
_RELEASE = re.compile(r"\d+(\.\d+)+(\.post\d+)?")


def prefixes(environment: Environment) -> dict[str, str]:
    """What stands before a file's path in its address, by package; for the releases in an environment alone."""
    versions = {_normal(name): version for name, version in environment.packages.items()}
    versions["torch"] = environment.torch
    found = {}
    for package, repository in _REPOSITORIES.items():
        version = versions.get(_normal(repository.distribution), "").partition("+")[0]
        if _RELEASE.fullmatch(version):
            tag = repository.tag.format(version)
            found[package] = f"https://github.com/{repository.name}/blob/{tag}/{repository.folder}"
    return found


def _normal(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


def source(known: Mapping[str, str], file: str, line: int) -> str | None:
    """The address of a line, by the prefixes of its environment; None for code that is published nowhere."""
    package, slash, _ = file.partition("/")
    return f"{known[package]}{quote(file)}#L{line}" if slash and package in known else None


def registry(registry_id: str | None) -> str | None:
    """The address of PyTorch's page about a kind of break."""
    found = re.fullmatch(r"GB\d+", registry_id or "")
    return REGISTRY_PAGE.format(found[0].lower()) if found else None
