"""Source rewrites, with what is known of values asked of an ``Oracle``.

Nothing here decides *whether* a line breaks the graph; a rule does, and then asks for the rewrite of that line.
"""
