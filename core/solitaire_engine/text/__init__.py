"""Play as lines of text: for pipes, for screen readers, for every terminal."""
