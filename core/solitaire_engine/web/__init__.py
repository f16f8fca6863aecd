"""The table in a browser: the server, what it says to the page, and who may ask it.

Needs the extra ``web``; nothing outside of this package imports starlette or uvicorn.
"""
