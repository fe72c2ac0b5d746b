"""The modules of a project and their definitions."""
