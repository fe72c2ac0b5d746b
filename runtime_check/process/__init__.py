"""The process of a target: started, watched over, and what runs in it."""
