"""An abstract interpreter for the part of Python that models are written in.

It follows the code as TorchDynamo does, inlining the calls it can resolve, with abstract values (``lint.values``) in
place of tensors. ``machine`` runs statements and functions, ``expressions`` evaluates, ``calls`` says what calling a
value gives, ``attributes`` what reading one gives, ``narrowing`` what a test rules out, ``parameters`` what the
inputs of a function can be, ``torch_model`` what torch's own functions give.
"""
