"""The definitions of the lessons, one module for each: `LESSON` in 00.py, 01.py, ...

A new lesson is a new file here; nothing else needs to know of it.
"""
