"""What a sweep is told by: a summary as text, Markdown and JSON, one HTML page, docs/zoo.md, and its progress."""
