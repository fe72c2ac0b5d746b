"""How a sweep runs: what is to run where, tasks on Ray, and one writer that stores what came of them."""
