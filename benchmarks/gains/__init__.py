"""Published tables of what torch.compile gains, measured again with random weights."""
