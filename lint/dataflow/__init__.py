"""What the syntax of a function says of its names: counters, what a loop varies, sizes, assignments."""
