"""The examples of openapi.yaml: each is the answer of a request that a recipe makes.

`python -m tests.openapi.examples` writes them anew. The service that answers has a
fixed clock, seed and secret, so it always answers the same.
"""
