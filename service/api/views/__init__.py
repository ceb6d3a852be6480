"""The endpoints, one module for each group.

Each view parses the request, authenticates where needed, calls one use case and
serializes its result.
"""
