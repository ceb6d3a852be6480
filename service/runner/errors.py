"""What keeps the service from starting."""


class StartError(Exception):
    """The service cannot start; the message says why and what to do about it."""
