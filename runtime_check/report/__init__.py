"""Reports for people and programs: text, JSON and HTML, and what is shown while a verification runs."""
