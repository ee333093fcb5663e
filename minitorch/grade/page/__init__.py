"""A page on which an instructor looks at a class, corrects points, writes to students and exports the grades.

`minitorch grade PATH … --open` starts it on this machine only. server.py has its addresses and its defences, views.py
its HTML, and desk.py what it changes: the store of the grades, overrides.csv and who.csv, and nothing else.
"""
