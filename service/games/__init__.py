"""The use cases: create a game, act in it, read it, look at its history.

Knows the rules and the store; knows nothing of HTTP. Time and randomness enter the
service here, and nowhere below.
"""
