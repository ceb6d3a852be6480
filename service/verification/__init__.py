"""Verifying recorded games from outside: parsing, decoding, judging by the rules."""
