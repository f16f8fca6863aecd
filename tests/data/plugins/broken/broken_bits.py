"""Has nothing of the name that the entry point asks for."""
