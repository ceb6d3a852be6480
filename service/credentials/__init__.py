"""Seat tokens, game ids, encrypted seeds, and the draws that follow from a seed."""
