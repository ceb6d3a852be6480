"""The HTTP API: requests are parsed, one use case is called, the result serialized.

Knows Flask and marshmallow; never touches Redis.
"""
