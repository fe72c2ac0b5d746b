"""fullgraph: make PyTorch code ready for ``torch.compile``, and prove it against the compiler."""

try:
    from fullgraph._version import __version__
except ModuleNotFoundError:  # the folders as they are, never built
    __version__ = "0.1.dev0"

__all__ = ["__version__"]
