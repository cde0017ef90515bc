"""A deterministic simulation of the whole server: clock, disk, network and threads are simulated.

One seed decides everything that happens, so that a failure can be replayed exactly. The server
itself is the real one: the ASGI application, its tables, its log and SQLite.
"""
