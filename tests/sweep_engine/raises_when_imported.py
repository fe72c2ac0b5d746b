"""A module that cannot be imported."""

raise RuntimeError("this module needs a licence")
