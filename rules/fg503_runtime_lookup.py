"""Code or modules looked up by name at run time

## What it does
Finds calls that turn text into code or a name into a module: `eval`, `exec`, `compile`, `ast.literal_eval`,
`importlib.import_module`, `__import__`, `importlib.reload` and lookups of packages' metadata and files. Also an
`import` statement in a `try`, of a package that is not installed.

## Why the graph breaks
TorchDynamo traces Python code. These functions run or load text or a file, which it does not read. It ends the graph,
calls them, and continues with the result. Other ways to select by name are traced and do not break: `getattr`, tables
of functions, registries filled by decorators, `re`, an `import` statement, `sys.modules[name]`. An import that fails
is not traced either, though the function handles the error: import at the top of the file, and test there whether the
package is installed.

## Example
```python
def forward(self, x):
    activation = eval(f"torch.nn.functional.{self.activation}")
    return activation(self.layer(x))
```

Use instead:
```python
def forward(self, x):
    activation = getattr(torch.nn.functional, self.activation)
    return activation(self.layer(x))
```

Import a module by name in `__init__` or at the top of the file.

## The fix
`importlib.import_module` and `__import__` of a literal name become an import statement in the same place, which
TorchDynamo executes while tracing. It does not move to the top of the file, where it could create an import cycle or
load an unneeded module. Safe for a name without dots; unsafe for `"a.b"`, since `import a.b as m` gives the attribute
`b` of `a`, which `a` may have replaced. In a `try`, the fix is only a suggestion: an import that fails breaks the
graph in either form.

The other fixes are unsafe. They require that nothing changes from call to call, and that the call is under no
condition and in no `try`, except for `find_spec`, which does not fail:

- `find_spec`, `version` and similar calls with a literal name become a constant after the imports of the module,
  including a comparison with None. A missing package raises when the module is imported; one installed later is not
  seen.
- `import_module(self.name)` and `literal_eval(self.text)` run once, in an `__init__` that alone sets the attribute.
  An object that holds a module can be neither pickled nor deep-copied.

`eval(f"torch.nn.{name}")` becomes `getattr(torch.nn, name)`: unsafe, it raises for text that is more than one name.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import Call, FailedImport
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import HIGH, MEDIUM, Const
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.offer import suggestion
from fullgraph.rules.shared.names import Breaks, Names, each, in_versions

REGISTRY = ("GB0007", "GB0059", "GB0292", "GB0021", "GB0069")

NAMES = Names(
    each("builtins.", "exec compile __import__"),
    each("ast.", "literal_eval parse"),
    each("importlib.", "import_module reload __import__ invalidate_caches"),
    each("importlib.util.", "spec_from_file_location module_from_spec"),
    Breaks("importlib.util.find_spec", before="2.13"),
    each("importlib.metadata.", "distribution distributions entry_points metadata packages_distributions"),
    Breaks("importlib.metadata.version", before="2.13"),
    each("importlib.resources.", "files path"),
    each("pkgutil.", "resolve_name get_data"),
    each("runpy.", "run_path run_module"),
)


_ASKED = {
    "importlib.util.find_spec": "SPEC",
    "importlib.metadata.version": "VERSION",
    "importlib.metadata.distribution": "DISTRIBUTION",
    "importlib.metadata.metadata": "METADATA",
}
"""Calls whose answer is constant while nothing is installed, with the end of a name for the answer."""
_INSTALLED = Kind.EXCEPTION.open(
    "a missing package raises when this module is imported, and one installed later is not seen"
)
_LATER = Kind.VALUE.open("a package installed later is not seen")
_CONFIGURED = Kind.VALUE.open("its argument is read when the object is created, and later changes are not seen")
_IMPORTS = frozenset(("importlib.import_module", "importlib.__import__", "builtins.__import__"))


@on_calls(*NAMES.all)
def check(event: Call) -> Finding | None:
    found = NAMES.finding(event)
    if found is None:
        return found
    if event.name in _ASKED:
        fails = event.name != "importlib.util.find_spec"
        difference = _INSTALLED if fails else _LATER
        return replace(found, fix=fixes.asked_once_fix(event, _ASKED[event.name], difference, fails=fails))
    if event.name == "importlib.import_module" and not isinstance(event.argument(0), Const):
        return replace(found, fix=fixes.made_once_fix(event, "imported", _CONFIGURED, fixes.UNPICKLED))
    if event.name in _IMPORTS:
        return replace(found, fix=fixes.import_fix(event, top=event.name != "importlib.import_module"))
    if event.name == "ast.literal_eval":
        return replace(found, fix=fixes.made_once_fix(event, "evaluated", _CONFIGURED))
    return found


def check_import(event: FailedImport) -> Finding:
    """The package may be there where the code runs: the message says that it is not here."""
    message = f"an import that fails breaks the graph, and {event.package} is not installed: {event.text}"
    return Finding(
        event, message, fix=suggestion("Import it where the module is imported, and handle the failure there")
    )


@on_calls("builtins.eval")
def check_eval(event: Call) -> Finding | None:
    if _is_literal(event):
        return None
    confidence = HIGH if isinstance(event.argument(0), Const) else MEDIUM
    return Finding(event, "eval() breaks the graph", confidence=CONFIDENCES[confidence], fix=fixes.eval_fix(event))


def _is_literal(event: Call) -> bool:
    """Return whether the text is known and holds literals only, which are computed while tracing since torch 2.13."""
    text = event.argument(0)
    if not isinstance(text, Const) or not isinstance(text.value, str) or in_versions(event, before="2.13"):
        return False
    try:
        tree = ast.parse(text.value.strip(), mode="eval")
    except (SyntaxError, ValueError):
        return False
    return not any(isinstance(node, (ast.Name, ast.Call)) for node in ast.walk(tree))
