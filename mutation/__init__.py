"""Small faults are put into the code, to see whether a test notices each of them."""
