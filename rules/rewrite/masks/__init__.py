"""What goes through a boolean mask, on whole tensors."""
