"""The language server: what ``check`` finds, in editors, by the Language Server Protocol (LSP) 3.17.

``session`` knows the open documents and decides when they are checked, a process of its own (``worker``) checks them,
and ``findings``, ``hover`` and ``actions`` say the results in the protocol's terms. Only ``fullgraph server`` imports
this package; it needs pygls, which the extra ``server`` brings.
"""
