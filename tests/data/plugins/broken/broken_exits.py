"""Stops Python while it is imported."""

import sys

sys.exit(3)
