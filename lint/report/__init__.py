"""The output formats of findings: text for people, JSON and others for programs."""
