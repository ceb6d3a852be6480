"""The answers: every field that goes out, its type and its bounds.

Answers are not written with these schemas, which alone would take as long as all the
rest of a request. Tests prove that what is sent fits them, and that they say the same
as the components of openapi.yaml that have their names.
"""
