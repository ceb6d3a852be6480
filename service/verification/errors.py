"""Why an upload cannot be verified at all."""


class NotAHistory(Exception):
    """The upload is no list of events and no text of a game, or an empty one."""
