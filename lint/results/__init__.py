"""From findings to diagnostics: collected per file, merged over files."""
