"""One module for each group of endpoints: parse, authenticate, call, present."""
