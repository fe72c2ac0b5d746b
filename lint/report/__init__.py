"""How findings are printed: as text for people, as JSON for programs."""
