"""Sweeps: many targets, each in every mode, dtype, device and environment; and what changed since the last one."""
