"""The model classes of transformers, by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fullgraph.runtime_check.target import models
from fullgraph.runtime_check.target.models import ModelError, library, near


def class_names() -> list[str]:
    """The model classes that any ``AutoModel`` class knows."""
    auto = library("transformers.models.auto.modeling_auto")
    tables = (vars(auto)[name] for name in sorted(vars(auto), key=_by_base) if _TABLE.fullmatch(name))
    given = (value for table in tables for value in table.values())
    classes = (name for value in given for name in ([value] if isinstance(value, str) else value))
    return list(dict.fromkeys(classes))


_TABLE = re.compile(r"MODEL_(\w+_)?MAPPING_NAMES")


def _by_base(table: str) -> tuple[bool, str]:
    """The order of tables: that of the models without a head, then the others by name."""
    return table != "MODEL_MAPPING_NAMES", table


def find_class(transformers: Any, name: str) -> Any:
    """The model class of that name. Raises `ModelError`."""
    found: Any = getattr(transformers, name, None)
    if isinstance(found, type) and isinstance(getattr(found, "config_class", None), type):
        return found
    classes = [known for known in dir(transformers) if _may_be_model(known)]
    if found is None and (not name.isidentifier() or name[:1].islower()):
        meant = _classes_of(transformers, name, classes)[:3] or ["BertModel"]
        raise ModelError(
            f"hf:{name} names no model class, which is what is built here, with random weights and from no checkpoint: "
            f"give one, such as {' or '.join(f'hf:{known}' for known in meant)}",
            models.UNKNOWN,
        )
    if found is None:
        version = getattr(transformers, "__version__", "")
        raise ModelError(f"transformers {version} has no class {name}{near(name, classes)}", models.UNKNOWN)
    if name.startswith("Auto"):
        raise ModelError(f"hf:{name} means many models: name the class of one, such as hf:BertModel", models.NO_MODEL)
    raise ModelError(
        f"transformers.{name} is not a model that is built from a configuration{near(name, classes)}", models.NO_MODEL
    )


def _classes_of(transformers: Any, name: str, classes: Sequence[str]) -> list[str]:
    """The model classes that the name of a checkpoint, or of a class in other letters, stands for."""
    folded = _folded(name.rpartition("/")[2])
    written_so = [known for known in classes if _folded(known) == folded]
    families = [family for family in transformers.CONFIG_MAPPING if folded.startswith(_folded(family))]
    if written_so or not families:
        return written_so
    prefix = transformers.CONFIG_MAPPING[max(families, key=len)].__name__.removesuffix("Config")
    found = [known for known in classes if re.match(rf"{prefix}(Model|For|LMHead)", known)]
    return sorted(found, key=lambda known: known != f"{prefix}Model")


def _folded(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


def _may_be_model(name: str) -> bool:
    if name.startswith(("TF", "Flax")):
        return False
    return name[:1].isupper() and (name.endswith("Model") or "For" in name or "Head" in name or "Backbone" in name)
