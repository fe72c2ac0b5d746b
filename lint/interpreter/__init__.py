"""An abstract interpreter for the part of Python that models are written in.

It follows the code as TorchDynamo does, inlining the calls it can resolve, with abstract values (``lint.values``) in
place of tensors. ``machine`` runs functions and ``statements``; ``expressions`` evaluates, with ``operators`` and
``containers``; ``calls`` says what calling a value gives, with ``methods``, ``models`` of single functions and
``decorators``; ``attributes`` what reading one gives, ``narrowing`` what a test rules out, ``parameters`` what the
inputs of a function can be, ``torch_model`` what torch's own functions give.
"""

# Before the others: its table names functions of modules that import it.
from fullgraph.lint.interpreter import expressions

__all__ = ["expressions"]
