"""Seat tokens, game ids, seeds and the draws that follow from them."""
