"""The recorder of facts: what eager runs see of a project's functions."""
