"""The use cases: create a game, act in it, read, watch and inspect it.

Knows the rules, the credentials and the store; knows nothing of HTTP. Time and
randomness enter the service here, and nowhere below.
"""
