"""The gains of compiling a step: its versions, their times, kernels and memory, and whether they agree."""
