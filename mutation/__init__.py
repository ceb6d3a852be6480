"""Mutation testing: small faults are put into the code, and a test must find each."""
