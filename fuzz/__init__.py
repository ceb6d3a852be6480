"""Fuzzing: hundreds of thousands of malformed requests."""
