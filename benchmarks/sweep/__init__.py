"""How sweeps over whole libraries fare: what can be built, and how fast."""
