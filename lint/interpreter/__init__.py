"""An abstract interpreter for the part of Python that models are written in.

It follows the code as TorchDynamo does, inlining the calls it can resolve, with abstract values (``domain.values``) in
place of tensors. ``interpreter`` runs functions and ``statements``; ``expressions`` evaluates, with ``operators`` and
``containers``; ``calls`` says what calling a value gives, with ``methods``, ``models`` of one library each and
``decorators``; ``attributes`` what reading one gives, ``narrowing`` what a test rules out, ``parameters`` what the
inputs of a function can be. They ask the whole through ``evaluator``.
"""
