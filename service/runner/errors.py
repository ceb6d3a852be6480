"""What keeps the service from starting, told to the person who starts it."""


class StartError(Exception):
    """The service cannot start; the message says why and what to do about it."""
