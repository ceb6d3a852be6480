"""Fuzzing: requests that no client should send, by the hundred thousand."""
