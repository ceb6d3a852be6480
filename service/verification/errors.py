"""Why a file or upload cannot be verified."""


class NotAHistory(Exception):
    """It is neither a list of events nor a game in notation, or it is empty."""
