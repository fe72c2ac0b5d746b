"""The fixes that rules offer, and what they ask the engine before; a module is loaded when one of its names is used.

Most runs find nothing to rewrite, and the engine takes longer to load than a small file to check.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fullgraph.rules.rewrite.branches.asserts import assert_call_fix as assert_call_fix
    from fullgraph.rules.rewrite.branches.asserts import assert_fix as assert_fix
    from fullgraph.rules.rewrite.branches.raising import raised_fix as raised_fix
    from fullgraph.rules.rewrite.branches.raising import raises as raises
    from fullgraph.rules.rewrite.choices.branches import branch_fix as branch_fix
    from fullgraph.rules.rewrite.choices.branches import expression_fix as expression_fix
    from fullgraph.rules.rewrite.choices.branches import note_loop as note_loop
    from fullgraph.rules.rewrite.choices.branches import steps_fix as steps_fix
    from fullgraph.rules.rewrite.choices.masks import mask_fix as mask_fix
    from fullgraph.rules.rewrite.choices.numbers import count_fix as count_fix
    from fullgraph.rules.rewrite.choices.numbers import number_fix as number_fix
    from fullgraph.rules.rewrite.choices.numbers import truth_fix as truth_fix
    from fullgraph.rules.rewrite.draws.draws import draw_fix as draw_fix
    from fullgraph.rules.rewrite.messages.guard import behind_guard as behind_guard
    from fullgraph.rules.rewrite.messages.guards import clock_fix as clock_fix
    from fullgraph.rules.rewrite.messages.guards import guard_fix as guard_fix
    from fullgraph.rules.rewrite.messages.guards import skip_fix as skip_fix
    from fullgraph.rules.rewrite.modules.bind import bind_fix as bind_fix
    from fullgraph.rules.rewrite.modules.bind import construction as construction
    from fullgraph.rules.rewrite.modules.compile_calls import drop as drop
    from fullgraph.rules.rewrite.modules.compile_calls import give as give
    from fullgraph.rules.rewrite.modules.compile_calls import known_dynamic as known_dynamic
    from fullgraph.rules.rewrite.modules.compile_calls import known_mode as known_mode
    from fullgraph.rules.rewrite.modules.compile_calls import mode_as_options as mode_as_options
    from fullgraph.rules.rewrite.modules.compile_calls import use_result as use_result
    from fullgraph.rules.rewrite.modules.compile_calls import with_keyword as with_keyword
    from fullgraph.rules.rewrite.modules.construct import UNPICKLED as UNPICKLED
    from fullgraph.rules.rewrite.modules.construct import in_constructor as in_constructor
    from fullgraph.rules.rewrite.modules.construct import made_once_fix as made_once_fix
    from fullgraph.rules.rewrite.modules.construct import stem_of as stem_of
    from fullgraph.rules.rewrite.modules.copied import container_copy as container_copy
    from fullgraph.rules.rewrite.modules.copied import tensor_copy as tensor_copy
    from fullgraph.rules.rewrite.modules.hoist import asked_once_fix as asked_once_fix
    from fullgraph.rules.rewrite.modules.hoist import constant_fix as constant_fix
    from fullgraph.rules.rewrite.modules.hoist import eval_fix as eval_fix
    from fullgraph.rules.rewrite.modules.hoist import globals_fix as globals_fix
    from fullgraph.rules.rewrite.modules.hoist import import_fix as import_fix
    from fullgraph.rules.rewrite.modules.within import context_inside as context_inside
    from fullgraph.rules.rewrite.numbers.counters import buffer_fix as buffer_fix
    from fullgraph.rules.rewrite.numbers.counters import global_fix as global_fix
    from fullgraph.rules.rewrite.numbers.host_math import size_fix as size_fix
    from fullgraph.rules.rewrite.numbers.lists import list_fix as list_fix
    from fullgraph.rules.rewrite.numbers.sizes import bins_fix as bins_fix
    from fullgraph.rules.rewrite.numbers.sizes import classes_fix as classes_fix
    from fullgraph.rules.rewrite.numbers.sizes import length_fix as length_fix
    from fullgraph.rules.rewrite.rows.rows import rows_fix as rows_fix

_NAMES = {
    "branches.asserts": "assert_call_fix assert_fix",
    "branches.raising": "raised_fix raises",
    "choices.branches": "branch_fix expression_fix note_loop steps_fix",
    "choices.masks": "mask_fix",
    "choices.numbers": "count_fix number_fix truth_fix",
    "draws.draws": "draw_fix",
    "messages.guard": "behind_guard",
    "messages.guards": "clock_fix guard_fix skip_fix",
    "modules.bind": "bind_fix construction",
    "modules.compile_calls": "drop give known_dynamic known_mode mode_as_options use_result with_keyword",
    "modules.construct": "UNPICKLED in_constructor made_once_fix stem_of",
    "modules.copied": "container_copy tensor_copy",
    "modules.hoist": "asked_once_fix constant_fix eval_fix globals_fix import_fix",
    "modules.within": "context_inside",
    "numbers.counters": "buffer_fix global_fix",
    "numbers.host_math": "size_fix",
    "numbers.lists": "list_fix",
    "numbers.sizes": "bins_fix classes_fix length_fix",
    "rows.rows": "rows_fix",
}
_PLACES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"fullgraph.rules.rewrite.{_PLACES[name]}"), name)
    globals()[name] = found
    return found
