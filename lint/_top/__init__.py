"""fullgraph: make PyTorch code ready for ``torch.compile``, and prove it against the compiler."""

__version__ = "0.1.0"
