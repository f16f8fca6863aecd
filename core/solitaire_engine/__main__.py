"""``python -m solitaire_engine`` is the command `solitaire`."""

from .cli import main

if __name__ == "__main__":
    main()
