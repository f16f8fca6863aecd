"""The compiled solver: a plugin that answers in the place of the solver in Python.

There is nothing here to call: once it is installed, `solitaire_engine.solver.solve` uses it
for every game that `backend.back_end` takes.
"""
