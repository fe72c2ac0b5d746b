"""Numbers that were read from tensors, or change between calls, as tensors."""
