"""HTTP: what comes in is checked, one use case is called, what goes out is shown.

Knows Flask and marshmallow; never touches Redis. Every view reads: parse, command,
one call, present.
"""
