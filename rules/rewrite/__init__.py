"""Source rewrites: text in, text edits out, with what is known of values asked of an ``Oracle``.

Nothing here decides *whether* a line breaks the graph; a rule does, and then asks for the rewrite of that line.
"""

from fullgraph.rules.rewrite.asserts import assert_rewrite
from fullgraph.rules.rewrite.bind import bind_attribute
from fullgraph.rules.rewrite.branch import where_or_cond
from fullgraph.rules.rewrite.guard import guard
from fullgraph.rules.rewrite.imports import Import
from fullgraph.rules.rewrite.masks import mask_rewrite
from fullgraph.rules.rewrite.oracle import Number, Obstacle, Oracle, TensorFacts
from fullgraph.rules.rewrite.sizes import num_classes, output_size
from fullgraph.rules.rewrite.web import keep_tensor

__all__ = [
    "Import",
    "Number",
    "Obstacle",
    "Oracle",
    "TensorFacts",
    "assert_rewrite",
    "bind_attribute",
    "guard",
    "keep_tensor",
    "mask_rewrite",
    "num_classes",
    "output_size",
    "where_or_cond",
]
