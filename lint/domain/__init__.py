"""The abstract domain: values, heap, frames, events."""
