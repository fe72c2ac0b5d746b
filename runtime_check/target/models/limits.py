"""How large the parts of a small configuration of transformers are."""

WIDTH = 64
HEADS = 4
KEY_VALUE_HEADS = 2
HEAD_WIDTH = WIDTH // HEADS
LAYERS = 2
EXPERTS = 4
VOCABULARY = 256
POSITIONS = 512
FRAMES = 64
"""Positions of an audio encoder."""
IMAGE = 64
PATCHES = 4
"""Patches along one side of an image, where patches are large."""
LARGE_PATCH = 8
QUERIES = 16
WINDOW = 8
SPAN = 128
"""Points of time that a forecast looks at."""
FLOWS = 2
CODEBOOKS = 4
ITERATIONS = 3
STEPS = 8
"""Tokens that a model writes by itself."""
FRAMES_OF_FILM = 4
SPEAKER_WIDTH = 32
FIRST_STAGE = 16
"""Width of the first stage of a network whose width doubles from stage to stage."""

STAGES = 4
"""A list that is longer than this, and as long as there are layers, has an entry for each of them."""
SCALE = 8
"""The part of each width that is left where all widths become narrower in proportion."""
