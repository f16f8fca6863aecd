"""The full-screen table: where cards lie, how they are painted, what keys and mouse do, and the program around it."""
