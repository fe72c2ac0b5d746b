"""Which of several rewrites is offered."""
