"""What compiling gains: each way to compile is an arm, timed in a process of its own with private caches."""
